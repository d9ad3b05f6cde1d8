//! Pin: holds somebody fast by hand, or ties it down (CW-152 to CW-156).

use super::{
    Tool,
    bout::{may_escape, pay_for_escape},
    holds,
    prelude::*,
};
use crate::{
    check::{Cause, Named},
    conditions::{Condition, ConditionKind},
    rank::Rank,
    sheet::PartSet,
    table::{Hold, HoldKind, Wholeness},
};
use referee_engine::clock::Ends;

contest! {
    /// CW-152: holds somebody within Reach fast, or ties it down.
    pub struct Pin of Pinning: "pin", "Pin", "CW-152" {
        target among others: ActorId = "Whom";
        /// CW-D31.
        r#with among tools: Tool = "With", usual;
    }
}

/// Bare hands, or whatever somebody carries that others can be tied with.
fn tools(_: &Pin, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Tool> {
    let bindings = |thing: &ThingId| {
        let is_mine = whose.is_some_and(|who| see.thing(*thing).at.is_with(who));
        is_mine && see.thing_sheet(*thing).bindings.is_some()
    };
    std::iter::once(None).chain(see.thing_ids().filter(bindings).map(Some)).map(Tool).collect()
}

/// Who is to be Pinned, with which arms and bindings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pinning {
    target: ActorId,
    bindings: Option<ThingId>,
    arms: PartSet,
}

told! {
    /// What came of a Pin.
    pub enum Pinned for Clockworld, |table| {
        /// CW-156: too large to be Pinned.
        Immune { who: ActorId, by: ActorId } under "CW-156" by who
            => format!("{} is too large for {} to Pin", table.name(who), table.name(by));
        /// CW-155.
        Held { who: ActorId, by: ActorId, with: Option<ThingId> } under "CW-155" by who => {
            let with = with.map_or(String::new(), |with| format!(" with {}", table.thing_sheet(with).name));
            format!("{} is Pinned by {}{with}", table.name(who), table.name(by))
        };
    }
}

impl Contest for Pinning {
    type Act = Pin;

    fn of<'t>(act: &Pin, see: See<'_, 't>, who: ActorId) -> Result<Pinning, Bar<'t>> {
        let target = act.target()?;
        in_hand(see.table, who, target)?;
        let Tool(bindings) = act.with()?;
        Ok(Pinning { target, bindings, arms: arms_for(see.table, who, bindings)? })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        let with = self.bindings.map_or("by hand".to_owned(), |with| format!("with {}", table.thing_sheet(with).name));
        (format!("tries to Pin {} {with}", table.name(self.target)), rule!("CW-152"))
    }

    /// CW-154, CW-155: Hand-to-Hand against Endure or Escape. By hand the Target is held until it is let go or gets free,
    /// and both hands stay busy; bindings stay on it and leave the hands free (CW-R87).
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (by, who, with) = (start.by, self.target, self.bindings);
        let Some(larger) = much_larger(table, by, who, oracle)? else {
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Pinned(Pinned::Immune { who, by })));
            return Ok(());
        };
        let guard = choose(table, who, by, Named::Pin, &defences(book, table, who, by), oracle)?;
        let mut defender = Defender::new(who, guard);
        defender.causes = defender.causes.and_if(larger, Cause::MuchLarger);
        pay_for_escape(book, table, &mut defender);
        if oppose(book, table, start.initiator(Skill::HandToHand), &[defender], oracle)?.contains(who) {
            fasten(table, by, who, self.arms, with);
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Pinned(Pinned::Held { who, by, with })));
        }
        Ok(())
    }
}

/// CW-153: both hands.
const HANDS: u32 = 2;

/// CW-152, CW-153, CW-R87: with both hands free; the rope or bindings fill none. Gives the arms.
fn arms_for(table: &Table, actor: ActorId, bindings: Option<ThingId>) -> Result<PartSet, Why<'_>> {
    let name = table.name(actor);
    let mut free = table.free_arms(actor);
    if let Some(thing) = bindings {
        bindings_at_hand(table, actor, thing)?;
        free = free.union(table.arms_holding(actor, thing));
    }
    let arms = free.iter().take(HANDS as usize).fold(PartSet::default(), PartSet::with);
    if arms.len() < HANDS {
        return Err(bar!("CW-153", "hands-busy", "{} needs both hands free", name));
    }
    if table.actor(actor).hold.is_some() {
        return Err(bar!("CW-R87", "holds-already", "{} holds somebody already", name));
    }
    Ok(arms)
}

/// CW-152: does this Character have these bindings, and do they bind nobody yet?
fn bindings_at_hand(table: &Table, actor: ActorId, thing: ThingId) -> Result<Rank, Why<'_>> {
    let Some(state) = table.things.get(usize::from(thing.0)) else {
        return Err(bar!("CW-152", "unknown-thing", "there is no such thing"));
    };
    let (name, sheet) = (table.name(actor), table.thing_sheet(thing));
    let Some(rank) = sheet.bindings else {
        return Err(bar!("CW-152", "no-bindings", "nobody can be tied with {}", &sheet.name));
    };
    if !state.at.is_with(actor) || state.state == Wholeness::Destroyed || holds::in_use(table, thing) {
        return Err(bar!("CW-152", "not-at-hand", "{} has no {} at hand", name, &sheet.name));
    }
    Ok(rank)
}

/// CW-154, CW-D27, CW-R74: Endure, or Escape if it may be chosen.
pub fn defences(book: &Clockworld, table: &Table, who: ActorId, by: ActorId) -> Guards {
    let mut guards = Guards::from_slice(&[Guard::Endure]);
    if may_escape(book, table, who, by) {
        guards.push(Guard::Escape);
    }
    guards
}

answers! {
    /// CW-156: what the GM says of a much larger Target.
    pub enum Larger {
        HighRolls = "high-roll", "It High Rolls";
        Immune = "immune", "It is immune";
    }
}

/// CW-D32, to the GM: does a much larger Target High Roll, or is it immune?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MuchLarger {
    pub by: ActorId,
    pub target: ActorId,
    /// How many sizes larger.
    pub sizes: u8,
}

impl Asks<Clockworld> for MuchLarger {
    type Answer = Larger;
    const KIND: &'static str = "much-larger";
    const RULE: RuleId = rule!("CW-156");

    fn answers(&self) -> Answers<Larger> {
        Larger::ALL.into()
    }

    /// CW-R88: without a GM two sizes High Roll, three sizes are immune.
    fn usual(&self) -> usize {
        usize::from(self.sizes >= 3)
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("{} is much larger than {}", table.name(self.target), table.name(self.by))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Larger) -> Choice {
        answer.choice()
    }
}

/// CW-156, CW-R88, CW-D32: against somebody two or more sizes larger the GM says whether it High Rolls or is immune.
///
/// Gives whether the Target High Rolls; `None` if it is immune.
fn much_larger<O: Oracle>(table: &Table, by: ActorId, target: ActorId, oracle: &mut O) -> Flow<Option<bool>> {
    let sizes = (table.sheet(target).size as u8).saturating_sub(table.sheet(by).size as u8);
    if sizes < 2 {
        return Ok(Some(false));
    }
    Ok(match (MuchLarger { by, target, sizes }).ask(Who::Gm, table, oracle)? {
        Larger::HighRolls => Some(true),
        Larger::Immune => None,
    })
}

/// CW-155, CW-213, CW-R87, CW-R90: the Target is Pinned.
fn fasten(table: &mut Table, by: ActorId, target: ActorId, arms: PartSet, bindings: Option<ThingId>) {
    let kind = match bindings.and_then(|thing| Some((thing, table.thing_sheet(thing).bindings?))) {
        Some((thing, rank)) => {
            table.let_go(by, thing, Whereabouts::Worn(target));
            let tier = table.skill(by, Skill::HandToHand).rank;
            ConditionKind::Bound { by, tier, bindings: rank, thing }
        }
        None => {
            table.actor_mut(by).hold = Some(Hold { kind: HoldKind::Pin, target, arms });
            ConditionKind::PinnedBy(by)
        }
    };
    table.impose(target, Condition { kind, ends: Ends::Never });
}
