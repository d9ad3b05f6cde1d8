//! What a rule of the book may need to ask.

use crate::{dc::Level, table::Mode};
use referee_engine::ActorId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// PR-104: the changes of a DC that the GM may choose, the usual one first.
pub const MODIFIERS: [i8; 10] = [1, 2, 3, 4, 5, -1, -2, -3, -4, -5];

/// A question, with what its options depend on. What people usually answer is the first option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// PR-D13, PR-D14, to the GM before a check: nothing, ADV, DIS, or a change of the DC.
    Circumstance {
        /// Whose check.
        who: ActorId,
    },
    /// PR-D09, PR-D10, PR-D12, to the GM: mundane, a level, or opposed by one of these or by all.
    Needed {
        /// Who tries something.
        who: ActorId,
        /// Those who could oppose it.
        foes: SmallVec<[ActorId; 8]>,
    },
    /// PR-D11, to the GM: with which ability or skill it is opposed.
    OpposedWith {
        /// How many skills there are; the six abilities come after them.
        skills: u8,
    },
    /// PR-D17, to the GM: drop the check, or call for it.
    CallAtZero {
        /// Whose.
        who: ActorId,
    },
    /// PR-D18, to the controller: take PER 1, or Play the Odds.
    Odds {
        /// Who.
        who: ActorId,
    },
    /// PR-D19, to the GM: not possible, or a roll all the same.
    AllowRoll {
        /// Whose.
        who: ActorId,
    },
    /// PR-D20, to the controller: keep it and fail, or something else.
    KeepIt {
        /// Who.
        who: ActorId,
    },
    /// PR-D21, to the controller of an immortal: roll, or give it up.
    Improbable {
        /// Who.
        who: ActorId,
    },
    /// PR-D22, to the GM: none, exposed, drop what is in hand, step one of the dice.
    Complication {
        /// Whose natural 1.
        who: ActorId,
        /// Is there something to drop?
        drop: bool,
        /// How many stocks could step.
        stocks: u8,
    },
    /// PR-D25, to the actor or the GM: off balance, push, slip past.
    Maneuver {
        /// Who did it.
        who: ActorId,
        /// To whom.
        target: ActorId,
    },
    /// PR-D28, to whoever is asked to help.
    Help {
        /// Whom.
        leader: ActorId,
        /// Who.
        who: ActorId,
    },
    /// PR-D36, to the GM: rolls the opposed check, or lets the other player roll.
    WhoRolls {
        /// The other player's character.
        who: ActorId,
    },
    /// PR-R90, switch `hide_effect`, to the GM: ADV, or nothing.
    FromHiding {
        /// Who attacks.
        who: ActorId,
    },
    /// PR-D04, PR-R06, to the GM: how long this unit is.
    UnitLength {
        /// The usual count.
        usual: u8,
    },
    /// PR-D39, PR-R114, to the GM: initiative in Moments, or in the unit of the clock as it is.
    InitiativeUnit {
        /// That unit.
        mode: Mode,
    },
    /// PR-D38, to the GM: roll it out, or end it.
    RollOut,
}

impl referee_engine::Question for Question {
    fn options(&self) -> usize {
        match self {
            Question::Circumstance { .. } => 3 + MODIFIERS.len(),
            Question::Needed { foes, .. } => 1 + Level::ALL.len() + foes.len() + usize::from(foes.len() > 1),
            Question::OpposedWith { skills } => usize::from(*skills) + 6,
            Question::Complication { drop, stocks, .. } => 2 + usize::from(*drop) + usize::from(*stocks),
            Question::Maneuver { .. } => 3,
            Question::UnitLength { .. } => 10,
            _ => 2,
        }
    }

    fn usual(&self) -> usize {
        match self {
            Question::UnitLength { usual } => usize::from(*usual) - 1,
            Question::Needed { .. } => 2, // Challenging
            _ => 0,
        }
    }
}
