//! Kneeling or lying down (ST-R37).

use crate::{acts::prelude::*, harm::knock_down, table::Posture};

act! {
    /// ST-R37: down, once per own turn.
    pub struct GoDown for Stamina, by ActorId {
        to: Posture = "How";
    }
}

/// Somebody who may go down.
pub struct Lowering {
    who: ActorId,
    to: Posture,
}

impl Act<Stamina> for GoDown {
    type By = ActorId;
    type Ready = Lowering;
    const CARD: Card = card!("go-down", "Kneel or lie down", "Moves", "0 stamina", "ST-R37");
    const NOTHING: Why<'static> = DOWN;

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Lowering, Bar<'t>> {
        see.table.may_act(who)?;
        if see.actor(who).turn.went_down {
            return Err(DOWN.into());
        }
        let to = self.to()?;
        if to <= see.actor(who).posture {
            return Err(DOWN.into());
        }
        Ok(Lowering { who, to })
    }

    fn resolve<O: Oracle>(ready: Lowering, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Lowering { who, to } = ready;
        table.actor_mut(who).turn.went_down = true;
        knock_down(table, who, to, rule!("ST-R37"), oracle)
    }
}

const DOWN: Why<'static> = bar!("ST-R37", "down", "one goes down once per turn, and not up");

impl Value<Stamina> for Posture {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Posture::Kneeling, Posture::Prone]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.word())
    }
}
