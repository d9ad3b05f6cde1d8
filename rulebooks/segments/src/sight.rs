//! Who can be seen past what, and the cover that gives (SE-R72).

use crate::{actions::attack::Target, table::Table};
use referee_engine::space::{Cell, Grid, Piece, Place, Space, is_blocked, sight};

/// The cells in which pieces stand, a bit each, row by row: most lines lead past none of them. Pieces do not move, so it is
/// made with the map; it is neither written nor compared, and where it is not known every line is looked at.
#[derive(Clone, Debug, Default)]
pub struct Screens(Option<Vec<u64>>);

impl Screens {
    /// Those of a map of squares, unless it is very wide.
    pub fn of(space: &Space, pieces: &[Piece]) -> Screens {
        let mut rows: Vec<u64> = Vec::new();
        if space.grid() != Grid::Square || space.cells().any(|cell| !(0..64).contains(&cell.x) || cell.y < 0) {
            return Screens(None);
        }
        rows.resize(space.cells().map(|cell| cell.y as usize + 1).max().unwrap_or(0), 0);
        for cell in pieces.iter().flat_map(|piece| piece.cells.iter()) {
            match rows.get_mut(cell.y as usize) {
                Some(row) if (0..64).contains(&cell.x) => *row |= 1 << cell.x,
                _ => return Screens(None),
            }
        }
        Screens(Some(rows))
    }

    /// Is certainly no piece in any cell that a line between these two can meet?
    #[inline]
    pub(crate) fn are_away_from(&self, one: Cell, other: Cell) -> bool {
        let Some(rows) = &self.0 else { return false };
        let (left, right) = (one.x.min(other.x), one.x.max(other.x));
        let (upper, lower) = (one.y.min(other.y), one.y.max(other.y));
        if left < 0 || right > 63 || upper < 0 {
            return false;
        }
        let columns = u64::MAX << left & u64::MAX >> (63 - right);
        rows.get(upper as usize..=lower as usize).is_some_and(|rows| rows.iter().all(|row| row & columns == 0))
    }
}

/// What lies between two places. It follows from them, the map and the pieces that still stand on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// How far it is.
    pub feet: u32,
    /// SE-R72: the cover that the map gives against an attack.
    pub cover: i16,
    /// Can one be seen from the other's place?
    pub is_seen: bool,
    /// Does certainly nothing stand between them that hides or covers?
    pub is_clear: bool,
}

impl Table {
    /// Does certainly nothing stand between them that hides or covers?
    #[inline]
    pub(crate) fn is_clear(&self, from: Place, to: Place) -> bool {
        self.setup.screens.are_away_from(from.cell, to.cell)
    }

    /// What lies between two places.
    pub fn line(&self, from: Place, to: Place) -> Line {
        let (cover, is_seen) = (self.cover(from, to), self.sees(from, to));
        Line { feet: self.feet(from, to), cover, is_seen, is_clear: self.is_clear(from, to) }
    }

    /// Can one be seen from the other's place?
    #[inline]
    pub fn sees(&self, from: Place, to: Place) -> bool {
        let is_clear = self.is_clear(from, to);
        debug_assert!(!is_clear || !is_blocked(&self.setup.space, &self.pieces, from, to), "nothing is on the line");
        is_clear || !is_blocked(&self.setup.space, &self.pieces, from, to)
    }

    /// SE-R72: the cover that the map gives against an attack.
    #[inline]
    pub fn cover(&self, from: Place, to: Place) -> i16 {
        let is_clear = self.pieces.is_empty() || self.is_clear(from, to);
        debug_assert!(!is_clear || self.cover_on_the_line(from, to) == 0, "nothing is on the line");
        if is_clear { 0 } else { self.cover_on_the_line(from, to) }
    }

    /// Can a target be seen? A thing is not in its own way (SE-R73).
    pub fn sees_target(&self, from: Place, target: Target, to: Place) -> bool {
        self.without(target)
            .map_or_else(|| self.sees(from, to), |others| !is_blocked(&self.setup.space, &others, from, to))
    }

    /// SE-R72, SE-R73: the cover that the map gives a target. A thing is no cover for itself.
    pub fn cover_of(&self, from: Place, target: Target, to: Place) -> i16 {
        let beside = |others: Vec<Piece>| i16::from(sight(&self.setup.space, &others, from, to).cover);
        self.without(target).map_or_else(|| self.cover(from, to), beside)
    }

    /// The other pieces, if the target is one.
    fn without(&self, target: Target) -> Option<Vec<Piece>> {
        let Target::Thing(thing) = target else { return None };
        let own = usize::from(self.lasting(thing).piece?);
        let mut others = self.pieces.to_vec();
        others.remove(own);
        Some(others)
    }

    #[inline(never)]
    fn cover_on_the_line(&self, from: Place, to: Place) -> i16 {
        i16::from(sight(&self.setup.space, &self.pieces, from, to).cover)
    }
}
