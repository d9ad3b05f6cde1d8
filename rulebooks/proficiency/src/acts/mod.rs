//! What can be done, one file for each act: its slots, whether it may be done and with which numbers, what happens, and the
//! words for it.

pub mod attack;
pub mod attempt;
pub mod begin;
pub mod cast;
pub mod challenge;
pub mod defend;
pub mod draw;
pub mod end_turn;
pub mod gm;
pub mod group;
pub mod heal;
pub mod hide;
pub mod light;
pub mod maneuver;
pub mod movement;
pub mod recover;
pub mod search;
pub mod value;
pub mod work;

pub use attack::Attack;
pub use attempt::Try;
pub use begin::Begin;
pub use cast::Cast;
pub use defend::Defend;
pub use draw::Draw;
pub use end_turn::EndTurn;
pub use gm::{
    arrive::Arrive,
    call::Call,
    circumstance::{Advantage, AskBeforeChecks, Clear, Factor, Modify, OtherAbility},
    clock::{Clock, Time},
    ending::{EndScene, GoOn},
    exertion::Exertion,
    grant::Grant,
    hit_points::RollHp,
    initiative::Initiative,
    lasting::{Inflict, RollOut},
    note::Note,
    prepare::Prepare,
    restock::Restock,
    save::Save,
    strike::Strike,
    turns::{EndTurns, Turns},
};
pub use heal::Heal;
pub use hide::Hide;
pub use light::Light;
pub use maneuver::Maneuver;
pub use movement::Move;
pub use recover::Recover;
pub use search::Search;
pub use work::Work;

use crate::Proficiency;
use referee_engine::ActorId;

/// Corrects a fact of a character (`facts.rs`).
pub type Correct = referee_engine::fact::Correct<ActorId>;

mod prelude {
    pub use super::value::{DeviceAt, FeatAt, See, SpellAt, WeaponAt};
    pub use crate::{
        Event, Proficiency,
        check::{self, Causes, Check, Named, Settled, Terms, Using, Verdict},
        conditions,
        dc::{Dc, Level},
        sheet::Ability,
        table::{Life, Phase, Table},
        turn::{self, Upshot},
    };
    pub use referee_engine::act::prelude::*;
    pub use smallvec::SmallVec;
}

referee_engine::acts! {
    /// What somebody does (PR-D08).
    pub enum Intent, Ready for Proficiency {
        Attack, Defend, Maneuver, Cast, Work, Try, Hide, Search, Heal, Recover, Move, Draw, Light, Begin, EndTurn,
        Turns, Initiative, EndTurns, Clock, Time,
        Modify, Factor, Advantage, OtherAbility, Clear, AskBeforeChecks,
        Call, Save, Strike, Grant, Exertion, Restock, Inflict, RollOut, Prepare,
        Arrive, RollHp, Correct,
        Note, EndScene, GoOn,
    }
}
