//! Whether people are rushed (ST-027).

use crate::acts::prelude::*;

act! {
    /// ST-D04: are people rushed?
    pub struct Rushed for Stamina, by Gm {
        rushed: bool = "Rushed?", usual;
    }
}

told! {
    /// What may be said of the time, and is.
    pub struct Hurry for Stamina { rushed: bool }
    |table| "ST-027" => if rushed { "Time is short" } else { "There is time" };
}

impl Act<Stamina> for Rushed {
    type By = Gm;
    type Ready = Hurry;
    const CARD: Card = card!("rushed", "Say whether people are rushed", "GM", "", "ST-027");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Hurry, Bar<'t>> {
        Ok(Hurry { rushed: self.rushed()? })
    }

    fn resolve<O: Oracle>(said: Hurry, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.rushed = said.rushed;
        oracle.tell(Audience::All, || Event::Rushed(said));
        Ok(())
    }
}
