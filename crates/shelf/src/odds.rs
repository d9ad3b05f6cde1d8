//! The exact chances of everything that can come of an act.

use referee_engine::{Deciding, Effort, Filled, Odds, OddsError, Refusal, Seat, Session, System, odds_of};

/// How many ways are followed at most if nobody says otherwise: some seconds of work.
pub(crate) const MOST_WAYS: usize = 2_000_000;

pub(crate) fn odds<S: System>(
    session: &Session<S>,
    seat: Seat,
    filled: &Filled,
    deciding: Deciding,
    effort: Effort<'_>,
) -> Result<Odds, OddsError> {
    if !session.waiting().is_empty() {
        let why = "an action is waiting for an answer; answer or abandon it first";
        return Err(Refusal::plain("busy", why).into());
    }
    let (book, table) = (session.book(), session.table());
    let intent = book.intent(table, seat, filled)?;
    odds_of(book, table, seat, &intent, deciding, effort)
}
