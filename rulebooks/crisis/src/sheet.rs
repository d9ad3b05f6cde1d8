//! Sheets: what a creature is and carries (CR-210, CR-R153: the pages outside the chapter are sheet fields here).

use crate::{conditions::ConditionKind, house::HouseRules};
use referee_dice::Roll;
use referee_engine::{Side, named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

named! {
    /// CR-R09: the dice that a Skill or the Action category can have.
    #[derive(PartialOrd, Ord, Default, JsonSchema)]
    pub enum Die {
        #[default]
        D4 = "d4",
        D6 = "d6",
        D8 = "d8",
        D10 = "d10",
        D12 = "d12",
    }
}

impl Die {
    /// The highest face.
    pub const fn sides(self) -> u16 {
        4 + 2 * self as u16
    }

    /// CR-028, CR-R10: the die with its explosions.
    pub const fn exploding(self, house: &HouseRules) -> Roll {
        match house.max_explosions {
            None => Roll::exploding(self.sides()),
            Some(times) => Roll::die(self.sides()).explode_at_most(times),
        }
    }
}

/// A Skill: its place in the table's list of Skills. The first ones are the book's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Skill(pub u8);

impl Skill {
    pub const LIGHT_WEAPON: Skill = Skill(0);
    pub const MELEE: Skill = Skill(1);
    pub const ATHLETICS: Skill = Skill(2);
    pub const MEDICINE: Skill = Skill(3);
    pub const SNEAK: Skill = Skill(4);
    pub const SEARCH: Skill = Skill(5);
    pub const LORE: Skill = Skill(6);
    pub const SPELLCRAFT: Skill = Skill(7);

    /// The names of the book's own Skills.
    pub const NAMES: [&'static str; 8] =
        ["Light Weapon", "Melee", "Athletics", "Medicine", "Sneak", "Search / Track", "Lore", "Spellcraft"];

    /// CR-R143: does a check with it rely on speed and balance?
    pub const fn is_balance(self) -> bool {
        self.0 == Skill::ATHLETICS.0 || self.0 == Skill::SNEAK.0
    }
}

/// How a weapon strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponKind {
    /// CR-069: within reach, can be parried.
    Melee,
    /// CR-068.
    Ranged,
    /// CR-079: with Athletics.
    Thrown,
    /// CR-078: like a fireball.
    Spell,
}

impl WeaponKind {
    /// CR-059, CR-067, CR-079: the Skill of a weapon that names none.
    pub const fn usual_skill(self) -> Skill {
        match self {
            WeaponKind::Melee => Skill::MELEE,
            WeaponKind::Ranged => Skill::LIGHT_WEAPON,
            WeaponKind::Thrown => Skill::ATHLETICS,
            WeaponKind::Spell => Skill::SPELLCRAFT,
        }
    }
}

named! {
    /// What a projectile is, for cover that it goes through (CR-098).
    #[derive(PartialOrd, Ord, JsonSchema)]
    pub enum Projectile {
        Bullet = "bullet",
        Arrow = "arrow",
        Bolt = "bolt",
        Shrapnel = "shrapnel",
    }
}

/// CR-113, CR-R80: the points of Armour that are ignored; 255 for all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pierce(pub u8);

impl Pierce {
    /// All Armour is ignored.
    pub const ALL: Pierce = Pierce(u8::MAX);

    /// What is left of an Armour value.
    pub const fn left_of(self, armour: u8) -> u8 {
        armour.saturating_sub(self.0)
    }
}

/// CR-R84: what an Attack does beside its wounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The condition.
    pub kind: ConditionKind,
    /// For how long.
    pub lasts: Lasts,
}

/// CR-R151: how long a source says that its condition lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// As the condition itself says: Stunned covers a turn (CR-R147), everything else is open.
    AsUsual,
    /// To the end of the victim's next turn.
    NextTurn,
    /// So many rounds.
    Rounds(u8),
    /// So many seconds of the clock.
    Seconds(u32),
    /// Until the GM ends it.
    Open,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Weapon {
    pub key: String,
    pub name: String,
    /// CR-059.
    pub skill: Skill,
    /// How it strikes.
    pub kind: WeaponKind,
    /// CR-062: the Hit modifier.
    pub hit: i8,
    /// CR-103: the fixed damage.
    pub dmg: u8,
    /// CR-R85: the kind of wounds.
    pub lethal: bool,
    /// CR-063.
    pub rof: u8,
    /// CR-R39: AP for each further Attack.
    pub rof_extra_ap: u8,
    /// CR-R39: the penalty for each further Attack.
    pub rof_extra_hit: u8,
    /// CR-152, CR-176.
    pub attack_ap: u8,
    /// CR-187.
    pub aim_ap: u8,
    /// Squares, for melee.
    pub reach: u8,
    /// The range increment in squares; 0 for none.
    pub increment: u8,
    /// CR-R45: the greatest range in increments; 0 for none.
    pub max_increments: u8,
    /// The radius of the area, if it has one.
    pub radius: Option<u8>,
    /// CR-113.
    pub pierce: Pierce,
    /// What flies.
    pub projectile: Option<Projectile>,
    /// CR-R44: how many Attacks between reloads; 0 if it never needs any.
    pub capacity: u8,
    /// CR-R31: what reloading costs.
    pub reload_ap: u8,
    /// Gone after one use.
    pub one_use: bool,
    /// CR-109: what it does besides.
    pub effects: SmallVec<[Effect; 1]>,
}

impl Weapon {
    /// Does it strike within reach?
    pub fn is_melee(&self) -> bool {
        self.kind == WeaponKind::Melee
    }

    /// CR-185, CR-R64: does Take Aim help it? Everything that is not melee is a ranged Attack.
    pub fn can_aim(&self) -> bool {
        !self.is_melee()
    }
}

/// CR-150, CR-188: an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Item {
    pub key: String,
    pub name: String,
    /// CR-189.
    pub use_ap: u8,
    /// CR-024: the Skill that it helps.
    pub asset_for: Option<Skill>,
    /// CR-026: what kind of help it is.
    pub asset_type: String,
    /// CR-R162: the only purpose of a task for which it helps; any if there is none.
    #[serde(default)]
    pub purpose: Option<Purpose>,
    /// What using it does, if it can be used.
    pub effect: Option<ItemEffect>,
    /// Gone after one use.
    pub one_use: bool,
    /// CR-113: the weapon that it is ammunition for, by its place in the list.
    pub ammo_for: Option<u8>,
    /// CR-113: Armour that it ignores.
    pub pierce: Pierce,
}

/// CR-R162: what a task is for, where some Assets and circumstances are for that alone: climbing. By its place in the list of
/// purposes of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Purpose(pub u8);

/// What using an item does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemEffect {
    /// The user gets a condition.
    OnSelf(Effect),
    /// Ends Stunned or wakes a sleeper in a neighbouring square.
    Rouse,
    /// Ties a neighbour who is Helpless already.
    Bind,
}

/// A talent or race: named modifiers and further Actions (CR-035, CR-062, CR-106, CR-150).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trait {
    pub name: String,
    /// CR-035.
    pub initiative: i8,
    /// On checks with a Skill.
    pub skills: SmallVec<[(Skill, i8); 2]>,
    /// CR-062: on melee Attacks, and on all others.
    pub attack: [i8; 2],
    /// CR-106: on the damage of melee Attacks, and of all others.
    pub damage: [i8; 2],
    /// On Action die rolls against a number (CR-R131, CR-138).
    pub action: i8,
    /// CR-150.
    pub actions: SmallVec<[ExtraAction; 1]>,
}

/// CR-150: an Action that a talent adds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExtraAction {
    pub key: String,
    pub name: String,
    /// What it costs.
    pub ap: u8,
    /// Only once in a crisis?
    pub once: bool,
    /// Own non-lethal wounds that it removes.
    pub heals: u8,
}

/// What a creature is. What changes in play is in [`crate::table::Actor`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    pub key: String,
    pub name: String,
    /// Who is hostile to whom.
    pub side: Side,
    /// A player's character?
    pub is_pc: bool,
    /// CR-040: those with the same number share an initiative roll.
    pub group: Option<u8>,
    /// The die of the Action category.
    pub action_die: Die,
    /// CR-035: what race and talents add to initiative.
    pub initiative_mod: i8,
    /// On Action die rolls against a number.
    pub action_mod: i8,
    /// The dice of the Skills, by Skill.
    pub skills: Vec<Die>,
    /// What talents and race add, by Skill.
    pub skill_mods: Vec<i8>,
    /// CR-062: on melee Attacks, and on all others.
    pub attack_mod: [i8; 2],
    /// CR-106: on the damage of melee Attacks, and of all others.
    pub damage_mod: [i8; 2],
    /// CR-118: size of the wound thresholds.
    pub hp: u8,
    /// CR-153: squares moved by one Move.
    pub pace: u8,
    /// The name of the armour; its value is in [`crate::table::Actor`] (CR-112: 1 for light armour, in the content).
    pub armour: String,
    /// The squares that it threatens (CR-R50).
    pub reach: u8,
    /// Named modifiers, for showing, and further Actions.
    pub traits: Vec<Trait>,
}

impl Sheet {
    /// CR-R08: the die of a Skill.
    pub fn die(&self, skill: Skill) -> Die {
        self.skills.get(usize::from(skill.0)).copied().unwrap_or_default()
    }

    /// What talents and race add to a Skill.
    pub fn skill_mod(&self, skill: Skill) -> i8 {
        self.skill_mods.get(usize::from(skill.0)).copied().unwrap_or(0)
    }

    /// CR-150: the Actions that talents add.
    pub fn extra_actions(&self) -> impl Iterator<Item = &ExtraAction> {
        self.traits.iter().flat_map(|one| &one.actions)
    }
}

/// CR-022, CR-025: a named Unfavorable Circumstance and what it touches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    pub key: String,
    pub name: String,
    /// Tasks with these Skills.
    pub skills: SmallVec<[Skill; 2]>,
    /// CR-R162: only tasks for this purpose; any if there is none.
    #[serde(default)]
    pub purpose: Option<Purpose>,
    /// Attacks: melee, and all others.
    pub attacks: [bool; 2],
    /// CR-145: bad for natural healing.
    pub poor_environment: bool,
}

named! {
    /// CR-092: how well somebody is covered.
    #[derive(PartialOrd, Ord, Hash, Default, JsonSchema)]
    pub enum Cover {
        /// Not at all.
        #[default]
        None = "none",
        /// CR-094, CR-R70: −2.
        Light = "light",
        /// CR-095: −4.
        Heavy = "heavy",
        /// CR-096: cannot be hit.
        Total = "total",
    }
}

impl Cover {
    /// CR-094, CR-095: the penalty on the Attack roll.
    pub const fn penalty(self) -> i8 {
        match self {
            Cover::None => 0,
            Cover::Light => -2,
            Cover::Heavy | Cover::Total => -4,
        }
    }

    /// CR-098, CR-099, CR-100, CR-101: one step lower.
    #[must_use]
    pub const fn lowered(self) -> Cover {
        match self {
            Cover::Total => Cover::Heavy,
            Cover::Heavy => Cover::Light,
            Cover::Light | Cover::None => Cover::None,
        }
    }
}

/// Something on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Object {
    pub key: String,
    pub name: String,
    pub cells: SmallVec<[referee_engine::space::Cell; 4]>,
    /// The cover that it gives.
    pub cover: Cover,
    /// Nobody can enter its squares.
    pub blocks_move: bool,
    /// Nobody sees through it.
    pub blocks_sight: bool,
    /// CR-098: what goes through it.
    pub penetrable: SmallVec<[Projectile; 4]>,
    /// A condition while inside (mud: Slowed).
    pub inflicts: Option<ConditionKind>,
    /// An Unfavorable Circumstance while inside.
    pub circumstance: Option<u8>,
}
