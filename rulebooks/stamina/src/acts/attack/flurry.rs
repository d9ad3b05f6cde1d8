//! Flurry of blows (ST-101 to ST-103, ST-R57): a hit counts twice, with as many additional successes as its rank (ST-102).

use super::*;

technique! {
    /// ST-101.
    Flurry: "flurry", "Flurry of blows", "Melee", "3 stamina", "ST-101"
}

/// ST-101: penalty dice.
pub(super) const DICE: u8 = 2;

/// ST-103, ST-R57: the defense that a hit costs, twice.
pub(super) const fn loss(book: &Stamina) -> u8 {
    2 * book.house.hit_loss
}

/// ST-103: everything counts a second time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Twice {
    pub at: ActorId,
}

impl Tells<Stamina> for Twice {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        Line::new(2, format!("{} is struck twice", table.name(self.at)), [rule!("ST-103")]).by(self.at)
    }
}
