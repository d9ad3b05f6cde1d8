//! A trap goes off (SE-030, SE-R18).

use super::{enter::Entered, known};
use crate::{
    acts::prelude::*,
    table::Out,
    turn::{self, Why as Reason, rounds::Stopping},
};

act! {
    /// SE-030, SE-R18: a trap goes off.
    pub struct Unleash for Segments, by Gm {
        trap: ActorId = "Which";
    }
}

/// A trap that can go off.
pub struct Trap(ActorId);

impl Act<Segments> for Unleash {
    type By = Gm;
    type Ready = Trap;
    const CARD: Card = card!("unleash", "Unleash a trap", "GM", "", "SE-030");
    const NOTHING: Why<'static> = bar!("SE-R18", "no-trap", "there is no trap that can be unleashed");

    /// A trap that is still hidden away.
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Trap, Bar<'t>> {
        let (table, trap) = (see.table, self.trap()?);
        known(table, trap)?;
        let broken = table.actor(trap).health == 0; // SE-R109: what has no Health left does nothing more
        let none = bar!("SE-R18", "no-trap", "that is no trap that can be unleashed");
        if !table.sheet(trap).trap {
            return Err(none.moot().into());
        }
        if table.actor(trap).out != Out::Away || table.over.is_some() || broken {
            return Err(none.into());
        }
        Ok(Trap(trap))
    }

    /// SE-030, SE-R18: an unleashed trap takes part; the clock is stopped for it.
    fn resolve<O: Oracle<Segments>>(Trap(trap): Trap, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let actor = table.actor_mut(trap);
        (actor.out, actor.hidden) = (Out::Active, false);
        oracle.tell(Audience::All, || Event::Entered(Entered { who: trap, comes: true }));
        if table.clock.mode != Speed::Segmented {
            turn::stop(book, table, Reason::Trap, &Stopping::default(), oracle)?;
        }
        Ok(())
    }
}
