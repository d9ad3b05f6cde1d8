//! Falls and Tumble (CW-248 to CW-250, CW-262 to CW-265).

use crate::{Clockworld, table::Table};
use referee_engine::{ActorId, Flow, Oracle};
use serde::{Deserialize, Serialize};

/// Did it fall, or let itself fall (CW-264)?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Pushed, or slipped.
    Thrown,
    /// CW-R127: on purpose.
    Dropped,
}

/// What happened in a fall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FallEvent {
    /// Nothing yet.
    None,
}

/// CW-262: somebody falls so many feet.
pub fn fall<O: Oracle<Clockworld>>(
    _book: &Clockworld,
    _table: &mut Table,
    _who: ActorId,
    _feet: u16,
    _how: How,
    _oracle: &mut O,
) -> Flow<()> {
    Ok(())
}
