//! A scene file as people write it: anything may be wrong in it.

use crate::{
    acts::gm::call::Effect,
    house::HouseRules,
    rank::{RankName, SkillRank},
    sheet::{Kind, Length, PLAYERS, Part, Size, Skill, THREATS, Weapon},
    table::{Out, Severity},
};
use referee_engine::{Side, space::MapDescription};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scene file.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScene {
    /// The rulebook: `clockworld`.
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
    /// What the Scenario is about.
    #[serde(default)]
    pub scenario: RawScenario,
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
    pub things: Vec<RawThing>,
    /// Ask the GM before every Check.
    #[serde(default)]
    pub gm_before_every_check: bool,
}

/// CW-010, CW-011: kind, first side and what ends it.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawScenario {
    /// The GM's word for it: `fight`, `chase`.
    pub kind: String,
    /// CW-011: who started it.
    pub first: First,
    /// The number of the Turn that runs, if the scene begins later.
    #[schemars(range(min = 1, max = 1000))]
    pub turn: Option<u32>,
    /// What ends it, besides surrender and a side wiped out.
    pub ends: Vec<RawEnd>,
}

/// CW-011: who started the conflict.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The Players.
    #[default]
    Players,
    /// The Threats.
    Threats,
    /// CW-012: unclear; the GM calls a Contest or names a side.
    Unclear,
}

/// An event that ends the Scenario.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEnd {
    /// What happens.
    pub when: RawWhen,
    /// To whom or what, by key; not for `turns`.
    #[serde(default)]
    pub of: String,
    /// How many, for `turns`.
    #[serde(default)]
    pub count: u32,
    /// Who wins then.
    pub wins: SideName,
}

/// What can end a Scenario.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawWhen {
    /// A Character leaves the map.
    Leaves,
    /// A Character is Pinned or out of action.
    Caught,
    /// A thing is cracked, broken or dismantled.
    Opened,
    /// So many Turns have passed.
    Turns,
}

/// The two sides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum SideName {
    Players,
    Threats,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::Players => PLAYERS,
            SideName::Threats => THREATS,
        }
    }
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

/// A Skill on a sheet: a Rank, or a Rank with its own Bonus.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawSkill {
    /// The Bonus follows from CW-R01.
    Rank(SkillRank),
    /// The Bonus of the sheet wins.
    Own {
        /// The Rank.
        #[serde(default)]
        rank: SkillRank,
        /// The Bonus.
        #[schemars(range(min = -10, max = 10))]
        bonus: i8,
    },
}

/// A Character in a scene, or a ready one in the content.
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
    /// What it is in the story.
    #[serde(default)]
    pub kind: Kind,
    /// Its side, if not that of its kind.
    #[serde(default)]
    pub side: Option<SideName>,
    /// Skills; what is left out is Layman (CW-R02).
    #[serde(default)]
    pub skills: BTreeMap<Skill, RawSkill>,
    /// Feet a Move.
    #[serde(default = "thirty")]
    #[schemars(range(max = 200))]
    pub speed_ft: u16,
    /// Feet it strikes by hand.
    #[serde(default = "five")]
    #[schemars(range(max = 30))]
    pub reach_ft: u16,
    /// How large it is.
    #[serde(default)]
    pub size: Size,
    /// Can it be strangled?
    #[serde(default = "yes")]
    pub needs_breath: bool,
    /// Can it see?
    #[serde(default = "yes")]
    pub can_see: bool,
    /// Can it hear?
    #[serde(default = "yes")]
    pub can_hear: bool,
    /// Can it speak?
    #[serde(default = "yes")]
    pub can_speak: bool,
    /// Can it be a Target?
    #[serde(default = "yes")]
    pub targetable: bool,
    /// Its parts; a human shape if left out.
    #[serde(default = "Part::humanoid")]
    #[schemars(length(min = 1, max = 32))]
    pub body: Vec<Part>,
    /// What it strikes with bare, by the name of a thing in the content.
    #[serde(default = "fists_and_kicks")]
    pub natural: Vec<String>,
    /// Shock failures that make it unconscious (CW-R57).
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 20))]
    pub shock_limit: u8,
    /// What its arms hold: part to thing. A two-handed thing is named once.
    #[serde(default)]
    pub held: BTreeMap<String, String>,
    /// What it wears or carries in sight.
    #[serde(default)]
    pub worn: Vec<String>,
    /// What it carries out of sight.
    #[serde(default)]
    pub hidden: Vec<String>,
    /// Where it stands.
    #[serde(default)]
    pub at: Option<RawAt>,
    /// Its height above the ground of its cell, in feet.
    #[serde(default)]
    pub above_ft: i16,
    /// The direction it looks, in degrees from north, clockwise.
    #[serde(default)]
    #[schemars(range(max = 359))]
    pub facing: u16,
    /// Is it lying down?
    #[serde(default)]
    pub prone: bool,
    /// Does it take part?
    #[serde(default)]
    pub out: Out,
    /// Its Injuries.
    #[serde(default)]
    pub injuries: Vec<RawInjury>,
    /// Failed Shock Checks.
    #[serde(default)]
    pub shock_failures: u8,
    /// Reactions left; 2 if left out.
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub reactions: Option<u8>,
    /// Those it does not know of, by key.
    #[serde(default)]
    pub unaware_of: Vec<String>,
    /// What weighs on it.
    #[serde(default)]
    pub conditions: Vec<RawCondition>,
}

/// An Injury in a scene.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawInjury {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub part: String,
    /// Treated?
    #[serde(default)]
    pub stabilized: bool,
}

/// A Condition in a scene.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCondition {
    /// Which.
    pub kind: RawConditionKind,
    /// Who caused it, by key; needed for all but Staggered and Immobilized.
    #[serde(default)]
    pub by: String,
    /// The bindings, by key of a thing, for `bound`.
    #[serde(default)]
    pub with: String,
    /// The start of whose Turn ends it; it stays if left out.
    #[serde(default)]
    pub until_turn_of: Option<SideName>,
}

/// The Conditions by name.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RawConditionKind {
    Staggered,
    DistractedAgainst,
    DistractedExcept,
    Pinned,
    Bound,
    Strangled,
    Immobilized,
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
    pub weapon: Option<Weapon>,
    /// Hands it fills.
    #[serde(default)]
    #[schemars(range(max = 2))]
    pub hands: Option<u8>,
    /// About as large as a shield (CW-238).
    #[serde(default)]
    pub shield_sized: bool,
    /// CW-207.
    #[serde(default)]
    pub first_aid: bool,
    /// CW-213.
    #[serde(default)]
    pub bindings: Option<RankName>,
    /// The Rank of Break.
    #[serde(default)]
    pub break_rank: Option<RankName>,
    /// The Rank of Heft.
    #[serde(default)]
    pub heft_rank: Option<RankName>,
    /// The Rank of Crack.
    #[serde(default)]
    pub crack_rank: Option<RankName>,
    /// The Rank of Dismantle.
    #[serde(default)]
    pub dismantle_rank: Option<RankName>,
    /// Tasks that can be tried on it though the GM sets the Rank.
    #[serde(default)]
    pub tasks: Vec<RawTask>,
    /// How long Crack and Dismantle take.
    #[serde(default)]
    pub lengthy: Option<Length>,
    /// Its parts; one Bulk part if left out.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub parts: Vec<Part>,
    /// Where it is.
    #[serde(default)]
    pub at: Option<RawAt>,
    /// All cells that it fills, if more than one.
    #[serde(default)]
    pub cells: Vec<[u16; 2]>,
    /// How high it is, in feet; nobody looks over it if left out.
    #[serde(default)]
    pub height_ft: Option<u16>,
    /// Gives Cover (CW-087).
    #[serde(default)]
    pub cover: bool,
    /// Gives Cover only against what comes from these directions, in degrees from north.
    #[serde(default)]
    pub cover_from: Vec<u16>,
    /// Gives Concealment (CW-088).
    #[serde(default)]
    pub concealment: bool,
    /// No line goes through it (CW-R43).
    #[serde(default)]
    pub blocks_sight: bool,
    /// Nobody walks through it.
    #[serde(default)]
    pub blocks_move: bool,
    /// CW-261.
    #[serde(default)]
    pub tips_over: bool,
    /// A door, lever or drawer.
    #[serde(default)]
    pub operable: bool,
    /// Is it open?
    #[serde(default)]
    pub open: bool,
    /// CW-168.
    #[serde(default)]
    pub obstacle: Option<RawObstacle>,
    /// CW-R116.
    #[serde(default)]
    pub very_large: bool,
    /// CW-214: the signs of a creature's movement, to Track.
    #[serde(default)]
    pub tracks: Option<RawTracks>,
}

/// CW-216: a group of tracks.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTracks {
    /// The base Rank.
    #[serde(default = "novice")]
    pub rank: RankName,
    /// Ranks more because they are old (CW-R123).
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub age: u8,
    /// Ranks more because the ground is hard (CW-R123).
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub ground: u8,
}

/// CW-139: a poison or disease in the content.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawPoison {
    /// The name.
    pub name: String,
    /// The Rank that Endure must beat (CW-R99).
    pub rank: RankName,
    /// What befalls those who fail.
    pub effect: Effect,
}

/// An obstacle in a scene.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawObstacle {
    /// Its Rank; the GM is asked if left out.
    #[serde(default)]
    pub rank: Option<RankName>,
    /// The Skill.
    #[serde(default = "athletics")]
    pub skill: Skill,
    /// Feet below it.
    #[serde(default)]
    pub drop_ft: u16,
}

/// Tasks on things.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RawTask {
    Dismantle,
    Crack,
    Break,
    Heft,
}

fn thirty() -> u16 {
    30 // CW-R101
}
fn five() -> u16 {
    5 // CW-080
}
fn three() -> u8 {
    3 // CW-R57
}
fn yes() -> bool {
    true
}
fn novice() -> RankName {
    RankName::Novice // the ledger's default for tracks
}
fn athletics() -> Skill {
    Skill::Athletics // CW-171
}
fn fists_and_kicks() -> Vec<String> {
    vec!["fist".into(), "kick".into()]
}
