//! What only the GM may do: rounds, calls for checks, what there is to find, corrections.

pub mod alertness;
pub mod answer;
pub mod begin_rounds;
pub mod call;
pub mod clue;
pub mod correct;
pub mod cover;
pub mod end_rounds;
pub mod help;
pub mod piece;
pub mod rushed;
pub mod say;
pub mod verdict;
pub mod wind;
pub mod wind_resist;
pub mod write_check;

pub use correct::{Corrected, Correction};

use super::prelude::*;

/// The longest text of the GM.
const LONGEST: usize = 400;

/// The most forms or clues a table may have.
const MOST_FORMS: usize = 200;

/// May somebody be called to a check? Not if it is out of the fight, or asleep (ST-R122).
fn may_check(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    table.someone(who)?;
    if !table.is_active(who) {
        return Err(bar!(_, "out", "{} is out of the fight", table.name(who)));
    }
    if !table.is_awake(who) {
        return Err(bar!("ST-254", "asleep", "{} is asleep", table.name(who)));
    }
    Ok(())
}
