//! Waking somebody who has fallen asleep on watch (ST-R122).

use super::prelude::*;
use crate::{conditions::wake, reach::steps};

act! {
    /// ST-R122: somebody who sleeps close by.
    pub struct Wake for Stamina, by ActorId {
        target among everybody: ActorId = "Whom";
    }
}

/// Somebody who may be woken.
pub struct Waking {
    who: ActorId,
    target: ActorId,
}

/// In rounds it takes the slot.
const COST: Cost = Cost::of(Action::Wake, Need::One);

fn everybody(_: &Wake, see: See<'_, '_>, _: Option<ActorId>) -> Vec<ActorId> {
    see.actors().iter().collect()
}

impl Act<Stamina> for Wake {
    type By = ActorId;
    type Ready = Waking;
    const CARD: Card = card!("wake", "Wake somebody", "Other", "", "ST-R122");
    const NOTHING: Why<'static> = bar!("ST-R122", "nobody-asleep", "nobody whom one could wake sleeps within one step");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Waking, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        let target = self.target()?;
        see.someone(target)?;
        let sleeps = see.is_active(target) && see.actor(target).asleep;
        if !sleeps || !see.is_aware(who, target) {
            return Err(Wake::NOTHING.moot().into());
        }
        if steps(see, who, target) > 1 {
            return Err(bar!("ST-R122", "too-far", "{} sleeps too far away", see.table.name(target)).into());
        }
        Ok(Waking { who, target })
    }

    fn resolve<O: Oracle>(ready: Waking, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Waking { who, target } = ready;
        if turn::declare(table, who, &COST, oracle)? {
            wake(table, target, oracle);
        }
        Ok(())
    }
}
