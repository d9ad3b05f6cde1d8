//! What can be done, one file for each act: its slots, whether it may be done and with which numbers, what happens, and the
//! words for it.

pub mod ability;
pub mod accuse;
pub mod attack;
pub mod declare;
pub mod done;
pub mod free_attack;
pub mod gm;
pub mod movement;
pub mod ready;
pub mod recover;
pub mod skill;
pub mod something;
pub mod value;
pub mod wait;

pub use ability::Cast;
pub use accuse::Accuse;
pub use attack::Attack;
pub use declare::{Change, Declare};
pub use done::Done;
pub use free_attack::{FreeAttack, Standing};
pub use gm::{
    allow::Allow,
    area::ToArea,
    ask_gm::AskGm,
    circumstance::{Clear, Help},
    clock::{BeginRound, Mark, Restart, StopClock},
    enter::{Enter, Exit},
    join::{Join, LeaveOut},
    meet::Meet,
    passage::{GoOn, Halt, Journey},
    push::{Push, PushThing},
    strike::Call,
    supply::Supply,
    unleash::Unleash,
    work::{Advance, SetWork},
};
pub use movement::{Dash, Move};
pub use ready::{Draw, Drop, Light, Lower, PickUp, Raise, Reload, Stand, Stow, Unpack};
pub use recover::Recover;
pub use skill::Use;
pub use something::Something;
pub use wait::{KeepWaiting, StepIn, Wait};

use crate::Segments;
use referee_engine::ActorId;

/// Corrects a fact of a character (`facts.rs`).
pub type Correct = referee_engine::fact::Correct<ActorId>;

mod prelude {
    pub use super::value::{See, Spot};
    pub use crate::{
        Event, Segments,
        sheet::{AbilityId, SkillId, StatusId, ThingId, WeaponRef},
        table::{Speed, Table, Whereabouts},
        turn::{self, Intention, Needs},
    };
    pub use referee_engine::{
        CellChoice,
        act::{Open, prelude::*},
        key_of,
        space::Cell,
    };
}

referee_engine::acts! {
    /// What somebody does.
    pub enum Intent, Ready for Segments {
        Declare, Change, Wait, StepIn, KeepWaiting, Done,
        FreeAttack, Attack, Cast, Accuse,
        Move, Dash, Use, Recover, Something,
        Stand, Unpack, Draw, Reload, Raise, Stow, PickUp, Drop, Lower, Light, Standing,
        StopClock, Unleash, Restart, BeginRound, Mark, Journey, GoOn, Halt, SetWork, Advance, Meet,
        Help, Clear, Allow, Call, Push, PushThing, Supply, Join, LeaveOut, Enter, Exit, ToArea, AskGm,
        Correct,
    }
}
