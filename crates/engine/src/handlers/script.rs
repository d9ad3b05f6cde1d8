//! Script: given dice and given answers. The form of worked examples and of replay.

use crate::{Audience, Flow, Handler, Prompt, Question, Stop, System, Throw, Told, Who};
use referee_dice::Roll;
use std::collections::VecDeque;

/// The handler of tests and cases: every die and every answer is given beforehand, and what is told is kept.
///
/// ```text
/// let mut oracle = Script::new(&book).dice([7, 6]).answers(["dodge"]);
/// strike(&mut table, …, &mut oracle)?;
/// oracle.spent()?; // leftover dice or answers are a mistake
/// ```
pub struct Script<'a, S: System> {
    book: &'a S,
    dice: VecDeque<i32>,
    answers: VecDeque<String>,
    told: Vec<Told<S>>,
    asked: Vec<Asked>,
}

/// A question that came up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Who was asked.
    pub who: Who,
    /// The question in words, with its options.
    pub prompt: Prompt,
}

/// What was left when a script ended.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the script has leftovers: dice {dice:?}, answers {answers:?}")]
pub struct ScriptError {
    /// The dice that nobody rolled.
    pub dice: Vec<i32>,
    /// The answers that nobody asked for.
    pub answers: Vec<String>,
}

impl<'a, S: System> Script<'a, S> {
    /// An empty script.
    pub fn new(book: &'a S) -> Self {
        Script { book, dice: VecDeque::new(), answers: VecDeque::new(), told: Vec::new(), asked: Vec::new() }
    }

    /// More faces, one for each single die, in the order in which they are rolled.
    pub fn dice(mut self, faces: impl IntoIterator<Item = i32>) -> Self {
        self.dice.extend(faces);
        self
    }

    /// More answers, each the key of an option.
    pub fn answers(mut self, keys: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.answers.extend(keys.into_iter().map(Into::into));
        self
    }

    /// What has been told so far.
    pub fn told(&self) -> &[Told<S>] {
        &self.told
    }

    /// The events told so far.
    pub fn events(&self) -> impl Iterator<Item = &S::Event> {
        self.told.iter().filter_map(Told::event)
    }

    /// The questions that came up so far, in order. One with a single option is never put to anybody.
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// Checks that every die and answer was used.
    pub fn spent(&self) -> Result<(), ScriptError> {
        if self.dice.is_empty() && self.answers.is_empty() {
            return Ok(());
        }
        Err(ScriptError { dice: self.dice.iter().copied().collect(), answers: self.answers.iter().cloned().collect() })
    }

    fn broken<T>(&self, why: String) -> Flow<T> {
        Err(Stop::broken(why))
    }
}

impl<S: System> Handler<S> for Script<'_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let name = throw.name;
        let given = &mut self.dice;
        let shown = dice.evaluate(|die| match given.pop_front() {
            Some(face) if die.has_face(face) => Ok(face),
            Some(face) => Err(format!("the script gives {face} for {name}, which no {die} shows")),
            None => Err(format!("the script has no die left for {name} ({dice})")),
        });
        match shown {
            Ok(shown) => {
                let total = shown.total;
                self.told.push(Told::dice(throw, dice, shown, false));
                Ok(total)
            }
            Err(why) => self.broken(why),
        }
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        if question.options() == 1 {
            return Ok(0);
        }
        let prompt = self.book.prompt(table, who, question);
        let result = match self.answers.pop_front() {
            None => Err(format!("the script has no answer left for: {}; options: {}", prompt.text, keys(&prompt))),
            Some(given) => match prompt.options.iter().position(|option| option.key == given) {
                Some(option) if option < question.options() => Ok(option),
                _ => Err(format!("{given:?} is no answer to: {}; options: {}", prompt.text, keys(&prompt))),
            },
        };
        self.asked.push(Asked { who, prompt });
        result.or_else(|why| self.broken(why))
    }

    fn hear(&mut self, to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.told.push(Told::Event { to, event: event() });
    }
}

fn keys(prompt: &Prompt) -> String {
    prompt.options.iter().map(|option| option.key.as_str()).collect::<Vec<_>>().join(", ")
}
