//! How a thing is, and what the GM has set.

use crate::sheet::{PartSet, Skill};
use referee_engine::{ActorId, space::Place};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thing {
    pub at: Whereabouts,
    /// How whole it is.
    pub state: Wholeness,
    /// CW-R52: parts that no longer work.
    pub parts_out: PartSet,
    /// Open, for a door; on, for a lever.
    pub open: bool,
    /// CW-199: cracked; its lock no longer matters.
    pub cracked: bool,
    /// CW-196: taken apart.
    pub dismantled: bool,
    /// CW-261: tipped over, giving Cover from this direction in degrees.
    pub tipped: Option<u16>,
    /// Its place in [`Table::pieces`](super::Table::pieces), if it stands on the map.
    pub piece: Option<u16>,
}

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In somebody's hand or hands.
    Held(ActorId),
    /// Holstered or worn in sight.
    Worn(ActorId),
    /// Carried out of sight.
    Hidden(ActorId),
    /// Lying or standing there.
    Place(Place),
    /// Used up.
    Gone,
}

/// CW-R52: how whole a thing is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Wholeness {
    #[default]
    Intact,
    Damaged,
    Destroyed,
}

/// Something the GM has set for a Character's Checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    /// Whose Checks.
    pub who: ActorId,
    pub gives: Gives,
    /// The next Check only, or until the GM takes it away.
    pub once: bool,
    /// Why, in the GM's words: `crowd`.
    pub why: String,
}

/// What a circumstance gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    /// CW-043.
    HighRoll,
    /// CW-043.
    LowRoll,
    /// CW-051: an effect such as fear on all Checks.
    Fear,
    /// CW-R12.
    Modifier(i8),
    /// CW-R16, CW-D10: another Skill.
    Skill(Skill),
}

impl Thing {
    /// Something there, whole and as it was made.
    pub fn new(at: Whereabouts) -> Thing {
        Thing {
            at,
            state: Wholeness::Intact,
            parts_out: PartSet::default(),
            open: false,
            cracked: false,
            dismantled: false,
            tipped: None,
            piece: None,
        }
    }
}
