//! What stands about, with what is asked of all of it at once.

use crate::defense::Pile;
use referee_engine::{
    fingerprint_of,
    space::{Cell, Piece},
};

/// The pieces in their order. What is kept beside them follows from them, so it is neither written nor read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces {
    all: Vec<Piece>,
    spots: Vec<Spot>,
    cover: Pile,
    blocks_sight: bool,
    print: u64,
}

/// A cell on which something stands that gives cover or concealment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where.
    pub cell: Cell,
    /// The number of the piece.
    pub piece: u16,
}

impl Pieces {
    /// These, in their order.
    pub fn new(all: Vec<Piece>) -> Pieces {
        let mut pieces = Pieces { all, spots: Vec::new(), cover: Pile::default(), blocks_sight: false, print: 0 };
        pieces.look();
        pieces
    }

    fn look(&mut self) {
        let active = || (0..).zip(&self.all).filter(|(_, piece)| piece.active);
        let counting = active().filter(|(_, piece)| piece.cover > 0 || piece.concealment > 0);
        let spots = counting.flat_map(|(at, piece)| piece.cells.iter().map(move |&cell| Spot { cell, piece: at }));
        let mut cover = Pile::default();
        active().filter(|(_, piece)| piece.cover > 0).for_each(|(_, piece)| cover.add(piece.cover));
        (self.blocks_sight, self.spots) = (active().any(|(_, piece)| piece.blocks_sight), spots.collect());
        self.cover = cover;
        self.print = fingerprint_of(&self.all);
    }

    /// The one place where a piece changes.
    pub fn change(&mut self, at: usize, how: impl FnOnce(&mut Piece)) {
        how(&mut self.all[at]);
        self.look();
    }

    /// Where there is cover or concealment, piece by piece.
    #[inline]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// All cover that there is: no line meets more.
    #[inline]
    pub fn cover(&self) -> Pile {
        self.cover
    }

    /// A number for all of them as they are now: where they are the same, so is the number.
    #[inline]
    pub fn print(&self) -> u64 {
        self.print
    }

    /// Does any of them block a line of sight?
    #[inline]
    pub fn blocks_sight(&self) -> bool {
        self.blocks_sight
    }
}

referee_engine::listed!(Pieces of Piece);
