//! How a Character is.

use super::rare::Rare;
use crate::{
    conditions::{Condition, ConditionKind},
    sheet::{PartId, PartSet, ThingId, WeaponRef},
};
use referee_engine::{ActorId, ActorSet, Seldom, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

/// How a Character is. What is seldom so of anybody reads as if it were here too ([`Rare`]).
#[derive(Debug)]
pub struct Actor {
    /// Where it is.
    pub place: Place,
    /// The direction it looks, in degrees (CW-176).
    pub facing: u16,
    /// CW-268: lying down.
    pub prone: bool,
    /// Does it take part?
    pub out: Out,
    /// CW-R55: failed Shock Checks.
    pub shock_failures: u8,
    /// CW-230: Reactions left.
    pub reactions: u8,
    /// CW-036: its Reactions High Roll.
    pub reactions_high: bool,
    /// Its Injuries, in the order in which they came.
    pub injuries: SmallVec<[Injury; 6]>,
    /// What it has done this Turn.
    pub turn: TurnState,
    /// What its arms hold; a two-handed thing stands twice.
    pub held: SmallVec<[Grip; 2]>,
    /// Parts that the GM has said no longer work (CW-R49, other limbs).
    pub parts_out: PartSet,
    /// CW-075: limbs that Injuries have put out; see [`Table::know_body`](super::Table::know_body).
    pub maimed: PartSet,
    /// What is seldom so.
    pub(crate) rare: Seldom<Rare>,
}

/// A Character as it is written, and compared: the one list of everything that is so of it.
#[derive(PartialEq, Eq, Serialize)]
#[serde(rename = "Actor")]
struct Written<'a> {
    place: Place,
    facing: u16,
    prone: bool,
    out: Out,
    injuries: &'a SmallVec<[Injury; 6]>,
    shock_failures: u8,
    conditions: &'a [Condition],
    reactions: u8,
    reactions_high: bool,
    turn: &'a TurnState,
    unaware_of: ActorSet,
    suspicious_of: ActorSet,
    held: &'a SmallVec<[Grip; 2]>,
    hold: Option<Hold>,
    hefting: Option<Hefted>,
    lengthy: &'a Option<Box<Lengthy>>,
    demand: &'a Option<Box<Demand>>,
    parts_out: PartSet,
    maimed: PartSet,
}

/// A Character as it is read.
#[derive(Deserialize)]
#[serde(rename = "Actor")]
struct Read {
    place: Place,
    facing: u16,
    prone: bool,
    out: Out,
    injuries: SmallVec<[Injury; 6]>,
    shock_failures: u8,
    conditions: Vec<Condition>,
    reactions: u8,
    reactions_high: bool,
    turn: TurnState,
    unaware_of: ActorSet,
    suspicious_of: ActorSet,
    held: SmallVec<[Grip; 2]>,
    hold: Option<Hold>,
    hefting: Option<Hefted>,
    lengthy: Option<Box<Lengthy>>,
    demand: Option<Box<Demand>>,
    parts_out: PartSet,
    maimed: PartSet,
}

impl Actor {
    fn written(&self) -> Written<'_> {
        // All fields by name, so that a new one cannot be forgotten here.
        let Actor { place, facing, prone, out, shock_failures, reactions, reactions_high, .. } = *self;
        let Actor { injuries, turn, held, parts_out, maimed, rare, .. } = self;
        let Rare { conditions, unaware_of, suspicious_of, hold, hefting, lengthy, demand } = &**rare;
        Written {
            place,
            facing,
            prone,
            out,
            injuries,
            shock_failures,
            conditions,
            reactions,
            reactions_high,
            turn,
            unaware_of: *unaware_of,
            suspicious_of: *suspicious_of,
            held,
            hold: *hold,
            hefting: *hefting,
            lengthy,
            demand,
            parts_out: *parts_out,
            maimed: *maimed,
        }
    }
}

impl PartialEq for Actor {
    fn eq(&self, other: &Actor) -> bool {
        self.written() == other.written()
    }
}

impl Eq for Actor {}

impl Serialize for Actor {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.written().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Actor, D::Error> {
        Read::deserialize(deserializer).map(Actor::from)
    }
}

impl From<Read> for Actor {
    fn from(read: Read) -> Actor {
        let Read { conditions, unaware_of, suspicious_of, hold, hefting, lengthy, demand, .. } = read;
        let rare = Rare { conditions, unaware_of, suspicious_of, hold, hefting, lengthy, demand };
        Actor {
            place: read.place,
            facing: read.facing,
            prone: read.prone,
            out: read.out,
            shock_failures: read.shock_failures,
            reactions: read.reactions,
            reactions_high: read.reactions_high,
            injuries: read.injuries,
            turn: read.turn,
            held: read.held,
            parts_out: read.parts_out,
            maimed: read.maimed,
            rare: rare.into(),
        }
    }
}

/// Does a Character take part?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// It does.
    #[default]
    Active,
    /// CW-008: it gave up.
    Surrendered,
    /// It left.
    Fled,
    /// CW-R57.
    Unconscious,
    /// CW-R58.
    Dead,
}

/// How bad an Injury is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// CW-107.
    Mild,
    /// CW-106.
    Serious,
    /// CW-105.
    Critical,
}

/// One Injury, at one part (CW-103).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Injury {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub part: PartId,
    /// CW-204: treated.
    pub stabilized: bool,
    /// CW-R51: healed in downtime, so that the limb works again; or the GM said so.
    #[serde(default)]
    pub treated: bool,
}

/// One arm and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grip {
    /// The arm.
    pub arm: PartId,
    /// What it holds.
    pub thing: ThingId,
}

/// A hold by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hold {
    /// Pin or Strangle.
    pub kind: HoldKind,
    /// Whom.
    pub target: ActorId,
    /// The arms that are busy with it.
    pub arms: PartSet,
}

/// The two holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldKind {
    /// CW-155.
    Pin,
    /// CW-160.
    Strangle,
}

/// What a Character carries with both hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hefted {
    /// A thing.
    Thing(ThingId),
    /// A person who cannot walk.
    Actor(ActorId),
}

/// Work that takes time (CW-221).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lengthy {
    /// The Task, as it was declared.
    pub task: crate::actions::task::Task,
    /// The Rank that was settled at its start.
    pub rank: crate::rank::Rank,
    /// Actions of work still to do; 0 for work that is measured in story time.
    pub actions_left: u16,
    /// Seconds of story time still to pass.
    pub seconds_left: u64,
    /// CW-225: High Roll, and twice the time.
    pub focused: bool,
    /// Has this Turn's Action of work been done?
    pub worked: bool,
}

/// CW-129: what a Persuaded Character must do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Demand {
    /// Who demands it.
    pub by: ActorId,
    /// What.
    pub what: crate::actions::contest::Demanded,
    /// When it stops to bind.
    pub ends: referee_engine::clock::Ends,
}

/// What a Character has done this Turn.
#[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnState {
    /// The Actions taken.
    pub taken: SmallVec<[Taken; 2]>,
    /// CW-021: one Action in place of two.
    pub focused: bool,
    /// CW-R24: it is done for this Turn.
    pub passed: bool,
    /// A Move that can go on (CW-030).
    pub moving: Option<crate::actions::movement::Moving>,
    /// CW-257: what it has handled.
    pub touched: SmallVec<[ThingId; 4]>,
}

/// An Action taken, with what later ones must differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// CW-025, CW-026.
    Attack {
        /// The limbs it used.
        limbs: PartSet,
        /// The weapon it used.
        weapon: WeaponRef,
    },
    /// CW-027.
    Contest(crate::actions::contest::ContestName),
    /// CW-029.
    Move,
    /// CW-033, CW-034.
    Task(crate::actions::task::TaskName, crate::actions::task::Object),
    /// CW-035.
    Defend,
}

impl Actor {
    /// Somebody there who holds this: on its feet, unhurt, and with nothing done yet.
    pub fn new(place: Place, held: SmallVec<[Grip; 2]>) -> Actor {
        Actor {
            place,
            facing: 0,
            prone: false,
            out: Out::Active,
            shock_failures: 0,
            reactions: 0,
            reactions_high: false,
            injuries: SmallVec::new(),
            turn: TurnState::default(),
            held,
            parts_out: PartSet::default(),
            maimed: PartSet::default(),
            rare: Seldom::default(),
        }
    }
}

impl Clone for Actor {
    fn clone(&self) -> Actor {
        Actor {
            injuries: self.injuries.clone(),
            turn: self.turn.clone(),
            held: self.held.clone(),
            rare: self.rare.clone(),
            ..*self
        }
    }

    /// Every fight of a run begins with such a copy; most lists of it are empty.
    #[inline]
    fn clone_from(&mut self, from: &Actor) {
        // All fields by name, so that a new one cannot be forgotten here.
        let Actor {
            place,
            facing,
            prone,
            out,
            shock_failures,
            reactions,
            reactions_high,
            injuries,
            turn,
            held,
            parts_out,
            maimed,
            rare,
        } = self;
        (*place, *facing, *prone, *out) = (from.place, from.facing, from.prone, from.out);
        (*shock_failures, *parts_out, *maimed) = (from.shock_failures, from.parts_out, from.maimed);
        (*reactions, *reactions_high) = (from.reactions, from.reactions_high);
        copy_list(injuries, &from.injuries);
        copy_list(held, &from.held);
        turn.clone_from(&from.turn);
        rare.clone_from(&from.rare);
    }
}

impl Clone for TurnState {
    fn clone(&self) -> TurnState {
        TurnState { taken: self.taken.clone(), touched: self.touched.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &TurnState) {
        let TurnState { taken, focused, passed, moving, touched } = self;
        copy_list(taken, &from.taken);
        copy_list(touched, &from.touched);
        (*focused, *passed) = (from.focused, from.passed);
        if moving.is_some() || from.moving.is_some() {
            *moving = from.moving;
        }
    }
}

/// Makes a list what another one is.
#[inline]
fn copy_list<const N: usize, T: Copy>(to: &mut SmallVec<[T; N]>, from: &SmallVec<[T; N]>) {
    empty_list(to);
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}

/// Takes everything out of a list. Most are short, and then nothing is to be looked at; what a long one has on the heap is kept.
#[inline]
pub(crate) fn empty_list<const N: usize, T: Copy>(list: &mut SmallVec<[T; N]>) {
    if list.spilled() {
        list.clear();
    } else {
        *list = SmallVec::new();
    }
}

impl Actor {
    /// CW-075, CW-R49: the parts that do not work, by Injuries or by what the GM said.
    #[inline]
    pub fn broken(&self) -> PartSet {
        self.maimed.union(self.parts_out)
    }

    /// Has it such a condition?
    #[inline]
    pub fn has(&self, is: impl Fn(&ConditionKind) -> bool) -> bool {
        !self.is_plain() && self.conditions.iter().any(|condition| is(&condition.kind))
    }
}

impl Out {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Out::Active => "active",
            Out::Surrendered => "surrendered",
            Out::Fled => "gone",
            Out::Unconscious => "unconscious",
            Out::Dead => "dead",
        }
    }
}

impl Severity {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Mild => "Mild",
            Severity::Serious => "Serious",
            Severity::Critical => "Critical",
        }
    }
}
