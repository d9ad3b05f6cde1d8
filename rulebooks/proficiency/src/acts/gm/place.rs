//! Somebody is put somewhere (PR-R91).

use super::known;
use crate::acts::prelude::*;
use referee_engine::{CellChoice, space::Cell};

act! {
    /// PR-R91: where somebody stands.
    pub struct Place for Proficiency, by Gm {
        who: ActorId = "Who";
        to of who: Square = "Where";
    }
}

/// A square of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(Cell);

impl Value<Proficiency> for Square {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.setup.space.cells().map(Square).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(see.setup.space.cell_key(self.0), see.setup.space.cell_key(self.0))
    }

    fn cell(&self, see: See<'_, '_>, _: Option<ActorId>) -> Option<CellChoice> {
        Some(CellChoice::of(&see.setup.space, self.0, 0, ""))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Square)
    }
}

/// A square where somebody may be put.
pub struct Putting {
    who: ActorId,
    cell: Cell,
}

/// Somebody was put somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed {
    pub who: ActorId,
    pub cell: Cell,
}

impl Act<Proficiency> for Place {
    type By = Gm;
    type Ready = Putting;
    const CARD: Card = card!("place", "Put somebody somewhere", "GM", "", "PR-R91");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Putting, Bar<'t>> {
        let table = see.table;
        if !table.is_mapped() {
            return Err(bar!("PR-R91", "no-map", "there is no map").moot().into());
        }
        let who = self.who()?;
        known(table, who)?;
        let cell = self.to()?.0;
        let is_free = table.setup.space.contains(cell)
            && !table.square(cell).blocked
            && table.occupied(cell).is_none_or(|id| id == who);
        let taken = bar!("PR-R91", "bad-place", "nobody can stand there").moot();
        if is_free { Ok(Putting { who, cell }) } else { Err(taken.into()) }
    }

    fn resolve<O: Oracle<Proficiency>>(
        Putting { who, cell }: Putting,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let place = table.setup.space.on_ground(cell);
        table.actor_mut(who).place = place;
        oracle.tell(Audience::All, || Event::Placed(Placed { who, cell }));
        Ok(())
    }
}

impl Tells<Proficiency> for Placed {
    fn line(&self, _: &Proficiency, table: &Table) -> Line {
        let text = format!("{}: at {}", table.name(self.who), table.setup.space.cell_key(self.cell));
        Line::new(0, text, [rule!("PR-R91")]).by(self.who)
    }
}
