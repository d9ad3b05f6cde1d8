//! The log: what a line told, and who may know of it.

use crate::{Audience, Seat, System, Told, mentioned};

/// One line of the log.
#[derive(Debug)]
pub struct Logged<'a, S: System> {
    pub book: &'a S,
    /// The line of the journal.
    pub line: u64,
    pub told: &'a [Told<S>],
    /// The table after that line, or at the question where it paused; used for names.
    pub table: &'a S::Table,
    /// Undone, but still readable.
    pub undone: bool,
}

/// Whether `seat` may know of this: it must be in the audience and know every actor mentioned.
pub fn hears<S: System>(book: &S, table: &S::Table, seat: Seat, told: &Told<S>) -> bool {
    let known = || match told {
        Told::Event { event, .. } => mentioned(event),
        Told::Dice { who, .. } => mentioned(who),
    };
    told.audience().includes(seat) && (seat.is_gm() || known().iter().all(|actor| book.knows(table, seat, actor)))
}

impl<S: System> Logged<'_, S> {
    /// The part of this line that `seat` may know.
    pub fn for_seat(&self, seat: Seat) -> impl Iterator<Item = &Told<S>> {
        self.told.iter().filter(move |told| hears(self.book, self.table, seat, told))
    }

    /// Whether this line tells everyone everything.
    pub fn is_open(&self) -> bool {
        self.told.iter().all(|told| told.audience() == Audience::All)
    }
}
