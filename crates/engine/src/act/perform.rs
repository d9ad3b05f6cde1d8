//! Doing an act: who may say it, what that seat knows, and what is true.

use super::{Act, Bar, Book, Does, Known, Seen, doer, read::missing};
use crate::{Flow, Oracle, Refusal, Seat};

/// Does an act, or refuses it. Whether it may be done follows from what the seat knows; its numbers are the true ones.
#[inline]
pub fn perform<S: Book, A: Act<S>, O: Oracle<S>>(
    Does { actor, act }: &Does<A>,
    seat: Seat,
    book: &S,
    table: &mut S::Table,
    oracle: &mut O,
) -> Flow<()> {
    let by = doer::<S, A>(book, table, seat, *actor)?;
    if !seat.is_gm() {
        let known = Known::to(book, table, seat);
        act.ready(&known.see(), by).map_err(refusal::<S, A>)?;
    }
    let ready = match act.ready(&Seen::truth(book, table).asked_by(seat), by) {
        Ok(ready) => ready,
        Err(bar) => {
            let why = refusal::<S, A>(bar);
            return if seat.is_gm() { Err(why.into()) } else { act.meet_the_unknown(by, why, book, table, oracle) };
        }
    };
    A::resolve(ready, book, table, oracle)
}

#[cold]
fn refusal<S: Book, A: Act<S>>(bar: Bar<'_>) -> Refusal {
    match bar {
        Bar::Why(why) => why.refusal(),
        Bar::Open(slot) => missing::<S, A>(slot),
    }
}
