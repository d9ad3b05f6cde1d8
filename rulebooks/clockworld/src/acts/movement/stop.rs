//! The end of a Movement (CW-182).

use super::finish;
use crate::acts::prelude::*;

act! {
    /// CW-182: the Movement is over, though feet are left.
    pub struct StopMoving for Clockworld, by ActorId {}
}

/// A Movement that may end.
pub struct Stopping {
    who: ActorId,
}

impl Act<Clockworld> for StopMoving {
    type By = ActorId;
    type Ready = Stopping;
    const CARD: Card = card!("stop-moving", "End the Movement", "Actions", "", "CW-182");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Stopping, Bar<'t>> {
        see.table.may_act(who)?;
        if see.actor(who).turn.moving.is_none() {
            return Err(bar!("CW-030", "not-moving", "{} is not moving", see.table.name(who)).moot().into());
        }
        Ok(Stopping { who })
    }

    fn resolve<O: Oracle>(
        Stopping { who }: Stopping,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        finish(book, table, who, oracle)
    }
}
