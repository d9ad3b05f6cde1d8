//! Single steps, and the cost of given paths.

use super::distance::hex_steps;
use super::grid::{Diagonals, Grid, Space};
use super::piece::Piece;
use super::place::{Cell, Place};
use smallvec::SmallVec;

/// Single steps.
impl Space {
    /// The cost of a step between two neighbours in units, by the space's own measure: one cell size, two for a
    /// diagonal with [`Diagonals::Two`], or the length of the link between zones. `None` if they are not neighbours.
    ///
    /// With [`Diagonals::Alternating`] this is one cell size for every step; the search adds another for every second
    /// diagonal of a path, since a single step cannot know.
    #[inline]
    pub fn step_cost(&self, from: Cell, to: Cell) -> Option<u32> {
        if self.grid() == Grid::Zones {
            return self.zone_pair(from, to)?.link;
        }
        let (x, y) = to.minus(from);
        let near = match self.grid() {
            Grid::Hex(_) => hex_steps(from, to) == 1,
            Grid::Square | Grid::Zones => x.abs().max(y.abs()) == 1,
        };
        if !near || !self.contains(from) || !self.contains(to) {
            return None;
        }
        let doubled = self.diagonals() == Diagonals::Two && self.is_diagonal(from, to);
        Some(u32::from(self.cell_size()) * if doubled { 2 } else { 1 })
    }

    /// Whether two places are neighbours or in the same cell.
    pub fn is_adjacent(&self, a: Place, b: Place) -> bool {
        a.cell == b.cell || self.step_cost(a.cell, b.cell).is_some()
    }

    #[inline]
    pub(super) fn is_diagonal(&self, from: Cell, to: Cell) -> bool {
        self.grid() == Grid::Square && from.x != to.x && from.y != to.y
    }
}

/// A step to a neighbour, as passed to cost functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The cell being left.
    pub from: Cell,
    /// The cell being entered.
    pub to: Cell,
    /// The index of that cell ([`Space::index`]).
    pub index: usize,
    /// The cost by the space's own measure ([`Space::step_cost`]).
    pub units: u32,
}

/// [`Space::step_cost`] as a cost function for searches.
pub fn standard_cost(step: &Step) -> Option<u32> {
    Some(step.units)
}

/// The cells of the straight line from one cell to another, inclusive.
pub fn straight_path(space: &Space, from: Cell, to: Cell) -> Vec<Cell> {
    space.line(from, to).collect()
}

/// The cost of a path, counted as in [`reachable`](super::reachable), or `None` if one of its steps is impossible. A
/// path of one cell, or of none, costs 0.
pub fn path_cost(
    space: &Space,
    pieces: &[Piece],
    path: &[Cell],
    cost: impl FnMut(&Step) -> Option<u32>,
) -> Option<u32> {
    Some(path_costs(space, path, |cell| burden(pieces, cell), cost).ok()?.last().copied().unwrap_or(0))
}

/// The extra cost of stepping into a cell because of pieces, or `None` if one of them blocks it.
pub fn burden(pieces: &[Piece], cell: Cell) -> Option<u32> {
    let mut there = pieces.iter().filter(|piece| piece.active && piece.covers(cell));
    there.try_fold(0u32, |sum, piece| (!piece.blocks_move).then(|| sum.saturating_add(piece.extra_cost.into())))
}

/// The cost of a path up to each of its cells, counted as in [`reachable`](super::reachable), or the index of the first
/// cell that cannot be entered. `burden` is the extra cost of entering a cell, or `None` if it is blocked.
pub fn path_costs(
    space: &Space,
    path: &[Cell],
    burden: impl Fn(Cell) -> Option<u32>,
    mut cost: impl FnMut(&Step) -> Option<u32>,
) -> Result<SmallVec<[u32; 8]>, usize> {
    let mut sums: SmallVec<[u32; 8]> = path.first().map(|_| 0u32).into_iter().collect();
    let mut odd = false;
    for (at, pair) in (1..).zip(path.windows(2)) {
        let [from, to] = [pair[0], pair[1]];
        let (Some(units), Some(index)) = (space.step_cost(from, to), space.index(to)) else { return Err(at) };
        if squeezes(space, from, to, |cell| burden(cell).is_none()) {
            return Err(at);
        }
        let extra = burden(to).ok_or(at)?;
        let (surcharge, now_odd) = surcharge(space, from, to, odd);
        odd = now_odd;
        let sum = cost(&Step { from, to, index, units })
            .and_then(|step| sums[at - 1].checked_add(step))
            .and_then(|sum| sum.checked_add(extra)?.checked_add(surcharge));
        sums.push(sum.ok_or(at)?);
    }
    Ok(sums)
}

/// The extra cost of a diagonal because of earlier diagonals, and whether their number is now odd.
#[inline]
pub(super) fn surcharge(space: &Space, from: Cell, to: Cell, odd: bool) -> (u32, bool) {
    if space.diagonals() == Diagonals::Alternating && space.is_diagonal(from, to) {
        (if odd { space.cell_size().into() } else { 0 }, !odd)
    } else {
        (0, odd)
    }
}

/// Whether a step goes diagonally between two blocked cells.
#[inline]
pub(super) fn squeezes(space: &Space, from: Cell, to: Cell, mut blocked: impl FnMut(Cell) -> bool) -> bool {
    space.is_diagonal(from, to) && blocked(Cell::new(from.x, to.y)) && blocked(Cell::new(to.x, from.y))
}
