//! The journal: a header, then one line of JSON for every input. The table is a fold over it.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

use crate::{Inputs, Seat, Secrecy, Standing, System, Who};
use referee_dice::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the format. It is 3 since version 0.2.0 of Referee: an act is a verb with named values. Earlier
/// formats contained the types of a book and cannot be read.
pub const FORMAT: u32 = 3;

/// The name of the random generator and of the way faces are drawn from it. A journal with another name is refused.
pub const DICE_ALGORITHM: &str = "chacha20";

/// The first line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Header<S: System> {
    /// Always `referee`, to recognise other files.
    pub journal: String,
    /// The version of the format.
    pub format: u32,
    pub book: String,
    /// The version of the book's rules.
    pub rules: u32,
    /// The house rules that differ from the defaults.
    pub house_rules: serde_json::Value,
    /// The random generator and its seed.
    pub dice: SeedPolicy,
    /// The table at the start.
    pub table: S::Table,
}

/// Where the dice come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeedPolicy {
    /// The algorithm by name; see [`referee_dice::DiceRng`].
    pub algorithm: String,
    /// The seed as 64 hexadecimal digits.
    pub seed: String,
    /// The last line whose dice came from another, undisclosed seed: a fork or an export of a table in play continues
    /// with its own seed. Those earlier dice are taken as recorded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub since: u64,
}

fn is_zero(line: &u64) -> bool {
    *line == 0
}

/// One line: an input, its automatic consequences, and the result.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Entry<S: System> {
    /// The number of the line, from 1.
    pub line: u64,
    /// The seat that sent the input.
    pub by: Seat,
    /// The input.
    pub what: What<S>,
    /// Dice drawn and standing answers applied, by their number within the action.
    #[serde(default, skip_serializing_if = "Inputs::is_empty")]
    pub inputs: Inputs,
    /// The result.
    pub after: After,
    /// The position of the dice stream afterwards.
    pub dice: Position,
}

/// An input.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum What<S: System> {
    /// An action.
    Act(S::Intent),
    /// An action whose dice and consequences only some seats may know of.
    Secretly {
        act: S::Intent,
        /// Who may know of it.
        to: Secrecy,
    },
    /// An answer to question `ask` of the pending action.
    Answer {
        /// The number of the question within the action.
        ask: usize,
        /// The index of the option.
        option: usize,
        /// The key of the option. The session records it, so that a journal stays readable even if the options of the
        /// question change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// The typed-in dice of roll `ask` of the pending action.
    Dice {
        /// The number of the roll within the action.
        ask: usize,
        /// The faces, in order.
        faces: Vec<i32>,
    },
    /// Abandons the pending action. Nothing of it has happened, and its dice will fall again.
    Abandon,
    /// Goes back (undo) or forward (redo) to the state after a line.
    Goto {
        /// The target line; 0 is the start.
        line: u64,
        /// Whether later dice are the same or new.
        dice: Again,
    },
    /// Sets a standing answer to a kind of question.
    Standing {
        /// Whose questions are answered.
        who: Who,
        /// The kind of question.
        kind: String,
        answer: Standing,
    },
    /// Switches physical dice on or off.
    Typed {
        who: Who,
        /// Whether dice are typed in.
        typed: bool,
    },
}

/// Which dice are rolled after an undo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// The same dice again.
    #[default]
    Same,
    /// New dice.
    New,
}

/// The result of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// No action is pending; contains the running digest of the table.
    Done(String),
    /// The pending action waits for these questions and rolls.
    Waiting(Vec<usize>),
}

/// Why a journal was refused.
#[derive(Debug, thiserror::Error)]
#[error("journal line {line}: {why}")]
pub struct JournalError {
    /// The line in the file, from 1 (the header).
    pub line: usize,
    #[source]
    pub why: JournalFault,
}

/// What can be wrong with a line of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    /// Not a journal, or damaged.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Written by an earlier or later version.
    #[error(
        "it has format {found}, from {} version of Referee; this version reads format {FORMAT}",
        if *found < FORMAT { "an earlier" } else { "a later" }
    )]
    Format {
        /// The format of the journal.
        found: u32,
    },
    /// Another book, or another version of its rules.
    #[error("it was played with {found}; this program has {known}")]
    Book {
        /// The book and version of the journal.
        found: String,
        /// The book and version of this program.
        known: String,
    },
    /// A line is missing or duplicated.
    #[error("expected entry {expected}, found {found}")]
    Order { expected: u64, found: u64 },
    /// Replaying gives another result than the line records.
    #[error("it does not follow from the lines before: {0}")]
    Differs(String),
}

/// The lines of a journal, parsed but not replayed.
#[derive(Debug)]
pub struct Journal<S: System> {
    pub header: Header<S>,
    pub entries: Vec<Entry<S>>,
}

impl<S: System> Journal<S> {
    /// Parses the lines and checks what can be checked without replaying.
    pub fn parse(text: &str) -> Result<Self, JournalError> {
        let at = |line: usize| move |why| JournalError { line, why };
        let unreadable = |error: serde_json::Error| JournalFault::Unreadable(error.to_string());
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let (_, first) = lines.next().ok_or(JournalFault::Unreadable("the file is empty".into())).map_err(at(1))?;
        let about: About = serde_json::from_str(first).map_err(unreadable).map_err(at(1))?;
        about.check::<S>().map_err(at(1))?;
        let header: Header<S> = serde_json::from_str(first).map_err(unreadable).map_err(at(1))?;
        let mut entries = Vec::new();
        for (number, line) in lines {
            let entry: Entry<S> = serde_json::from_str(line).map_err(unreadable).map_err(at(number))?;
            let expected = entries.len() as u64 + 1;
            if entry.line != expected {
                return Err(JournalFault::Order { expected, found: entry.line }).map_err(at(number));
            }
            entries.push(entry);
        }
        Ok(Journal { header, entries })
    }
}

/// The part of a header that all versions share.
#[derive(Debug, Deserialize)]
pub struct About {
    journal: String,
    format: u32,
    pub book: String,
    rules: u32,
}

impl About {
    /// Reads only the book and version of a journal.
    pub fn of(text: &str) -> Result<About, JournalError> {
        let first = text.lines().next().unwrap_or_default();
        let about: About = serde_json::from_str(first)
            .map_err(|error| JournalError { line: 1, why: JournalFault::Unreadable(error.to_string()) })?;
        Ok(about)
    }

    pub(crate) fn check<S: System>(&self) -> Result<(), JournalFault> {
        if self.journal != "referee" {
            return Err(JournalFault::Unreadable(format!("this is a journal of {:?}, not of referee", self.journal)));
        }
        if self.format != FORMAT {
            return Err(JournalFault::Format { found: self.format });
        }
        if self.book != S::NAME || self.rules != S::VERSION {
            let found = format!("{} rules version {}", self.book, self.rules);
            return Err(JournalFault::Book { found, known: format!("{} rules version {}", S::NAME, S::VERSION) });
        }
        Ok(())
    }
}
