//! Clockworld: one d10 against Ranks, shared Turns, Reactions before Actions, and Injury Pools.
//!
//! The ledger is `rules/clockworld.md`; every rule is a function that cites its id. See the crate's README for the words
//! of the book and the types that stand for them.

#[allow(missing_docs, reason = "a field or variant is described where its name does not say it")]
pub mod acts;
pub mod check;
pub mod conditions;
pub mod fall;
pub mod harm;
pub mod house;
pub mod rank;
pub mod reactions;
pub mod recovery;
pub mod schema;
pub mod sheet;
pub mod sneak;
pub mod table;
pub mod turn;

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
        contest::{
            bout::BoutEvent, deceive::DeceiveEvent, disarm::DisarmEvent, distract::DistractEvent, escape, holds::Freed,
            persuade::PersuadeEvent, pin::PinEvent, shove::ShoveEvent, strangle::StrangleEvent, trip::TripEvent,
        },
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
    reactions::{Defence, TookCover, Turned},
    recovery::RecoveryEvent,
    sneak::SneakEvent,
    turn::TurnEvent,
};
pub use acts::Intent;
pub use question::Question;
use serde::{Deserialize, Serialize};
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clockworld {
    /// The switches.
    pub house: HouseRules,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A Turn begins or ends, the Scenario is over.
    Turn(TurnEvent),
    /// A Check against a Rank.
    RankCheck(RankChecked),
    /// An Attack.
    Attack(AttackEvent),
    /// A Reaction to an Attack was rolled.
    Reacted(Defence),
    /// Somebody turned to the attacker.
    Turned(Turned),
    /// CW-243.
    TookCover(TookCover),
    /// CW-035, CW-036.
    Defended(Defended),
    /// CW-178, CW-180: somebody turned.
    Faced(Faced),
    /// Injuries and what comes of them.
    Harm(HarmEvent),
    /// CW-118: the Checks of a Contest.
    Bout(BoutEvent),
    /// CW-123.
    Distract(DistractEvent),
    /// CW-128.
    Persuade(PersuadeEvent),
    /// CW-135.
    Deceive(DeceiveEvent),
    /// CW-141.
    Shove(ShoveEvent),
    /// CW-145.
    Trip(TripEvent),
    /// CW-147.
    Disarm(DisarmEvent),
    /// CW-152.
    Pin(PinEvent),
    /// CW-157.
    Strangle(StrangleEvent),
    /// CW-211: somebody tries to get free.
    Escape(escape::Tried),
    /// What comes of a hold.
    Freed(Freed),
    /// A Move.
    Move(MoveEvent),
    /// Sneaking and being noticed.
    Sneak(SneakEvent),
    /// A fall.
    Fall(FallEvent),
    /// A Task.
    Task(TaskEvent),
    /// An Incidental.
    Incidental(IncidentalEvent),
    /// The GM's doing.
    Gm(GmEvent),
    /// CW-012: the Contest for the first Turn.
    Opening(OpeningEvent),
    /// CW-R59: what comes after the Scenario.
    Recovery(RecoveryEvent),
}
