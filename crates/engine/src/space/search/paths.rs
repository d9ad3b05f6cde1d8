//! Dijkstra's algorithm and its result.

use super::queue::{Queue, Urgency, Waiting};
use crate::space::grid::{Diagonals, Space};
use crate::space::path::{Step, surcharge};
use crate::space::piece::Piece;
use crate::space::place::Cell;
use crate::space::underfoot::Underfoot;

/// The cheapest paths from one cell to all reachable cells: the result of Dijkstra's algorithm.
///
/// A node is a cell or, with alternating diagonals, a cell and the parity of the number of diagonals on the path.
pub struct Paths<'s> {
    space: &'s Space,
    best: Vec<Best>,
    /// The cells in the order in which they were found, with their indices.
    found: Vec<(Cell, u32)>,
    marks_per_cell: u32,
}

/// The best path to a node. The order of the first two fields is the order of preference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best {
    pub(super) cost: u32,
    pub(super) diagonals: u32,
    /// The previous node, the node itself at the start, or [`NEVER`].
    before: u32,
}

/// There is no path.
const NEVER: u32 = u32::MAX;

impl<'s> Paths<'s> {
    /// Runs the search. Costs and pieces count as in [`reachable`](super::reachable).
    pub fn search(
        space: &'s Space,
        pieces: &[Piece],
        from: Cell,
        budget: u32,
        cost: impl FnMut(&Step) -> Option<u32>,
    ) -> Self {
        let urgency = |_, best: &Best| Urgency::of(best.cost, best.diagonals, 0);
        Self::run(space, pieces, from, budget, cost, urgency, |_| false)
    }

    /// All reachable cells including the start, with the cost of the cheapest path to each; in unspecified order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.found.iter().map(|&(cell, index)| (cell, self.least(index).map_or(0, |mark| self.best[mark].cost)))
    }

    /// The cost of the cheapest path to a cell; `None` if there is none.
    pub fn cost(&self, to: Cell) -> Option<u32> {
        let mark = self.least(self.space.index(to)? as u32)?;
        Some(self.best[mark].cost)
    }

    /// The cheapest path to a cell, as found by [`path_to`](super::path_to).
    pub fn to(&self, to: Cell) -> Option<Vec<Cell>> {
        let mut mark = self.least(self.space.index(to)? as u32)?;
        let mut path = Vec::with_capacity(16);
        path.push(to);
        while self.best[mark].before != mark as u32 {
            mark = self.best[mark].before as usize;
            path.extend(self.space.cell_number(mark / self.marks_per_cell as usize));
        }
        path.reverse();
        Some(path)
    }

    /// The best node of a cell, if it was reached.
    fn least(&self, index: u32) -> Option<usize> {
        let first = (index * self.marks_per_cell) as usize;
        let marks = first..first + self.marks_per_cell as usize;
        let is_known = |&mark: &usize| self.best[mark].before != NEVER;
        marks.filter(is_known).min_by_key(|&mark| (self.best[mark].cost, self.best[mark].diagonals))
    }

    /// `urgency` is the priority of a cell: with a lower bound on the remaining steps, the search is guided. `done` is
    /// called for each cell once its cheapest path is known.
    #[inline]
    pub(super) fn run(
        space: &'s Space,
        pieces: &[Piece],
        from: Cell,
        budget: u32,
        mut cost: impl FnMut(&Step) -> Option<u32>,
        urgency: impl Fn(Cell, &Best) -> Urgency,
        mut done: impl FnMut(&Waiting) -> bool,
    ) -> Self {
        let marks_per_cell: u32 = if space.diagonals() == Diagonals::Alternating { 2 } else { 1 };
        let nowhere = Best { cost: 0, diagonals: 0, before: NEVER };
        let best = vec![nowhere; space.len() * marks_per_cell as usize];
        let mut paths = Self { space, best, found: Vec::with_capacity(64), marks_per_cell };
        let Some(start) = space.index(from) else { return paths };
        let underfoot = Underfoot::of(space, pieces);
        let size = u32::from(space.cell_size());
        let start = start as u32 * marks_per_cell;
        let first = Best { before: start, ..nowhere };
        paths.best[start as usize] = first;
        paths.found.push((from, start / marks_per_cell));
        let mut open = Queue::new(Waiting::new(urgency(from, &first), 0, start, from));
        while let Some(arrival) = open.pop() {
            let Waiting { cost: spent, mark, cell, .. } = arrival;
            let Best { cost: least, diagonals, .. } = paths.best[mark as usize];
            if least < spent {
                continue; // a better path was found in the meantime
            }
            if done(&arrival) {
                break;
            }
            if u64::from(spent) + u64::from(size) > u64::from(budget) {
                continue; // no step costs less, so no path continues from here
            }
            let odd = marks_per_cell == 2 && mark % 2 == 1;
            space.each_step(cell, |step| {
                let (surcharge, now_odd) = surcharge(space, cell, step.to, odd);
                let index = step.index as u32;
                let arrival = index * marks_per_cell + u32::from(now_odd);
                let known = paths.best[arrival as usize];
                let diagonals_there = diagonals.saturating_add(space.is_diagonal(cell, step.to).into());
                // No step costs less than the cell size, so most neighbours already have a better path.
                let at_least = (spent.saturating_add(size), diagonals_there);
                let is_known = known.before != NEVER;
                let known_way = (known.cost, known.diagonals);
                if is_known && (known_way <= (spent, diagonals) || known_way < at_least) {
                    return;
                }
                let Some(burden) = underfoot.entering(step.index) else { return };
                if underfoot.squeezes(space, cell, step.to) {
                    return;
                }
                let Some(price) = cost(&step) else { return };
                debug_assert!(price >= size, "a step for less than a search may count on");
                let total = u64::from(spent) + u64::from(price) + u64::from(burden) + u64::from(surcharge);
                if total > u64::from(budget) {
                    return;
                }
                let total = total as u32; // within the budget
                let way = Best { cost: total, diagonals: diagonals_there, before: mark };
                if !is_known {
                    let twin = if marks_per_cell == 2 { arrival ^ 1 } else { arrival };
                    if paths.best[twin as usize].before == NEVER {
                        paths.found.push((step.to, index));
                    }
                } else if (total, diagonals_there) >= known_way {
                    if (total, diagonals_there) == known_way && paths.is_earlier(mark, known.before) {
                        paths.best[arrival as usize] = way;
                    }
                    return;
                }
                paths.best[arrival as usize] = way;
                open.push(Waiting::new(urgency(step.to, &way), total, arrival, step.to));
            });
        }
        paths
    }

    /// Tie-break between two predecessors with equally good paths: the cheaper one first, then by cell.
    fn is_earlier(&self, mark: u32, other: u32) -> bool {
        let rank = |mark: u32| {
            let Best { cost, diagonals, .. } = self.best[mark as usize];
            (cost, diagonals, self.space.cell_number((mark / self.marks_per_cell) as usize), mark)
        };
        rank(mark) < rank(other)
    }
}
