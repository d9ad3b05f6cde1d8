//! What a rule of the book may need to ask.

use crate::{
    acts::overwatch::Shot,
    check::{Difficulty, GmMod, Row},
    reactions::Reaction,
    sheet::Cover,
    task::{Benefit, How},
};
use referee_engine::{ActorId, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A question, with what its options depend on. Where it offers a reaction, declining is the first option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// CR-D20, CR-D21: parry or dodge?
    React {
        /// Who attacks.
        attacker: ActorId,
        /// Which reaction it would be.
        reaction: Reaction,
    },
    /// CR-D24, to the attacker: kill or knock out?
    Force {
        /// Whom.
        target: ActorId,
        /// It would die; with `nonlethal_on_dying` it may only be Dying.
        kills: bool,
    },
    /// CR-D26, to a watcher: hold, or one of these.
    Watch {
        /// Whose turn it is.
        active: ActorId,
        /// What an Attack Action can begin with.
        shots: SmallVec<[Shot; 4]>,
    },
    /// CR-D15, to a watcher: plain ammunition, or one of these.
    Ammunition {
        /// By their places in the list of items.
        of: SmallVec<[u8; 2]>,
    },
    /// CR-D16, CR-R40, to a watcher: no more, or a further Attack of the burst.
    Further {
        /// How many Attacks it would be with this one.
        attacks: u8,
        /// At whom; the first target first.
        of: SmallVec<[ActorId; 4]>,
    },
    /// CR-D17, to a watcher: where to aim the area?
    Square {
        /// The squares.
        cells: Vec<Cell>,
    },
    /// CR-D22, to a dodger: where to?
    GetOut {
        /// The squares outside.
        cells: SmallVec<[Cell; 8]>,
    },
    /// CR-D08, CR-D09: who of the tied comes first? The first option is no agreement.
    Tie {
        /// The tied.
        of: SmallVec<[ActorId; 4]>,
    },
    /// CR-D09, to the GM: who of a group acts first in this round?
    GroupOrder {
        /// Those who have no place yet.
        of: SmallVec<[ActorId; 4]>,
    },
    /// CR-D25, to the GM: dies outright, or is Dying like a PC?
    NpcDeath {
        /// Who.
        who: ActorId,
    },
    /// CR-D18, to the GM: the cover as the map has it, or another step.
    Cover {
        /// Who attacks.
        attacker: ActorId,
        /// Who is covered.
        target: ActorId,
        /// As the map has it.
        usual: Cover,
    },
    /// CR-D19, to the GM: a free modifier.
    Modifier {
        /// Whose roll.
        who: ActorId,
        /// On what.
        of: GmMod,
    },
    /// CR-D23, to the GM: the landing square, or nowhere.
    Landing {
        /// Where it would land.
        at: Option<Cell>,
    },
    /// CR-D27, to the GM: does an opponent see this creature?
    Seen {
        /// Who.
        who: ActorId,
        /// As the map has it.
        usual: bool,
    },
    /// CR-D29, to the GM: is the attacker noticed (the first option), or not yet?
    Unnoticed {
        /// Who.
        who: ActorId,
    },
    /// CR-D33, to the GM: as usual, or the other way.
    Balance {
        /// Whose check.
        who: ActorId,
        /// Does its Skill rely on speed and balance?
        usual: bool,
    },
    /// CR-D34, to the GM: may somebody held or bound act?
    Bound {
        /// Who.
        who: ActorId,
    },
    /// CR-D12, to the GM: a light Action at 0, 1, … AP, or not.
    Light {
        /// Who asks.
        who: ActorId,
        /// AP held.
        most: u8,
    },
    /// CR-D12, to the player: leave it, or do it as an Action.
    Anyway {
        /// Who.
        who: ActorId,
        /// What it costs.
        ap: u8,
    },
    /// CR-D13, to the GM: what does it cost?
    Cost {
        /// Who.
        who: ActorId,
        /// AP held.
        most: u8,
        /// The default.
        usual: u8,
    },
    /// CR-D01, to the GM.
    How {
        /// Who tries.
        who: ActorId,
        /// Is there no time?
        crisis: bool,
    },
    /// CR-D02, to the GM.
    Difficulty {
        /// Who tries.
        who: ActorId,
    },
    /// CR-D03, to the GM: nothing, equipment, knowledge, both.
    Lacks {
        /// Who tries.
        who: ActorId,
    },
    /// CR-D04, to the player: take the time, or roll for more.
    RollAnyway {
        /// Who.
        who: ActorId,
    },
    /// CR-D05, to the GM.
    Benefit {
        /// Who.
        who: ActorId,
    },
    /// CR-D32, to the GM: the medical row of the day, as it was said or another.
    Care {
        /// Who.
        who: ActorId,
    },
    /// CR-D38, to the player: a lethal or a non-lethal wound?
    Heal {
        /// Who.
        who: ActorId,
    },
}

impl Question {
    /// CR-D02: what the GM chooses from: the rows, and some numbers between.
    pub const DIFFICULTIES: [Difficulty; 16] = [
        Difficulty::Row(Row::Trivial),
        Difficulty::Row(Row::Routine),
        Difficulty::Row(Row::Simple),
        Difficulty::Row(Row::Easy),
        Difficulty::Row(Row::Normal),
        Difficulty::Row(Row::Demanding),
        Difficulty::Row(Row::Challenging),
        Difficulty::Row(Row::Hard),
        Difficulty::Row(Row::VeryHard),
        Difficulty::Row(Row::Impossible),
        Difficulty::Other(-3),
        Difficulty::Other(3),
        Difficulty::Other(5),
        Difficulty::Other(7),
        Difficulty::Other(9),
        Difficulty::Other(12),
    ];

    /// CR-052: costs that take several turns, for [`Question::Cost`].
    pub const LONG_COSTS: [u8; 3] = [8, 10, 12];

    /// The AP of an answer to [`Question::Cost`].
    pub fn cost(&self, answer: usize) -> u8 {
        match self {
            Question::Cost { most, .. } if answer > usize::from(*most) => {
                Self::LONG_COSTS[answer - usize::from(*most) - 1]
            }
            _ => answer as u8,
        }
    }
}

impl referee_engine::Question for Question {
    fn options(&self) -> usize {
        match self {
            Question::Watch { shots, .. } => 1 + shots.len(),
            Question::Ammunition { of } => 1 + of.len(),
            Question::Further { of, .. } => 1 + of.len(),
            Question::Square { cells } => cells.len(),
            Question::GetOut { cells } => cells.len(),
            Question::Tie { of } => 1 + of.len(),
            Question::GroupOrder { of } => of.len(),
            Question::Lacks { .. } => 4,
            Question::Modifier { .. } => GmMod::AMOUNTS.len(),
            Question::Light { most, .. } => usize::from(*most) + 2,
            Question::Cost { most: 0, .. } => 1,
            Question::Cost { most, .. } => usize::from(*most) + 1 + Self::LONG_COSTS.len(),
            Question::How { crisis: true, .. } => 2,
            Question::How { .. } => How::OPTIONS.len(),
            Question::Difficulty { .. } => Self::DIFFICULTIES.len(),
            Question::Benefit { .. } => Benefit::ALL.len(),
            Question::Care { .. } | Question::Cover { .. } => 5,
            _ => 2,
        }
    }

    fn usual(&self) -> usize {
        match self {
            Question::Difficulty { .. } => 3,
            Question::Cost { most, usual, .. } => usize::from(*usual.min(most)),
            _ => 0,
        }
    }

    fn decline(&self) -> Option<usize> {
        match self {
            Question::React { .. } | Question::Watch { .. } | Question::Further { .. } => Some(0),
            Question::Tie { .. } => Some(0),
            Question::Anyway { .. } | Question::RollAnyway { .. } => Some(0),
            _ => None,
        }
    }
}
