//! What a machine declares.

use super::{
    Around, Policy, act,
    value::{best_blow, best_cast, help},
};
use crate::{
    acts::{Declare, declare::Object, recover, value::See},
    gear, reach,
    turn::{Intention, Place, declare},
};
use referee_engine::{ActorId, act::Open};

/// What to declare: whatever does most. A careful one shakes off a status first, heals and wards, and helps a friend whose
/// blow gains more by it than its own would do; both take a weapon in hand before they strike with the fist.
pub(super) fn declaration(see: See<'_, '_>, who: ActorId, policy: Policy) -> Declare {
    let (book, table) = (see.book, see.table);
    let say = |intention: Intention| Declare { intention: intention.into(), ..Declare::default() };
    let careful = policy == Policy::Careful;
    let is_sick = || table.actor(who).statuses.iter().any(|status| recover::way_out(table, status).is_some());
    if careful && is_sick() {
        return say(Intention::Recover);
    }
    let around = Around::of(table, who);
    let lowest = u32::from(table.rates(&book.house, who, 0).1);
    let quiet = around.iter().all(|(_, feet)| feet > lowest + 10);
    if let Some((_, thing)) = act::handling(table, who, careful && quiet) {
        let sheet = table.thing_sheet(thing);
        let slow = gear::is_slow(&book.house, sheet.tags, sheet.weapon.as_ref());
        let object = if slow { Object::Slow } else { Object::Plain };
        let object = if book.house.slow_ready { Open::with(object) } else { Open::default() };
        return Declare { object, ..say(Intention::Ready) };
    }
    let blow = best_blow(see, who, &around, lowest);
    let value = blow.map_or(0, |(value, ..)| value);
    if best_cast(see, who, policy).is_some_and(|(cast, _)| cast > value) {
        return say(Intention::Ability);
    }
    if careful && let Some(ally) = whom_to_help(see, who, value) {
        return Declare { ally: ally.into(), ..say(Intention::Assist) };
    }
    match blow {
        Some((_, weapon, _)) if reach::is_slow(book, table, who, weapon) => say(Intention::Slow),
        None if around.nearest().is_some() && declare::can_dash(table, who) => say(Intention::Dash),
        _ => say(Intention::Standard),
    }
}

/// SE-051: a friend who has declared to strike, whom nobody helps yet, and who gains more by help than the own blow is worth.
fn whom_to_help(see: See<'_, '_>, who: ActorId, own: i32) -> Option<ActorId> {
    let table = see.table;
    let strikes = |ally: ActorId| {
        let part = table.actor(ally).part;
        part.place == Place::Declared && matches!(part.intention, Some(Intention::Standard | Intention::Slow))
    };
    let helped = |ally: ActorId| table.actors.iter().any(|actor| actor.part.ally == Some(ally));
    let fits = |&ally: &ActorId| declare::may_help(table, who, ally) && strikes(ally) && !helped(ally);
    let best = table.ids().filter(fits).map(|ally| (help(see, ally), ally)).max_by_key(|(gain, _)| *gain)?;
    (best.0 > own).then_some(best.1)
}
