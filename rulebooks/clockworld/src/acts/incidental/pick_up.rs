//! Picking up something that lies near (CW-253).

use super::prelude::*;

incidental! {
    /// CW-253: picks up something that lies near.
    pub struct PickUp: "pick-up", "Pick up", "CW-253", else "nothing is at hand to pick up" {
        thing: Handled = "What";
    }
}

impl Quick for PickUp {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        if !can_be_picked_up(table, thing) {
            return Err(bar!("CW-253", "not-there", "{} cannot pick that up", table.name(who)).moot().into());
        }
        near(table, who, thing)?;
        free_hands(table, who, thing)?;
        Ok(Motion::PickUp(thing))
    }
}

/// Lying about, and light enough for one motion: nothing that is Hefted, passed, opened or built in.
fn can_be_picked_up(table: &Table, thing: ThingId) -> bool {
    let Some(state) = table.things.get(usize::from(thing.0)) else { return false };
    let sheet = table.thing_sheet(thing);
    let fixed = sheet.obstacle.is_some() || sheet.operable || sheet.very_large || state.piece.is_some();
    matches!(state.at, Whereabouts::Place(_)) && sheet.heft_rank.is_none() && !fixed && sheet.piece.is_none()
}
