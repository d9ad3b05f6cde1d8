//! What characters, creatures and things are: the numbers that play does not change.

use referee_engine::{Side, named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The side of the players.
pub const PLAYERS: Side = Side(0);

named! {
    /// SE-114, SE-R53: the attributes. The first four are in the text ("Discrete" as it writes it, SE-R31); Strong and
    /// Resolute belong to the starter set.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Attribute {
        /// Speed; basis of the order.
        Quick = "quick" / "Quick",
        /// Alertness.
        Vigilant = "vigilant" / "Vigilant",
        /// Stealth and tact.
        Discrete = "discrete" / "Discrete",
        /// Aim.
        Accurate = "accurate" / "Accurate",
        /// Might.
        Strong = "strong" / "Strong",
        /// Will.
        Resolute = "resolute" / "Resolute",
    }
}

/// Which thing of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u16);

impl ThingId {
    /// Its place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which status of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StatusId(pub u8);

/// Which skill of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillId(pub u8);

/// Which ability of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AbilityId(pub u8);

/// Who decides for a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    Player,
    Gm,
}

/// A character, creature or trap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    pub key: String,
    pub name: String,
    /// What kind of creature it is, for groups of like ones (SE-R23).
    pub kind: String,
    /// Who is an ally of whom.
    pub side: Side,
    /// Who decides.
    pub controller: Controller,
    /// The six attributes, by [`Attribute`].
    pub attributes: [u8; 6],
    /// Ranks of skills; what is left out has rank 0.
    pub skills: SmallVec<[(SkillId, u8); 4]>,
    pub abilities: SmallVec<[AbilityId; 6]>,
    /// SE-R108.
    pub health_max: i16,
    /// SE-R107.
    pub pain_threshold: i16,
    /// Hide: mundane Defense.
    pub hide: i8,
    /// Otherworldly Defense of its own.
    pub ward: i8,
    /// SE-R47: its ways of moving.
    pub moves: SmallVec<[Way; 2]>,
    /// SE-R70: what it strikes with bare.
    pub natural: SmallVec<[Natural; 1]>,
    /// SE-R06.
    pub needs_light: bool,
    /// SE-R08.
    pub needs_food: bool,
    /// SE-R18: an unleashed trap takes part.
    pub trap: bool,
}

impl Sheet {
    pub fn attribute(&self, attribute: Attribute) -> i16 {
        i16::from(self.attributes[attribute as usize])
    }

    /// SE-R54: the rank in a skill.
    pub fn rank(&self, skill: SkillId) -> i16 {
        self.skills.iter().find(|(known, _)| *known == skill).map_or(0, |(_, rank)| i16::from(*rank))
    }
}

/// SE-119, SE-R47: a way of moving with its two numbers in feet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// `walk`, `swim`, `fly`.
    pub name: String,
    /// Full movement rate: a Dash.
    #[schemars(range(max = 300))]
    pub full: u16,
    /// Lowest movement speed: comes with every other segment.
    #[schemars(range(max = 300))]
    pub lowest: u16,
}

/// A weapon that is part of a body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Natural {
    pub key: String,
    pub name: String,
    pub weapon: Weapon,
}

/// SE-120, SE-R71: the numbers of a weapon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Weapon {
    /// The most damage of one attack.
    pub maximum: i16,
    /// Feet in melee; 0 = no melee use.
    pub reach_ft: u16,
    /// Feet thrown or shot; 0 = neither.
    pub range_ft: u16,
    pub tags: Tags,
    /// The item that one shot uses up.
    pub ammo: Option<String>,
    /// The status that damage brings.
    pub on_damage: Option<StatusId>,
}

/// What an object is like, as people write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Tag {
    /// SE-069.
    Large = 1,
    /// SE-070.
    Heavy = 2,
    /// SE-071.
    TwoHanded = 4,
    /// SE-072.
    Slow = 8,
    /// SE-R41: needs a Ready after each shot.
    Reload = 16,
    /// SE-R114: may be thrown.
    Thrown = 32,
    /// SE-R68: of no ordinary nature.
    Otherworldly = 64,
    /// SE-R79: kills by its nature.
    Deadly = 128,
}

/// A set of [`Tag`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tags(pub u8);

impl Tags {
    /// Is it so?
    pub const fn has(self, tag: Tag) -> bool {
        self.0 & tag as u8 != 0
    }

    /// SE-069 to SE-072: does its use need a Slow Action?
    pub const fn is_slow(self) -> bool {
        self.0 & (Tag::Large as u8 | Tag::Heavy as u8 | Tag::TwoHanded as u8 | Tag::Slow as u8) != 0
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        Tags(tags.into_iter().fold(0, |set, tag| set | tag as u8))
    }
}

/// With what an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRef {
    /// A natural weapon of the sheet.
    Natural(u8),
    /// A thing in hand.
    Thing(ThingId),
}

/// The three kinds of armour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ArmourKind {
    Body,
    Shield,
    Helmet,
}

/// SE-121, SE-R72: the numbers of armour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    pub kind: ArmourKind,
    /// Its points.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub defense: i8,
    /// SE-R68: a critical does not ignore it.
    #[serde(default)]
    pub otherworldly: bool,
    /// SE-R47: full and lowest movement at most, in feet.
    #[serde(default)]
    pub move_cap: Option<[u16; 2]>,
}

/// SE-R05: what burns, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Burns {
    /// Like a torch: once.
    Torch,
    /// Like a lantern: on flasks of oil.
    Lantern,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// What it burns like.
    pub burns: Burns,
    /// Feet that it lights.
    #[schemars(range(max = 300))]
    pub feet: u16,
}

/// SE-R73: what a thing that can be struck is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Object {
    #[serde(default)]
    #[schemars(range(max = 10))]
    pub defense: i8,
    #[schemars(range(min = 1, max = 99))]
    pub health: i16,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThingSheet {
    /// The word for commands on the whole table.
    pub key: String,
    /// The word for commands of whoever has it; also what ammunition and oil are called.
    pub short: String,
    pub name: String,
    /// Its numbers as a weapon.
    pub weapon: Option<Weapon>,
    /// Its numbers as armour.
    pub armour: Option<Armour>,
    pub tags: Tags,
    pub light: Option<Light>,
    /// Its numbers as something to strike.
    pub object: Option<Object>,
    /// SE-R55: what it adds to the target number of a skill used with it.
    pub helps: Option<(SkillId, i8)>,
    /// SE-R55: what a skill used on it has added to the target number.
    pub difficulty: i8,
}

/// SE-116, SE-R54: a skill.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkillSheet {
    pub name: String,
    /// What it is checked against.
    pub attribute: Attribute,
    /// SE-R56: the attribute of the other that opposes it.
    #[serde(default)]
    pub opposed: Option<Attribute>,
    /// Does it need sight?
    #[serde(default)]
    pub sight: bool,
    /// What success brings.
    #[serde(default)]
    pub effect: SkillEffect,
}

/// What the success of a skill brings by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillEffect {
    /// What the GM says.
    #[default]
    None,
    /// 1 Health back, once per character and fight.
    Bind,
    /// The thing it is used on opens.
    Open,
}

/// SE-117, SE-R46: an ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AbilitySheet {
    pub key: String,
    pub name: String,
    /// Uses a day.
    pub uses: u8,
    /// Feet.
    pub range_ft: u16,
    /// The thing that it needs in hand.
    pub needs: Option<String>,
    /// SE-R56: own attribute against another of the target; none: no check.
    pub check: Option<(Attribute, Attribute)>,
    pub effect: Effect,
}

/// What an ability does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Health back: one die of so many sides.
    Heal(u8),
    /// Otherworldly Defense until the clock restarts.
    Ward(i8),
    Status(StatusId),
    /// The weaponry rule with this attribute in place of Accurate; a critical also brings the status.
    Strike {
        /// In place of Accurate.
        attribute: Attribute,
        /// The most damage.
        maximum: i16,
        /// What a critical brings.
        critical: Option<StatusId>,
    },
    /// One negative status ends.
    Cleanse,
    /// What the GM says (SE-R46).
    Told,
}

/// SE-118, SE-R45: a status and what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusSheet {
    pub name: String,
    /// Does Recover work on it?
    #[serde(default = "yes")]
    pub negative: bool,
    /// SE-R44: what Recover is checked against; none: it has its own way out.
    #[serde(default)]
    pub recover: Option<Recovery>,
    /// SE-R112: damage at the end of each round, or per turn.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub tick: u8,
    /// Added to the order value.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub order: i8,
    /// Added to every target number.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub target: i8,
    /// Disadvantage on attacks and on checks that need sight; no free attacks.
    #[serde(default)]
    pub blinds: bool,
    /// Disadvantage on every roll but Recover.
    #[serde(default)]
    pub hampers: bool,
    /// No movement.
    #[serde(default)]
    pub holds: bool,
    /// May not move nearer to its source.
    #[serde(default)]
    pub frightens: bool,
    /// SE-R10: what comes of hunger and thirst, and ends with food, water and 8 hours of rest.
    #[serde(default)]
    pub weary: bool,
}

/// SE-R44: the check that ends a status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The attribute of the one who rolls.
    pub attribute: Attribute,
    /// Added to it.
    #[serde(default)]
    #[schemars(range(min = -10, max = 10))]
    pub modifier: i8,
}

fn yes() -> bool {
    true
}

/// SE-127, SE-R07: an area and what wanders there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub name: String,
    /// SE-013: so many in 6; 0 if the area holds no danger.
    #[serde(default)]
    #[schemars(range(max = 6))]
    pub wander_chance: u8,
    /// Turns between two checks.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 144))]
    pub wander_interval: u8,
    /// SE-R06.
    #[serde(default)]
    pub dark: bool,
    /// What is met on 1 to 6: names of characters of the content, with how many.
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub wander_table: Vec<Met>,
}

/// One row of a wandering table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Met {
    /// Up to this face of a d6.
    #[schemars(range(min = 1, max = 6))]
    pub up_to: u8,
    /// Who, by its name in the content.
    pub who: String,
    #[schemars(range(min = 1, max = 12))]
    pub count: u8,
}

fn two() -> u8 {
    2
}

/// What ends a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCondition {
    /// Only one side has anybody left who can act.
    LastSide,
    /// So many hours have passed: this side wins.
    Hours(u32, Side),
    /// A background clock is full: this side wins.
    Clock(String, Side),
    /// Somebody of the side stands there.
    Reaches(referee_engine::space::Cell, Side),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SE-R31: the name is kept as the text writes it.
    #[test]
    fn se_r31_the_attributes_have_the_names_of_the_text() {
        let words = Attribute::ALL.map(Attribute::word);
        assert_eq!(words, ["Quick", "Vigilant", "Discrete", "Accurate", "Strong", "Resolute"]);
    }

    #[test]
    fn se_069_to_se_072_any_of_four_tags_makes_an_object_slow() {
        for tag in [Tag::Large, Tag::Heavy, Tag::TwoHanded, Tag::Slow] {
            assert!([tag].into_iter().collect::<Tags>().is_slow());
        }
        for tag in [Tag::Reload, Tag::Thrown, Tag::Otherworldly, Tag::Deadly] {
            assert!(![tag].into_iter().collect::<Tags>().is_slow());
        }
    }
}
