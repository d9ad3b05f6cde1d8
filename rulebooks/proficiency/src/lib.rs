//! Proficiency: one d20, Proficiency and bonus points against a DC that alone takes penalties; sides that act in turn;
//! four units of time; and Resource-Dice for whatever runs out.
//!
//! The ledger is `rules/proficiency.md`; every rule is a function that cites its id. See the crate's README for the
//! words of the book and the types that stand for them.

// A new variant does not compile until all that concerns it is written.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

pub mod acts;
pub mod check;
pub mod conditions;
pub mod contest;
pub mod dc;
pub mod harm;
pub mod house;
pub mod lasting;
pub mod reactions;
pub mod recovery;
pub mod resource;
pub mod sheet;
pub mod table;
pub mod tasks;
pub mod turn;

mod facts;
mod policy;
mod scene;
mod system;
mod view;

use crate::{
    acts::{
        attack::AttackEvent,
        attempt::{Needed, OpposedWith, TryEvent},
        cast::CastEvent,
        challenge::GroupEvent,
        draw::Drawn,
        gm::{
            arrive::Arrived, circumstance::CircumstanceEvent, ending::GoesOn, grant::Granted, hit_points::HpRolled,
            lasting::EffectsEnd, note::Said, prepare::NewTask, restock::Restocked,
        },
        group::Help,
        light::Lit,
        maneuver::{ManeuverEvent, Outdone},
        movement::Moved,
        work::TaskEvent,
    },
    check::{AllowRoll, CallAtZero, Checked, Circumstance, Improbable, KeepIt, Odds},
    conditions::{Complication, ConditionEvent, FromHiding},
    contest::{Opposed, WhoRolls},
    harm::HarmEvent,
    house::HouseRules,
    lasting::LastingEvent,
    reactions::Struck,
    recovery::RecoveryEvent,
    resource::Stepped,
    turn::{
        StillLasts, TurnEvent,
        initiative::{InitiativeEvent, InitiativeUnit},
        time::{TimeEvent, UnitLength},
    },
};
pub use acts::Intent;
pub use policy::Policy;
use referee_engine::{ActorId, fact::Corrected};
pub use scene::CONTENT;
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proficiency {
    /// The switches.
    pub house: HouseRules,
}

referee_engine::questions! {
    /// What a rule of the book may need to ask.
    pub enum Question for Proficiency {
        Circumstance, Needed, OpposedWith, CallAtZero, Odds, AllowRoll, KeepIt, Improbable, Complication, Outdone, Help,
        WhoRolls, FromHiding, UnitLength, InitiativeUnit, StillLasts,
    }
}

referee_engine::events! {
    pub enum Event for Proficiency {
        Turn(TurnEvent),
        Time(TimeEvent),
        Initiative(InitiativeEvent),
        Check(Checked),
        Opposed(Opposed),
        Attack(AttackEvent),
        Cast(CastEvent),
        Maneuver(ManeuverEvent),
        Group(GroupEvent),
        Task(TaskEvent),
        Try(TryEvent),
        Condition(ConditionEvent),
        Harm(HarmEvent),
        Lasting(LastingEvent),
        Resource(Stepped),
        Hazard(Struck),
        Recovery(RecoveryEvent),
        Moved(Moved),
        Drawn(Drawn),
        Lit(Lit),
        Circumstance(CircumstanceEvent),
        Granted(Granted),
        Restocked(Restocked),
        EffectsEnd(EffectsEnd),
        NewTask(NewTask),
        Arrived(Arrived),
        HpRolled(HpRolled),
        Corrected(Corrected<ActorId>),
        Said(Said),
        GoesOn(GoesOn),
    }
}
