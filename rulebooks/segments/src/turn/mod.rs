//! Segmented play: rounds, declarations, the order, segments, waiting (SE-028 to SE-048, SE-107 to SE-109).

pub mod declare;
mod event;
pub mod order;
pub mod rounds;
pub mod segment;
pub mod wait;

pub use event::{RoundEvent, Unfinished};
pub use rounds::{end_round, restart, start, stop};
pub use segment::{Needs, causes, has_action, is_upright, may, may_free, may_use, no_longer_helps, owe, settle, spend};
pub use wait::{in_order, next_waiter};

use crate::{Segments, table::Table};
use referee_engine::{ActorId, ActorSet, named};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

named! {
    /// SE-049: what a character declares to do.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Intention {
        /// SE-051, SE-052: give an ally advantage, skipping the segment.
        Assist = "assist" / "Assist",
        /// SE-053: stand up, unpack, draw, reload, raise a shield.
        Ready = "ready" / "Ready",
        /// SE-059, SE-060: act early with disadvantage.
        Hasty = "hasty" / "Hasty Action",
        /// SE-061, SE-062: move at the full rate.
        Dash = "dash" / "Dash",
        /// SE-063, SE-064: try to end a negative status.
        Recover = "recover" / "Recover",
        /// SE-065: any skill or action as normal.
        Standard = "standard" / "Standard Action",
        /// SE-068: anything that needs a slow object.
        Slow = "slow" / "Slow Action",
        /// SE-073, SE-074: an ability.
        Ability = "ability" / "Ability",
    }
}

impl Intention {
    /// SE-042, SE-049: the Mod: SE-053 and SE-059 give +3, SE-061, SE-063 and SE-065 give 0, SE-068 and SE-073 give -3.
    /// Assist has none (SE-050, SE-R32). One intention has one Mod (SE-R25).
    pub const fn modifier(self) -> Option<i16> {
        match self {
            Intention::Assist => None,
            Intention::Ready | Intention::Hasty => Some(3),
            Intention::Dash | Intention::Recover | Intention::Standard => Some(0),
            Intention::Slow | Intention::Ability => Some(-3),
        }
    }
}

/// Where somebody stands in the round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// SE-R19: has no part in this round.
    #[default]
    Out,
    /// SE-041: has not declared yet.
    Undeclared,
    /// Its segment is to come.
    Declared,
    /// SE-107: puts it off.
    Waiting,
    /// It is under way.
    Acting,
    /// SE-052, SE-R36: has skipped it to help, movement and all.
    Assisting,
    /// SE-R87: the held segment is lost; it is paid at the end of the round.
    Lost,
    /// Taken, or passed over.
    Done,
}

/// What somebody does in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    pub place: Place,
    /// What was declared.
    pub intention: Option<Intention>,
    /// SE-R115: the Ready is with a slow object.
    pub slow_ready: bool,
    /// SE-R33: whom it helps.
    pub ally: Option<ActorId>,
    /// SE-042: the order value.
    pub order: i16,
    /// SE-104: actions owed.
    pub owed: u8,
    /// SE-R113: with `round_end`, actions that were lost in this round and are still owed until it is over.
    pub paying: u8,
}

/// The stages of a segment. The first, third and last are points at which those who wait may step in (SE-R94).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A point to step in: its start.
    Start,
    /// The character may wait, move, act.
    First,
    /// A point to step in: after the movement, before the action.
    Middle,
    /// The character may act.
    Action,
    /// The character may use what movement is left.
    Last,
    /// A point to step in: its end.
    End,
}

/// SE-037: one character's single action, under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Segment {
    pub who: ActorId,
    /// How far it is.
    pub stage: Stage,
    /// SE-075: feet of movement used.
    pub moved_ft: u16,
    /// Has the movement before the action been made?
    pub moved: bool,
    /// Is the action done?
    pub acted: bool,
    /// SE-R84: those who have been asked about the movement of this segment.
    pub asked: ActorSet,
    /// SE-R97: those who wait and have let this point pass.
    pub passed: ActorSet,
}

/// What the round is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// SE-041: everybody declares.
    #[default]
    Declaring,
    /// Segments are taken.
    Acting,
}

/// SE-038: the round under way.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Round {
    pub phase: Phase,
    /// Those who have a place, in the order of their segments.
    pub order: SmallVec<[ActorId; 8]>,
    /// How many of them have begun.
    pub next: u8,
    /// The segment under way on top of those that it interrupted.
    pub under_way: SmallVec<[Segment; 1]>,
    /// Those who wait and have let the end of the round pass.
    pub passed: ActorSet,
    /// Those whom the GM has left out (SE-D09), until they join.
    pub left_out: ActorSet,
    /// SE-R20: those who were surprised in round 1.
    pub surprised: ActorSet,
    /// SE-R21: rounds that are over since the clock was stopped.
    pub played: u16,
}

impl Table {
    /// The segment that goes on now.
    pub fn segment(&self) -> Option<&Segment> {
        self.round.under_way.last()
    }
}

named! {
    /// SE-028: why the clock is stopped.
    pub enum Why for Segments {
        /// SE-030.
        Trap = "trap",
        /// SE-031.
        Weapon = "weapon",
        /// SE-032.
        Accusation = "accusation",
        /// SE-033: any event in which each moment could change how the scene ends.
        Event = "event",
    }
}
