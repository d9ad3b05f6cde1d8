//! Scene and content files as people write them: anything may be wrong in them.

use crate::{
    dc::Level,
    house::HouseRules,
    resource::DieSize,
    sheet::{Ability, Kind},
    table::Mode,
    tasks::{HazardEffect, TaskType},
};
use referee_engine::space::MapDescription;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scene file.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScene {
    /// The rulebook: `proficiency`.
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
    /// How it begins and what ends it.
    #[serde(default)]
    pub scenario: RawScenario,
    /// PR-R91: the map; squares of 5 feet. Without one all are within reach of each other.
    #[serde(default)]
    pub map: Option<MapDescription>,
    /// Squares that nobody walks on.
    #[serde(default)]
    pub blocked: Vec<[u16; 2]>,
    /// Squares that give light cover, +2.
    #[serde(default)]
    pub light_cover: Vec<[u16; 2]>,
    /// Squares that give heavy cover, +4.
    #[serde(default)]
    pub heavy_cover: Vec<[u16; 2]>,
    /// Dark squares, +2 to attacks and searches.
    #[serde(default)]
    pub dark_squares: Vec<[u16; 2]>,
    /// Is it dark everywhere, but for the light that people carry?
    #[serde(default)]
    pub dark: bool,
    /// Is there only one side, on purpose: people and a trap, a fire, a cliff?
    #[serde(default)]
    pub alone: bool,
    /// Those who take part, in the order of the roster.
    #[schemars(length(min = 1, max = referee_engine::MAX_ACTORS))]
    pub characters: Vec<RawCharacter>,
    /// Tasks that the GM has prepared.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub tasks: Vec<RawTask>,
    /// Objects that can be broken.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub objects: Vec<RawObject>,
    /// Hazards that can strike.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub hazards: Vec<RawHazard>,
    /// PR-R107: places with a die of their own.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub areas: Vec<RawArea>,
    /// PR-D13, PR-D14: ask the GM before every check.
    #[serde(default)]
    pub gm_before_every_check: bool,
}

/// How a scene begins and what ends it.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawScenario {
    /// PR-D03: the mode of the clock.
    pub mode: Mode,
    /// PR-D04: seconds, minutes, hours, days of one unit.
    pub counts: Option<[u8; 4]>,
    /// Are there turns already?
    pub phase: RawPhase,
    /// The order of the sides in turns; as they are named in the scene if left out.
    pub order: Vec<String>,
    /// What ends it, besides a side that is down.
    pub ends: Vec<RawEnd>,
}

/// How play goes on at first.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawPhase {
    /// No turns yet.
    #[default]
    Free,
    /// Turns without initiative.
    Turns,
    /// Initiative has been rolled; `order` says how.
    Initiative,
}

/// Something that ends a scene.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEnd {
    /// The task that is done, by key.
    #[serde(default)]
    pub done: Option<String>,
    /// The object that is broken, by key.
    #[serde(default)]
    pub broken: Option<String>,
    /// So many units have passed.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10000))]
    pub units: Option<u32>,
    /// The side that wins then; nobody if left out.
    #[serde(default)]
    pub wins: Option<String>,
}

/// A stock in a scene: a kind, or a kind and how it stands.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawStock {
    /// A full one.
    Kind(String),
    /// As it stands.
    Own {
        /// What kind.
        kind: String,
        /// The die now.
        #[serde(default)]
        die: Option<DieSize>,
        /// PR-D30: counted, so many.
        #[serde(default)]
        count: Option<u16>,
        /// Does it burn?
        #[serde(default)]
        lit: bool,
    },
}

/// A lasting effect in a scene.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawLasting {
    /// What kind.
    pub kind: String,
    /// The die now; its start if left out.
    #[serde(default)]
    pub die: Option<DieSize>,
}

/// A character in a scene, or a ready one in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCharacter {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// A few words about it.
    #[serde(default)]
    pub about: String,
    /// Who runs it.
    #[serde(default)]
    pub kind: Kind,
    /// Its side: `pcs` or `npcs` by its kind if left out.
    #[serde(default)]
    pub side: Option<String>,
    /// Level.
    #[serde(default = "one")]
    #[schemars(range(max = 20))]
    pub level: u8,
    /// PR-R29: in place of what the level gives.
    #[serde(default)]
    #[schemars(range(max = 10))]
    pub proficiency: Option<u8>,
    /// STR.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 30))]
    pub str: u8,
    /// DEX.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 30))]
    pub dex: u8,
    /// CON.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 30))]
    pub con: u8,
    /// INT.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 30))]
    pub int: u8,
    /// WIS.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 30))]
    pub wis: u8,
    /// CHA.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 30))]
    pub cha: u8,
    /// PR-R64.
    #[serde(default)]
    pub immortal: bool,
    /// Is it undead?
    #[serde(default)]
    pub undead: bool,
    /// Armour, by name in the content.
    #[serde(default)]
    pub armour: Option<String>,
    /// A shield.
    #[serde(default)]
    pub shield: bool,
    /// Natural armour.
    #[serde(default)]
    #[schemars(range(max = 15))]
    pub natural_armour: u8,
    /// PR-R68: in place of what the formula gives.
    #[serde(default)]
    #[schemars(range(max = 40))]
    pub defense: Option<u8>,
    /// PR-R71.
    #[serde(default = "eight")]
    #[schemars(range(min = 6, max = 12))]
    pub hit_die: u8,
    /// PR-R71: in place of what the formula gives.
    #[serde(default)]
    #[schemars(range(min = 1, max = 9999))]
    pub hp_max: Option<u16>,
    /// Hit points now.
    #[serde(default)]
    #[schemars(range(max = 9999))]
    pub hp: Option<u16>,
    /// The weapon in hand; the first of those carried if left out.
    #[serde(default)]
    pub in_hand: Option<String>,
    /// Weapons, by name in the content.
    #[serde(default)]
    #[schemars(length(max = 15))]
    pub carried: Vec<String>,
    /// Skills with their specialty bonus.
    #[serde(default)]
    pub skills: BTreeMap<String, u8>,
    /// Feats, by name in the content.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub feats: Vec<String>,
    /// Spells, by name in the content.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub spells: Vec<String>,
    /// Devices, by name in the content.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub devices: Vec<String>,
    /// Stocks.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub resources: Vec<RawStock>,
    /// Squares a move.
    #[serde(default = "six")]
    #[schemars(range(max = 20))]
    pub speed: u8,
    /// Where it stands: column and row.
    #[serde(default)]
    pub at: Option<[u16; 2]>,
    /// PR-R21: it comes later.
    #[serde(default)]
    pub absent: bool,
    /// PR-R77: guarded.
    #[serde(default)]
    pub guarded: u8,
    /// PR-R44.
    #[serde(default)]
    pub exposed: bool,
    /// PR-R79.
    #[serde(default)]
    pub held: bool,
    /// PR-R93.
    #[serde(default)]
    pub exhausted: bool,
    /// PR-R67: magic on it.
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub magic: u8,
    /// PR-R78: who has put it off balance, by key.
    #[serde(default)]
    pub off_balance_by: Option<String>,
    /// PR-R90: those it is hidden from, by key.
    #[serde(default)]
    pub hidden_from: Vec<String>,
    /// PR-R105: lasting effects, the oldest first.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub lasting: Vec<RawLasting>,
}

/// A task.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTask {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// PR-096.
    pub level: Level,
    /// PR-104.
    #[serde(default)]
    #[schemars(range(min = -5, max = 5))]
    pub gm_mod: i8,
    /// The skill; otherwise the ability is needed.
    #[serde(default)]
    pub skill: Option<String>,
    /// The ability, if not that of the skill.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// PR-044.
    #[serde(default, rename = "type")]
    pub of_type: TaskType,
    /// PR-R80: successes that an Extended task needs; with `extended_measure = "performance"` the sum of PER.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 200))]
    pub needed: u16,
    /// PR-R81: the most checks.
    #[serde(default)]
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u16>,
    /// The unit of time it is done in; any if left out.
    #[serde(default)]
    pub unit: Option<Mode>,
    /// PR-R12: the skill whose specialty grows when it is done.
    #[serde(default)]
    pub trains: Option<String>,
    /// The hazard that a failure springs, by key.
    #[serde(default)]
    pub springs: Option<String>,
    /// The task that has to be done before, by key.
    #[serde(default)]
    pub after: Option<String>,
}

/// An object.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawObject {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// Hit points.
    #[schemars(range(min = 1, max = 200))]
    pub hp: u16,
    /// PR-R69.
    #[serde(default = "five")]
    #[schemars(range(max = 25))]
    pub defense: u8,
    /// Where it stands.
    #[serde(default)]
    pub at: Option<[u16; 2]>,
}

/// A hazard.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawHazard {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// PR-059.
    pub ability: Ability,
    /// PR-R86.
    pub level: Level,
    /// PR-104.
    #[serde(default)]
    #[schemars(range(min = -5, max = 5))]
    pub gm_mod: i8,
    /// What happens to those who fail.
    pub effect: HazardEffect,
    /// PR-R87.
    #[serde(default)]
    pub half: bool,
    /// The lasting effect that comes with a failure, by name of a resource.
    #[serde(default)]
    pub inflicts: Option<String>,
}

/// PR-R107: a place with a die of its own.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawArea {
    /// The kind of its die.
    pub kind: String,
    /// The die now.
    #[serde(default)]
    pub die: Option<DieSize>,
    /// Who is inside, by key.
    #[serde(default)]
    pub inside: Vec<String>,
}

fn one() -> u8 {
    1
}
fn two() -> u16 {
    2 // PR-055
}
fn five() -> u8 {
    5 // PR-R69
}
fn six() -> u8 {
    6 // PR-R91
}
fn eight() -> u8 {
    8
}
fn ten() -> u8 {
    10
}
