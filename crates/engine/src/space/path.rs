//! Ways over the ground.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Diagonals, Grid, Space};
use super::piece::Piece;
use super::place::{Cell, Place};

/// Single steps.
impl Space {
    /// What the step between two neighbours costs in units by the space's own measure: one cell size, two for a
    /// diagonal with [`Diagonals::Two`], the length of the link between zones. `None` if they are not neighbours.
    ///
    /// With [`Diagonals::Alternating`] this is one cell size for every step; the search adds another for every second
    /// diagonal of a way, since no single step can know.
    pub fn step_cost(&self, from: Cell, to: Cell) -> Option<u32> {
        if self.grid() == Grid::Zones {
            return self.zone_pair(from, to)?.link;
        }
        let (x, y) = to.minus(from);
        let near = match self.grid() {
            Grid::Hex(_) => x.abs().max(y.abs()).max((x + y).abs()) == 1,
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

    pub(super) fn is_diagonal(&self, from: Cell, to: Cell) -> bool {
        self.grid() == Grid::Square && from.x != to.x && from.y != to.y
    }
}

/// [`Space::step_cost`] as a cost for the searches.
pub fn standard_cost(space: &Space) -> impl Fn(Cell, Cell) -> Option<u32> + '_ {
    |from, to| space.step_cost(from, to)
}

/// The cells of the straight line from one cell to another, both included.
pub fn straight_path(space: &Space, from: Cell, to: Cell) -> Vec<Cell> {
    space.line(from, to).collect()
}

/// Every cell that can be reached for at most `budget` units, with what the cheapest way there costs, ordered by
/// cell. The start is among them, for 0.
///
/// `cost` says what the step from a cell to its neighbour costs, or `None` if it cannot be made ([`standard_cost`],
/// or that with the rulebook's own reasons: a cell is taken, the terrain is bad, the climb too steep). On top of it
/// come the pieces: nobody enters a cell with an active piece that blocks movement, nor squeezes diagonally
/// between two such cells, and a piece's extra cost is added once for each step into it. Hand over no pieces for
/// somebody who flies.
pub fn reachable(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    budget: u32,
    cost: impl FnMut(Cell, Cell) -> Option<u32>,
) -> Vec<(Cell, u32)> {
    let search = Search::run(space, pieces, from, None, budget, cost);
    let mut found: Vec<(Cell, u32)> = space
        .cells()
        .enumerate()
        .filter_map(|(index, cell)| {
            let best = search.marks(index).filter_map(|mark| search.best[mark]).map(|best| best.cost).min()?;
            Some((cell, best))
        })
        .collect();
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
    cost: impl FnMut(Cell, Cell) -> Option<u32>,
) -> Option<Vec<Cell>> {
    let search = Search::run(space, pieces, from, Some(to), budget, cost);
    let marks = search.marks(space.index(to)?);
    let mut mark = marks.filter(|mark| search.best[*mark].is_some()).min_by_key(|mark| search.best[*mark])?;
    let mut path = vec![to];
    while let Some(Best { before: Some((cell, earlier)), .. }) = search.best[mark] {
        path.push(cell);
        mark = earlier as usize;
    }
    path.reverse();
    Some(path)
}

/// What a way costs, counted as in [`reachable`], or `None` if a step of it cannot be made. A way of one cell, or of
/// none, costs 0.
pub fn path_cost(
    space: &Space,
    pieces: &[Piece],
    path: &[Cell],
    mut cost: impl FnMut(Cell, Cell) -> Option<u32>,
) -> Option<u32> {
    let mut sum = 0u32;
    let mut odd = false;
    for step in path.windows(2) {
        let [from, to] = [step[0], step[1]];
        let blocked = |cell: Cell| pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
        if !space.neighbours(from).contains(&to) || blocked(to) || squeezes(space, from, to, blocked) {
            return None;
        }
        let extra = pieces.iter().filter(|piece| piece.active && piece.covers(to));
        let extra = extra.fold(0u32, |sum, piece| sum.saturating_add(piece.extra_cost.into()));
        let (surcharge, now_odd) = surcharge(space, from, to, odd);
        odd = now_odd;
        sum = sum.checked_add(cost(from, to)?)?.checked_add(extra)?.checked_add(surcharge)?;
    }
    Some(sum)
}

/// What a diagonal costs on top because of the diagonals before it, and whether their number is odd now.
pub(super) fn surcharge(space: &Space, from: Cell, to: Cell, odd: bool) -> (u32, bool) {
    if space.diagonals() == Diagonals::Alternating && space.is_diagonal(from, to) {
        (if odd { space.cell_size().into() } else { 0 }, !odd)
    } else {
        (0, odd)
    }
}

/// Whether a step goes diagonally between two blocked cells.
pub(super) fn squeezes(space: &Space, from: Cell, to: Cell, mut blocked: impl FnMut(Cell) -> bool) -> bool {
    space.is_diagonal(from, to) && blocked(Cell::new(from.x, to.y)) && blocked(Cell::new(to.x, from.y))
}

/// Dijkstra's search. A mark is a cell, or with alternating diagonals a cell and whether the number of diagonals on
/// the way to it is odd.
struct Search {
    best: Vec<Option<Best>>,
    marks_per_cell: usize,
}

/// The best way to a mark. The order of the fields is the order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    cost: u32,
    diagonals: u32,
    before: Option<(Cell, u32)>,
}

impl Search {
    fn run(
        space: &Space,
        pieces: &[Piece],
        from: Cell,
        to: Option<Cell>,
        budget: u32,
        mut cost: impl FnMut(Cell, Cell) -> Option<u32>,
    ) -> Self {
        let marks_per_cell = if space.diagonals() == Diagonals::Alternating { 2 } else { 1 };
        let mut search = Self { best: vec![None; space.len() * marks_per_cell], marks_per_cell };
        let Some(start) = space.index(from) else { return search };
        let burdens = burdens(space, pieces);
        let blocked = |cell: Cell| space.index(cell).is_some_and(|index| burdens.get(index) == Some(&BLOCKED));
        let mut open = BinaryHeap::new();
        search.best[start * marks_per_cell] = Some(Best { cost: 0, diagonals: 0, before: None });
        open.push(Reverse((0u32, 0u32, from, false)));
        while let Some(Reverse((spent, diagonals, cell, odd))) = open.pop() {
            let Some(index) = space.index(cell) else { continue };
            let mark = index * marks_per_cell + usize::from(odd);
            if search.best[mark].is_some_and(|best| (best.cost, best.diagonals) < (spent, diagonals)) {
                continue;
            }
            if Some(cell) == to {
                break;
            }
            for next in space.neighbours(cell) {
                let Some(there) = space.index(next) else { continue };
                let burden = burdens.get(there).copied().unwrap_or(0);
                if burden == BLOCKED || squeezes(space, cell, next, blocked) {
                    continue;
                }
                let Some(step) = cost(cell, next) else { continue };
                let (surcharge, now_odd) = surcharge(space, cell, next, odd);
                let total = u64::from(spent) + u64::from(step) + u64::from(burden) + u64::from(surcharge);
                let Ok(total) = u32::try_from(total) else { continue };
                if total > budget {
                    continue;
                }
                let diagonals = diagonals.saturating_add(space.is_diagonal(cell, next).into());
                let arrival = there * marks_per_cell + usize::from(now_odd);
                if search.best[arrival].is_none_or(|best| (total, diagonals) < (best.cost, best.diagonals)) {
                    let before = Some((cell, mark as u32));
                    search.best[arrival] = Some(Best { cost: total, diagonals, before });
                    open.push(Reverse((total, diagonals, next, now_odd)));
                }
            }
        }
        search
    }

    fn marks(&self, index: usize) -> std::ops::Range<usize> {
        index * self.marks_per_cell..(index + 1) * self.marks_per_cell
    }
}

const BLOCKED: u32 = u32::MAX;

/// What entering each cell costs on top because of pieces; nothing at all if no piece matters.
fn burdens(space: &Space, pieces: &[Piece]) -> Vec<u32> {
    let matters = |piece: &&Piece| piece.active && (piece.blocks_move || piece.extra_cost > 0);
    if !pieces.iter().any(|piece| matters(&piece)) {
        return Vec::new();
    }
    let mut burdens = vec![0u32; space.len()];
    for piece in pieces.iter().filter(matters) {
        for index in piece.cells.iter().filter_map(|cell| space.index(*cell)) {
            let burden = &mut burdens[index];
            *burden = if piece.blocks_move || *burden == BLOCKED {
                BLOCKED
            } else {
                burden.saturating_add(piece.extra_cost.into()).min(BLOCKED - 1)
            };
        }
    }
    burdens
}
