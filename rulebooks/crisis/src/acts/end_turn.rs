//! The end of a turn (CR-031, CR-D10).

use super::prelude::*;

act! {
    /// CR-031, CR-D10: the turn is over.
    pub struct EndTurn for Crisis, by ActorId {}
}

/// The turn may end.
pub struct Ending;

impl Act<Crisis> for EndTurn {
    type By = ActorId;
    type Ready = Ending;
    const CARD: Card = card!("end-turn", "End the turn", "Turn", "", "CR-031");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Ending, Bar<'t>> {
        see.table.may_act_in_crisis(who)?;
        Ok(Ending)
    }

    fn resolve<O: Oracle<Crisis>>(_: Ending, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::end(book, table, oracle)
    }
}
