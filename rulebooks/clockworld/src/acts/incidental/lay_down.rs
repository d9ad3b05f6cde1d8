//! Laying down what is held, letting go of it, and putting down what is carried with both hands (CW-253, CW-R117, CW-R133).

use super::prelude::*;
use super::{may_act, may_at_any_time};
use crate::harm;

act! {
    /// CW-253: lays something held down.
    pub struct PutDown for Clockworld, by ActorId {
        thing: Handled = "What";
    }
}

/// A thing that may be laid down.
pub struct LayingDown {
    who: ActorId,
    thing: ThingId,
    act: Incidental,
}

impl Act<Clockworld> for PutDown {
    type By = ActorId;
    type Ready = LayingDown;
    const CARD: Card = card!("put-down", "Lay down", "Incidentals", "", "CW-253");
    const NOTHING: Why<'static> = bar!("CW-253", "nothing-at-hand", "nothing is at hand to lay down");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<LayingDown, Bar<'t>> {
        may_handle(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        Ok(LayingDown { who, thing, act: incidental(see, who, Motion::PutDown(thing))? })
    }

    fn resolve<O: Oracle>(
        LayingDown { who, thing, act }: LayingDown,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let place = table.actor(who).place;
        act.go(book, table, oracle, |table, _| table.let_go(who, thing, Whereabouts::Place(place)))
    }
}

act! {
    /// CW-R133, CW-R136: lets something held fall, at any time. It is no handling.
    pub struct Drop for Clockworld, by ActorId {
        thing: Handled = "What";
    }
}

/// A thing that may be let go of.
pub struct Dropping {
    who: ActorId,
    thing: ThingId,
    act: Incidental,
}

impl Act<Clockworld> for Drop {
    type By = ActorId;
    type Ready = Dropping;
    const CARD: Card = card!("drop", "Let go of", "Incidentals", "", "CW-R133");
    const NOTHING: Why<'static> = bar!("CW-R133", "nothing-at-hand", "nothing is at hand to let go of");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Dropping, Bar<'t>> {
        may_at_any_time(see.table, who)?;
        let Handled(thing) = self.thing()?;
        holds(see.table, who, thing)?;
        Ok(Dropping { who, thing, act: incidental(see, who, Motion::Drop(thing))? })
    }

    fn resolve<O: Oracle>(
        Dropping { who, thing, act }: Dropping,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        act.go(book, table, oracle, |table, oracle| harm::drop_thing(table, who, thing, oracle))
    }
}

act! {
    /// CW-R117: puts down what is carried with both hands.
    pub struct SetDown for Clockworld, by ActorId {}
}

/// Somebody who may put down what it carries.
pub struct SettingDown {
    who: ActorId,
    act: Incidental,
}

impl Act<Clockworld> for SetDown {
    type By = ActorId;
    type Ready = SettingDown;
    const CARD: Card = card!("set-down", "Put down what is carried", "Incidentals", "", "CW-R117");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<SettingDown, Bar<'t>> {
        let table = see.table;
        may_act(table, who)?;
        if table.actor(who).hefting.is_none() {
            let words = "{} carries nothing with both hands";
            return Err(bar!("CW-R117", "carries-nothing", words, table.name(who)).into());
        }
        Ok(SettingDown { who, act: incidental(see, who, Motion::SetDown)? })
    }

    fn resolve<O: Oracle>(
        SettingDown { who, act }: SettingDown,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        act.go(book, table, oracle, |table, _| {
            harm::set_down(table, who);
        })
    }
}
