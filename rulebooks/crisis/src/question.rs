//! What a rule of the book may need to ask. Each question stands in the file of the rule that asks.

use crate::{
    Crisis,
    acts::{
        attack::{GetOut, HowCovered, Landing},
        light::{Anyway, MayDo},
        overwatch::{AimedAt, Ammunition, Further, Watch},
    },
    check::{Balance, FreeModifier, HowHard},
    cover::InSight,
    harm::{Force, NpcDeath},
    reactions::{Dodge, Parry},
    recovery::natural::{WhichHeals, WhoCares},
    stealth::Noticed,
    task::{Cost, Gain, Lacking, RollAnyway, WhatItTakes},
    turn::{
        Bound,
        order::{GroupOrder, Tie},
    },
};

referee_engine::questions! {
    /// A question, with what its answers depend on. Where it offers a reaction, declining is the first answer.
    pub enum Question for Crisis {
        Parry, Dodge, Force, NpcDeath, Watch, Ammunition, Further, AimedAt, GetOut, Tie, GroupOrder, HowCovered,
        FreeModifier, Landing, InSight, Noticed, Balance, Bound, MayDo, Anyway, Cost, WhatItTakes, HowHard, Lacking,
        RollAnyway, Gain, WhoCares, WhichHeals,
    }
}
