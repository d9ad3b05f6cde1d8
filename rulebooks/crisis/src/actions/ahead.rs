//! Ways straight ahead: the ones on which each step leads nearer to a goal, which are most of those that a machine goes.

use referee_engine::space::{Cell, CellSet, Grid, Space};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The way of so many steps that [`approach`](referee_engine::space::approach) finds if each of them leads nearer to a goal
/// that lies farther away: the same search, which looks at no other squares. `None` where no such way ends in a square to
/// stop at, and on other maps.
pub fn straight_on(
    space: &Space,
    closed: &CellSet,
    from: Cell,
    goal: Cell,
    steps: u16,
    stops: impl Fn(Cell) -> bool,
) -> Option<SmallVec<[Cell; 12]>> {
    let fits = space.grid() == Grid::Square && space.len() <= usize::from(u16::MAX) && space.contains(goal);
    if !fits || steps == 0 {
        return None;
    }
    // The search goes on where it has come farthest, and there with the first square by number: mostly that is the way.
    let is_open = |cell| space.index(cell).is_some_and(|index| !closed.contains(index));
    let mut here = from;
    let mut path = SmallVec::new();
    while path.len() < usize::from(steps)
        && let Some(next) = find_nearer(here, goal, is_open)
    {
        path.push(next);
        here = next;
    }
    if path.len() == usize::from(steps) && stops(here) {
        return Some(path);
    }
    search_ahead(space, closed, from, goal, steps, stops)
}

/// A square to which each step has led nearer to the goal.
#[derive(Clone, Copy)]
struct Ahead {
    cell: Cell,
    steps: u16,
    diagonals: u16,
    /// The place of the square before it among those that were found.
    before: usize,
    /// Where the search goes on first: where it has come farthest, and there with the first square by number.
    rank: u32,
}

/// The rank of a square from which the search has gone on.
const DONE: u32 = u32::MAX;

/// The whole of that search, for where the first way that it tries is none.
fn search_ahead(
    space: &Space,
    closed: &CellSet,
    from: Cell,
    goal: Cell,
    steps: u16,
    stops: impl Fn(Cell) -> bool,
) -> Option<SmallVec<[Cell; 12]>> {
    let mut found: SmallVec<[Ahead; 32]> = SmallVec::new();
    found.push(Ahead { cell: from, steps: 0, diagonals: 0, before: 0, rank: 0 });
    let (mut at, mut farthest) = (0, 0);
    loop {
        let here = found[at];
        found[at].rank = DONE;
        if here.steps == steps {
            if stops(here.cell) {
                return Some(way_to(&found, at));
            }
        } else {
            let is_new = here.steps == farthest; // nothing that lies ahead is known then
            farthest = farthest.max(here.steps + 1);
            find_nearer(here.cell, goal, |cell| {
                let Some(index) = space.index(cell).filter(|&index| !closed.contains(index)) else { return false };
                let (steps, is_diagonal) = (here.steps + 1, cell.x != here.cell.x && cell.y != here.cell.y);
                let rank = u32::from(u16::MAX - steps) << 16 | index as u32;
                let next = Ahead { cell, steps, diagonals: here.diagonals + u16::from(is_diagonal), before: at, rank };
                let known = if is_new { None } else { found.iter().position(|ahead| ahead.cell == cell) };
                match known {
                    Some(known) => improve(&mut found, known, next),
                    None => found.push(next),
                }
                false
            });
        }
        at = (0..found.len()).min_by_key(|&at| found[at].rank).filter(|&at| found[at].rank != DONE)?;
    }
}

/// A square that is known was reached once more: with fewer diagonals that counts, otherwise the first one before it.
fn improve(found: &mut [Ahead], known: usize, next: Ahead) {
    let (old, before) = (found[found[known].before], found[next.before]);
    match next.diagonals.cmp(&found[known].diagonals) {
        Ordering::Less => found[known] = next,
        Ordering::Equal if (before.diagonals, before.cell) < (old.diagonals, old.cell) => {
            found[known].before = next.before;
        }
        _ => {}
    }
}

/// Of the neighbours of a square from which a goal is nearer the first by number that is as asked. There are three at most,
/// since one direction is given.
#[inline(always)]
fn find_nearer(here: Cell, goal: Cell, mut is: impl FnMut(Cell) -> bool) -> Option<Cell> {
    let (x, y) = (goal.x - here.x, goal.y - here.y); // both are on the map
    let far = x.abs().max(y.abs());
    for aside in if x.abs() == y.abs() { 0..1 } else { -1..2 } {
        let (right, down) = match x.abs().cmp(&y.abs()) {
            Ordering::Equal => (x.signum(), y.signum()),
            Ordering::Greater => (x.signum(), aside),
            Ordering::Less => (aside, y.signum()),
        };
        let cell = Cell::new(here.x + right, here.y + down);
        if (x - right).abs() < far && (y - down).abs() < far && is(cell) {
            return Some(cell);
        }
    }
    None
}

/// The squares up to this one, without the one that it starts from.
fn way_to(found: &[Ahead], mut at: usize) -> SmallVec<[Cell; 12]> {
    let mut path: SmallVec<[Cell; 12]> = SmallVec::new();
    while at != 0 {
        path.push(found[at].cell);
        at = found[at].before;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_dice::FastRng;
    use referee_engine::space::{Step, approach};

    /// On many crowded little maps: a way on which each step leads nearer is the one that a search finds.
    #[test]
    fn straight_on_is_the_way_that_a_search_finds() {
        let space = Space::square(9, 8, 1, "square").unwrap();
        let all: Vec<Cell> = space.cells().collect();
        let mut rng = FastRng::seed_from_u64(3);
        let mut straight = 0;
        for round in 0..20_000 {
            let mut some = |of: u32| CellSet::of(&space, (0..of).map(|_| all[rng.below(72) as usize]));
            let (closed, taken) = (some(round % 14), some(round % 25));
            let (from, goal, most) = (all[rng.below(72) as usize], all[rng.below(72) as usize], rng.below(7));
            let left = |cell| space.fewest_steps(cell, goal).saturating_sub(1);
            let stops = |cell| space.index(cell).is_some_and(|index| !taken.contains(index));
            let steps = most.min(left(from)) as u16;
            let Some(path) = straight_on(&space, &closed, from, goal, steps, stops) else {
                continue;
            };
            let passable = |step: &Step| (!closed.contains(step.index)).then_some(1);
            let searched = approach(&space, &[], from, most, passable, left, stops).unwrap();
            assert_eq!(path[..], searched[1..], "{round}: {from:?} {goal:?}");
            straight += 1;
        }
        assert!(straight > 5_000, "{straight}");
    }
}
