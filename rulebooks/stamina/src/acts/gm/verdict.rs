//! What simply succeeds or fails (ST-002).

use super::{GmEvent, tell};
use crate::acts::prelude::*;

act! {
    /// ST-002: it simply succeeds, or simply fails.
    pub struct Verdict for Stamina, by Gm {
        who: ActorId = "Whom";
        succeeds: bool = "Does it succeed?", usual;
    }
}

/// A verdict that may be given.
pub struct Ruling {
    who: ActorId,
    succeeds: bool,
}

impl Act<Stamina> for Verdict {
    type By = Gm;
    type Ready = Ruling;
    const CARD: Card = card!("verdict", "Say that it simply succeeds or fails", "GM", "", "ST-002");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Ruling, Bar<'t>> {
        let who = self.who()?;
        see.someone(who)?;
        Ok(Ruling { who, succeeds: self.succeeds()? })
    }

    fn resolve<O: Oracle<Stamina>>(
        Ruling { who, succeeds }: Ruling,
        _: &Stamina,
        _: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        tell(GmEvent::Verdict { who, succeeds }, oracle);
        Ok(())
    }
}
