//! The effect of pieces on movement.

use super::cell_set::CellSet;
use super::grid::Space;
use super::path::squeezes;
use super::piece::Piece;
use super::place::Cell;

/// The movement cost of each cell due to pieces: computed once per search, then looked up by index.
pub(super) struct Underfoot {
    /// Blocked cells; `None` if there are none.
    blocked: Option<CellSet>,
    /// The extra cost of entering each cell; empty if it is 0 everywhere.
    extra: Vec<u32>,
}

impl Underfoot {
    #[inline]
    pub(super) fn of(space: &Space, pieces: &[Piece]) -> Self {
        let mut all = Underfoot { blocked: None, extra: Vec::new() };
        for piece in pieces.iter().filter(|piece| piece.matters_underfoot()) {
            all.add(space, piece);
        }
        all
    }

    fn add(&mut self, space: &Space, piece: &Piece) {
        if piece.blocks_move {
            let blocked = self.blocked.get_or_insert_with(|| CellSet::none(space));
            piece.cells.iter().for_each(|&cell| blocked.insert(space, cell));
            return;
        }
        self.extra.resize(space.len(), 0);
        for (at, &cell) in piece.cells.iter().enumerate() {
            if let Some(index) = space.index(cell)
                && !piece.cells[..at].contains(&cell)
            {
                // A cell listed twice counts once.
                self.extra[index] = self.extra[index].saturating_add(piece.extra_cost.into());
            }
        }
    }

    /// The extra cost of entering the cell with this index, or `None` if it cannot be entered.
    #[inline]
    pub(super) fn entering(&self, index: usize) -> Option<u32> {
        if self.blocked.as_ref().is_some_and(|blocked| blocked.contains(index)) {
            return None;
        }
        Some(self.extra.get(index).copied().unwrap_or(0))
    }

    /// Whether a step goes diagonally between two blocked cells.
    #[inline]
    pub(super) fn squeezes(&self, space: &Space, from: Cell, to: Cell) -> bool {
        self.blocked.as_ref().is_some_and(|blocked| {
            squeezes(space, from, to, |cell| space.index(cell).is_some_and(|index| blocked.contains(index)))
        })
    }
}
