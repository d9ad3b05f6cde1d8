//! Cover and concealment of somebody (ST-211, ST-217).

use super::{GmEvent, tell};
use crate::acts::prelude::*;

act! {
    /// ST-D29: cover and concealment of somebody, besides what stands on the map.
    pub struct Cover for Stamina, by Gm {
        who: ActorId = "Whom";
        cover: Within<0, 9> = "Cover", usual;
        concealment: Within<0, 9> = "Concealment", usual;
    }
}

/// Somebody who may be covered.
pub struct Covering {
    who: ActorId,
    cover: u8,
    concealment: u8,
}

impl Act<Stamina> for Cover {
    type By = Gm;
    type Ready = Covering;
    const CARD: Card = card!("cover", "Give cover or concealment", "GM", "", "ST-211");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Covering, Bar<'t>> {
        let who = self.who()?;
        see.someone(who)?;
        let (cover, concealment) = (self.cover()?.number()? as u8, self.concealment()?.number()? as u8);
        Ok(Covering { who, cover, concealment })
    }

    fn resolve<O: Oracle<Stamina>>(
        Covering { who, cover, concealment }: Covering,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let actor = table.actor_mut(who);
        (actor.gm_cover, actor.gm_concealment) = (cover, concealment);
        tell(GmEvent::Cover { who, cover, concealment }, oracle);
        Ok(())
    }
}
