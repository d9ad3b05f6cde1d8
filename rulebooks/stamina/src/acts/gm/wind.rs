//! The wind (ST-221).

use super::{GmEvent, tell};
use crate::acts::prelude::*;

act! {
    /// ST-221, ST-D30.
    pub struct Wind for Stamina, by Gm {
        dice: Within<0, 5> = "Penalty dice";
    }
}

/// A wind that may blow.
pub struct Blowing {
    dice: u8,
}

impl Act<Stamina> for Wind {
    type By = Gm;
    type Ready = Blowing;
    const CARD: Card = card!("wind", "Set the wind", "GM", "", "ST-221");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Blowing, Bar<'t>> {
        Ok(Blowing { dice: self.dice()?.number()? as u8 })
    }

    fn resolve<O: Oracle<Stamina>>(
        Blowing { dice }: Blowing,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.wind = dice;
        tell(GmEvent::Wind(dice), oracle);
        Ok(())
    }
}
