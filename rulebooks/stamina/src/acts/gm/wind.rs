//! The wind (ST-221).

use crate::acts::prelude::*;

act! {
    /// ST-221, ST-D30.
    pub struct Wind for Stamina, by Gm {
        dice: Within<0, 5> = "Penalty dice";
    }
}

/// A wind that may blow, and does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blowing {
    pub dice: u8,
}

impl Tells<Stamina> for Blowing {
    fn line(&self, _: &Stamina, _: &Table) -> Line {
        Line::new(0, format!("Wind: {} penalty dice", self.dice), [rule!("ST-221")])
    }
}

impl Act<Stamina> for Wind {
    type By = Gm;
    type Ready = Blowing;
    const CARD: Card = card!("wind", "Set the wind", "GM", "", "ST-221");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Blowing, Bar<'t>> {
        Ok(Blowing { dice: self.dice()?.number()? as u8 })
    }

    fn resolve<O: Oracle<Stamina>>(wind: Blowing, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.wind = wind.dice;
        oracle.tell(Audience::All, || Event::Wind(wind));
        Ok(())
    }
}
