//! A scene file as people write it: anything may be wrong in it.

use crate::{
    house::HouseRules,
    sheet::{Custom, Melee, Natural, Primary, Ranged, Secondary, Shield, Thrown},
    table::{Out, Posture},
};
use referee_engine::space::MapDescription;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scene file.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScene {
    /// The rulebook: `stamina`.
    pub book: String,
    /// A line that says what it is about.
    #[serde(default)]
    pub title: String,
    /// A few lines for whoever chooses a scene.
    #[serde(default)]
    pub about: String,
    /// House rules: the switches of the ledger.
    #[serde(default)]
    pub rules: HouseRules,
    /// ST-R32: the map: hexes of one metre.
    pub map: MapDescription,
    /// ST-221: wind dice.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub wind: u8,
    /// ST-039: does it begin in the middle of rounds?
    #[serde(default)]
    pub start: Start,
    /// The order of the round that runs, by key; that of the roster if it is left out.
    #[serde(default)]
    pub order: Vec<String>,
    /// The number of the round that runs.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub round: Option<u32>,
    /// ST-D04: are people rushed outside of rounds?
    #[serde(default)]
    pub rushed: bool,
    /// Is there only one side, on purpose: people and a trap, a fire, a cliff?
    #[serde(default)]
    pub alone: bool,
    /// Those who take part, in the order of the roster.
    #[schemars(length(min = 1, max = referee_engine::MAX_ACTORS))]
    pub characters: Vec<RawCharacter>,
    /// Cover, concealment, water.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub scenery: Vec<RawScenery>,
    /// What lies about.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub items: Vec<RawLying>,
    /// What there is to find out.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub clues: Vec<RawClue>,
    /// ST-271: the GM's own checks.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub checks: Vec<Custom>,
}

/// How a scene begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// In rounds, in the first turn of the order.
    #[default]
    Rounds,
    /// Outside of rounds.
    Free,
}

/// A character or creature.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCharacter {
    /// The name.
    pub name: String,
    /// The word for commands, if it is not the name.
    #[serde(default)]
    pub key: Option<String>,
    /// The side by name.
    #[serde(default = "heroes")]
    pub side: String,
    /// Attributes.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 8))]
    pub body: u8,
    /// Attributes.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 8))]
    pub reflexes: u8,
    /// Attributes.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 8))]
    pub perception: u8,
    /// Attributes.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 8))]
    pub mind: u8,
    /// Ranks of primary skills, 0 to 8.
    #[serde(default)]
    pub skills: BTreeMap<Primary, u8>,
    /// Ranks of secondary skills, 0 to 8.
    #[serde(default)]
    pub secondary: BTreeMap<Secondary, u8>,
    /// ST-R19: 4 + body + reflexes if it is left out.
    #[serde(default)]
    #[schemars(range(max = 60))]
    pub base_movement: Option<u8>,
    /// ST-R19: 4 + 2 × body + endurance if it is left out.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub max_stamina: Option<u8>,
    /// ST-R19: 3 × reflexes + 2 × personal defense if it is left out.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub max_defense: Option<u8>,
    /// ST-R19: 8 + 2 × body if it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 99))]
    pub max_health: Option<u8>,
    /// ST-R110: 5 if it is left out.
    #[serde(default = "five")]
    #[schemars(range(min = 1, max = 12))]
    pub size: u8,
    /// ST-R19: the size if it is left out.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub reach: Option<u8>,
    /// Legs.
    #[serde(default = "two")]
    #[schemars(range(max = 8))]
    pub legs: u8,
    /// Hands.
    #[serde(default = "two")]
    #[schemars(range(max = 4))]
    pub hands: u8,
    /// ST-R47: types with a rank, and brawling, if it is left out.
    #[serde(default)]
    pub proficiencies: Option<Vec<Secondary>>,
    /// Armour.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub av: u8,
    /// Armour of the arms; that of the body if it is left out.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub arm_av: Option<u8>,
    /// Attacks of the body; fist or kick and shoulder if they are left out.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub natural: Option<Vec<Natural>>,
    /// ST-R73.
    #[serde(default)]
    pub arcane: bool,
    /// Cantrips it knows.
    #[serde(default)]
    pub cantrips: Vec<String>,
    /// Spells it knows.
    #[serde(default)]
    pub spells: Vec<String>,
    /// What is in its hands.
    #[serde(default)]
    pub held: RawHands,
    /// What it carries.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub carried: Vec<String>,
    /// Are its ranged weapons loaded?
    #[serde(default)]
    pub loaded: bool,
    /// ST-157: pieces of ammunition at hand.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub ready_ammo: u8,
    /// Pieces of ammunition in the quiver.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub ammo: u8,
    /// Column and row.
    #[serde(default)]
    pub at: [u16; 2],
    /// Metres above its ground.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub above: u8,
    /// The side of the hex that it faces, from 0.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub facing: u8,
    /// How it stands.
    #[serde(default)]
    pub posture: Posture,
    /// Is it out of the fight?
    #[serde(default)]
    pub out: Out,
    /// Health left; the most if it is left out.
    #[serde(default)]
    pub health: Option<u8>,
    /// Stamina left.
    #[serde(default)]
    pub stamina: Option<u8>,
    /// Defense left.
    #[serde(default)]
    pub defense: Option<u8>,
    /// Stun.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub stun: u8,
    /// ST-R112: whom it has attacked since engaging, by key.
    #[serde(default)]
    pub settled: Vec<String>,
    /// ST-228: is its reaction used?
    #[serde(default)]
    pub reacted: bool,
    /// ST-220.
    #[serde(default)]
    pub surprised: bool,
    /// ST-254, ST-R122: has it fallen asleep on watch?
    #[serde(default)]
    pub asleep: bool,
    /// ST-219.
    #[serde(default)]
    pub flat_footed: bool,
    /// ST-R103.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub warning: u8,
    /// Nobody of another side knows of it.
    #[serde(default)]
    pub hidden: bool,
    /// ST-R120: but these, by key.
    #[serde(default)]
    pub noticed_by: Vec<String>,
    /// ST-R104: its stealth result.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub stealth: Option<u8>,
}

fn heroes() -> String {
    "heroes".into()
}

const fn two() -> u8 {
    2
}

const fn five() -> u8 {
    5
}

/// What is in somebody's hands, by the names of items; an empty name for an empty hand.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawHands {
    /// In the dominant hand.
    pub main: Option<String>,
    /// In the other hand.
    pub off: Option<String>,
    /// In two hands.
    pub both: Option<String>,
}

/// A kind of item.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawItem {
    /// The name.
    pub name: String,
    /// At close quarters.
    #[serde(default)]
    pub melee: Option<Melee>,
    /// Thrown.
    #[serde(default)]
    pub thrown: Option<Thrown>,
    /// Shot with.
    #[serde(default)]
    pub ranged: Option<Ranged>,
    /// A shield.
    #[serde(default)]
    pub shield: Option<Shield>,
}

/// An item on the ground.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawLying {
    /// Its name.
    pub item: String,
    /// Column and row.
    pub at: [u16; 2],
}

/// Something that stands about.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScenery {
    /// The name.
    pub name: String,
    /// The word for commands, if it is not the name.
    #[serde(default)]
    pub key: Option<String>,
    /// Columns and rows.
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub cells: Vec<[u16; 2]>,
    /// ST-211: the bonus of cover.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub cover: u8,
    /// ST-217: the bonus of concealment.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub concealment: u8,
    /// Its armour.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub av: u8,
    /// What it stands before it gives no cover any more.
    #[serde(default = "hundred")]
    pub durability: u8,
    /// Darkness, which light takes away.
    #[serde(default)]
    pub dark: bool,
    /// Water, in which one swims.
    #[serde(default)]
    pub water: bool,
    /// ST-061: the difficulty to swim here; the GM is asked if it is left out.
    #[serde(default)]
    #[schemars(range(min = 5, max = 40))]
    pub difficulty: Option<u8>,
    /// Nobody walks through it.
    #[serde(default)]
    pub blocks_move: bool,
    /// Nobody sees through it.
    #[serde(default)]
    pub blocks_sight: bool,
}

const fn hundred() -> u8 {
    100
}

/// A clue, or a thing to be found.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawClue {
    /// The word for it.
    pub key: String,
    /// What it is about.
    #[serde(default)]
    pub topic: String,
    /// ST-242.
    #[schemars(range(min = 1, max = 60))]
    pub difficulty: u8,
    /// ST-243: additional successes it costs when it is not the easiest.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub cost: u8,
    /// What it tells.
    pub information: String,
    /// A thing for a Search?
    #[serde(default)]
    pub item: bool,
}
