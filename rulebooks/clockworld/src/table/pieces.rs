//! What stands on the map, with where it is not: most lines and steps are far from everything, which is soon said. The
//! bounds, and a number for all of it, follow from the pieces, so they are neither written nor read, but made anew with them.

use super::glances::{Glance, Glances};
use referee_engine::{
    Derived, Grounds, fingerprint_of,
    space::{self, Cell, Piece, Place, Space},
};
use serde::{Deserialize, Serialize};
use std::{ops::Deref, sync::Arc};

/// The pieces on the map. Copies share them until one of them is changed.
#[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pieces {
    laid: Arc<Laid>,
    #[serde(skip)]
    glances: Derived<Glances>,
}

/// The pieces, with what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Laid {
    all: Vec<Piece>,
    hinders_sight: Bounds,
    blocks_sight: Bounds,
    covers: Bounds,
    underfoot: Bounds,
    grounds: Grounds,
}

/// A rectangle of cells, both corners included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    low: Cell,
    high: Cell,
}

impl Bounds {
    /// Around no cell at all.
    const NOWHERE: Bounds = Bounds { low: Cell::new(i16::MAX, i16::MAX), high: Cell::new(i16::MIN, i16::MIN) };

    /// Around all cells of the pieces that `is` picks.
    fn around(pieces: &[Piece], is: impl Fn(&Piece) -> bool) -> Bounds {
        let cells = pieces.iter().filter(|piece| is(piece)).flat_map(|piece| &piece.cells);
        cells.fold(Bounds::NOWHERE, |Bounds { low, high }, cell| Bounds {
            low: Cell::new(low.x.min(cell.x), low.y.min(cell.y)),
            high: Cell::new(high.x.max(cell.x), high.y.max(cell.y)),
        })
    }

    /// May one of the cells lie between these two, coordinate by coordinate? Whatever a straight line meets does.
    #[inline]
    fn may_lie_between(self, one: Cell, other: Cell) -> bool {
        one.x.max(other.x) >= self.low.x
            && one.x.min(other.x) <= self.high.x
            && one.y.max(other.y) >= self.low.y
            && one.y.min(other.y) <= self.high.y
    }

    /// May one of the cells be at most so many columns and so many rows from this one?
    #[inline]
    fn may_be_within(self, cell: Cell, cells: i32) -> bool {
        let near = |at: i16, low: i16, high: i16| {
            i32::from(at) + cells >= i32::from(low) && i32::from(at) - cells <= i32::from(high)
        };
        near(cell.x, self.low.x, self.high.x) && near(cell.y, self.low.y, self.high.y)
    }
}

impl Pieces {
    /// These, in their order.
    pub fn new(all: Vec<Piece>) -> Pieces {
        Pieces { laid: Arc::new(Laid::new(all)), glances: Derived::default() }
    }

    /// All of them as they are: other pieces make other grounds.
    #[inline]
    pub fn grounds(&self) -> Grounds {
        debug_assert_eq!(self.laid.grounds, Laid::look_for_grounds(&self.laid), "`change` alone changes a piece");
        self.laid.grounds
    }

    /// Changes one of them.
    pub fn change(&mut self, at: u16, change: impl FnOnce(&mut Piece)) {
        let laid = Arc::make_mut(&mut self.laid);
        change(&mut laid.all[usize::from(at)]);
        *laid = Laid::new(std::mem::take(&mut laid.all));
        self.glances.forget();
    }

    /// What the line between these two places meets on this map.
    #[inline]
    pub fn glance(&mut self, space: &Space, from: Place, to: Place) -> Glance {
        let (all, glances) = (&self.laid.all[..], &mut self.glances);
        glances.glance(from, to, || space::sight(space, all, from, to).into())
    }

    /// What was seen on another map does not count.
    pub fn forget_glances(&mut self) {
        self.glances.forget();
    }

    /// May any of them give Cover or Concealment on the line between these cells, or block it?
    #[inline]
    pub fn may_hinder_sight(&self, one: Cell, other: Cell) -> bool {
        self.laid.hinders_sight.may_lie_between(one, other)
    }

    /// May any of them block the line between these cells?
    #[inline]
    pub fn may_block_sight(&self, one: Cell, other: Cell) -> bool {
        self.laid.blocks_sight.may_lie_between(one, other)
    }

    /// May one that gives Cover be at most so many columns and rows from this cell?
    #[inline]
    pub fn may_cover_near(&self, cell: Cell, cells: i32) -> bool {
        self.laid.covers.may_be_within(cell, cells)
    }

    /// May one hinder whoever steps into this cell?
    #[inline]
    pub fn may_be_underfoot(&self, cell: Cell) -> bool {
        self.laid.underfoot.may_be_within(cell, 0)
    }
}

impl Clone for Pieces {
    fn clone(&self) -> Pieces {
        Pieces { laid: self.laid.clone(), glances: Derived::default() }
    }

    /// Most fights leave the pieces as they are; then nothing is copied, and what was seen still holds.
    fn clone_from(&mut self, source: &Pieces) {
        let Pieces { laid, glances } = self;
        glances.begin();
        if Arc::ptr_eq(laid, &source.laid) {
            return;
        }
        if laid.grounds != source.laid.grounds {
            glances.forget();
        }
        laid.clone_from(&source.laid);
    }
}

impl Deref for Pieces {
    type Target = [Piece];

    #[inline]
    fn deref(&self) -> &[Piece] {
        &self.laid
    }
}

impl Laid {
    fn new(all: Vec<Piece>) -> Laid {
        let around = |is: fn(&Piece) -> bool| Bounds::around(&all, |piece| piece.active && is(piece));
        Laid {
            hinders_sight: around(|piece| piece.blocks_sight || piece.cover > 0 || piece.concealment > 0),
            blocks_sight: around(|piece| piece.blocks_sight),
            covers: around(|piece| piece.cover > 0),
            underfoot: around(|piece| piece.blocks_move || piece.extra_cost > 0),
            grounds: Laid::look_for_grounds(&all),
            all,
        }
    }

    fn look_for_grounds(all: &[Piece]) -> Grounds {
        Grounds::default().and(fingerprint_of(all))
    }
}

impl Default for Laid {
    fn default() -> Laid {
        Laid::new(Vec::new())
    }
}

referee_engine::listed!(Laid of Piece);

#[cfg(test)]
mod tests {
    use super::*;
    use referee_engine::space::{Orientation, Sight, Space, is_blocked, sight};

    /// Wherever the bounds rule something out, the whole question says the same.
    #[test]
    fn bounds_rule_out_only_what_is_not_there() {
        let hexes = Space::hex(12, 12, 5, "ft", Orientation::Pointy).unwrap();
        let squares = Space::square(12, 12, 5, "ft").unwrap();
        let counter = Piece { cover: 1, blocks_move: true, ..Piece::at("counter", [Cell::new(4, 4), Cell::new(4, 5)]) };
        let smoke = Piece { concealment: 1, ..Piece::at("smoke", [Cell::new(6, 3)]) };
        let mut pieces = Pieces::new(vec![counter, smoke, Piece::wall("wall", [Cell::new(5, 2)])]);
        for round in 0..3 {
            let mut ruled_out = 0;
            for space in [&hexes, &squares] {
                let cells: Vec<Cell> = space.cells().collect();
                for (&from, &to) in cells.iter().flat_map(|from| cells.iter().map(move |to| (from, to))) {
                    let seen = sight(space, &pieces, from.into(), to.into());
                    assert!(pieces.may_hinder_sight(from, to) || seen == Sight::CLEAR, "{from:?} {to:?}");
                    let blocked = is_blocked(space, &pieces, from.into(), to.into());
                    assert!(pieces.may_block_sight(from, to) || !blocked, "{from:?} {to:?}");
                    ruled_out += usize::from(!pieces.may_hinder_sight(from, to));
                }
                for &cell in &cells {
                    let hinders = |piece: &Piece| piece.active && piece.blocks_move && piece.covers(cell);
                    assert!(pieces.may_be_underfoot(cell) || !pieces.iter().any(hinders), "{cell:?}");
                }
            }
            assert!(ruled_out > 5_000, "{ruled_out}");
            match round {
                0 => pieces.change(0, |piece| piece.cells = [Cell::new(9, 1)].into_iter().collect()),
                _ => pieces.change(2, |piece| piece.active = false),
            }
        }
    }

    /// What is remembered of a line is what one sees along it, also after a piece has changed and in a copy.
    #[test]
    fn what_was_seen_holds_until_a_piece_changes() {
        let space = Space::hex(8, 8, 5, "ft", Orientation::Pointy).unwrap();
        let counter = Piece { cover: 1, ..Piece::at("counter", [Cell::new(3, 3), Cell::new(3, 4)]) };
        let start = Pieces::new(vec![counter, Piece::wall("wall", [Cell::new(5, 2)])]);
        let mut pieces = start.clone();
        let check = |pieces: &mut Pieces| {
            let cells: Vec<Cell> = space.cells().collect();
            let mut hindered = 0;
            for (&from, &to) in cells.iter().flat_map(|from| cells.iter().map(move |to| (from, to))) {
                let seen = sight(&space, pieces, from.into(), to.into()).into();
                hindered += usize::from(seen != Glance::CLEAR);
                for _ in 0..2 {
                    assert_eq!(pieces.glance(&space, from.into(), to.into()), seen, "{from:?} {to:?}");
                }
            }
            hindered
        };
        for round in 0..2 {
            let before = check(&mut pieces);
            pieces.change(0, |piece| piece.active = false);
            assert!(check(&mut pieces) < before, "round {round}");
            pieces.clone_from(&start); // from now on lines are remembered
            assert_eq!(check(&mut pieces), before, "round {round}");
        }
    }
}
