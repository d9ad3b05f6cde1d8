//! What the game master does: turns and time, checks called for, circumstances, hazards, stocks, corrections, and how it ends.

pub mod arrive;
pub mod call;
pub mod circumstance;
pub mod clock;
pub mod ending;
pub mod exertion;
pub mod grant;
pub mod hit_points;
pub mod initiative;
pub mod lasting;
pub mod note;
pub mod prepare;
pub mod restock;
pub mod save;
pub mod strike;
pub mod turns;

use super::prelude::*;

/// Is there such a character?
pub fn known(table: &Table, who: ActorId) -> Result<(), Why<'static>> {
    if table.has(who) { Ok(()) } else { Err(bar!(_, "unknown-character", "there is no such character")) }
}

/// Is there such a character, and here: able, down or captured?
fn here(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    known(table, who)?;
    let is_here = table.actor(who).life <= Life::Captured;
    if is_here { Ok(()) } else { Err(bar!("PR-R90", "not-here", "{} is not here", table.name(who)).moot()) }
}

/// Is the scene not over?
fn running(table: &Table) -> Result<(), Why<'_>> {
    let Some(ending) = &table.over else { return Ok(()) };
    Err(bar!("PR-R04", "over", "the scene is over: {}", &ending.why).allowing(&["go-on"]))
}

/// PR-104: the GM changes a DC by so much.
type Modifier = Within<-5, 5>;

/// PR-104: within the band.
fn modifier(points: Modifier) -> Result<i8, Why<'static>> {
    let band = bar!("PR-104", "bad-modifier", "a DC changes by −5 to +5").allowing(&["-5 to 5"]);
    if (-5..=5).contains(&points.0) { Ok(points.0 as i8) } else { Err(band) }
}

/// Are these sides of the table, each named once?
fn sides(table: &Table, sides: &Several<referee_engine::Side>) -> Result<(), Why<'static>> {
    let known = sides.0.iter().all(|side| usize::from(side.0) < table.setup.sides.len());
    let unknown = bar!(_, "unknown-side", "there is no such side, or it is named twice");
    if known && sides.is_once() { Ok(()) } else { Err(unknown) }
}
