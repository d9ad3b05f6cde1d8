//! Late arrivals (CR-R21).

use crate::{acts::prelude::*, turn::order};

act! {
    /// CR-R21: somebody arrives.
    pub struct Arrive for Crisis, by Gm {
        who: ActorId = "Who";
    }
}

told! {
    /// Somebody who may arrive, or does.
    #[derive(Copy)]
    pub struct Arrives for Crisis { who: ActorId }
    |table| "CR-R21" => format!("{} arrives", table.name(who));
}

impl Act<Crisis> for Arrive {
    type By = Gm;
    type Ready = Arrives;
    const CARD: Card = card!("arrive", "Somebody arrives", "GM", "", "CR-R21");
    const NOTHING: Why<'static> = bar!("CR-R21", "nobody", "there is nobody for that now");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Arrives, Bar<'t>> {
        let table = see.table;
        let who = self.who()?;
        table.known(who)?;
        if !table.actor(who).absent {
            return Err(bar!("CR-R21", "here", "{} is here already", table.name(who)).moot().into());
        }
        if !table.is_free(table.actor(who).place.cell, who) {
            return Err(bar!("CR-R120", "no-room", "somebody stands where {} would arrive", table.name(who)).into());
        }
        Ok(Arrives { who })
    }

    fn resolve<O: Oracle<Crisis>>(arrives: Arrives, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Arrive(arrives));
        order::arrive(book, table, arrives.who, oracle)
    }
}
