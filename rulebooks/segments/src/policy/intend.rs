//! What a machine declares.

use super::{
    Around, Policy, act,
    value::{best_blow, best_cast, help},
};
use crate::{
    Segments,
    actions::{attack, recover},
    gear,
    table::Table,
    turn::{Intention, Place, declare, declare::Declaration},
};
use referee_engine::ActorId;

/// What to declare: whatever does most. A careful one shakes off a status first, heals and wards, and helps a friend whose
/// blow gains more by it than its own would do; both take a weapon in hand before they strike with the fist.
pub(super) fn declaration(book: &Segments, table: &Table, who: ActorId, policy: Policy) -> Declaration {
    let say = |intention: Intention| Declaration { who, intention, ally: None, slow_ready: false };
    let careful = policy == Policy::Careful;
    let is_sick = || table.actor(who).statuses.iter().any(|status| recover::way_out(table, status).is_some());
    if careful && is_sick() {
        return say(Intention::Recover);
    }
    let around = Around::of(table, who);
    let lowest = u32::from(table.rates(&book.house, who, 0).1);
    let quiet = around.iter().all(|(_, feet)| feet > lowest + 10);
    if let Some(handle) = act::handling(table, who, careful && quiet) {
        let sheet = table.thing_sheet(handle.thing);
        let slow = book.house.slow_ready && gear::is_slow(&book.house, sheet.tags, sheet.weapon.as_ref());
        return Declaration { slow_ready: slow, ..say(Intention::Ready) };
    }
    let blow = best_blow(book, table, who, &around, lowest);
    let value = blow.map_or(0, |(value, ..)| value);
    if best_cast(book, table, who, policy).is_some_and(|(cast, _)| cast > value) {
        return say(Intention::Ability);
    }
    if careful && let Some(ally) = whom_to_help(book, table, who, value) {
        return Declaration { ally: Some(ally), ..say(Intention::Assist) };
    }
    match blow {
        Some((_, weapon, _)) if attack::is_slow(book, table, who, weapon) => say(Intention::Slow),
        None if around.nearest().is_some() && declare::can_dash(table, who) => say(Intention::Dash),
        _ => say(Intention::Standard),
    }
}

/// SE-051: a friend who has declared to strike, whom nobody helps yet, and who gains more by help than the own blow is worth.
fn whom_to_help(book: &Segments, table: &Table, who: ActorId, own: i32) -> Option<ActorId> {
    let strikes = |ally: ActorId| {
        let part = table.actor(ally).part;
        part.place == Place::Declared && matches!(part.intention, Some(Intention::Standard | Intention::Slow))
    };
    let helped = |ally: ActorId| table.actors.iter().any(|actor| actor.part.ally == Some(ally));
    let fits = |&ally: &ActorId| declare::may_help(table, who, ally) && strikes(ally) && !helped(ally);
    let best = table.ids().filter(fits).map(|ally| (help(book, table, ally), ally)).max_by_key(|(gain, _)| *gain)?;
    (best.0 > own).then_some(best.1)
}
