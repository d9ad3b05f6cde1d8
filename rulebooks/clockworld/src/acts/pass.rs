//! Being done for this Turn (CW-R24).

use super::prelude::*;
use crate::acts::{contest::demand, movement};

act! {
    /// CW-R24: this Character is done for this Turn.
    pub struct Pass for Clockworld, by ActorId {}
}

impl Act<Clockworld> for Pass {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("pass", "Done for this Turn", "Turn", "", "CW-R24");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        if table.actor(who).turn.passed {
            return Err(bar!("CW-R24", "passed", "{} is done for this Turn already", table.name(who)).into());
        }
        demand::must_comply(book, table, who)?; // CW-R82
        Ok(who)
    }

    fn resolve<O: Oracle>(who: ActorId, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::pass(table, who, oracle);
        movement::finish(book, table, who, oracle)?;
        if turn::is_done(book, table) { turn::end(book, table, oracle) } else { Ok(()) }
    }
}
