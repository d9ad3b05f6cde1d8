//! Facing on offer, and directions as slots (CW-176 to CW-180).

use super::slots::of_actor;
use crate::{table::Table, view};
use referee_engine::{
    ActorId, Choice, Refusal, Seat,
    space::{Cell, Grid},
};

/// The directions that can be named, in degrees.
fn directions(table: &Table) -> impl Iterator<Item = u16> + use<> {
    let step = if table.setup.space.grid() == Grid::Square { 45 } else { 30 };
    (0..360).step_by(step).map(|degrees| degrees as u16)
}

/// Directions as choices: degrees, and those whom the Character knows of.
pub fn direction_choices(table: &Table, who: ActorId) -> Vec<Choice> {
    let mut all: Vec<Choice> =
        directions(table).map(|degrees| Choice::new(degrees.to_string(), format!("{degrees}°"))).collect();
    let seat = Seat::Player([who].into_iter().collect());
    all.extend(
        table
            .ids()
            .filter(|&other| table.actor(other).place.cell != table.actor(who).place.cell)
            .filter(|&other| view::knows(table, seat, other))
            .map(|other| of_actor(table, other)),
    );
    all
}

/// Reads a direction: degrees, or the key of a Character to look at.
pub fn find_direction(table: &Table, from: Cell, text: &str) -> Result<u16, Refusal> {
    if let Ok(degrees) = text.parse::<u16>() {
        return Ok(degrees);
    }
    let at = table.actor(table.find(text)?).place.cell;
    let direction = table.setup.space.direction_deg(from, at);
    direction.ok_or_else(|| Refusal::plain("no-direction", format!("{text} is no direction from here")))
}
