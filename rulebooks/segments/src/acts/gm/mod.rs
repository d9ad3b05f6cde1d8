//! What only the GM may do: the clock, passages, encounters, circumstances, corrections.

pub mod allow;
pub mod area;
pub mod ask_gm;
pub mod circumstance;
pub mod clock;
pub mod enter;
pub mod join;
pub mod meet;
pub mod passage;
pub mod push;
pub mod strike;
pub mod supply;
pub mod unleash;
pub mod work;

use super::prelude::*;

/// Is there such a character?
pub fn known(table: &Table, who: ActorId) -> Result<(), Why<'static>> {
    let unknown = bar!(_, "unknown-character", "there is no such character");
    if who.index() < table.actors.len() { Ok(()) } else { Err(unknown) }
}

/// Is the scene not over?
pub fn running(table: &Table) -> Result<(), Why<'_>> {
    let Some(ending) = &table.over else { return Ok(()) };
    Err(bar!(_, "over", "it is over: {}", &ending.why))
}
