//! Whether people are rushed (ST-027).

use crate::acts::prelude::*;

act! {
    /// ST-D04: are people rushed?
    pub struct Rushed for Stamina, by Gm {
        rushed: bool = "Rushed?", usual;
    }
}

/// What may be said of the time, and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hurry {
    pub rushed: bool,
}

impl Tells<Stamina> for Hurry {
    fn line(&self, _: &Stamina, _: &Table) -> Line {
        let text = if self.rushed { "Time is short" } else { "There is time" };
        Line::new(0, text, [rule!("ST-027")])
    }
}

impl Act<Stamina> for Rushed {
    type By = Gm;
    type Ready = Hurry;
    const CARD: Card = card!("rushed", "Say whether people are rushed", "GM", "", "ST-027");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Hurry, Bar<'t>> {
        Ok(Hurry { rushed: self.rushed()? })
    }

    fn resolve<O: Oracle<Stamina>>(said: Hurry, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.rushed = said.rushed;
        oracle.tell(Audience::All, || Event::Rushed(said));
        Ok(())
    }
}
