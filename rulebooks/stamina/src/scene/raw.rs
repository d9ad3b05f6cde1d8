//! A scene file as people write it: anything may be wrong in it.

use crate::{
    house::HouseRules,
    sheet::{ClueSheet, Custom, Melee, Natural, Primary, Ranged, Secondary, Shield, Thrown},
    table::{Out, Posture},
};
use referee_engine::{door::fields, scene, space::MapDescription};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

scene! {
    pub struct RawScene for "stamina", HouseRules, RawCharacter {
        /// ST-R32: the map: hexes of one metre.
        map: MapDescription;
        /// ST-221: wind dice.
        wind: u8 = 0, in ..=5;
        /// ST-039: does it begin in the middle of rounds?
        start: Start = default;
        /// The order of the round that runs, by key; that of the roster if it is left out.
        order: Vec<String> = [];
        /// The number of the round that runs.
        round: Option<u32> = None, in 1..=1000;
        /// ST-D04: are people rushed outside of rounds?
        rushed: bool = false;
        /// Cover, concealment, water.
        scenery: Vec<RawScenery> = [], len ..=200;
        /// What lies about.
        items: Vec<RawLying> = [], len ..=200;
        /// What there is to find out.
        clues: Vec<ClueSheet> = [], len ..=200;
        /// ST-271: the GM's own checks.
        checks: Vec<Custom> = [], len ..=100;
    }
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

fields! {
    /// A character or creature.
    pub struct RawCharacter {
        /// The name.
        name: String;
        /// The word for commands, if it is not the name.
        key: Option<String> = None;
        /// The side by name.
        side: String = "heroes";
        /// Attributes.
        body: u8 = 2, in 1..=8;
        /// Attributes.
        reflexes: u8 = 2, in 1..=8;
        /// Attributes.
        perception: u8 = 2, in 1..=8;
        /// Attributes.
        mind: u8 = 2, in 1..=8;
        /// Ranks of primary skills, 0 to 8.
        skills: BTreeMap<Primary, u8> = default;
        /// Ranks of secondary skills, 0 to 8.
        secondary: BTreeMap<Secondary, u8> = default;
        /// ST-R19: 4 + body + reflexes if it is left out.
        base_movement: Option<u8> = None, in ..=60;
        /// ST-R19: 4 + 2 × body + endurance if it is left out.
        max_stamina: Option<u8> = None, in ..=99;
        /// ST-R19: 3 × reflexes + 2 × personal defense if it is left out.
        max_defense: Option<u8> = None, in ..=99;
        /// ST-R19: 8 + 2 × body if it is left out.
        max_health: Option<u8> = None, in 1..=99;
        /// ST-R110: 5 if it is left out.
        size: u8 = 5, in 1..=12;
        /// ST-R19: the size if it is left out.
        reach: Option<u8> = None, in ..=30;
        /// Legs.
        legs: u8 = 2, in ..=8;
        /// Hands.
        hands: u8 = 2, in ..=4;
        /// ST-R47: types with a rank, and brawling, if it is left out.
        proficiencies: Option<Vec<Secondary>> = None;
        /// Armour.
        av: u8 = 0, in ..=9;
        /// Armour of the arms; that of the body if it is left out.
        arm_av: Option<u8> = None, in ..=9;
        /// Attacks of the body; fist or kick and shoulder if they are left out.
        natural: Option<Vec<Natural>> = None, len ..=8;
        /// ST-R73.
        arcane: bool = false;
        /// Cantrips it knows.
        cantrips: Vec<String> = [];
        /// Spells it knows.
        spells: Vec<String> = [];
        /// What is in its hands.
        held: RawHands = default;
        /// What it carries.
        carried: Vec<String> = [], len ..=20;
        /// Are its ranged weapons loaded?
        loaded: bool = false;
        /// ST-157: pieces of ammunition at hand.
        ready_ammo: u8 = 0, in ..=99;
        /// Pieces of ammunition in the quiver.
        ammo: u8 = 0, in ..=99;
        /// Column and row.
        at: [u16; 2] = default;
        /// Metres above its ground.
        above: u8 = 0, in ..=99;
        /// The side of the hex that it faces, from 0.
        facing: u8 = 0, in ..=5;
        /// How it stands.
        posture: Posture = default;
        /// Is it out of the fight?
        out: Out = default;
        /// Health left; the most if it is left out.
        health: Option<u8> = None;
        /// Stamina left.
        stamina: Option<u8> = None;
        /// Defense left.
        defense: Option<u8> = None;
        /// Stun.
        stun: u8 = 0, in ..=99;
        /// ST-R112: whom it has attacked since engaging, by key.
        settled: Vec<String> = [];
        /// ST-228: is its reaction used?
        reacted: bool = false;
        /// ST-220.
        surprised: bool = false;
        /// ST-254, ST-R122: has it fallen asleep on watch?
        asleep: bool = false;
        /// ST-219.
        flat_footed: bool = false;
        /// ST-R103.
        warning: u8 = 0, in ..=50;
        /// Nobody of another side knows of it.
        hidden: bool = false;
        /// ST-R120: but these, by key.
        noticed_by: Vec<String> = [];
        /// ST-R104: its stealth result.
        stealth: Option<u8> = None, in ..=99;
    }

    /// What is in somebody's hands, by the names of items; an empty name for an empty hand.
    pub struct RawHands {
        /// In the dominant hand.
        main: Option<String> = None;
        /// In the other hand.
        off: Option<String> = None;
        /// In two hands.
        both: Option<String> = None;
    }

    /// A kind of item.
    pub struct RawItem {
        /// The name.
        name: String;
        /// At close quarters.
        melee: Option<Melee> = None;
        /// Thrown.
        thrown: Option<Thrown> = None;
        /// Shot with.
        ranged: Option<Ranged> = None;
        /// A shield.
        shield: Option<Shield> = None;
    }

    /// An item on the ground.
    pub struct RawLying {
        /// Its name.
        item: String;
        /// Column and row.
        at: [u16; 2];
    }

    /// Something that stands about.
    pub struct RawScenery {
        /// The name.
        name: String;
        /// The word for commands, if it is not the name.
        key: Option<String> = None;
        /// Columns and rows.
        cells: Vec<[u16; 2]> = [], len ..=400;
        /// ST-211: the bonus of cover.
        cover: u8 = 0, in ..=9;
        /// ST-217: the bonus of concealment.
        concealment: u8 = 0, in ..=9;
        /// Its armour.
        av: u8 = 0, in ..=20;
        /// What it stands before it gives no cover any more.
        durability: u8 = 100;
        /// Darkness, which light takes away.
        dark: bool = false;
        /// Water, in which one swims.
        water: bool = false;
        /// ST-061: the difficulty to swim here; the GM is asked if it is left out.
        difficulty: Option<u8> = None, in 5..=40;
        /// Nobody walks through it.
        blocks_move: bool = false;
        /// Nobody sees through it.
        blocks_sight: bool = false;
    }
}
