//! Unobstructed paths, computed without a search but equal to its result.
//!
//! Both functions return `None` if something is in the way or costs extra; then the search has to find a path around
//! it. `search` compares the two in debug builds.

use super::cell_set::CellSet;
use super::grid::{Diagonals, Grid, Space};
use super::path::Step;
use super::piece::Piece;
use super::place::Cell;
use super::search::Way;
use super::underfoot::Underfoot;

/// The path of [`way_to`](super::way_to) if nothing is in the way, on squares where every step costs one cell: the
/// straight steps first, then the diagonals.
///
/// Of the cheapest paths it has the fewest diagonals; of those, each cell is reached from the neighbour with the fewest
/// diagonals so far, so they come last. Obstacles beside this path make other paths more expensive, never cheaper.
pub(super) fn way_to(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    to: Cell,
    budget: u32,
    cost: &mut impl FnMut(&Step) -> Option<u32>,
) -> Option<Way> {
    let is_plain = space.grid() == Grid::Square && space.diagonals() == Diagonals::One;
    if !is_plain || !space.contains(from) || !space.contains(to) {
        return None;
    }
    let (steps, units) = (space.fewest_steps(from, to), u32::from(space.cell_size()));
    let whole = steps.saturating_mul(units);
    if whole > budget {
        return None;
    }
    let underfoot = Underfoot::of(space, pieces);
    let mut cells = Vec::with_capacity(steps as usize + 1);
    cells.push(from);
    let mut at = from;
    while at != to {
        let (x, y) = (to.x - at.x, to.y - at.y); // both are on the map
        let straight_on = |way: i16, other: i16| if way.abs() < other.abs() { 0 } else { way.signum() };
        let next = Cell::new(at.x + straight_on(x, y), at.y + straight_on(y, x));
        let step = Step { from: at, to: next, index: space.index(next)?, units };
        if !is_free(space, &underfoot, &step, cost) {
            return None;
        }
        cells.push(next);
        at = next;
    }
    Some(Way { cells, cost: whole })
}

/// The path of [`approach`](super::approach) as long as each step leads closer, at the cost of one cell.
///
/// A guided search expands the cell with the lowest estimated total and the highest cost so far, which is the one found
/// last, and breaks ties by index; this function does the same. At a dead end it backtracks to the last cell from which
/// it can continue, as the search does. A dead end is never tried again, so each cell of the resulting path was reached
/// from exactly one cell.
pub(super) fn approach(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    budget: u32,
    cost: &mut impl FnMut(&Step) -> Option<u32>,
    left: &impl Fn(Cell) -> u32,
    stops: &impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    if space.grid() == Grid::Zones || space.diagonals() == Diagonals::Alternating || !space.contains(from) {
        return None;
    }
    let underfoot = Underfoot::of(space, pieces);
    let whole = left(from);
    let steps = budget.checked_div(space.cell_size().into())?.min(whole);
    if steps == 0 {
        return None;
    }
    let mut tried = CellSet::none(space);
    let mut path = Vec::with_capacity(steps as usize + 1);
    path.push(from);
    while let Some(&here) = path.last() {
        let made = path.len() as u32 - 1;
        if made == steps && stops(here) {
            return Some(path);
        }
        let is_nearer = |step: &Step| left(step.to) < whole - made && !tried.contains(step.index);
        let mut nearer = space.steps_by_number(here).filter(is_nearer);
        match nearer.find(|step| made < steps && is_free(space, &underfoot, step, cost)) {
            Some(step) => {
                tried.insert_number(step.index);
                path.push(step.to);
            }
            None => _ = path.pop(),
        }
    }
    None
}

/// Whether the step costs one cell and nothing extra.
#[inline]
fn is_free(space: &Space, underfoot: &Underfoot, step: &Step, cost: &mut impl FnMut(&Step) -> Option<u32>) -> bool {
    underfoot.entering(step.index) == Some(0)
        && !underfoot.squeezes(space, step.from, step.to)
        && cost(step) == Some(space.cell_size().into())
}

#[cfg(test)]
mod tests {
    use super::super::search::{searched_approach, searched_way_to};
    use super::super::{CellSet, MapDescription, Orientation, SquareMap};
    use super::*;

    /// On many small crowded maps: every path found without a search equals the one found by the search.
    #[test]
    fn a_straight_way_is_the_one_that_a_search_finds() {
        let mut rng = referee_dice::FastRng::seed_from_u64(11);
        let (mut straight, mut near) = (0, 0);
        for round in 0..6_000 {
            let diagonals = [Diagonals::One, Diagonals::One, Diagonals::Two, Diagonals::Alternating][round % 4];
            let map = SquareMap { columns: 9, rows: 8, cell: 5, unit: "ft".into(), diagonals, rises: vec![] };
            let hexes = Space::hex(9, 8, 5, "ft", Orientation::Pointy).unwrap();
            let space = if round % 5 == 4 { hexes } else { MapDescription::Square(map).check().unwrap() };
            let all: Vec<Cell> = space.cells().collect();
            let mut some = |of: u32| all.iter().copied().filter(|_| rng.below(of) == 0).collect::<Vec<_>>();
            let rubble = Piece { extra_cost: 5, ..Piece::at("rubble", some(30)) };
            let pieces = [Piece::wall("wall", some(20)), rubble];
            let pieces = &pieces[..if round % 3 == 0 { 0 } else { 2 }];
            let mut set = |of: u32| CellSet::of(&space, some(of));
            let (closed, dear, taken) = (set(9), set(12), set(6));
            let cost = |step: &Step| match (closed.contains(step.index), dear.contains(step.index)) {
                (true, _) => None,
                (_, true) => Some(2 * step.units),
                _ => Some(step.units),
            };
            let (from, goal) = (all[rng.below(72) as usize], all[rng.below(72) as usize]);
            let left = |cell: Cell| space.fewest_steps(cell, goal).saturating_sub(1);
            let stops = |cell: Cell| space.index(cell).is_some_and(|index| !taken.contains(index));
            let budget = rng.below(45);
            if let Some(path) = way_to(&space, pieces, from, goal, budget, &mut { cost }) {
                let searched = searched_way_to(&space, pieces, from, goal, budget, cost);
                assert_eq!(Some(path), searched, "{round}: {from:?} {goal:?}");
                straight += 1;
            }
            if left(from) > 0
                && let Some(path) = approach(&space, pieces, from, budget, &mut { cost }, &left, &stops)
            {
                let searched = searched_approach(&space, pieces, from, budget, cost, left, stops);
                assert_eq!(Some(path), searched, "{round}: {from:?} {goal:?}");
                near += 1;
            }
        }
        assert!(straight > 200 && near > 1_000, "{straight} straight, {near} near");
    }
}
