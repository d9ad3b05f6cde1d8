//! What a rule of the book may need to ask.

use crate::{
    Clockworld,
    acts::{contest::ContestQuestion, movement::MoveQuestion},
    acts::{
        incidental::{Allow, open::Locked},
        task::{
            ask::{Age, Ground, HowHard, HowLong},
            break_it::HowBroken,
        },
    },
    check::Help,
    fall::Tumble,
    reactions::{CoverSpot, Options},
    sheet::ThingId,
    sneak::Observers,
};
use referee_engine::ActorId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A question, with what its options depend on. Where it offers a reaction, declining is the first option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// CW-D15, to the Target of an Attack.
    React {
        /// Who attacks.
        attacker: ActorId,
        /// The answers that fit.
        options: Options,
    },
    /// CW-D16, to whoever takes Cover.
    CoverSpot {
        /// Where to.
        options: SmallVec<[CoverSpot; 8]>,
    },
    /// CW-D17, CW-D18, to the attacker: how many pool dice; the last option may be to spare the victim.
    Pool {
        /// As many as the Skill Rank allows.
        most: u8,
        /// CW-R46: may the victim be spared?
        may_spare: bool,
    },
    /// CW-D53, to the side that Reacts: who comes first.
    Order {
        /// Those who declared a Reaction.
        of: SmallVec<[ActorId; 4]>,
    },
    /// CW-D58, to the GM: the Attack goes on with Cover counted, or it cannot reach the Target.
    FullCover {
        /// Who attacks.
        attacker: ActorId,
        /// Who is hidden.
        target: ActorId,
    },
    /// CW-D20, to the GM: does an Area Attack harm this object?
    HarmObject {
        /// Which.
        thing: ThingId,
    },
    /// Asked in a Contest.
    Contest(ContestQuestion),
    /// Asked in a Move, a fall or a Sneak.
    Move(MoveQuestion),
    /// One that stands with its words beside the rule that asks.
    Asked(Asked),
}

impl referee_engine::Question for Question {
    fn options(&self) -> usize {
        match self {
            Question::React { options, .. } => options.len(),
            Question::CoverSpot { options } => options.len(),
            Question::Pool { most, may_spare } => usize::from(*most) + usize::from(*may_spare),
            Question::Order { of } => of.len(),
            Question::FullCover { .. } | Question::HarmObject { .. } => 2,
            Question::Contest(question) => question.options(),
            Question::Move(question) => question.options(),
            Question::Asked(question) => question.options(),
        }
    }

    fn usual(&self) -> usize {
        match self {
            Question::Contest(question) => question.usual(),
            Question::Asked(question) => question.usual(),
            Question::React { .. }
            | Question::CoverSpot { .. }
            | Question::Pool { .. }
            | Question::Order { .. }
            | Question::FullCover { .. }
            | Question::HarmObject { .. }
            | Question::Move(_) => 0,
        }
    }

    fn decline(&self) -> Option<usize> {
        match self {
            Question::React { .. } => Some(0),
            Question::Contest(question) => question.decline(),
            Question::Move(question) => question.decline(),
            Question::Asked(question) => question.decline(),
            Question::CoverSpot { .. }
            | Question::Pool { .. }
            | Question::Order { .. }
            | Question::FullCover { .. }
            | Question::HarmObject { .. } => None,
        }
    }
}

referee_engine::questions! {
    /// The questions with their words beside the rule that asks.
    pub enum Asked for Clockworld { Help, Allow, Locked, HowHard, HowLong, Age, Ground, HowBroken, Observers, Tumble }
}

macro_rules! asked {
    ($($ask:ty),*) => { $(
        impl From<$ask> for Question {
            fn from(ask: $ask) -> Question {
                Question::Asked(ask.into())
            }
        }
    )* };
}
asked!(Help, Allow, Locked, HowHard, HowLong, Age, Ground, HowBroken, Observers, Tumble);
