//! Things on the map are taken off it, or stand elsewhere (CR-R77).

use crate::acts::prelude::*;
use referee_engine::space::Cell;
use std::sync::Arc;

/// Something on the map, by its place in the list of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectAt(pub u8);

indexed_values! { Crisis: ObjectAt in |table| table.setup.objects, |it| Choice::new(&*it.key, &*it.name); }

/// Nothing to choose from.
const NOTHING: Why<'static> = bar!("CR-R77", "not-now", "nothing stands on the map");

/// Is there such a thing?
fn exists(table: &Table, ObjectAt(at): ObjectAt) -> Result<usize, Why<'static>> {
    let at = usize::from(at);
    let unknown = bar!("CR-R77", "unknown", "there is no such thing on the map");
    if at < table.setup.objects.len() { Ok(at) } else { Err(unknown) }
}

told! {
    /// Something on the map is taken off it, or stands elsewhere. It is told by its name, which it may not have any more later.
    pub struct MapChanged for Crisis { what: String, to: Option<Cell> }
    |table| "CR-R77" => {
        let where_to = to.map(|cell| table.setup.space.cell_key(cell));
        let how = where_to.map_or("is taken off the map".to_owned(), |cell| format!("stands at {cell} now"));
        format!("{} {how}", what)
    };
}

act! {
    /// CR-R77: something is taken off the map.
    pub struct Remove for Crisis, by Gm {
        what: ObjectAt = "What";
    }
}

impl Act<Crisis> for Remove {
    type By = Gm;
    type Ready = usize;
    const CARD: Card = card!("remove", "Take something off the map", "GM", "", "CR-R77");
    const NOTHING: Why<'static> = NOTHING;

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<usize, Bar<'t>> {
        Ok(exists(see.table, self.what()?)?)
    }

    fn resolve<O: Oracle<Crisis>>(at: usize, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let what = table.setup.objects[at].name.clone();
        oracle.tell(Audience::All, || Event::Scenery(MapChanged { what, to: None }));
        Arc::make_mut(&mut table.setup).objects.remove(at);
        Ok(())
    }
}

act! {
    /// CR-R77: something on the map stands elsewhere now: its first square here, the others as before beside it.
    pub struct Shift for Crisis, by Gm {
        what: ObjectAt = "What";
        to among room: Square = "Where its first square comes to stand";
    }
}

/// Where it has room.
fn room(shift: &Shift, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Square> {
    let what = shift.what.value().copied().unwrap_or(ObjectAt(0));
    let Ok(at) = exists(see, what) else { return Vec::new() };
    see.setup.space.cells().filter(|&cell| shifted(see, at, cell).is_some()).map(Square).collect()
}

/// The squares of an object whose first one is moved there: all on the map, and none where somebody is, if nobody could
/// enter them afterwards.
fn shifted(table: &Table, at: usize, to: Cell) -> Option<SmallVec<[Cell; 4]>> {
    let object = &table.setup.objects[at];
    let from = *object.cells.first()?;
    let is_taken =
        |cell: Cell| table.actors.iter().any(|actor| actor.is_here() && actor.place.cell == cell) && object.blocks_move;
    let moved = |cell: &Cell| {
        let cell = Cell::new(cell.x.checked_add(to.x - from.x)?, cell.y.checked_add(to.y - from.y)?);
        (table.setup.space.contains(cell) && !is_taken(cell)).then_some(cell)
    };
    object.cells.iter().map(moved).collect()
}

impl Act<Crisis> for Shift {
    type By = Gm;
    type Ready = (usize, Cell, SmallVec<[Cell; 4]>);
    const CARD: Card = card!("shift", "Put something elsewhere on the map", "GM", "", "CR-R77");
    const NOTHING: Why<'static> = NOTHING;

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let at = exists(see.table, self.what()?)?;
        let Square(to) = self.to()?;
        let no_room = bar!("CR-R77", "no-room", "it cannot stand there");
        if !see.setup.space.contains(to) {
            return Err(no_room.into());
        }
        let cells = shifted(see.table, at, to).ok_or(no_room)?;
        Ok((at, to, cells))
    }

    fn resolve<O: Oracle<Crisis>>(ready: Self::Ready, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (at, to, cells) = ready;
        let what = table.setup.objects[at].name.clone();
        oracle.tell(Audience::All, || Event::Scenery(MapChanged { what, to: Some(to) }));
        Arc::make_mut(&mut table.setup).objects.shift(at, cells);
        Ok(())
    }
}
