//! Going on with a Lengthy Task (CW-224, CW-D44, CW-R118).

use super::{lengthy, prelude::*};

act! {
    /// CW-R118: one Action of work on a Lengthy Task, and nothing else this Turn.
    pub struct Work for Clockworld, by ActorId {}
}

impl Act<Clockworld> for Work {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("work", "Go on with the Lengthy Task", "Tasks", "1 Action", "CW-R118");

    /// CW-224, CW-D44: may this Character go on with its work now?
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        let none = bar!("CW-221", "no-work", "there is no Lengthy Task to go on with").moot();
        if !table.exists(who) {
            return Err(none.into());
        }
        let work = table.actor(who).lengthy.as_ref().ok_or(none)?;
        table.may_act(who)?;
        if work.worked {
            return Err(bar!("CW-R118", "worked-already", "{} has done this Turn's work", table.name(who)).into());
        }
        lengthy::whole_turn(table, who)?;
        turn::may_spend(book, table, who, &work.task.taken(), false)?;
        super::workable(book, table, &work.task)?;
        Ok(who)
    }

    fn resolve<O: Oracle>(who: ActorId, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        // To go on is not to do something else (CW-R119), so the work is set aside while the Action is taken.
        let work = table.actor_mut(who).lengthy.take();
        if let Some(work) = &work {
            turn::spend(book, table, who, work.task.taken(), false);
        }
        table.actor_mut(who).lengthy = work;
        lengthy::one_turn(book, table, who, oracle)
    }
}
