//! Stamina: pools of d4, d8 and d6, turns paid in stamina, and defense that is worn down and won back.
//!
//! The ledger is `rules/stamina.md`; every rule is a function that cites its id. See the crate's README for the words of
//! the book and the types that stand for them.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

pub mod action;
pub mod acts;
pub mod check;
pub mod conditions;
pub mod defense;
pub mod harm;
pub mod house;
pub mod initiative;
pub mod reach;
pub mod reactions;
pub mod recovery;
pub mod schema;
pub mod sheet;
pub mod table;
pub mod turn;

mod event;
mod policy;
mod question;
mod scene;
mod system;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use acts::Intent;
pub use event::Event;
use house::HouseRules;
pub use question::Question;
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stamina {
    /// The switches.
    pub house: HouseRules,
}
