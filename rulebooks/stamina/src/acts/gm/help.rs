//! Help for a new try (ST-245).

use crate::acts::prelude::*;

act! {
    /// ST-245: help has come; a new try is possible.
    pub struct Help for Stamina, by Gm {
        who: ActorId = "Whom";
    }
}

told! {
    /// Somebody who may be helped, and is.
    pub struct Helped for Stamina { who: ActorId }
    |table| "ST-245" by who => format!("{} has help for a new try", table.name(who));
}

impl Act<Stamina> for Help {
    type By = Gm;
    type Ready = Helped;
    const CARD: Card = card!("help", "Say that help has come", "GM", "", "ST-245");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Helped, Bar<'t>> {
        let who = self.who()?;
        see.someone(who)?;
        Ok(Helped { who })
    }

    fn resolve<O: Oracle>(helped: Helped, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.no_retry.retain(|(known, _)| *known != helped.who);
        oracle.tell(Audience::All, || Event::Helped(helped));
        Ok(())
    }
}
