//! A scene file as people write it: anything may be wrong in it.

use crate::{
    conditions::{Cause, ConditionKind},
    house::HouseRules,
    sheet::{Cover, Die, Projectile, WeaponKind},
    table::{Care, Stance},
};
use referee_engine::{door::fields, scene, space::MapDescription};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

scene! {
    pub struct RawScene for "crisis", HouseRules, RawCharacter {
        /// The map: squares.
        map: MapDescription;
        /// A crisis that runs already; without it the GM begins one.
        crisis: Option<RawCrisis> = None;
        /// What stands and lies about.
        objects: Vec<RawObject> = [], len ..=200;
        /// Unfavorable Circumstances that hold everywhere, by name.
        circumstances: Vec<String> = [];
        /// Skills of this scene, besides those of the book.
        skills: Vec<String> = [], len ..=24;
        /// Weapons that only this scene has.
        weapons: BTreeMap<String, RawWeapon> = default;
        /// Ask the GM at each decision of the GM instead of taking the default.
        ask_gm: bool = false;
        /// After so many rounds the crisis ends.
        rounds: u32 = 0, in ..=10000;
    }
}

fields! {
    /// A crisis that runs already.
    pub struct RawCrisis {
        /// Whose turn it is, by key; the first in the order if left out.
        acting: Option<String> = None;
        /// Which round; 1 if left out.
        round: Option<u32> = None, in 1..=1000;
    }

    /// A weapon, item or the like that somebody carries: its name, or with a number.
    #[serde(untagged)]
    pub enum RawCarried {
        /// One, loaded.
        One(String),
        /// Several, or not fully loaded.
        Some {
            of: String;
            count: u8 = 1, in 1..=100;
            /// Attacks left before it must be reloaded; full if left out.
            loaded: Option<u8> = None;
        },
    }
}

/// Armour: its name, or its value.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawWorn {
    /// From the content.
    Name(String),
    /// Its value.
    Value(#[schemars(range(max = 20))] u8),
}

fields! {
    /// A character or creature.
    pub struct RawCharacter {
        name: String;
        /// The word for commands; from the name if left out.
        key: Option<String> = None;
        /// A line about it.
        about: String = "";
        /// The side: `players` for PCs and `foes` for others if left out.
        side: Option<String> = None;
        /// A player's character?
        pc: bool = false;
        /// CR-120: dies when lethal wounds reach HP; NPCs do, PCs do not.
        dies_at_zero: Option<bool> = None;
        /// CR-040: those of one group share an initiative roll.
        group: Option<String> = None;
        /// The die of the Action category.
        action: Die = default;
        /// The dice of its Skills.
        skills: BTreeMap<String, Die> = default;
        /// What is added to checks with a Skill.
        skill_mods: BTreeMap<String, i8> = default;
        /// What is added to initiative.
        initiative_mod: i8 = 0, in -10..=10;
        /// What is added to every Attack roll.
        attack_mod: i8 = 0, in -10..=10;
        /// What is added to the damage of every Attack.
        damage_mod: i8 = 0, in -10..=10;
        /// What is added to Action rolls against a number.
        action_mod: i8 = 0, in -10..=10;
        /// HP.
        hp: u8 = 10, in 1..=100;
        /// Pace, in squares.
        pace: u8 = 6, in ..=30;
        /// What it wears.
        armour: Option<RawWorn> = None;
        /// What it can strike with; Fists are always there.
        weapons: Vec<RawCarried> = [], len ..=12;
        /// What else it carries.
        items: Vec<RawCarried> = [], len ..=20;
        /// Talents, by name.
        talents: Vec<String> = [];
        /// The race, by name.
        race: Option<String> = None;
        /// Column and row, from the upper left.
        at: [u16; 2] = default;
        /// One of the eight directions, clockwise from north.
        facing: u8 = 0, in ..=7;
        /// How it holds itself.
        stance: Stance = default;
        /// Its initiative, if a crisis runs.
        initiative: i16 = 0, in -100..=1000;
        /// Its AP; 4 for whoever has the turn and 0 for the others if left out.
        ap: Option<u8> = None, in ..=6;
        /// Uses of Take Aim.
        aim: u8 = 0, in ..=2;
        /// Hidden?
        hidden: bool = false;
        /// The Sneak roll, if it is Sneaking.
        sneaking: Option<i16> = None, in 1..=1000;
        /// On Overwatch?
        overwatch: bool = false;
        /// Whom it has not noticed.
        unaware_of: Vec<String> = [];
        /// Not ready for combat?
        unready: bool = false;
        /// Not here yet?
        absent: bool = false;
        /// Lethal wounds, suffered at the beginning.
        lethal: u8 = 0, in ..=200;
        /// Non-lethal wounds, suffered at the beginning.
        nonlethal: u8 = 0, in ..=200;
        /// Dying? If its lethal wounds reach its HP, unless it says otherwise.
        dying: Option<bool> = None;
        /// Knocked out?
        knocked_out: bool = false;
        /// Dead?
        dead: bool = false;
        /// What weighs on it.
        conditions: Vec<RawCondition> = [];
        /// Who looks after it, for natural healing.
        care: Care = default;
        /// Travelling rough?
        rough_travel: bool = false;
        /// In cold, heat or rain?
        poor_environment: bool = false;
        /// A reload under way that takes several turns.
        reloading: Option<RawReload> = None;
    }

    /// A reload under way.
    pub struct RawReload {
        /// The weapon, by name.
        weapon: String;
        /// AP put in.
        put: u8, in 1..=60;
    }

    /// A condition at the beginning.
    pub struct RawCondition {
        kind: RawKind;
        /// For so many seconds; as the condition usually lasts if left out.
        seconds: Option<u32> = None;
    }
}

/// A condition in a word; the causes of Helpless stand for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawKind {
    Drunk,
    Exhausted,
    Slowed,
    Stunned,
    Paralysed,
    Held,
    Bound,
    Asleep,
    Unconscious,
}

impl From<RawKind> for ConditionKind {
    fn from(raw: RawKind) -> ConditionKind {
        match raw {
            RawKind::Drunk => ConditionKind::Drunk,
            RawKind::Exhausted => ConditionKind::Exhausted,
            RawKind::Slowed => ConditionKind::Slowed,
            RawKind::Stunned => ConditionKind::Stunned,
            RawKind::Paralysed => ConditionKind::Helpless(Cause::Paralysed),
            RawKind::Held => ConditionKind::Helpless(Cause::Held),
            RawKind::Bound => ConditionKind::Helpless(Cause::Bound),
            RawKind::Asleep => ConditionKind::Helpless(Cause::Asleep),
            RawKind::Unconscious => ConditionKind::Helpless(Cause::Unconscious),
        }
    }
}

fields! {
    /// What a weapon or item does to somebody.
    pub struct RawEffect {
        /// The condition.
        condition: RawKind;
        /// To the end of the victim's next turn.
        next_turn: bool = false;
        /// For so many rounds.
        rounds: Option<u8> = None;
        /// For so many seconds.
        seconds: Option<u32> = None;
    }

    /// A weapon.
    pub struct RawWeapon {
        name: String;
        /// How it strikes.
        kind: WeaponKind;
        /// The Skill; as usual for its kind if left out.
        skill: Option<String> = None;
        /// The Hit modifier.
        hit: i8 = 0, in -10..=10;
        /// The fixed damage.
        dmg: u8 = 0, in ..=50;
        /// Its wounds are non-lethal.
        non_lethal: bool = false;
        /// Rate of fire.
        rof: u8 = 1, in 1..=6;
        /// AP for each further Attack of a burst.
        rof_extra_ap: u8 = 0, in ..=6;
        /// Penalty for each further Attack of a burst: 1 is −1, then −2.
        rof_extra_hit: u8 = 0, in ..=6;
        /// AP of an Attack.
        attack_ap: u8 = 2, in ..=6;
        /// AP of Take Aim.
        aim_ap: u8 = 2, in ..=6;
        /// Reach in squares, for melee.
        reach: u8 = 1, in 1..=5;
        /// The range increment in squares; 0 for none.
        increment: u8 = 0;
        /// The greatest range in increments; 0 for none.
        max_increments: u8 = 0;
        /// The radius of its area.
        radius: Option<u8> = None, in ..=20;
        /// Points of Armour that it ignores.
        pierce: u8 = 0;
        /// It ignores all Armour.
        pierce_all: bool = false;
        /// What flies.
        projectile: Option<Projectile> = None;
        /// Attacks between reloads; 0 if it needs none.
        capacity: u8 = 0;
        /// AP of a reload.
        reload_ap: u8 = 2, in ..=60;
        /// Gone after one use.
        one_use: bool = false;
        /// What it does besides.
        effects: Vec<RawEffect> = [], len ..=4;
    }

    /// Armour.
    pub struct RawArmour {
        name: String;
        /// How much damage it blocks.
        value: u8, in ..=20;
    }

    /// An item.
    pub struct RawItem {
        name: String;
        /// AP of using it.
        use_ap: u8 = 2, in ..=6;
        /// The Skill that it is an Asset for.
        asset_for: Option<String> = None;
        /// What kind of Asset it is: two of one type count once.
        asset_type: String = "";
        /// The only purpose for which it helps: `climbing`. Every task with the Skill if left out.
        only_for: Option<String> = None;
        /// What using it does.
        effect: Option<RawItemEffect> = None;
        /// Gone after one use.
        one_use: bool = false;
        /// The weapon that it is ammunition for, by name.
        ammo_for: Option<String> = None;
        /// Points of Armour that this ammunition ignores.
        pierce: u8 = 0;
    }
}

/// What using an item does.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RawItemEffect {
    /// The user gets a condition.
    OnSelf(RawEffect),
    /// Ends Stunned, or wakes a sleeper, in a neighbouring square.
    Rouse,
    /// Ties a neighbour who is Helpless already.
    Bind,
}

fields! {
    /// A talent or race.
    pub struct RawTrait {
        name: String = "";
        /// On initiative.
        initiative: i8 = 0, in -10..=10;
        /// On checks with a Skill.
        skills: BTreeMap<String, i8> = default;
        /// On melee Attacks.
        melee_attack: i8 = 0, in -10..=10;
        /// On ranged Attacks.
        ranged_attack: i8 = 0, in -10..=10;
        /// On the damage of melee Attacks.
        melee_damage: i8 = 0, in -10..=10;
        /// On the damage of ranged Attacks.
        ranged_damage: i8 = 0, in -10..=10;
        /// On Action rolls against a number.
        action: i8 = 0, in -10..=10;
        /// Further Actions.
        actions: Vec<RawExtra> = [], len ..=8;
    }

    /// An Action that a talent adds.
    pub struct RawExtra {
        name: String;
        /// AP.
        ap: u8, in ..=6;
        /// Once a crisis?
        once: bool = false;
        /// Own non-lethal wounds that it removes.
        heals: u8 = 0;
    }

    /// An Unfavorable Circumstance.
    pub struct RawCircumstance {
        name: String = "";
        /// Tasks with these Skills.
        skills: Vec<String> = [];
        /// Only those for this purpose: `climbing`.
        only_for: Option<String> = None;
        /// Melee Attacks.
        melee_attacks: bool = false;
        /// All other Attacks.
        ranged_attacks: bool = false;
        /// Bad for natural healing.
        poor_environment: bool = false;
    }

    /// Something on the map.
    pub struct RawObject {
        name: String;
        /// The word for commands; from the name if left out.
        key: Option<String> = None;
        /// Column and row.
        at: Option<[u16; 2]> = None;
        /// More squares.
        cells: Vec<[u16; 2]> = [], len ..=200;
        /// The cover that it gives.
        cover: Cover = default;
        /// Nobody can enter.
        blocks_move: bool = false;
        /// Nobody sees through.
        blocks_sight: bool = false;
        /// What goes through.
        penetrable: Vec<Projectile> = [];
        /// A condition while inside.
        inflicts: Option<RawKind> = None;
        /// An Unfavorable Circumstance while inside, by name.
        circumstance: Option<String> = None;
    }
}
