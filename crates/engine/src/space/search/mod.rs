//! Ways over the ground that nobody has chosen yet: where one can get, and how.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Diagonals, Space};
use super::path::{Step, squeezes, surcharge};
use super::piece::Piece;
use super::place::Cell;
use super::straight;

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
    mut cost: impl FnMut(&Step) -> Option<u32>,
) -> Option<Vec<Cell>> {
    if let Some(path) = straight::path_to(space, pieces, from, to, budget, &mut cost) {
        debug_assert_eq!(Some(&path), searched_path_to(space, pieces, from, to, budget, cost).as_ref());
        return Some(path);
    }
    searched_path_to(space, pieces, from, to, budget, cost)
}

/// The same by a search, whatever is in the way.
pub(super) fn searched_path_to(
    space: &Space,
    pieces: &[Piece],
    from: Cell,
    to: Cell,
    budget: u32,
    cost: impl FnMut(&Step) -> Option<u32>,
) -> Option<Vec<Cell>> {
    let size = u32::from(space.cell_size());
    let urgency = |cell, best: &Best| {
        let in_all = best.cost.saturating_add(size.saturating_mul(space.fewest_steps(cell, to)));
        Urgency::of(in_all, best.diagonals, 0)
    };
    let mut least = None;
    let paths = Paths::run(space, pieces, from, budget, cost, urgency, |arrival| {
        if least.is_none() && arrival.cell == to {
            least = Some(arrival.urgency);
        }
        least.is_some_and(|least| arrival.urgency > least) // ways that are as good have been looked at too
    });
    paths.to(to)
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
        let there = arrival.urgency.left;
        if there < least && stops(arrival.cell) {
            (best, least) = (Some(arrival.cell), there);
        }
        // Whoever waits would be nearer only after more than the budget.
        least == 0 || u64::from(arrival.urgency.in_all()) > u64::from(budget) + u64::from(size) * u64::from(least - 1)
    });
    paths.to(best?)
}

/// The cheapest ways from one cell to all that can be reached: Dijkstra's search, as it stands afterwards.
///
/// A mark is a cell, or with alternating diagonals a cell and whether the number of diagonals on the way to it is odd.
pub struct Paths<'s> {
    space: &'s Space,
    best: Vec<Best>,
    /// The cells in the order in which they were found, with their numbers.
    found: Vec<(Cell, u32)>,
    marks_per_cell: u32,
}

/// The best way to a mark. The order of the first two fields is the order of preference.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: u32,
    diagonals: u32,
    /// The mark before it, itself at the start, or [`NEVER`].
    before: u32,
}

/// No way leads there.
const NEVER: u32 = u32::MAX;

impl<'s> Paths<'s> {
    /// Looks for all of them. Costs and pieces count as in [`reachable`].
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

    /// Every cell that can be reached, the start included, with what the cheapest way there costs; in no useful order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.found.iter().map(|&(cell, index)| (cell, self.least(index).map_or(0, |mark| self.best[mark].cost)))
    }

    /// What the cheapest way to a cell costs; `None` if there is none.
    pub fn cost(&self, to: Cell) -> Option<u32> {
        let mark = self.least(self.space.index(to)? as u32)?;
        Some(self.best[mark].cost)
    }

    /// The cheapest way to a cell, as [`path_to`] finds it.
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

    /// The best mark of a cell, if there is one.
    fn least(&self, index: u32) -> Option<usize> {
        let first = (index * self.marks_per_cell) as usize;
        let marks = first..first + self.marks_per_cell as usize;
        let is_known = |&mark: &usize| self.best[mark].before != NEVER;
        marks.filter(is_known).min_by_key(|&mark| (self.best[mark].cost, self.best[mark].diagonals))
    }

    /// `urgency` says in which order to look at cells: a search that knows what is to go at least goes straight. `done` is
    /// asked in each cell to which the cheapest way is known.
    fn run(
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
        let burdens = burdens(space, pieces);
        let blocked =
            |cell: Cell| !burdens.is_empty() && space.index(cell).is_some_and(|index| burdens[index].cost == BLOCKED);
        let start = start as u32 * marks_per_cell;
        let first = Best { before: start, ..nowhere };
        paths.best[start as usize] = first;
        paths.found.push((from, start / marks_per_cell));
        let mut open = Queue::new(Waiting { urgency: urgency(from, &first), cost: 0, mark: start, cell: from });
        while let Some(arrival) = open.pop() {
            let Waiting { cost: spent, mark, cell, .. } = arrival;
            let Best { cost: least, diagonals, .. } = paths.best[mark as usize];
            if least < spent {
                continue; // a better way was found in the meantime
            }
            if done(&arrival) {
                break;
            }
            let odd = marks_per_cell == 2 && mark % 2 == 1;
            space.each_step(cell, |step| {
                let (surcharge, now_odd) = surcharge(space, cell, step.to, odd);
                let index = step.index as u32;
                let arrival = index * marks_per_cell + u32::from(now_odd);
                let known = paths.best[arrival as usize];
                if known.before != NEVER && (known.cost, known.diagonals) <= (spent, diagonals) {
                    return;
                }
                let burden = burdens.get(step.index).map_or(0, |burden| burden.cost);
                if burden == BLOCKED || squeezes(space, cell, step.to, blocked) {
                    return;
                }
                let Some(price) = cost(&step) else { return };
                debug_assert!(price >= u32::from(space.cell_size()), "a step for less than a search may count on");
                let total = u64::from(spent) + u64::from(price) + u64::from(burden) + u64::from(surcharge);
                if total > u64::from(budget) {
                    return;
                }
                let total = total as u32; // the budget is one
                let diagonals = diagonals.saturating_add(space.is_diagonal(cell, step.to).into());
                let way = Best { cost: total, diagonals, before: mark };
                if known.before == NEVER {
                    let twin = if marks_per_cell == 2 { arrival ^ 1 } else { arrival };
                    if paths.best[twin as usize].before == NEVER {
                        paths.found.push((step.to, index));
                    }
                } else if (total, diagonals) >= (known.cost, known.diagonals) {
                    if (total, diagonals) == (known.cost, known.diagonals) && paths.is_earlier(mark, known.before) {
                        paths.best[arrival as usize] = way;
                    }
                    return;
                }
                paths.best[arrival as usize] = way;
                open.push(Waiting { urgency: urgency(step.to, &way), cost: total, mark: arrival, cell: step.to });
            });
        }
        paths
    }

    /// Of two marks from which a way is as good: is the first the one to come from? The cheaper, then by cell.
    fn is_earlier(&self, mark: u32, other: u32) -> bool {
        let rank = |mark: u32| {
            let Best { cost, diagonals, .. } = self.best[mark as usize];
            (cost, diagonals, self.space.cell_number((mark / self.marks_per_cell) as usize), mark)
        };
        rank(mark) < rank(other)
    }
}

/// What is looked at first. The order of the fields is the order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Urgency {
    /// What the whole way costs at least, and below it what decides next: one number, compared at once.
    rank: u64,
    /// How many steps are to go, where that is asked for. It follows from the rank and decides nothing.
    left: u32,
}

impl Urgency {
    #[inline]
    fn of(in_all: u32, then: u32, left: u32) -> Self {
        Urgency { rank: u64::from(in_all) << 32 | u64::from(then), left }
    }

    /// What the whole way costs at least.
    #[inline]
    fn in_all(self) -> u32 {
        (self.rank >> 32) as u32
    }
}

/// A mark that waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    urgency: Urgency,
    cost: u32,
    mark: u32,
    cell: Cell,
}

/// Those who wait. Where every step costs the same, which is usual, they come in the order in which they leave, and a
/// list is enough; the others are sorted in.
struct Queue {
    line: Vec<Waiting>,
    gone: usize,
    others: BinaryHeap<Reverse<Waiting>>,
}

impl Queue {
    fn new(first: Waiting) -> Self {
        let mut line = Vec::with_capacity(32);
        line.push(first);
        Queue { line, gone: 0, others: BinaryHeap::with_capacity(32) }
    }

    #[inline]
    fn push(&mut self, next: Waiting) {
        if self.line.last().is_none_or(|last| last.urgency.rank <= next.urgency.rank) {
            self.line.push(next);
        } else {
            self.others.push(Reverse(next));
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Waiting> {
        let first = self.line.get(self.gone).copied();
        if let Some(Reverse(other)) = self.others.peek()
            && first.is_none_or(|first| other.urgency.rank < first.urgency.rank)
        {
            return self.others.pop().map(|Reverse(other)| other);
        }
        self.gone += usize::from(first.is_some());
        first
    }
}

const BLOCKED: u32 = u32::MAX;

/// What entering a cell costs on top because of pieces.
#[derive(Debug, Clone, Copy)]
struct Burden {
    cost: u32,
    /// The last piece that was added: a cell named twice is there once.
    counted: u32,
}

/// What entering each cell costs on top; nothing at all if no piece matters.
fn burdens(space: &Space, pieces: &[Piece]) -> Vec<Burden> {
    if !pieces.iter().any(Piece::matters_underfoot) {
        return Vec::new();
    }
    let mut burdens = vec![Burden { cost: 0, counted: 0 }; space.len()];
    for (number, piece) in (1..).zip(pieces).filter(|(_, piece)| piece.matters_underfoot()) {
        for index in piece.cells.iter().filter_map(|cell| space.index(*cell)) {
            let burden = &mut burdens[index];
            if burden.counted == number {
                continue;
            }
            burden.counted = number;
            burden.cost = if piece.blocks_move || burden.cost == BLOCKED {
                BLOCKED
            } else {
                burden.cost.saturating_add(piece.extra_cost.into()).min(BLOCKED - 1)
            };
        }
    }
    burdens
}

#[cfg(test)]
mod tests {
    use super::super::{MapDescription, Orientation, SquareMap, path_cost, standard_cost, straight_path};
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
            let found = reachable(&space, &[], Cell::new(0, 0), 30, standard_cost);
            assert_eq!((cost_of(&found, 3, 3), cost_of(&found, 2, 2)), (Some(three), Some(two)), "{diagonals:?}");
            assert_eq!(cost_of(&found, 0, 0), Some(0));
        }
    }

    #[test]
    fn the_budget_is_spent_to_the_last_unit() {
        let space = room(Diagonals::One);
        let found = reachable(&space, &[], Cell::new(3, 2), 5, standard_cost);
        assert_eq!(found.len(), 9);
        assert_eq!(reachable(&space, &[], Cell::new(3, 2), 4, standard_cost), [(Cell::new(3, 2), 0)]);
        assert!(found.is_sorted());
        assert_eq!(reachable(&space, &[], Cell::new(-1, 2), 99, standard_cost), []);
    }

    #[test]
    fn walls_are_walked_around() {
        let space = room(Diagonals::One);
        let wall = Piece::wall("wall", cells(&[(3, 0), (3, 1), (3, 2), (3, 3)]));
        let path = path_to(&space, std::slice::from_ref(&wall), Cell::new(2, 2), Cell::new(4, 2), 30, standard_cost);
        let path = path.unwrap();
        assert_eq!(path, cells(&[(2, 2), (2, 3), (3, 4), (4, 3), (4, 2)]));
        assert_eq!(path_cost(&space, std::slice::from_ref(&wall), &path, standard_cost), Some(20));
        let walls = std::slice::from_ref(&wall);
        assert_eq!(path_to(&space, walls, Cell::new(2, 2), Cell::new(4, 2), 19, standard_cost), None);
        assert_eq!(path_to(&space, walls, Cell::new(2, 2), Cell::new(3, 2), 99, standard_cost), None);
        let ways = Paths::search(&space, walls, Cell::new(2, 2), 30, standard_cost);
        assert_eq!((ways.to(Cell::new(4, 2)), ways.cost(Cell::new(4, 2))), (Some(path), Some(20)));
        assert_eq!((ways.to(Cell::new(3, 2)), ways.cost(Cell::new(3, 2))), (None, None));
        let open = Piece { active: false, ..wall };
        let path = path_to(&space, &[open], Cell::new(2, 2), Cell::new(4, 2), 30, standard_cost);
        assert_eq!(path, Some(cells(&[(2, 2), (3, 2), (4, 2)])));
    }

    #[test]
    fn nobody_squeezes_between_two_corners() {
        let space = room(Diagonals::One);
        let one = Piece::wall("pillar", cells(&[(1, 0)]));
        let other = Piece::wall("pillar", cells(&[(0, 1)]));
        let straight = cells(&[(0, 0), (1, 1)]);
        let both = [one, other];
        assert_eq!(path_cost(&space, &both[..1], &straight, standard_cost), Some(5));
        assert_eq!(path_cost(&space, &both, &straight, standard_cost), None);
        assert_eq!(path_to(&space, &both, Cell::new(0, 0), Cell::new(1, 1), 99, standard_cost), None);
    }

    #[test]
    fn rubble_costs_more_and_the_rulebook_may_forbid() {
        let space = Space::hex(7, 3, 1, "m", Orientation::Pointy).unwrap();
        let rubble = Piece { extra_cost: 1, ..Piece::at("rubble", [Cell::new(3, 1)]) };
        let (from, to) = (Cell::new(1, 1), Cell::new(4, 1));
        let rubbles = [rubble.clone(), rubble];
        assert_eq!(path_cost(&space, &rubbles, &straight_path(&space, from, to), standard_cost), Some(5));
        let path = path_to(&space, &rubbles, from, to, 9, standard_cost).unwrap();
        assert_eq!(path_cost(&space, &rubbles, &path, standard_cost), Some(4)); // around
        let taken = Cell::new(2, 1);
        let cost = |step: &Step| if step.to == taken { None } else { Some(step.units) };
        assert!(!path_to(&space, &[], from, to, 9, cost).unwrap().contains(&taken));
    }

    #[test]
    fn a_cell_named_twice_costs_once() {
        let space = room(Diagonals::One);
        let rubble = Piece { extra_cost: 1, ..Piece::at("rubble", cells(&[(1, 0), (1, 0)])) };
        let found = reachable(&space, &[rubble], Cell::new(0, 0), 6, standard_cost);
        assert_eq!(cost_of(&found, 1, 0), Some(6));
    }

    #[test]
    fn the_nearest_cell_is_found_without_looking_at_all_of_them() {
        let space = Space::square(12, 9, 5, "ft").unwrap();
        let wall = Piece::wall("wall", cells(&[(5, 2), (5, 3), (5, 4), (5, 5), (5, 6)]));
        let rubble = Piece { extra_cost: 5, ..Piece::at("rubble", cells(&[(4, 1), (4, 7), (6, 1), (8, 4)])) };
        let pieces = [wall, rubble];
        let taken = [Cell::new(9, 3), Cell::new(9, 4)];
        for (budget, goal) in (0..90).step_by(5).flat_map(|budget| [(10, 4), (6, 4), (0, 8)].map(|goal| (budget, goal)))
        {
            let goal = Cell::new(goal.0, goal.1);
            let left = |cell: Cell| space.steps(cell.into(), goal.into()).saturating_sub(1);
            let (start, stops) = (Cell::new(2, 4), |cell: Cell| !taken.contains(&cell));
            let found = approach(&space, &pieces, start, budget, standard_cost, left, stops);
            // The same by looking at all of them.
            let all = reachable(&space, &pieces, start, budget, standard_cost).into_iter();
            let best = all.filter(|(cell, _)| stops(*cell)).map(|(cell, cost)| (left(cell), cost)).min();
            let best = best.filter(|(near, _)| *near < left(start));
            let found = found.map(|path| {
                let end = path.last().copied().unwrap();
                assert!(path[0] == start && stops(end));
                (left(end), path_cost(&space, &pieces, &path, standard_cost).unwrap())
            });
            assert_eq!(found, best, "{budget} {goal:?}");
        }
    }

    /// A guided search finds the very way that a search through everything finds.
    #[test]
    fn a_search_that_goes_straight_finds_the_same_way() {
        let mut rng = referee_dice::FastRng::seed_from_u64(7);
        for round in 0..60 {
            let diagonals = [Diagonals::One, Diagonals::Alternating, Diagonals::Two][round % 3];
            let map = SquareMap { columns: 9, rows: 8, cell: 5, unit: "ft".into(), diagonals, rises: vec![] };
            let hexes = Space::hex(9, 8, 5, "ft", Orientation::Pointy).unwrap();
            let space = if round % 4 == 3 { hexes } else { MapDescription::Square(map).check().unwrap() };
            let all: Vec<Cell> = space.cells().collect();
            let mut some = |of: u32| -> Vec<Cell> { all.iter().copied().filter(|_| rng.below(of) == 0).collect() };
            let rubble = Piece { extra_cost: 5, ..Piece::at("rubble", some(5)) };
            let pieces = [Piece::wall("wall", some(4)), rubble];
            let from = all[round];
            let ways = Paths::search(&space, &pieces, from, 60, standard_cost);
            for &to in &all {
                assert_eq!(
                    path_to(&space, &pieces, from, to, 60, standard_cost),
                    ways.to(to),
                    "{round}: {from:?} {to:?}"
                );
            }
        }
    }

    #[test]
    fn equally_cheap_ways_are_the_straighter_ones() {
        let space = room(Diagonals::One);
        let path = path_to(&space, &[], Cell::new(0, 2), Cell::new(5, 2), 99, standard_cost).unwrap();
        assert_eq!(path, straight_path(&space, Cell::new(0, 2), Cell::new(5, 2)));
    }

    #[test]
    fn endless_steps_do_no_harm() {
        let space = room(Diagonals::Alternating);
        assert_eq!(reachable(&space, &[], Cell::new(0, 0), u32::MAX, |_| Some(u32::MAX)).len(), 4);
        assert_eq!(path_cost(&space, &[], &[], |_| None), Some(0));
        assert_eq!(path_cost(&space, &[], &cells(&[(0, 0), (2, 0)]), |_| Some(1)), None);
    }
}
