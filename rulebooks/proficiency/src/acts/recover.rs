//! Resting (PR-012, PR-015, PR-R10, PR-R74).

use super::prelude::*;
use crate::{recovery::RecoveryEvent, table::Mode};

act! {
    /// PR-R10, PR-R74: resting is what the character does in this unit of time; it counts when the unit is over.
    pub struct Recover for Proficiency, by ActorId {}
}

/// Somebody who may rest.
pub struct Rest {
    who: ActorId,
}

impl Act<Proficiency> for Recover {
    type By = ActorId;
    type Ready = Rest;
    const CARD: Card = card!("recover", "Rest for this unit of time", "Standard", "1 check", "PR-R74");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Rest, Bar<'t>> {
        let table = see.table;
        if table.clock.mode < Mode::Period {
            let why = bar!("PR-R74", "not-a-period", "one recovers in Periods or in Downtime; the GM sets the clock");
            return Err(why.allowing(&["clock mode=period", "clock mode=downtime"]).moot().into());
        }
        table.may_act(who)?;
        turn::may_spend(see.book, table, who)?;
        if table.actor(who).resting {
            return Err(bar!("PR-R74", "resting", "{} rests already", table.name(who)).into());
        }
        Ok(Rest { who })
    }

    fn resolve<O: Oracle<Proficiency>>(ready: Rest, book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Rest { who } = ready;
        turn::enter(table, who, oracle);
        turn::spend(book, table, who);
        table.actor_mut(who).resting = true;
        oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Rests(who)));
        Ok(())
    }
}
