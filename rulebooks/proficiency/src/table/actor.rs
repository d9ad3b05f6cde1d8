//! How a character is.

use crate::resource::{Lasting, Stock};
use referee_engine::{ActorId, ActorSet, Seldom, named, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

named! {
    /// Does a character take part, and how?
    #[derive(PartialOrd, Ord, Default, JsonSchema)]
    pub enum Life {
        /// It can act.
        #[default]
        Able = "able",
        /// PR-R72: at 0 hit points.
        Down = "down",
        /// PR-D33: in somebody's hands.
        Captured = "captured",
        /// PR-R72: dead.
        Dead = "dead",
        /// PR-R21: not here yet.
        Absent = "absent" / "not here",
    }
}

/// How a character is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Actor {
    /// Hit points.
    pub hp: i16,
    /// Does it take part?
    pub life: Life,
    /// PR-R72, switch `hp_zero`: down and stable, so that no Save is due.
    pub stable: bool,
    /// PR-R77: Defense is raised by so much until the start of its next turn.
    pub guarded: u8,
    /// PR-R77, switch `defend_effect`: attacks against it have DIS until the start of its next turn.
    pub warded: bool,
    /// PR-R44: the next check against it has ADV.
    pub exposed: bool,
    /// PR-R79: no Standard or Bonus check, until the end of its next turn.
    pub held: bool,
    /// PR-R93: DIS on STR, DEX and CON checks.
    pub exhausted: bool,
    /// PR-R78: the next check of that side against it has ADV.
    pub off_balance: Option<OffBalance>,
    /// PR-R90: those it is hidden from.
    pub hidden_from: Seldom<ActorSet>,
    /// PR-R67: magic on the character, as bonus points.
    pub magic: u8,
    /// Which weapon is in hand.
    pub in_hand: u8,
    /// Weapons that lie on the ground, a bit each.
    pub dropped: u16,
    /// Weapons that are gone, a bit each.
    pub used_up: u16,
    /// What it has done this turn.
    pub turn: TurnState,
    /// PR-R21: the round from which it acts.
    pub acts_from: u32,
    /// PR-R74: it rests this Period.
    pub resting: bool,
    /// Light by a spell, until so many seconds have passed.
    pub light_until: u64,
    pub place: Place,
    pub stocks: SmallVec<[Stock; 2]>,
    /// PR-R105: lasting effects, the oldest first.
    pub lasting: Seldom<Vec<Lasting>>,
}

/// PR-R78.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OffBalance {
    pub by: ActorId,
    /// It ends when so many of that character's turns have ended.
    pub turns: u8,
}

/// What a character has done in this round (PR-R05).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnState {
    /// Standard checks used.
    pub standards: u8,
    /// PR-052: Bonus checks granted.
    pub granted: u8,
    /// Bonus checks used.
    pub bonus: u8,
    /// PR-R91: has it moved?
    pub moved: bool,
    /// It has used a feat that needs it to stand still.
    pub still: bool,
    /// PR-R85, switch `save_limit`: has it made a Save?
    pub saved: bool,
    /// PR-003: has it had its turn?
    pub acted: bool,
}

impl Actor {
    /// PR-003, PR-R21: has it a turn in this round that it has not had?
    pub(super) fn may_begin(&self, round: u32) -> bool {
        !self.turn.acted && self.life == Life::Able && self.acts_from <= round
    }
}
