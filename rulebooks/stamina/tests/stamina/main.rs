//! Stamina as a whole: its worked examples, and the suite that every rulebook passes. One program, because each would
//! otherwise compile every rule for every handler again.

mod cases;
mod conformance;
mod encounters;
mod invariants;
mod properties;
mod switches;
