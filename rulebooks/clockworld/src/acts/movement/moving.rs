//! A Move that can go on (CW-030).

use referee_engine::ActorSet;
use serde::{Deserialize, Serialize};

/// A Move that can go on (CW-030).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moving {
    /// Feet of Speed used, twice as many on the ground (CW-R95).
    pub spent_ft: u16,
    /// Feet of focus used (CW-031).
    pub extra_spent_ft: u16,
    /// Feet moved (CW-186).
    pub moved_ft: u16,
    /// CW-021.
    pub focus: bool,
    /// CW-181.
    pub sneakily: bool,
    /// CW-177: the direction it looks all the time, in degrees, whichever way it moves.
    pub looks: Option<u16>,
    /// CW-R95: it moves on the ground.
    pub crawling: bool,
    /// CW-R70: those who had their chance of a Pot Shot.
    pub shot_by: ActorSet,
    /// CW-R108: those who could see or hear it on its way, while it Moves Sneakily.
    pub near: ActorSet,
    /// CW-R109: those who had a clear view of it on its way, while it Moves Sneakily.
    pub seen_by: ActorSet,
}
