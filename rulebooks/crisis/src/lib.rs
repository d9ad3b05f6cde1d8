//! Crisis: one exploding die against 4, a small bank of action points, and wounds of two kinds.
//!
//! The ledger is `rules/crisis.md`; every rule is a function that cites its id. See the crate's README for the words of
//! the book and the types that stand for them.

pub mod actions;
pub mod check;
pub mod conditions;
pub mod cover;
pub mod gm;
pub mod harm;
pub mod house;
pub mod loss;
pub mod reactions;
pub mod recovery;
pub mod scenery;
pub mod schema;
pub mod sheet;
pub mod table;
pub mod turn;
pub mod wounds;

mod offers;
mod policy;
mod question;
mod scene;
mod system;
#[cfg(test)]
mod testing;
mod view;
mod words;

use crate::{
    actions::{
        aid, attack,
        attack::{Attack, AttackEvent},
        execute, item, movement,
        movement::{Gait, Go},
        other, overwatch, ready, stance, stealth,
        stealth::StealthEvent,
        task,
        task::{Task, TaskEvent},
    },
    check::Checked,
    gm::GmIntent,
    harm::HarmEvent,
    house::HouseRules,
    loss::Loss,
    reactions::Reacted,
    recovery::{natural, natural::DailyRoll, treat, treat::Wish},
    table::{Assets, Stance, Table},
    turn::{TurnEvent, long::LongWork},
};
pub use policy::Policy;
pub use question::Question;
use referee_engine::{ActorId, Flow, Oracle, Refusal, RuleId, Seat, space::Cell};
use serde::{Deserialize, Serialize};
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crisis {
    /// The switches.
    pub house: HouseRules,
}

/// What someone wants to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// CR-175.
    Attack(Attack),
    /// CR-177.
    Execute {
        /// Who.
        actor: ActorId,
        /// With which of its weapons.
        weapon: u8,
        /// Whom.
        target: ActorId,
    },
    /// CR-153, CR-155, CR-157, CR-173.
    Go(Go),
    /// CR-159, CR-162.
    Stance {
        /// Who.
        actor: ActorId,
        /// To which.
        to: Stance,
    },
    /// CR-165.
    Hide(ActorId),
    /// CR-167.
    Sneak(ActorId),
    /// CR-171.
    Search(ActorId),
    /// CR-182.
    Overwatch(ActorId),
    /// CR-185.
    Aim {
        /// Who.
        actor: ActorId,
        /// With which of its weapons.
        weapon: u8,
        /// CR-R140: at whom, if the table wants to know.
        target: Option<ActorId>,
    },
    /// CR-R44.
    Reload {
        /// Who.
        actor: ActorId,
        /// Which of its weapons.
        weapon: u8,
    },
    /// CR-054.
    Continue(ActorId),
    /// CR-058.
    Light {
        /// Who.
        actor: ActorId,
        /// What, in a few words.
        what: String,
    },
    /// CR-188.
    UseItem {
        /// Who.
        actor: ActorId,
        /// What, by its place in the list of items.
        item: u8,
        /// On whom.
        target: Option<ActorId>,
    },
    /// CR-150.
    Extra {
        /// Who.
        actor: ActorId,
        /// Which of the Actions that its talents add.
        at: u8,
    },
    /// CR-133.
    Stabilise {
        /// Who.
        actor: ActorId,
        /// Whom.
        patient: ActorId,
    },
    /// CR-124, CR-135.
    Treat {
        /// Who.
        actor: ActorId,
        /// Whom.
        patient: ActorId,
        /// What for.
        wish: Wish,
        /// CR-D30: with which Assets; all that fit if left out.
        #[serde(default)]
        assets: Option<Assets>,
    },
    /// CR-127.
    Tend {
        /// Who.
        actor: ActorId,
        /// Whom.
        patient: ActorId,
    },
    /// CR-001.
    Task(Task),
    /// CR-D10: the turn is over.
    EndTurn(ActorId),
    /// What only the GM may do.
    Gm(GmIntent),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are who did it, to whom, and where")]
pub enum Event {
    /// Rounds and turns.
    Turn(TurnEvent),
    /// A check.
    Checked(Checked),
    /// An Attack.
    Attack(AttackEvent),
    /// A parry or dodge was rolled.
    Reacted(Reacted),
    /// CR-090: somebody got out of an area.
    GotOut { who: ActorId, to: Cell },
    /// Wounds, conditions and what comes of them.
    Harm(HarmEvent),
    /// A movement.
    Moved { who: ActorId, gait: Gait, squares: u8, to: Cell },
    /// CR-159, CR-162.
    Stance { who: ActorId, to: Stance, rule: RuleId },
    /// CR-182.
    Watches { who: ActorId },
    /// CR-185.
    Aims { who: ActorId, aim: u8 },
    /// CR-R44: a weapon is loaded again.
    Reloads { who: ActorId, weapon: u8 },
    /// CR-052.
    Long(LongWork),
    /// CR-058.
    Light { who: ActorId, what: String, allowed: bool },
    /// CR-188.
    UsesItem { who: ActorId, item: u8, target: Option<ActorId> },
    /// CR-150.
    Extra { who: ActorId, at: u8 },
    /// What is lost: an Action, aim, a long Action, Overwatch, a treatment.
    Lost(Loss),
    /// Hiding and searching.
    Stealth(StealthEvent),
    /// CR-133, CR-127: somebody is looked after.
    Tends { who: ActorId, patient: ActorId, rule: RuleId },
    /// CR-124: a treatment begins.
    Treats { who: ActorId, patient: ActorId, wish: Wish },
    /// CR-138.
    Daily(DailyRoll),
    /// A task.
    Task(TaskEvent),
    /// The GM's doing.
    Gm(GmIntent),
    /// Something on the map is taken off it, or stands elsewhere.
    Scenery { what: String, to: Option<Cell> },
}

impl Crisis {
    /// Does what `intent` says, or refuses it.
    pub fn resolve_intent<O: Oracle<Self>>(
        &self,
        table: &mut Table,
        by: Seat,
        intent: &Intent,
        oracle: &mut O,
    ) -> Flow<()> {
        may_say(by, intent)?;
        let unseen = stealth::out_of_sight(table, intent);
        self.act(table, intent, oracle)?;
        self.go_on(table, oracle)?;
        stealth::look_again(table, unseen, oracle)
    }

    fn act<O: Oracle<Self>>(&self, table: &mut Table, intent: &Intent, oracle: &mut O) -> Flow<()> {
        match intent {
            Intent::Attack(attack) => attack::resolve(self, table, attack, oracle),
            Intent::EndTurn(actor) => {
                if O::CHECKS {
                    table.may_act_in_crisis(*actor)?;
                }
                turn::end(self, table, oracle)
            }
            Intent::Go(go) => movement::resolve(self, table, go, oracle),
            Intent::Execute { actor, weapon, target } => {
                execute::resolve(self, table, *actor, *weapon, *target, oracle)
            }
            Intent::Stance { actor, to } => stance::resolve(self, table, *actor, *to, oracle),
            Intent::Hide(actor) => stealth::hide(self, table, *actor, oracle),
            Intent::Sneak(actor) => stealth::sneak(self, table, *actor, oracle),
            Intent::Search(actor) => stealth::search(self, table, *actor, oracle),
            Intent::Overwatch(actor) => overwatch::resolve(self, table, *actor, oracle),
            Intent::Aim { actor, weapon, target } => ready::aim(self, table, *actor, *weapon, *target, oracle),
            Intent::Reload { actor, weapon } => ready::reload(self, table, *actor, *weapon, oracle),
            Intent::Continue(actor) => ready::go_on(self, table, *actor, oracle),
            Intent::Light { actor, what } => other::light(self, table, *actor, what, oracle),
            Intent::UseItem { actor, item, target } => item::resolve(self, table, *actor, *item, *target, oracle),
            Intent::Extra { actor, at } => item::extra(self, table, *actor, *at, oracle),
            Intent::Stabilise { actor, patient } => aid::stabilise(self, table, *actor, *patient, oracle),
            Intent::Treat { actor, patient, wish, assets } => {
                treat::begin(self, table, *actor, *patient, *wish, assets.as_ref(), oracle)
            }
            Intent::Tend { actor, patient } => natural::tend(table, *actor, *patient, oracle),
            Intent::Task(task) => task::resolve(self, table, task, oracle),
            Intent::Gm(intent) => gm::resolve(self, table, intent, oracle),
        }
    }

    /// After every act: is the crisis over, and can the one whose turn it is still act?
    fn go_on<O: Oracle<Self>>(&self, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::check_over(self, table, oracle);
        match table.acting() {
            Some(who) if !table.can_act(who) => turn::end(self, table, oracle),
            _ => Ok(()),
        }
    }
}

/// May this seat say that? The GM's may say anything.
fn may_say(by: Seat, intent: &Intent) -> Result<(), Refusal> {
    let may = match intent {
        Intent::Gm(_) => false,
        Intent::Task(task) if task.called => false,
        _ => by.plays(actor_of(intent)),
    };
    if by.is_gm() || may {
        Ok(())
    } else {
        Err(Refusal::plain("not-your-character", "this seat does not play that character"))
    }
}

/// Who does it; nobody for what the GM does.
fn actor_of(intent: &Intent) -> ActorId {
    match intent {
        Intent::Attack(attack) => attack.actor,
        Intent::Go(go) => go.actor,
        Intent::Task(task) => task.actor,
        Intent::Execute { actor, .. }
        | Intent::Stance { actor, .. }
        | Intent::Aim { actor, .. }
        | Intent::Reload { actor, .. }
        | Intent::Light { actor, .. }
        | Intent::UseItem { actor, .. }
        | Intent::Extra { actor, .. }
        | Intent::Stabilise { actor, .. }
        | Intent::Treat { actor, .. }
        | Intent::Tend { actor, .. }
        | Intent::Hide(actor)
        | Intent::Sneak(actor)
        | Intent::Search(actor)
        | Intent::Overwatch(actor)
        | Intent::Continue(actor)
        | Intent::EndTurn(actor) => *actor,
        Intent::Gm(_) => ActorId(u16::MAX),
    }
}
