//! The dice of a check, and where they come from.

use crate::house::HouseRules;
use referee_dice::Roll;
use referee_engine::{RuleId, named, rule};
use serde::{Deserialize, Serialize};

named! {
    /// Where bonus and penalty dice come from, in the order in which they are told.
    pub enum Cause {
        Weapon = "type of weapon",
        Technique = "technique",
        OffHand = "off hand",
        Reach = "reach",
        Lowered = "actions lowered to zero",
        Size = "size of the target",
        Wind = "wind",
        Aim = "Aim",
        Reckless = "recklessness",
        Throw = "throw",
        Retry = "progress of the last try",
        Aid = "aid",
        Pace = "quick pace",
        Secondary = "secondary skill",
        Watch = "the watch nods",
        Gm = "the GM",
    }
}

/// How many causes there are.
const CAUSES: usize = Cause::ALL.len();

impl Cause {
    pub const fn rule(self) -> RuleId {
        match self {
            Cause::Weapon => rule!("ST-076"),
            Cause::Technique => rule!("ST-077"),
            Cause::OffHand => rule!("ST-R49"),
            Cause::Reach => rule!("ST-224"),
            Cause::Lowered => rule!("ST-R29"),
            Cause::Size => rule!("ST-155"),
            Cause::Wind => rule!("ST-221"),
            Cause::Aim => rule!("ST-148"),
            Cause::Reckless => rule!("ST-132"),
            Cause::Throw => rule!("ST-160"),
            Cause::Retry => rule!("ST-R11"),
            Cause::Aid => rule!("ST-241"),
            Cause::Pace => rule!("ST-056"),
            Cause::Secondary => rule!("ST-R106"),
            Cause::Watch => rule!("ST-R102"),
            Cause::Gm => rule!("ST-003"),
        }
    }
}

/// The dice of one check (ST-006 to ST-009), and where the d6s come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pool {
    /// d4s, and dice that are kept.
    pub attribute: u8,
    /// d8s.
    pub rank: u8,
    /// Bonus dice.
    pub bonus: u8,
    /// Penalty dice.
    pub penalty: u8,
    /// Bonus dice by their cause.
    gains: [u8; CAUSES],
    /// Penalty dice by their cause.
    pains: [u8; CAUSES],
}

impl Pool {
    /// ST-006, ST-007: a d4 for each point of the attribute, a d8 for each rank.
    pub const fn new(attribute: u8, rank: u8) -> Pool {
        Pool { attribute, rank, bonus: 0, penalty: 0, gains: [0; CAUSES], pains: [0; CAUSES] }
    }

    /// ST-008: with so many bonus dice more.
    pub fn gain(&mut self, cause: Cause, dice: u8) {
        self.bonus = self.bonus.saturating_add(dice);
        self.gains[cause as usize] = self.gains[cause as usize].saturating_add(dice);
    }

    /// ST-009: with so many penalty dice more.
    pub fn pain(&mut self, cause: Cause, dice: u8) {
        self.penalty = self.penalty.saturating_add(dice);
        self.pains[cause as usize] = self.pains[cause as usize].saturating_add(dice);
    }

    /// The d6s by their cause: bonus, penalty.
    pub fn causes(&self) -> impl Iterator<Item = (Cause, u8, u8)> + '_ {
        let all = Cause::ALL.into_iter().map(|cause| (cause, self.gains[cause as usize], self.pains[cause as usize]));
        all.filter(|(_, gain, pain)| *gain > 0 || *pain > 0)
    }

    /// ST-R02: the bonus and penalty dice that are rolled.
    pub fn dice(&self, house: &HouseRules) -> (u8, u8) {
        let pairs = if house.dice_cancel { self.bonus.min(self.penalty) } else { 0 };
        (self.bonus - pairs, self.penalty - pairs)
    }

    /// ST-010 to ST-014: everything is rolled together (ST-010); for each penalty die the highest die goes, one after the other;
    /// of the rest the best dice are kept (ST-013), as many as the attribute, and added.
    ///
    /// ST-R01: a penalty die brings the die that it takes, so there are always enough. ST-R03: which of two equal
    /// highest dice goes does not matter.
    pub fn roll(&self, house: &HouseRules) -> Roll {
        let (bonus, penalty) = self.dice(house);
        Roll::pool(&[
            (u16::from(self.attribute), 4),
            (u16::from(self.rank), 8),
            (u16::from(bonus) + u16::from(penalty), 6),
        ])
        .drop_highest(u16::from(penalty))
        .keep_highest(u16::from(self.attribute))
    }
}
