//! Record: a simulation that keeps notes, and in which a side may think before it answers.

use super::{Given, Simulate};
use crate::{
    Audience, Flow, Handler, Mark, Marks, Question, Seat, System, Throw, Who,
    fight::{Note, Player},
    search::UnderWay,
};
use referee_dice::{FastRng, Roll};

/// The dice and answers of [`Simulate`], with notes of what was asked, answered and told. The same seed gives the same
/// fight, noted or not.
pub struct Record<'a, S: System> {
    /// The dice, and the policies of those who do not think.
    pub(crate) simulate: Simulate<'a, S>,
    book: &'a S,
    players: &'a [Player<S>],
    /// The act under way, for those who think about their answers.
    act: Option<(S::Table, S::Intent)>,
    given: Vec<Given>,
    /// For those who think by trying out, apart from the fight's own dice.
    thoughts: FastRng,
    /// Is anything noted?
    pub(crate) is_noting: bool,
    notes: Vec<Note>,
    marks: Marks,
    scratch: Vec<Mark>,
}

impl<'a, S: System> Record<'a, S> {
    /// One player and one policy for each side; `policies` play the dice's part for those who do not think.
    pub fn new(book: &'a S, players: &'a [Player<S>], policies: &'a [S::Policy]) -> Self {
        Record {
            simulate: Simulate::new(book, policies, 0),
            book,
            players,
            act: None,
            given: Vec::new(),
            thoughts: FastRng::seed_from_u64(0),
            is_noting: false,
            notes: Vec::new(),
            marks: Marks::default(),
            scratch: Vec::new(),
        }
    }

    /// A fight begins.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.simulate.reseed(seed);
        self.thoughts = FastRng::derived(seed, 2);
    }

    /// Whoever plays for `who`.
    pub(crate) fn player(&self, table: &S::Table, who: Who) -> Player<S> {
        let last = self.players.len() - 1;
        let index = self.book.side_of(table, who).map_or(last, |side| usize::from(side.0).min(last));
        self.players[index]
    }

    /// An act begins.
    pub(crate) fn begin(&mut self, table: &S::Table, intent: &S::Intent) {
        self.given.clear();
        self.marks.0.clear();
        self.act = self.players.iter().any(|player| player.policy().is_none()).then(|| (table.clone(), intent.clone()));
    }

    /// An act is over: what was counted, and what was answered in it.
    pub(crate) fn finish(&mut self) -> (&Marks, &mut Vec<Note>) {
        (&self.marks, &mut self.notes)
    }

    /// The dice and answers of the act so far.
    pub(crate) fn given(&self) -> &[Given] {
        &self.given
    }

    /// What somebody who thinks answers.
    fn think(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Option<usize> {
        let player = self.player(table, who);
        if question.options() < 2 || player.policy().is_some() {
            return None;
        }
        let (start, intent) = self.act.as_ref()?;
        let under_way = UnderWay { start, by: Seat::Gm, intent, given: &self.given };
        Some(player.answer(self.book, &under_way, table, who, question, &mut self.thoughts))
    }
}

impl<S: System> Handler<S> for Record<'_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let total = self.simulate.total(throw, dice, same)?;
        self.given.push(Given::Total(total));
        Ok(total)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let option = match self.think(table, who, question) {
            Some(option) => option,
            None => self.simulate.decide(table, who, question)?,
        };
        self.given.push(Given::Option(option));
        if self.is_noting && question.options() > 1 {
            let prompt = self.book.prompt(table, who, question);
            let key = prompt.options.get(option).map(|choice| choice.key.clone()).unwrap_or_default();
            self.notes.push(Note::Answer { side: self.book.side_of(table, who), kind: prompt.kind, key });
        }
        Ok(option)
    }

    fn hear(&mut self, _to: Audience, event: &mut dyn FnMut() -> S::Event) {
        if !self.is_noting {
            return;
        }
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}
