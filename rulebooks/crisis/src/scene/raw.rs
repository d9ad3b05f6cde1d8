//! A scene file as people write it: anything may be wrong in it.

use crate::{
    conditions::{Cause, ConditionKind},
    house::HouseRules,
    sheet::{Cover, Die, Projectile, WeaponKind},
    table::{Care, Stance},
};
use referee_engine::space::MapDescription;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scene file.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawScene {
    /// The rulebook: `crisis`.
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
    /// The map: squares.
    pub map: MapDescription,
    /// A crisis that runs already; without it the GM begins one.
    #[serde(default)]
    pub crisis: Option<RawCrisis>,
    /// Is there only one side, on purpose: people and a trap, a fire, a cliff?
    #[serde(default)]
    pub alone: bool,
    /// Those who take part, in the order of the roster.
    #[schemars(length(min = 1, max = referee_engine::MAX_ACTORS))]
    pub characters: Vec<RawCharacter>,
    /// What stands and lies about.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub objects: Vec<RawObject>,
    /// Unfavorable Circumstances that hold everywhere, by name.
    #[serde(default)]
    pub circumstances: Vec<String>,
    /// Skills of this scene, besides those of the book.
    #[serde(default)]
    #[schemars(length(max = 24))]
    pub skills: Vec<String>,
    /// Weapons that only this scene has.
    #[serde(default)]
    pub weapons: BTreeMap<String, RawWeapon>,
    /// Ask the GM at each decision of the GM instead of taking the default.
    #[serde(default)]
    pub ask_gm: bool,
    /// After so many rounds the crisis ends.
    #[serde(default)]
    #[schemars(range(max = 10000))]
    pub rounds: u32,
}

/// A crisis that runs already.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawCrisis {
    /// Whose turn it is, by key; the first in the order if left out.
    pub acting: Option<String>,
    /// Which round; 1 if left out.
    #[schemars(range(min = 1, max = 1000))]
    pub round: Option<u32>,
}

/// A weapon, item or the like that somebody carries: its name, or with a number.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RawCarried {
    /// One, loaded.
    One(String),
    /// Several, or not fully loaded.
    Some {
        of: String,
        #[serde(default = "one")]
        #[schemars(range(min = 1, max = 100))]
        count: u8,
        /// Attacks left before it must be reloaded; full if left out.
        #[serde(default)]
        loaded: Option<u8>,
    },
}

fn one() -> u8 {
    1
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

/// A character or creature.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCharacter {
    pub name: String,
    /// The word for commands; from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// A line about it.
    #[serde(default)]
    pub about: String,
    /// The side: `players` for PCs and `foes` for others if left out.
    #[serde(default)]
    pub side: Option<String>,
    /// A player's character?
    #[serde(default)]
    pub pc: bool,
    /// CR-120: dies when lethal wounds reach HP; NPCs do, PCs do not.
    #[serde(default)]
    pub dies_at_zero: Option<bool>,
    /// CR-040: those of one group share an initiative roll.
    #[serde(default)]
    pub group: Option<String>,
    /// The die of the Action category.
    #[serde(default)]
    pub action: Die,
    /// The dice of its Skills.
    #[serde(default)]
    pub skills: BTreeMap<String, Die>,
    /// What is added to checks with a Skill.
    #[serde(default)]
    pub skill_mods: BTreeMap<String, i8>,
    /// What is added to initiative.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub initiative_mod: i8,
    /// What is added to every Attack roll.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub attack_mod: i8,
    /// What is added to the damage of every Attack.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub damage_mod: i8,
    /// What is added to Action rolls against a number.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub action_mod: i8,
    /// HP.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 100))]
    pub hp: u8,
    /// Pace, in squares.
    #[serde(default = "six")]
    #[schemars(range(max = 30))]
    pub pace: u8,
    /// What it wears.
    #[serde(default)]
    pub armour: Option<RawWorn>,
    /// What it can strike with; Fists are always there.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub weapons: Vec<RawCarried>,
    /// What else it carries.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub items: Vec<RawCarried>,
    /// Talents, by name.
    #[serde(default)]
    pub talents: Vec<String>,
    /// The race, by name.
    #[serde(default)]
    pub race: Option<String>,
    /// Column and row, from the upper left.
    #[serde(default)]
    pub at: [u16; 2],
    /// One of the eight directions, clockwise from north.
    #[serde(default)]
    #[schemars(range(max = 7))]
    pub facing: u8,
    /// How it holds itself.
    #[serde(default)]
    pub stance: Stance,
    /// Its initiative, if a crisis runs.
    #[serde(default)]
    #[schemars(range(min = -100, max = 1000))]
    pub initiative: i16,
    /// Its AP; 4 for whoever has the turn and 0 for the others if left out.
    #[serde(default)]
    #[schemars(range(max = 6))]
    pub ap: Option<u8>,
    /// Uses of Take Aim.
    #[serde(default)]
    #[schemars(range(max = 2))]
    pub aim: u8,
    /// Hidden?
    #[serde(default)]
    pub hidden: bool,
    /// The Sneak roll, if it is Sneaking.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub sneaking: Option<i16>,
    /// On Overwatch?
    #[serde(default)]
    pub overwatch: bool,
    /// Whom it has not noticed.
    #[serde(default)]
    pub unaware_of: Vec<String>,
    /// Not ready for combat?
    #[serde(default)]
    pub unready: bool,
    /// Not here yet?
    #[serde(default)]
    pub absent: bool,
    /// Lethal wounds, suffered at the beginning.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub lethal: u8,
    /// Non-lethal wounds, suffered at the beginning.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub nonlethal: u8,
    /// Dying? If its lethal wounds reach its HP, unless it says otherwise.
    #[serde(default)]
    pub dying: Option<bool>,
    /// Knocked out?
    #[serde(default)]
    pub knocked_out: bool,
    /// Dead?
    #[serde(default)]
    pub dead: bool,
    /// What weighs on it.
    #[serde(default)]
    pub conditions: Vec<RawCondition>,
    /// Who looks after it, for natural healing.
    #[serde(default)]
    pub care: Care,
    /// Travelling rough?
    #[serde(default)]
    pub rough_travel: bool,
    /// In cold, heat or rain?
    #[serde(default)]
    pub poor_environment: bool,
    /// A reload under way that takes several turns.
    #[serde(default)]
    pub reloading: Option<RawReload>,
}

fn ten() -> u8 {
    10
}

fn six() -> u8 {
    6
}

/// A reload under way.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawReload {
    /// The weapon, by name.
    pub weapon: String,
    /// AP put in.
    #[schemars(range(min = 1, max = 60))]
    pub put: u8,
}

/// A condition at the beginning.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCondition {
    pub kind: RawKind,
    /// For so many seconds; as the condition usually lasts if left out.
    #[serde(default)]
    pub seconds: Option<u32>,
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

/// What a weapon or item does to somebody.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawEffect {
    /// The condition.
    pub condition: RawKind,
    /// To the end of the victim's next turn.
    #[serde(default)]
    pub next_turn: bool,
    /// For so many rounds.
    #[serde(default)]
    pub rounds: Option<u8>,
    /// For so many seconds.
    #[serde(default)]
    pub seconds: Option<u32>,
}

/// A weapon.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawWeapon {
    pub name: String,
    /// How it strikes.
    pub kind: WeaponKind,
    /// The Skill; as usual for its kind if left out.
    #[serde(default)]
    pub skill: Option<String>,
    /// The Hit modifier.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub hit: i8,
    /// The fixed damage.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub dmg: u8,
    /// Its wounds are non-lethal.
    #[serde(default)]
    pub non_lethal: bool,
    /// Rate of fire.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 6))]
    pub rof: u8,
    /// AP for each further Attack of a burst.
    #[serde(default)]
    #[schemars(range(max = 6))]
    pub rof_extra_ap: u8,
    /// Penalty for each further Attack of a burst: 1 is −1, then −2.
    #[serde(default)]
    #[schemars(range(max = 6))]
    pub rof_extra_hit: u8,
    /// AP of an Attack.
    #[serde(default = "two")]
    #[schemars(range(max = 6))]
    pub attack_ap: u8,
    /// AP of Take Aim.
    #[serde(default = "two")]
    #[schemars(range(max = 6))]
    pub aim_ap: u8,
    /// Reach in squares, for melee.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 5))]
    pub reach: u8,
    /// The range increment in squares; 0 for none.
    #[serde(default)]
    pub increment: u8,
    /// The greatest range in increments; 0 for none.
    #[serde(default)]
    pub max_increments: u8,
    /// The radius of its area.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub radius: Option<u8>,
    /// Points of Armour that it ignores.
    #[serde(default)]
    pub pierce: u8,
    /// It ignores all Armour.
    #[serde(default)]
    pub pierce_all: bool,
    /// What flies.
    #[serde(default)]
    pub projectile: Option<Projectile>,
    /// Attacks between reloads; 0 if it needs none.
    #[serde(default)]
    pub capacity: u8,
    /// AP of a reload.
    #[serde(default = "two")]
    #[schemars(range(max = 60))]
    pub reload_ap: u8,
    /// Gone after one use.
    #[serde(default)]
    pub one_use: bool,
    /// What it does besides.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub effects: Vec<RawEffect>,
}

fn two() -> u8 {
    2
}

/// Armour.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawArmour {
    pub name: String,
    /// How much damage it blocks.
    #[schemars(range(max = 20))]
    pub value: u8,
}

/// An item.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawItem {
    pub name: String,
    /// AP of using it.
    #[serde(default = "two")]
    #[schemars(range(max = 6))]
    pub use_ap: u8,
    /// The Skill that it is an Asset for.
    #[serde(default)]
    pub asset_for: Option<String>,
    /// What kind of Asset it is: two of one type count once.
    #[serde(default)]
    pub asset_type: String,
    /// The only purpose for which it helps: `climbing`. Every task with the Skill if left out.
    #[serde(default)]
    pub only_for: Option<String>,
    /// What using it does.
    #[serde(default)]
    pub effect: Option<RawItemEffect>,
    /// Gone after one use.
    #[serde(default)]
    pub one_use: bool,
    /// The weapon that it is ammunition for, by name.
    #[serde(default)]
    pub ammo_for: Option<String>,
    /// Points of Armour that this ammunition ignores.
    #[serde(default)]
    pub pierce: u8,
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

/// A talent or race.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawTrait {
    pub name: String,
    /// On initiative.
    #[schemars(range(min = -10, max = 10))]
    pub initiative: i8,
    /// On checks with a Skill.
    pub skills: BTreeMap<String, i8>,
    /// On melee Attacks.
    #[schemars(range(min = -10, max = 10))]
    pub melee_attack: i8,
    /// On ranged Attacks.
    #[schemars(range(min = -10, max = 10))]
    pub ranged_attack: i8,
    /// On the damage of melee Attacks.
    #[schemars(range(min = -10, max = 10))]
    pub melee_damage: i8,
    /// On the damage of ranged Attacks.
    #[schemars(range(min = -10, max = 10))]
    pub ranged_damage: i8,
    /// On Action rolls against a number.
    #[schemars(range(min = -10, max = 10))]
    pub action: i8,
    /// Further Actions.
    #[schemars(length(max = 8))]
    pub actions: Vec<RawExtra>,
}

/// An Action that a talent adds.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawExtra {
    pub name: String,
    /// AP.
    #[schemars(range(max = 6))]
    pub ap: u8,
    /// Once a crisis?
    #[serde(default)]
    pub once: bool,
    /// Own non-lethal wounds that it removes.
    #[serde(default)]
    pub heals: u8,
}

/// An Unfavorable Circumstance.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawCircumstance {
    pub name: String,
    /// Tasks with these Skills.
    pub skills: Vec<String>,
    /// Only those for this purpose: `climbing`.
    pub only_for: Option<String>,
    /// Melee Attacks.
    pub melee_attacks: bool,
    /// All other Attacks.
    pub ranged_attacks: bool,
    /// Bad for natural healing.
    pub poor_environment: bool,
}

/// Something on the map.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawObject {
    pub name: String,
    /// The word for commands; from the name if left out.
    #[serde(default)]
    pub key: Option<String>,
    /// Column and row.
    #[serde(default)]
    pub at: Option<[u16; 2]>,
    /// More squares.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub cells: Vec<[u16; 2]>,
    /// The cover that it gives.
    #[serde(default)]
    pub cover: Cover,
    /// Nobody can enter.
    #[serde(default)]
    pub blocks_move: bool,
    /// Nobody sees through.
    #[serde(default)]
    pub blocks_sight: bool,
    /// What goes through.
    #[serde(default)]
    pub penetrable: Vec<Projectile>,
    /// A condition while inside.
    #[serde(default)]
    pub inflicts: Option<RawKind>,
    /// An Unfavorable Circumstance while inside, by name.
    #[serde(default)]
    pub circumstance: Option<String>,
}
