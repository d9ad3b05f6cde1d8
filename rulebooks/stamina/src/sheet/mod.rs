//! What stands on paper: characters, weapons, spells, clues. It does not change in play, except by the GM's correction.

mod forms;
mod magic;
mod weapons;

pub use forms::{ClueSheet, Custom, clue_without_cost};
pub use magic::{Cantrip, Effect, Power, Spell};
pub use weapons::{ItemSheet, Melee, Natural, Ranged, Shield, Thrown};

use crate::Stamina;
use referee_engine::{Side, named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

named! {
    /// ST-004: the attribute of a check. Its score is the number of d4s and of kept dice.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Attribute for Stamina {
        Body = "body",
        Reflexes = "reflexes",
        Perception = "perception",
        Mind = "mind",
    }
}

named! {
    /// ST-005: the broad skill of a check. Each rank is a d8.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Primary for Stamina {
        PersonalMovement = "personal-movement" / "personal movement",
        MeleeCombat = "melee-combat" / "melee combat",
        ArcaneAptitude = "arcane-aptitude" / "arcane aptitude",
        PersonalDefense = "personal-defense" / "personal defense",
        Endurance = "endurance",
        Awareness = "awareness",
        RangedCombat = "ranged-combat" / "ranged combat",
        Stealth = "stealth",
        Crafting = "crafting",
    }
}

named! {
    /// A narrow skill: its ranks change one action, or one type of weapon.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Secondary for Stamina {
        Swim = "swim",
        Climb = "climb",
        Jump = "jump",
        Balance = "balance",
        Blades = "blades",
        Axes = "axes",
        Hammers = "hammers",
        Polearms = "polearms",
        Staves = "staves",
        Shields = "shields",
        Brawling = "brawling",
        Bows = "bows",
        Crossbows = "crossbows",
        ArcaneProjectiles = "arcane-projectiles" / "arcane projectiles",
        Bash = "bash",
        Disarm = "disarm",
        DistractingAttack = "distracting-attack" / "distracting attack",
        FlurryOfBlows = "flurry-of-blows" / "flurry of blows",
        HalfSword = "half-sword",
        Lunge = "lunge",
        OffHandAttack = "off-hand-attack" / "off-hand attack",
        PowerAttack = "power-attack" / "power attack",
        QuickAttack = "quick-attack" / "quick attack",
        RecklessAttack = "reckless-attack" / "reckless attack",
        Trip = "trip",
        Aim = "aim",
        Reload = "reload",
        Throw = "throw",
        Dodge = "dodge",
        RegainComposure = "regain-composure" / "regain composure",
        Stamina = "stamina",
        Investigate = "investigate",
        Alertness = "alertness",
        Search = "search",
    }
}

/// A set of secondary skills, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillSet(pub u64);

impl SkillSet {
    /// The set with `skill` in it.
    pub const fn with(self, skill: Secondary) -> Self {
        SkillSet(self.0 | 1 << skill as u64)
    }

    /// Is `skill` in it?
    pub const fn contains(self, skill: Secondary) -> bool {
        self.0 >> skill as u64 & 1 == 1
    }
}

/// A character or creature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    pub key: String,
    pub name: String,
    pub side: Side,
    /// Body, reflexes, perception, mind.
    pub attributes: [u8; 4],
    /// Ranks of the primary skills.
    pub primary: [u8; 9],
    /// Ranks of the secondary skills.
    pub secondary: Vec<u8>,
    /// Metres of a Dash.
    pub base_movement: u8,
    /// The most stamina.
    pub max_stamina: u8,
    /// The most defense.
    pub max_defense: u8,
    /// The most health.
    pub max_health: u8,
    /// ST-R110: 5 is a human.
    pub size: u8,
    /// Points of its own reach.
    pub reach: u8,
    pub legs: u8,
    pub hands: u8,
    /// ST-R47: weapon types whose ranks give bonus dice.
    pub proficient: SkillSet,
    /// Armour.
    pub av: u8,
    /// Armour of the arms.
    pub arm_av: u8,
    /// Attacks of the body.
    pub natural: Vec<Natural>,
    /// ST-R73: may it take magic actions?
    pub arcane: bool,
    /// Cantrips it knows, by their place in the setup.
    pub cantrips: Vec<u8>,
    /// Spells it knows, by their place in the setup.
    pub spells: Vec<u8>,
}

impl Sheet {
    /// The score of an attribute.
    pub fn attribute(&self, attribute: Attribute) -> u8 {
        self.attributes[attribute as usize]
    }

    /// The ranks in a primary skill.
    pub fn skill(&self, skill: Primary) -> u8 {
        self.primary[skill as usize]
    }

    /// The ranks in a secondary skill.
    pub fn rank(&self, skill: Secondary) -> u8 {
        self.secondary.get(skill as usize).copied().unwrap_or(0)
    }

    /// ST-R51: points of reach of the longest part of the body.
    pub fn natural_reach(&self) -> u8 {
        self.natural.iter().fold(0, |best, natural| best.max(natural.melee.reach))
    }

    /// ST-R47: the bonus dice that a type of weapon gives; none to whoever is not proficient with it.
    pub fn weapon_dice(&self, kind: Secondary) -> u8 {
        if self.proficient.contains(kind) { self.rank(kind) } else { 0 }
    }
}
