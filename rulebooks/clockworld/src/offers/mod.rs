//! What can be done now, with the slots to fill: one file for each kind of act.

mod facing;
mod incidentals;
pub(crate) mod slots;
mod task;

use crate::{
    Clockworld, Intent,
    acts::Deed,
    table::{Mode, Out, Table},
};
use referee_engine::{
    ActorId, Drawn, Filled, Offer, Refusal, Seat, Slot,
    act::{self, Acts as _},
};

/// What `seat` may do now, and what it may not with the reason.
pub fn offers(book: &Clockworld, table: &Table, seat: Seat) -> Vec<Offer> {
    let mut all = Vec::new();
    if table.over.is_none() {
        for who in table.ids().filter(|&who| seat.plays(who) && table.has_turn(who) && table.is_active(who)) {
            task::offers(book, table, who, &mut all);
        }
    }
    // CW-R59: after the Scenario Tasks take no Actions.
    if table.clock.mode == Mode::Aftermath {
        for who in table.ids().filter(|&who| seat.plays(who) && table.actor(who).out <= Out::Surrendered) {
            task::offers(book, table, who, &mut all);
        }
    }
    // Some Incidentals and a change of Facing are possible outside one's own Turn (CW-R136, CW-180).
    for who in table.ids().filter(|&who| seat.plays(who) && table.is_active(who)) {
        incidentals::offers(book, table, who, &mut all);
    }
    all.extend(act::offers(book, table, seat));
    all
}

/// Is it one of the list of acts?
fn is_act(filled: &Filled) -> bool {
    Deed::ALL.iter().any(|verb| verb.card().verb == filled.verb)
}

/// What the map shows of an offer.
pub fn drawn(book: &Clockworld, table: &Table, filled: &Filled) -> Vec<Drawn> {
    if is_act(filled) { act::drawn(book, table, filled) } else { Vec::new() }
}

/// The slots of one offer.
pub fn slots(book: &Clockworld, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    if is_act(filled) {
        return act::slots(book, table, seat, filled);
    }
    match filled.verb.as_str() {
        verb if task::VERBS.contains(&verb) => task::slots(book, table, actor(table, seat, filled)?, filled),
        verb if incidentals::VERBS.contains(&verb) => {
            incidentals::slots(book, table, actor(table, seat, filled)?, filled)
        }
        other => Err(unknown(book, table, seat, other)),
    }
}

/// The intent of a filled offer.
pub fn intent(book: &Clockworld, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    if is_act(filled) {
        return act::intent(book, table, seat, filled).map(Intent::Act);
    }
    let slots = slots(book, table, seat, filled)?;
    slots::check(&slots, filled)?;
    match filled.verb.as_str() {
        verb if task::VERBS.contains(&verb) => task::intent(book, table, actor(table, seat, filled)?, filled),
        verb if incidentals::VERBS.contains(&verb) => {
            incidentals::intent(book, table, actor(table, seat, filled)?, filled)
        }
        other => Err(unknown(book, table, seat, other)),
    }
}

/// Who does it, if this seat may say so.
pub(crate) fn actor(table: &Table, seat: Seat, filled: &Filled) -> Result<ActorId, Refusal> {
    let Some(actor) = filled.actor.filter(|actor| actor.index() < table.actors.len()) else {
        let why = format!("{} needs somebody who does it", filled.verb);
        return Err(Refusal::plain("no-actor", why).allowing(table.setup.sheets.iter().map(|sheet| sheet.key.clone())));
    };
    if !seat.plays(actor) {
        let why = format!("this seat does not play {}", table.name(actor));
        return Err(Refusal::plain("not-your-character", why));
    }
    Ok(actor)
}

fn unknown(book: &Clockworld, table: &Table, seat: Seat, verb: &str) -> Refusal {
    let mut verbs: Vec<String> = offers(book, table, seat).into_iter().map(|offer| offer.verb).collect();
    verbs.sort();
    verbs.dedup();
    Refusal::plain("unknown-verb", format!("nothing is called {verb:?} here")).allowing(verbs)
}
