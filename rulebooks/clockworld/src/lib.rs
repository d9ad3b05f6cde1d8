//! Clockworld: one d10 against Ranks, shared Turns, Reactions before Actions, and Injury Pools.
//!
//! The ledger is `rules/clockworld.md`; every rule is a function that cites its id. See the crate's README for the words
//! of the book and the types that stand for them.

#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

pub mod acts;
pub mod check;
pub mod conditions;
pub mod fall;
pub mod harm;
pub mod house;
pub mod rank;
pub mod reactions;
pub mod recovery;
pub mod sheet;
pub mod sneak;
pub mod table;
pub mod turn;

mod facts;
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

use crate::{
    acts::task::TaskEvent,
    acts::{
        attack::AttackEvent,
        contest::ContestEvent,
        defend::Defended,
        face::Faced,
        gm::{GmEvent, first_turn::OpeningEvent},
        incidental::IncidentalEvent,
        movement::MoveEvent,
    },
    check::RankChecked,
    fall::FallEvent,
    harm::HarmEvent,
    house::HouseRules,
    reactions::ReactionEvent,
    recovery::RecoveryEvent,
    sneak::SneakEvent,
    turn::TurnEvent,
};
pub use acts::Intent;
pub use question::Question;
pub use scene::CONTENT;
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clockworld {
    /// The switches.
    pub house: HouseRules,
}

/// The oracle of this book: rolls, asks and tells.
pub trait Oracle: referee_engine::Oracle<Clockworld> {}

impl<O: referee_engine::Oracle<Clockworld>> Oracle for O {}

referee_engine::events! {
    pub enum Event for Clockworld {
        Turn(TurnEvent),
        RankCheck(RankChecked),
        Attack(AttackEvent),
        Reaction(ReactionEvent),
        Defended(Defended),
        Faced(Faced),
        Harm(HarmEvent),
        Contest(ContestEvent),
        Move(MoveEvent),
        Sneak(SneakEvent),
        Fall(FallEvent),
        Task(TaskEvent),
        Incidental(IncidentalEvent),
        Gm(GmEvent),
        Opening(OpeningEvent),
        Recovery(RecoveryEvent),
    }
}
