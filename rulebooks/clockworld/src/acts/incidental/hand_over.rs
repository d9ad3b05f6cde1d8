//! Giving something held to a friend near by (CW-253).

use super::prelude::*;

act! {
    /// CW-253: gives something held to a friend near by.
    pub struct HandOver for Clockworld, by ActorId {
        thing: Handled = "What";
        to: ActorId = "To";
    }
}

/// A thing that may be handed over.
pub struct HandingOver {
    who: ActorId,
    thing: ThingId,
    to: ActorId,
    act: Incidental,
}

impl Act<Clockworld> for HandOver {
    type By = ActorId;
    type Ready = HandingOver;
    const CARD: Card = card!("hand-over", "Hand over", "Incidentals", "", "CW-253");
    const NOTHING: Why<'static> = bar!("CW-253", "nothing-at-hand", "nothing is at hand to hand over");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<HandingOver, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        let to = self.to()?;
        takes_it(see.table, who, to)?;
        free_hands(see.table, to, thing)?;
        Ok(HandingOver { who, thing, to, act: incidental(see, who, Motion::HandOver { thing, to })? })
    }

    fn resolve<O: Oracle>(
        HandingOver { who, thing, to, act }: HandingOver,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let place = table.actor(who).place;
        act.go(book, table, oracle, |table, _| {
            table.let_go(who, thing, Whereabouts::Place(place));
            take(table, to, thing);
        })
    }
}

/// CW-253: a friend near by who can take something.
fn takes_it(table: &Table, who: ActorId, to: ActorId) -> Result<(), Why<'_>> {
    if !table.exists(to) || to == who {
        return Err(bar!("CW-253", "cannot-take-it", "there is nobody to take it").moot());
    }
    let cannot = bar!("CW-253", "cannot-take-it", "{} cannot take it from {}", table.name(to), table.name(who));
    if table.side_of(to) != table.side_of(who) {
        return Err(cannot.moot());
    }
    let (from, there) = (table.actor(who).place, table.actor(to).place);
    let close = table.setup.space.is_adjacent(from, there) || table.in_reach(who, to);
    if !close || !table.is_active(to) || table.is_pinned(to) {
        return Err(cannot);
    }
    Ok(())
}
