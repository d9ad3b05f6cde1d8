//! Incidentals: small acts that need no Action and no Check (CW-251 to CW-261).

use crate::{Clockworld, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Refusal};
use serde::{Deserialize, Serialize};

/// An Incidental as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incidental {
    /// Who does it.
    pub actor: ActorId,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentalEvent {
    /// Nothing yet.
    None,
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentalQuestion {
    /// Nothing yet.
    None,
}

impl IncidentalQuestion {
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
    _intent: &Incidental,
    _oracle: &mut O,
) -> Flow<()> {
    Err(Refusal::plain("not-yet", "this is not there yet").into())
}
