//! The names of the Tasks, and what they are about.

use super::{Declare, TaskRules};
use crate::{
    acts::{Break, Crack, Dismantle, Endure, Heft, Other, Perceive, Resist, Stabilize, Track},
    check::Named,
    sheet::{Skill, ThingId},
};
use referee_engine::{ActorId, rule};
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
    /// What the rulebook says of it. Escape belongs to holds, and handling to Incidentals: they only take a Task Action.
    pub(super) const fn rules(self) -> &'static TaskRules {
        match self {
            TaskName::Dismantle => &Dismantle::RULES,
            TaskName::Crack => &Crack::RULES,
            TaskName::Break => &Break::RULES,
            TaskName::Stabilize => &Stabilize::RULES,
            TaskName::Heft => &Heft::RULES,
            TaskName::Track => &Track::RULES,
            TaskName::Perceive => &Perceive::RULES,
            TaskName::Endure => &Endure::RULES,
            TaskName::Resist => &Resist::RULES,
            TaskName::Other => &Other::RULES,
            TaskName::Escape => const { &TaskRules::of(Named::Escape, Skill::Reflex, rule!("CW-211")) },
            TaskName::Handle => const { &TaskRules::of(Named::Check, Skill::Tinkering, rule!("CW-R132")) },
        }
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
