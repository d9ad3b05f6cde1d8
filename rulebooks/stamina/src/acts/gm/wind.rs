//! The wind (ST-221).

use crate::acts::prelude::*;

act! {
    /// ST-221, ST-D30.
    pub struct Wind for Stamina, by Gm {
        dice: Within<0, 5> = "Penalty dice";
    }
}

told! {
    /// A wind that may blow, and does.
    pub struct Blowing for Stamina { dice: u8 }
    |table| "ST-221" => format!("Wind: {dice} penalty dice");
}

impl Act<Stamina> for Wind {
    type By = Gm;
    type Ready = Blowing;
    const CARD: Card = card!("wind", "Set the wind", "GM", "", "ST-221");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Blowing, Bar<'t>> {
        Ok(Blowing { dice: self.dice()?.number()? as u8 })
    }

    fn resolve<O: Oracle>(wind: Blowing, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.wind = wind.dice;
        oracle.tell(Audience::All, || Event::Wind(wind));
        Ok(())
    }
}
