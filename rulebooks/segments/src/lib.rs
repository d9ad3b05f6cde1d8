//! Segments: three speeds of play, declared intentions, and one d20 under a number that is hit and damage at once.
//!
//! The ledger is `rules/segments.md`; every rule is a function that cites its id. See the crate's README for the words of the
//! book and the types that stand for them.

pub mod actions;
pub mod check;
pub mod conditions;
pub mod gear;
pub mod gm;
pub mod harm;
pub mod house;
pub mod opening;
pub mod reactions;
pub mod recovery;
pub mod schema;
pub mod sheet;
pub mod sight;
pub mod table;
pub mod time;
pub mod turn;

mod offers;
mod policy;
mod question;
mod scene;
mod system;
mod view;
mod words;

use crate::{
    actions::{
        ability::{self, Cast},
        attack::{self, Attack, AttackEvent},
        movement::{self, Move, MoveEvent},
        plain,
        ready::{self, Handle},
        recover::{self, Recover},
        skill::{self, Use},
    },
    check::Checked,
    gm::{GmEvent, GmIntent},
    harm::HarmEvent,
    house::HouseRules,
    sheet::AbilityId,
    table::{FreeAnswer, Speed, Table},
    time::TimeEvent,
    turn::{Intention, RoundEvent, declare, declare::Declaration, wait},
};
pub use question::Question;
use referee_engine::{ActorId, Flow, Oracle, Refusal, Seat, rule};
use serde::{Deserialize, Serialize};
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segments {
    /// The switches.
    pub house: HouseRules,
}

/// What someone wants to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// SE-041.
    Declare(Declaration),
    /// SE-079: an attack with a weapon.
    Attack(Attack),
    /// SE-074.
    Cast(Cast),
    /// SE-066.
    Use(Use),
    /// SE-064.
    Recover(Recover),
    /// SE-055 to SE-058 and their like.
    Handle(Handle),
    /// SE-054.
    Stand(ActorId),
    /// SE-075, SE-062.
    Move(Move),
    /// SE-067: anything else.
    Do {
        /// Who.
        who: ActorId,
        /// What.
        what: String,
    },
    /// SE-032.
    Accuse {
        /// Who.
        who: ActorId,
        /// Whom.
        target: ActorId,
    },
    /// SE-R27: another kind of action.
    Change {
        /// Who.
        who: ActorId,
        /// Which.
        to: Intention,
    },
    /// SE-107.
    Wait(ActorId),
    /// SE-108, SE-109.
    StepIn(ActorId),
    /// SE-R97.
    KeepWaiting(ActorId),
    /// The segment is over.
    Done(ActorId),
    /// SE-R92: what is answered when a foe moves in range.
    Standing {
        /// Whose answer.
        who: ActorId,
        /// Which.
        answer: FreeAnswer,
    },
    /// SE-R92: a free attack on an ally who has just moved.
    Call {
        /// Who.
        by: ActorId,
        /// At whom.
        at: ActorId,
        /// With what.
        weapon: sheet::WeaponRef,
    },
    /// What only the GM may do.
    Gm(GmIntent),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Time.
    Time(TimeEvent),
    /// A round.
    Round(RoundEvent),
    /// An attack.
    Attack(AttackEvent),
    /// A check.
    Checked(Checked),
    /// Damage and statuses.
    Harm(HarmEvent),
    /// Movement.
    Move(MoveEvent),
    /// A thing was handled.
    Handled(Handle),
    /// An ability is used.
    Cast {
        /// By whom.
        who: ActorId,
        /// Which.
        ability: AbilityId,
        /// On whom.
        target: ActorId,
    },
    /// SE-067: something was done.
    Did {
        /// By whom.
        who: ActorId,
        /// What.
        what: String,
    },
    /// SE-D08: the GM does not stop the clock, and it does not happen.
    NotNow {
        /// Who wanted to.
        by: ActorId,
    },
    /// The GM's doing.
    Gm(GmEvent),
}

impl Intent {
    /// Who does it; nobody but the GM, if that is not somebody.
    pub fn actor(&self) -> Option<ActorId> {
        Some(match self {
            Intent::Gm(_) => return None,
            Intent::Call { by, .. } => *by,
            Intent::Declare(declaration) => declaration.who,
            Intent::Attack(attack) => attack.actor,
            Intent::Cast(cast) => cast.actor,
            Intent::Use(used) => used.actor,
            Intent::Recover(recover) => recover.actor,
            Intent::Handle(handle) => handle.actor,
            Intent::Move(movement) => movement.actor,
            Intent::Stand(who)
            | Intent::Wait(who)
            | Intent::StepIn(who)
            | Intent::KeepWaiting(who)
            | Intent::Done(who)
            | Intent::Do { who, .. }
            | Intent::Accuse { who, .. }
            | Intent::Change { who, .. }
            | Intent::Standing { who, .. } => *who,
        })
    }
}

impl Segments {
    /// Does what `intent` says, or refuses it; then the round goes on until somebody has to decide.
    pub fn resolve_intent<O: Oracle<Self>>(
        &self,
        table: &mut Table,
        by: Seat,
        intent: &Intent,
        oracle: &mut O,
    ) -> Flow<()> {
        if O::CHECKS {
            may_say(table, by, intent)?;
        }
        let runs = table.clock.mode != Speed::Segmented;
        match intent {
            Intent::Attack(attack) if runs => opening::attack(self, table, attack, oracle)?,
            Intent::Attack(attack) => attack::resolve(self, table, attack, oracle)?,
            Intent::Cast(cast) if runs && ability::is_attack(table, cast.ability) => {
                opening::cast(self, table, cast, oracle)?;
            }
            Intent::Cast(cast) => ability::resolve(self, table, cast, oracle)?,
            Intent::Declare(declaration) => declare::declare(self, table, declaration, oracle)?,
            Intent::Use(used) => skill::resolve(self, table, used, oracle)?,
            Intent::Recover(recover) => recover::resolve(self, table, recover, oracle)?,
            Intent::Handle(handle) => ready::resolve(self, table, handle, oracle)?,
            Intent::Stand(who) => ready::stand(self, table, *who, oracle)?,
            Intent::Move(movement) => movement::resolve(self, table, movement, oracle)?,
            Intent::Do { who, what } => plain::resolve(self, table, *who, what, oracle)?,
            Intent::Accuse { who, target } => opening::accuse(self, table, *who, *target, oracle)?,
            Intent::Change { who, to } => declare::change(self, table, *who, *to, false, oracle)?,
            Intent::Wait(who) => wait::wait(table, *who, oracle)?,
            Intent::StepIn(who) => wait::step_in(self, table, *who, oracle)?,
            Intent::KeepWaiting(who) => wait::keep_waiting(self, table, *who)?,
            Intent::Done(who) => turn::segment::end::<O>(table, *who)?,
            Intent::Standing { who, answer } => table.actor_mut(*who).free = *answer, // `may_say` knows of it
            Intent::Call { by, at, weapon } => reactions::free::call(self, table, *by, *at, *weapon, oracle)?,
            Intent::Gm(intent) => gm::resolve(self, table, intent, oracle)?,
        }
        turn::settle(self, table, oracle)?;
        time::check_over(table, oracle);
        Ok(())
    }
}

/// SE-034: may this seat say that? What stops and restarts the clock is the GM's alone.
fn may_say(table: &Table, by: Seat, intent: &Intent) -> Result<(), Refusal> {
    let Some(who) = intent.actor() else {
        return match by.is_gm() {
            true => Ok(()),
            false => Err(Refusal::by(rule!("SE-034"), "gm-only", "only the GM says that")),
        };
    };
    if who.index() >= table.actors.len() {
        return Err(Refusal::plain("unknown-character", "there is no such character"));
    }
    if by.plays(who) {
        Ok(())
    } else {
        Err(Refusal::plain("not-your-character", "this seat does not play that character"))
    }
}
