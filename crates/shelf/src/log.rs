//! The log of a table, in words.

use referee_dice::Shown;
use referee_engine::{Audience, Line, Seat, Session, System, Told, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What one line of the journal let a seat know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LogEntry {
    /// The line of the journal.
    pub line: u64,
    /// Taken back by an undo; still readable.
    pub undone: bool,
    /// Not everybody at the table heard or saw all of what follows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What was told.
    pub told: Vec<Heard>,
}

/// One thing that a seat heard or saw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Heard {
    /// Dice that fell.
    Dice {
        /// Whose.
        who: Who,
        /// For what: `attack`.
        name: String,
        /// The dice in notation.
        roll: String,
        /// Every die.
        #[schemars(with = "ShownSchema")]
        shown: Shown,
        /// Typed in by somebody who rolled real dice.
        typed: bool,
    },
    /// Something happened.
    Line(Line),
}

/// What [`Shown`] looks like when it is written; the dice themselves know no schemas.
#[derive(JsonSchema)]
#[schemars(rename = "Shown")]
#[allow(dead_code, reason = "only its shape is used")]
struct ShownSchema {
    /// The total of the roll.
    total: i32,
    /// The dice, in the order in which they fell.
    dice: Vec<FallenSchema>,
}

/// One die that fell.
#[derive(JsonSchema)]
#[schemars(rename = "Fallen")]
#[allow(dead_code, reason = "only its shape is used")]
struct FallenSchema {
    /// How many faces the die has; 65535 stands for a Fudge die.
    die: u16,
    /// The face that fell.
    face: i16,
    /// What it is worth after floor and ceiling.
    worth: i16,
    /// Does it stay and count for the total?
    kept: bool,
    /// Thrown again; the next die replaces it.
    rerolled: Option<bool>,
    /// It brought a further die.
    exploded: Option<bool>,
    /// An explosion brought it.
    brought: Option<bool>,
    /// It was counted as a success.
    success: Option<bool>,
}

/// The log of a session after a line.
pub(crate) fn log<S: System>(session: &Session<S>, seat: Seat, after: u64) -> Vec<LogEntry> {
    let entries = session.log_after(after).map(|logged| LogEntry {
        line: logged.line,
        undone: logged.undone,
        hidden: logged.for_seat(seat).any(is_secret),
        told: logged.for_seat(seat).map(|told| heard(session.book(), logged.table, told)).collect(),
    });
    entries.filter(|entry| !entry.told.is_empty()).collect()
}

/// Is it kept from anybody?
pub(crate) fn is_secret<S: System>(told: &Told<S>) -> bool {
    told.audience() != Audience::All
}

pub(crate) fn heard<S: System>(book: &S, table: &S::Table, told: &Told<S>) -> Heard {
    match told {
        Told::Dice { who, name, roll, shown, typed, .. } => {
            Heard::Dice { who: *who, name: name.clone(), roll: roll.clone(), shown: shown.clone(), typed: *typed }
        }
        Told::Event { event, .. } => Heard::Line(book.narrate(table, event)),
    }
}
