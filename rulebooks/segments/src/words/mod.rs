//! Events and questions in words: one file for each kind of act.

mod attack;
mod harm;
mod other;
mod prompt;
mod round;
mod time;

pub use prompt::prompt;

use crate::{Event, table::Table};
use referee_engine::Line;

/// `1 day`, `2 days`.
fn counted(count: u8, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// An event in words.
pub fn narrate(table: &Table, event: &Event) -> Line {
    match event {
        Event::Time(event) => time::narrate(table, event),
        Event::Round(event) => round::narrate(table, event),
        Event::Attack(event) => attack::narrate(table, event),
        Event::Checked(checked) => attack::checked(table, checked),
        Event::Harm(event) => harm::narrate(table, event),
        Event::Gm(event) => other::gm(table, event),
        _ => other::narrate(table, event),
    }
}
