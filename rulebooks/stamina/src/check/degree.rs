//! How well a check came out, rolled or not.

use super::Pool;
use crate::house::{HouseRules, LowDifficulty, OpenCheck, RollLess};
use serde::{Deserialize, Serialize};

/// ST-016 to ST-024: how well a check came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// Below half the difficulty.
    CriticalFailure,
    /// Not below half, more than five below.
    Failure,
    /// At most five below.
    NearFailure,
    /// Reached, with so many additional successes.
    Success(u8),
}

impl Degree {
    /// ST-015: the degree of a result.
    ///
    /// Half is not rounded (ST-R06), exactly half is no critical failure (ST-R05), exactly five below is near (ST-R08).
    pub fn of(house: &HouseRules, result: i32, difficulty: i32) -> Degree {
        let difficulty = difficulty.max(0); // ST-R13
        if result >= difficulty {
            return Degree::Success(((result - difficulty) / 3) as u8); // ST-023, ST-024
        }
        let is_critical = 2 * result < difficulty; // ST-016
        let is_near = result >= difficulty - 5; // ST-021
        if is_near && (house.low_difficulty == LowDifficulty::NearFirst || !is_critical) {
            Degree::NearFailure
        } else if is_critical {
            Degree::CriticalFailure
        } else {
            Degree::Failure // ST-020
        }
    }

    /// ST-R09: 0 on any failure, otherwise one and the additional ones.
    pub fn successes(self) -> u8 {
        match self {
            Degree::Success(more) => more.saturating_add(1),
            Degree::CriticalFailure | Degree::Failure | Degree::NearFailure => 0,
        }
    }

    /// Was the difficulty reached?
    pub fn is_success(self) -> bool {
        matches!(self, Degree::Success(_))
    }

    pub fn word(self) -> &'static str {
        match self {
            Degree::CriticalFailure => "critical failure",
            Degree::Failure => "failure",
            Degree::NearFailure => "near failure",
            Degree::Success(_) => "success",
        }
    }
}

/// ST-D03: rolled, or one of the two ways without a roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// With dice.
    #[default]
    Roll,
    /// ST-026: a standard result.
    Standard,
    /// ST-027: taking time, if not rushed.
    TakeTime,
}

impl How {
    /// All three.
    pub const ALL: [How; 3] = [How::Roll, How::Standard, How::TakeTime];

    pub const fn word(self) -> &'static str {
        match self {
            How::Roll => "roll",
            How::Standard => "standard",
            How::TakeTime => "take-time",
        }
    }
}

/// ST-030 to ST-037: the successes of a check without a roll.
///
/// Counted in halves, so that the fraction is dropped once, at the end (ST-R14); never below 0 (ST-R16).
pub fn roll_less(pool: &Pool, house: &HouseRules, how: How) -> u8 {
    let (bonus, penalty) = pool.dice(house);
    let [attribute, rank, bonus, penalty] = [pool.attribute, pool.rank, bonus, penalty].map(i32::from);
    let halves = match how {
        How::TakeTime => 2 * attribute + 2 + 2 * rank + bonus - penalty, // ST-032, ST-033, ST-034, ST-036
        How::Roll | How::Standard => attribute + 2 + 2 * rank + bonus - 2 * penalty, // ST-031, ST-033, ST-034, ST-035
    };
    (halves.max(0) / 2) as u8
}

/// ST-038, ST-R15: the degree of successes without a roll.
pub fn roll_less_degree(house: &HouseRules, successes: u8, difficulty: i32) -> Degree {
    match house.rollless {
        RollLess::PointsX3 => Degree::of(house, 3 * i32::from(successes), difficulty),
        RollLess::Direct if successes > 0 => Degree::Success(successes - 1),
        RollLess::Direct => Degree::of(house, 0, difficulty.max(1)),
    }
}

/// ST-R10: which word of the text an open check is counted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// "Successes rolled".
    Successes,
    /// "Additional successes rolled".
    Additional,
}

/// ST-R10: the successes of a check without a difficulty.
pub fn open_successes(house: &HouseRules, result: i32, counts: Counts) -> u8 {
    match (house.open_check, counts) {
        (OpenCheck::PerThreePoints, _) => (result.max(0) / 3) as u8,
        (OpenCheck::Difficulty10, Counts::Successes) => Degree::of(house, result, 10).successes(),
        (OpenCheck::Difficulty10, Counts::Additional) => Degree::of(house, result, 10).successes().saturating_sub(1),
    }
}
