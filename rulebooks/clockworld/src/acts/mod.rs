//! What can be done, one file for each act: its slots, whether it may be done and with which numbers, what happens, and the
//! words for it.

pub mod attack;
pub mod contest;
pub mod defend;
pub mod end_turn;
pub mod face;
pub mod gm;
pub mod incidental;
pub mod movement;
pub mod pass;
pub mod surrender;
pub mod task;
pub mod value;

pub use attack::Attack;
pub use contest::{
    comply::Comply, deceive::Deceive, disarm::Disarm, distract::Distract, escape::Escape, excuse::Excuse,
    persuade::Persuade, pin::Pin, release::Release, shove::Shove, strangle::Strangle, trip::Trip,
};
pub use defend::Defend;
pub use end_turn::EndTurn;
pub use face::Face;
pub use gm::{
    awareness::Awareness,
    body::CorrectBody,
    call::{Call, Poison},
    circumstance::{AskBeforeChecks, ClearCircumstance, SetCircumstance},
    condition::{Impose, Relieve},
    ending::{Aftermath, EndScenario, Resume},
    first_turn::FirstTurn,
    injure::Injure,
    note::Note,
    part::AddPart,
    set_turn::SetTurn,
    sight::Sight,
    skill::CorrectSkill,
    time::{Downtime, Rest, Time},
};
pub use incidental::{
    draw::{Draw, Holster},
    hand_over::HandOver,
    lay_down::{Drop, PutDown, SetDown},
    open::{Close, Open},
    pick_up::PickUp,
    speak::Speak,
    tip::Tip,
};
pub use movement::{Move, stop::StopMoving};
pub use pass::Pass;
pub use surrender::{Surrender, SurrenderPlayers, SurrenderThreats};
pub use task::{
    break_it::Break, crack::Crack, dismantle::Dismantle, endure::Endure, heft::Heft, other::Other, perceive::Perceive,
    resist::Resist, stabilize::Stabilize, track::Track, work::Work,
};

use crate::{Clockworld, sheet::ThingId};
use referee_engine::{ActorId, Seat, act::Doer};

/// Corrects a fact of a Character (`facts/mod.rs`).
pub type Correct = referee_engine::fact::Correct<ActorId>;

/// Corrects a fact of a thing (`facts/thing.rs`).
pub type CorrectThing = referee_engine::fact::Correct<ThingId>;

#[allow(unused_imports, reason = "for the acts that are still to come")]
pub(crate) mod prelude {
    pub use super::value::{Mine, PartAt, See, Towards};
    pub use crate::{
        Clockworld, Event, Oracle,
        sheet::{PartId, Skill, ThingId, WeaponRef},
        table::{Mode, Out, Table, Taken, Whereabouts},
        turn,
    };
    pub use referee_engine::{
        ActorId, ActorSet, Audience, Choice, Flow, Line, Offer, Refusal, RuleId, Side, Who, act,
        act::{Act, Answers, Anybody, Asks, Bar, Card, Gm, Seen, Several, Shape, Tells, Text, Value, Why, Within},
        answers, ask, bar, card, named, rule, told,
    };
    pub use serde::{Deserialize, Serialize};
    pub use smallvec::SmallVec;
}

/// The game master, about a Character: the doer of what is listed for each Character, and for the GM alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GmFor(pub ActorId);

impl Doer for GmFor {
    const IS_ACTOR: bool = true;

    fn of(actor: Option<ActorId>) -> Option<GmFor> {
        actor.map(GmFor)
    }

    fn actor(self) -> Option<ActorId> {
        Some(self.0)
    }

    fn may(self, seat: Seat) -> bool {
        seat.is_gm()
    }
}

referee_engine::acts! {
    /// What somebody does (CW-019, CW-024).
    pub enum Intent, Ready for Clockworld {
        Attack,
        Distract, Persuade, Deceive, Shove, Trip, Disarm, Pin, Strangle, Escape, Release, Comply,
        Move, StopMoving,
        Crack, Dismantle, Break, Stabilize, Heft, Track, Perceive, Endure, Resist, Other, Work,
        Defend,
        Draw, Holster, PickUp, PutDown, HandOver, Tip, Open, Close, Drop, SetDown, Speak, Face,
        Pass, Surrender,
        FirstTurn, SetCircumstance, ClearCircumstance, AskBeforeChecks, Call, Poison, Injure, Sight, AddPart, Impose, Relieve,
        Awareness, Correct, CorrectThing, CorrectBody, CorrectSkill, SetTurn, Time, EndScenario, Resume, Aftermath, Rest, Downtime, Note,
        Excuse,
        EndTurn, SurrenderPlayers, SurrenderThreats,
    }
}
