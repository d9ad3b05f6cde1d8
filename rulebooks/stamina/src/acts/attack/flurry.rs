//! Flurry of blows (ST-101 to ST-103, ST-R57): a hit counts twice, with as many additional successes as its rank (ST-102).

use super::{effects::wound, *};
use crate::sheet::Sheet;

technique! {
    /// ST-101.
    Flurry: "flurry", "Flurry of blows", "Melee", "3 stamina", "ST-101"
}

impl Special for Flurry {
    /// ST-101: penalty dice.
    fn dice(_: &Stamina, _: &Table, _: &Attack, _: &Arm) -> u8 {
        2
    }

    fn most(sheet: &Sheet) -> u8 {
        sheet.rank(Secondary::FlurryOfBlows) // ST-102
    }

    /// ST-103, ST-R57: the defense that a hit costs, twice.
    fn hit_loss(book: &Stamina) -> u8 {
        2 * book.house.hit_loss
    }

    fn hit<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        wound(book, table, outcome, oracle)?;
        oracle.tell(Audience::All, || Event::Twice(Twice { at: outcome.attack.target })); // ST-103
        wound(book, table, outcome, oracle)?;
        Ok(())
    }
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
