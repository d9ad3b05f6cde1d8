//! Conditions that the GM puts on somebody, or takes away.

use crate::{
    Clockworld,
    conditions::{Condition, ConditionKind},
    rank::Rank,
    sheet::{PartId, PartSet, Skill, ThingId},
    table::{Hold, HoldKind, Table, Whereabouts},
};
use referee_engine::{ActorId, Refusal, clock::Ends, rule};
use serde::{Deserialize, Serialize};

/// A Condition as the GM names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Imposed {
    /// CW-266.
    Staggered,
    /// CW-271.
    Immobilized,
    /// CW-125: on Checks against this one.
    DistractedAgainst(ActorId),
    /// CW-126: on Checks not against this one.
    DistractedExcept(ActorId),
    /// CW-155: held by hand by this one.
    PinnedBy(ActorId),
    /// CW-160: strangled by this one.
    StrangledBy(ActorId),
    /// CW-213: tied by this one with these bindings.
    Bound(ActorId, ThingId),
}

impl Imposed {
    /// Who causes it.
    pub fn by(self) -> Option<ActorId> {
        match self {
            Imposed::Staggered | Imposed::Immobilized => None,
            Imposed::DistractedAgainst(by)
            | Imposed::DistractedExcept(by)
            | Imposed::PinnedBy(by)
            | Imposed::StrangledBy(by)
            | Imposed::Bound(by, _) => Some(by),
        }
    }
}

/// Puts it on somebody, with the hold or the bindings that belong to it.
pub(super) fn impose(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    condition: &Imposed,
    one_round: bool,
) -> Result<(), Refusal> {
    if let Some(by) = condition.by() {
        super::known(table, by)?;
        if by == who {
            return Err(Refusal::plain("same", format!("{} cannot do that to itself", table.name(who))));
        }
    }
    let kind = match *condition {
        Imposed::Staggered => ConditionKind::Staggered,
        Imposed::Immobilized => ConditionKind::Immobilized,
        Imposed::DistractedAgainst(by) => ConditionKind::DistractedAgainst(by),
        Imposed::DistractedExcept(by) => ConditionKind::DistractedExcept(by),
        Imposed::PinnedBy(by) => {
            hold(table, by, who, HoldKind::Pin, 2)?; // CW-153
            ConditionKind::PinnedBy(by)
        }
        Imposed::StrangledBy(by) => {
            hold(table, by, who, HoldKind::Strangle, 1)?; // CW-158
            ConditionKind::StrangledBy(by)
        }
        Imposed::Bound(by, thing) => {
            let bindings = table.setup.things.get(usize::from(thing.0)).and_then(|sheet| sheet.bindings);
            let Some(bindings) = bindings else {
                let named = table.setup.things.iter().filter(|sheet| sheet.bindings.is_some());
                let keys = named.map(|sheet| sheet.key.clone()).collect::<Vec<_>>();
                return Err(Refusal::by(rule!("CW-213"), "no-bindings", "that is no rope or binding").allowing(keys));
            };
            bind(table, by, who, thing, bindings)
        }
    };
    let ends = if one_round { table.one_round(book, condition.by()) } else { Ends::Never }; // CW-R18
    table.impose(who, Condition { kind, ends });
    Ok(())
}

fn hold(table: &mut Table, by: ActorId, target: ActorId, kind: HoldKind, hands: u32) -> Result<(), Refusal> {
    let free = table.free_arms(by);
    if table.actor(by).hold.is_some() || free.len() < hands || !table.is_active(by) {
        let why = format!("{} has not the free hands for it", table.name(by));
        return Err(Refusal::by(rule!("CW-153"), "hands-busy", why));
    }
    let reach = u32::from(table.sheet(by).reach_ft);
    if !table.within(table.actor(by).place, table.actor(target).place, reach) {
        let why = format!("{} is not within {}'s Reach", table.name(target), table.name(by));
        return Err(Refusal::by(rule!("CW-R87"), "out-of-reach", why));
    }
    let arms = (0..32 as PartId).filter(|&arm| free.contains(arm)).take(2).fold(PartSet::default(), PartSet::with);
    table.actor_mut(by).hold = Some(Hold { kind, target, arms });
    Ok(())
}

fn bind(table: &mut Table, by: ActorId, who: ActorId, thing: ThingId, bindings: Rank) -> ConditionKind {
    if let Whereabouts::Held(holder) = table.thing(thing).at {
        table.let_go(holder, thing, Whereabouts::Worn(who));
    }
    table.thing_mut(thing).at = Whereabouts::Worn(who);
    let tier = table.skill(by, Skill::HandToHand).rank; // CW-R90
    ConditionKind::Bound { by, tier, bindings, thing }
}

/// Takes a Condition away: a hold ends, bindings fall.
pub(super) fn relieve(table: &mut Table, who: ActorId, which: u8) -> Result<(), Refusal> {
    let Some(condition) = table.actor(who).conditions.get(usize::from(which)).copied() else {
        let why = format!("{} has no such Condition", table.name(who));
        let named = table.actor(who).conditions.iter().map(|condition| condition.kind.name());
        return Err(Refusal::plain("no-condition", why).allowing(named));
    };
    match condition.kind {
        ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) => {
            table.release(by);
        }
        ConditionKind::Bound { thing, .. } => {
            let place = table.actor(who).place;
            table.thing_mut(thing).at = Whereabouts::Place(place);
        }
        ConditionKind::Staggered
        | ConditionKind::DistractedAgainst(_)
        | ConditionKind::DistractedExcept(_)
        | ConditionKind::Immobilized => {}
    }
    table.relieve(who, |kind| *kind == condition.kind);
    Ok(())
}
