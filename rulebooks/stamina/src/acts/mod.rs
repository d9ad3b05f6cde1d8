//! What can be done, one file for each act: its slots, whether it may be done and with which numbers, what happens, and the
//! words for it.

pub mod ask;
pub mod attack;
pub mod attempt;
pub mod disengage;
pub mod dodge;
pub mod end_turn;
pub mod gear;
pub mod gm;
pub mod investigate;
pub mod magic;
pub mod movement;
pub mod regain;
pub mod restore;
pub mod search;
pub mod sneak;
pub mod travel;
pub mod value;
pub mod wake;
pub mod watch;

pub use ask::Ask;
pub use attack::{
    bash::Bash, basic::Basic, disarm::Disarm, distracting::Distracting, flurry::Flurry, half_sword::HalfSword,
    loose::Loose, lunge::Lunge, off_hand::OffHand, power::Power, quick::Quick, reckless::Reckless, throw::Throw,
    trip::Trip,
};
pub use attempt::Try;
pub use disengage::Disengage;
pub use dodge::Dodge;
pub use end_turn::EndTurn;
pub use gear::{
    aim::Aim, load::Load, ready::Ready, ready_ammo::ReadyAmmo, ready_ranged::ReadyRanged, regrip::Regrip, stow::Stow,
};
pub use gm::{
    alertness::Alertness, answer::Answer, begin_rounds::BeginRounds, call::Call, clue::PutClue, correct::Correct,
    cover::Cover, end_rounds::EndRounds, help::Help, piece::Piece, rushed::Rushed, say::Say, verdict::Verdict,
    wind::Wind, wind_resist::WindResist, write_check::WriteCheck,
};
pub use investigate::Investigate;
pub use magic::{cantrip::Cantrip, cast::Cast, gather::Gather, release::Release, shape::Shape};
pub use movement::{
    climb::Climb,
    face::Face,
    go_down::GoDown,
    jump::Jump,
    stand_up::StandUp,
    swim::Swim,
    walk::{Dash, Sprint, Walk},
};
pub use regain::Regain;
pub use restore::Restore;
pub use search::Search;
pub use sneak::Sneak;
pub use travel::{Rest, Travel};
pub use wake::Wake;
pub use watch::Watch;

use crate::Stamina;

mod prelude {
    pub use super::value::{FormAt, Remark, See, UsuallyYes, others};
    pub use crate::{
        Event, Stamina,
        action::Action,
        check::{self, Cause, Degree, How, Named, Pool, aid, forbid, may_try_again, perform, pool_of},
        sheet::{Attribute, Primary, Secondary},
        table::{Goal, Mode, Table},
        turn::{self, Cost, Need},
    };
    pub use referee_engine::{
        ActorId, ActorSet, Audience, Choice, Flow, Line, Mark, Oracle, Refusal, RuleId, Who, act,
        act::{Act, Answers, Asks, Bar, Card, Gm, Several, Shape, Tells, Text, Value, Why, Within},
        ask, bar, card, rule,
    };
    pub use serde::{Deserialize, Serialize};
    pub use smallvec::{SmallVec, smallvec};

    /// The longest topic or question of a player.
    pub const LONGEST: usize = 200;
}

referee_engine::acts! {
    /// What someone wants to do (ST-D09).
    pub enum Intent, ReadyIntent for Stamina {
        Basic, Bash, Disarm, Distracting, Flurry, HalfSword, Lunge, OffHand, Power, Quick, Reckless, Trip, Loose, Throw,
        Walk, Dash, Sprint, Swim, Climb, Jump, StandUp, GoDown, Face,
        Ready, Stow, ReadyRanged, ReadyAmmo, Load, Aim, Regrip,
        Cantrip, Cast, Gather, Shape, Release,
        Disengage, Dodge, Regain, Restore, Travel, Rest,
        Investigate, Watch, Search, Sneak, Wake, Try, EndTurn, Ask,
        BeginRounds, EndRounds, Say, Wind, WindResist, Cover, Piece, Rushed, Alertness, Call, Verdict, WriteCheck,
        PutClue, Help, Answer, Correct,
    }
}
