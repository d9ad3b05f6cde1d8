//! The log: what a line told, and who may hear of it.

use crate::{Audience, Seat, System, Told, mentioned};

/// One line of the log.
#[derive(Debug)]
pub struct Logged<'a, S: System> {
    /// The rulebook.
    pub book: &'a S,
    /// The line of the journal.
    pub line: u64,
    /// What was told.
    pub told: &'a [Told<S>],
    /// The table as it was when that line was done, or at the question where it paused, for names.
    pub table: &'a S::Table,
    /// Taken back by an undo; still readable.
    pub undone: bool,
}

/// May `seat` learn of this? It must be in the audience, and know of everybody whom it names.
pub fn hears<S: System>(book: &S, table: &S::Table, seat: Seat, told: &Told<S>) -> bool {
    let known = || match told {
        Told::Event { event, .. } => mentioned(event),
        Told::Dice { who, .. } => mentioned(who),
    };
    told.audience().includes(seat) && (seat.is_gm() || known().iter().all(|actor| book.knows(table, seat, actor)))
}

impl<S: System> Logged<'_, S> {
    /// What of this line `seat` may know.
    pub fn for_seat(&self, seat: Seat) -> impl Iterator<Item = &Told<S>> {
        self.told.iter().filter(move |told| hears(self.book, self.table, seat, told))
    }

    /// Does this line tell everybody everything?
    pub fn is_open(&self) -> bool {
        self.told.iter().all(|told| told.audience() == Audience::All)
    }
}
