//! Game time outside and inside a crisis: whatever is due happens by itself (CR-124 to CR-148, CR-R155, CR-R156).

pub mod medicine;
pub mod natural;
pub mod treat;

use crate::{
    Crisis, Event, conditions, harm,
    harm::HarmEvent,
    table::{Actor, Mode, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, clock::Ends};

/// CR-R156: when somebody who is Dying bleeds next by the clock; in a crisis it is a matter of turns.
pub fn next_bleeding(book: &Crisis, table: &Table) -> Option<u64> {
    let round = u64::from(book.house.seconds_per_round);
    (table.clock.mode == Mode::Free).then_some(table.clock.elapsed + round)
}

/// Lets time pass. Everything that is due on the way happens in its order.
pub fn pass<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, seconds: u64, oracle: &mut O) -> Flow<()> {
    let end = table.clock.elapsed.saturating_add(seconds);
    while let Some(moment) = next_moment(table).filter(|moment| *moment <= end) {
        table.clock.elapsed = table.clock.elapsed.max(moment);
        happen(book, table, oracle)?;
    }
    table.clock.elapsed = end;
    Ok(())
}

/// The next moment at which anything is due.
fn next_moment(table: &Table) -> Option<u64> {
    let alive = table.actors.iter().filter(|actor| !actor.dead);
    alive.filter_map(next_of).min()
}

/// The next moment at which something about this creature is due.
fn next_of(actor: &Actor) -> Option<u64> {
    let clocks = [actor.bleeds, actor.hourly, actor.daily, actor.stabilised_until];
    let treatment = actor.treating.as_ref().map(|treatment| treatment.ends);
    let conditions = actor.conditions.iter().filter_map(|condition| match condition.ends {
        Ends::When(moment) => Some(moment),
        Ends::At { .. } | Ends::Never => None,
    });
    clocks.into_iter().flatten().chain(treatment).chain(conditions).min()
}

/// Everything that is due now: treatments first, then bleeding, then what heals (CR-R111: the hour before the day).
fn happen<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let now = table.clock.elapsed;
    conditions::pass_time(table, false, oracle);
    for who in table.ids() {
        if table.actor(who).treating.as_ref().is_some_and(|treatment| treatment.ends <= now) {
            treat::finish(book, table, who, oracle)?;
        }
    }
    let is_due = |moment: Option<u64>| moment.is_some_and(|moment| moment <= now);
    for who in table.ids() {
        if is_due(table.actor(who).bleeds) {
            table.actor_mut(who).bleeds = Some(now + u64::from(book.house.seconds_per_round));
            harm::bleed(book, table, who, oracle);
        }
        if is_due(table.actor(who).stabilised_until) {
            table.actor_mut(who).stabilised_until = None; // CR-R107
            harm::settle(book, table, who, oracle);
        }
        if is_due(table.actor(who).hourly) {
            natural::hour(book, table, who, oracle);
        }
        if is_due(table.actor(who).daily) {
            natural::day(book, table, who, oracle)?;
        }
    }
    Ok(())
}

/// CR-195, CR-R87: what healing ends: Dying below HP, unconsciousness when the non-lethal wounds are gone.
pub fn after_healing<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    let hp = u16::from(table.sheet(who).hp);
    let actor = table.actor_mut(who);
    if actor.dying && actor.lethal.count() < hp {
        (actor.dying, actor.bleeds) = (false, None);
    }
    let actor = table.actor(who);
    if actor.knocked_out && actor.nonlethal.count() == 0 {
        wake(table, who, oracle);
    }
    harm::settle(book, table, who, oracle);
}

/// CR-R87, CR-D36: it is no longer knocked out.
pub fn wake<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).knocked_out = false;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Wakes { who }));
}
