//! High Roll and Low Roll: the reasons, and the dice that come of them (CW-043 to CW-051).

use crate::Clockworld;
use referee_dice::Roll;
use referee_engine::{RuleId, rule};
use serde::{Deserialize, Serialize};

/// CW-038: one die.
pub(super) const STRAIGHT: Roll = Roll::die(10);
/// CW-044: 2d10, the higher counts. CW-R06: never more than two.
pub(super) const HIGH: Roll = Roll::highest_of(2, 10);
/// CW-045: 2d10, the lower counts.
pub(super) const LOW: Roll = Roll::lowest_of(2, 10);

/// A reason for High Roll or Low Roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// CW-022, CW-050: an ordinary High Roll, so it cancels with Low Rolls.
    Focus,
    /// CW-043: the GM finds that the circumstances help.
    Helped,
    /// CW-036.
    FocusedDefend,
    /// CW-R95: a Reach Attack on somebody who lies down.
    ProneTarget,
    /// CW-156: Pinned by somebody much smaller.
    MuchLarger,
    /// CW-R97, switch `ambush_high_roll`.
    Ambush,
    /// CW-043: the GM finds that the circumstances hinder.
    Hindered,
    /// CW-R81.
    Distracted,
    /// CW-099: a Ranged Attack within the Reach of a foe.
    FoeInReach,
    /// CW-158: strangling with one hand.
    OneHand,
    /// CW-186: sneaked more than half its Speed.
    MovedFar,
    /// CW-051: fear and the like.
    Fear,
    /// CW-R96, switch `staggered`.
    Staggered,
}

impl Cause {
    const ALL: [Cause; 13] = [
        Cause::Focus,
        Cause::Helped,
        Cause::FocusedDefend,
        Cause::ProneTarget,
        Cause::MuchLarger,
        Cause::Ambush,
        Cause::Hindered,
        Cause::Distracted,
        Cause::FoeInReach,
        Cause::OneHand,
        Cause::MovedFar,
        Cause::Fear,
        Cause::Staggered,
    ];

    /// Does it give High Roll?
    pub const fn is_high(self) -> bool {
        (self as u8) < (Cause::Hindered as u8)
    }

    /// What people read, and the rule behind it.
    pub const fn words(self) -> (&'static str, RuleId) {
        match self {
            Cause::Focus => ("focus", rule!("CW-022")),
            Cause::Helped => ("circumstances help", rule!("CW-043")),
            Cause::FocusedDefend => ("focused Defend", rule!("CW-036")),
            Cause::ProneTarget => ("the Target is Prone", rule!("CW-R95")),
            Cause::MuchLarger => ("much larger", rule!("CW-156")),
            Cause::Ambush => ("the Target is Unaware", rule!("CW-R97")),
            Cause::Hindered => ("circumstances hinder", rule!("CW-043")),
            Cause::Distracted => ("Distracted", rule!("CW-R81")),
            Cause::FoeInReach => ("a foe is in Reach", rule!("CW-099")),
            Cause::OneHand => ("one hand", rule!("CW-158")),
            Cause::MovedFar => ("moved more than half its Speed", rule!("CW-186")),
            Cause::Fear => ("fear", rule!("CW-051")),
            Cause::Staggered => ("Staggered", rule!("CW-R96")),
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
