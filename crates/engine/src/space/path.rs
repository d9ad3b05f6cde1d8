//! Ways over the ground.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Diagonals, Grid, Space};
use super::piece::Piece;
use super::place::{Cell, Place};
use smallvec::SmallVec;

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
            Grid::Hex(_) => from.hex().unsigned_distance_to(to.hex()) == 1,
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
    cost: impl FnMut(Cell, Cell) -> Option<u32>,
) -> Option<u32> {
    Some(path_costs(space, path, |cell| burden(pieces, cell), cost).ok()?.last().copied().unwrap_or(0))
}

/// What stepping into a cell costs on top because of pieces, or `None` if one of them blocks it.
pub fn burden(pieces: &[Piece], cell: Cell) -> Option<u32> {
    let mut there = pieces.iter().filter(|piece| piece.active && piece.covers(cell));
    there.try_fold(0u32, |sum, piece| (!piece.blocks_move).then(|| sum.saturating_add(piece.extra_cost.into())))
}

/// What a way costs up to each of its cells, counted as in [`reachable`], or the number of the cell that cannot be
/// stepped into. `burden` is what entering a cell costs on top, or `None` where it is blocked.
pub fn path_costs(
    space: &Space,
    path: &[Cell],
    burden: impl Fn(Cell) -> Option<u32>,
    mut cost: impl FnMut(Cell, Cell) -> Option<u32>,
) -> Result<SmallVec<[u32; 8]>, usize> {
    let mut sums: SmallVec<[u32; 8]> = path.first().map(|_| 0u32).into_iter().collect();
    let mut odd = false;
    for (at, step) in (1..).zip(path.windows(2)) {
        let [from, to] = [step[0], step[1]];
        if space.step_cost(from, to).is_none() || squeezes(space, from, to, |cell| burden(cell).is_none()) {
            return Err(at);
        }
        let extra = burden(to).ok_or(at)?;
        let (surcharge, now_odd) = surcharge(space, from, to, odd);
        odd = now_odd;
        let sum = cost(from, to)
            .and_then(|step| sums[at - 1].checked_add(step))
            .and_then(|sum| sum.checked_add(extra)?.checked_add(surcharge));
        sums.push(sum.ok_or(at)?);
    }
    Ok(sums)
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
    let matters = |piece: &Piece| piece.active && (piece.blocks_move || piece.extra_cost > 0);
    if !pieces.iter().any(matters) {
        return Vec::new();
    }
    let mut burdens = vec![0u32; space.len()];
    let mut counted = vec![0usize; space.len()]; // the last piece that was added: a cell named twice is there once
    for (number, piece) in (1..).zip(pieces).filter(|(_, piece)| matters(piece)) {
        for index in piece.cells.iter().filter_map(|cell| space.index(*cell)) {
            if counted[index] == number {
                continue;
            }
            counted[index] = number;
            burdens[index] = if piece.blocks_move || burdens[index] == BLOCKED {
                BLOCKED
            } else {
                burdens[index].saturating_add(piece.extra_cost.into()).min(BLOCKED - 1)
            };
        }
    }
    burdens
}

#[cfg(test)]
mod tests {
    use super::super::{MapDescription, Orientation, SquareMap};
    use super::*;

    fn room(diagonals: Diagonals) -> Space {
        let map = SquareMap { columns: 7, rows: 5, cell: 5, unit: "ft".into(), diagonals, rises: vec![] };
        MapDescription::Square(map).check().unwrap()
    }

    fn cells(list: &[(i16, i16)]) -> Vec<Cell> {
        list.iter().map(|&(x, y)| Cell::new(x, y)).collect()
    }

    fn cost_of(found: &[(Cell, u32)], x: i16, y: i16) -> Option<u32> {
        found.iter().find(|(cell, _)| *cell == Cell::new(x, y)).map(|(_, cost)| *cost)
    }

    #[test]
    fn diagonals_cost_what_the_map_says() {
        let cases = [(Diagonals::One, 15, 10), (Diagonals::Alternating, 20, 15), (Diagonals::Two, 30, 20)];
        for (diagonals, three, two) in cases {
            let space = room(diagonals);
            let found = reachable(&space, &[], Cell::new(0, 0), 30, standard_cost(&space));
            assert_eq!((cost_of(&found, 3, 3), cost_of(&found, 2, 2)), (Some(three), Some(two)), "{diagonals:?}");
            assert_eq!(cost_of(&found, 0, 0), Some(0));
        }
    }

    #[test]
    fn the_budget_is_spent_to_the_last_unit() {
        let space = room(Diagonals::One);
        let found = reachable(&space, &[], Cell::new(3, 2), 5, standard_cost(&space));
        assert_eq!(found.len(), 9);
        assert_eq!(reachable(&space, &[], Cell::new(3, 2), 4, standard_cost(&space)), [(Cell::new(3, 2), 0)]);
        assert!(found.is_sorted());
        assert_eq!(reachable(&space, &[], Cell::new(-1, 2), 99, standard_cost(&space)), []);
    }

    #[test]
    fn walls_are_walked_around() {
        let space = room(Diagonals::One);
        let wall = Piece::wall("wall", cells(&[(3, 0), (3, 1), (3, 2), (3, 3)]));
        let path =
            path_to(&space, std::slice::from_ref(&wall), Cell::new(2, 2), Cell::new(4, 2), 30, standard_cost(&space));
        let path = path.unwrap();
        assert_eq!(path, cells(&[(2, 2), (2, 3), (3, 4), (4, 3), (4, 2)]));
        assert_eq!(path_cost(&space, std::slice::from_ref(&wall), &path, standard_cost(&space)), Some(20));
        let walls = std::slice::from_ref(&wall);
        assert_eq!(path_to(&space, walls, Cell::new(2, 2), Cell::new(4, 2), 19, standard_cost(&space)), None);
        assert_eq!(path_to(&space, walls, Cell::new(2, 2), Cell::new(3, 2), 99, standard_cost(&space)), None);
        let open = Piece { active: false, ..wall };
        let path = path_to(&space, &[open], Cell::new(2, 2), Cell::new(4, 2), 30, standard_cost(&space));
        assert_eq!(path, Some(cells(&[(2, 2), (3, 2), (4, 2)])));
    }

    #[test]
    fn nobody_squeezes_between_two_corners() {
        let space = room(Diagonals::One);
        let one = Piece::wall("pillar", cells(&[(1, 0)]));
        let other = Piece::wall("pillar", cells(&[(0, 1)]));
        let straight = cells(&[(0, 0), (1, 1)]);
        let both = [one, other];
        assert_eq!(path_cost(&space, &both[..1], &straight, standard_cost(&space)), Some(5));
        assert_eq!(path_cost(&space, &both, &straight, standard_cost(&space)), None);
        assert_eq!(path_to(&space, &both, Cell::new(0, 0), Cell::new(1, 1), 99, standard_cost(&space)), None);
    }

    #[test]
    fn rubble_costs_more_and_the_rulebook_may_forbid() {
        let space = Space::hex(7, 3, 1, "m", Orientation::Pointy).unwrap();
        let rubble = Piece { extra_cost: 1, ..Piece::at("rubble", [Cell::new(3, 1)]) };
        let (from, to) = (Cell::new(1, 1), Cell::new(4, 1));
        let rubbles = [rubble.clone(), rubble];
        assert_eq!(path_cost(&space, &rubbles, &straight_path(&space, from, to), standard_cost(&space)), Some(5));
        let path = path_to(&space, &rubbles, from, to, 9, standard_cost(&space)).unwrap();
        assert_eq!(path_cost(&space, &rubbles, &path, standard_cost(&space)), Some(4)); // around
        let taken = Cell::new(2, 1);
        let cost = |a, b| if b == taken { None } else { space.step_cost(a, b) };
        assert!(!path_to(&space, &[], from, to, 9, cost).unwrap().contains(&taken));
    }

    #[test]
    fn a_cell_named_twice_costs_once() {
        let space = room(Diagonals::One);
        let rubble = Piece { extra_cost: 1, ..Piece::at("rubble", cells(&[(1, 0), (1, 0)])) };
        let found = reachable(&space, &[rubble], Cell::new(0, 0), 6, standard_cost(&space));
        assert_eq!(cost_of(&found, 1, 0), Some(6));
    }

    #[test]
    fn equally_cheap_ways_are_the_straighter_ones() {
        let space = room(Diagonals::One);
        let path = path_to(&space, &[], Cell::new(0, 2), Cell::new(5, 2), 99, standard_cost(&space)).unwrap();
        assert_eq!(path, straight_path(&space, Cell::new(0, 2), Cell::new(5, 2)));
    }

    #[test]
    fn free_and_endless_steps_do_no_harm() {
        let space = room(Diagonals::Alternating);
        assert_eq!(reachable(&space, &[], Cell::new(0, 0), 0, |_, _| Some(0)).len(), 35);
        assert_eq!(reachable(&space, &[], Cell::new(0, 0), u32::MAX, |_, _| Some(u32::MAX)).len(), 4);
        assert_eq!(path_cost(&space, &[], &[], |_, _| None), Some(0));
        assert_eq!(path_cost(&space, &[], &cells(&[(0, 0), (2, 0)]), |_, _| Some(1)), None);
    }
}
