//! What a seat may count. Whoever numbers by the journal tells of every line that was kept from the seat.

use super::{Moment, Session, hears};
use crate::{Audience, Input, Seat, System, Waiting, Who};

impl<S: System> Session<S> {
    /// The lines after a line that told `seat` anything, as far as they are in memory.
    pub fn heard_lines(&self, seat: Seat, after: u64) -> impl Iterator<Item = u64> {
        self.moments_after(after).filter(move |(_, moment)| self.tells(moment, seat)).map(|(line, _)| line as u64)
    }

    /// Did the last line tell `seat` anything?
    pub fn tells_last(&self, seat: Seat) -> bool {
        self.tells(self.last_told(), seat)
    }

    fn tells(&self, moment: &Moment<S>, seat: Seat) -> bool {
        moment.told.iter().any(|told| hears(&self.book, moment.shown(), seat, told))
    }

    /// The moments after a line that are in memory, each with its line.
    pub(super) fn moments_after(&self, after: u64) -> impl Iterator<Item = (usize, &Moment<S>)> {
        let past = if after < self.base() as u64 { self.played_past() } else { None };
        let past = past.into_iter().flat_map(|past| past.moments.iter().enumerate());
        // What the first of these told is known to the past alone.
        let since = self.moments.iter().enumerate().skip(1).map(|(at, moment)| (self.base() + at, moment));
        past.chain(since).filter(move |(line, _)| *line as u64 > after)
    }

    /// Is an action under way of which `seat` does not learn?
    pub fn acts_in_secret(&self, seat: Seat) -> bool {
        let pending = self.now().pending.as_ref();
        pending.is_some_and(|pending| !Audience::All.within(pending.secrecy, pending.by).includes(seat))
    }

    /// The line that asked what is asked now; `None` if nothing is. Standing answers that are given meanwhile are not it.
    pub fn asked_by(&self) -> Option<u64> {
        self.now().pending.as_ref().map(|pending| pending.asked as u64)
    }

    /// The numbers of all questions and real rolls of the action under way that `seat` may answer, or might have: those
    /// that it may count.
    pub fn asks_of(&self, seat: Seat) -> Vec<usize> {
        let Some(pending) = &self.now().pending else { return Vec::new() };
        let is_mine = |who: Who| self.may_answer(seat, who).is_ok();
        let asked = pending.inputs.iter().filter_map(|(ask, input)| match input {
            Input::Answer { who, .. } | Input::Dice { who, typed: true, .. } => is_mine(*who).then_some(*ask),
            Input::Dice { .. } => None,
        });
        let open = pending.waiting.iter().filter(|waiting| is_mine(waiting.who())).map(Waiting::ask);
        let mut all: Vec<usize> = asked.chain(open).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
