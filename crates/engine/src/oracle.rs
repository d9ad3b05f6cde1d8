//! Roll, ask, tell: the three verbs through which a rule touches the world.

use crate::{Audience, Refusal, System, Who};
use referee_dice::{Dice, Roll};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// The result of a rule that may have to stop.
pub type Flow<T> = Result<T, Stop>;

/// Why a rule stopped before its end. The working copy of the table is dropped.
#[derive(Debug)]
pub enum Stop {
    /// An answer or a typed-in die is missing; the oracle knows which. The rule is run again when it is there. Or all is known
    /// of what comes next ([`Oracle::again`]).
    Pause,
    /// The table refused. Boxed, like what follows, so that the way that goes well stays narrow: two registers.
    Refused(Box<Refusal>),
    /// The oracle could not go on: a script ran out, a journal does not fit the rules.
    Broken(Box<String>),
}

impl Stop {
    /// The oracle cannot go on.
    pub fn broken(why: impl Into<String>) -> Stop {
        Stop::Broken(Box::new(why.into()))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(Box::new(refusal))
    }
}

/// What a roll gave: the reading that decides, and the dice total for the telling.
#[derive(Clone, Copy, Debug)]
pub struct Rolled<T> {
    /// What the rule's own reading made of the dice. Decide by this.
    pub value: T,
    /// What the dice showed. Tell it; never decide by it (see [`Face`]).
    pub face: Face,
}

/// The total of the dice of one roll, to be told.
///
/// The exact handler follows one way for all totals that read the same, so there this is only one of them. A rule that
/// decided by it would get wrong odds; the conformance suite compares odds and frequencies to catch that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Face(pub(crate) i32);

impl Face {
    /// The number, for an event or a line of text.
    pub fn shown(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whose dice, for what, and who may see them fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// Whose dice they are: who types them in if they roll real ones.
    pub who: Who,
    /// A word that a player understands: `attack`.
    pub name: &'static str,
    /// Who may see them.
    pub to: Audience,
}

impl Throw {
    /// Dice on the open table.
    pub const fn open(who: Who, name: &'static str) -> Throw {
        Throw { who, name, to: Audience::All }
    }

    /// Dice that only some may see.
    pub const fn hidden(who: Who, name: &'static str, to: Audience) -> Throw {
        Throw { who, name, to }
    }
}

/// What a rule may ask. The book's `Question` type implements it.
pub trait Question {
    /// How many options there are; the answer is below it.
    fn options(&self) -> usize;

    /// What people usually answer when nobody cares to decide: all dice of a pool, no circumstance.
    fn usual(&self) -> usize {
        0
    }

    /// The option that declines, if this question offers a reaction or another chance to do nothing.
    fn decline(&self) -> Option<usize> {
        None
    }
}

/// How a rule reaches fate, people and ears.
///
/// Rules are compiled anew for each type that implements this, so there are two: [`Simulate`](crate::Simulate), where
/// every instruction counts, and [`Through`], the door to all other [handlers](crate::handlers).
pub trait Oracle<S: System> {
    /// Must an intent be checked before it is resolved? A policy chooses only what is legal (the conformance suite
    /// proves it), so a simulation does not pay for the same check twice.
    const CHECKS: bool = true;

    /// Fate decides. `read` says what matters about the total, so that odds branch on the few results that differ.
    fn roll<T: Copy + Ord>(&mut self, throw: Throw, dice: impl Dice, read: impl Fn(i32) -> T) -> Flow<Rolled<T>>;

    /// A person decides: the index of one of the question's options.
    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize>;

    /// Several people are asked about the same moment, side by side, none seeing another's answer.
    fn ask_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        asked.iter().map(|(who, question)| self.ask(table, *who, question)).collect()
    }

    /// A moment to which a rule may come back: before the dice of a contest that is fought again when it is tied.
    #[inline]
    fn here(&mut self, _table: &S::Table) -> Here {
        Here(0)
    }

    /// Everything stands as it did at that moment, and the rule goes on from it once more. Ties have no end, so whoever follows
    /// every way stops here: what can come of it is what could come of that moment.
    #[inline]
    fn again(&mut self, _table: &S::Table, _since: Here) -> Flow<()> {
        Ok(())
    }

    /// Everyone who may know learns what happened. A closure: simulation never builds the event.
    fn tell(&mut self, to: Audience, event: impl FnOnce() -> S::Event);
}

/// A moment within a rule ([`Oracle::here`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Here(pub(crate) usize);

/// The three verbs for a handler that is not in a hurry: people, journals, exact odds, scripts. See [`Through`].
pub trait Handler<S: System> {
    /// Fate decides: the total of the dice. `same` says whether the rule reads two totals alike.
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32>;

    /// A person decides: the index of one of the question's options.
    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize>;

    /// Several people decide about the same moment, side by side.
    fn decide_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        asked.iter().map(|(who, question)| self.decide(table, *who, question)).collect()
    }

    /// A moment to which a rule may come back ([`Oracle::here`]).
    fn moment(&mut self, _table: &S::Table) -> Here {
        Here(0)
    }

    /// Things stand as they did then ([`Oracle::again`]).
    fn repeat(&mut self, _table: &S::Table, _since: Here) -> Flow<()> {
        Ok(())
    }

    /// Something happened. `event` says what, to be called once at most.
    fn hear(&mut self, to: Audience, event: &mut dyn FnMut() -> S::Event);
}

/// One oracle for all handlers that are not in a hurry: a book's rules are compiled once for all of them.
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
        self.0.hear(to, &mut || event.take().expect("an event is made once")());
    }
}
