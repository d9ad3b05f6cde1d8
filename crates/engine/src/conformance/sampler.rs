//! Fast dice and random answers, with everything counted: what the exact odds are compared with.

use crate::{Audience, Chosen, Flow, Handler, Marks, Question, Stop, System, Throw, Who};
use referee_dice::{FastDice, FastRng, Roll};

/// How the sampler answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answering {
    /// Each option is equally likely.
    Random,
    /// Decline, or the usual answer.
    Never,
}

/// The handler that samples one way.
pub(super) struct Sampler<'a, S: System> {
    book: &'a S,
    dice: &'a mut FastDice,
    rng: FastRng,
    answering: Answering,
    scratch: Vec<crate::Mark>,
    /// What was counted.
    pub(super) marks: Marks,
    /// What was chosen, by chance.
    pub(super) chosen: Vec<Chosen>,
}

impl<'a, S: System> Sampler<'a, S> {
    /// `dice` are reused, as preparing them takes longer than throwing them; the seed decides how they fall.
    pub(super) fn new(book: &'a S, answering: Answering, dice: &'a mut FastDice, seed: u64) -> Self {
        dice.reseed(seed);
        let rng = FastRng::seed_from_u64(!seed);
        Sampler { book, dice, rng, answering, scratch: Vec::new(), marks: Marks::default(), chosen: Vec::new() }
    }

    /// Begins another way.
    pub(super) fn again(&mut self) {
        self.marks.0.clear();
        self.chosen.clear();
    }
}

impl<S: System> Handler<S> for Sampler<'_, S> {
    fn total(&mut self, _throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let total = self.dice.roll(&dice);
        Ok(total)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let of = question.options();
        let option = match (of, self.answering) {
            (0, _) => return Err(Stop::broken("a question without options")),
            (1, _) => return Ok(0),
            (_, Answering::Random) => self.rng.below(of as u32) as usize,
            (_, Answering::Never) => return Ok(question.decline().unwrap_or(question.usual())),
        };
        let prompt = self.book.prompt(table, who, question);
        let Some(choice) = prompt.options.get(option).filter(|_| prompt.options.len() == of) else {
            let listed = prompt.options.len();
            return Err(Stop::broken(format!("the prompt lists {listed} of {of} options: {}", prompt.text)));
        };
        if prompt.decline != question.decline() {
            return Err(Stop::broken(format!("prompt and question decline by different options: {}", prompt.text)));
        }
        self.chosen.push(Chosen { who, kind: prompt.kind.into(), key: choice.key.as_str().into(), of });
        Ok(option)
    }

    fn hear(&mut self, _to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}
