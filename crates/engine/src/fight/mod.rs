//! One fight from a table to its end, played by machines, and what is to be known about it afterwards.

mod ahead;
mod fighter;
mod learn;
mod memory;
mod openings;
mod player;
mod print;
mod recall;

pub use fighter::Fighter;
pub(crate) use fighter::broken_play;
pub use player::Player;

use crate::{ActorId, Given, Mark, Side, System};

/// A fight that has not ended after so many acts counts as undecided.
pub const MOST_ACTS: u32 = 5_000;

/// How much is noted about a fight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Watch {
    /// Only how it ended.
    #[default]
    End,
    /// Every act and answer, and what came of it.
    Acts,
    /// Also what could have been done.
    Offers,
}

/// How a fight ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ended {
    /// This side won.
    Won(Side),
    /// Nobody won.
    Drawn,
    /// It went on and on.
    #[default]
    Undecided,
}

impl Ended {
    /// It is over, and this side won it, or nobody did.
    pub(crate) fn over(winner: Option<Side>) -> Ended {
        winner.map_or(Ended::Drawn, Ended::Won)
    }
}

/// What is known about one fight. Reused from fight to fight.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fought {
    /// How it ended.
    pub ended: Ended,
    /// The side that acted first.
    pub first: Option<Side>,
    /// Rounds.
    pub rounds: u32,
    /// Acts.
    pub acts: u32,
    /// The book's gauges at the end, in their order.
    pub gauges: Vec<i32>,
    /// Who still took part at the end, in roster order.
    pub standing: Vec<bool>,
    /// What happened on the way, if it was watched.
    pub notes: Vec<Note>,
    /// Was it given up before its end, because nobody waits for it any more?
    pub is_stopped: bool,
}

/// One act of a fight, with the dice that fell in it and the answers that were given, in their order.
#[derive(Clone, Debug)]
pub struct Done<S: System> {
    /// What was done.
    pub intent: S::Intent,
    /// The totals of the dice, and the options that were chosen.
    pub given: Vec<Given>,
}

/// One thing that was noted on the way.
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// Something could have been done: the kind of the intent, the verb of the offer and its name.
    Offered {
        /// The side that could have.
        side: Option<Side>,
        /// The kind of the intent.
        act: crate::Kind,
        /// The word in commands.
        verb: String,
    },
    /// A side was asked and answered. The notes of an act come in order: answers, then the act, then its marks.
    Answer {
        /// Who was asked; `None` is the game master.
        side: Option<Side>,
        /// The kind of question.
        kind: String,
        /// The key of the option.
        key: String,
    },
    /// A side did something.
    Act {
        /// Who did; `None` is the game master.
        side: Option<Side>,
        /// The kind of the intent.
        act: crate::Kind,
    },
    /// What was counted during the act.
    Mark(Mark),
    /// Somebody was out of it after the act.
    Fell {
        /// Who.
        actor: ActorId,
        /// In which round.
        round: u32,
    },
}
