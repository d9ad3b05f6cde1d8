//! The table as a seat knows it: what a seat asks for is answered on this one.

use crate::{ActorId, ActorSet, Seat, System};
use std::borrow::Cow;

/// Those of whom a seat does not know. The game master knows everybody.
pub fn unknown_to<S: System>(book: &S, table: &S::Table, seat: Seat) -> ActorSet {
    if seat.is_gm() {
        return ActorSet::EMPTY;
    }
    (0..book.headcount(table)).map(ActorId::at).filter(|&actor| !book.knows(table, seat, actor)).collect()
}

/// The table without whatever `seat` does not know of; borrowed if that is nothing.
pub fn known_table<'t, S: System>(book: &S, table: &'t S::Table, seat: Seat) -> Cow<'t, S::Table> {
    if seat.is_gm() { Cow::Borrowed(table) } else { book.known_to(table, seat, unknown_to(book, table, seat)) }
}
