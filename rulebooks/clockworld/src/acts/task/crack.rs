//! Crack: opening what is locked (CW-198, CW-199, CW-200).

use super::{prelude::*, things::at_hand};
use crate::table::Wholeness;

workpiece! {
    /// Something that may have a lock.
    pub struct Crackable of TaskName::Crack;
}

act! {
    /// CW-198, CW-199, CW-200: opens what is locked.
    pub struct Crack for Clockworld, by ActorId {
        object: Crackable = "What";
        focus: bool = "Focus (High Roll; twice the time if it is Lengthy)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

impl Act<Clockworld> for Crack {
    type By = ActorId;
    type Ready = Trying;
    const CARD: Card = card!("crack", "Crack", "Tasks", "1 Action", "CW-198");
    const NOTHING: Why<'static> = bar!("CW-198", "nothing-here", "there is nothing to crack within reach");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Trying, Bar<'t>> {
        may_try(see.table, who)?;
        let Crackable(thing) = self.object()?;
        let task = fits(see, Task::plain(who, TaskName::Crack, Object::Thing(thing)))?;
        Ok(task.with(see, self.focus()?)?.sneakily(self.sneakily()?))
    }

    fn resolve<O: Oracle>(task: Trying, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        try_it(book, table, task, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        let plain = |thing| Task::plain(who, TaskName::Crack, Object::Thing(thing));
        offer_of(see, who, offer, see.thing_ids().map(plain));
    }
}

/// CW-198: is this a thing to be opened, and can it be reached?
pub fn workable(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Why<'_>> {
    known_thing(table, thing)?;
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    if !sheet.tasks.crack {
        return Err(bar!("CW-198", "wrong-object", "{} is nothing to crack", &sheet.name).moot());
    }
    if state.state == Wholeness::Destroyed {
        return Err(bar!("CW-R52", "destroyed", "{} is destroyed", &sheet.name));
    }
    if state.cracked {
        return Err(bar!("CW-198", "done-already", "that is done to {} already", &sheet.name));
    }
    at_hand(table, who, thing)
}

/// CW-199: access or control.
pub fn succeed(table: &mut Table, thing: ThingId) {
    table.thing_mut(thing).cracked = true;
}
