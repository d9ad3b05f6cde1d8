//! What Checks are for, in words.

use serde::{Deserialize, Serialize};

/// What a Check is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Named {
    Attack,
    Break,
    Crack,
    Deceive,
    Disarm,
    Dismantle,
    Distract,
    Endure,
    Escape,
    #[serde(rename = "First Turn")]
    FirstTurn,
    Heft,
    Obstacle,
    Perceive,
    Persuade,
    Pin,
    #[serde(rename = "Pot Shot")]
    PotShot,
    Resist,
    #[serde(rename = "Shock Check")]
    Shock,
    Shove,
    Sneak,
    Stabilize,
    Strangle,
    Track,
    Trip,
    Tumble,
    /// A Check that the GM calls for or defines.
    Check,
}

impl Named {
    /// What people read; also the name of the roll.
    pub const fn word(self) -> &'static str {
        match self {
            Named::Attack => "Attack",
            Named::Break => "Break",
            Named::Crack => "Crack",
            Named::Deceive => "Deceive",
            Named::Disarm => "Disarm",
            Named::Dismantle => "Dismantle",
            Named::Distract => "Distract",
            Named::Endure => "Endure",
            Named::Escape => "Escape",
            Named::FirstTurn => "First Turn",
            Named::Heft => "Heft",
            Named::Obstacle => "Obstacle",
            Named::Perceive => "Perceive",
            Named::Persuade => "Persuade",
            Named::Pin => "Pin",
            Named::PotShot => "Pot Shot",
            Named::Resist => "Resist",
            Named::Shock => "Shock Check",
            Named::Shove => "Shove",
            Named::Sneak => "Sneak",
            Named::Stabilize => "Stabilize",
            Named::Strangle => "Strangle",
            Named::Track => "Track",
            Named::Trip => "Trip",
            Named::Tumble => "Tumble",
            Named::Check => "Check",
        }
    }
}
