//! A scene file as people write it: anything may be wrong in it.

use crate::{
    house::HouseRules,
    sheet::{Area, Armour, Attribute, Controller, Light, Object, Tag, Way},
    table::{Background, FreeAnswer, Out, Speed},
    time::Activity,
};
use referee_engine::{
    door::{RawAt, fields},
    scene,
    space::MapDescription,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

scene! {
    pub struct RawScene for "segments", HouseRules, RawCharacter {
        /// SE-R02: the speed at the start.
        speed: Speed = default;
        /// Minutes on the clock at the start.
        minutes: u64 = 0, in ..=1_000_000;
        /// Where it all happens, by the name of an area.
        area: Option<String> = None;
        /// SE-R07: turns since the last wandering check.
        wander_counter: u8 = 0;
        /// Areas of this scene, besides those of the content.
        areas: Vec<Area> = [], len ..=16;
        /// Abilities of this scene, besides those of the content.
        abilities: Vec<RawAbility> = [], len ..=16;
        /// SE-027: what goes on elsewhere.
        clocks: Vec<Background> = [], len ..=16;
        /// SE-R14: long work.
        works: Vec<RawWork> = [], len ..=32;
        /// What ends the scene.
        ends: Vec<RawEnd> = [], len ..=16;
        /// The map, or zones without one.
        map: MapDescription;
        /// What lies and stands about.
        things: Vec<RawThing> = [], len ..=200;
        /// Ask the GM wherever the GM may decide.
        ask_gm: bool = false;
    }
}

fields! {
    /// SE-R14: work in a scene.
    pub struct RawWork {
        /// Whose, by key.
        who: String;
        /// What.
        activity: Activity;
        /// Hours done.
        done: u16 = 0, in ..=9998;
        /// Hours in all.
        total: u16, in 1..=9999;
    }

    /// What ends a scene.
    pub struct RawEnd {
        /// What happens.
        when: RawWhen;
        /// Hours, for `hours`.
        count: u32 = 0;
        /// The name of the clock, for `clock`.
        clock: String = "";
        /// Where, for `reaches`.
        at: Option<RawAt> = None;
        /// Who wins then.
        wins: String = "players";
    }
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

fields! {
    /// A thing that somebody has: its name in the content, or the name and how it is.
    #[serde(untagged)]
    pub enum RawItem {
        /// As it comes.
        Name(String),
        /// With its state.
        Own {
            /// The name in the content.
            item: String;
            /// How many.
            count: Option<u8> = None;
            /// SE-R41.
            loaded: Option<bool> = None;
            /// Does it burn?
            lit: bool = false;
            /// Turns of light left.
            turns_left: Option<u8> = None;
        },
    }

    /// A character in a scene, or a ready one in the content.
    pub struct RawCharacter {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// A few words about it.
        about: String = "";
        /// What kind of creature it is (SE-R23); the name if left out.
        kind: Option<String> = None;
        /// Who is an ally of whom.
        side: String = "players";
        /// Who decides; a player for the players' side, else the GM.
        controller: Option<Controller> = None;
        /// SE-R53.
        quick: u8 = 10, in ..=25;
        /// SE-R53.
        vigilant: u8 = 10, in ..=25;
        /// SE-R53.
        discrete: u8 = 10, in ..=25;
        /// SE-R53.
        accurate: u8 = 10, in ..=25;
        /// SE-R53.
        strong: u8 = 10, in ..=25;
        /// SE-R53.
        resolute: u8 = 10, in ..=25;
        /// Ranks of skills, 0 to 5, by the name of the skill.
        skills: BTreeMap<String, u8> = default;
        /// Abilities by name.
        abilities: Vec<String> = [], len ..=8;
        /// SE-R108.
        health_max: i16 = 10, in 1..=99;
        /// Health now; the maximum if left out.
        health: Option<i16> = None, in 0..=99;
        /// SE-R107; a third of the maximum, rounded up, if left out.
        pain_threshold: Option<i16> = None, in 0..=99;
        /// Hide: mundane Defense; may be negative.
        hide: i8 = 0, in -5..=10;
        /// Otherworldly Defense.
        ward: i8 = 0, in -5..=10;
        /// SE-R47: ways of moving.
        moves: Vec<Way> = [Way { name: "walk".into(), full: 120, lowest: 40 }], len 1..=4;
        /// SE-R70: what it strikes with bare; a fist if left out.
        natural: Vec<RawNatural> = [], len ..=4;
        /// Body armour that is worn.
        armour: Option<String> = None;
        /// A shield.
        shield: Option<String> = None;
        /// SE-R40: is it raised?
        shield_raised: bool = true;
        /// A helmet that is worn.
        helmet: Option<String> = None;
        /// SE-R116: what the hands hold.
        held: Vec<RawItem> = [], len ..=2;
        /// At hand, to be drawn.
        sheathed: Vec<RawItem> = [];
        /// In the pack.
        pack: Vec<RawItem> = [];
        /// Statuses by name.
        statuses: Vec<String> = [];
        /// Whom a Frightened one fears, by key.
        afraid_of: Option<String> = None;
        /// SE-110.
        down: bool = false;
        /// Does it take part?
        out: Out = default;
        /// Do the other sides not know of it?
        hidden: bool = false;
        /// SE-R06.
        needs_light: bool = true;
        /// SE-R08.
        needs_food: bool = true;
        /// SE-R09: the die of food: 0, 4, 6, 8, 10, 12.
        food: u8 = 6;
        /// SE-R09: the die of water.
        water: u8 = 6;
        /// Units of food, with `supply_mode` = `count`.
        rations: u8 = 5;
        /// Units of water.
        waterskins: u8 = 5;
        /// SE-R08.
        food_hours: u16 = 0, in ..=999;
        /// SE-R08.
        water_hours: u16 = 0, in ..=999;
        /// SE-R92.
        free_attack_answer: FreeAnswer = default;
        /// SE-R18: a trap.
        trap: bool = false;
        /// Where it stands.
        at: Option<RawAt> = None;
    }

    /// A natural weapon.
    pub struct RawNatural {
        /// The name.
        name: String;
        /// Its numbers.
        weapon: RawWeapon;
        /// What it is like.
        tags: Vec<Tag> = [];
    }

    /// The numbers of a weapon.
    pub struct RawWeapon {
        /// The most damage of one attack.
        maximum: i16, in 1..=30;
        /// Feet in melee; 0 = none.
        reach_ft: u16 = 5, in ..=30;
        /// Feet thrown or shot.
        range_ft: u16 = 0, in ..=300;
        /// The item that one shot uses up, by its name in the content.
        ammo: Option<String> = None;
        /// The status that damage brings.
        on_damage: Option<String> = None;
    }

    /// A thing in a scene, or a ready one in the content.
    pub struct RawThing {
        /// The name.
        name: String;
        /// The word for commands; made from the name if left out.
        key: Option<String> = None;
        /// Its numbers as a weapon.
        weapon: Option<RawWeapon> = None;
        /// Its numbers as armour.
        armour: Option<Armour> = None;
        /// What it is like.
        tags: Vec<Tag> = [];
        /// Its light.
        light: Option<Light> = None;
        /// Its numbers as something to strike.
        object: Option<Object> = None;
        /// The skill that it helps.
        helps: Option<RawHelp> = None;
        /// SE-R55: what a skill used on it has added.
        difficulty: i8 = 0, in -20..=20;
        /// How many.
        count: u8 = 1, in ..=99;
        /// Where it is.
        at: Option<RawAt> = None;
        /// All cells that it fills, if more than one.
        cells: Vec<[u16; 2]> = [];
        /// Nobody walks through it.
        blocks_move: bool = false;
        /// Nobody sees through it.
        blocks_sight: bool = false;
        /// SE-R72: the cover that it gives, 0 to 4.
        cover: u8 = 0, in ..=4;
    }

    /// What a thing adds to a skill.
    pub struct RawHelp {
        /// The skill by name.
        skill: String;
        /// What it adds.
        amount: i8 = 0, in -10..=10;
    }

    /// An ability in the content or in a scene.
    pub struct RawAbility {
        /// The name.
        name: String;
        /// Uses a day.
        uses: u8 = 1;
        /// Feet.
        range_ft: u16 = 0, in ..=300;
        /// The thing that it needs in hand, by its name in the content.
        needs: Option<String> = None;
        /// SE-R56: own attribute, and the one of the target that opposes it.
        check: Option<[Attribute; 2]> = None;
        /// Health back: one die of so many sides.
        heals: Option<u8> = None, in 1..=20;
        /// Otherworldly Defense until the clock restarts.
        wards: Option<i8> = None, in 1..=10;
        /// The status that it brings.
        brings: Option<String> = None;
        /// It ends one negative status.
        cleanses: bool = false;
        /// It attacks.
        strikes: Option<RawStrike> = None;
    }

    /// An ability that attacks.
    pub struct RawStrike {
        /// In place of Accurate.
        attribute: Attribute;
        /// The most damage.
        maximum: i16, in 1..=30;
        /// The status that a critical brings.
        critical: Option<String> = None;
    }
}
