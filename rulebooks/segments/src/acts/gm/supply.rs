//! Supplies are bought or found (SE-R09).

use super::{known, running};
use crate::{acts::prelude::*, time::supplies, words::counted};

act! {
    /// SE-R09: supplies are bought or found.
    pub struct Supply for Segments, by Gm {
        who: ActorId = "Who";
        what: Want = "What";
        days: Within<0, 60> = "For how many days";
    }
}

named! {
    /// What one needs every day.
    pub enum Want for Segments {
        Food = "food",
        Water = "water",
    }
}

told! {
    /// Supplies were found.
    pub struct Supplied for Segments {
        who: ActorId,
        /// Water, or food.
        water: bool,
        days: u8,
    }
    |table| "SE-R09" by who => {
        let what = if water { "water" } else { "food" };
        format!("{} gets {what} for {}", table.name(who), counted(days, "day"))
    };
}

impl Act<Segments> for Supply {
    type By = Gm;
    type Ready = Supplied;
    const CARD: Card = card!("supply", "Supplies are found", "GM", "", "SE-R09");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Supplied, Bar<'t>> {
        running(see.table)?;
        let who = self.who()?;
        known(see.table, who)?;
        Ok(Supplied { who, water: self.what()? == Want::Water, days: self.days()?.number()? as u8 })
    }

    fn resolve<O: Oracle<Segments>>(
        supplied: Supplied,
        book: &Segments,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Supplied { who, water, days } = supplied;
        oracle.tell(Audience::All, || Event::Supplied(supplied));
        supplies::restock(book, table, who, water, days, oracle)
    }
}
