//! Doing an act: who may say it, what that seat knows, and what is true.

use super::{Act, Bar, Book, Does, Known, Seen, complete::complete, doer, read::missing};
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
    let truth = Seen::truth(book, table).asked_by(seat);
    let why = match act.ready(&truth, by) {
        Ok(ready) => return A::resolve(ready, book, table, oracle),
        Err(bar) if seat.is_gm() => return Err(refusal::<S, A>(bar).into()),
        Err(Bar::Why(why)) => why.refusal(),
        // The truth asks for what the seat was never offered, such as the order of people whom it does not know: to refuse
        // the act would tell of them, so what is open takes its first legal value.
        Err(Bar::Open(_)) => match complete(act.clone(), &truth, by).map(|act| act.ready(&truth, by)) {
            Ok(Ok(ready)) => return A::resolve(ready, book, table, oracle),
            Ok(Err(bar)) => refusal::<S, A>(bar),
            Err(why) => why.refusal(),
        },
    };
    act.meet_the_unknown(by, why, book, table, oracle)
}

#[cold]
fn refusal<S: Book, A: Act<S>>(bar: Bar<'_>) -> Refusal {
    match bar {
        Bar::Why(why) => why.refusal(),
        Bar::Open(slot) => missing::<S, A>(slot),
    }
}
