//! Game time: modes of play, elapsed time, and effects that end at the start or end of a turn.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

use crate::{ActorId, Side};
use serde::{Deserialize, Serialize};

/// Whose turn it is: an actor's, or that of a whole side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// One actor's turn.
    Of(ActorId),
    /// The turn that a side shares.
    OfSide(Side),
    /// Nobody's: the round as a whole.
    Round,
}

/// The start or end of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    Start,
    End,
}

/// When an effect ends. Never computed from rounds, but always at a turn's edge or at a point in time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// When this edge of this turn has been passed `count` times.
    At {
        turn: Turn,
        edge: Edge,
        /// How many times it must still be passed, including the last.
        count: u16,
    },
    /// At this game time, in seconds since the start.
    When(u64),
    /// Not by time; something else has to end it.
    Never,
}

impl Ends {
    /// The next time that this edge is passed.
    pub const fn next(edge: Edge, turn: Turn) -> Ends {
        Ends::At { turn, edge, count: 1 }
    }

    /// Counts a passed edge. True if the effect ends here.
    pub fn pass(&mut self, passed: Edge, of: Turn) -> bool {
        match self {
            Ends::At { turn, edge, count } if *turn == of && *edge == passed => {
                *count = count.saturating_sub(1);
                *count == 0
            }
            _ => false,
        }
    }

    /// Whether it is over at this time.
    pub fn is_over(&self, elapsed: u64) -> bool {
        matches!(self, Ends::When(moment) if *moment <= elapsed)
    }
}

/// The clock of a table. The book defines what the modes mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Clock<M> {
    /// The mode of play: a fight, an hour of travel.
    pub mode: M,
    /// Game time since the start, in seconds.
    pub elapsed: u64,
    /// Rounds since the start of this mode, from 1; 0 before the first.
    pub round: u32,
    pub turn: Turn,
}

impl<M> Clock<M> {
    /// Advances game time, saturating at the maximum.
    pub fn advance(&mut self, seconds: u64) {
        self.elapsed = self.elapsed.saturating_add(seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_ends_at_its_own_edge_and_at_no_other() {
        let (mine, theirs) = (Turn::OfSide(Side(0)), Turn::OfSide(Side(1)));
        let mut once = Ends::next(Edge::Start, mine);
        assert!(!once.pass(Edge::End, mine));
        assert!(!once.pass(Edge::Start, theirs));
        assert!(once.pass(Edge::Start, mine));
        let mut twice = Ends::At { turn: mine, edge: Edge::End, count: 2 };
        assert!(!twice.pass(Edge::End, mine));
        assert!(twice.pass(Edge::End, mine));
    }

    #[test]
    fn an_effect_with_a_moment_is_over_when_the_clock_reaches_it() {
        let ends = Ends::When(600);
        assert!(!ends.is_over(599));
        assert!(ends.is_over(600));
        assert!(!Ends::Never.is_over(u64::MAX));
    }
}
