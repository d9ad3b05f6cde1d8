//! Rounds end (ST-043).

use crate::acts::prelude::*;

act! {
    /// ST-043: the reason for rounds is gone.
    pub struct EndRounds for Stamina, by Gm {}
}

impl Act<Stamina> for EndRounds {
    type By = Gm;
    type Ready = ();
    const CARD: Card = card!("end-rounds", "End rounds", "GM", "", "ST-043");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(), Bar<'t>> {
        if see.clock.mode == Mode::Free {
            return Err(bar!("ST-043", "no-rounds", "play is not in rounds").into());
        }
        Ok(())
    }

    fn resolve<O: Oracle>((): (), _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::end_rounds(table, oracle);
        Ok(())
    }
}
