//! Sheets: what a Character, a weapon or a thing is, apart from what happens to it.

use crate::rank::{Rank, SkillRank};
use referee_engine::{Side, space::Piece};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// The side of the PCs and their allies (CW-001).
pub const PLAYERS: Side = Side(0);
/// The side of villains, monsters and hazards (CW-001, CW-002).
pub const THREATS: Side = Side(1);

/// A trained field (CW-R16, CW-275).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Skill {
    Acuity,
    Athletics,
    Bravado,
    Charm,
    Explosives,
    Fortitude,
    Guile,
    #[serde(rename = "Hand-to-Hand")]
    HandToHand,
    Handguns,
    Longarms,
    Medicine,
    Melee,
    Reflex,
    Stealth,
    Throwing,
    Tinkering,
    Willpower,
}

impl Skill {
    /// All of them.
    pub const ALL: [Skill; 17] = [
        Skill::Acuity,
        Skill::Athletics,
        Skill::Bravado,
        Skill::Charm,
        Skill::Explosives,
        Skill::Fortitude,
        Skill::Guile,
        Skill::HandToHand,
        Skill::Handguns,
        Skill::Longarms,
        Skill::Medicine,
        Skill::Melee,
        Skill::Reflex,
        Skill::Stealth,
        Skill::Throwing,
        Skill::Tinkering,
        Skill::Willpower,
    ];
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skill::HandToHand => f.write_str("Hand-to-Hand"),
            other => fmt::Debug::fmt(other, f),
        }
    }
}

/// Rank and Bonus in one Skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trained {
    /// The Skill Rank.
    pub rank: SkillRank,
    /// What a Check adds (CW-038). From the sheet, or by CW-R01.
    pub bonus: i8,
}

/// What a Character is in the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Run by a player.
    #[default]
    Pc,
    /// On the Players' side, run by anybody.
    Ally,
    /// A person on the Threats' side.
    Villain,
    /// A creature on the Threats' side.
    Monster,
    /// CW-002: a danger that acts in the Threat Turn; no creature (CW-R38), and it keeps no side alive (CW-R22).
    Hazard,
}

impl Kind {
    /// CW-001, CW-002: the side that a kind belongs to.
    pub fn side(self) -> Side {
        match self {
            Kind::Pc | Kind::Ally => PLAYERS,
            Kind::Villain | Kind::Monster | Kind::Hazard => THREATS,
        }
    }
}

/// How large a Character is; it matters for Pin (CW-156).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Size {
    Small,
    #[default]
    Medium,
    Large,
    Huge,
}

/// CW-067: every Target part is Bulk, Brim or Ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// CW-073: the largest, central part.
    #[default]
    Bulk,
    /// CW-074: the extremities.
    Brim,
    /// CW-077: a vital spot.
    Ace,
}

impl Class {
    /// CW-068, CW-069, CW-071: what aiming there adds to the Rank.
    pub const fn ranks(self) -> i8 {
        self as i8
    }
}

/// Which sort of limb a part is, if it is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limb {
    /// No limb.
    #[default]
    None,
    /// It holds and strikes.
    Arm,
    /// It walks and kicks.
    Leg,
    /// A tail, a jaw, a wing: the GM says what its loss means (CW-R49).
    Other,
}

/// One part of a body or an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it is called: `left arm`.
    pub part: String,
    /// How hard it is to hit, and what a hit there does.
    #[serde(default)]
    pub class: Class,
    /// Which sort of limb, if any.
    #[serde(default)]
    pub limb: Limb,
}

impl Part {
    /// A part by name.
    pub fn new(part: &str, class: Class, limb: Limb) -> Part {
        Part { part: part.to_owned(), class, limb }
    }

    /// The parts of a human shape: chest, arms and legs, and the vital spots.
    pub fn humanoid() -> Vec<Part> {
        let part = Part::new;
        vec![
            part("chest", Class::Bulk, Limb::None),
            part("left arm", Class::Brim, Limb::Arm),
            part("right arm", Class::Brim, Limb::Arm),
            part("left leg", Class::Brim, Limb::Leg),
            part("right leg", Class::Brim, Limb::Leg),
            part("head", Class::Ace, Limb::None),
            part("eyes", Class::Ace, Limb::None),
            part("heart", Class::Ace, Limb::None),
            part("groin", Class::Ace, Limb::None),
        ]
    }
}

/// The place of a part in its body's list.
pub type PartId = u8;

/// The three kinds of Attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// CW-090: at arm's length.
    #[default]
    Reach,
    /// CW-094: at a distance.
    Ranged,
    /// CW-100: against all within an area.
    Area,
}

/// CW-081 to CW-084: how far off a Target is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// CW-081: base Rank Layman.
    #[default]
    Reach,
    /// CW-082: up to 30 feet, Novice.
    Close,
    /// CW-083: up to 100 feet, Adept.
    Long,
    /// CW-084: up to 1,000 feet, Master.
    Extreme,
}

impl Band {
    /// The base Rank of an Attack at this distance.
    pub const fn rank(self) -> Rank {
        Rank(self as u8)
    }
}

/// A weapon, or anything that is used as one. CW-115: a revolver has Handguns and d8 (`content/clockworld/weapons.toml`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The Skill of its Attacks (CW-108, CW-109).
    pub skill: Skill,
    /// What kind of Attack it makes.
    #[serde(default)]
    pub kind: AttackKind,
    /// CW-108: the sides of its pool dice.
    #[schemars(range(min = 4, max = 12))]
    pub die: u8,
    /// CW-079: how far it goes.
    #[serde(default)]
    pub max_band: Band,
    /// CW-R37: feet that it adds to the wielder's Reach.
    #[serde(default)]
    #[schemars(range(max = 10))]
    pub reach_bonus_ft: u16,
    /// Limbs that it takes: 0 for a hazard, 2 for a rifle.
    #[serde(default = "one")]
    #[schemars(range(max = 2))]
    pub limbs: u8,
    /// Which sort of limb.
    #[serde(default = "arm")]
    pub limb_kind: Limb,
    /// CW-190: an Attack with it does not reveal by itself.
    #[serde(default)]
    pub silent: bool,
    /// Feet around the centre of an Area Attack.
    #[serde(default)]
    pub area_radius_ft: u16,
    /// Gone after one use.
    #[serde(default)]
    pub single_use: bool,
}

fn one() -> u8 {
    1
}

fn arm() -> Limb {
    Limb::Arm
}

/// A part of the body that strikes: a fist, a kick, a bite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Natural {
    /// What it is called: `fist (left arm)`.
    pub name: String,
    /// The word for commands.
    pub key: String,
    /// Its numbers.
    pub weapon: Weapon,
    /// The part that strikes; `None` for a hazard, which has no limbs.
    pub part: Option<PartId>,
}

/// A Character, creature or hazard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// What it is in the story.
    pub kind: Kind,
    /// Its side.
    pub side: Side,
    /// Rank and Bonus in each Skill, by [`Skill`].
    pub skills: [Trained; 17],
    /// Feet a Move (CW-029, CW-R101).
    pub speed_ft: u16,
    /// CW-080: how far it strikes by hand.
    pub reach_ft: u16,
    /// How large it is.
    pub size: Size,
    /// CW-162: can it be strangled?
    pub needs_breath: bool,
    /// Can it see?
    pub can_see: bool,
    /// Can it hear?
    pub can_hear: bool,
    /// Can it speak?
    pub can_speak: bool,
    /// Its parts; at least one Bulk.
    pub body: Vec<Part>,
    /// What it strikes with when it holds nothing.
    pub natural: Vec<Natural>,
    /// CW-R57: Shock failures that make it unconscious.
    pub shock_limit: u8,
    /// Can it be the Target of an Attack or Contest? A steam vent cannot.
    pub targetable: bool,
    /// Which parts are arms; see [`Sheet::know_limbs`].
    pub arms: PartSet,
    /// Which parts are legs.
    pub legs: PartSet,
}

impl Sheet {
    /// Rank and Bonus in a Skill (CW-R02: Layman if the sheet does not name it).
    pub fn skill(&self, skill: Skill) -> Trained {
        self.skills[skill as usize]
    }

    /// The part by its place in the list.
    pub fn part(&self, part: PartId) -> &Part {
        &self.body[usize::from(part)]
    }

    /// The first part of a class.
    pub fn first(&self, class: Class) -> Option<PartId> {
        self.body.iter().position(|part| part.class == class).map(|at| at as PartId)
    }

    /// Notes which parts are arms and legs; to be called when the body has changed.
    pub fn know_limbs(&mut self) {
        self.arms = self.limbs(Limb::Arm).fold(PartSet::default(), PartSet::with);
        self.legs = self.limbs(Limb::Leg).fold(PartSet::default(), PartSet::with);
    }

    /// The parts that are this sort of limb.
    pub fn limbs(&self, limb: Limb) -> impl Iterator<Item = PartId> {
        self.body.iter().enumerate().filter(move |(_, part)| part.limb == limb).map(|(at, _)| at as PartId)
    }
}

/// CW-221: how long a Lengthy Task takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// So many Actions of work, one each Turn (CW-R118).
    Actions(u16),
    /// So many minutes of story time.
    Minutes(u16),
    /// So many hours of story time.
    Hours(u16),
}

/// CW-168: what a Move has to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    /// CW-170: its Rank; `None`: the GM is asked.
    pub rank: Option<Rank>,
    /// CW-171: the Skill, Athletics unless the scene names another.
    pub skill: Skill,
    /// Feet below it, for whoever falls (CW-R102).
    pub drop_ft: u16,
}

/// An item, a weapon, an object on the map: anything that is no Character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThingSheet {
    /// The word for commands. It says nothing of an owner, for a thing on the ground must not tell who dropped it.
    pub key: String,
    /// The word without a number: `revolver`, where the key may be `revolver-3`.
    pub short: String,
    /// The word for cases and the GM: `mudo-revolver` for what Mudo had at the start.
    pub label: String,
    /// The name.
    pub name: String,
    /// Its numbers as a weapon. An item without them strikes by CW-R44.
    pub weapon: Option<Weapon>,
    /// Hands that it fills when held: 0, 1 or 2.
    pub hands: u8,
    /// CW-238: about as large as a shield.
    pub shield_sized: bool,
    /// CW-207: a First Aid Kit.
    pub first_aid: bool,
    /// CW-213: the Rank of these bindings, if they are such.
    pub bindings: Option<Rank>,
    /// The Rank of Break; `None`: the GM is asked.
    pub break_rank: Option<Rank>,
    /// The Rank of Heft.
    pub heft_rank: Option<Rank>,
    /// The Rank of Crack.
    pub crack_rank: Option<Rank>,
    /// The Rank of Dismantle.
    pub dismantle_rank: Option<Rank>,
    /// What the object can be used for, so that offers stay sensible.
    pub tasks: TasksOn,
    /// How long Crack and Dismantle take on it, if they are Lengthy.
    pub lengthy: Option<Length>,
    /// CW-066: its parts; one Bulk part unless the scene names others.
    pub parts: Vec<Part>,
    /// How it stands on the map: cover, concealment, what it blocks. Its cells are those where it starts.
    pub piece: Option<Piece>,
    /// CW-261: an Incidental makes it give Cover from a chosen side.
    pub tips_over: bool,
    /// A door, lever or drawer.
    pub operable: bool,
    /// What a Move has to pass.
    pub obstacle: Option<Obstacle>,
    /// Very large: after Break the GM is asked whether it is destroyed or damaged (CW-R116).
    pub very_large: bool,
    /// CW-214: the signs of a creature's movement.
    pub tracks: Option<Tracks>,
}

/// CW-216: how hard tracks are to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tracks {
    /// CW-215: the base Rank.
    pub rank: Rank,
    /// CW-R123: Ranks more because they are old.
    pub age: u8,
    /// CW-R123: Ranks more because the ground is hard.
    pub ground: u8,
}

/// Which Tasks make sense on a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the Tasks")]
pub struct TasksOn {
    pub dismantle: bool,
    pub crack: bool,
    pub break_it: bool,
    pub heft: bool,
}

/// A thing by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u16);

/// What an Attack is made with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRef {
    /// A part of the attacker's own body, by its place in the sheet's list.
    Natural(u8),
    /// A thing that it holds.
    Thing(ThingId),
}

/// The parts used by an act: one bit for each place in the body's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PartSet(pub u32);

impl PartSet {
    /// The set with this part as well.
    pub const fn with(self, part: PartId) -> PartSet {
        PartSet(self.0 | 1 << (part & 31))
    }

    /// Do they share a part?
    pub const fn meets(self, other: PartSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Is this part in it?
    pub const fn contains(self, part: PartId) -> bool {
        self.0 >> (part & 31) & 1 == 1
    }

    /// Those of this set that are not in the other.
    pub const fn minus(self, other: PartSet) -> PartSet {
        PartSet(self.0 & !other.0)
    }

    /// Those of either.
    pub const fn union(self, other: PartSet) -> PartSet {
        PartSet(self.0 | other.0)
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = PartId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (lowest < 32).then_some(lowest as PartId)
        })
    }

    /// How many?
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// None?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What a Scenario is about and what ends it (CW-010).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Scenario {
    /// The GM's word for it: `fight`, `chase`.
    pub kind: String,
    /// What ends it, besides surrender and a side wiped out.
    pub ends: SmallVec<[EndCondition; 2]>,
}

/// An event that ends a Scenario by its kind (CW-010).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCondition {
    /// This Character leaves the map: the side named wins.
    Leaves {
        /// Who.
        who: u16,
        /// Who wins then.
        wins: Side,
    },
    /// This Character is Pinned, unconscious or dead: the side named wins.
    Caught {
        /// Who.
        who: u16,
        /// Who wins then.
        wins: Side,
    },
    /// This thing is cracked, broken or dismantled: the side named wins.
    Opened {
        /// What.
        thing: ThingId,
        /// Who wins then.
        wins: Side,
    },
    /// So many Turns of each side have passed: the side named wins.
    Turns {
        /// How many.
        count: u32,
        /// Who wins then.
        wins: Side,
    },
}
