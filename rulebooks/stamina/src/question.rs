//! What a rule of the book may need to ask. Each question stands in the file of the rule that asks.

use crate::{
    Stamina,
    acts::{
        attack::{Becomes, ReachDice, Spend},
        investigate::Spoils,
        magic::{WhichPower, release::AtOnce},
        movement::{GoOn, HowFar},
        restore::Trade,
        search::SearchMore,
        watch::Nods,
    },
    check::{AllowAid, Difficulty, HowMade, MayAid, Progresses, WhatComes, WhichDice, WhichResult},
    harm::Falls,
    initiative::Next,
    reactions::{FreeAttack, TakeCover},
    turn::MoreRounds,
};

referee_engine::questions! {
    /// A question, with what its answers depend on. Where it offers a reaction, declining is the first answer.
    pub enum Question for Stamina {
        Difficulty, HowMade, WhichDice, WhichResult, WhatComes, Progresses, GoOn, HowFar, ReachDice, FreeAttack, TakeCover,
        Spend, Becomes, WhichPower, AtOnce, Trade, Spoils, MayAid, AllowAid, SearchMore, Nods, Falls, MoreRounds, Next,
    }
}
