//! Crisis as a whole: its worked examples, its exact odds, and the suite that every rulebook passes. One program, because
//! each would otherwise compile every rule for every handler again.

mod acts;
mod cases;
mod chances;
mod conformance;
mod encounters;
mod invariants;
