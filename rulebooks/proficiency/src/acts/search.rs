//! Searching (PR-R50, PR-R56, PR-R90, PR-R91).

use super::{
    hide::{named, searching, stealth},
    prelude::*,
};
use crate::contest::{self, Contest, Opposing};

act! {
    /// PR-R50, PR-R56, PR-R90: looks for whoever hides from this one: one check, against the Stealth of each.
    pub struct Search for Proficiency, by ActorId {}
}

impl Act<Proficiency> for Search {
    type By = ActorId;
    type Ready = (ActorId, Check);
    const CARD: Card = card!("search", "Search", "Standard", "1 check", "PR-R90");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let using = searching(table);
        let mut check = check::prepare(book, table, who, named(using), using, 0);
        if table.in_the_dark(who, book.house.map_use) {
            check.dc.situation += 2; // PR-R91: darkness hinders searches
        }
        Ok((who, check))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (who, check): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        let hidden: SmallVec<[ActorId; 8]> =
            table.ids().filter(|&id| table.is_able(id) && table.actor(id).hidden_from.contains(who)).collect();
        if hidden.is_empty() {
            // The dice are thrown also if nobody is there, so that the roll gives nothing away.
            turn::spend(book, table, who);
            let throw = Throw::open(Who::Actor(who), check.name.word());
            check.causes.edge(&book.house).roll(throw, |_| (), oracle)?;
            return Ok(());
        }
        let (opposing, answer) = (Opposing::With(stealth(table)), named(stealth(table)));
        let asked = Contest { check, opponents: &hidden, opposing, answer, together: false };
        let mut spent = turn::Spent::Nothing;
        let won = contest::contest(book, table, asked, |table| spent = turn::spend(book, table, who), oracle)?;
        if won.is_withdrawn() {
            return Ok(());
        }
        for (found, _) in &won.over {
            conditions::found(table, *found, who, oracle);
        }
        let verdict = won.settled.map_or(Verdict::Failure, |settled| settled.verdict);
        turn::momentum(book, table, who, Upshot { spent, verdict, felled: false, joint: false }, oracle);
        Ok(())
    }
}
