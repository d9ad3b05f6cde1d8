//! Events and questions in words: one file for each kind of act.

mod attack;
mod harm;
mod other;
mod prompt;
mod round;
mod time;

pub use prompt::prompt;

use crate::{Event, table::Table};
use referee_engine::{ActorId, Factor, Line, RuleId};

/// An event in words.
pub fn narrate(table: &Table, event: &Event) -> Line {
    match event {
        Event::Time(event) => time::narrate(table, event),
        Event::Round(event) => round::narrate(table, event),
        Event::Attack(event) => attack::narrate(table, event),
        Event::Checked(checked) => attack::checked(table, checked),
        Event::Harm(event) => harm::narrate(table, event),
        Event::Gm(event) => other::gm(table, event),
        _ => other::narrate(table, event),
    }
}

/// A line of the log.
pub(crate) fn line(depth: u8, text: impl Into<String>, rules: impl IntoIterator<Item = RuleId>) -> Line {
    Line { text: text.into(), depth, rules: rules.into_iter().collect(), ..Line::default() }
}

/// Small changes to a line.
pub(crate) trait About {
    /// About this one.
    fn by(self, who: ActorId) -> Self;
    /// With these factors.
    fn with(self, factors: impl IntoIterator<Item = Factor>) -> Self;
}

impl About for Line {
    fn by(mut self, who: ActorId) -> Line {
        self.actor = Some(who);
        self
    }

    fn with(mut self, factors: impl IntoIterator<Item = Factor>) -> Line {
        self.factors.extend(factors);
        self
    }
}

/// One part of a number.
pub(crate) fn factor(amount: impl Into<String>, why: impl Into<String>, rule: RuleId) -> Factor {
    Factor { amount: amount.into(), why: why.into(), rule }
}
