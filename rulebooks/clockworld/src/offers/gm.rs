//! What the GM may do, on offer.

use crate::{Clockworld, Intent, table::Table};
use referee_engine::{Filled, Offer, Refusal, Slot};

/// The words for commands.
pub const VERBS: &[&str] = &[];

pub fn offers(_book: &Clockworld, _table: &Table, _all: &mut Vec<Offer>) {}

pub fn slots(_book: &Clockworld, _table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    Err(Refusal::plain("unknown-verb", format!("nothing is called {:?} here", filled.verb)))
}

pub fn intent(_book: &Clockworld, _table: &Table, filled: &Filled) -> Result<Intent, Refusal> {
    Err(Refusal::plain("unknown-verb", format!("nothing is called {:?} here", filled.verb)))
}
