//! Whether people are rushed (ST-027).

use super::{GmEvent, tell};
use crate::acts::prelude::*;

act! {
    /// ST-D04: are people rushed?
    pub struct Rushed for Stamina, by Gm {
        rushed: bool = "Rushed?", usual;
    }
}

/// What may be said of the time.
pub struct Hurry {
    rushed: bool,
}

impl Act<Stamina> for Rushed {
    type By = Gm;
    type Ready = Hurry;
    const CARD: Card = card!("rushed", "Say whether people are rushed", "GM", "", "ST-027");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Hurry, Bar<'t>> {
        Ok(Hurry { rushed: self.rushed()? })
    }

    fn resolve<O: Oracle<Stamina>>(
        Hurry { rushed }: Hurry,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.rushed = rushed;
        tell(GmEvent::Rushed(rushed), oracle);
        Ok(())
    }
}
