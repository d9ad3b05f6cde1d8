//! The Move Action.

use crate::{Clockworld, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Refusal};
use serde::{Deserialize, Serialize};

/// A Move that can go on (CW-030).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moving {
    /// Feet left.
    pub left_ft: u16,
}

/// The Movement of this Character is over: what comes at its end (a Sneak Check) comes now.
pub fn finish<O: Oracle<Clockworld>>(_book: &Clockworld, table: &mut Table, who: ActorId, _oracle: &mut O) -> Flow<()> {
    table.actor_mut(who).turn.moving = None;
    Ok(())
}

/// A Move as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Who moves.
    pub actor: ActorId,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveEvent {
    /// Nothing yet.
    None,
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveQuestion {
    /// CW-D50, to whoever falls: Tumble or not.
    Tumble {
        /// How far.
        feet: u16,
        /// The Injuries at stake.
        injuries: u16,
    },
}

impl MoveQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        match self {
            MoveQuestion::Tumble { .. } => 2,
        }
    }

    /// The option that declines, if there is one; it is the first.
    pub fn decline(&self) -> Option<usize> {
        match self {
            MoveQuestion::Tumble { .. } => Some(0),
        }
    }
}

/// Does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(
    _book: &Clockworld,
    _table: &mut Table,
    _intent: &Move,
    _oracle: &mut O,
) -> Flow<()> {
    Err(Refusal::plain("not-yet", "this is not there yet").into())
}
