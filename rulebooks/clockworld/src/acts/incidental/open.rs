//! Doors and levers (CW-198, CW-252).

use super::IncidentalEvent;
use super::prelude::*;
use crate::{sneak, table::Wholeness};

/// CW-252: can it be opened or closed, and is it not so already?
fn opens<'t>(table: &'t Table, who: ActorId, thing: ThingId, open: bool) -> Result<(), Why<'t>> {
    table.known_thing(thing)?;
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    if !sheet.operable || state.state == Wholeness::Destroyed {
        return Err(bar!("CW-252", "does-not-open", "{} cannot be opened or closed", &sheet.name).moot());
    }
    if state.open == open {
        let how = if open { "open" } else { "closed" };
        return Err(bar!("CW-252", "is-so", "{} is {} already", &sheet.name, how));
    }
    near(table, who, thing)
}

/// An open door hinders neither sight nor way.
pub fn operate(table: &mut Table, thing: ThingId, open: bool) {
    table.thing_mut(thing).open = open;
    let shut = (&table.setup.things[usize::from(thing.0)].piece, table.thing(thing).piece);
    if let (Some(shut), Some(at)) = shut {
        let (sight, way) = (shut.blocks_sight, shut.blocks_move);
        let piece = &mut table.pieces[usize::from(at)];
        piece.blocks_sight = sight && !open;
        piece.blocks_move = way && !open;
    }
}

incidental! {
    /// CW-252: opens a door, pulls a lever. CW-198: the GM says whether what has a lock opens at all.
    pub struct Open: "open", "Open", "CW-252", else "nothing is at hand to open" {
        thing: Handled = "What";
    }
}

impl Quick for Open {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        opens(see.table, who, thing, true)?;
        Ok(Motion::Open(thing))
    }
}

/// CW-198: does it turn out to be locked?
pub fn is_locked<O: Oracle>(table: &Table, who: ActorId, thing: ThingId, oracle: &mut O) -> Flow<bool> {
    Ok(has_lock(table, thing) && (Locked { who, thing }).ask(Who::Gm, table, oracle)? == IsLocked::Locked)
}

/// A lock that nobody has got past yet.
fn has_lock(table: &Table, thing: ThingId) -> bool {
    let state = table.thing(thing);
    table.thing_sheet(thing).crack_rank.is_some() && !state.cracked && !state.dismantled
}

ask! {
    /// CW-198, to the GM: does what has a lock open at all?
    pub struct Locked for Clockworld: "locked", "CW-198" {
        who: ActorId,
        thing: ThingId,
    }
    |self, table| format!("{} tries {}. Is it locked?", table.name(self.who), table.thing_sheet(self.thing).name);
    /// What the GM says of a lock.
    pub enum IsLocked {
        Opens = "opens", "It opens";
        Locked = "locked", "It is locked";
    }
}

act! {
    /// CW-252: closes a door, pushes a lever back.
    pub struct Close for Clockworld, by ActorId {
        thing: Handled = "What";
    }
}

impl Act<Clockworld> for Close {
    type By = ActorId;
    type Ready = Incidental;
    const CARD: Card = card!("close", "Close", "Incidentals", "", "CW-252");
    const NOTHING: Why<'static> = bar!("CW-252", "nothing-at-hand", "nothing is at hand to close");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Incidental, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        opens(table, who, thing, false)?;
        let piece = table.thing(thing).piece.map(|at| &table.pieces[usize::from(at)]);
        let stands_in = |cell| table.standing_in(cell, ActorId(u16::MAX));
        if let Some(other) = piece.and_then(|piece| piece.cells.iter().find_map(|&cell| stands_in(cell))) {
            return Err(bar!("CW-252", "in-the-way", "{} stands in the way", table.name(other)).into());
        }
        Ok(Incidental::of(see, who, Motion::Close(thing))?)
    }

    fn resolve<O: Oracle>(act: Incidental, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        act.go(book, table, oracle)
    }

    /// CW-252: somebody unseen stands in the way, and it does not close.
    fn meet_the_unknown<O: Oracle>(
        &self,
        who: ActorId,
        why: Refusal,
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Some(&Handled(thing)) = self.thing.value().filter(|_| why.code == "in-the-way") else {
            return Err(why.into());
        };
        table.actor_mut(who).touch(thing);
        let stuck = IncidentalEvent::Stuck { who, thing };
        oracle.tell(sneak::audience(table, who), || Event::Incidental(stuck));
        Ok(())
    }
}
