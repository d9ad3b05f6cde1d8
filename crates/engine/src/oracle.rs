//! Roll, ask, tell: the three operations through which a rule interacts with the outside world.

use crate::{Audience, Refusal, System, Who};
use referee_dice::{Dice, Roll};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// The result of a rule that may have to stop.
pub type Flow<T> = Result<T, Stop>;

/// Why a rule stopped early. The working copy of the table is discarded.
#[derive(Debug)]
pub enum Stop {
    /// An answer or a typed-in die is missing, and the oracle knows which; the rule is run again once it is available.
    /// Also used when the outcome is already known ([`Oracle::again`]).
    Pause,
    /// The rules refused. Boxed, like the next variant, so that a successful result fits in two registers.
    Refused(Box<Refusal>),
    /// The oracle could not continue: a script ran out, or a journal does not match the rules.
    Broken(Box<String>),
}

impl Stop {
    /// A [`Stop::Broken`] with this reason.
    pub fn broken(why: impl Into<String>) -> Stop {
        Stop::Broken(Box::new(why.into()))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(Box::new(refusal))
    }
}

/// The result of a roll: the value that the rule reads from it, and the dice total for display.
#[derive(Clone, Copy, Debug)]
pub struct Rolled<T> {
    /// What the rule's `read` function made of the dice. Base decisions on this.
    pub value: T,
    /// What the dice showed. For display only (see [`Face`]).
    pub face: Face,
}

/// The dice total of one roll, for display.
///
/// The exact handler follows one branch for all totals that `read` maps to the same value, so this is only one of those
/// totals. A rule that decided by it would have wrong odds; the conformance suite compares odds with frequencies to
/// detect that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Face(pub(crate) i32);

impl Face {
    /// The number, for an event or a log line.
    pub fn shown(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A roll: whose dice, what for, and who may see them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// Who rolls, and who types in the result when rolling physical dice.
    pub who: Who,
    /// A name that players understand: `attack`.
    pub name: &'static str,
    /// Who may see the dice.
    pub to: Audience,
}

impl Throw {
    /// Dice that everyone sees.
    pub const fn open(who: Who, name: &'static str) -> Throw {
        Throw { who, name, to: Audience::All }
    }

    /// Dice that only some seats see.
    pub const fn hidden(who: Who, name: &'static str, to: Audience) -> Throw {
        Throw { who, name, to }
    }
}

/// A question that a rule may ask. Implemented by the book's `Question` type.
pub trait Question {
    /// The number of options; the answer is an index below it.
    fn options(&self) -> usize;

    /// The default answer where nobody makes a choice: all dice of a pool, no circumstance.
    fn usual(&self) -> usize {
        0
    }

    /// The option that declines, if the question offers a reaction or another optional action.
    fn decline(&self) -> Option<usize> {
        None
    }
}

/// How a rule rolls, asks and tells.
///
/// Rules are monomorphised for each implementation, so there are only two: [`Simulate`](crate::Simulate), the fast
/// path, and [`Through`], the adapter for all other [handlers](crate::handlers).
pub trait Oracle<S: System> {
    /// Whether an intent must be checked before it is resolved. A policy chooses only legal intents (the conformance
    /// suite proves it), so a simulation skips the check.
    const CHECKS: bool = true;

    /// Rolls dice. `read` maps the total to what matters about it, so that odds branch only on results that differ.
    fn roll<T: Copy + Ord>(&mut self, throw: Throw, dice: impl Dice, read: impl Fn(i32) -> T) -> Flow<Rolled<T>>;

    /// Asks a person to decide; returns the index of an option.
    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize>;

    /// Asks several people at the same moment, without any of them seeing another's answer.
    fn ask_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        asked.iter().map(|(who, question)| self.ask(table, *who, question)).collect()
    }

    /// Marks a point to which a rule may return, such as before the dice of a contest that is repeated after a tie.
    #[inline]
    fn here(&mut self, _table: &S::Table) -> Here {
        Here(0)
    }

    /// Repeats the rule from a marked point with the same state. Ties can repeat forever, so an exact search stops
    /// here: the possible outcomes are those of the marked point.
    #[inline]
    fn again(&mut self, _table: &S::Table, _since: Here) -> Flow<()> {
        Ok(())
    }

    /// Reports an event to everyone who may know of it. Takes a closure, so that simulations never build the event.
    fn tell(&mut self, to: Audience, event: impl FnOnce() -> S::Event);
}

/// A marked point within a rule ([`Oracle::here`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Here(pub(crate) usize);

/// The dynamically dispatched form of an oracle, for people, journals, exact odds and scripts. See [`Through`].
pub trait Handler<S: System> {
    /// Rolls dice and returns the total. `same` tells whether the rule reads two totals alike.
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32>;

    /// Asks a person to decide; returns the index of an option.
    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize>;

    /// Asks several people at the same moment.
    fn decide_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        asked.iter().map(|(who, question)| self.decide(table, *who, question)).collect()
    }

    /// Marks a point to which a rule may return ([`Oracle::here`]).
    fn moment(&mut self, _table: &S::Table) -> Here {
        Here(0)
    }

    /// Repeats the rule from a marked point ([`Oracle::again`]).
    fn repeat(&mut self, _table: &S::Table, _since: Here) -> Flow<()> {
        Ok(())
    }

    /// Reports an event. `event` builds it and may be called at most once.
    fn hear(&mut self, to: Audience, event: &mut dyn FnMut() -> S::Event);
}

/// The oracle for all dynamically dispatched handlers: a book's rules are compiled once for all of them.
pub struct Through<'h, S: System>(pub &'h mut dyn Handler<S>);

impl<S: System> Oracle<S> for Through<'_, S> {
    fn roll<T: Copy + Ord>(&mut self, throw: Throw, dice: impl Dice, read: impl Fn(i32) -> T) -> Flow<Rolled<T>> {
        let total = self.0.total(throw, dice.roll(), &|one, other| read(one) == read(other))?;
        Ok(Rolled { value: read(total), face: Face(total) })
    }

    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        self.0.decide(table, who, question)
    }

    fn ask_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        self.0.decide_all(table, asked)
    }

    fn here(&mut self, table: &S::Table) -> Here {
        self.0.moment(table)
    }

    fn again(&mut self, table: &S::Table, since: Here) -> Flow<()> {
        self.0.repeat(table, since)
    }

    fn tell(&mut self, to: Audience, event: impl FnOnce() -> S::Event) {
        let mut event = Some(event);
        self.0.hear(to, &mut || event.take().expect("an event is built once")());
    }
}

/// An oracle as a handler, for a rule behind a function pointer, which cannot be generic. Its rolls branch on every total.
pub(crate) struct Handing<'o, O>(pub &'o mut O);

impl<S: System, O: Oracle<S>> Handler<S> for Handing<'_, O> {
    fn total(&mut self, throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        Ok(self.0.roll(throw, dice, |total| total)?.value)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        self.0.ask(table, who, question)
    }

    fn decide_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        self.0.ask_all(table, asked)
    }

    fn moment(&mut self, table: &S::Table) -> Here {
        self.0.here(table)
    }

    fn repeat(&mut self, table: &S::Table, since: Here) -> Flow<()> {
        self.0.again(table, since)
    }

    fn hear(&mut self, to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.0.tell(to, event);
    }
}
