//! What stands on paper: characters, weapons, spells, clues. It does not change in play, except by the GM's correction.

use referee_engine::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ST-004: the attribute of a check. Its score is the number of d4s and of kept dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Attribute {
    Body,
    Reflexes,
    Perception,
    Mind,
}

impl Attribute {
    /// All four.
    pub const ALL: [Attribute; 4] = [Attribute::Body, Attribute::Reflexes, Attribute::Perception, Attribute::Mind];

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Attribute::Body => "body",
            Attribute::Reflexes => "reflexes",
            Attribute::Perception => "perception",
            Attribute::Mind => "mind",
        }
    }
}

macro_rules! skills {
    ($(#[$doc:meta])* $name:ident, $count:literal { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum $name { $($variant),+ }

        impl $name {
            /// All of them.
            pub const ALL: [$name; $count] = [$($name::$variant),+];

            /// As the book writes it.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

skills! {
    /// ST-005: the broad skill of a check. Each rank is a d8.
    Primary, 9 {
        PersonalMovement = "personal movement",
        MeleeCombat = "melee combat",
        ArcaneAptitude = "arcane aptitude",
        PersonalDefense = "personal defense",
        Endurance = "endurance",
        Awareness = "awareness",
        RangedCombat = "ranged combat",
        Stealth = "stealth",
        Crafting = "crafting",
    }
}

skills! {
    /// A narrow skill: its ranks change one action, or one type of weapon.
    Secondary, 34 {
        Swim = "swim",
        Climb = "climb",
        Jump = "jump",
        Balance = "balance",
        Blades = "blades",
        Axes = "axes",
        Hammers = "hammers",
        Polearms = "polearms",
        Staves = "staves",
        Shields = "shields",
        Brawling = "brawling",
        Bows = "bows",
        Crossbows = "crossbows",
        ArcaneProjectiles = "arcane projectiles",
        Bash = "bash",
        Disarm = "disarm",
        DistractingAttack = "distracting attack",
        FlurryOfBlows = "flurry of blows",
        HalfSword = "half-sword",
        Lunge = "lunge",
        OffHandAttack = "off-hand attack",
        PowerAttack = "power attack",
        QuickAttack = "quick attack",
        RecklessAttack = "reckless attack",
        Trip = "trip",
        Aim = "aim",
        Reload = "reload",
        Throw = "throw",
        Dodge = "dodge",
        RegainComposure = "regain composure",
        Stamina = "stamina",
        Investigate = "investigate",
        Alertness = "alertness",
        Search = "search",
    }
}

/// A set of secondary skills, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillSet(pub u64);

impl SkillSet {
    /// The set with `skill` in it.
    pub const fn with(self, skill: Secondary) -> Self {
        SkillSet(self.0 | 1 << skill as u64)
    }

    /// Is `skill` in it?
    pub const fn contains(self, skill: Secondary) -> bool {
        self.0 >> skill as u64 & 1 == 1
    }
}

/// What a melee weapon or a part of the body can do in a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// The secondary skill of its type.
    #[serde(rename = "type")]
    pub kind: Secondary,
    /// Hands it needs: 0 to 2.
    #[serde(default = "one")]
    #[schemars(range(max = 2))]
    pub hands: u8,
    /// Points of reach.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub reach: u8,
    /// Damage on top of body.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub damage: u8,
    /// Armour penetration.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub apv: u8,
    /// Melee defense that it gives while it is readied.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub parry: u8,
    /// ST-079: may it be used for a Bash?
    #[serde(default)]
    pub bash: bool,
    /// ST-104, ST-113: the Thrust keyword.
    #[serde(default)]
    pub thrust: bool,
    /// ST-134: the Trip keyword.
    #[serde(default)]
    pub trip: bool,
    /// ST-123: the pick keyword.
    #[serde(default)]
    pub pick: bool,
}

const fn one() -> u8 {
    1
}

/// A weapon that can be thrown. Its damage and APV are those of its blows where they are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    /// Metres.
    #[schemars(range(min = 1, max = 200))]
    pub range: u16,
    /// ST-161: the melee skill that helps to throw it.
    #[serde(default)]
    pub skill: Option<Secondary>,
    /// Damage on top of body.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub damage: Option<u8>,
    /// Armour penetration.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub apv: Option<u8>,
    /// ST-222: wind dice that it does not mind.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub wind_resist: u8,
}

/// A weapon that shoots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranged {
    /// The secondary skill of its type.
    #[serde(rename = "type")]
    pub kind: Secondary,
    /// Damage.
    #[schemars(range(max = 40))]
    pub damage: u8,
    /// Armour penetration.
    #[schemars(range(max = 20))]
    pub apv: u8,
    /// Metres.
    #[schemars(range(min = 1, max = 500))]
    pub range: u16,
    /// ST-151: stamina to load it.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub load_stamina: u8,
    /// ST-151: turns to load it.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub load_turns: u8,
    /// ST-222: wind dice that its projectiles do not mind.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub wind_resist: u8,
    /// Hands it needs.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 2))]
    pub hands: u8,
}

const fn two() -> u8 {
    2
}

/// What makes an item a shield.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// ST-R88: its block bonus, which is its cover value.
    #[schemars(range(min = 1, max = 9))]
    pub block: u8,
    /// Armour of the shield itself.
    #[schemars(range(max = 20))]
    pub av: u8,
    /// What it stands before it is broken.
    #[schemars(range(min = 1, max = 200))]
    pub durability: u8,
}

/// An item: a weapon, a shield, something to throw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ItemSheet {
    /// The word for commands; every item of a table has its own.
    pub key: String,
    /// The word among the items of one owner: `dagger`.
    pub short: String,
    /// The name.
    pub name: String,
    /// In a fight at close quarters.
    pub melee: Option<Melee>,
    /// Thrown.
    pub thrown: Option<Thrown>,
    /// Shot with.
    pub ranged: Option<Ranged>,
    /// A shield.
    pub shield: Option<Shield>,
}

impl ItemSheet {
    /// Hands it needs at least.
    pub fn hands(&self) -> u8 {
        let melee = self.melee.map_or(1, |melee| melee.hands.max(1));
        self.ranged.map_or(melee, |ranged| ranged.hands)
    }
}

/// An attack of the body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Natural {
    /// The name: `Bite`.
    pub name: String,
    /// What it does.
    pub melee: Melee,
}

/// ST-176: a way to strengthen an effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// +1 damage.
    Force,
    /// +1 APV.
    Pierce,
    /// +5 m.
    Distance,
    /// +1 defense bonus.
    Guard,
    /// +1 round.
    Duration,
    /// One more stun lost.
    Relief,
    /// One stamina more.
    Vigour,
}

impl Power {
    /// ST-R80: what a crafted effect may use.
    pub const ALL: [Power; 7] =
        [Power::Force, Power::Pierce, Power::Distance, Power::Guard, Power::Duration, Power::Relief, Power::Vigour];

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Power::Force => "force",
            Power::Pierce => "pierce",
            Power::Distance => "distance",
            Power::Guard => "guard",
            Power::Duration => "duration",
            Power::Relief => "relief",
            Power::Vigour => "vigour",
        }
    }
}

/// What magic does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Effect {
    /// Damage when it hits, without body.
    #[schemars(range(max = 99))]
    pub damage: u8,
    /// Armour penetration.
    #[schemars(range(max = 99))]
    pub apv: u8,
    /// Metres it can be thrown.
    #[schemars(range(max = 999))]
    pub range: u16,
    /// Bonus to melee and ranged defense.
    #[schemars(range(max = 99))]
    pub guard: u8,
    /// For so many rounds.
    #[schemars(range(max = 99))]
    pub rounds: u8,
    /// Stun that it takes away.
    #[schemars(range(max = 99))]
    pub relief: u8,
    /// Stamina that it gives.
    #[schemars(range(max = 99))]
    pub vigour: u8,
    /// ST-223: without mass the wind does not touch it.
    pub massless: bool,
    /// ST-222: wind dice that it does not mind.
    #[schemars(range(max = 5))]
    pub wind_resist: u8,
}

impl Effect {
    /// The start of a crafted effect: a thrown one of 5 m and nothing else, a guard for one round.
    pub const CRAFTED: Effect = Effect {
        damage: 0,
        apv: 0,
        range: 5,
        guard: 0,
        rounds: 1,
        relief: 0,
        vigour: 0,
        massless: true,
        wind_resist: 0,
    };

    /// The effect with one more instance of a power.
    pub fn stronger(mut self, power: Power) -> Effect {
        match power {
            Power::Force => self.damage = self.damage.saturating_add(1),
            Power::Pierce => self.apv = self.apv.saturating_add(1),
            Power::Distance => self.range = self.range.saturating_add(5),
            Power::Guard => self.guard = self.guard.saturating_add(1),
            Power::Duration => self.rounds = self.rounds.saturating_add(1),
            Power::Relief => self.relief = self.relief.saturating_add(1),
            Power::Vigour => self.vigour = self.vigour.saturating_add(1),
        }
        self
    }
}

/// A spell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// The name.
    pub name: String,
    /// Of the casting check.
    #[schemars(range(min = 1, max = 60))]
    pub difficulty: u8,
    /// ST-172: dues of a gated cast.
    #[schemars(range(max = 30))]
    pub cost: u8,
    /// ST-177: change of the dues of an ungated cast.
    #[serde(default)]
    #[schemars(range(min = -30, max = 30))]
    pub cost_modifier: i8,
    /// ST-R81: is it kept and thrown, or does it work at once?
    #[serde(default)]
    pub thrown: bool,
    /// Its gated level.
    pub effect: Effect,
    /// What each additional success can strengthen.
    #[schemars(length(min = 1))]
    pub powers: Vec<Power>,
}

/// A cantrip: small magic with no check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cantrip {
    /// The name.
    pub name: String,
    /// Defense that a touched neighbour loses.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub drain: u8,
    /// Metres of light around the caster, in which darkness hides nobody.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub light: u8,
    /// For so many rounds.
    #[serde(default)]
    #[schemars(range(max = 100))]
    pub rounds: u8,
}

/// A piece of information in the area (ST-237 to ST-249).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClueSheet {
    /// The word for commands.
    pub key: String,
    /// What it is about.
    pub topic: String,
    /// ST-242: for the easiest clue of a topic.
    pub difficulty: u8,
    /// ST-243: additional successes it costs when it is not the easiest.
    pub cost: u8,
    /// What it tells.
    pub information: String,
    /// Is it a thing to be found by a Search rather than a clue?
    pub item: bool,
}

/// ST-271: the GM's own check, as a form with the fields of every other entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    /// Its name.
    pub name: String,
    /// ST-004.
    pub attribute: Attribute,
    /// ST-005.
    #[serde(default)]
    pub skill: Option<Primary>,
    /// The secondary skill that helps; each rank is a bonus die.
    #[serde(default)]
    pub secondary: Option<Secondary>,
    /// What its ranks give, in words.
    #[serde(default)]
    pub secondary_effect: String,
    /// Does aid give one bonus die and one for each rank in the secondary skill?
    #[serde(default)]
    pub aid: bool,
    /// What it is about.
    #[serde(default)]
    pub description: String,
    /// The difficulty; the GM is asked if it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 60))]
    pub difficulty: Option<u8>,
    /// What a critical failure brings.
    #[serde(default)]
    pub critical_failure: String,
    /// What a failure brings.
    #[serde(default)]
    pub failure: String,
    /// What a near failure brings; ST-R11 if it is left out.
    #[serde(default)]
    pub near_failure: String,
    /// What a success brings.
    #[serde(default)]
    pub success: String,
    /// What each additional success brings.
    #[serde(default)]
    pub additional: String,
    /// ST-236: only the GM may call for it.
    #[serde(default)]
    pub passive: bool,
    /// ST-018: does it use materials, which a critical failure uses up?
    #[serde(default)]
    pub materials: bool,
    /// ST-019: is it a movement, in which a critical failure means a fall?
    #[serde(default)]
    pub movement: bool,
}

/// A character or creature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// The side.
    pub side: Side,
    /// Body, reflexes, perception, mind.
    pub attributes: [u8; 4],
    /// Ranks of the primary skills.
    pub primary: [u8; 9],
    /// Ranks of the secondary skills.
    pub secondary: Vec<u8>,
    /// Metres of a Dash.
    pub base_movement: u8,
    /// The most stamina.
    pub max_stamina: u8,
    /// The most defense.
    pub max_defense: u8,
    /// The most health.
    pub max_health: u8,
    /// ST-R110: 5 is a human.
    pub size: u8,
    /// Points of its own reach.
    pub reach: u8,
    /// Legs.
    pub legs: u8,
    /// Hands.
    pub hands: u8,
    /// ST-R47: weapon types whose ranks give bonus dice.
    pub proficient: SkillSet,
    /// Armour.
    pub av: u8,
    /// Armour of the arms.
    pub arm_av: u8,
    /// Attacks of the body.
    pub natural: Vec<Natural>,
    /// ST-R73: may it take magic actions?
    pub arcane: bool,
    /// Cantrips it knows, by their place in the setup.
    pub cantrips: Vec<u8>,
    /// Spells it knows, by their place in the setup.
    pub spells: Vec<u8>,
}

impl Sheet {
    /// The score of an attribute.
    #[inline]
    pub fn attribute(&self, attribute: Attribute) -> u8 {
        self.attributes[attribute as usize]
    }

    /// The ranks in a primary skill.
    #[inline]
    pub fn skill(&self, skill: Primary) -> u8 {
        self.primary[skill as usize]
    }

    /// The ranks in a secondary skill.
    #[inline]
    pub fn rank(&self, skill: Secondary) -> u8 {
        self.secondary.get(skill as usize).copied().unwrap_or(0)
    }

    /// ST-R47: the bonus dice that a type of weapon gives; none to whoever is not proficient with it.
    #[inline]
    pub fn weapon_dice(&self, kind: Secondary) -> u8 {
        if self.proficient.contains(kind) { self.rank(kind) } else { 0 }
    }
}
