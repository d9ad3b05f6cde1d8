//! Crisis: one exploding die against 4, a small bank of action points, and wounds of two kinds.
//!
//! The ledger is `rules/crisis.md`; every rule is a function that cites its id. See the crate's README for the words of
//! the book and the types that stand for them.

#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

pub mod acts;
pub mod check;
pub mod conditions;
pub mod cover;
pub mod harm;
pub mod house;
pub mod loss;
pub mod reactions;
pub mod recovery;
pub mod scenery;
pub mod sheet;
pub mod stealth;
pub mod table;
pub mod task;
pub mod turn;
pub mod wounds;

mod facts;
mod policy;
mod question;
mod scene;
mod system;
#[cfg(test)]
mod testing;
mod view;
mod words;

use crate::{
    acts::{
        aim::Aims,
        attack::{AttackEvent, GotOut},
        gm::{
            allow::{Allowed, Interrupted},
            arrive::Arrives,
            care::{Attention, Lives, Travels},
            circumstance::Surroundings,
            condition::{ConditionSaid, Woken},
            cover::Covers,
            crisis::{Beginning, Ended},
            group::Grouped,
            modifier::Modified,
            notice::{Noticing, Readiness},
            pass::Passing,
            scenery::MapChanged,
        },
        light::Did,
        movement::Moved,
        overwatch::Watching,
        reload::Reloaded,
        stabilise::Tends,
        stance::Posed,
        talent::Extra,
        treat::Treats,
        use_item::UsesItem,
    },
    check::Checked,
    harm::HarmEvent,
    house::HouseRules,
    loss::Loss,
    reactions::Reacted,
    recovery::natural::DailyRoll,
    stealth::StealthEvent,
    task::TaskEvent,
    turn::{TurnEvent, long::LongWork},
};
pub use acts::Intent;
pub use policy::Policy;
pub use question::Question;
use referee_engine::{ActorId, fact::Corrected};
pub use scene::CONTENT;
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crisis {
    /// The switches.
    pub house: HouseRules,
}

referee_engine::events! {
    pub enum Event for Crisis {
        Turn(TurnEvent),
        Checked(Checked),
        Attack(AttackEvent),
        Reacted(Reacted),
        GotOut(GotOut),
        Harm(HarmEvent),
        Moved(Moved),
        Stance(Posed),
        Watches(Watching),
        Aims(Aims),
        Reloads(Reloaded),
        Long(LongWork),
        Light(Did),
        UsesItem(UsesItem),
        Extra(Extra),
        Lost(Loss),
        Stealth(StealthEvent),
        Tends(Tends),
        Treats(Treats),
        Daily(DailyRoll),
        Task(TaskEvent),
        Begin(Beginning),
        EndCrisis(Ended),
        Pass(Passing),
        Notice(Noticing),
        Ready(Readiness),
        Group(Grouped),
        Arrive(Arrives),
        Corrected(Corrected<ActorId>),
        Condition(ConditionSaid),
        Wake(Woken),
        Cover(Covers),
        Modifier(Modified),
        Circumstance(Surroundings),
        Care(Attention),
        Travel(Travels),
        Environment(Lives),
        Allow(Allowed),
        Interrupt(Interrupted),
        Scenery(MapChanged),
    }
}
