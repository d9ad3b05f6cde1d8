//! Holds: letting go, and what ends a hold by itself (CW-155, CW-160, CW-R87, CW-R92).

use super::{ContestEvent, Ended};
use crate::{
    Clockworld, Event,
    actions::task::Object,
    conditions::ConditionKind,
    sheet::ThingId,
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, Audience, Oracle, Refusal, rule};

/// CW-R87, CW-R92: every hold by hand ends whose two are no longer within Reach, whoever moved or was moved.
///
/// To be called after any movement; ropes and bindings go along.
pub fn check_holds<O: Oracle<Clockworld>>(table: &mut Table, oracle: &mut O) {
    for holder in table.ids() {
        let Some(hold) = table.actor(holder).hold else { continue };
        let (from, to) = (table.actor(holder).place, table.actor(hold.target).place);
        if !table.within(from, to, u32::from(table.sheet(holder).reach_ft)) {
            end(table, holder, Ended::Apart, oracle);
        }
    }
}

/// The hold of this Character ends, if it has one, and everybody hears of it.
pub fn end<O: Oracle<Clockworld>>(table: &mut Table, holder: ActorId, how: Ended, oracle: &mut O) {
    if let Some(who) = table.release(holder) {
        let from = Object::Actor(holder);
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Freed { who, from, how }));
    }
}

/// The bindings that this Character was tied with by that one.
pub fn tied(table: &Table, who: ActorId, tier: ActorId) -> Option<ThingId> {
    table.actor(who).conditions.iter().find_map(|condition| match condition.kind {
        ConditionKind::Bound { by, thing, .. } => (by == tier).then_some(thing),
        ConditionKind::Staggered
        | ConditionKind::DistractedAgainst(_)
        | ConditionKind::DistractedExcept(_)
        | ConditionKind::PinnedBy(_)
        | ConditionKind::StrangledBy(_)
        | ConditionKind::Immobilized => None,
    })
}

/// Does somebody lie in these bindings?
pub fn in_use(table: &Table, thing: ThingId) -> bool {
    table
        .ids()
        .any(|who| table.has(who, |kind| matches!(kind, ConditionKind::Bound { thing: with, .. } if *with == thing)))
}

/// Those whom this Character can let go of now.
pub fn held_by(table: &Table, holder: ActorId) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(move |&who| may_release(table, holder, who).is_ok())
}

/// CW-D34: only whom one holds; one that was tied must be within Reach to be untied.
pub fn may_release(table: &Table, holder: ActorId, target: ActorId) -> Result<(), Refusal> {
    if target.index() >= table.actors.len() {
        return Err(Refusal::by(rule!("CW-155"), "unknown-target", "there is no such Target"));
    }
    if table.actor(holder).hold.is_some_and(|hold| hold.target == target) {
        return Ok(());
    }
    let (name, other) = (table.name(holder), table.name(target));
    if tied(table, target, holder).is_none() {
        return Err(Refusal::by(rule!("CW-155"), "not-held", format!("{name} does not hold {other}")));
    }
    super::in_reach(table, holder, target, u32::from(table.sheet(holder).reach_ft))
}

/// CW-155, CW-160, CW-R87: lets go. It is Incidental: no Action, no Check, at any point of the holder's Turn.
pub fn release<O: Oracle<Clockworld>>(table: &mut Table, holder: ActorId, who: ActorId, oracle: &mut O) {
    let from = if table.actor(holder).hold.is_some_and(|hold| hold.target == who) {
        table.release(holder);
        Object::Actor(holder)
    } else if let Some(thing) = tied(table, who, holder) {
        untie(table, who, thing);
        Object::Thing(thing)
    } else {
        return;
    };
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Freed { who, from, how: Ended::Released }));
}

/// The bindings fall off.
pub fn untie(table: &mut Table, who: ActorId, thing: ThingId) {
    table.relieve(who, |kind| matches!(kind, ConditionKind::Bound { thing: with, .. } if *with == thing));
    let place = table.actor(who).place;
    table.thing_mut(thing).at = Whereabouts::Place(place);
}
