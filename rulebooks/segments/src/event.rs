//! What rules tell and ask, as lists: each stands with its words in the file of its rule.

use crate::{
    Segments,
    acts::{
        ability::CastEvent,
        attack::AttackEvent,
        declare::CanHelp,
        gm::{
            area::InArea, ask_gm::Asking, circumstance::CircumstanceEvent, enter::Entered, meet::Met, supply::Supplied,
        },
        movement::MoveEvent,
        ready::Handled,
        something::Did,
    },
    check::{BeforeRoll, Checked},
    harm::HarmEvent,
    opening::{NotNow, StopTheClock},
    reactions::{
        free::{Free, IsPossible},
        negate::{Hit, Negate},
    },
    table::Work,
    time::{TimeEvent, supplies::Soften},
    turn::{RoundEvent, rounds::CouldBeSurprised},
};
use referee_engine::{ActorId, fact::Corrected};

referee_engine::events! {
    pub enum Event for Segments {
        Time(TimeEvent), Round(RoundEvent), Attack(AttackEvent), Checked(Checked), Harm(HarmEvent), Move(MoveEvent),
        Handled(Handled), Cast(CastEvent), Did(Did), NotNow(NotNow),
        Circumstance(CircumstanceEvent), Planned(Work), Supplied(Supplied), Entered(Entered), Met(Met), InArea(InArea),
        Asking(Asking), Corrected(Corrected<ActorId>),
    }
}

referee_engine::questions! {
    /// A question, with what its options depend on. Where it offers a reaction, declining is the first option.
    pub enum Question for Segments {
        Free, Negate, StopTheClock, BeforeRoll, Hit, CanHelp, IsPossible, CouldBeSurprised, Soften,
    }
}
