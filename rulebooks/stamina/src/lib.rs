//! Stamina: pools of d4, d8 and d6, turns paid in stamina, and defense that is worn down and won back.
//!
//! The ledger is `rules/stamina.md`; every rule is a function that cites its id. See the crate's README for the words of
//! the book and the types that stand for them.

pub mod actions;
pub mod check;
pub mod conditions;
pub mod defense;
pub mod gm;
pub mod harm;
pub mod house;
pub mod initiative;
pub mod reach;
pub mod reactions;
pub mod reason;
pub mod recovery;
pub mod schema;
pub mod sheet;
pub mod table;
pub mod turn;

mod events;
mod offers;
mod policy;
mod question;
mod scene;
mod system;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod view;
mod words;

use crate::{
    actions::{Action, attack::Attack, awareness::Look, gear::Handle, magic::Magic, movement::Move},
    check::How,
    gm::GmIntent,
    house::HouseRules,
    recovery::Pace,
    table::Table,
};
pub use events::Event;
pub use question::Question;
use referee_engine::{ActorId, Flow, Oracle, Refusal, Seat};
use serde::{Deserialize, Serialize};
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stamina {
    /// The switches.
    pub house: HouseRules,
}

/// What someone wants to do (ST-D09).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// ST-074 and its techniques, ST-152, ST-158.
    Attack(Attack),
    /// ST-051 and what follows.
    Move(Move),
    /// ST-127, ST-147, ST-151, ST-157.
    Gear(Handle),
    /// ST-164 and what follows.
    Magic(Magic),
    /// ST-191.
    Defend {
        /// Who.
        actor: ActorId,
        /// Disengage or Dodge.
        action: Action,
        /// ST-192.
        lowered: bool,
    },
    /// ST-198.
    Regain {
        /// Who.
        actor: ActorId,
        /// ST-D25: perception instead of reflexes?
        perception: bool,
        /// ST-D03.
        how: How,
    },
    /// ST-202.
    Restore {
        /// Who.
        actor: ActorId,
        /// ST-D03.
        how: How,
    },
    /// ST-235 and what follows.
    Look(Look),
    /// ST-D14, ST-R22: on the way or at rest, outside of rounds.
    Travel {
        /// Who.
        actor: ActorId,
        /// How fast.
        pace: Pace,
        /// How long.
        minutes: u16,
    },
    /// ST-044: the turn ends.
    EndTurn {
        /// Whose.
        actor: ActorId,
    },
    /// What only the GM may do.
    Gm(GmIntent),
}

impl Stamina {
    /// Does what `intent` says, or refuses it.
    fn resolve_intent<O: Oracle<Self>>(
        &self,
        table: &mut Table,
        by: Seat,
        intent: &Intent,
        oracle: &mut O,
    ) -> Flow<()> {
        self.may_say(by, intent)?;
        match intent {
            Intent::Attack(attack) => actions::attack::resolve(self, table, attack, oracle)?,
            Intent::Move(movement) => actions::movement::resolve(self, table, movement, oracle)?,
            Intent::Gear(handle) => actions::gear::resolve(self, table, handle, oracle)?,
            Intent::Magic(magic) => actions::magic::resolve(self, table, magic, oracle)?,
            Intent::Defend { actor, action, lowered } => {
                actions::defend::resolve(self, table, *actor, *action, *lowered, oracle)?;
            }
            Intent::Regain { actor, perception, how } => {
                recovery::regain(self, table, *actor, *perception, *how, oracle)?;
            }
            Intent::Restore { actor, how } => recovery::restore(self, table, *actor, *how, oracle)?,
            Intent::Look(look) => actions::awareness::resolve(self, table, look, oracle)?,
            Intent::Travel { actor, pace, minutes } => recovery::travel(table, *actor, *pace, *minutes, oracle)?,
            Intent::EndTurn { actor } => {
                if O::CHECKS {
                    turn::may_end(table, *actor)?;
                }
                turn::end_turn(self, table, oracle)?;
            }
            Intent::Gm(intent) => gm::resolve(self, table, intent, oracle)?,
        }
        turn::settle(self, table, oracle)
    }

    /// May this seat say that?
    fn may_say(&self, by: Seat, intent: &Intent) -> Result<(), Refusal> {
        let may = match intent {
            Intent::Attack(attack) => by.plays(attack.actor),
            Intent::Move(movement) => by.plays(movement.actor),
            Intent::Gear(handle) => by.plays(handle.actor),
            Intent::Magic(magic) => by.plays(magic.actor),
            Intent::Look(look) => by.plays(look.actor),
            Intent::Defend { actor, .. }
            | Intent::Regain { actor, .. }
            | Intent::Restore { actor, .. }
            | Intent::Travel { actor, .. }
            | Intent::EndTurn { actor } => by.plays(*actor),
            Intent::Gm(_) => by.is_gm(),
        };
        if may { Ok(()) } else { Err(Refusal::plain("not-your-character", "this seat does not play that character")) }
    }
}
