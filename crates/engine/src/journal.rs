//! The journal: a header, then one JSON line for everything that somebody put in. The table is a fold over it.

use crate::{Inputs, Seat, Secrecy, Standing, System, Who};
use referee_dice::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the format. Since version 0.2.0 of Referee it is 3: an act is a verb with named values. Earlier ones held the
/// types of a book and are not read.
pub const FORMAT: u32 = 3;

/// The generator and the way of drawing a face from it, by name; a journal that names another is refused.
pub const DICE_ALGORITHM: &str = "chacha20";

/// The first line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Header<S: System> {
    /// Always `referee`; so that a stray file is not mistaken for a journal.
    pub journal: String,
    /// The version of the format.
    pub format: u32,
    /// The rulebook.
    pub book: String,
    /// The version of its rules.
    pub rules: u32,
    /// The house rules that differ from the defaults.
    pub house_rules: serde_json::Value,
    /// The generator, by name, and its seed in hexadecimal.
    pub dice: SeedPolicy,
    /// The table at the start.
    pub table: S::Table,
}

/// Where the dice come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeedPolicy {
    /// The named algorithm; see [`referee_dice::DiceRng`].
    pub algorithm: String,
    /// The seed, 64 hexadecimal digits.
    pub seed: String,
    /// The last line whose dice fell from another seed, which is not told here: a fork or a copy of a table that was
    /// still in play goes on with a seed of its own. Those dice are taken as they are recorded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub since: u64,
}

fn is_zero(line: &u64) -> bool {
    *line == 0
}

/// One line: what somebody put in, what followed from it by itself, and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Entry<S: System> {
    /// The number of the line, from 1.
    pub line: u64,
    /// Whose doing.
    pub by: Seat,
    /// What was put in.
    pub what: What<S>,
    /// Dice drawn and standing answers taken on the way, by their number within the action.
    #[serde(default, skip_serializing_if = "Inputs::is_empty")]
    pub inputs: Inputs,
    /// What came of it.
    pub after: After,
    /// Where the dice stand afterwards: the stream, and the place in it.
    pub dice: Position,
}

/// What somebody put in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum What<S: System> {
    /// Somebody does something.
    Act(S::Intent),
    /// Somebody does something, and not everybody sees the dice and hears what follows.
    Secretly {
        /// What.
        act: S::Intent,
        /// Who does.
        to: Secrecy,
    },
    /// Somebody answers question `ask` of the action under way.
    Answer {
        /// The number of the question within the action.
        ask: usize,
        /// The option's index.
        option: usize,
        /// The option's key. The session writes it down, so that a journal tells what was answered even if the options of the
        /// question have changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Somebody types in the dice of roll `ask` of the action under way.
    Dice {
        /// The number of the roll within the action.
        ask: usize,
        /// The faces, in order.
        faces: Vec<i32>,
    },
    /// The action under way is given up; nothing of it has happened, and the same dice fall again.
    Abandon,
    /// Back (undo) or forward (redo) to how things stood after a line.
    Goto {
        /// That line; 0 is the start.
        line: u64,
        /// The same dice again, or new ones.
        dice: Again,
    },
    /// Somebody says how they answer a kind of question from now on.
    Standing {
        /// Who is asked.
        who: Who,
        /// The kind of question.
        kind: String,
        /// The answer.
        answer: Standing,
    },
    /// Somebody rolls real dice from now on, or no longer.
    Typed {
        /// Who.
        who: Who,
        /// Real dice?
        typed: bool,
    },
}

/// Which dice fall after an undo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// Those that would have fallen there.
    #[default]
    Same,
    /// Others.
    New,
}

/// What came of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// Nothing is under way; the running digest of the table.
    Done(String),
    /// Somebody has to answer or roll; the numbers of what is waited for.
    Waiting(Vec<usize>),
}

/// Why a journal was refused.
#[derive(Debug, thiserror::Error)]
#[error("journal line {line}: {why}")]
pub struct JournalError {
    /// The line in the file, from 1 (the header).
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub why: JournalFault,
}

/// What can be wrong with a line of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    /// Not a journal at all, or damaged.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Written by an earlier version, or a later one.
    #[error(
        "it has format {found}, of {} version of Referee; this one reads format {FORMAT}",
        if *found < FORMAT { "an earlier" } else { "a later" }
    )]
    Format {
        /// The format it names.
        found: u32,
    },
    /// Another book, or another version of its rules.
    #[error("it was played by {found}; this program has {known}")]
    Book {
        /// The book and version it names.
        found: String,
        /// The one that would be read.
        known: String,
    },
    /// A line is missing or doubled.
    #[error("it should be entry {expected}, not {found}")]
    Order {
        /// The next number.
        expected: u64,
        /// The number it has.
        found: u64,
    },
    /// The rules do not lead where the line says.
    #[error("it does not follow from the lines before: {0}")]
    Differs(String),
}

/// The lines of a journal, read but not yet replayed.
#[derive(Debug)]
pub struct Journal<S: System> {
    /// The first line.
    pub header: Header<S>,
    /// The others.
    pub entries: Vec<Entry<S>>,
}

impl<S: System> Journal<S> {
    /// Reads the lines and checks what can be seen without replaying.
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

/// The part of a header that every version has had: who wrote the rest?
#[derive(Debug, Deserialize)]
pub struct About {
    journal: String,
    format: u32,
    /// The rulebook.
    pub book: String,
    rules: u32,
}

impl About {
    /// Reads only what tells which book a journal belongs to.
    pub fn of(text: &str) -> Result<About, JournalError> {
        let first = text.lines().next().unwrap_or_default();
        let about: About = serde_json::from_str(first)
            .map_err(|error| JournalError { line: 1, why: JournalFault::Unreadable(error.to_string()) })?;
        Ok(about)
    }

    pub(crate) fn check<S: System>(&self) -> Result<(), JournalFault> {
        if self.journal != "referee" {
            return Err(JournalFault::Unreadable(format!("it is a journal of {:?}, not of referee", self.journal)));
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
