//! Advise: what a policy would answer to the question that an action under way waits for.

use super::Live;
use crate::{Audience, Flow, Oracle, Rolled, Stop, System, Throw, Who};
use referee_dice::{FastRng, Roll};
use smallvec::SmallVec;

/// Repeats what is recorded as [`Live`] does; where that pauses at the question `ask`, a policy says what it would answer.
pub(crate) struct Advise<'a, 'l, S: System> {
    pub live: Live<'l, S>,
    pub book: &'a S,
    pub policy: S::Policy,
    pub rng: &'a mut FastRng,
    pub ask: usize,
    /// What the policy would answer, if the question came up.
    pub answer: Option<usize>,
}

impl<S: System> Oracle<S> for Advise<'_, '_, S> {
    fn roll<T: Copy + Ord>(&mut self, throw: Throw, dice: Roll, read: impl Fn(i32) -> T) -> Flow<Rolled<T>> {
        self.live.roll(throw, dice, read)
    }

    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let number = self.live.next_number();
        let result = self.live.ask(table, who, question);
        if matches!(result, Err(Stop::Pause)) && number == self.ask {
            self.answer = Some(self.book.answer(table, self.policy, who, question, self.rng));
        }
        result
    }

    fn ask_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        let first = self.live.next_number();
        let result = self.live.ask_all(table, asked);
        let mine = self.ask.checked_sub(first).and_then(|index| asked.get(index));
        if let (Err(Stop::Pause), Some((who, question))) = (&result, mine) {
            self.answer = Some(self.book.answer(table, self.policy, *who, question, self.rng));
        }
        result
    }

    fn tell(&mut self, _to: Audience, _event: impl FnOnce() -> S::Event) {}
}
