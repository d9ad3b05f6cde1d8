//! Advise: what a policy would answer to the question that an action under way waits for.

use super::Live;
use crate::{Audience, Flow, Handler, Stop, System, Throw, Who};
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

impl<S: System> Handler<S> for Advise<'_, '_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        self.live.total(throw, dice, same)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let number = self.live.next_number();
        let result = self.live.decide(table, who, question);
        if matches!(result, Err(Stop::Pause)) && number == self.ask {
            self.answer = Some(self.book.answer(table, self.policy, who, question, self.rng));
        }
        result
    }

    fn decide_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        let first = self.live.next_number();
        let result = self.live.decide_all(table, asked);
        let mine = self.ask.checked_sub(first).and_then(|index| asked.get(index));
        if let (Err(Stop::Pause), Some((who, question))) = (&result, mine) {
            self.answer = Some(self.book.answer(table, self.policy, *who, question, self.rng));
        }
        result
    }

    fn hear(&mut self, _to: Audience, _event: &mut dyn FnMut() -> S::Event) {}
}
