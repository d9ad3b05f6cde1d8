//! How somebody is.

use crate::{Segments, conditions::StatusSet, gear::GearCache, sheet::ThingId, turn::Part};
use referee_engine::{ActorId, Derived, named, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

named! {
    /// Does somebody take part?
    #[derive(PartialOrd, Ord, Hash, Default, JsonSchema)]
    pub enum Out {
        /// In the scene and able to act.
        #[default]
        Active = "active",
        /// SE-R75: in the scene, but cannot act or react: bound, asleep.
        Helpless = "helpless",
        /// SE-R110: no actions, and a point of Strong less each round.
        Dying = "dying",
        /// SE-R109.
        Dead = "dead",
        /// Not in the scene: not yet, or no more.
        Away = "away",
    }
}

/// SE-R09: a stock of food or of water.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stock {
    /// The sides of its usage die; 0 if it is gone.
    #[serde(default)]
    pub die: u8,
    /// Units, with `supply_mode` = `count`.
    #[serde(default)]
    pub units: u8,
}

named! {
    /// SE-R92: what somebody wants to happen when a foe moves in range.
    #[derive(Default, JsonSchema)]
    pub enum FreeAnswer for Segments {
        #[default]
        Ask = "ask",
        Always = "always",
        Never = "never",
    }
}

/// The most abilities of one character.
pub const MOST_ABILITIES: usize = 8;

/// How somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Actor {
    pub place: Place,
    /// Does it take part?
    pub out: Out,
    /// Do the other sides not know of it?
    pub hidden: bool,
    /// SE-110.
    pub down: bool,
    /// SE-R108.
    pub health: i16,
    /// SE-R110: what is left of Strong.
    pub strong: i16,
    /// SE-118.
    pub statuses: StatusSet,
    /// Whom a Frightened one may not come nearer to.
    pub afraid_of: Option<ActorId>,
    /// All mundane Defense (SE-R72); kept by [`know`](super::Table::know).
    pub defense: i8,
    /// All otherworldly Defense; kept by [`know`](super::Table::know).
    pub ward: i8,
    /// Otherworldly Defense by an ability, until the clock restarts.
    pub warded: i8,
    /// The raised shield (SE-R39); kept by [`know`](super::Table::know).
    pub shield: Option<ThingId>,
    /// The helmet that is worn; kept by [`know`](super::Table::know).
    pub helmet: Option<ThingId>,
    /// What it does in this round.
    pub part: Part,
    /// SE-R92.
    pub free: FreeAnswer,
    /// SE-R09.
    pub food: Stock,
    /// SE-R09.
    pub water: Stock,
    /// SE-R08: hours since it was met.
    pub food_hours: u16,
    /// SE-R08: hours since it was met.
    pub water_hours: u16,
    /// SE-R46: uses of abilities today.
    pub used: [u8; MOST_ABILITIES],
    /// Bind Wound: once per character and fight.
    pub bound: bool,
    /// How it was when the GM took it out of the scene: so it comes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_as: Option<Out>,
    /// Where its things are, and how far it strikes; kept by [`know`](super::Table::know).
    #[serde(skip)]
    pub gear: Derived<GearCache>,
}
