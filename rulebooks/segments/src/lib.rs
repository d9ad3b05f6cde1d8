//! Segments: three speeds of play, declared intentions, and one d20 under a number that is hit and damage at once.
//!
//! The ledger is `rules/segments.md`; every rule is a function that cites its id. See the crate's README for the words of the
//! book and the types that stand for them.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

pub mod acts;
pub mod check;
pub mod conditions;
pub mod gear;
pub mod harm;
pub mod house;
pub mod opening;
pub mod reach;
pub mod reactions;
pub mod recovery;
pub mod sheet;
pub mod sight;
pub mod table;
pub mod time;
pub mod turn;

mod event;
mod facts;
mod policy;
mod scene;
mod system;
mod view;
mod words;

use crate::house::HouseRules;
pub use acts::{Intent, Ready};
pub use event::{Event, Question};
pub use scene::CONTENT;
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segments {
    /// The switches.
    pub house: HouseRules,
}
