//! Contests: hindering a foe in body or mind (CW-117 to CW-165).

use crate::{Clockworld, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Refusal};
use serde::{Deserialize, Serialize};

/// The Contests a Character can start (CW-R100).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ContestName {
    Distract,
    Persuade,
    Deceive,
    Shove,
    Trip,
    Disarm,
    Pin,
    Strangle,
}

/// CW-129: what a Persuaded Character must do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Demanded {
    /// Something in words, that the GM found within reason.
    Act(String),
}

/// A Contest as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// Who starts it.
    pub actor: ActorId,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestEvent {
    /// Nothing yet.
    None,
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestQuestion {
    /// Nothing yet.
    None,
}

impl ContestQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        1
    }

    /// The option that declines, if there is one; it is the first.
    pub fn decline(&self) -> Option<usize> {
        None
    }
}

/// CW-R87, CW-R92: ends the holds by hand whose two are no longer within Reach, whoever moved or was moved.
pub fn check_holds<O: Oracle<Clockworld>>(table: &mut Table, _oracle: &mut O) {
    for holder in table.ids() {
        if table.actor(holder).hold.is_some_and(|hold| !table.in_reach(holder, hold.target)) {
            table.release(holder);
        }
    }
}

/// Does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(
    _book: &Clockworld,
    _table: &mut Table,
    _intent: &Contest,
    _oracle: &mut O,
) -> Flow<()> {
    Err(Refusal::plain("not-yet", "this is not there yet").into())
}
