//! A scene file as people write it: anything may be wrong in it.

use crate::{
    acts::gm::call::Effect,
    house::HouseRules,
    rank::{RankName, SkillRank},
    sheet::{Kind, Length, PLAYERS, Part, Size, Skill, THREATS, Weapon},
    table::{Out, Severity},
};
use referee_engine::{
    Side,
    door::{RawAt, fields},
    scene,
    space::MapDescription,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

scene! {
    pub struct RawScene for "clockworld", HouseRules, RawCharacter {
        /// What the Scenario is about.
        scenario: RawScenario = default;
        /// The map, or zones without one.
        map: MapDescription;
        /// What lies and stands about.
        things: Vec<RawThing> = [];
        /// Ask the GM before every Check.
        gm_before_every_check: bool = false;
    }
}

fields! {
    /// CW-010, CW-011: kind, first side and what ends it.
    pub struct RawScenario {
        /// The GM's word for it: `fight`, `chase`.
        kind: String = "";
        /// CW-011: who started it.
        first: First = default;
        /// The number of the Turn that runs, if the scene begins later.
        turn: Option<u32> = None, in 1..=1000;
        /// What ends it, besides surrender and a side wiped out.
        ends: Vec<RawEnd> = [];
    }
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

fields! {
    /// An event that ends the Scenario.
    pub struct RawEnd {
        /// What happens.
        when: RawWhen;
        /// To whom or what, by key; not for `turns`.
        of: String = "";
        /// How many, for `turns`.
        count: u32 = 0;
        /// Who wins then.
        wins: SideName;
    }
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

fields! {
    /// A Skill on a sheet: a Rank, or a Rank with its own Bonus.
    #[derive(Copy)]
    #[serde(untagged)]
    pub enum RawSkill {
        /// The Bonus follows from CW-R01.
        Rank(SkillRank),
        /// The Bonus of the sheet wins.
        Own {
            /// The Rank.
            rank: SkillRank = default;
            /// The Bonus.
            bonus: i8, in -10..=10;
        },
    }

    /// A Character in a scene, or a ready one in the content.
    pub struct RawCharacter {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// A few words about it.
        about: String = "";
        /// What it is in the story.
        kind: Kind = default;
        /// Its side, if not that of its kind.
        side: Option<SideName> = None;
        /// Skills; what is left out is Layman (CW-R02).
        skills: BTreeMap<Skill, RawSkill> = default;
        /// Feet a Move.
        speed_ft: u16 = 30, in ..=200; // CW-R101
        /// Feet it strikes by hand.
        reach_ft: u16 = 5, in ..=30; // CW-080
        /// How large it is.
        size: Size = default;
        /// Can it be strangled?
        needs_breath: bool = true;
        /// Can it see?
        can_see: bool = true;
        /// Can it hear?
        can_hear: bool = true;
        /// Can it speak?
        can_speak: bool = true;
        /// Can it be a Target?
        targetable: bool = true;
        /// Its parts; a human shape if left out.
        body: Vec<Part> = Part::humanoid(), len 1..=32;
        /// What it strikes with bare, by the name of a thing in the content.
        natural: Vec<String> = ["fist", "kick"];
        /// Shock failures that make it unconscious (CW-R57).
        shock_limit: u8 = 3, in 1..=20; // CW-R57
        /// What its arms hold: part to thing. A two-handed thing is named once.
        held: BTreeMap<String, String> = default;
        /// What it wears or carries in sight.
        worn: Vec<String> = [];
        /// What it carries out of sight.
        hidden: Vec<String> = [];
        /// Where it stands.
        at: Option<RawAt> = None;
        /// Its height above the ground of its cell, in feet.
        above_ft: i16 = 0;
        /// The direction it looks, in degrees from north, clockwise.
        facing: u16 = 0, in ..=359;
        /// Is it lying down?
        prone: bool = false;
        /// Does it take part?
        out: Out = default;
        /// Its Injuries.
        injuries: Vec<RawInjury> = [];
        /// Failed Shock Checks.
        shock_failures: u8 = 0;
        /// Reactions left; 2 if left out.
        reactions: Option<u8> = None, in ..=3;
        /// Those it does not know of, by key.
        unaware_of: Vec<String> = [];
        /// What weighs on it.
        conditions: Vec<RawCondition> = [];
    }

    /// An Injury in a scene.
    pub struct RawInjury {
        /// How bad.
        severity: Severity;
        /// Where.
        part: String;
        /// Treated?
        stabilized: bool = false;
    }

    /// A Condition in a scene.
    pub struct RawCondition {
        /// Which.
        kind: RawConditionKind;
        /// Who caused it, by key; needed for all but Staggered and Immobilized.
        by: String = "";
        /// The bindings, by key of a thing, for `bound`.
        with: String = "";
        /// The start of whose Turn ends it; it stays if left out.
        until_turn_of: Option<SideName> = None;
    }
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

fields! {
    /// A thing in a scene, or a ready one in the content.
    pub struct RawThing {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// Its numbers as a weapon.
        weapon: Option<Weapon> = None;
        /// Hands it fills.
        hands: Option<u8> = None, in ..=2;
        /// About as large as a shield (CW-238).
        shield_sized: bool = false;
        /// CW-207.
        first_aid: bool = false;
        /// CW-213.
        bindings: Option<RankName> = None;
        /// The Rank of Break.
        break_rank: Option<RankName> = None;
        /// The Rank of Heft.
        heft_rank: Option<RankName> = None;
        /// The Rank of Crack.
        crack_rank: Option<RankName> = None;
        /// The Rank of Dismantle.
        dismantle_rank: Option<RankName> = None;
        /// Tasks that can be tried on it though the GM sets the Rank.
        tasks: Vec<RawTask> = [];
        /// How long Crack and Dismantle take.
        lengthy: Option<Length> = None;
        /// Its parts; one Bulk part if left out.
        parts: Vec<Part> = [], len ..=32;
        /// Where it is.
        at: Option<RawAt> = None;
        /// All cells that it fills, if more than one.
        cells: Vec<[u16; 2]> = [];
        /// How high it is, in feet; nobody looks over it if left out.
        height_ft: Option<u16> = None;
        /// Gives Cover (CW-087).
        cover: bool = false;
        /// Gives Cover only against what comes from these directions, in degrees from north.
        cover_from: Vec<u16> = [];
        /// Gives Concealment (CW-088).
        concealment: bool = false;
        /// No line goes through it (CW-R43).
        blocks_sight: bool = false;
        /// Nobody walks through it.
        blocks_move: bool = false;
        /// CW-261.
        tips_over: bool = false;
        /// A door, lever or drawer.
        operable: bool = false;
        /// Is it open?
        open: bool = false;
        /// CW-168.
        obstacle: Option<RawObstacle> = None;
        /// CW-R116.
        very_large: bool = false;
        /// CW-214: the signs of a creature's movement, to Track.
        tracks: Option<RawTracks> = None;
    }

    /// CW-216: a group of tracks.
    #[derive(Copy)]
    pub struct RawTracks {
        /// The base Rank.
        rank: RankName = RankName::Novice; // the ledger's default for tracks
        /// Ranks more because they are old (CW-R123).
        age: u8 = 0, in ..=5;
        /// Ranks more because the ground is hard (CW-R123).
        ground: u8 = 0, in ..=5;
    }

    /// CW-139: a poison or disease in the content.
    pub struct RawPoison {
        /// The name.
        name: String;
        /// The Rank that Endure must beat (CW-R99).
        rank: RankName;
        /// What befalls those who fail.
        effect: Effect;
    }

    /// An obstacle in a scene.
    #[derive(Copy)]
    pub struct RawObstacle {
        /// Its Rank; the GM is asked if left out.
        rank: Option<RankName> = None;
        /// The Skill.
        skill: Skill = Skill::Athletics; // CW-171
        /// Feet below it.
        drop_ft: u16 = 0;
    }
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
