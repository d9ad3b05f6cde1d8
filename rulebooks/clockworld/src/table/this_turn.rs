//! What a Character has done this Turn.

use crate::{
    acts::{
        contest::ContestName,
        movement::Moving,
        task::{Object, TaskName},
    },
    sheet::{PartSet, ThingId, WeaponRef},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a Character has done this Turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnState {
    /// CW-017: the Actions taken, in their order.
    pub taken: SmallVec<[Taken; 2]>,
    /// CW-021: one Action in place of two.
    pub focused: bool,
    /// CW-R24: it is done for this Turn.
    pub passed: bool,
    /// A Move that can go on (CW-030).
    pub moving: Option<Moving>,
    /// CW-257: what it has handled, in that order.
    pub touched: SmallVec<[ThingId; 4]>,
}

/// An Action taken, with what later ones must differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// CW-025, CW-026.
    Attack {
        /// The limbs it used.
        limbs: PartSet,
        /// The weapon it used.
        weapon: WeaponRef,
    },
    /// CW-027.
    Contest(ContestName),
    /// CW-029.
    Move,
    /// CW-033, CW-034.
    Task(TaskName, Object),
    /// CW-035.
    Defend,
}
