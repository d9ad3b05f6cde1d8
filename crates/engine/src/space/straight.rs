//! Ways on which nothing stands: found without a search, and the same as a search finds.
//!
//! Both functions are for squares on which every step costs the same, and give `None` wherever something is in the way or
//! costs more: then the search looks for the way around it. `search` compares the two in debug builds.

use super::grid::{Diagonals, Grid, Space};
use super::path::{Step, burden, squeezes};
use super::piece::Piece;
use super::place::Cell;

/// The way of [`path_to`](super::path_to) where nothing is in the way: straight on first, then slanting.
///
/// Of the cheapest ways it has the fewest diagonals; of those, each cell is reached from the neighbour with the fewest
/// diagonals up to there, so they come last. What stands beside this way makes other ways dearer, never cheaper.
pub(super) fn path_to(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    to: Cell,
    budget: u32,
    cost: &mut impl FnMut(&Step) -> Option<u32>,
) -> Option<Vec<Cell>> {
    if !is_plain(space) || !space.contains(from) || !space.contains(to) {
        return None;
    }
    let steps = space.fewest_steps(from, to);
    if steps.saturating_mul(space.cell_size().into()) > budget {
        return None;
    }
    let mut path = Vec::with_capacity(steps as usize + 1);
    path.push(from);
    let mut at = from;
    while at != to {
        let (x, y) = (to.x - at.x, to.y - at.y); // both are on the map
        let straight_on = |way: i16, other: i16| if way.abs() < other.abs() { 0 } else { way.signum() };
        let next = Cell::new(at.x + straight_on(x, y), at.y + straight_on(y, x));
        if !is_free(space, pieces, at, next, cost) {
            return None;
        }
        path.push(next);
        at = next;
    }
    Some(path)
}

/// The way of [`approach`](super::approach) as long as each step leads nearer: of the neighbours that are nearer and free
/// the one with the lowest number, which is whom the search looks at next.
pub(super) fn approach(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    budget: u32,
    cost: &mut impl FnMut(&Step) -> Option<u32>,
    left: &impl Fn(Cell) -> u32,
    stops: &impl Fn(Cell) -> bool,
) -> Option<Vec<Cell>> {
    if !is_plain(space) || !space.contains(from) {
        return None;
    }
    let mut least = left(from);
    let steps = least.min(budget / u32::from(space.cell_size()).max(1));
    if steps == 0 {
        return None;
    }
    let mut path = Vec::with_capacity(steps as usize + 1);
    path.push(from);
    let mut at = from;
    for _ in 0..steps {
        let around = BY_NUMBER.iter().map(|(x, y)| Cell::new(at.x.wrapping_add(*x), at.y.wrapping_add(*y)));
        let mut nearer = around.filter(|&cell| space.contains(cell) && left(cell) < least);
        at = nearer.find(|&cell| is_free(space, pieces, at, cell, cost))?;
        if !stops(at) {
            return None;
        }
        least = left(at);
        path.push(at);
    }
    Some(path)
}

/// The neighbours of a square by their numbers.
const BY_NUMBER: [(i16, i16); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Squares on which every step costs one cell.
fn is_plain(space: &Space) -> bool {
    space.grid() == Grid::Square && space.diagonals() == Diagonals::One
}

/// Does the step to a neighbour on the map cost one cell and nothing on top?
fn is_free(space: &Space, pieces: &[Piece], from: Cell, to: Cell, cost: &mut impl FnMut(&Step) -> Option<u32>) -> bool {
    let units = u32::from(space.cell_size());
    let Some(index) = space.index(to) else { return false };
    burden(pieces, to) == Some(0)
        && !squeezes(space, from, to, |cell| burden(pieces, cell).is_none())
        && cost(&Step { from, to, index, units }) == Some(units)
}

#[cfg(test)]
mod tests {
    use super::super::search::{searched_approach, searched_path_to};
    use super::*;

    /// On many crowded little maps: wherever a way is found without a search, it is the one that the search finds.
    #[test]
    fn a_straight_way_is_the_one_that_a_search_finds() {
        let mut state = 1u64;
        let mut below = move |limit: i16| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % limit as u64) as i16
        };
        let (mut straight, mut tried) = (0, 0);
        for _ in 0..4_000 {
            let space = Space::square(9, 7, 5, "ft").unwrap();
            let mut any = || Cell::new(below(9), below(7));
            let pieces = [
                Piece::wall("wall", [any(), any(), any()]),
                Piece { extra_cost: 5, ..Piece::at("rubble", [any(), any()]) },
            ];
            let taken: Vec<Cell> = (0..8).map(|_| any()).collect();
            let (from, to) = (any(), any());
            let budget = 5 * below(9) as u32;
            let cost = |step: &Step| (!taken.contains(&step.to)).then_some(step.units);
            let left = |cell| space.fewest_steps(cell, to).saturating_sub(1);
            tried += 2;
            if let Some(path) = path_to(&space, &pieces, from, to, budget, &mut { cost }) {
                straight += 1;
                assert_eq!(Some(path), searched_path_to(&space, &pieces, from, to, budget, cost));
            }
            if let Some(path) = approach(&space, &pieces, from, budget, &mut { cost }, &left, &|_| true) {
                straight += 1;
                assert_eq!(Some(path), searched_approach(&space, &pieces, from, budget, cost, left, |_| true));
            }
        }
        assert!(straight > tried / 4, "{straight} of {tried}");
    }
}
