//! Giving something held to a friend near by (CW-253).

use super::prelude::*;

incidental! {
    /// CW-253: gives something held to a friend near by.
    pub struct HandOver: "hand-over", "Hand over", "CW-253", else "nothing is at hand to hand over" {
        thing: Handled = "What";
        to: ActorId = "To";
    }
}

impl Quick for HandOver {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        let to = self.to()?;
        takes_it(see.table, who, to)?;
        free_hands(see.table, to, thing)?;
        Ok(Motion::HandOver { thing, to })
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
