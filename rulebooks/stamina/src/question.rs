//! What a rule of the book may need to ask.

use crate::{
    Stamina,
    acts::{attack::Disarmed, movement::Leap},
    check::Named,
    reactions::{FreeWay, Shelter},
    table::Table,
};
use referee_engine::{ActorId, Flow, Oracle, Who};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The least difficulty that the GM is asked for.
const LEAST: u8 = 5;
const MOST: u8 = 40;

/// A question, with what its options depend on. Where it offers a reaction, declining is the first option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// ST-D02, to the GM: how hard it is.
    Difficulty { who: ActorId, check: Named },
    /// ST-D03, to a player whose check the GM called for.
    How {
        /// ST-D04: then there is no taking time.
        rushed: bool,
    },
    /// ST-D05, to a caster before an arcane check: the greatest dice, the least, or to see them first.
    Keep,
    /// ST-D05, to a caster who has seen the dice: which result.
    KeepResult {
        /// What can be made of them, the greatest first.
        results: SmallVec<[u8; 16]>,
    },
    /// ST-D06, to the GM.
    Consequence {
        /// Whose critical failure.
        who: ActorId,
    },
    /// ST-D07, to the GM.
    Progress {
        /// Whose near failure.
        who: ActorId,
    },
    /// ST-D11, to a mover who was struck at.
    GoOn,
    /// ST-D13, to a jumper.
    Leap { options: SmallVec<[Leap; 8]> },
    /// ST-D15, to an attacker: penalty dice, or a free strike for the target.
    Reach {
        /// Who reaches farther.
        target: ActorId,
        /// ST-224: how many dice.
        dice: u8,
        /// ST-R94: can the target strike now?
        able: bool,
    },
    /// ST-D16, ST-D21, to somebody who may strike at an opponent.
    FreeAttack { on: ActorId, ways: SmallVec<[FreeWay; 6]> },
    /// ST-D17, to the target of an attack.
    TakeCover { by: ActorId, shelters: SmallVec<[Shelter; 6]> },
    /// ST-D19, to an attacker who has hit.
    Spend {
        /// How many additional successes.
        more: u8,
        /// ST-100: on defense as well?
        defense: bool,
    },
    /// ST-D20, to whoever has disarmed.
    Disarm {
        /// What becomes of the weapon.
        options: SmallVec<[Disarmed; 8]>,
    },
    /// ST-D23, to a caster: which power gets this success.
    Power {
        /// Of which spell; `None` for a crafted effect.
        spell: Option<u8>,
        /// How many options there are; for a crafted effect the last one stops.
        count: u8,
    },
    /// ST-D24, to a caster: at once, or kept to throw.
    Release {
        /// On whom it would work at once.
        target: ActorId,
    },
    /// ST-D26, to a player: how often three stamina are traded for a stun.
    Trade { most: u8 },
    /// ST-D33, to the GM: what a critical failure does to a clue.
    Spoil { clue: u8 },
    /// ST-D35, to others.
    Aid { who: ActorId },
    /// ST-R101, to the GM, where somebody wants to aid.
    AllowAid { who: ActorId },
    /// ST-R106, to a searcher: one more item, or half the time.
    SearchMore,
    /// ST-D36, to the GM: asleep or distracted.
    Nods { who: ActorId },
    /// ST-D38, to the GM: out of the fight, dying, or dead.
    Fate { who: ActorId },
    /// ST-D08, to the GM at the end of a round: is the reason for rounds still there?
    MoreRounds,
    /// ST-R25, to the GM: who is next.
    Next {
        /// Among these.
        of: SmallVec<[ActorId; 8]>,
    },
}

impl Question {
    /// ST-D02: asks the GM how hard it is.
    pub fn ask_difficulty<O: Oracle<Stamina>>(
        table: &Table,
        who: ActorId,
        check: impl Into<Named>,
        oracle: &mut O,
    ) -> Flow<u8> {
        let answer = oracle.ask(table, Who::Gm, &Question::Difficulty { who, check: check.into() })?;
        Ok(Question::difficulty(answer))
    }

    /// The difficulty that an answer means.
    pub const fn difficulty(answer: usize) -> u8 {
        let number = LEAST as usize + answer;
        if number > MOST as usize { MOST } else { number as u8 }
    }
}

impl referee_engine::Question for Question {
    fn options(&self) -> usize {
        match self {
            Question::Difficulty { .. } => usize::from(MOST - LEAST) + 1,
            Question::How { rushed } => 3 - usize::from(*rushed),
            Question::Keep | Question::Fate { .. } | Question::Spoil { .. } => 3,
            Question::KeepResult { results } => results.len(),
            Question::Consequence { .. } => 4,
            Question::Progress { .. }
            | Question::GoOn
            | Question::Reach { .. }
            | Question::Release { .. }
            | Question::Aid { .. }
            | Question::AllowAid { .. }
            | Question::SearchMore
            | Question::MoreRounds
            | Question::Nods { .. } => 2,
            Question::Leap { options } => options.len(),
            Question::FreeAttack { ways, .. } => ways.len() + 1,
            Question::TakeCover { shelters, .. } => shelters.len() + 1,
            Question::Spend { more, defense } => crate::acts::attack::spend_count(*more, *defense),
            Question::Disarm { options } => options.len(),
            Question::Power { count, .. } => usize::from(*count),
            Question::Trade { most } => usize::from(*most) + 1,
            Question::Next { of } => of.len(),
        }
    }

    /// The GM's usual difficulty is 15; jumpers go as far as they can.
    fn usual(&self) -> usize {
        match self {
            Question::Difficulty { .. } => usize::from(15 - LEAST),
            Question::Leap { options } => options.iter().rposition(|leap| matches!(leap, Leap::Across(_))).unwrap_or(0),
            _ => 0,
        }
    }

    fn decline(&self) -> Option<usize> {
        match self {
            Question::FreeAttack { .. }
            | Question::TakeCover { .. }
            | Question::Aid { .. }
            | Question::Consequence { .. }
            | Question::Trade { .. } => Some(0),
            _ => None,
        }
    }
}
