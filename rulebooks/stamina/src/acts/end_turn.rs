//! The end of a turn (ST-044).

use super::prelude::*;

act! {
    /// ST-044: only whose turn it is may end it.
    pub struct EndTurn for Stamina, by ActorId {}
}

impl Act<Stamina> for EndTurn {
    type By = ActorId;
    type Ready = ();
    const CARD: Card = card!("end-turn", "End the turn", "Turn", "", "ST-044");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<(), Bar<'t>> {
        see.table.may_act(who)?;
        if see.clock.mode == Mode::Free {
            return Err(bar!("ST-040", "no-turns", "outside of rounds there are no turns").moot().into());
        }
        Ok(())
    }

    fn resolve<O: Oracle>((): (), book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::end_turn(book, table, oracle)
    }
}
