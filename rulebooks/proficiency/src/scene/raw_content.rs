//! Content files as people write them: weapons, spells, feats, devices, skills and Resource-Dice.

use crate::{
    resource::{DieSize, Direction, EndingSave, RollWhen, WhenSpent},
    sheet::{Ability, FeatBase, SpellDc, SpellEffect, Swing},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A weapon in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawWeapon {
    /// The name.
    pub name: String,
    /// PR-R70.
    #[serde(default)]
    #[schemars(range(max = 10))]
    pub rating: u8,
    /// PR-R32.
    #[serde(default)]
    pub ability: Swing,
    /// Hands; 0 for a part of the body.
    #[serde(default = "one")]
    #[schemars(range(max = 2))]
    pub hands: u8,
    /// PR-024.
    #[serde(default)]
    pub reach: bool,
    /// Squares; 0 for melee only.
    #[serde(default)]
    #[schemars(range(max = 60))]
    pub range: u8,
    /// PR-R67.
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub quality: u8,
    /// What it shoots, by name of a resource.
    #[serde(default)]
    pub ammo: Option<String>,
    /// The die that replaces rating and PER, by name of a resource.
    #[serde(default)]
    pub die_damage: Option<String>,
    /// The lasting effect of a hit, by name of a resource.
    #[serde(default)]
    pub inflicts: Option<String>,
    /// Harms the undead only.
    #[serde(default)]
    pub undead_only: bool,
    /// Gone once thrown.
    #[serde(default)]
    pub single_use: bool,
}

/// A spell in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawSpell {
    /// The name.
    pub name: String,
    /// PR-R32.
    #[serde(default = "int")]
    pub ability: Ability,
    /// PR-R79.
    pub dc: SpellDc,
    /// The GM's modifier that goes with it.
    #[serde(default)]
    #[schemars(range(min = -5, max = 5))]
    pub gm_mod: i8,
    /// PR-R70.
    #[serde(default)]
    #[schemars(range(max = 10))]
    pub rating: u8,
    /// What it does.
    pub effect: SpellEffect,
    /// Squares.
    #[serde(default = "twelve")]
    #[schemars(range(max = 60))]
    pub range: u8,
    /// How many targets at most.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 8))]
    pub targets: u8,
    /// The die that each casting rolls, if the caster has it.
    #[serde(default)]
    pub effort: Option<String>,
}

/// A feat in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFeat {
    /// The name.
    pub name: String,
    /// What it builds on.
    #[serde(default)]
    pub base: FeatBase,
    /// PR-R101.
    #[serde(default)]
    #[schemars(range(min = -5, max = 5))]
    pub dc_mod: i8,
    /// Added to the rating.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub rating_mod: u8,
    /// Only with a missile weapon.
    #[serde(default)]
    pub ranged: bool,
    /// Only without movement that turn.
    #[serde(default)]
    pub still: bool,
    /// The die that each use rolls, if the character has it.
    #[serde(default)]
    pub effort: Option<String>,
}

/// A device in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawDevice {
    /// The name.
    pub name: String,
    /// Bonus points.
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub bonus: u8,
    /// The skill it helps; any if left out.
    #[serde(default)]
    pub skill: Option<String>,
    /// The die that each use rolls.
    #[serde(default)]
    pub resource: Option<String>,
}

/// A skill in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawSkill {
    /// The name.
    pub name: String,
    /// PR-R32.
    pub ability: Ability,
}

/// A kind of Resource-Die in the content.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawResource {
    /// The name.
    pub name: String,
    /// PR-146.
    #[serde(default)]
    pub direction: Direction,
    /// PR-R92: where it starts; the end of the chain if left out.
    #[serde(default)]
    pub start: Option<DieSize>,
    /// PR-R95.
    #[serde(default)]
    pub roll_when: RollWhen,
    /// PR-R98.
    #[serde(default)]
    pub number_is_damage: bool,
    /// PR-R107.
    #[serde(default)]
    pub area: bool,
    /// Does it give light while it burns?
    #[serde(default)]
    pub light: bool,
    /// What ends or is lost.
    #[serde(default = "no_more")]
    pub on_spent: String,
    /// What else comes of it.
    #[serde(default)]
    pub makes: Option<WhenSpent>,
    /// PR-R97.
    #[serde(default)]
    pub recovers: bool,
    /// PR-R98.
    #[serde(default)]
    pub save: Option<EndingSave>,
    /// PR-D30: counted, so many at the start.
    #[serde(default)]
    pub count: Option<u16>,
    /// PR-R100: so many if the table counts everything.
    #[serde(default = "twenty")]
    pub usual_count: u16,
}

fn one() -> u8 {
    1
}
fn twelve() -> u8 {
    12
}
fn twenty() -> u16 {
    20
}
fn int() -> Ability {
    Ability::Int
}
fn no_more() -> String {
    "no more uses".into()
}
