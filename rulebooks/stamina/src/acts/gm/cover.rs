//! Cover and concealment of somebody (ST-211, ST-217).

use crate::acts::prelude::*;

act! {
    /// ST-D29: cover and concealment of somebody, besides what stands on the map.
    pub struct Cover for Stamina, by Gm {
        who: ActorId = "Whom";
        cover: Within<0, 9> = "Cover", usual;
        concealment: Within<0, 9> = "Concealment", usual;
    }
}

/// Somebody who may be covered, and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Covering {
    pub who: ActorId,
    pub cover: u8,
    pub concealment: u8,
}

impl Tells<Stamina> for Covering {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Covering { who, cover, concealment } = self;
        let text = format!("{} has +{cover} cover and +{concealment} concealment", table.name(*who));
        Line::new(0, text, [rule!("ST-211"), rule!("ST-217")]).by(*who)
    }
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

    fn resolve<O: Oracle<Stamina>>(said: Covering, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let actor = table.actor_mut(said.who);
        (actor.gm_cover, actor.gm_concealment) = (said.cover, said.concealment);
        oracle.tell(Audience::All, || Event::Cover(said));
        Ok(())
    }
}
