//! Searches for reachable cells and cheapest paths.

mod paths;
mod queue;
#[cfg(test)]
mod tests;

use super::grid::Space;
use super::path::Step;
use super::piece::Piece;
use super::place::Cell;
use super::straight;
use paths::Best;
use queue::Urgency;

pub use paths::Paths;

/// A path over the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Its cells, including both ends.
    pub cells: Vec<Cell>,
    /// Its total cost, as counted by [`path_cost`](super::path_cost).
    pub cost: u32,
}

/// All cells reachable for at most `budget` units, with the cost of the cheapest path to each, ordered by cell. The
/// start is included, at cost 0.
///
/// `cost` returns the cost of a step to a neighbour, or `None` if the step is impossible. It is
/// [`standard_cost`](super::standard_cost), possibly with the rulebook's own conditions (occupied cells, difficult
/// terrain, steep climbs), and never less than the cell size. Pieces are applied in addition: a cell with an active
/// piece that blocks movement cannot be entered, squeezing diagonally between two such cells is impossible, and a
/// piece's extra cost is added once for each step into it. Pass no pieces for flying characters.
pub fn reachable(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    budget: u32,
    cost: impl FnMut(&Step) -> Option<u32>,
) -> Vec<(Cell, u32)> {
    let mut found: Vec<(Cell, u32)> = Paths::search(space, pieces, from, budget, cost).cells().collect();
    found.sort_unstable();
    found
}

/// The cheapest path from one cell to another for at most `budget` units, including both ends, or `None` if there is
/// none.
///
/// Among equally cheap paths it is the one with the fewest diagonals; remaining ties are broken deterministically.
/// Costs and pieces count as in [`reachable`].
pub fn path_to(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    to: Cell,
    budget: u32,
    cost: impl FnMut(&Step) -> Option<u32>,
) -> Option<Vec<Cell>> {
    way_to(space, pieces, from, to, budget, cost).map(|way| way.cells)
}

/// The path of [`path_to`] with its cost.
pub fn way_to(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    to: Cell,
    budget: u32,
    mut cost: impl FnMut(&Step) -> Option<u32>,
) -> Option<Way> {
    if let Some(way) = straight::way_to(space, pieces, from, to, budget, &mut cost) {
        debug_assert_eq!(Some(&way), searched_way_to(space, pieces, from, to, budget, cost).as_ref());
        return Some(way);
    }
    searched_way_to(space, pieces, from, to, budget, cost)
}

/// The same, always by search.
#[inline(never)]
pub(super) fn searched_way_to(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    to: Cell,
    budget: u32,
    cost: impl FnMut(&Step) -> Option<u32>,
) -> Option<Way> {
    let size = u32::from(space.cell_size());
    let urgency = |cell, best: &Best| {
        let in_all = best.cost.saturating_add(size.saturating_mul(space.fewest_steps(cell, to)));
        Urgency::of(in_all, best.diagonals, 0)
    };
    let mut least = None;
    let paths = Paths::run(space, pieces, from, budget, cost, urgency, |arrival| {
        if least.is_none() && arrival.cell == to {
            least = Some(arrival.rank);
        }
        least.is_some_and(|least| arrival.rank > least) // all equally good paths have been considered
    });
    Some(Way { cells: paths.to(to)?, cost: paths.cost(to)? })
}

/// The cheapest path to the cell closest to a goal, for at most `budget` units; `None` if that is the start.
///
/// `left` returns the remaining steps from a cell, which may differ by at most one between neighbours; `stops` tells
/// whether it is allowed to stop in a cell. Costs and pieces count as in [`reachable`]. The search is guided (A*), so
/// on open ground it visits little more than the path.
pub fn approach(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    budget: u32,
    mut cost: impl FnMut(&Step) -> Option<u32>,
    left: impl Fn(Cell) -> u32,
    stops: impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    if left(from) == 0 {
        return None; // no closer cell
    }
    if let Some(path) = straight::approach(space, pieces, from, budget, &mut cost, &left, &stops) {
        debug_assert_eq!(Some(&path), searched_approach(space, pieces, from, budget, cost, left, stops).as_ref());
        return Some(path);
    }
    searched_approach(space, pieces, from, budget, cost, left, stops)
}

/// The same, always by search.
#[inline(never)]
pub(super) fn searched_approach(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    budget: u32,
    cost: impl FnMut(&Step) -> Option<u32>,
    left: impl Fn(Cell) -> u32,
    stops: impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    let size = u32::from(space.cell_size());
    // Among those with the same estimated total, the one with the highest cost so far.
    let urgency = |cell, best: &Best| {
        let left = left(cell);
        Urgency::of(best.cost.saturating_add(size.saturating_mul(left)), !best.cost, left)
    };
    let mut best = None;
    let mut least = left(from);
    let paths = Paths::run(space, pieces, from, budget, cost, urgency, |arrival| {
        let there = arrival.left;
        if there < least && stops(arrival.cell) {
            (best, least) = (Some(arrival.cell), there);
        }
        // Remaining candidates could only be closer beyond the budget.
        least == 0 || u64::from(arrival.in_all()) > u64::from(budget) + u64::from(size) * u64::from(least - 1)
    });
    paths.to(best?)
}
