//! Weapons (CW-079 to CW-084, CW-108).

use super::{Limb, PartId, Skill, ThingId};
use crate::rank::Rank;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The three kinds of Attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// CW-090: at arm's length.
    #[default]
    Reach,
    /// CW-094: at a distance.
    Ranged,
    /// CW-100: against all within an area.
    Area,
}

impl AttackKind {
    pub const ALL: [AttackKind; 3] = [AttackKind::Reach, AttackKind::Ranged, AttackKind::Area];
}

/// CW-081 to CW-084: how far off a Target is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// CW-081: base Rank Layman.
    #[default]
    Reach,
    /// CW-082: up to 30 feet, Novice.
    Close,
    /// CW-083: up to 100 feet, Adept.
    Long,
    /// CW-084: up to 1,000 feet, Master.
    Extreme,
}

impl Band {
    /// The base Rank of an Attack at this distance.
    pub const fn rank(self) -> Rank {
        Rank(self as u8)
    }
}

/// CW-R37: no weapon adds more feet to its wielder's Reach.
pub const MOST_REACH_BONUS_FT: u16 = 10;

/// A weapon, or anything that is used as one. CW-115: a revolver has Handguns and d8 (`content/clockworld/weapons.toml`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The Skill of its Attacks (CW-108, CW-109).
    pub skill: Skill,
    /// What kind of Attack it makes.
    #[serde(default)]
    pub kind: AttackKind,
    /// CW-108: the sides of its pool dice.
    #[schemars(range(min = 4, max = 12))]
    pub die: u8,
    /// CW-079: how far it goes.
    #[serde(default)]
    pub max_band: Band,
    /// CW-R37: feet that it adds to the wielder's Reach.
    #[serde(default)]
    #[schemars(range(max = MOST_REACH_BONUS_FT))]
    pub reach_bonus_ft: u16,
    /// Limbs that it takes: 0 for a hazard, 2 for a rifle.
    #[serde(default = "one")]
    #[schemars(range(max = 2))]
    pub limbs: u8,
    /// Which sort of limb.
    #[serde(default = "arm")]
    pub limb_kind: Limb,
    /// CW-190: an Attack with it does not reveal by itself.
    #[serde(default)]
    pub silent: bool,
    /// Feet around the centre of an Area Attack.
    #[serde(default)]
    pub area_radius_ft: u16,
    /// Gone after one use.
    #[serde(default)]
    pub single_use: bool,
}

fn one() -> u8 {
    1
}

fn arm() -> Limb {
    Limb::Arm
}

/// A part of the body that strikes: a fist, a kick, a bite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Natural {
    /// What it is called: `fist (left arm)`.
    pub name: String,
    pub key: String,
    pub weapon: Weapon,
    /// The part that strikes; `None` for a hazard, which has no limbs.
    pub part: Option<PartId>,
}

/// What an Attack is made with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRef {
    /// A part of the attacker's own body, by its place in the sheet's list.
    Natural(u8),
    /// A thing that it holds.
    Thing(ThingId),
}
