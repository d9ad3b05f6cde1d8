//! Picking up something that lies near (CW-253).

use super::prelude::*;

act! {
    /// CW-253: picks up something that lies near.
    pub struct PickUp for Clockworld, by ActorId {
        thing: Handled = "What";
    }
}

/// A thing that may be picked up.
pub struct PickingUp {
    who: ActorId,
    thing: ThingId,
    act: Incidental,
}

impl Act<Clockworld> for PickUp {
    type By = ActorId;
    type Ready = PickingUp;
    const CARD: Card = card!("pick-up", "Pick up", "Incidentals", "", "CW-253");
    const NOTHING: Why<'static> = bar!("CW-253", "nothing-at-hand", "nothing is at hand to pick up");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<PickingUp, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        if !can_be_picked_up(table, thing) {
            return Err(bar!("CW-253", "not-there", "{} cannot pick that up", table.name(who)).moot().into());
        }
        near(table, who, thing)?;
        free_hands(table, who, thing)?;
        Ok(PickingUp { who, thing, act: incidental(see, who, Motion::PickUp(thing))? })
    }

    fn resolve<O: Oracle>(
        PickingUp { who, thing, act }: PickingUp,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        act.go(book, table, oracle, |table, _| take(table, who, thing))
    }
}

/// Lying about, and light enough for one motion: nothing that is Hefted, passed, opened or built in.
fn can_be_picked_up(table: &Table, thing: ThingId) -> bool {
    let Some(state) = table.things.get(usize::from(thing.0)) else { return false };
    let sheet = table.thing_sheet(thing);
    let fixed = sheet.obstacle.is_some() || sheet.operable || sheet.very_large || state.piece.is_some();
    matches!(state.at, Whereabouts::Place(_)) && sheet.heft_rank.is_none() && !fixed && sheet.piece.is_none()
}
