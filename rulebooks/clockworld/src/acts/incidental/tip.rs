//! Tipping a table, or turning one that is tipped (CW-261, CW-D56).

use super::prelude::*;
use crate::table::Wholeness;
use referee_engine::space::Sides;

act! {
    /// CW-261, CW-D56: tips something over, or turns it: from where it gives Cover, as it sees it itself.
    pub struct Tip for Clockworld, by ActorId {
        thing: Handled = "What";
        from: Towards = "Cover from";
    }
}

/// A thing that may be tipped.
pub struct Tipping {
    thing: ThingId,
    from: u16,
    act: Incidental,
}

impl Act<Clockworld> for Tip {
    type By = ActorId;
    type Ready = Tipping;
    const CARD: Card = card!("tip", "Tip over or turn", "Incidentals", "", "CW-261");
    const NOTHING: Why<'static> = bar!("CW-261", "nothing-at-hand", "nothing is at hand to tip over");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Tipping, Bar<'t>> {
        let table = see.table;
        may_handle(table, who)?;
        let Handled(thing) = self.thing()?;
        super::known_thing(table, thing)?;
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
        Ok(Tipping { thing, from, act: incidental(see, who, Motion::Tip { thing, from })? })
    }

    fn resolve<O: Oracle>(
        Tipping { thing, from, act }: Tipping,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        act.go(book, table, oracle, |table, _| tip(table, thing, from))
    }
}

/// CW-261, CW-252: it stands on its edge now and gives Cover from one side only.
fn tip(table: &mut Table, thing: ThingId, from: u16) {
    table.thing_mut(thing).tipped = Some(from);
    if let Some(at) = table.thing(thing).piece {
        let piece = &mut table.pieces[usize::from(at)];
        piece.cover = 1;
        piece.from = Sides::From(SmallVec::from_slice(&[from]));
    }
}
