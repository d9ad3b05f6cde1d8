//! Proficiency: one d20, Proficiency and bonus points against a DC that alone takes penalties; sides that act in turn;
//! four units of time; and Resource-Dice for whatever runs out.
//!
//! The ledger is `rules/proficiency.md`; every rule is a function that cites its id. See the crate's README for the
//! words of the book and the types that stand for them.

#[allow(missing_docs, reason = "a field or variant is described where its name does not say it")]
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
pub mod schema;
pub mod sheet;
pub mod table;
pub mod tasks;
pub mod turn;

mod policy;
mod question;
mod scene;
mod system;
mod view;
mod words;

use crate::{
    acts::{
        attack::AttackEvent,
        attempt::TryEvent,
        cast::CastEvent,
        challenge::GroupEvent,
        draw::Drawn,
        gm::{
            arrive::Arrived,
            circumstance::CircumstanceEvent,
            condition::ImposedEvent,
            ending::GoesOn,
            fate::Became,
            grant::Granted,
            hit_points::{HpCorrected, HpRolled},
            immortal::Immortality,
            lasting::EffectsEnd,
            magic::MagicOn,
            note::Said,
            place::Placed,
            prepare::NewTask,
            restock::Restocked,
        },
        light::Lit,
        maneuver::ManeuverEvent,
        movement::Moved,
        work::TaskEvent,
    },
    check::Checked,
    conditions::ConditionEvent,
    contest::Opposed,
    harm::HarmEvent,
    house::HouseRules,
    lasting::LastingEvent,
    reactions::Struck,
    recovery::RecoveryEvent,
    resource::Stepped,
    turn::{TurnEvent, initiative::InitiativeEvent, time::TimeEvent},
};
pub use acts::Intent;
pub use policy::Policy;
pub use question::Question;
use serde::{Deserialize, Serialize};
pub use view::knows;

/// The rulebook with a table's house rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proficiency {
    /// The switches.
    pub house: HouseRules,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the event of the module or act of that name")]
pub enum Event {
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
    HpCorrected(HpCorrected),
    Became(Became),
    Immortality(Immortality),
    Imposed(ImposedEvent),
    MagicOn(MagicOn),
    Placed(Placed),
    Said(Said),
    GoesOn(GoesOn),
}
