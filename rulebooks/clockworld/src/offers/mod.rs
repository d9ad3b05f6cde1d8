//! What can be done now: the list of acts, behind the type of intents.

pub(crate) mod slots;

use crate::{Clockworld, Intent, table::Table};
use referee_engine::{Drawn, Filled, Offer, Refusal, Seat, Slot, act};

/// What `seat` may do now, and what it may not with the reason.
pub fn offers(book: &Clockworld, table: &Table, seat: Seat) -> Vec<Offer> {
    act::offers(book, table, seat)
}

/// What the map shows of an offer.
pub fn drawn(book: &Clockworld, table: &Table, filled: &Filled) -> Vec<Drawn> {
    act::drawn(book, table, filled)
}

/// The slots of one offer.
pub fn slots(book: &Clockworld, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    act::slots(book, table, seat, filled)
}

/// The intent of a filled offer.
pub fn intent(book: &Clockworld, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    act::intent(book, table, seat, filled).map(Intent::Act)
}
