//! One suite for every rulebook, over random tables and random play.
//!
//! A book gives random tables and says what each seat may not know ([`Arena`]); [`run`] plays them and looks after:
//!
//! - chances sum to exactly one, and asking for odds leaves the table as it was ([`Check::Odds`]);
//! - whatever simulation reaches, the exact odds list, and frequencies agree ([`Check::Frequencies`]);
//! - the odds of deeds in a row, some answers settled, are those of playing them on every table ([`Check::Chains`]);
//! - pausing at every question ends where answering straight through ends ([`Check::Pausing`]);
//! - replay equals play, byte for byte ([`Check::Replay`]);
//! - what is offered is accepted ([`Check::Offers`]), anything else is refused and changes nothing
//!   ([`Check::Refusals`]);
//! - no seat sees or hears what it may not know ([`Check::Secrets`]), and what it does not know of makes no difference to
//!   anything that it can ask ([`Check::Interference`]);
//! - no input panics ([`Check::Inputs`]);
//! - what a careful player could check from the log holds ([`Check::Invariants`]), and nobody is stuck
//!   ([`Check::Stuck`]).
//!
//! [`soak`] plays on for as long as one likes and looks after the last three alone.
//!
//! Everything follows from the seed: a fault names it with the step, and [`Settings::only`] repeats it.

mod chains;
mod frequencies;
mod garbage;
mod interference;
mod invariants;
mod odds;
mod play;
mod refusals;
mod sampler;
mod secrets;
mod shipped;

pub use invariants::{Answered, Done, soak, soak_acts};
pub use play::{Act, fill, random_play};
pub use shipped::{Evenings, cases_hold, encounters_end, memory_changes_nothing};

use crate::{ActorSet, Seat, System};
use referee_dice::FastDice;
use std::{collections::BTreeMap, fmt, ops::Range};

/// Random tables of a book, and what is secret on them.
pub trait Arena {
    /// The book.
    type Book: System;

    /// A legal table, and the book with its house rules, that follow from the seed.
    fn table(&self, seed: u64) -> (Self::Book, <Self::Book as System>::Table);

    /// Texts that must not occur in anything that this seat sees or hears. They should be unlikely to occur by chance.
    fn secrets(&self, book: &Self::Book, table: &<Self::Book as System>::Table, seat: Seat) -> Vec<String>;

    /// The invariants of the book that this act broke, each in words with its rule: budgets, costs, damage and what stops
    /// it, who may be asked when, what ends when.
    fn broken(&self, _done: &Done<'_, Self::Book>) -> Vec<String> {
        Vec::new()
    }

    /// The seats at the table: the game master, a player for each actor, a spectator.
    fn seats(&self, book: &Self::Book, table: &<Self::Book as System>::Table) -> Vec<Seat> {
        let players = book.actors(table).into_iter().map(|card| Seat::Player(ActorSet::EMPTY.with(card.id)));
        [Seat::Gm].into_iter().chain(players).chain([Seat::Spectator]).collect()
    }
}

/// What is looked after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the module says what each means")]
pub enum Check {
    Odds,
    Frequencies,
    Chains,
    Pausing,
    Replay,
    Offers,
    Refusals,
    Secrets,
    Interference,
    Inputs,
    Invariants,
    Stuck,
}

/// How much is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The seeds of the tables.
    pub seeds: Range<u64>,
    /// Actions on each table.
    pub steps: usize,
    /// Odds and frequencies are looked at in every so many steps.
    pub odds_every: usize,
    /// The most ways followed for exact odds; beyond, that step's odds are left out.
    pub ways: usize,
    /// How often a step is simulated.
    pub samples: u32,
    /// After so many faults the suite stops.
    pub faults: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seeds: 0..20, steps: 30, odds_every: 3, ways: 20_000, samples: 600, faults: 20 }
    }
}

impl Settings {
    /// The table of one seed, to repeat a fault.
    pub fn only(self, seed: u64) -> Settings {
        Settings { seeds: seed..seed + 1, ..self }
    }
}

/// Something that is not as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What was looked after.
    pub check: Check,
    /// The seed of the table.
    pub seed: u64,
    /// The number of the action, from 0.
    pub step: usize,
    /// What happened.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} (seed {}, step {}): {}", self.check, self.seed, self.step, self.what)
    }
}

/// What the suite found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Everything that is not as it must be.
    pub faults: Vec<Fault>,
    /// How often each thing was looked at: `actions`, `questions`, `odds`, `odds left out`, …. A number that stays at 0
    /// tells that the tables never lead there.
    pub counts: BTreeMap<&'static str, usize>,
}

impl Report {
    /// How often something was looked at.
    pub fn count(&self, what: &str) -> usize {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Is there a fault of this kind?
    pub fn has(&self, check: Check) -> bool {
        self.faults.iter().any(|fault| fault.check == check)
    }

    /// Stops a test if there is any fault, and tells all of them.
    ///
    /// # Panics
    /// If there is a fault.
    pub fn assert_ok(&self) {
        let faults: Vec<String> = self.faults.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    }

    pub(crate) fn add(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }
}

/// Runs the suite.
pub fn run<A: Arena>(arena: &A, settings: &Settings) -> Report {
    let mut report = Report::default();
    for seed in settings.seeds.clone() {
        if report.faults.len() >= settings.faults {
            break;
        }
        play::run_table(arena, settings, seed, &mut report);
    }
    report
}

/// One table on its way through the suite.
pub(crate) struct Bench<'a, A: Arena> {
    pub(crate) arena: &'a A,
    pub(crate) settings: &'a Settings,
    pub(crate) seed: u64,
    pub(crate) step: usize,
    pub(crate) seats: Vec<Seat>,
    pub(crate) dice: FastDice,
    /// The kinds of questions that have come up, for standing answers.
    pub(crate) kinds: Vec<String>,
    pub(crate) report: &'a mut Report,
}

impl<'a, A: Arena> Bench<'a, A> {
    fn new(
        arena: &'a A,
        settings: &'a Settings,
        seed: u64,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        report: &'a mut Report,
    ) -> Self {
        let seats = arena.seats(book, table);
        Bench { arena, settings, seed, step: 0, seats, dice: FastDice::new(seed), kinds: Vec::new(), report }
    }

    pub(crate) fn fault(&mut self, check: Check, what: impl Into<String>) {
        if self.report.faults.len() < self.settings.faults {
            self.report.faults.push(Fault { check, seed: self.seed, step: self.step, what: what.into() });
        }
    }

    /// Runs something that must not panic.
    pub(crate) fn guarded<T>(&mut self, what: impl FnOnce() -> String, run: impl FnOnce() -> T) -> Option<T> {
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(value) => Some(value),
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
                self.fault(Check::Inputs, format!("panicked at {}: {words}", what()));
                None
            }
        }
    }
}

/// A table as text: what a journal would keep of it.
pub(crate) fn written<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("tables, views and offers are plain data")
}
