//! What can be done, one file for each act: its slots, whether it may be done and with which numbers, what happens, and the
//! words for it (CR-044, CR-149).

pub mod aim;
pub mod attack;
pub mod attempt;
pub mod end_turn;
pub mod execute;
pub mod gm;
pub mod go_on;
pub mod hide;
pub mod light;
pub mod movement;
pub mod overwatch;
pub mod reload;
pub mod search;
pub mod sneak;
pub mod stabilise;
pub mod stance;
pub mod talent;
pub mod tend;
pub mod treat;
pub mod use_item;
pub mod value;

pub use aim::TakeAim;
pub use attack::Attack;
pub use attempt::Try;
pub use end_turn::EndTurn;
pub use execute::Execute;
pub use gm::{
    allow::{Allow, Interrupt},
    arrive::Arrive,
    call::Call,
    care::{Environment, SayCare, Travel},
    circumstance::Circumstance,
    condition::{Cure, Inflict, Wake},
    cover::SayCover,
    crisis::{Begin, EndCrisis},
    group::Group,
    modifier::Modifier,
    notice::{Notice, SayReady},
    pass::Pass,
    scenery::{Remove, Shift},
};
pub use go_on::GoOn;
pub use hide::Hide;
pub use light::Light;
pub use movement::{Crawl, Crouch, Move, Run};
pub use overwatch::Overwatch;
pub use reload::Reload;
pub use search::Search;
pub use sneak::Sneak;
pub use stabilise::Stabilise;
pub use stance::{GoProne, Kneel, StandUp};
pub use talent::Talent;
pub use tend::Tend;
pub use treat::Treat;
pub use use_item::UseItem;

use crate::Crisis;
use referee_engine::{ActorId, Offer};
use value::See;

/// Corrects a fact of a creature (`facts.rs`).
pub type Correct = referee_engine::fact::Correct<ActorId>;

mod prelude {
    pub use super::{
        overwatch,
        value::{For, Holds, ItemAt, Number, See, Square, WeaponAt, ap},
    };
    pub use crate::{
        Crisis, Event,
        table::{Mode, Stance, Table},
        turn,
    };
    pub use referee_engine::{
        Offer,
        act::{Open, prelude::*},
    };
    pub use smallvec::{SmallVec, smallvec};
}

referee_engine::acts! {
    /// What someone wants to do.
    pub enum Intent, Ready for Crisis {
        Attack, Execute, TakeAim, Reload, GoOn, Overwatch,
        Move, Run, Crouch, Crawl, Kneel, StandUp, GoProne, Hide, Sneak, Search, EndTurn,
        UseItem, Talent, Stabilise, Treat, Tend, Try, Light,
        Begin, EndCrisis, Pass, Call, Notice, SayReady, Group, Arrive, Correct, Inflict, Cure, Wake,
        SayCover, Modifier, Circumstance, SayCare, Travel, Environment, Allow, Interrupt, Remove, Shift,
    }
}

/// CR-056: an offer warns of the long Action that it would break off.
fn warned(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
    if see.actor(who).long.is_some_and(|long| !long.paused) {
        offer.warning = Some("the long Action is cancelled".into());
    }
}

/// What it costs, if it may be done; and CR-056: what it breaks off.
fn priced(see: See<'_, '_>, who: ActorId, offer: &mut Offer, cost: impl FnOnce() -> Option<u8>) {
    warned(see, who, offer);
    if offer.refused.is_none() {
        offer.cost = cost().map_or_else(String::new, value::ap);
    }
}
