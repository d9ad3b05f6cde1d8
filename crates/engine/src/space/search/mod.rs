//! Ways over the ground that nobody has chosen yet: where one can get, and how.

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

/// A way over the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Its cells, both ends included.
    pub cells: Vec<Cell>,
    /// What it costs in all, as [`path_cost`](super::path_cost) counts.
    pub cost: u32,
}

/// Every cell that can be reached for at most `budget` units, with what the cheapest way there costs, ordered by
/// cell. The start is among them, for 0.
///
/// `cost` says what the step from a cell to its neighbour costs, or `None` if it cannot be made
/// ([`standard_cost`](super::standard_cost), or that with the rulebook's own reasons: a cell is taken, the terrain is
/// bad, the climb too steep); never less than a cell is large. On top of it come the pieces: nobody enters a cell with
/// an active piece that blocks movement, nor squeezes diagonally between two such cells, and a piece's extra cost is
/// added once for each step into it. Hand over no pieces for somebody who flies.
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

/// The cheapest way from one cell to another for at most `budget` units, both included, or `None` if there is none.
///
/// Among equally cheap ways it is the one with the fewest diagonals, and then always the same one. Costs and
/// pieces count as in [`reachable`].
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

/// The way of [`path_to`] with what it costs.
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

/// The same by a search, whatever is in the way.
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
        least.is_some_and(|least| arrival.rank > least) // ways that are as good have been looked at too
    });
    Some(Way { cells: paths.to(to)?, cost: paths.cost(to)? })
}

/// The cheapest way to wherever one is nearest to one's goal, for at most `budget` units; `None` if that is where one is.
///
/// `left` says how many steps are to go from a cell, one more or one less in a neighbouring cell at most; `stops` says
/// whether one may stop there. Costs and pieces count as in [`reachable`]. The search goes straight for the goal, so on
/// open ground it looks at little more than the way.
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
        return None; // nowhere is nearer
    }
    if let Some(path) = straight::approach(space, pieces, from, budget, &mut cost, &left, &stops) {
        debug_assert_eq!(Some(&path), searched_approach(space, pieces, from, budget, cost, left, stops).as_ref());
        return Some(path);
    }
    searched_approach(space, pieces, from, budget, cost, left, stops)
}

/// The same by a search, whatever is in the way.
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
    // Of those who are as near to the end of their way, who has come farthest.
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
        // Whoever waits would be nearer only after more than the budget.
        least == 0 || u64::from(arrival.in_all()) > u64::from(budget) + u64::from(size) * u64::from(least - 1)
    });
    paths.to(best?)
}
