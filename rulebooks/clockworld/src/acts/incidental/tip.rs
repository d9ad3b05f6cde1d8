//! Tipping a table, or turning one that is tipped (CW-261, CW-D56).

use super::prelude::*;
use crate::table::Wholeness;
use referee_engine::space::Sides;

incidental! {
    /// CW-261, CW-D56: tips something over, or turns it: from where it gives Cover, as it sees it itself.
    pub struct Tip: "tip", "Tip over or turn", "CW-261", else "nothing is at hand to tip over" {
        thing: Handled = "What";
        from: Towards = "Cover from";
    }
}

impl Quick for Tip {
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        table.known_thing(thing)?;
        let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
        if !sheet.tips_over || state.state == Wholeness::Destroyed {
            return Err(bar!("CW-261", "does-not-tip", "{} cannot be tipped so", &sheet.name).moot().into());
        }
        near(table, who, thing)?;
        let cell = match state.at {
            Whereabouts::Place(place) => place.cell,
            Whereabouts::Held(_) | Whereabouts::Worn(_) | Whereabouts::Hidden(_) | Whereabouts::Gone => {
                table.actor(who).place.cell
            }
        };
        let Some(from) = self.from()?.degrees(table, cell) else {
            return Err(bar!("CW-261", "no-direction", "that is no direction from there").moot().into());
        };
        if state.tipped == Some(from) {
            return Err(bar!("CW-261", "stands-so", "{} stands so already", &sheet.name).moot().into());
        }
        Ok(Motion::Tip { thing, from })
    }
}

/// CW-261, CW-252: it stands on its edge now and gives Cover from one side only.
pub fn tip(table: &mut Table, thing: ThingId, from: u16) {
    table.thing_mut(thing).tipped = Some(from);
    if let Some(at) = table.thing(thing).piece {
        let piece = &mut table.pieces[usize::from(at)];
        piece.cover = 1;
        piece.from = Sides::From(SmallVec::from_slice(&[from]));
    }
}
