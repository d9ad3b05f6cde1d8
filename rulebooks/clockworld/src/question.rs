//! What a rule of the book may need to ask. Each question stands with its words beside the rule that asks.

use crate::{
    Clockworld,
    acts::{
        attack::{FullCover, area::HarmObject},
        contest::{
            bout::HowDefends, deceive::OfWhat, disarm::Knock, distract::Scope, persuade::WithinReason, pin::MuchLarger,
            shove::Distance,
        },
        incidental::{Allow, open::Locked},
        movement::{
            ObstacleRank, StopOrFall,
            pot_shot::{PotShot, PotShotPart, PotShotWeapon},
        },
        task::{
            ask::{Age, Ground, HowHard, HowLong},
            break_it::HowBroken,
        },
    },
    check::Help,
    fall::Tumble,
    harm::Pool,
    reactions::{Order, React, WhereCover},
    sneak::Observers,
};

referee_engine::questions! {
    /// A question, with what its options depend on. Where it offers a reaction, declining is the first option.
    pub enum Question for Clockworld {
        Help, React, Order, WhereCover, Pool, FullCover, HarmObject,
        HowDefends, Scope, WithinReason, OfWhat, Distance, Knock, MuchLarger,
        PotShot, PotShotWeapon, PotShotPart, ObstacleRank, StopOrFall, Tumble, Observers,
        Allow, Locked, HowHard, HowLong, Age, Ground, HowBroken,
    }
}
