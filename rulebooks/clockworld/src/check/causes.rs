//! High Roll and Low Roll: the reasons, and the dice that come of them (CW-043 to CW-051).

use crate::Clockworld;
use referee_dice::Roll;
use referee_engine::{RuleId, named, rule};
use serde::{Deserialize, Serialize};

/// CW-038: one die.
pub(super) const STRAIGHT: Roll = Roll::die(10);
/// CW-044: 2d10, the higher counts. CW-R06: never more than two.
pub(super) const HIGH: Roll = Roll::highest_of(2, 10);
/// CW-045: 2d10, the lower counts.
pub(super) const LOW: Roll = Roll::lowest_of(2, 10);

named! {
    /// A reason for High Roll or Low Roll, with what people read.
    pub enum Cause {
        /// CW-022, CW-050: an ordinary High Roll, so it cancels with Low Rolls.
        Focus = "focus",
        /// CW-043: the GM finds that the circumstances help.
        Helped = "circumstances help",
        /// CW-036.
        FocusedDefend = "focused Defend",
        /// CW-R95: a Reach Attack on somebody who lies down.
        ProneTarget = "the Target is Prone",
        /// CW-156: Pinned by somebody much smaller.
        MuchLarger = "much larger",
        /// CW-R97, switch `ambush_high_roll`.
        Ambush = "the Target is Unaware",
        /// CW-043: the GM finds that the circumstances hinder.
        Hindered = "circumstances hinder",
        /// CW-R81.
        Distracted = "Distracted",
        /// CW-099: a Ranged Attack within the Reach of a foe.
        FoeInReach = "a foe is in Reach",
        /// CW-158: strangling with one hand.
        OneHand = "one hand",
        /// CW-186: sneaked more than half its Speed.
        MovedFar = "moved more than half its Speed",
        /// CW-051: fear and the like.
        Fear = "fear",
        /// CW-R96, switch `staggered`.
        Staggered = "Staggered",
    }
}

impl Cause {
    /// Does it give High Roll?
    pub const fn is_high(self) -> bool {
        (self as u8) < (Cause::Hindered as u8)
    }

    /// The rule behind it.
    pub const fn rule(self) -> RuleId {
        match self {
            Cause::Focus => rule!("CW-022"),
            Cause::Helped => rule!("CW-043"),
            Cause::FocusedDefend => rule!("CW-036"),
            Cause::ProneTarget => rule!("CW-R95"),
            Cause::MuchLarger => rule!("CW-156"),
            Cause::Ambush => rule!("CW-R97"),
            Cause::Hindered => rule!("CW-043"),
            Cause::Distracted => rule!("CW-R81"),
            Cause::FoeInReach => rule!("CW-099"),
            Cause::OneHand => rule!("CW-158"),
            Cause::MovedFar => rule!("CW-186"),
            Cause::Fear => rule!("CW-051"),
            Cause::Staggered => rule!("CW-R96"),
        }
    }
}

/// All reasons for High Roll and Low Roll on one Check, each once: how many there are does not matter (CW-048).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Causes(u16);

impl Causes {
    /// No reason at all.
    pub const NONE: Causes = Causes(0);

    const HIGH: u16 = (1 << Cause::Hindered as u16) - 1;

    /// The same, and this one.
    #[must_use]
    pub const fn and(self, cause: Cause) -> Causes {
        Causes(self.0 | 1 << cause as u16)
    }

    /// The same, and this one if it applies.
    #[must_use]
    pub const fn and_if(self, applies: bool, cause: Cause) -> Causes {
        if applies { self.and(cause) } else { self }
    }

    /// Is there any High Roll?
    pub const fn any_high(self) -> bool {
        self.0 & Causes::HIGH != 0
    }

    /// Is there any Low Roll?
    pub const fn any_low(self) -> bool {
        self.0 & !Causes::HIGH != 0
    }

    /// CW-044, CW-045, CW-047, CW-048: the dice. One High Roll and one Low Roll cancel, whatever their number.
    pub const fn dice(self) -> Roll {
        match (self.any_high(), self.any_low()) {
            (true, false) => HIGH,
            (false, true) => LOW,
            (true, true) | (false, false) => STRAIGHT,
        }
    }

    /// CW-046, CW-R05: is the roll Low, so that nothing succeeds by itself?
    pub fn is_low(self, book: &Clockworld) -> bool {
        self.any_low() && (!self.any_high() || book.house.cancelled_low_blocks_auto)
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Cause> {
        Cause::ALL.into_iter().filter(move |&cause| self.0 >> cause as u16 & 1 == 1)
    }
}
