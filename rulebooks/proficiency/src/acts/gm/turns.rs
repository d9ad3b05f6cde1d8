//! Turns without initiative, and the end of turns (PR-001, PR-002, PR-D01, PR-R09, PR-D35).

use super::{running, sides};
use crate::acts::prelude::*;
use referee_engine::Side;

act! {
    /// PR-001, PR-002, PR-D01, PR-R09: the scene has become risky, says the GM, and runs in turns, without initiative.
    pub struct Turns for Proficiency, by Gm {
        order: Several<Side> = "These sides first", usual;
    }
}

impl Act<Proficiency> for Turns {
    type By = Gm;
    type Ready = SmallVec<[Side; 4]>;
    const CARD: Card = card!("turns", "Run the scene in turns", "GM", "", "PR-D01");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<SmallVec<[Side; 4]>, Bar<'t>> {
        let table = see.table;
        running(table)?;
        if table.phase != Phase::Free || !table.ids().any(|id| table.is_able(id)) {
            return Err(bar!("PR-001", "turns-run", "turns run already, or nobody is able").into());
        }
        let order = self.order()?;
        sides(table, &order)?;
        Ok(order.0)
    }

    fn resolve<O: Oracle<Proficiency>>(
        order: SmallVec<[Side; 4]>,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::begin_turns(book, table, &order, oracle)
    }
}

act! {
    /// PR-D35: there are no more turns.
    pub struct EndTurns for Proficiency, by Gm {}
}

impl Act<Proficiency> for EndTurns {
    type By = Gm;
    type Ready = ();
    const CARD: Card = card!("end-turns", "No more turns", "GM", "", "PR-D35");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(), Bar<'t>> {
        if see.phase == Phase::Free {
            return Err(bar!("PR-001", "no-turns", "no turns are running").into());
        }
        Ok(())
    }

    fn resolve<O: Oracle<Proficiency>>((): (), book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::turns_end(book, table, oracle)
    }
}
