//! Help for a new try (ST-245).

use crate::acts::prelude::*;

act! {
    /// ST-245: help has come; a new try is possible.
    pub struct Help for Stamina, by Gm {
        who: ActorId = "Whom";
    }
}

/// Somebody who may be helped, and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Helped {
    pub who: ActorId,
}

impl Tells<Stamina> for Helped {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} has help for a new try", table.name(self.who));
        Line::new(0, text, [rule!("ST-245")]).by(self.who)
    }
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

    fn resolve<O: Oracle<Stamina>>(helped: Helped, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.no_retry.retain(|(known, _)| *known != helped.who);
        oracle.tell(Audience::All, || Event::Helped(helped));
        Ok(())
    }
}
