//! Contests: hindering a foe in body or mind (CW-117 to CW-165), and getting out of a hold again (CW-211 to CW-213).

pub mod bout;
pub mod comply;
pub mod deceive;
pub mod demand;
pub mod disarm;
pub mod distract;
pub mod escape;
pub mod excuse;
pub mod holds;
pub mod persuade;
pub mod pin;
pub mod release;
pub mod shove;
pub mod strangle;
pub mod trip;

pub use deceive::Suspicion;
pub use demand::{ActionKind, Demanded};
pub use distract::Taunt;
pub use escape::EscapeWith;
pub use holds::{Ended, check_holds, end as end_hold};
pub use persuade::Ploy;
pub use strangle::Hands;

use super::prelude::*;
use crate::{
    acts::{attack::legal_foe, value::thing_key},
    check::{Cause, Causes, Named},
    words::manner,
};
use bout::Initiator;
use referee_engine::{RuleId, act::Tells};

/// What every Contest needs.
mod prelude {
    pub(super) use super::{Contest, Start, Tried, contest, in_hand, may_start, others, several};
    pub use super::{
        ContestEvent, ContestName, Targets,
        bout::{Defender, Guard, Guards, choose, oppose},
    };
    pub use crate::{acts::prelude::*, sneak};
}

/// A Contest as the rulebook states it: at whom it aims and with what, and what comes of it.
trait Contest: Sized {
    /// The act with its slots.
    type Act;

    /// Why it can be aimed at nobody.
    const NOTHING: Why<'static> = bar!("CW-122", "no-target", "nobody can be the Target of that here");

    /// CW-122: may it be aimed so?
    fn of<'t>(act: &Self::Act, see: See<'_, 't>, who: ActorId) -> Result<Self, Bar<'t>>;

    /// Does it come to an Action, and what does the GM grant it? `None`: the GM refuses it.
    fn allowed<O: Oracle>(&self, _by: ActorId, _table: &Table, _oracle: &mut O) -> Flow<Option<Causes>> {
        Ok(Some(Causes::NONE))
    }

    /// That it is tried, in words after the name, and its rule.
    fn tried(&self, table: &Table) -> (String, RuleId);

    /// CW-118: the Checks, and what winning does.
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()>;
}

/// A Contest that may be started; when it is, everybody hears of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried<A> {
    pub start: Start,
    pub aim: A,
}

#[allow(private_bounds, reason = "only the Contests of this folder are tried")]
impl<A: Contest> Tells<Clockworld> for Tried<A> {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let (text, rule) = self.aim.tried(table);
        tried(table, self.start.by, &text, (self.start.focus, self.start.sneakily), rule)
    }
}

/// An act that starts a Contest, with the slots of its own; every Contest may be focused or done Sneakily.
///
/// CW-027, CW-028, CW-R33: it is declared and paid for, then the defenders choose, then come the dice. CW-187, CW-R112: in
/// the end it shows who noticed.
macro_rules! contest {
    (
        $(#[$doc:meta])*
        pub struct $name:ident of $aim:ident: $verb:literal, $label:literal, $rule:literal { $($slots:tt)* }
    ) => {
        act! {
            $(#[$doc])*
            pub struct $name for Clockworld, by ActorId {
                $($slots)*
                focus: bool = "Focus (High Roll, no other Action)", usual;
                sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
            }
        }

        impl Act<Clockworld> for $name {
            type By = ActorId;
            type Ready = Tried<$aim>;
            const CARD: Card = card!($verb, $label, "Actions", "1 Action", $rule);
            const NOTHING: Why<'static> = <$aim as Contest>::NOTHING;

            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Tried<$aim>, Bar<'t>> {
                may_start(see, who, ContestName::$name)?;
                let aim = <$aim as Contest>::of(self, see, who)?;
                let start = Start::of(see, who, ContestName::$name, self.focus()?, self.sneakily()?)?;
                Ok(Tried { start, aim })
            }

            fn resolve<O: Oracle>(
                tried: Tried<$aim>,
                book: &Clockworld,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                let Tried { mut start, aim } = tried;
                let Some(granted) = aim.allowed(start.by, table, oracle)? else { return Ok(()) };
                start.granted = granted;
                start.spend(book, table);
                oracle.tell(Audience::All, || Event::Contest(ContestEvent::$name(Tried { start, aim: aim.clone() })));
                aim.resolve(start, book, table, oracle)?;
                sneak::acted(book, table, start.by, start.sneakily, oracle)
            }

            fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
                offer.warning = turn::loses_work(see.table, who);
            }
        }
    };
}
use contest;

referee_engine::events! {
    /// What happened in a Contest.
    pub enum ContestEvent for Clockworld {
        Bout(bout::BoutEvent),
        Distract(Tried<distract::Taunting>),
        Distracted(distract::Distracted),
        Persuade(Tried<persuade::Demanding>),
        Demand(persuade::DemandEvent),
        Deceive(Tried<deceive::Lying>),
        Heard(deceive::Heard),
        Shove(Tried<shove::Pushing>),
        Shoved(shove::Shoved),
        Trip(Tried<trip::Tripping>),
        Tripped(trip::Tripped),
        Disarm(Tried<disarm::Snatching>),
        Disarmed(disarm::Disarmed),
        Pin(Tried<pin::Pinning>),
        Pinned(pin::Pinned),
        Strangle(Tried<strangle::Choking>),
        Strangled(strangle::Strangled),
        Escape(escape::Tried),
        Freed(holds::Freed),
    }
}

named! {
    /// The Contests a Character can start. CW-R100: Endure, Resist and Escape are not among them.
    #[derive(PartialOrd, Ord)]
    pub enum ContestName {
        Distract = "distract",
        Persuade = "persuade",
        Deceive = "deceive",
        Shove = "shove",
        Trip = "trip",
        Disarm = "disarm",
        Pin = "pin",
        Strangle = "strangle",
    }
}

impl ContestName {
    /// The name of its Check.
    pub const fn named(self) -> Named {
        match self {
            ContestName::Distract => Named::Distract,
            ContestName::Persuade => Named::Persuade,
            ContestName::Deceive => Named::Deceive,
            ContestName::Shove => Named::Shove,
            ContestName::Trip => Named::Trip,
            ContestName::Disarm => Named::Disarm,
            ContestName::Pin => Named::Pin,
            ContestName::Strangle => Named::Strangle,
        }
    }
}

/// CW-122: those whom a Contest is meant for, in the order named (CW-R33).
pub type Targets = SmallVec<[ActorId; 4]>;

/// A Contest that may be started (CW-D21); each act adds its Target or Targets and its details.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// Who starts it.
    pub by: ActorId,
    pub name: ContestName,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-187: a Sneak Check afterwards.
    pub sneakily: bool,
    /// CW-133, CW-134: what the GM grants it.
    pub granted: Causes,
}

/// CW-027, CW-R94: may this Character start such a Contest at all?
fn may_start<'t>(see: See<'_, 't>, who: ActorId, name: ContestName) -> Result<(), Why<'t>> {
    let (book, table) = (see.book, see.table);
    table.may_act(who)?;
    if table.is_pinned(who) {
        return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot start a Contest", table.name(who)));
    }
    turn::may_spend(book, table, who, &Taken::Contest(name), false)
}

impl Start {
    /// CW-021: with or without focus, by somebody who may start it.
    fn of<'t>(see: See<'_, 't>, by: ActorId, name: ContestName, focus: bool, sneakily: bool) -> Result<Start, Why<'t>> {
        if focus {
            turn::may_spend(see.book, see.table, by, &Taken::Contest(name), true)?;
        }
        Ok(Start { by, name, focus, sneakily, granted: Causes::NONE })
    }

    /// CW-118, CW-022: the initiator's Check.
    fn initiator(self, skill: Skill) -> Initiator {
        let causes = self.granted.and_if(self.focus, Cause::Focus);
        Initiator { who: self.by, name: self.name.named(), skill, causes }
    }

    /// CW-027, CW-028, CW-R25: takes the Contest Action.
    fn spend(self, book: &Clockworld, table: &mut Table) {
        turn::spend(book, table, self.by, Taken::Contest(self.name), self.focus);
    }
}

/// That something was tried, in words, focused or Sneakily.
fn tried(table: &Table, who: ActorId, text: &str, (focus, sneakily): (bool, bool), rule: RuleId) -> Line {
    let how = manner(focus, sneakily);
    Line::new(0, format!("{} {text}{how}", table.name(who)), [rule]).by(who)
}

/// The others, foes first.
fn others<A>(_: &A, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
    let mut all: Vec<ActorId> = see.actors().iter().filter(|&other| other != who).collect();
    all.sort_by_key(|&other| (!see.hostile(who, other), !see.is_active(other)));
    all
}

/// Any of the others, foes first.
fn several<A>(act: &A, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ActorId>> {
    let each = others(act, see, whose).into_iter().map(|other| Several::from_iter([other]));
    std::iter::once(Several::none()).chain(each).collect()
}

/// What something is done with: a thing, or bare hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tool(pub Option<ThingId>);

impl Value<Clockworld> for Tool {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let held = whose.filter(|who| see.exists(*who)).into_iter().flat_map(|who| see.held(who));
        std::iter::once(None).chain(held.map(Some)).map(Tool).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match (self.0, whose) {
            (Some(thing), Some(who)) if usize::from(thing.0) < see.things.len() => {
                Choice::new(thing_key(see.table, who, thing), see.thing_sheet(thing).name.clone())
            }
            (Some(_), _) => Choice::default(),
            (None, _) => Choice::new("hands", "Bare hands"),
        }
    }
}

/// CW-141, CW-145, CW-157, CW-R78: is this Character close enough to lay hands on?
pub(crate) fn in_hand(table: &Table, actor: ActorId, target: ActorId) -> Result<(), Why<'_>> {
    legal_foe(table, actor, target)?;
    let feet = u32::from(table.sheet(actor).reach_ft);
    in_reach(table, actor, target, feet)
}

/// CW-080, CW-R37, CW-R43: within so many feet, with nothing solid between.
fn in_reach(table: &Table, actor: ActorId, target: ActorId, feet: u32) -> Result<(), Why<'_>> {
    let (name, other) = (table.name(actor), table.name(target));
    let (from, to) = (table.actor(actor).place, table.actor(target).place);
    if !table.within(from, to, feet) {
        let words = "{} is not within {}'s Reach of {} feet";
        return Err(bar!("CW-080", "out-of-reach", words, other, name, feet as i32));
    }
    if table.sight(actor, target).blocked {
        return Err(bar!("CW-R43", "no-line", "{} has no line to {}", name, other));
    }
    Ok(())
}
