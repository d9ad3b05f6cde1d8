//! What a rule of the book may need to ask.

use crate::{check, reactions::free::Mover, sheet::WeaponRef, turn::Why};
use referee_engine::{ActorId, Side};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A question, with what its options depend on. Where it offers a reaction, declining is the first option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// SE-D22, to a combatant: something moves in range.
    Free {
        /// What moves.
        mover: Mover,
        /// The weapons that reach it.
        options: SmallVec<[WeaponRef; 4]>,
    },
    /// SE-D24, SE-D25, to the one who is struck.
    Negate {
        /// Who struck.
        by: ActorId,
        /// How hard; 0 if that is not known yet.
        damage: i16,
        /// May the shield be given up?
        shield: bool,
        /// May the helmet?
        helmet: bool,
    },
    /// SE-D08, to the GM.
    StopClock {
        /// Who begins it.
        by: ActorId,
        /// What it is.
        why: Why,
        /// SE-R16: may the GM let it happen without?
        waive: bool,
    },
    /// SE-D20, SE-D21, to the GM before a roll.
    BeforeRoll {
        /// Who rolls.
        who: ActorId,
        /// Is it an attack?
        attack: bool,
    },
    /// SE-D26, to the GM: a hit is known.
    Hit {
        /// Who struck.
        by: ActorId,
        /// Whom.
        at: ActorId,
    },
    /// SE-D12, to the GM: is helping possible?
    Help {
        /// Who helps.
        who: ActorId,
        /// Whom.
        ally: ActorId,
    },
    /// SE-D23, to the GM: is an attack possible at something that others move?
    Possible {
        /// Who would strike.
        by: ActorId,
    },
    /// SE-R20, to the GM: could this side be surprised?
    Surprise {
        /// Which.
        side: Side,
    },
    /// SE-D28, to the GM: supplies are missing.
    Soften {
        /// Whose.
        who: ActorId,
        /// Water, or food.
        water: bool,
    },
}

impl referee_engine::Question for Question {
    fn options(&self) -> usize {
        match self {
            Question::Free { options, .. } => options.len() + 1,
            Question::Negate { shield, helmet, .. } => 1 + usize::from(*shield) + usize::from(*helmet),
            Question::StopClock { waive, .. } => 2 + usize::from(*waive),
            Question::BeforeRoll { attack: true, .. } => check::BEFORE_ROLL.len(),
            Question::BeforeRoll { attack: false, .. } => check::BEFORE_CHECK,
            Question::Hit { .. } => 3,
            Question::Help { .. } | Question::Possible { .. } | Question::Surprise { .. } | Question::Soften { .. } => {
                2
            }
        }
    }

    fn decline(&self) -> Option<usize> {
        matches!(self, Question::Free { .. } | Question::Negate { .. }).then_some(0)
    }
}
