//! The names of the Tasks: word, Skill, rule and cap of each.

use crate::{
    check::Named,
    sheet::{Skill, ThingId},
};
use referee_engine::{ActorId, RuleId, rule};
use serde::{Deserialize, Serialize};

/// The Tasks, and the handling of an object that is no longer Incidental (CW-R132).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum TaskName {
    Dismantle,
    Crack,
    Break,
    Stabilize,
    Heft,
    Escape,
    Track,
    Perceive,
    Endure,
    Resist,
    Handle,
    Other,
}

impl TaskName {
    /// Those that are declared here. Escape belongs to holds, handling to Incidentals.
    pub const DECLARED: [TaskName; 10] = [
        TaskName::Crack,
        TaskName::Dismantle,
        TaskName::Break,
        TaskName::Stabilize,
        TaskName::Heft,
        TaskName::Track,
        TaskName::Perceive,
        TaskName::Endure,
        TaskName::Resist,
        TaskName::Other,
    ];

    pub const fn verb(self) -> &'static str {
        match self {
            TaskName::Dismantle => "dismantle",
            TaskName::Crack => "crack",
            TaskName::Break => "break",
            TaskName::Stabilize => "stabilize",
            TaskName::Heft => "heft",
            TaskName::Escape => "escape",
            TaskName::Track => "track",
            TaskName::Perceive => "perceive",
            TaskName::Endure => "endure",
            TaskName::Resist => "resist",
            TaskName::Handle => "handle",
            TaskName::Other => "task",
        }
    }

    /// What people read; also what its Check is called.
    pub const fn named(self) -> Named {
        match self {
            TaskName::Dismantle => Named::Dismantle,
            TaskName::Crack => Named::Crack,
            TaskName::Break => Named::Break,
            TaskName::Stabilize => Named::Stabilize,
            TaskName::Heft => Named::Heft,
            TaskName::Escape => Named::Escape,
            TaskName::Track => Named::Track,
            TaskName::Perceive => Named::Perceive,
            TaskName::Endure => Named::Endure,
            TaskName::Resist => Named::Resist,
            TaskName::Handle | TaskName::Other => Named::Check,
        }
    }

    /// The Skill of its Check: the ledger's table "Activity to Skill" (CW-R16).
    pub const fn skill(self) -> Skill {
        match self {
            TaskName::Dismantle | TaskName::Crack | TaskName::Handle | TaskName::Other => Skill::Tinkering,
            TaskName::Break | TaskName::Heft => Skill::Athletics,
            TaskName::Stabilize => Skill::Medicine,
            TaskName::Escape => Skill::Reflex,
            TaskName::Track | TaskName::Perceive => Skill::Acuity,
            TaskName::Endure => Skill::Fortitude,
            TaskName::Resist => Skill::Willpower,
        }
    }

    /// The rule that describes it.
    pub const fn rule(self) -> RuleId {
        match self {
            TaskName::Dismantle => rule!("CW-196"),
            TaskName::Crack => rule!("CW-198"),
            TaskName::Break => rule!("CW-201"),
            TaskName::Stabilize => rule!("CW-204"),
            TaskName::Heft => rule!("CW-208"),
            TaskName::Escape => rule!("CW-211"),
            TaskName::Track => rule!("CW-214"),
            TaskName::Perceive => rule!("CW-217"),
            TaskName::Endure => rule!("CW-140"),
            TaskName::Resist => rule!("CW-164"),
            TaskName::Handle => rule!("CW-R132"),
            TaskName::Other => rule!("CW-191"),
        }
    }

    /// CW-202, CW-209: is it Skill Capped?
    pub const fn is_capped(self) -> bool {
        matches!(self, TaskName::Break | TaskName::Heft)
    }
}

/// What a Task is about, so that two Tasks can be told apart (CW-R26).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// Nothing in particular.
    None,
    Thing(ThingId),
    /// A Character.
    Actor(ActorId),
    /// A Task of the GM's own: two of them are told apart by the Skill they ask for.
    Skill(Skill),
}
