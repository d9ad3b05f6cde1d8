//! Tasks on offer.

use crate::{Clockworld, Intent, table::Table};
use referee_engine::{ActorId, Filled, Offer, Refusal, Slot};

/// The words for commands.
pub const VERBS: &[&str] = &[];

pub fn offers(_book: &Clockworld, _table: &Table, _who: ActorId, _all: &mut Vec<Offer>) {}

pub fn slots(_book: &Clockworld, _table: &Table, _who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    Err(Refusal::plain("unknown-verb", format!("nothing is called {:?} here", filled.verb)))
}

pub fn intent(_book: &Clockworld, _table: &Table, _who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    Err(Refusal::plain("unknown-verb", format!("nothing is called {:?} here", filled.verb)))
}
