//! A set of cells.

use smallvec::SmallVec;

use super::grid::Space;
use super::place::Cell;

/// A set of cells of one space, by index. Used for queries in the inner loop of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellSet(SmallVec<[u64; 8]>);

impl CellSet {
    /// The empty set.
    pub fn none(space: &Space) -> Self {
        Self(SmallVec::from_elem(0, space.len().div_ceil(64)))
    }

    /// The set of these cells, ignoring cells off the map.
    pub fn of(space: &Space, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::none(space);
        cells.into_iter().for_each(|cell| set.insert(space, cell));
        set
    }

    /// Adds a cell, if it is on the map.
    pub fn insert(&mut self, space: &Space, cell: Cell) {
        if let Some(index) = space.index(cell) {
            self.insert_number(index);
        }
    }

    /// Adds the cell with this index, which must be on the map.
    #[inline]
    pub fn insert_number(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether the cell with this index is in the set.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_is_on_the_map() {
        let space = Space::square(40, 20, 5, "ft").unwrap();
        let cells = [Cell::new(0, 0), Cell::new(39, 19), Cell::new(24, 1), Cell::new(40, 0), Cell::new(-1, 3)];
        let set = CellSet::of(&space, cells);
        let held: Vec<usize> = (0..space.len() + 64).filter(|&index| set.contains(index)).collect();
        assert_eq!(held, [0, 64, 799]);
        assert_eq!(CellSet::of(&space, []), CellSet::none(&space));
    }
}
