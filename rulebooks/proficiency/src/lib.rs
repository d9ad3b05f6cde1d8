//! Proficiency: one d20, Proficiency and bonus points against a DC that alone takes penalties; sides that act in turn;
//! four units of time; and Resource-Dice for whatever runs out.
//!
//! The ledger is `rules/proficiency.md`; every rule is a function that cites its id. See the crate's README for the
//! words of the book and the types that stand for them.

pub mod actions;
pub mod check;
pub mod conditions;
pub mod contest;
pub mod dc;
pub mod gm;
pub mod harm;
pub mod house;
pub mod lasting;
pub mod reactions;
pub mod recovery;
pub mod resource;
pub mod roster;
pub mod schema;
pub mod sheet;
pub mod table;
pub mod tasks;
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
        attack::{Attack, AttackEvent},
        cast::{Cast, CastEvent},
        gear::Handling,
        maneuver::ManeuverEvent,
        movement::Way,
        task::{TaskEvent, Try, Work},
    },
    check::Checked,
    conditions::ConditionEvent,
    contest::Opposed,
    gm::{GmEvent, GmIntent},
    harm::HarmEvent,
    house::HouseRules,
    lasting::LastingEvent,
    reactions::Struck,
    recovery::RecoveryEvent,
    resource::Stepped,
    table::Table,
    turn::{TurnEvent, TurnIntent, initiative::InitiativeEvent, time::TimeEvent},
};
pub use policy::Policy;
pub use question::Question;
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Seat};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proficiency {
    /// The switches.
    pub house: HouseRules,
}

/// What someone wants to do (PR-D08).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// PR-045.
    Attack(Attack),
    /// PR-046.
    Defend(ActorId),
    /// PR-047.
    Maneuver {
        /// Who.
        actor: ActorId,
        /// Against whom.
        target: ActorId,
    },
    /// PR-048.
    Cast(Cast),
    /// PR-049 to PR-051: something that the GM sets the DC of.
    Try(Try),
    /// A prepared task, alone or as a Group.
    Work(Work),
    /// PR-089.
    Hide {
        /// Who.
        actor: ActorId,
        /// From whom.
        from: SmallVec<[ActorId; 4]>,
    },
    /// PR-R90.
    Search(ActorId),
    /// PR-R73.
    Heal {
        /// Who.
        actor: ActorId,
        /// Whom.
        target: ActorId,
        /// With what.
        device: Option<u8>,
    },
    /// PR-R91.
    Move {
        /// Who.
        actor: ActorId,
        /// Where.
        way: Way,
    },
    /// PR-031.
    Handle {
        /// Who.
        actor: ActorId,
        /// What.
        handling: Handling,
    },
    /// PR-R74.
    Recover(ActorId),
    /// Begins or ends a turn.
    Turn(TurnIntent),
    /// What only the GM may do.
    Gm(GmIntent),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the event of the module of that name")]
pub enum Event {
    Turn(TurnEvent),
    Time(TimeEvent),
    Initiative(InitiativeEvent),
    Check(Checked),
    Opposed(Opposed),
    Attack(AttackEvent),
    Cast(CastEvent),
    Maneuver(ManeuverEvent),
    Task(TaskEvent),
    Condition(ConditionEvent),
    Harm(HarmEvent),
    Lasting(LastingEvent),
    Resource(Stepped),
    Hazard(Struck),
    Recovery(RecoveryEvent),
    Moved { who: ActorId, way: Way },
    Handled { who: ActorId, handling: Handling },
    Gm(GmEvent),
}

impl Intent {
    /// Who does it; `None` for what the GM does.
    pub fn actor(&self) -> Option<ActorId> {
        match self {
            Intent::Attack(attack) => Some(attack.actor),
            Intent::Cast(cast) => Some(cast.actor),
            Intent::Try(tried) => Some(tried.actor),
            Intent::Work(work) => Some(work.actor),
            Intent::Defend(actor) | Intent::Search(actor) | Intent::Recover(actor) => Some(*actor),
            Intent::Maneuver { actor, .. }
            | Intent::Hide { actor, .. }
            | Intent::Heal { actor, .. }
            | Intent::Move { actor, .. }
            | Intent::Handle { actor, .. } => Some(*actor),
            Intent::Turn(TurnIntent::Begin(actor) | TurnIntent::End(actor)) => Some(*actor),
            Intent::Gm(_) => None,
        }
    }
}

impl Proficiency {
    /// Does what `intent` says, or refuses it.
    pub fn resolve_intent<O: Oracle<Self>>(
        &self,
        table: &mut Table,
        by: Seat,
        intent: &Intent,
        oracle: &mut O,
    ) -> Flow<()> {
        let may = intent.actor().map_or(by.is_gm(), |actor| by.plays(actor));
        if !may {
            return Err(Refusal::plain("not-your-character", "this seat does not play that character").into());
        }
        let resting = intent.actor().filter(|&actor| table.has(actor) && table.actor(actor).resting);
        match intent {
            Intent::Attack(attack) => actions::attack::resolve(self, table, attack, oracle)?,
            Intent::Defend(actor) => actions::defend::resolve(self, table, *actor, oracle)?,
            Intent::Maneuver { actor, target } => {
                actions::maneuver::resolve(self, table, *actor, *target, oracle)?;
            }
            Intent::Cast(cast) => actions::cast::resolve(self, table, cast, oracle)?,
            Intent::Try(tried) => actions::task::resolve_try(self, table, tried, oracle)?,
            Intent::Work(work) => actions::task::resolve_work(self, table, work, oracle)?,
            Intent::Hide { actor, from } => actions::hide::resolve(self, table, *actor, from, oracle)?,
            Intent::Search(actor) => actions::hide::search(self, table, *actor, oracle)?,
            Intent::Heal { actor, target, device } => {
                actions::heal::resolve(self, table, *actor, *target, *device, oracle)?;
            }
            Intent::Move { actor, way } => actions::movement::resolve(self, table, *actor, *way, oracle)?,
            Intent::Handle { actor, handling } => actions::gear::resolve(self, table, *actor, *handling, oracle)?,
            Intent::Recover(actor) => recovery::resolve(self, table, *actor, oracle)?,
            Intent::Turn(intent) => turn::resolve(self, table, *intent, oracle)?,
            Intent::Gm(intent) => gm::resolve(self, table, intent, oracle)?,
        }
        // PR-R112: whoever does something else does not rest; with the end of a turn a unit may have passed.
        if let Some(who) = resting.filter(|&who| !table.actor(who).resting && !matches!(intent, Intent::Turn(_))) {
            oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Broken(who)));
        }
        turn::fallen(self, table, oracle)?;
        turn::check_over(self, table, oracle)
    }
}
