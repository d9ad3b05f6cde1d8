//! Somebody or something is moved by others (SE-R91).

use super::{known, running};
use crate::{
    acts::{
        movement::{self, Force},
        prelude::*,
        value::free_spots,
    },
    reactions::free::Mover,
};

act! {
    /// SE-R91: somebody is moved by others.
    pub struct Push for Segments, by Gm {
        who: ActorId = "Whom";
        how: Force = "How", usual;
        through: Option<Spot> = "By way of", usual;
        to among where_to_push: Spot = "Where to";
    }
}

act! {
    /// SE-R91: a thing is moved by others.
    pub struct PushThing for Segments, by Gm {
        thing: ThingId = "What";
        how: Force = "How", usual;
        through: Option<Spot> = "By way of", usual;
        to among where_to_push_a_thing: Spot = "Where to";
    }
}

fn where_to_push(_: &Push, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Spot> {
    free_spots(see)
}

fn where_to_push_a_thing(_: &PushThing, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Spot> {
    free_spots(see)
}

/// A forced movement that may be made.
pub struct Pushed {
    what: Mover,
    path: Vec<Cell>,
}

impl Pushed {
    /// From the map to a free cell of it.
    fn ready<'t>(
        see: See<'_, 't>,
        what: Mover,
        how: Result<Force, Bar<'t>>,
        through: Result<Option<Spot>, Bar<'t>>,
        to: Result<Spot, Bar<'t>>,
    ) -> Result<Pushed, Bar<'t>> {
        let table = see.table;
        let no_push = bar!("SE-R91", "no-push", "it cannot be moved there").moot();
        let from = match what {
            Mover::Body(who) => Some(table.actor(who).place.cell).filter(|_| table.is_here(who)),
            Mover::Thing(thing) => movement::standing(table, thing).filter(|_| table.thing(thing).piece.is_none()),
        };
        let Some(from) = from else { return Err(no_push.into()) };
        let (how, through) = (how?, through?.map(|spot| spot.0));
        let space = &table.setup.space;
        if through.is_some_and(|cell| !space.contains(cell)) {
            return Err(no_push.into());
        }
        let Spot(to) = to?;
        if !space.contains(to) || table.is_taken(to) || from == to {
            return Err(no_push.into());
        }
        Ok(Pushed { what, path: movement::forced_path(table, from, through, to, how) })
    }
}

impl Act<Segments> for Push {
    type By = Gm;
    type Ready = Pushed;
    const CARD: Card = card!("push", "Move somebody", "GM", "", "SE-R91");
    const NOTHING: Why<'static> = bar!("SE-R91", "no-push", "nobody can be moved anywhere");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Pushed, Bar<'t>> {
        running(see.table)?;
        let who = self.who()?;
        known(see.table, who)?;
        Pushed::ready(see, Mover::Body(who), self.how(), self.through(), self.to())
    }

    fn resolve<O: Oracle<Segments>>(pushed: Pushed, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        movement::force(book, table, pushed.what, &pushed.path, oracle)
    }
}

impl Act<Segments> for PushThing {
    type By = Gm;
    type Ready = Pushed;
    const CARD: Card = card!("push-thing", "Move a thing", "GM", "", "SE-R91");
    const NOTHING: Why<'static> = bar!("SE-R91", "no-push", "nothing can be moved anywhere");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Pushed, Bar<'t>> {
        running(see.table)?;
        let thing = self.thing()?;
        if thing.index() >= see.things.len() {
            return Err(bar!(_, "unknown-thing", "there is no such thing").into());
        }
        Pushed::ready(see, Mover::Thing(thing), self.how(), self.through(), self.to())
    }

    fn resolve<O: Oracle<Segments>>(pushed: Pushed, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        movement::force(book, table, pushed.what, &pushed.path, oracle)
    }
}
