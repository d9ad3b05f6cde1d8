//! How things are.

use referee_engine::{ActorId, space::Place};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thing {
    pub at: Whereabouts,
    pub count: u8,
    /// SE-R41.
    pub loaded: bool,
    /// Does it burn?
    pub lit: bool,
    /// SE-R05: turns of light left.
    pub turns_left: u8,
    /// SE-R73.
    pub health: i16,
    /// Open, for a door or a lock.
    pub open: bool,
    /// Its place in [`pieces`](super::Table::pieces).
    pub piece: Option<u16>,
}

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In a hand; a raised shield too (SE-R116).
    Held(ActorId),
    /// Worn: armour, a helmet.
    Worn(ActorId),
    /// At hand, to be drawn; a lowered shield hangs by its strap.
    Sheathed(ActorId),
    Packed(ActorId),
    /// Lying or standing there.
    Place(Place),
    /// Destroyed or used up.
    Gone,
}

impl Whereabouts {
    /// Where it lies or stands, if nobody has it.
    pub fn place(self) -> Option<Place> {
        match self {
            Whereabouts::Place(place) => Some(place),
            Whereabouts::Held(_)
            | Whereabouts::Worn(_)
            | Whereabouts::Sheathed(_)
            | Whereabouts::Packed(_)
            | Whereabouts::Gone => None,
        }
    }

    /// Whoever has it on them.
    pub fn owner(self) -> Option<ActorId> {
        match self {
            Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Sheathed(by) | Whereabouts::Packed(by) => {
                Some(by)
            }
            Whereabouts::Place(_) | Whereabouts::Gone => None,
        }
    }
}
