//! Sheets: what Characters, weapons and things are.

mod body;
mod scenario;
mod thing;
mod weapon;

pub use body::{Class, Limb, Part, PartId, PartSet};
pub use scenario::{EndCondition, Scenario};
pub use thing::{Length, Obstacle, TasksOn, ThingId, ThingSheet, Tracks};
pub use weapon::{AttackKind, Band, MOST_REACH_BONUS_FT, Natural, Weapon, WeaponRef};

use crate::rank::SkillRank;
use referee_engine::{Side, named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The side of the PCs and their allies (CW-001).
pub const PLAYERS: Side = Side(0);
/// The side of villains, monsters and hazards (CW-001, CW-002).
pub const THREATS: Side = Side(1);

named! {
    /// A trained field (CW-R16, CW-275).
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Skill {
        Acuity = "Acuity",
        Athletics = "Athletics",
        Bravado = "Bravado",
        Charm = "Charm",
        Explosives = "Explosives",
        Fortitude = "Fortitude",
        Guile = "Guile",
        HandToHand = "Hand-to-Hand",
        Handguns = "Handguns",
        Longarms = "Longarms",
        Medicine = "Medicine",
        Melee = "Melee",
        Reflex = "Reflex",
        Stealth = "Stealth",
        Throwing = "Throwing",
        Tinkering = "Tinkering",
        Willpower = "Willpower",
    }
}

/// Rank and Bonus in one Skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trained {
    /// The Skill Rank.
    pub rank: SkillRank,
    /// What a Check adds (CW-038). From the sheet, or by CW-R01.
    pub bonus: i8,
}

/// What a Character is in the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Run by a player.
    #[default]
    Pc,
    /// On the Players' side, run by anybody.
    Ally,
    /// A person on the Threats' side.
    Villain,
    /// A creature on the Threats' side.
    Monster,
    /// CW-002: a danger that acts in the Threat Turn; no creature (CW-R38), and it keeps no side alive (CW-R22).
    Hazard,
}

impl Kind {
    /// CW-001, CW-002: the side that a kind belongs to.
    pub fn side(self) -> Side {
        match self {
            Kind::Pc | Kind::Ally => PLAYERS,
            Kind::Villain | Kind::Monster | Kind::Hazard => THREATS,
        }
    }
}

/// How large a Character is; it matters for Pin (CW-156).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Size {
    Small,
    #[default]
    Medium,
    Large,
    Huge,
}

/// A Character, creature or hazard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    pub key: String,
    pub name: String,
    /// What it is in the story.
    pub kind: Kind,
    pub side: Side,
    /// Rank and Bonus in each Skill, by [`Skill`].
    pub skills: [Trained; 17],
    /// Feet a Move (CW-029, CW-R101).
    pub speed_ft: u16,
    /// CW-080: how far it strikes by hand.
    pub reach_ft: u16,
    /// How large it is.
    pub size: Size,
    /// CW-162: can it be strangled?
    pub needs_breath: bool,
    pub can_see: bool,
    pub can_hear: bool,
    pub can_speak: bool,
    /// Its parts; at least one Bulk.
    pub body: Vec<Part>,
    /// What it strikes with when it holds nothing.
    pub natural: Vec<Natural>,
    /// CW-R57: Shock failures that make it unconscious.
    pub shock_limit: u8,
    /// Can it be the Target of an Attack or Contest? A steam vent cannot.
    pub targetable: bool,
    /// Which parts are arms; see [`Sheet::know_limbs`].
    pub arms: PartSet,
    /// Which parts are legs.
    pub legs: PartSet,
}

impl Sheet {
    /// Rank and Bonus in a Skill (CW-R02: Layman if the sheet does not name it).
    pub fn skill(&self, skill: Skill) -> Trained {
        self.skills[skill as usize]
    }

    /// The part by its place in the list.
    pub fn part(&self, part: PartId) -> &Part {
        &self.body[usize::from(part)]
    }

    /// The first part of a class.
    pub fn first(&self, class: Class) -> Option<PartId> {
        self.body.iter().position(|part| part.class == class).map(|at| at as PartId)
    }

    /// Notes which parts are arms and legs; to be called when the body has changed.
    pub fn know_limbs(&mut self) {
        self.arms = self.limbs(Limb::Arm).fold(PartSet::default(), PartSet::with);
        self.legs = self.limbs(Limb::Leg).fold(PartSet::default(), PartSet::with);
    }

    /// The parts that are this sort of limb.
    pub fn limbs(&self, limb: Limb) -> impl Iterator<Item = PartId> {
        self.body.iter().enumerate().filter(move |(_, part)| part.limb == limb).map(|(at, _)| at as PartId)
    }
}
