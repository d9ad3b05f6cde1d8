//! Long Actions: more than 6 AP, over several turns (CR-052 to CR-058).

use super::MOST_AP;
use crate::{
    Crisis, Event,
    loss::{self, Loss},
    table::{Long, LongAction, Table},
    words::long_action,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, act::Why, bar, told};

told! {
    /// A long Action as it is told.
    pub struct LongWork for Crisis {
        who: ActorId,
        what: LongAction,
        /// AP put in so far.
        put: u8,
        /// AP needed.
        cost: u8,
    }
    |table| "CR-052", "CR-055" by who => {
        let what = long_action(table, who, what);
        format!("{} is at {what}: {} of {} AP", table.name(who), put, cost)
    };
}

/// CR-052: does this cost take several turns?
pub const fn is_long(cost: u8) -> bool {
    cost > MOST_AP
}

/// CR-053, CR-R32, CR-R34: on the turn it begins, all AP go in. With `keep_progress` it goes on where it was left.
///
/// True if it is complete at once.
pub fn begin<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    what: LongAction,
    cost: u8,
    oracle: &mut O,
) -> Flow<bool> {
    let kept = table.actor(who).long.filter(|long| long.paused && long.what == what).map_or(0, |long| long.put);
    super::spend(book, table, who, 0, false, oracle);
    // The GM may set a lower cost than before: then enough has gone in already.
    let put = kept.min(cost);
    table.actor_mut(who).long = Some(Long { what, put, cost, worked: false, paused: false });
    Ok(put_in(table, who, MOST_AP, oracle))
}

/// CR-054, CR-R32, CR-R33: on a later turn at most 4 AP go in, whatever the gain was.
pub fn go_on<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<bool> {
    table.actor_mut(who).acted = true;
    loss::lose_aim(table, who, oracle);
    Ok(put_in(table, who, book.house.long_action_later_cap, oracle))
}

/// CR-033, CR-D11: is there something to go on with in this turn?
pub fn may_go_on(table: &Table, who: ActorId) -> Result<Long, Why<'_>> {
    table.may_act_in_crisis(who)?;
    let name = table.name(who);
    match table.actor(who).long {
        Some(long) if long.paused => Err(bar!("CR-056", "cancelled", "{} has broken off what it was doing", name)),
        Some(long) if long.worked => Err(bar!("CR-054", "worked", "{} has put in what a turn allows", name)),
        Some(_) if table.actor(who).ap == 0 => Err(bar!("CR-051", "no-ap", "{} has no AP", name)),
        Some(long) => Ok(long),
        None => Err(bar!("CR-052", "nothing-long", "{} is at nothing that takes turns", name)),
    }
}

/// CR-055: complete as soon as enough has gone in; AP beyond the cost stay with the character. What it does comes after those
/// on Overwatch (CR-R134).
fn put_in<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, most: u8, oracle: &mut O) -> bool {
    let actor = table.actor_mut(who);
    let Some(mut now) = actor.long else { return false };
    let most = if most >= MOST_AP { u8::MAX } else { most };
    let ap = actor.ap.min(most).min(now.cost - now.put);
    actor.ap -= ap;
    now.put += ap;
    now.worked = true;
    actor.long = Some(now);
    oracle.tell(Audience::All, || Event::Long(LongWork { who, what: now.what, put: now.put, cost: now.cost }));
    if now.put < now.cost {
        return false;
    }
    table.actor_mut(who).long = None;
    true
}

/// CR-056, CR-R34: all progress is lost, or kept for later.
pub fn cancel<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    lose(table, who, book.house.keep_progress, oracle);
}

/// A long Action is broken off, with its progress kept or not.
pub(super) fn lose<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, kept: bool, oracle: &mut O) {
    let Some(long) = table.actor(who).long else { return };
    table.actor_mut(who).long = kept.then_some(Long { paused: true, ..long });
    // One that was broken off before, and kept, is lost only now.
    if !long.paused || !kept {
        let Long { what, put, cost, .. } = long;
        loss::tell(Loss::Long { who, what, put, cost, kept }, oracle);
    }
}
