//! Scene and content files as people write them: anything may be wrong in them.

use crate::{
    dc::Level,
    house::HouseRules,
    resource::DieSize,
    sheet::{Ability, Kind},
    table::Mode,
    tasks::{HazardEffect, TaskType},
};
use referee_engine::{door::fields, scene, space::MapDescription};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

scene! {
    pub struct RawScene for "proficiency", HouseRules, RawCharacter {
        /// How it begins and what ends it.
        scenario: RawScenario = default;
        /// PR-R91: the map; squares of 5 feet. Without one all are within reach of each other.
        map: Option<MapDescription> = None;
        /// Squares that nobody walks on.
        blocked: Vec<[u16; 2]> = [];
        /// Squares that give light cover, +2.
        light_cover: Vec<[u16; 2]> = [];
        /// Squares that give heavy cover, +4.
        heavy_cover: Vec<[u16; 2]> = [];
        /// Dark squares, +2 to attacks and searches.
        dark_squares: Vec<[u16; 2]> = [];
        /// Is it dark everywhere, but for the light that people carry?
        dark: bool = false;
        /// Tasks that the GM has prepared.
        tasks: Vec<RawTask> = [], len ..=40;
        /// Objects that can be broken.
        objects: Vec<RawObject> = [], len ..=40;
        /// Hazards that can strike.
        hazards: Vec<RawHazard> = [], len ..=40;
        /// PR-R107: places with a die of their own.
        areas: Vec<RawArea> = [], len ..=8;
        /// PR-D13, PR-D14: ask the GM before every check.
        gm_before_every_check: bool = false;
    }
}

fields! {
    /// How a scene begins and what ends it.
    pub struct RawScenario {
        /// PR-D03: the mode of the clock.
        mode: Mode = default;
        /// PR-D04: seconds, minutes, hours, days of one unit.
        counts: Option<[u8; 4]> = None;
        /// Are there turns already?
        phase: RawPhase = default;
        /// The order of the sides in turns; as they are named in the scene if left out.
        order: Vec<String> = [];
        /// What ends it, besides a side that is down.
        ends: Vec<RawEnd> = [];
    }
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

fields! {
    /// Something that ends a scene.
    pub struct RawEnd {
        /// The task that is done, by key.
        done: Option<String> = None;
        /// The object that is broken, by key.
        broken: Option<String> = None;
        /// So many units have passed.
        units: Option<u32> = None, in 1..=10000;
        /// The side that wins then; nobody if left out.
        wins: Option<String> = None;
    }

    /// A stock in a scene: a kind, or a kind and how it stands.
    #[serde(untagged)]
    pub enum RawStock {
        /// A full one.
        Kind(String),
        /// As it stands.
        Own {
            /// What kind.
            kind: String;
            /// The die now.
            die: Option<DieSize> = None;
            /// PR-D30: counted, so many.
            count: Option<u16> = None;
            /// Does it burn?
            lit: bool = false;
        },
    }

    /// A lasting effect in a scene.
    pub struct RawLasting {
        /// What kind.
        kind: String;
        /// The die now; its start if left out.
        die: Option<DieSize> = None;
    }

    /// A character in a scene, or a ready one in the content.
    pub struct RawCharacter {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// A few words about it.
        about: String = "";
        /// Who runs it.
        kind: Kind = default;
        /// Its side: `pcs` or `npcs` by its kind if left out.
        side: Option<String> = None;
        /// Level.
        level: u8 = 1, in ..=20;
        /// PR-R29: in place of what the level gives.
        proficiency: Option<u8> = None, in ..=10;
        /// STR.
        str: u8 = 10, in 1..=30;
        /// DEX.
        dex: u8 = 10, in 1..=30;
        /// CON.
        con: u8 = 10, in 1..=30;
        /// INT.
        int: u8 = 10, in 1..=30;
        /// WIS.
        wis: u8 = 10, in 1..=30;
        /// CHA.
        cha: u8 = 10, in 1..=30;
        /// PR-R64.
        immortal: bool = false;
        /// Is it undead?
        undead: bool = false;
        /// Armour, by name in the content.
        armour: Option<String> = None;
        /// A shield.
        shield: bool = false;
        /// Natural armour.
        natural_armour: u8 = 0, in ..=15;
        /// PR-R68: in place of what the formula gives.
        defense: Option<u8> = None, in ..=40;
        /// PR-R71.
        hit_die: u8 = 8, in 6..=12;
        /// PR-R71: in place of what the formula gives.
        hp_max: Option<u16> = None, in 1..=9999;
        /// Hit points now.
        hp: Option<u16> = None, in ..=9999;
        /// The weapon in hand; the first of those carried if left out.
        in_hand: Option<String> = None;
        /// Weapons, by name in the content.
        carried: Vec<String> = [], len ..=15;
        /// Skills with their specialty bonus.
        skills: BTreeMap<String, u8> = default;
        /// Feats, by name in the content.
        feats: Vec<String> = [], len ..=20;
        /// Spells, by name in the content.
        spells: Vec<String> = [], len ..=20;
        /// Devices, by name in the content.
        devices: Vec<String> = [], len ..=20;
        /// Stocks.
        resources: Vec<RawStock> = [], len ..=20;
        /// Squares a move.
        speed: u8 = 6, in ..=20; // PR-R91
        /// Where it stands: column and row.
        at: Option<[u16; 2]> = None;
        /// PR-R21: it comes later.
        absent: bool = false;
        /// PR-R77: guarded.
        guarded: u8 = 0;
        /// PR-R44.
        exposed: bool = false;
        /// PR-R79.
        held: bool = false;
        /// PR-R93.
        exhausted: bool = false;
        /// PR-R67: magic on it.
        magic: u8 = 0, in ..=3;
        /// PR-R78: who has put it off balance, by key.
        off_balance_by: Option<String> = None;
        /// PR-R90: those it is hidden from, by key.
        hidden_from: Vec<String> = [];
        /// PR-R105: lasting effects, the oldest first.
        lasting: Vec<RawLasting> = [], len ..=8;
    }

    /// A task.
    pub struct RawTask {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// PR-096.
        level: Level;
        /// PR-104.
        gm_mod: i8 = 0, in -5..=5;
        /// The skill; otherwise the ability is needed.
        skill: Option<String> = None;
        /// The ability, if not that of the skill.
        ability: Option<Ability> = None;
        /// PR-044.
        #[serde(rename = "type")]
        of_type: TaskType = default;
        /// PR-R80: successes that an Extended task needs; with `extended_measure = "performance"` the sum of PER.
        needed: u16 = 2, in 1..=200; // PR-055
        /// PR-R81: the most checks.
        limit: Option<u16> = None, in 1..=50;
        /// The unit of time it is done in; any if left out.
        unit: Option<Mode> = None;
        /// PR-R12: the skill whose specialty grows when it is done.
        trains: Option<String> = None;
        /// The hazard that a failure springs, by key.
        springs: Option<String> = None;
        /// The task that has to be done before, by key.
        after: Option<String> = None;
    }

    /// An object.
    pub struct RawObject {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// Hit points.
        hp: u16, in 1..=200;
        /// PR-R69.
        defense: u8 = 5, in ..=25; // PR-R69
        /// Where it stands.
        at: Option<[u16; 2]> = None;
    }

    /// A hazard.
    pub struct RawHazard {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// PR-059.
        ability: Ability;
        /// PR-R86.
        level: Level;
        /// PR-104.
        gm_mod: i8 = 0, in -5..=5;
        /// What happens to those who fail.
        effect: HazardEffect;
        /// PR-R87.
        half: bool = false;
        /// The lasting effect that comes with a failure, by name of a resource.
        inflicts: Option<String> = None;
    }

    /// PR-R107: a place with a die of its own.
    pub struct RawArea {
        /// The kind of its die.
        kind: String;
        /// The die now.
        die: Option<DieSize> = None;
        /// Who is inside, by key.
        inside: Vec<String> = [];
    }
}
