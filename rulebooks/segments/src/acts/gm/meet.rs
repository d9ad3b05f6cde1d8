//! What wanders about is met (SE-026, SE-D07).

use crate::{
    acts::{prelude::*, value::free_spots},
    scene,
    table::Table,
    turn::{self, Why as Reason, rounds::Stopping},
};
use referee_dice::Roll;
use referee_engine::{MAX_ACTORS, space::Grid};
use smallvec::SmallVec;

act! {
    /// SE-D07: sets out an encounter: by the table or by choice, at a place, and the clock may be stopped at once.
    pub struct Meet for Segments, by Gm {
        what: What = "What is met";
        at among places: Spot = "Where";
        /// SE-R13.
        stop: bool = "Stop the clock at once", usual;
    }
}

fn places(_: &Meet, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Spot> {
    free_spots(see)
}

/// What is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Nothing that has to be played.
    Nothing,
    /// 1d6 on the table of the area.
    Table,
    /// This row of it.
    Row(u8),
}

impl Value<Segments> for What {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        let rows = see.here().map_or(0, |area| area.wander_table.len() as u8);
        [What::Nothing, What::Table].into_iter().chain((0..rows).map(What::Row)).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            What::Nothing => Choice::new("nothing", "Nothing that has to be played"),
            What::Table => Choice::new("table", "1d6 on the table"),
            What::Row(row) => {
                let met = see.here().and_then(|area| area.wander_table.get(usize::from(*row)));
                let label = met.map_or_else(String::new, |met| format!("{} {}", met.count, met.who));
                Choice::new(format!("row-{}", row + 1), label)
            }
        }
    }
}

told! {
    /// SE-D07: so many of them are met.
    pub struct Met for Segments { who: SmallVec<[ActorId; 4]> }
    |table| "SE-026" => {
        let names: Vec<&str> = who.iter().map(|&who| table.name(who)).collect();
        if names.is_empty() { "It comes to nothing".into() } else { format!("Met: {}", names.join(", ")) }
    };
}

/// Is there a table to roll on?
pub fn has_table(table: &Table) -> bool {
    table.here().is_some_and(|area| !area.wander_table.is_empty())
}

impl Act<Segments> for Meet {
    type By = Gm;
    type Ready = (Option<(What, Cell)>, bool);
    const CARD: Card = card!("meet", "Set out an encounter", "GM", "", "SE-026");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let table = see.table;
        if table.encounters == 0 || table.over.is_some() {
            return Err(bar!("SE-026", "no-encounter", "no check has brought an encounter").into());
        }
        let none = bar!("SE-D07", "no-such-encounter", "that cannot be met there").moot();
        let rows = table.here().map_or(0, |area| area.wander_table.len());
        let what = self.what()?;
        let fits = match what {
            What::Nothing => return Ok((None, false)),
            What::Table => has_table(table),
            What::Row(row) => usize::from(row) < rows,
        };
        if !fits || table.actors.len() + 12 > MAX_ACTORS {
            return Err(none.into());
        }
        let Spot(at) = self.at()?;
        if !table.setup.space.contains(at) || table.is_taken(at) {
            return Err(none.into());
        }
        Ok((Some((what, at)), self.stop()?))
    }

    fn resolve<O: Oracle<Segments>>(
        (what, stop): Self::Ready,
        book: &Segments,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.encounters -= 1;
        let Some((what, at)) = what else {
            oracle.tell(Audience::All, || Event::Met(Met { who: SmallVec::new() }));
            return Ok(());
        };
        let rows: SmallVec<[u8; 6]> =
            table.here().map_or_else(SmallVec::new, |area| area.wander_table.iter().map(|met| met.up_to).collect());
        let row = match what {
            What::Row(row) => usize::from(row),
            What::Nothing | What::Table => {
                let throw = Throw::hidden(Who::Gm, "encounter", Audience::Gm);
                let row = |face: i32| rows.iter().position(|&up_to| face <= i32::from(up_to)).unwrap_or(rows.len() - 1);
                oracle.roll(throw, Roll::die(6), row)?.value
            }
        };
        let Some(met) = table.here().and_then(|area| area.wander_table.get(row)).cloned() else { return Ok(()) };
        let mut who: SmallVec<[ActorId; 4]> = SmallVec::new();
        for _ in 0..met.count {
            let Some(cell) = nearest_free(table, at) else { break };
            who.extend(scene::newcomer(book, table, &met.who, cell));
        }
        oracle.tell(Audience::All, || Event::Met(Met { who }));
        if stop && table.clock.mode != Speed::Segmented {
            turn::stop(book, table, Reason::Event, &Stopping::default(), oracle)?;
        }
        Ok(())
    }
}

/// The free cell that is nearest to a place.
fn nearest_free(table: &Table, to: Cell) -> Option<Cell> {
    let space = &table.setup.space;
    if space.grid() == Grid::Zones {
        return Some(to);
    }
    let goal = space.on_ground(to);
    let walled = |cell: Cell| table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
    let free = space.cells().filter(|&cell| !table.is_taken(cell) && !walled(cell));
    free.min_by_key(|&cell| (space.distance_sq(space.on_ground(cell), goal), cell))
}
