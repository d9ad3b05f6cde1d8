//! One row for each fight, for data tools. The columns:
//!
//! | column | type | what |
//! | --- | --- | --- |
//! | `fight` | 64-bit integer | its number in the run, from 0 |
//! | `seed` | 64-bit integer | its seed; unsigned in CSV, the same bits in Parquet |
//! | `ended` | text | `won`, `drawn` or `undecided` |
//! | `winner` | text | the side that won; empty if none |
//! | `first` | text | the side that acted first; empty if none |
//! | `rounds`, `acts` | 32-bit integer | how long it was |
//! | `KEY.standing` | flag | for each actor: did it still take part at the end? |
//! | `KEY.GAUGE` | 32-bit integer | for each gauge of an actor: its value at the end |

use referee_engine::fight::{Ended, Fought};
use referee_shelf::Lineup;
use std::collections::BTreeMap;

/// What is known about one fight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Its number.
    pub fight: u64,
    /// Its seed.
    pub seed: u64,
    /// How it ended: `won`, `drawn`, `undecided`.
    pub ended: &'static str,
    /// The number of the side that won.
    pub winner: Option<u8>,
    /// The number of the side that acted first.
    pub first: Option<u8>,
    /// Rounds.
    pub rounds: u32,
    /// Acts.
    pub acts: u32,
    /// Who still took part.
    pub standing: Vec<bool>,
    /// The gauges.
    pub gauges: Vec<i32>,
}

impl Row {
    pub(crate) fn of(fight: u64, seed: u64, fought: &Fought) -> Row {
        let (ended, winner) = match fought.ended {
            Ended::Won(side) => ("won", Some(side.0)),
            Ended::Drawn => ("drawn", None),
            Ended::Undecided => ("undecided", None),
        };
        Row {
            fight,
            seed,
            ended,
            winner,
            first: fought.first.map(|side| side.0),
            rounds: fought.rounds,
            acts: fought.acts,
            standing: fought.standing.clone(),
            gauges: fought.gauges.clone(),
        }
    }
}

/// The columns of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The number of the fight.
    Fight,
    /// Its seed.
    Seed,
    /// How it ended.
    Ended,
    /// Who won.
    Winner,
    /// Who acted first.
    First,
    /// Rounds.
    Rounds,
    /// Acts.
    Acts,
    /// Does this actor still take part?
    Standing(usize),
    /// A gauge.
    Gauge(usize),
}

/// The columns for a lineup, with their names.
pub fn columns(lineup: &Lineup) -> Vec<(String, Column)> {
    let plain = [
        ("fight", Column::Fight),
        ("seed", Column::Seed),
        ("ended", Column::Ended),
        ("winner", Column::Winner),
        ("first", Column::First),
        ("rounds", Column::Rounds),
        ("acts", Column::Acts),
    ];
    let mut columns: Vec<(String, Column)> = plain.map(|(name, column)| (name.to_owned(), column)).into();
    for (at, actor) in lineup.actors.iter().enumerate() {
        columns.push((format!("{}.standing", actor.key), Column::Standing(at)));
        for (number, gauge) in lineup.gauges.iter().enumerate().filter(|(_, gauge)| gauge.actor.index() == at) {
            let name = referee_engine::key_of(&gauge.name).replace('-', "_");
            columns.push((format!("{}.{name}", actor.key), Column::Gauge(number)));
        }
    }
    columns
}

/// Somewhere rows are written to.
pub trait RowSink {
    /// Writes some rows; they come in the order of the fights.
    fn write(&mut self, rows: &[Row]) -> Result<(), String>;
    /// Nothing more will come.
    fn finish(&mut self) -> Result<(), String>;
}

/// Puts what the threads hand over in the order of the fights.
pub(crate) struct Ordered<'s> {
    next: u64,
    waiting: BTreeMap<u64, Vec<Row>>,
    sink: &'s mut (dyn RowSink + Send),
    trouble: Option<String>,
}

impl<'s> Ordered<'s> {
    pub fn new(next: u64, sink: &'s mut (dyn RowSink + Send)) -> Self {
        Ordered { next, waiting: BTreeMap::new(), sink, trouble: None }
    }

    pub fn put(&mut self, start: u64, rows: Vec<Row>) {
        self.waiting.insert(start, rows);
        while let Some(rows) = self.waiting.remove(&self.next) {
            self.next += rows.len() as u64;
            self.write(&rows);
        }
    }

    fn write(&mut self, rows: &[Row]) {
        if self.trouble.is_none() {
            self.trouble = self.sink.write(rows).err();
        }
    }

    /// Writes what is left, with gaps if the run was stopped. What went wrong, if anything.
    pub fn finish(mut self) -> Option<String> {
        for rows in std::mem::take(&mut self.waiting).into_values() {
            self.write(&rows);
        }
        self.trouble.take().or_else(|| self.sink.finish().err())
    }
}
