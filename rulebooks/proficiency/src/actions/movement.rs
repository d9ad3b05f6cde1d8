//! Movement (PR-R91): one mundane move a turn, on the map or into and out of a burning place.

use crate::{
    Event, Proficiency,
    table::{Life, Phase, Table},
    turn,
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Refusal, rule,
    space::{self, Cell, CellSet, Step},
};
use serde::{Deserialize, Serialize};

/// Where one goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// To a square.
    To(Cell),
    /// PR-R107: into a place with a die of its own.
    Into(u8),
    /// Out of it.
    OutOf(u8),
}

/// PR-R91: do people move over the squares of a map?
#[inline]
pub fn on_map(book: &Proficiency, table: &Table) -> bool {
    book.house.map_use && table.is_mapped()
}

/// May this character move at all now?
#[inline]
pub fn can_move(table: &Table, who: ActorId) -> bool {
    let turn = &table.actor(who).turn;
    table.can_act(who) && (table.phase == Phase::Free || !(turn.moved || turn.still))
}

/// Refuses whoever may not move at all now.
pub fn may_move(table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if can_move(table, who) {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R91"), "moved", format!("{} moves no more this turn", table.name(who))))
}

/// PR-R91: what a step costs: a diagonal is like any other; nobody walks through what is blocked or through foes.
fn passable(table: &Table, who: ActorId) -> impl Fn(&Step) -> Option<u32> + '_ {
    let foes = table.able_foes(who).map(|id| table.actor(id).place.cell);
    let foes = CellSet::of(&table.setup.space, foes);
    let (squares, square) = (&table.setup.squares[..], square(table));
    let is_blocked = |index: usize| squares.get(index).is_some_and(|square| square.blocked);
    move |step| (!is_blocked(step.index) && !foes.contains(step.index)).then_some(square)
}

/// Nobody stops where somebody stands.
fn taken(table: &Table) -> CellSet {
    let there = table.ids().filter(|&id| table.actor(id).life <= Life::Down);
    CellSet::of(&table.setup.space, there.map(|id| table.actor(id).place.cell))
}

/// A square in the units of the map.
fn square(table: &Table) -> u32 {
    u32::from(table.setup.space.cell_size()).max(1)
}

/// PR-R91: the squares within `speed` steps.
pub fn reachable(table: &Table, who: ActorId) -> Vec<(Cell, u32)> {
    let (space, start) = (&table.setup.space, table.actor(who).place.cell);
    let (square, taken) = (square(table), taken(table));
    let most = u32::from(table.sheet(who).speed) * square;
    let stops = |cell: Cell| cell != start && space.index(cell).is_some_and(|index| !taken.contains(index));
    let all = space::reachable(space, &[], start, most, passable(table, who)).into_iter();
    all.filter(|(cell, _)| stops(*cell)).map(|(cell, cost)| (cell, cost / square)).collect()
}

/// PR-R91: the square of those that is nearest to one of the goals, if it is nearer than one is.
pub fn towards(table: &Table, who: ActorId, goals: &[Cell]) -> Option<Cell> {
    let (space, start) = (&table.setup.space, table.actor(who).place.cell);
    let most = u32::from(table.sheet(who).speed) * square(table);
    let stops = |cell: Cell| table.occupied(cell).is_none();
    let left = |cell: Cell| {
        let apart = goals.iter().map(|&goal| table.squares_between(cell.into(), goal.into())).min();
        apart.map_or(0, |apart| u32::from(apart.max(1) - 1))
    };
    space::approach(space, &[], start, most, passable(table, who), left, stops)?.last().copied()
}

/// What must hold.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId, way: Way) -> Result<(), Refusal> {
    may_move(table, who)?;
    let fits = match way {
        Way::To(cell) => on_map(book, table) && reachable(table, who).iter().any(|(to, _)| *to == cell),
        Way::Into(area) => table.areas.get(usize::from(area)).is_some_and(|area| !area.inside.contains(who)),
        Way::OutOf(area) => table.areas.get(usize::from(area)).is_some_and(|area| area.inside.contains(who)),
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R91"), "no-way", "this cannot be reached with one move"))
}

/// PR-R91: the move is mundane and costs no check.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    way: Way,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, way)?;
    }
    turn::enter(table, who, oracle);
    table.actor_mut(who).turn.moved = true;
    match way {
        Way::To(cell) => {
            let place = table.setup.space.on_ground(cell);
            table.actor_mut(who).place = place;
        }
        Way::Into(area) => {
            let area = &mut table.areas.fill()[usize::from(area)];
            area.inside = area.inside.with(who);
        }
        Way::OutOf(area) => {
            let area = &mut table.areas.fill()[usize::from(area)];
            area.inside = area.inside.without(who);
        }
    }
    oracle.tell(Audience::All, || Event::Moved { who, way });
    Ok(())
}
