//! Any other action, done as normal (SE-067): pull a lever, read a sign. It needs no roll.

use super::prelude::*;

act! {
    /// SE-067: anything else.
    pub struct Something for Segments, by ActorId {
        what: Text<200> = "What";
    }
}

told! {
    /// SE-067: something was done.
    pub struct Did for Segments { who: ActorId, what: String }
    |table| "SE-067" by who => format!("{}: {}", table.name(who), what);
}

impl Act<Segments> for Something {
    type By = ActorId;
    type Ready = Did;
    const CARD: Card = card!("do", "Do something else", "Actions", "", "SE-067");

    /// SE-R42: whatever a Standard Action can be, can be done hastily; without a roll it simply happens earlier. A Slow Action
    /// is for slow objects.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Did, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        let slow = table.clock.mode == Speed::Segmented && table.actor(who).part.intention == Some(Intention::Slow);
        turn::may(see.book, table, who, Needs::Use { slow })?;
        Ok(Did { who, what: self.what()?.within()? })
    }

    /// SE-067: it is done, neither with advantage nor with disadvantage.
    fn resolve<O: Oracle<Segments>>(did: Did, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::spend(book, table, did.who, oracle);
        oracle.tell(Audience::All, || Event::Did(did));
        Ok(())
    }
}
