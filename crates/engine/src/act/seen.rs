//! The table as whoever asks knows it.

use super::Book;
use crate::{ActorId, ActorSet, Seat};
use std::{
    any::{Any, TypeId},
    borrow::Cow,
    cell::RefCell,
    ops::Deref,
    rc::Rc,
};

/// What a seat knows of a table: the source of a [`Seen`].
pub struct Known<'t, S: Book> {
    book: &'t S,
    table: Cow<'t, S::Table>,
    /// Those of whom the seat knows; everybody if `None`.
    actors: Option<ActorSet>,
    seat: Seat,
    searched: Searched,
}

impl<'t, S: Book> Known<'t, S> {
    /// Takes off whatever `seat` does not know of. Who is known is found out first: hiding somebody may change it.
    pub fn to(book: &'t S, table: &'t S::Table, seat: Seat) -> Self {
        if seat.is_gm() {
            return Known { book, table: Cow::Borrowed(table), actors: None, seat, searched: Searched::default() };
        }
        let all = (0..book.headcount(table)).map(ActorId::at);
        let (known, unknown): (Vec<ActorId>, Vec<ActorId>) = all.partition(|&actor| book.knows(table, seat, actor));
        let table = book.known_to(table, seat, unknown.into_iter().collect());
        Known { book, table, actors: Some(known.into_iter().collect()), seat, searched: Searched::default() }
    }

    /// Is nothing hidden from the seat?
    pub fn is_all(&self) -> bool {
        matches!(self.table, Cow::Borrowed(_))
    }

    /// To ask rules about it. What one of these searched for, the next one need not search for again.
    pub fn see(&self) -> Seen<'_, S> {
        let (book, table) = (self.book, &*self.table);
        Seen { book, table, actors: self.actors, seat: self.seat, searched: Some(&self.searched) }
    }
}

/// The table as a seat knows it, for [`Act::ready`](super::Act::ready) and the values of slots.
///
/// Numbers for a seat that does not know everything are worked out on what it knows. When the act is done, they are worked
/// out again on the true table.
pub struct Seen<'t, S: Book> {
    /// The book.
    pub book: &'t S,
    /// What is known of the table.
    pub table: &'t S::Table,
    actors: Option<ActorSet>,
    seat: Seat,
    searched: Option<&'t Searched>,
}

/// What was found by searches of one table: by the actor, and by the type of what was found.
#[derive(Default)]
struct Searched(RefCell<Vec<Found>>);

/// Whose, of which type, and what.
type Found = (ActorId, TypeId, Rc<dyn Any>);

impl<'t, S: Book> Seen<'t, S> {
    /// The true table.
    #[inline]
    pub fn truth(book: &'t S, table: &'t S::Table) -> Self {
        Seen { book, table, actors: None, seat: Seat::Gm, searched: None }
    }

    /// The same, asked by this seat: for what concerns all that it plays.
    #[inline]
    #[must_use]
    pub fn asked_by(self, seat: Seat) -> Self {
        Seen { seat, ..self }
    }

    /// Whoever asks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Those of whom the seat knows.
    pub fn actors(&self) -> ActorSet {
        self.actors.unwrap_or_else(|| (0..self.book.headcount(self.table)).map(ActorId::at).collect())
    }

    /// What a costly search finds for an actor, such as the squares that it reaches. While one question is answered, each
    /// actor's is searched once for each type of result, so it may depend on nothing but the table and the actor.
    pub fn search<T: 'static>(&self, actor: ActorId, search: impl FnOnce() -> T) -> Rc<T> {
        let Some(Searched(all)) = self.searched else { return Rc::new(search()) };
        let kind = TypeId::of::<T>();
        let known = all.borrow().iter().find(|known| (known.0, known.1) == (actor, kind)).map(|known| known.2.clone());
        if let Some(found) = known.and_then(|known| known.downcast().ok()) {
            return found;
        }
        let found = Rc::new(search());
        all.borrow_mut().push((actor, kind, found.clone()));
        found
    }
}

impl<S: Book> Deref for Seen<'_, S> {
    type Target = S::Table;

    #[inline]
    fn deref(&self) -> &S::Table {
        self.table
    }
}
