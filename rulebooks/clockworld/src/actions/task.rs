//! Tasks: dealings with objects and surroundings (CW-191 to CW-228).

use crate::{Clockworld, sheet::ThingId, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Refusal};
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

/// What a Task is about, so that two Tasks can be told apart (CW-R26).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// Nothing in particular.
    None,
    /// A thing.
    Thing(ThingId),
    /// A Character.
    Actor(ActorId),
}

/// A Task as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Who.
    pub actor: ActorId,
    /// Which.
    pub name: TaskName,
    /// On what.
    pub object: Object,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskEvent {
    /// Nothing yet.
    None,
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskQuestion {
    /// Nothing yet.
    None,
}

impl TaskQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        1
    }

    /// The option that declines, if there is one; it is the first.
    pub fn decline(&self) -> Option<usize> {
        None
    }
}

/// Does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(
    _book: &Clockworld,
    _table: &mut Table,
    _intent: &Task,
    _oracle: &mut O,
) -> Flow<()> {
    Err(Refusal::plain("not-yet", "this is not there yet").into())
}
