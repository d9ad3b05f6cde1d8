//! Resume: an act that is under way goes on in a simulation.

use super::{Given, Simulate};
use crate::{Audience, Flow, Handler, Question, Stop, System, Throw, Who};
use referee_dice::Roll;

/// The dice and answers so far, then one answer if there is one, then a [`Simulate`].
pub(crate) struct Resume<'r, 'a, S: System> {
    simulate: &'r mut Simulate<'a, S>,
    given: &'r [Given],
    option: Option<usize>,
}

impl<'r, 'a, S: System> Resume<'r, 'a, S> {
    pub fn new(simulate: &'r mut Simulate<'a, S>, given: &'r [Given], option: Option<usize>) -> Self {
        Resume { simulate, given, option }
    }

    fn next(&mut self) -> Option<Given> {
        let (first, rest) = self.given.split_first()?;
        self.given = rest;
        Some(*first)
    }
}

impl<S: System> Handler<S> for Resume<'_, '_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        match self.next() {
            Some(Given::Total(total)) => Ok(total),
            Some(Given::Option(_)) => Err(Stop::broken("an act rolled where it asked before")),
            None => self.simulate.total(throw, dice, same),
        }
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let option = match self.next() {
            Some(Given::Option(option)) => option,
            Some(Given::Total(_)) => return Err(Stop::broken("an act asked where it rolled before")),
            None => match self.option.take() {
                Some(option) => option,
                None => return self.simulate.decide(table, who, question),
            },
        };
        if option < question.options() { Ok(option) } else { Err(Stop::broken("an act asked something else before")) }
    }

    fn hear(&mut self, _to: Audience, _event: &mut dyn FnMut() -> S::Event) {}
}
