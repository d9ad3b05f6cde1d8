//! What wanders about is met (SE-026, SE-D07).

use super::GmEvent;
use crate::{
    Event, Segments, scene,
    table::Table,
    turn::{self, Why, rounds::Stopping},
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Audience, Flow, MAX_ACTORS, Oracle, Refusal, Throw, Who, rule,
    space::{Cell, Grid},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An encounter, as the GM sets it out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meet {
    /// What is met.
    pub what: What,
    /// Where the first of them stands: how near.
    pub at: Cell,
    /// SE-R13: is the clock stopped at once?
    pub stop: bool,
}

/// What is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// 1d6 on the table of the area.
    Table,
    /// This row of it.
    Row(u8),
    /// Nothing that has to be played.
    Nothing,
}

/// May an encounter be set out now?
pub fn may_meet(table: &Table) -> Result<(), Refusal> {
    if table.encounters == 0 || table.over.is_some() {
        return Err(Refusal::by(rule!("SE-026"), "no-encounter", "no check has brought an encounter"));
    }
    Ok(())
}

/// Is there a table to roll on?
pub fn has_table(table: &Table) -> bool {
    table.here().is_some_and(|area| !area.wander_table.is_empty())
}

/// May it be set out so?
pub fn legal(table: &Table, meet: &Meet) -> Result<(), Refusal> {
    may_meet(table)?;
    let rows = table.here().map_or(0, |area| area.wander_table.len());
    let fits = match meet.what {
        What::Table => has_table(table),
        What::Row(row) => usize::from(row) < rows,
        What::Nothing => !meet.stop,
    };
    let free = table.setup.space.contains(meet.at) && !table.is_taken(meet.at);
    if !fits || (meet.what != What::Nothing && (!free || table.actors.len() + 12 > MAX_ACTORS)) {
        return Err(Refusal::by(rule!("SE-D07"), "no-such-encounter", "that cannot be met there"));
    }
    Ok(())
}

/// SE-D07: sets an encounter out: by the table or by choice, at a place, and the clock may be stopped at once.
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, meet: &Meet, oracle: &mut O) -> Flow<()> {
    legal(table, meet)?;
    table.encounters -= 1;
    let rows: SmallVec<[u8; 6]> =
        table.here().map_or_else(SmallVec::new, |area| area.wander_table.iter().map(|met| met.up_to).collect());
    let row = match meet.what {
        What::Nothing => {
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Met { who: SmallVec::new() }));
            return Ok(());
        }
        What::Row(row) => usize::from(row),
        What::Table => {
            let throw = Throw::hidden(Who::Gm, "encounter", Audience::Gm);
            let row = |face: i32| rows.iter().position(|&up_to| face <= i32::from(up_to)).unwrap_or(rows.len() - 1);
            oracle.roll(throw, Roll::die(6), row)?.value
        }
    };
    let Some(met) = table.here().and_then(|area| area.wander_table.get(row)).cloned() else { return Ok(()) };
    let mut who: SmallVec<[ActorId; 4]> = SmallVec::new();
    for _ in 0..met.count {
        let Some(cell) = nearest_free(table, meet.at) else { break };
        who.extend(scene::newcomer(book, table, &met.who, cell));
    }
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Met { who }));
    if meet.stop && table.clock.mode != crate::table::Speed::Segmented {
        turn::stop(book, table, Why::Event, &Stopping::default(), oracle)?;
    }
    Ok(())
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
