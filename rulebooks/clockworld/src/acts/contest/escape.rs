//! Escape and Shake it Off: a Task Action out of a hold or out of bindings (CW-211 to CW-213, CW-269 to CW-271).

use super::{
    ContestEvent, Ended,
    bout::{Defender, Guard, Initiator, oppose},
    holds::{freed, untie},
    tried,
};
use crate::{
    acts::task::{Object, TaskName},
    acts::{prelude::*, value::of_actor},
    check::{Against, Capped, Cause, Causes, Named, against_rank, prepare},
    conditions::ConditionKind,
    house::HoldEscape,
    sneak,
};

act! {
    /// CW-211, CW-D47: tries to get out of a hold or out of bindings.
    pub struct Escape for Clockworld, by ActorId {
        from: Hold = "Out of", usual;
        r#with: EscapeWith = "With", usual;
        focus: bool = "Focus (High Roll, no other Action)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

/// Whose hands, or which bindings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hold(pub Object);

impl Value<Clockworld> for Hold {
    /// What holds somebody.
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
        see.actor(who).conditions.iter().filter_map(|condition| object(&condition.kind)).map(Hold).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self.0 {
            Object::Actor(holder) if see.actors().contains(holder) => of_actor(see.table, holder),
            Object::Actor(_) => Choice::new("somebody", "Somebody"),
            Object::Thing(thing) => thing.choice(see, None),
            Object::None | Object::Skill(_) => Choice::plain("none"),
        }
    }
}

/// CW-D47: the Check of one who tries to get free.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscapeWith {
    /// CW-211.
    Escape,
    /// CW-270, CW-R91: Shake it Off, against a Pin only.
    Endure,
}

impl EscapeWith {
    /// The ledger's table "Activity to Skill".
    pub const fn skill(self) -> Skill {
        match self {
            EscapeWith::Escape => Skill::Reflex,
            EscapeWith::Endure => Skill::Fortitude,
        }
    }

    const fn named(self) -> Named {
        match self {
            EscapeWith::Escape => Named::Escape,
            EscapeWith::Endure => Named::Endure,
        }
    }
}

impl Value<Clockworld> for EscapeWith {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![EscapeWith::Escape, EscapeWith::Endure]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            EscapeWith::Escape => Choice::new("escape", "Escape").noting("Reflex"),
            EscapeWith::Endure => Choice::new("endure", "Shake it Off").noting("Endure: Fortitude"),
        }
    }
}

/// What holds a Character, as the object of the Task (CW-R91).
pub fn object(kind: &ConditionKind) -> Option<Object> {
    match kind {
        ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) => Some(Object::Actor(*by)),
        ConditionKind::Bound { thing, .. } => Some(Object::Thing(*thing)),
        ConditionKind::Staggered
        | ConditionKind::DistractedAgainst(_)
        | ConditionKind::DistractedExcept(_)
        | ConditionKind::Immobilized => None,
    }
}

/// A way out that may be tried.
pub struct Wriggling {
    tried: Tried,
    from: Object,
    hold: ConditionKind,
}

/// Somebody tries to get free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    pub who: ActorId,
    pub with: EscapeWith,
    pub focus: bool,
    pub sneakily: bool,
}

impl Escape {
    /// Out of this hold, with this Check.
    pub fn out_of(from: Object, with: EscapeWith) -> Escape {
        Escape { from: Hold(from).into(), with: with.into(), focus: false.into(), sneakily: false.into() }
    }
}

impl Act<Clockworld> for Escape {
    type By = ActorId;
    type Ready = Wriggling;
    const CARD: Card = card!("escape", "Escape", "Actions", "1 Action", "CW-211");

    /// CW-211, CW-R91: there must be such a hold; a Strangle is broken with Escape only; one try at the same hold each Turn.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Wriggling, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        let name = table.name(who);
        let held = &table.actor(who).conditions;
        if !held.iter().any(|condition| object(&condition.kind).is_some()) {
            return Err(bar!("CW-211", "not-held", "{} is not held", name).moot().into());
        }
        let Hold(from) = self.from()?;
        let hold = held.iter().find(|condition| object(&condition.kind) == Some(from));
        let Some(hold) = hold.map(|condition| condition.kind) else {
            return Err(bar!("CW-211", "not-held", "{} is not held like that", name).into());
        };
        turn::may_spend(book, table, who, &Taken::Task(TaskName::Escape, from), false)?;
        let with = self.with()?;
        if with == EscapeWith::Endure && !hold.pins() {
            let words = "{} is Strangled: only Escape breaks that grip";
            return Err(bar!("CW-R91", "escape-only", words, name).allowing(&["escape"]).into());
        }
        let focus = self.focus()?;
        if focus {
            turn::may_spend(book, table, who, &Taken::Task(TaskName::Escape, from), true)?;
        }
        let tried = Tried { who, with, focus, sneakily: self.sneakily()? };
        Ok(Wriggling { tried, from, hold })
    }

    /// CW-211, CW-213, CW-270, CW-R89, CW-R90, CW-R91: out of a hold by hand it must beat the holder's Hand-to-Hand, out
    /// of bindings the higher of the tier's Rank and theirs.
    fn resolve<O: Oracle>(
        Wriggling { tried, from, hold }: Wriggling,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Tried { who, with, focus, sneakily } = tried;
        turn::spend(book, table, who, Taken::Task(TaskName::Escape, from), focus);
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Escape(tried)));
        let causes = Causes::NONE.and_if(focus, Cause::Focus);
        let free = match hold {
            ConditionKind::PinnedBy(holder) | ConditionKind::StrangledBy(holder) => {
                let free = from_hands(book, table, who, causes, holder, with, oracle)?;
                if free {
                    table.release(holder);
                    // A scene may hold somebody whose holder knows nothing of it.
                    table.relieve(who, |kind| object(kind) == Some(from));
                }
                free
            }
            ConditionKind::Bound { tier, bindings, thing, .. } => {
                let check = prepare(book, table, who, with.skill(), Against::Nobody, causes, oracle)?;
                let rank = tier.rank().max(bindings); // CW-213, CW-R90
                let verdict = against_rank(book, &check, rank, Capped::No, with.named(), rule!("CW-213"), oracle)?;
                if verdict.is_success() {
                    untie(table, who, thing);
                }
                verdict.is_success()
            }
            ConditionKind::Staggered
            | ConditionKind::DistractedAgainst(_)
            | ConditionKind::DistractedExcept(_)
            | ConditionKind::Immobilized => false,
        };
        if free {
            oracle.tell(Audience::All, || freed(who, from, Ended::Escaped));
        }
        sneak::acted(book, table, who, sneakily, oracle)
    }
}

impl act::Tells<Clockworld> for Tried {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let (text, rule) = match self.with {
            EscapeWith::Escape => ("tries to Escape", rule!("CW-211")),
            EscapeWith::Endure => ("tries to Shake it Off", rule!("CW-R91")),
        };
        tried(table, self.who, text, (self.focus, self.sneakily), rule)
    }
}

/// CW-R89, switch `hold_escape`: the holder rolls too and that costs it no Reaction, or its Rank is the number to beat.
fn from_hands<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    causes: Causes,
    holder: ActorId,
    with: EscapeWith,
    oracle: &mut O,
) -> Flow<bool> {
    match book.house.hold_escape {
        HoldEscape::Contest => {
            let initiator = Initiator { who, name: with.named(), skill: with.skill(), causes };
            let holds = Defender::new(holder, Guard::Grip(Skill::HandToHand));
            Ok(oppose(book, table, initiator, &[holds], oracle)?.contains(holder))
        }
        HoldEscape::Rank => {
            let check = prepare(book, table, who, with.skill(), Against::Foe(holder), causes, oracle)?;
            let rank = table.skill(holder, Skill::HandToHand).rank.rank();
            let verdict = against_rank(book, &check, rank, Capped::No, with.named(), rule!("CW-R89"), oracle)?;
            Ok(verdict.is_success())
        }
    }
}
