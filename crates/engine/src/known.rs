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

/// This table with `take_off` called for each of the `unknown` actors; borrowed if there are none. Most of
/// [`System::known_to`] of a book with hidden actors.
pub fn without_unknown<T: Clone>(table: &T, unknown: ActorSet, take_off: impl Fn(&mut T, ActorId)) -> Cow<'_, T> {
    if unknown.is_empty() {
        return Cow::Borrowed(table);
    }
    let mut known = table.clone();
    unknown.iter().for_each(|who| take_off(&mut known, who));
    Cow::Owned(known)
}

/// The table without whatever `seat` does not know of; borrowed if that is nothing.
pub fn known_table<'t, S: System>(book: &S, table: &'t S::Table, seat: Seat) -> Cow<'t, S::Table> {
    if seat.is_gm() { Cow::Borrowed(table) } else { book.known_to(table, seat, unknown_to(book, table, seat)) }
}
