//! Who sees whom, and past what.

use super::facing::Ray;
use super::grid::{Grid, Space};
use super::line::{Meets, Segment};
use super::piece::Piece;
use super::place::{Cell, Place};

/// What a watcher's line to a target meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sight {
    /// Whether something stops the line altogether.
    pub blocked: bool,
    /// The highest level of cover on the line.
    pub cover: u8,
    /// The highest level of concealment on the line.
    pub concealment: u8,
    /// The piece that gives the cover: the first in the list with that level.
    pub cover_by: Option<u16>,
    /// The piece that gives the concealment: the first in the list with that level.
    pub concealed_by: Option<u16>,
}

impl Sight {
    /// Nothing in the way.
    pub const CLEAR: Self = Self { blocked: false, cover: 0, concealment: 0, cover_by: None, concealed_by: None };
}

/// What hinders the line from a watcher to a target.
///
/// The line is the straight one between the centres of the two cells.
///
/// - A piece counts if the line crosses the inside of one of its cells. Where the line runs exactly between two cells
///   (through the corner of squares, along the edge of hexes) what both sides give counts, so one crate beside the
///   line hinders nothing and two crates on both sides do.
/// - A piece in the target's cell counts. One in the watcher's cell does not, except that concealment counts for
///   watcher and target in the same cell.
/// - The line rises or falls evenly from the watcher's height to the target's. A piece is looked over where the line
///   is at or above its top: its height on the ground of that cell. The ground itself hides nothing.
/// - A piece may hinder only lines that come in from some directions, see [`super::Sides`].
/// - The highest level counts, not the sum.
/// - Without a map the line is the two zones, and zones that do not see each other block it.
///
/// `sight(a, b)` and `sight(b, a)` are equal unless a piece stands in one of the two cells or hinders only some
/// directions.
pub fn sight(space: &Space, pieces: &[Piece], from: Place, to: Place) -> Sight {
    let line =
        Sightline { space, from, to, segment: Segment::new(space, from.cell, to.cell), back: back(space, from, to) };
    let mut seen = Sight::CLEAR;
    if space.grid() == Grid::Zones {
        seen.blocked = !space.zone_pair(from.cell, to.cell).is_some_and(|pair| pair.seen);
    }
    for (index, piece) in pieces.iter().enumerate() {
        if !line.is_hindered_by(piece) {
            continue;
        }
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        for &cell in &piece.cells {
            let found = line.at(piece, cell, pieces);
            seen.blocked |= found.blocks;
            if found.cover > seen.cover {
                (seen.cover, seen.cover_by) = (found.cover, Some(index));
            }
            if found.concealment > seen.concealment {
                (seen.concealment, seen.concealed_by) = (found.concealment, Some(index));
            }
        }
    }
    seen
}

fn back(space: &Space, from: Place, to: Place) -> Option<Ray> {
    space.ray(to.cell, from.cell)
}

struct Sightline<'a> {
    space: &'a Space,
    from: Place,
    to: Place,
    segment: Segment,
    back: Option<Ray>,
}

/// What one cell does to a line.
#[derive(Clone, Copy, Default)]
struct Hindrance {
    blocks: bool,
    cover: u8,
    concealment: u8,
}

impl Sightline<'_> {
    fn is_hindered_by(&self, piece: &Piece) -> bool {
        piece.hinders_sight() && piece.from.hinder(self.back)
    }

    /// What a piece does to the line in one of its cells.
    fn at(&self, piece: &Piece, cell: Cell, pieces: &[Piece]) -> Hindrance {
        let whole = Hindrance { blocks: piece.blocks_sight, cover: piece.cover, concealment: piece.concealment };
        if cell == self.from.cell {
            let together = self.from.cell == self.to.cell && !self.looks_over(piece, cell);
            let concealment = if together { piece.concealment } else { 0 };
            return Hindrance { concealment, ..Hindrance::default() };
        }
        match self.segment.meets(cell) {
            Meets::Not => Hindrance::default(),
            _ if self.looks_over(piece, cell) => Hindrance::default(),
            Meets::Inside => whole,
            Meets::Between(other) => {
                let other = self.all_in(other, pieces);
                Hindrance {
                    blocks: whole.blocks && other.blocks,
                    cover: whole.cover.min(other.cover),
                    concealment: whole.concealment.min(other.concealment),
                }
            }
        }
    }

    /// What all pieces in a cell beside the line do together.
    fn all_in(&self, cell: Cell, pieces: &[Piece]) -> Hindrance {
        let there = |piece: &&Piece| self.is_hindered_by(piece) && piece.covers(cell) && !self.looks_over(piece, cell);
        pieces.iter().filter(there).fold(Hindrance::default(), |sum, piece| Hindrance {
            blocks: sum.blocks || piece.blocks_sight,
            cover: sum.cover.max(piece.cover),
            concealment: sum.concealment.max(piece.concealment),
        })
    }

    /// Whether the line passes at or above the top of a piece in a cell.
    fn looks_over(&self, piece: &Piece, cell: Cell) -> bool {
        let Some(height) = piece.height else { return false };
        let top = i64::from(self.space.ground(cell)) + i64::from(height);
        let (part, whole) = self.segment.part(cell);
        let (low, high) = (i64::from(self.from.z), i64::from(self.to.z));
        low * whole + (high - low) * part >= top * whole
    }
}
