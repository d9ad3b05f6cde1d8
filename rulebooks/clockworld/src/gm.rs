//! The GM's part: circumstances, corrections, Checks called for, time.

use crate::{Clockworld, table::Table};
use referee_engine::{Flow, Oracle, Refusal};
use serde::{Deserialize, Serialize};

/// What the GM does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmIntent {
    /// Nothing yet.
    None,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmEvent {
    /// Nothing yet.
    None,
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmQuestion {
    /// Nothing yet.
    None,
}

impl GmQuestion {
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
    _intent: &GmIntent,
    _oracle: &mut O,
) -> Flow<()> {
    Err(Refusal::plain("not-yet", "this is not there yet").into())
}
