//! Proficiency as a whole: its worked examples, its chances, and the suite that every rulebook passes. One program,
//! because each would otherwise compile every rule for every handler again.

mod acts;
mod cases;
mod chances;
mod conformance;
mod content;
mod encounters;
mod invariants;
