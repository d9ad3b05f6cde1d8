//! The end of a turn (PR-R05, PR-R75).

use super::prelude::*;

act! {
    /// PR-R75: a turn ends when its owner is done; nothing of it is kept for later.
    pub struct EndTurn for Proficiency, by ActorId {}
}

impl Act<Proficiency> for EndTurn {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("end-turn", "End the turn", "Turn", "", "PR-R05");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        if see.phase == Phase::Free {
            return Err(bar!("PR-001", "no-turns", "no turns are running").allowing(&["turns"]).moot().into());
        }
        see.table.may_act(who)?;
        Ok(who)
    }

    fn resolve<O: Oracle<Proficiency>>(
        who: ActorId,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        turn::end(book, table, who, oracle)
    }
}
