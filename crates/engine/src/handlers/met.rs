//! The reactions that come up while every way is followed: what an act would let others do.

use crate::{ActorSet, Prompt, Question, System, Who, mentioned};

/// So many different questions are noted; what comes up after them are the same ones with other numbers.
const MOST: usize = 64;

/// A question that came up on some way and may be declined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Met {
    /// Who is asked.
    pub who: Who,
    /// Everybody it names, whoever is asked included.
    pub names: ActorSet,
    /// The question in words.
    pub prompt: Prompt,
}

/// What has come up so far, each question once.
pub(super) struct Notebook<S: System> {
    asked: Vec<(Who, S::Question)>,
    met: Vec<Met>,
}

impl<S: System> Notebook<S> {
    pub(super) fn new() -> Self {
        Notebook { asked: Vec::new(), met: Vec::new() }
    }

    /// Notes a question, if it offers a reaction and is a new one.
    pub(super) fn note(&mut self, book: &S, table: &S::Table, who: Who, question: &S::Question) {
        let is_reaction = question.decline().is_some() && question.options() > 1;
        let is_known = || self.asked.iter().any(|(other, known)| *other == who && known == question);
        if !is_reaction || self.asked.len() == MOST || is_known() {
            return;
        }
        self.asked.push((who, question.clone()));
        let names = mentioned(&(who, question));
        self.met.push(Met { who, names, prompt: book.prompt(table, who, question) });
    }

    pub(super) fn into_met(self) -> Vec<Met> {
        self.met
    }
}
