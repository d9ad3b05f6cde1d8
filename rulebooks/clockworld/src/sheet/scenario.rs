//! What a Scenario is about (CW-010).

use super::ThingId;
use referee_engine::Side;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a Scenario is about and what ends it (CW-010).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Scenario {
    /// The GM's word for it: `fight`, `chase`.
    pub kind: String,
    /// What ends it, besides surrender and a side wiped out.
    pub ends: SmallVec<[EndCondition; 2]>,
}

/// An event that ends a Scenario by its kind (CW-010).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCondition {
    /// This Character leaves the map: the side named wins.
    Leaves { who: u16, wins: Side },
    /// This Character is Pinned, unconscious or dead: the side named wins.
    Caught { who: u16, wins: Side },
    /// This thing is cracked, broken or dismantled: the side named wins.
    Opened { thing: ThingId, wins: Side },
    /// So many Turns of each side have passed: the side named wins.
    Turns { count: u32, wins: Side },
}
