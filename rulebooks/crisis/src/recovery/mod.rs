//! Game time outside and inside a crisis: whatever is due happens by itself (CR-124 to CR-148, CR-R155, CR-R156).

pub mod natural;
pub mod treat;

use crate::{
    Crisis, Event, conditions, harm,
    harm::HarmEvent,
    table::{Flag, Mode, Moment, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, clock::Ends};

/// CR-R156: when somebody who is Dying bleeds next by the clock; in a crisis it is a matter of turns.
pub fn next_bleeding(book: &Crisis, table: &Table) -> Moment {
    let round = u64::from(book.house.seconds_per_round);
    Moment::at(table.clock.elapsed + round).only_if(table.clock.mode == Mode::Free)
}

/// Lets time pass. Everything that is due on the way happens in its order.
pub fn pass<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, seconds: u64, oracle: &mut O) -> Flow<()> {
    let end = table.clock.elapsed.saturating_add(seconds);
    while let Some(moment) = Option::<u64>::from(next_moment(table)).filter(|moment| *moment <= end) {
        table.clock.elapsed = table.clock.elapsed.max(moment);
        happen(book, table, oracle)?;
    }
    table.clock.elapsed = end;
    Ok(())
}

/// The next moment at which anything is due.
fn next_moment(table: &Table) -> Moment {
    let mut next = Moment::NEVER;
    for actor in table.actors.iter() {
        next = next.min(actor.next_due().only_if(!actor.is_dead()));
    }
    if table.actors.is_unafflicted() && table.actors.is_untreated() {
        return next; // the usual case
    }
    for actor in table.actors.iter().filter(|actor| !actor.is_dead()) {
        next = next.min(actor.treating.as_ref().map(|treatment| treatment.ends).into());
        for condition in &actor.conditions {
            if let Ends::When(moment) = condition.ends {
                next = next.min(Moment::at(moment));
            }
        }
    }
    next
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
    for who in table.ids() {
        if table.actor(who).bleeds.is_due(now) {
            table.actor_mut(who).bleed_at(Moment::at(now + u64::from(book.house.seconds_per_round)));
            harm::bleed(book, table, who, oracle);
        }
        if table.actor(who).stabilised_until.is_due(now) {
            table.actor_mut(who).stabilised_until = Moment::NEVER; // CR-R107
            harm::settle(book, table, who, oracle);
        }
        if table.actor(who).hourly.is_due(now) {
            natural::hour(book, table, who, oracle);
        }
        if table.actor(who).daily.is_due(now) {
            natural::day(book, table, who, oracle)?;
        }
    }
    Ok(())
}

/// CR-195, CR-R87: what healing ends: Dying below HP, unconsciousness when the non-lethal wounds are gone.
pub fn after_healing<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    let hp = u16::from(table.sheet(who).hp);
    table.change(who, |actor| {
        if actor.is_dying() && actor.lethal.count() < hp {
            actor.set(Flag::Dying, false);
            actor.bleed_at(Moment::NEVER);
        }
    });
    let actor = table.actor(who);
    if actor.is(Flag::KnockedOut) && actor.nonlethal.count() == 0 {
        wake(table, who, oracle);
    }
    harm::settle(book, table, who, oracle);
}

/// CR-R87, CR-D36: it is no longer knocked out.
pub fn wake<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).set(Flag::KnockedOut, false);
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Wakes { who }));
}
