//! Somebody comes into the scene, or leaves it (SE-R19).

use super::{known, running};
use crate::{
    acts::{prelude::*, value::free_spots},
    facts::can_be,
    table::Out,
    turn,
};

act! {
    /// SE-R19: somebody comes in.
    pub struct Enter for Segments, by Gm {
        who: ActorId = "Who";
        at among entrances: Spot = "Where";
    }
}

act! {
    /// SE-R19: somebody leaves.
    pub struct Exit for Segments, by Gm {
        who: ActorId = "Who";
    }
}

fn entrances(_: &Enter, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Spot> {
    free_spots(see)
}

told! {
    /// Somebody came or left.
    pub struct Entered for Segments {
        who: ActorId,
        /// Came?
        comes: bool,
    }
    |table| "SE-R19" by who => {
        let how = if comes { "is here now" } else { "is gone" };
        format!("{} {how}", table.name(who))
    };
}

impl Act<Segments> for Enter {
    type By = Gm;
    type Ready = (ActorId, Cell);
    const CARD: Card = card!("enter", "Somebody comes in", "GM", "", "SE-R19");
    const NOTHING: Why<'static> = bar!("SE-R19", "no-place", "nobody can come in");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let table = see.table;
        running(table)?;
        let who = self.who()?;
        known(table, who)?;
        let no_place = bar!("SE-R19", "no-place", "that cannot be").moot();
        if table.actor(who).out != Out::Away || table.sheet(who).trap {
            return Err(no_place.into());
        }
        let Spot(at) = self.at()?;
        if !table.setup.space.contains(at) || table.is_taken(at) {
            return Err(no_place.into());
        }
        Ok((who, at))
    }

    /// SE-R19: newcomers join at the next round.
    fn resolve<O: Oracle<Segments>>(
        (who, at): Self::Ready,
        book: &Segments,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let place = table.setup.space.on_ground(at);
        let actor = table.actor_mut(who);
        (actor.place, actor.hidden) = (place, false);
        // Whoever was helpless or dead comes back so. Who never had any Health is dead.
        let left_as = actor.left_as.take().unwrap_or_default();
        actor.out = if can_be(book, actor.health, left_as) { left_as } else { Out::Dead };
        actor.down &= actor.out != Out::Dead;
        oracle.tell(Audience::All, || Event::Entered(Entered { who, comes: true }));
        Ok(())
    }
}

impl Act<Segments> for Exit {
    type By = Gm;
    type Ready = ActorId;
    const CARD: Card = card!("exit", "Somebody leaves", "GM", "", "SE-R19");
    const NOTHING: Why<'static> = bar!("SE-R19", "no-place", "nobody can leave");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ActorId, Bar<'t>> {
        let table = see.table;
        running(table)?;
        let who = self.who()?;
        known(table, who)?;
        if table.actor(who).out == Out::Away || table.sheet(who).trap {
            return Err(bar!("SE-R19", "no-place", "that cannot be").moot().into());
        }
        Ok(who)
    }

    fn resolve<O: Oracle<Segments>>(who: ActorId, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let actor = table.actor_mut(who);
        actor.left_as = Some(actor.out).filter(|out| *out != Out::Active);
        actor.out = Out::Away;
        oracle.tell(Audience::All, || Event::Entered(Entered { who, comes: false }));
        turn::no_longer_helps(table, who, oracle);
        Ok(())
    }
}
