//! The beginning of a turn (PR-028, PR-029, PR-R22, PR-R23).

use super::prelude::*;
use crate::lasting;

act! {
    /// PR-028, PR-029, PR-R22, PR-R23, PR-D07: the side chooses who of it acts next; each acts as it declares.
    pub struct Begin for Proficiency, by ActorId {}
}

impl Act<Proficiency> for Begin {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("begin", "Begin the turn", "Turn", "", "PR-028");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        let may = see.over.is_none() && see.has(who) && see.may_begin(who);
        let why = || bar!("PR-028", "not-your-turn", "this character's turn cannot begin now").moot();
        if may { Ok(who) } else { Err(why().into()) }
    }

    fn resolve<O: Oracle<Proficiency>>(
        who: ActorId,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        lasting::tick(book, table, who, oracle)
    }
}
