//! Segments as a whole: its worked examples, its odds, and the suite that every rulebook passes. One program, because each
//! would otherwise compile every rule for every handler again.

mod cases;
mod conformance;
mod duel;
mod encounters;
mod invariants;
mod odds;
mod offers;
mod policies;
mod secrets;
mod switches;
