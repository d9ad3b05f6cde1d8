//! The table: everything that changes while a scene is played.

mod actor;
mod ground;
mod turns;

pub use actor::{Actor, Life, OffBalance, TurnState};
pub use ground::Square;
pub use turns::SideSet;

use crate::{
    Proficiency,
    resource::{ResourceId, ResourceSheet, Stock},
    sheet::{Ability, Kind, Sheet, SkillId, SkillSheet, Weapon},
    tasks::{HazardSheet, TaskId, TaskSheet, TaskState},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Seldom, Side, actors_of,
    clock::Clock,
    named,
    space::{Place, Space},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// What does not change by the rules. A GM's correction or training may replace it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The map, or one zone without one.
    pub space: Space,
    /// PR-R91: what the squares are like, by index; empty without a map.
    pub squares: Vec<Square>,
    /// Is the whole place dark?
    pub dark: bool,
    /// The names of the sides; the first is that of the PCs.
    pub sides: Vec<String>,
    /// The sheets, in the order of the roster.
    pub sheets: Vec<Sheet>,
    pub skills: Vec<SkillSheet>,
    /// Kinds of Resource-Dice.
    pub resources: Vec<ResourceSheet>,
    pub tasks: Vec<TaskSheet>,
    pub hazards: Vec<HazardSheet>,
    pub objects: Vec<ObjectSheet>,
    /// What ends it, besides a side that is down.
    pub ends: Vec<EndCondition>,
}

/// PR-R69: something that can be broken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectSheet {
    pub key: String,
    pub name: String,
    /// Hit points at first.
    pub hp: i16,
    pub defense: u8,
    pub place: Place,
}

/// What ends a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCondition {
    /// A task is done.
    Done(TaskId, Side),
    /// So many units of time have passed.
    Units(u32, Option<Side>),
    /// An object is broken.
    Broken(u8, Side),
}

named! {
    /// PR-006: the four units of time, as modes of the clock.
    #[derive(PartialOrd, Ord, Hash, Default, JsonSchema)]
    pub enum Mode for Proficiency {
        /// PR-007, PR-008: 1 to 10 seconds, commonly for initiative.
        #[default]
        Moment = "moment" / "Moment",
        /// PR-009, PR-010: 1 to 10 minutes, commonly for exploration.
        Interval = "interval" / "Interval",
        /// PR-011, PR-012: 1 to 10 hours, commonly for recovery.
        Period = "period" / "Period",
        /// PR-013, PR-014: 1 to 10 days, commonly for training.
        Downtime = "downtime" / "Downtime",
    }
}

impl Mode {
    /// PR-R06: the counts at first: 6 seconds, 10 minutes, 8 hours, 7 days.
    pub const COUNTS: [u8; 4] = [6, 10, 8, 7];

    /// Seconds of one second, minute, hour, day.
    pub const fn seconds(self) -> u32 {
        [1, 60, 3600, 86_400][self as usize]
    }
}

/// PR-001, PR-004: how play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No turns: everybody acts as the talk goes.
    #[default]
    Free,
    /// PR-004: turns without initiative.
    Turns,
    /// PR-016: initiative.
    Initiative,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change by the rules.
    pub setup: Arc<Setup>,
    /// Time, and whose turn it is.
    pub clock: Clock<Mode>,
    /// PR-R06: seconds, minutes, hours, days of one unit.
    pub counts: [u8; 4],
    /// Are there turns, and initiative?
    pub phase: Phase,
    /// PR-027: the sides in the order in which they act; several in one set act together.
    pub order: SmallVec<[SideSet; 4]>,
    /// Which of them acts.
    pub part: u8,
    /// Units of time since the scene began.
    pub units: u32,
    /// How characters are.
    pub actors: Vec<Actor>,
    /// How objects are: hit points left.
    pub objects: SmallVec<[i16; 4]>,
    /// How tasks stand.
    pub tasks: SmallVec<[TaskState; 4]>,
    /// PR-R107: dice of places.
    pub areas: Seldom<Vec<Area>>,
    /// PR-D13, PR-D14, PR-D15: what the GM has set for checks to come.
    pub circumstances: Seldom<Vec<Circumstance>>,
    /// PR-D13, PR-D14: ask the GM before every check.
    pub gm_before_every_check: bool,
    /// How it ended, if it has.
    pub over: Option<Ending>,
    /// A fight that the GM lets go on does not end again by itself.
    pub goes_on: bool,
}

/// How a scene ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    pub winner: Option<Side>,
    /// Why, in words.
    pub why: String,
}

impl Ending {
    /// PR-R04: who wins, and why.
    pub fn words(&self, table: &Table) -> String {
        let won = self.winner.map_or("nobody wins".to_owned(), |won| format!("the {} win", table.side_name(won)));
        format!("{won}: {}", self.why)
    }
}

/// PR-R107: a die of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// What kind of die, as it stands.
    pub stock: Stock,
    pub inside: ActorSet,
}

/// Something the GM has set for a character's checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    /// Whose checks.
    pub who: ActorId,
    pub gives: Gives,
    /// The next check only, or until the GM takes it away.
    pub once: bool,
    /// Why, in the GM's words.
    pub why: String,
}

/// What a circumstance gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    /// PR-104: a change of the DC.
    Dc(i8),
    /// PR-066.
    Adv,
    /// PR-070.
    Dis,
    /// PR-R32, PR-D15: another ability.
    Ability(Ability),
}

actors_of!(Table: Actor, Sheet);

impl Table {
    /// PR-R72: somebody is able now, or no more.
    pub fn set_life(&mut self, id: ActorId, life: Life) {
        self.actor_mut(id).life = life;
    }

    /// As if somebody were not here.
    pub fn take_off(&mut self, id: ActorId) {
        self.set_life(id, Life::Absent);
        if let Some(areas) = self.areas.get_mut() {
            areas.iter_mut().for_each(|area| area.inside = area.inside.without(id));
        }
    }

    /// A sheet to change: for a correction, or for what was learnt.
    pub fn sheet_mut(&mut self, id: ActorId) -> &mut Sheet {
        &mut Arc::make_mut(&mut self.setup).sheets[id.index()]
    }

    /// Is there such a character?
    pub fn has(&self, id: ActorId) -> bool {
        id.index() < self.actors.len()
    }

    pub fn side_name(&self, side: Side) -> &str {
        self.setup.sides.get(usize::from(side.0)).map_or("nobody", String::as_str)
    }

    /// Is it run by a player?
    pub fn is_pc(&self, id: ActorId) -> bool {
        self.sheet(id).kind == Kind::Pc
    }

    /// Can it act at all?
    pub fn is_able(&self, id: ActorId) -> bool {
        self.actor(id).life == Life::Able
    }

    /// Are they on different sides?
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    /// The kind of a Resource-Die.
    pub fn resource(&self, id: ResourceId) -> &ResourceSheet {
        &self.setup.resources[usize::from(id.0)]
    }

    pub fn skill(&self, id: SkillId) -> &SkillSheet {
        &self.setup.skills[usize::from(id.0)]
    }

    /// The stock of a kind that somebody has.
    pub fn stock(&self, id: ActorId, kind: ResourceId) -> Option<&Stock> {
        self.actor(id).stocks.iter().find(|stock| stock.kind == kind)
    }

    /// Is a stock of this kind spent? Who has none does not keep count of it.
    pub fn is_spent(&self, id: ActorId, kind: ResourceId) -> bool {
        self.stock(id, kind).is_some_and(|stock| stock.spent)
    }

    /// The weapon in somebody's hand.
    pub fn weapon_in_hand(&self, id: ActorId) -> &Weapon {
        &self.sheet(id).weapons[usize::from(self.actor(id).in_hand)]
    }

    /// Finds a character by the word for commands.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let found = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        found.map(|at| ActorId(at as u16)).ok_or_else(|| {
            let keys = self.setup.sheets.iter().map(|sheet| sheet.key.clone());
            Refusal::plain("unknown-character", format!("there is no character {key:?}")).allowing(keys)
        })
    }

    /// Seconds of one unit of a mode.
    pub fn unit_seconds(&self, mode: Mode) -> u32 {
        u32::from(self.counts[mode as usize]) * mode.seconds()
    }
}
