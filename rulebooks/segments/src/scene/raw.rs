//! A scene file as people write it: anything may be wrong in it.

use crate::{
    house::HouseRules,
    sheet::{Area, Armour, Attribute, Controller, Light, Object, Tag, Way},
    table::{Background, FreeAnswer, Out, Speed},
    time::Activity,
};
use referee_engine::space::MapDescription;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scene file.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScene {
    /// The rulebook: `segments`.
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
    /// SE-R02: the speed at the start.
    #[serde(default)]
    pub speed: Speed,
    /// Minutes on the clock at the start.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    pub minutes: u64,
    /// Where it all happens, by the name of an area.
    #[serde(default)]
    pub area: Option<String>,
    /// SE-R07: turns since the last wandering check.
    #[serde(default)]
    pub wander_counter: u8,
    /// Areas of this scene, besides those of the content.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub areas: Vec<Area>,
    /// Abilities of this scene, besides those of the content.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub abilities: Vec<RawAbility>,
    /// SE-027: what goes on elsewhere.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub clocks: Vec<Background>,
    /// SE-R14: long work.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub works: Vec<RawWork>,
    /// What ends the scene.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub ends: Vec<RawEnd>,
    /// The map, or zones without one.
    pub map: MapDescription,
    /// Is there only one side, on purpose: people and a trap, a fire, a cliff?
    #[serde(default)]
    pub alone: bool,
    /// Those who take part, in the order of the roster.
    #[schemars(length(min = 1, max = referee_engine::MAX_ACTORS))]
    pub characters: Vec<RawCharacter>,
    /// What lies and stands about.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub things: Vec<RawThing>,
    /// Ask the GM wherever the GM may decide.
    #[serde(default)]
    pub ask_gm: bool,
}

/// SE-R14: work in a scene.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawWork {
    /// Whose, by key.
    pub who: String,
    /// What.
    pub activity: Activity,
    /// Hours done.
    #[serde(default)]
    #[schemars(range(max = 9998))]
    pub done: u16,
    /// Hours in all.
    #[schemars(range(min = 1, max = 9999))]
    pub total: u16,
}

/// What ends a scene.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEnd {
    /// What happens.
    pub when: RawWhen,
    /// Hours, for `hours`.
    #[serde(default)]
    pub count: u32,
    /// The name of the clock, for `clock`.
    #[serde(default)]
    pub clock: String,
    /// Where, for `reaches`.
    #[serde(default)]
    pub at: Option<RawAt>,
    /// Who wins then.
    #[serde(default = "players")]
    pub wins: String,
}

/// What can end a scene.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawWhen {
    /// Only one side is left.
    LastSide,
    /// So many hours have passed.
    Hours,
    /// A background clock is full.
    Clock,
    /// Somebody of the side stands there.
    Reaches,
}

/// Where something is: column and row from the upper left, or the name of a zone.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawAt {
    /// Column and row.
    Cell([u16; 2]),
    /// A zone.
    Zone(String),
}

/// A thing that somebody has: its name in the content, or the name and how it is.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawItem {
    /// As it comes.
    Name(String),
    /// With its state.
    Own {
        /// The name in the content.
        item: String,
        /// How many.
        #[serde(default)]
        count: Option<u8>,
        /// SE-R41.
        #[serde(default)]
        loaded: Option<bool>,
        /// Does it burn?
        #[serde(default)]
        lit: bool,
        /// Turns of light left.
        #[serde(default)]
        turns_left: Option<u8>,
    },
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
    /// What kind of creature it is (SE-R23); the name if left out.
    #[serde(default)]
    pub kind: Option<String>,
    /// Who is an ally of whom.
    #[serde(default = "players")]
    pub side: String,
    /// Who decides; a player for the players' side, else the GM.
    #[serde(default)]
    pub controller: Option<Controller>,
    /// SE-R53.
    #[serde(default = "ten")]
    #[schemars(range(max = 25))]
    pub quick: u8,
    /// SE-R53.
    #[serde(default = "ten")]
    #[schemars(range(max = 25))]
    pub vigilant: u8,
    /// SE-R53.
    #[serde(default = "ten")]
    #[schemars(range(max = 25))]
    pub discrete: u8,
    /// SE-R53.
    #[serde(default = "ten")]
    #[schemars(range(max = 25))]
    pub accurate: u8,
    /// SE-R53.
    #[serde(default = "ten")]
    #[schemars(range(max = 25))]
    pub strong: u8,
    /// SE-R53.
    #[serde(default = "ten")]
    #[schemars(range(max = 25))]
    pub resolute: u8,
    /// Ranks of skills, 0 to 5, by the name of the skill.
    #[serde(default)]
    pub skills: BTreeMap<String, u8>,
    /// Abilities by name.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub abilities: Vec<String>,
    /// SE-R108.
    #[serde(default = "ten_health")]
    #[schemars(range(min = 1, max = 99))]
    pub health_max: i16,
    /// Health now; the maximum if left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub health: Option<i16>,
    /// SE-R107; a third of the maximum, rounded up, if left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub pain_threshold: Option<i16>,
    /// Hide: mundane Defense; may be negative.
    #[serde(default)]
    #[schemars(range(min = -5, max = 10))]
    pub hide: i8,
    /// Otherworldly Defense.
    #[serde(default)]
    #[schemars(range(min = -5, max = 10))]
    pub ward: i8,
    /// SE-R47: ways of moving.
    #[serde(default = "walking")]
    #[schemars(length(min = 1, max = 4))]
    pub moves: Vec<Way>,
    /// SE-R70: what it strikes with bare; a fist if left out.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub natural: Vec<RawNatural>,
    /// Body armour that is worn.
    #[serde(default)]
    pub armour: Option<String>,
    /// A shield.
    #[serde(default)]
    pub shield: Option<String>,
    /// SE-R40: is it raised?
    #[serde(default = "yes")]
    pub shield_raised: bool,
    /// A helmet that is worn.
    #[serde(default)]
    pub helmet: Option<String>,
    /// SE-R116: what the hands hold.
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub held: Vec<RawItem>,
    /// At hand, to be drawn.
    #[serde(default)]
    pub sheathed: Vec<RawItem>,
    /// In the pack.
    #[serde(default)]
    pub pack: Vec<RawItem>,
    /// Statuses by name.
    #[serde(default)]
    pub statuses: Vec<String>,
    /// Whom a Frightened one fears, by key.
    #[serde(default)]
    pub afraid_of: Option<String>,
    /// SE-110.
    #[serde(default)]
    pub down: bool,
    /// Does it take part?
    #[serde(default)]
    pub out: Out,
    /// Do the other sides not know of it?
    #[serde(default)]
    pub hidden: bool,
    /// SE-R06.
    #[serde(default = "yes")]
    pub needs_light: bool,
    /// SE-R08.
    #[serde(default = "yes")]
    pub needs_food: bool,
    /// SE-R09: the die of food: 0, 4, 6, 8, 10, 12.
    #[serde(default = "six")]
    pub food: u8,
    /// SE-R09: the die of water.
    #[serde(default = "six")]
    pub water: u8,
    /// Units of food, with `supply_mode` = `count`.
    #[serde(default = "five")]
    pub rations: u8,
    /// Units of water.
    #[serde(default = "five")]
    pub waterskins: u8,
    /// SE-R08.
    #[serde(default)]
    #[schemars(range(max = 999))]
    pub food_hours: u16,
    /// SE-R08.
    #[serde(default)]
    #[schemars(range(max = 999))]
    pub water_hours: u16,
    /// SE-R92.
    #[serde(default)]
    pub free_attack_answer: FreeAnswer,
    /// SE-R18: a trap.
    #[serde(default)]
    pub trap: bool,
    /// Where it stands.
    #[serde(default)]
    pub at: Option<RawAt>,
}

/// A natural weapon.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawNatural {
    /// The name.
    pub name: String,
    /// Its numbers.
    pub weapon: RawWeapon,
    /// What it is like.
    #[serde(default)]
    pub tags: Vec<Tag>,
}

/// The numbers of a weapon.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawWeapon {
    /// The most damage of one attack.
    #[schemars(range(min = 1, max = 30))]
    pub maximum: i16,
    /// Feet in melee; 0 = none.
    #[serde(default = "five_feet")]
    #[schemars(range(max = 30))]
    pub reach_ft: u16,
    /// Feet thrown or shot.
    #[serde(default)]
    #[schemars(range(max = 300))]
    pub range_ft: u16,
    /// The item that one shot uses up, by its name in the content.
    #[serde(default)]
    pub ammo: Option<String>,
    /// The status that damage brings.
    #[serde(default)]
    pub on_damage: Option<String>,
}

/// A thing in a scene, or a ready one in the content.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawThing {
    /// The name.
    pub name: String,
    /// The word for commands; made from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// Its numbers as a weapon.
    #[serde(default)]
    pub weapon: Option<RawWeapon>,
    /// Its numbers as armour.
    #[serde(default)]
    pub armour: Option<Armour>,
    /// What it is like.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Its light.
    #[serde(default)]
    pub light: Option<Light>,
    /// Its numbers as something to strike.
    #[serde(default)]
    pub object: Option<Object>,
    /// The skill that it helps.
    #[serde(default)]
    pub helps: Option<RawHelp>,
    /// SE-R55: what a skill used on it has added.
    #[serde(default)]
    #[schemars(range(min = -20, max = 20))]
    pub difficulty: i8,
    /// How many.
    #[serde(default = "one")]
    #[schemars(range(max = 99))]
    pub count: u8,
    /// Where it is.
    #[serde(default)]
    pub at: Option<RawAt>,
    /// All cells that it fills, if more than one.
    #[serde(default)]
    pub cells: Vec<[u16; 2]>,
    /// Nobody walks through it.
    #[serde(default)]
    pub blocks_move: bool,
    /// Nobody sees through it.
    #[serde(default)]
    pub blocks_sight: bool,
    /// SE-R72: the cover that it gives, 0 to 4.
    #[serde(default)]
    #[schemars(range(max = 4))]
    pub cover: u8,
}

/// What a thing adds to a skill.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawHelp {
    /// The skill by name.
    pub skill: String,
    /// What it adds.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub amount: i8,
}

/// An ability in the content or in a scene.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAbility {
    /// The name.
    pub name: String,
    /// Uses a day.
    #[serde(default = "one")]
    pub uses: u8,
    /// Feet.
    #[serde(default)]
    #[schemars(range(max = 300))]
    pub range_ft: u16,
    /// The thing that it needs in hand, by its name in the content.
    #[serde(default)]
    pub needs: Option<String>,
    /// SE-R56: own attribute, and the one of the target that opposes it.
    #[serde(default)]
    pub check: Option<[Attribute; 2]>,
    /// Health back: one die of so many sides.
    #[serde(default)]
    #[schemars(range(min = 1, max = 20))]
    pub heals: Option<u8>,
    /// Otherworldly Defense until the clock restarts.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10))]
    pub wards: Option<i8>,
    /// The status that it brings.
    #[serde(default)]
    pub brings: Option<String>,
    /// It ends one negative status.
    #[serde(default)]
    pub cleanses: bool,
    /// It attacks.
    #[serde(default)]
    pub strikes: Option<RawStrike>,
}

/// An ability that attacks.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawStrike {
    /// In place of Accurate.
    pub attribute: Attribute,
    /// The most damage.
    #[schemars(range(min = 1, max = 30))]
    pub maximum: i16,
    /// The status that a critical brings.
    #[serde(default)]
    pub critical: Option<String>,
}

fn players() -> String {
    "players".into()
}
fn ten() -> u8 {
    10
}
fn ten_health() -> i16 {
    10
}
fn six() -> u8 {
    6
}
fn five() -> u8 {
    5
}
fn five_feet() -> u16 {
    5
}
fn one() -> u8 {
    1
}
fn yes() -> bool {
    true
}
fn walking() -> Vec<Way> {
    vec![Way { name: "walk".into(), full: 120, lowest: 40 }]
}
