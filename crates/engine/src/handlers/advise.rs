//! Advise: what a machine would answer to the question that an action under way waits for.

use super::{Given, Live};
use crate::{Audience, Flow, Handler, Seat, Stop, System, Throw, Who, fight::Player, search::UnderWay};
use referee_dice::{FastRng, Roll};
use smallvec::SmallVec;

/// Repeats what is recorded as [`Live`] does; where that pauses at the question `ask`, a machine says what it would answer.
pub(crate) struct Advise<'a, 'l, S: System> {
    pub live: Live<'l, S>,
    pub book: &'a S,
    pub player: Player<S>,
    /// The action under way, and the table before it.
    pub start: &'a S::Table,
    pub by: Seat,
    pub intent: &'a S::Intent,
    pub rng: &'a mut FastRng,
    pub ask: usize,
    /// The dice and answers so far.
    pub given: Vec<Given>,
    /// What it would answer, if the question came up.
    pub answer: Option<usize>,
}

impl<S: System> Advise<'_, '_, S> {
    fn think(&mut self, table: &S::Table, who: Who, question: &S::Question) {
        let under_way = UnderWay { start: self.start, by: self.by, intent: self.intent, given: &self.given };
        self.answer = Some(self.player.answer(self.book, &under_way, table, who, question, self.rng));
    }
}

impl<S: System> Handler<S> for Advise<'_, '_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let total = self.live.total(throw, dice, same)?;
        self.given.push(Given::Total(total));
        Ok(total)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let number = self.live.next_number();
        let result = self.live.decide(table, who, question);
        match &result {
            Ok(option) => self.given.push(Given::Option(*option)),
            Err(Stop::Pause) if number == self.ask => self.think(table, who, question),
            Err(_) => {}
        }
        result
    }

    fn decide_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        let first = self.live.next_number();
        let result = self.live.decide_all(table, asked);
        match &result {
            Ok(options) => self.given.extend(options.iter().copied().map(Given::Option)),
            Err(Stop::Pause) => {
                let mine = self.ask.checked_sub(first).filter(|index| *index < asked.len());
                let Some((before, (who, question))) = mine.map(|index| (&asked[..index], &asked[index])) else {
                    return result;
                };
                // Nobody knows what the others answer at the same time: what a policy would.
                for (who, question) in before {
                    let option = self.book.answer(table, self.player.fallback(), *who, question, self.rng);
                    self.given.push(Given::Option(option));
                }
                self.think(table, *who, question);
            }
            Err(_) => {}
        }
        result
    }

    fn hear(&mut self, _to: Audience, _event: &mut dyn FnMut() -> S::Event) {}
}
