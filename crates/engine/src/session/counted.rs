//! What a seat may count. The journal's own line numbers would reveal lines that a seat must not know of.

use super::{Moment, Session, hears};
use crate::{Audience, Input, Seat, System, Waiting, Who};

impl<S: System> Session<S> {
    /// The lines after `after` that told `seat` anything, as far as they are in memory.
    pub fn heard_lines(&self, seat: Seat, after: u64) -> impl Iterator<Item = u64> {
        self.moments_after(after).filter(move |(_, moment)| self.tells(moment, seat)).map(|(line, _)| line as u64)
    }

    /// Whether the last line told `seat` anything.
    pub fn tells_last(&self, seat: Seat) -> bool {
        self.tells(self.last_told(), seat)
    }

    fn tells(&self, moment: &Moment<S>, seat: Seat) -> bool {
        moment.told.iter().any(|told| hears(&self.book, moment.shown(), seat, told))
    }

    /// The moments in memory after a line, with their line numbers.
    pub(super) fn moments_after(&self, after: u64) -> impl Iterator<Item = (usize, &Moment<S>)> {
        let past = if after < self.base() as u64 { self.played_past() } else { None };
        let past = past.into_iter().flat_map(|past| past.moments.iter().enumerate());
        // What the first of these told is only known to the past.
        let since = self.moments.iter().enumerate().skip(1).map(|(at, moment)| (self.base() + at, moment));
        past.chain(since).filter(move |(line, _)| *line as u64 > after)
    }

    /// Whether the pending action is a secret from `seat`.
    pub fn acts_in_secret(&self, seat: Seat) -> bool {
        let pending = self.now().pending.as_ref();
        pending.is_some_and(|pending| !Audience::All.within(pending.secrecy, pending.by).includes(seat))
    }

    /// The line that asked the open questions; `None` if there are none. Standing answers set in the meantime do not
    /// count.
    pub fn asked_by(&self) -> Option<u64> {
        self.now().pending.as_ref().map(|pending| pending.asked as u64)
    }

    /// The numbers of all questions and physical rolls of the pending action that `seat` may or might have answered,
    /// and may therefore count.
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
