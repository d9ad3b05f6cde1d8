//! What stands and lies on the map, and what that means for every two squares.
//!
//! Cover and sight between two squares follow from the objects alone, and a fight asks for them hundreds of times. So
//! they are worked out ([`cover::along`]) when somebody first asks about a square, and kept until an object is moved.

use crate::{
    conditions::ConditionKind,
    cover::{self, Between},
    sheet::Object,
    table::Setup,
};
use referee_engine::space::{Cell, CellSet, Space};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{fmt, ops::Deref, sync::OnceLock};

/// The objects of a scene, which read like the list that they are. Written, compared and copied, they are no more than
/// that list: what is known about squares is found out again.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scenery {
    objects: Vec<Object>,
    #[serde(skip)]
    known: OnceLock<Known>,
}

/// What follows from the objects for the squares of the map.
struct Known {
    /// CR-R120: where nobody can enter, by the number of the square.
    blocked: CellSet,
    /// CR-R149: where the ground slows.
    slow: CellSet,
    /// For each square what lies between all others and it. Empty on a map that is too large to keep that for.
    lines: Box<[OnceLock<Box<[Between]>>]>,
}

/// The most squares of a map for which every two are kept: a megabyte or two, if all of them are asked for.
const MOST_SQUARES: usize = 1024;

impl Known {
    fn new(space: &Space, objects: &[Object]) -> Self {
        let squares_of = |is: &dyn Fn(&Object) -> bool| {
            let objects = objects.iter().filter(|object| is(object));
            CellSet::of(space, objects.flat_map(|object| object.cells.iter().copied()))
        };
        let rows = if space.len() <= MOST_SQUARES { space.len() } else { 0 };
        Known {
            blocked: squares_of(&|object| object.blocks_move),
            slow: squares_of(&|object| object.inflicts == Some(ConditionKind::Slowed)),
            lines: (0..rows).map(|_| OnceLock::new()).collect(),
        }
    }
}

impl Scenery {
    /// Takes an object off the map.
    pub fn remove(&mut self, at: usize) {
        self.objects.remove(at);
        self.known = OnceLock::new();
    }

    /// Puts an object on other squares.
    pub fn shift(&mut self, at: usize, cells: SmallVec<[Cell; 4]>) {
        self.objects[at].cells = cells;
        self.known = OnceLock::new();
    }
}

/// What the scenery means on this map.
impl Setup {
    fn known(&self) -> &Known {
        self.objects.known.get_or_init(|| Known::new(&self.space, &self.objects))
    }

    /// CR-092, CR-165: what lies on the straight line from one square to another.
    pub fn between(&self, from: Cell, to: Cell) -> Between {
        if self.objects.is_empty() {
            return Between::OPEN;
        }
        let along = |from| cover::along(&self.space, &self.objects, from, to);
        let (start, end) = (self.space.index(from), self.space.index(to));
        let kept = end.and_then(|end| self.known().lines.get(end)).zip(start);
        match kept {
            Some((lines, start)) => lines.get_or_init(|| self.space.cells().map(along).collect())[start],
            None => along(from),
        }
    }

    /// CR-R120: the squares that nobody can enter.
    pub fn blocked(&self) -> &CellSet {
        &self.known().blocked
    }

    /// CR-R120: does anything stand in this square that nobody can enter?
    pub fn is_blocked(&self, cell: Cell) -> bool {
        !self.objects.is_empty() && self.space.index(cell).is_some_and(|index| self.known().blocked.contains(index))
    }

    /// CR-206, CR-R149: does the ground there slow?
    pub fn is_slow(&self, cell: Cell) -> bool {
        !self.objects.is_empty() && self.space.index(cell).is_some_and(|index| self.known().slow.contains(index))
    }
}

impl From<Vec<Object>> for Scenery {
    fn from(objects: Vec<Object>) -> Self {
        Scenery { objects, known: OnceLock::new() }
    }
}

impl Deref for Scenery {
    type Target = [Object];
    fn deref(&self) -> &[Object] {
        &self.objects
    }
}

impl Clone for Scenery {
    fn clone(&self) -> Self {
        self.objects.clone().into()
    }
}

impl PartialEq for Scenery {
    fn eq(&self, other: &Self) -> bool {
        self.objects == other.objects
    }
}

impl Eq for Scenery {}

impl fmt::Debug for Scenery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.objects.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sheet::Cover, testing::scene};

    fn room(columns: u16) -> Setup {
        let text = format!(
            r#"
            book = "crisis"
            map = {{ grid = "square", columns = {columns}, rows = 9, cell = 1, unit = "square" }}
            characters = [{{ from = "guard", name = "Ann", at = [0, 0] }}]
            objects = [
                {{ from = "low-wall", at = [2, 4] }},
                {{ from = "wagon", cells = [[7, 2], [7, 3]] }},
                {{ from = "hedge", cells = [[9, 6], [9, 7]] }},
                {{ from = "barricade", at = [5, 5] }},
            ]
            "#
        );
        Setup::clone(&scene(&text).1.setup)
    }

    /// Every two squares, as they are kept and as they are looked at.
    fn compare(setup: &Setup) {
        let all: Vec<Cell> = setup.space.cells().collect();
        for (from, to) in all.iter().flat_map(|&from| all.iter().map(move |&to| (from, to))) {
            let seen = cover::along(&setup.space, &setup.objects, from, to);
            assert_eq!(setup.between(from, to), seen, "{from:?} {to:?}");
        }
        for &cell in &all {
            let blocks = |object: &Object| object.blocks_move && object.cells.contains(&cell);
            assert_eq!(setup.is_blocked(cell), setup.objects.iter().any(blocks), "{cell:?}");
        }
    }

    #[test]
    fn what_is_kept_follows_the_objects() {
        let mut setup = room(12);
        compare(&setup);
        let before: Vec<Cover> = cover_of_all(&setup);
        setup.objects.shift(1, [Cell::new(3, 3), Cell::new(3, 4)].into_iter().collect());
        compare(&setup);
        assert_ne!(before, cover_of_all(&setup), "a wagon elsewhere covers others");
        setup.objects.remove(1);
        compare(&setup);
        let copy = setup.clone();
        assert_eq!((&copy, copy.objects.len()), (&setup, 3));
        compare(&copy);
    }

    fn cover_of_all(setup: &Setup) -> Vec<Cover> {
        setup.space.cells().map(|to| setup.between(Cell::new(0, 4), to).cover(None)).collect()
    }

    #[test]
    fn a_large_map_is_looked_at_each_time() {
        let setup = room(120);
        assert!(setup.space.len() > MOST_SQUARES && setup.known().lines.is_empty());
        let to = Cell::new(3, 4);
        assert_eq!(setup.between(Cell::new(0, 4), to).cover(None), room(12).between(Cell::new(0, 4), to).cover(None));
        assert!(setup.is_blocked(Cell::new(7, 2)) == room(12).is_blocked(Cell::new(7, 2)));
    }
}
