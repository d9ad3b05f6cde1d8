//! Line of sight, cover and concealment.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::grid::{Grid, Space};
use super::line::{Meets, Segment};
use super::piece::Piece;
use super::place::{Cell, Place};

/// What a line of sight encounters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    /// Whether it is blocked completely.
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

/// What affects the line of sight from a watcher to a target.
///
/// The line is the straight one between the centres of the two cells.
///
/// - A piece counts if the line crosses the inside of one of its cells. Where the line runs exactly between two cells
///   (through the corner of squares, along the edge of hexes), only what both sides give counts. So one crate beside the
///   line has no effect, and two crates on both sides do.
/// - A piece in the target's cell counts. One in the watcher's cell does not, except that concealment counts if watcher
///   and target are in the same cell. A piece of several cells is evaluated cell by cell: from inside a large bank of
///   mist, the rest of it is in the way.
/// - The line rises or falls linearly from the watcher's height to the target's. It passes over a piece if it is at or
///   above its top: the piece's height on the ground of that cell. The ground itself hides nothing.
/// - A piece may affect only lines from some directions, see [`super::Sides`].
/// - The highest level counts, not the sum.
/// - Without a map the line consists of the two zones; zones that do not see each other block it.
///
/// `sight(a, b)` and `sight(b, a)` are equal unless a piece stands in one of the two cells or affects only some
/// directions.
#[inline]
pub fn sight(space: &Space, pieces: &[Piece], from: Place, to: Place) -> Sight {
    let between = Between::new(from.cell, to.cell);
    let is_open = || !pieces.iter().any(|piece| piece.hinders_sight() && between.holds_any_of(piece));
    if space.grid() != Grid::Zones && is_open() { Sight::CLEAR } else { sight_past(space, pieces, from, to) }
}

/// The same where something may be in the way.
fn sight_past(space: &Space, pieces: &[Piece], from: Place, to: Place) -> Sight {
    let line = Sightline::new(space, from, to);
    let mut seen = Sight { blocked: line.is_between_strange_zones(), ..Sight::CLEAR };
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

/// A piece that a line meets, in one of its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// The index of the piece in the list.
    pub piece: u16,
    /// The cell in which the line meets it.
    pub cell: Cell,
    /// The cover it gives there.
    pub cover: u8,
    /// The concealment it gives there.
    pub concealment: u8,
}

/// Every piece that gives cover or concealment on the line from a watcher to a target, for books in which each of them
/// counts. The rules are those of [`sight`]. Where the line runs exactly between two cells, the weaker side counts
/// once: its strongest piece, and the first in the list among equals.
pub fn pieces_met(space: &Space, pieces: &[Piece], from: Place, to: Place) -> SmallVec<[Met; 4]> {
    let line = Sightline::new(space, from, to);
    let mut all = SmallVec::new();
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| line.is_hindered_by(piece)) {
        for &cell in &piece.cells {
            let Hindrance { mut cover, mut concealment, .. } = line.at(piece, cell, pieces);
            if let (Meets::Between(other), true) = (line.segment.meets(cell), cell != from.cell) {
                let sides = (cell, other);
                cover = if line.weaker(sides, pieces, |piece| piece.cover) == Some(index) { cover } else { 0 };
                let counts = line.weaker(sides, pieces, |piece| piece.concealment) == Some(index);
                concealment = if counts { concealment } else { 0 };
            }
            if cover > 0 || concealment > 0 {
                all.push(Met { piece: u16::try_from(index).unwrap_or(u16::MAX), cell, cover, concealment });
            }
        }
    }
    all
}

/// Whether something blocks the line completely: [`Sight::blocked`] without the rest. It looks only at pieces that
/// block sight, which are few.
#[inline]
pub fn is_blocked(space: &Space, pieces: &[Piece], from: Place, to: Place) -> bool {
    let between = Between::new(from.cell, to.cell);
    let may_block = |piece: &Piece| piece.active && piece.blocks_sight && between.holds_any_of(piece);
    (space.grid() == Grid::Zones || pieces.iter().any(may_block)) && is_blocked_by_any(space, pieces, from, to)
}

fn is_blocked_by_any(space: &Space, pieces: &[Piece], from: Place, to: Place) -> bool {
    let line = Sightline::new(space, from, to);
    let blocks = |piece: &Piece| {
        let stops = piece.blocks_sight && line.is_hindered_by(piece);
        stops && piece.cells.iter().any(|&cell| line.at(piece, cell, pieces).blocks)
    };
    line.is_between_strange_zones() || pieces.iter().any(blocks)
}

/// The bounding box of two cells. Everything on a line between them lies inside, and usually that is nothing.
struct Between {
    least: Cell,
    most: Cell,
}

impl Between {
    #[inline]
    fn new(one: Cell, other: Cell) -> Self {
        let least = Cell::new(one.x.min(other.x), one.y.min(other.y));
        Between { least, most: Cell::new(one.x.max(other.x), one.y.max(other.y)) }
    }

    #[inline]
    fn holds_any_of(&self, piece: &Piece) -> bool {
        let Between { least, most } = self;
        piece.cells.iter().any(|cell| cell.x >= least.x && cell.x <= most.x && cell.y >= least.y && cell.y <= most.y)
    }
}

struct Sightline<'a> {
    space: &'a Space,
    from: Place,
    to: Place,
    segment: Segment,
}

/// The effect of one cell on a line.
#[derive(Clone, Copy, Default)]
struct Hindrance {
    blocks: bool,
    cover: u8,
    concealment: u8,
}

impl<'a> Sightline<'a> {
    #[inline]
    fn new(space: &'a Space, from: Place, to: Place) -> Self {
        Sightline { space, from, to, segment: Segment::new(space, from.cell, to.cell) }
    }

    /// Whether its ends are two zones that do not see each other.
    #[inline]
    fn is_between_strange_zones(&self) -> bool {
        let seen = || self.space.zone_pair(self.from.cell, self.to.cell).is_some_and(|pair| pair.seen);
        self.space.grid() == Grid::Zones && !seen()
    }

    /// Whether a piece may be relevant. The cheapest and most selective conditions come first.
    #[inline]
    fn is_hindered_by(&self, piece: &Piece) -> bool {
        piece.hinders_sight()
            && piece.cells.iter().any(|&cell| self.segment.may_meet(cell))
            && (piece.from.is_all() || piece.from.hinder(self.space.ray(self.to.cell, self.from.cell)))
    }

    /// The effect of a piece on the line in one of its cells.
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

    /// The combined effect of all pieces in a cell beside the line.
    fn all_in(&self, cell: Cell, pieces: &[Piece]) -> Hindrance {
        let there = |piece: &&Piece| self.is_hindered_by(piece) && piece.covers(cell) && !self.looks_over(piece, cell);
        pieces.iter().filter(there).fold(Hindrance::default(), |sum, piece| Hindrance {
            blocks: sum.blocks || piece.blocks_sight,
            cover: sum.cover.max(piece.cover),
            concealment: sum.concealment.max(piece.concealment),
        })
    }

    /// Of two cells on both sides of the line, the piece that counts: the strongest of the weaker side.
    fn weaker(&self, sides: (Cell, Cell), pieces: &[Piece], level: impl Fn(&Piece) -> u8) -> Option<usize> {
        let strongest = |cell: Cell| {
            let there = |piece: &Piece| {
                level(piece) > 0 && self.is_hindered_by(piece) && piece.covers(cell) && !self.looks_over(piece, cell)
            };
            let all = pieces.iter().enumerate().filter(|(_, piece)| there(piece));
            all.map(|(index, piece)| (level(piece), Reverse(index))).max()
        };
        let (one, other) = (strongest(sides.0)?, strongest(sides.1)?);
        let weaker = if one.0 == other.0 { one.max(other) } else { one.min(other) };
        Some(weaker.1.0)
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

#[cfg(test)]
mod tests {
    use smallvec::SmallVec;

    use super::super::{MapDescription, Orientation, Rise, Sides, SquareMap};
    use super::*;

    fn room() -> Space {
        Space::square(20, 20, 5, "ft").unwrap()
    }

    fn crate_at(x: i16, y: i16) -> Piece {
        Piece { cover: 1, ..Piece::at("crate", [Cell::new(x, y)]) }
    }

    #[test]
    fn a_piece_on_the_line_gives_cover() {
        let cases = [
            // piece, from, to, cover
            ((5, 0), (0, 0), (10, 0), 1),
            ((5, 1), (0, 0), (10, 0), 0),
            ((0, 0), (0, 0), (10, 0), 0),  // the watcher leans over it
            ((10, 0), (0, 0), (10, 0), 1), // the target stands in it
            ((11, 0), (0, 0), (10, 0), 0),
            ((0, 0), (0, 0), (0, 0), 0),
            ((2, 1), (0, 0), (3, 1), 1), // the line leaves row 0 at column 1½
            ((1, 1), (0, 0), (3, 1), 0), // and touches this one at that corner
            ((1, 1), (0, 0), (4, 4), 1),
            ((1, 0), (0, 0), (4, 4), 0), // beside a diagonal
        ];
        for (piece, from, to, cover) in cases {
            let (from, to) = (Place::new(from.0, from.1, 0), Place::new(to.0, to.1, 0));
            let seen = sight(&room(), &[crate_at(piece.0, piece.1)], from, to);
            assert_eq!((seen.cover, seen.cover_by), (cover, (cover > 0).then_some(0)), "{piece:?} {from:?} {to:?}");
            assert!(!seen.blocked);
        }
    }

    /// Nothing outside the bounding box of two cells is on a line between them.
    #[test]
    fn what_is_ruled_out_at_once_would_not_be_in_the_way() {
        let hexes = [Orientation::Pointy, Orientation::Flat].map(|points| Space::hex(6, 5, 1, "m", points).unwrap());
        for space in hexes.into_iter().chain(Space::square(6, 5, 1, "m")) {
            let cells: Vec<Cell> = space.cells().collect();
            let pairs = || cells.iter().flat_map(|&from| cells.iter().map(move |&to| (from, to)));
            for (at, (from, to)) in cells.iter().flat_map(|&at| pairs().map(move |pair| (at, pair))) {
                let pieces = [Piece { cover: 2, ..Piece::wall("wall", [at]) }];
                let (from, to) = (space.on_ground(from), space.on_ground(to));
                let seen = sight(&space, &pieces, from, to);
                assert_eq!(seen, sight_past(&space, &pieces, from, to), "{at:?}: {from:?} {to:?}");
                assert_eq!(is_blocked(&space, &pieces, from, to), seen.blocked, "{at:?}: {from:?} {to:?}");
            }
        }
    }

    #[test]
    fn between_two_cells_both_sides_count() {
        let (from, to) = (Place::new(0, 0, 0), Place::new(4, 4, 0));
        let strong = Piece { cover: 3, ..crate_at(2, 1) };
        assert_eq!(sight(&room(), &[strong.clone(), crate_at(1, 2)], from, to).cover, 1);
        assert_eq!(sight(&room(), &[strong, crate_at(3, 2)], from, to).cover, 0); // not the same corner
        let wall = Piece::wall("wall", [Cell::new(2, 1), Cell::new(1, 2)]);
        assert!(sight(&room(), &[wall], from, to).blocked);

        let hexes = Space::hex(10, 10, 1, "m", Orientation::Pointy).unwrap();
        let (from, to) = (Place::new(2, 2, 0), Place::new(3, 3, 0)); // along the edge of 3,2 and 2,3
        assert_eq!(sight(&hexes, &[crate_at(3, 2)], from, to).cover, 0);
        assert_eq!(sight(&hexes, &[crate_at(3, 2), crate_at(2, 3)], from, to).cover, 1);
        assert_eq!(sight(&hexes, &[crate_at(3, 2)], from, Place::new(4, 2, 0)).cover, 1);
    }

    #[test]
    fn between_two_pieces_the_weaker_counts_once() {
        let hexes = Space::hex(10, 10, 1, "m", Orientation::Pointy).unwrap();
        // Along the edges of 3,2 and 2,3, through 3,3, and along the edges of 4,3 and 3,4.
        let (from, to) = (Place::new(2, 2, 0), Place::new(4, 4, 0));
        let strong = |x, y| Piece { cover: 3, ..crate_at(x, y) };
        let pair = Piece { cover: 2, ..Piece::at("pair", [Cell::new(3, 2), Cell::new(2, 3)]) };
        let cases = [
            (vec![crate_at(3, 2)], vec![]),
            (vec![crate_at(3, 2), crate_at(2, 3)], vec![(0, 1)]),
            (vec![strong(3, 2), crate_at(2, 3)], vec![(1, 1)]),
            (vec![crate_at(3, 2), strong(2, 3), strong(3, 3)], vec![(0, 1), (2, 3)]),
            (vec![crate_at(3, 2), crate_at(2, 3), crate_at(4, 3), strong(3, 4)], vec![(0, 1), (2, 1)]),
            (vec![crate_at(3, 2), crate_at(3, 4)], vec![]), // not the same edge
            (vec![crate_at(3, 2), pair], vec![(1, 2), (1, 2)]), // as one piece it counts, whatever else stands there
        ];
        for (pieces, expected) in cases {
            let met = pieces_met(&hexes, &pieces, from, to);
            let met: Vec<(u16, u8)> = met.iter().map(|met| (met.piece, met.cover)).collect();
            assert_eq!(met, expected, "{pieces:?}");
            let most = expected.iter().map(|(_, cover)| *cover).max().unwrap_or(0);
            assert_eq!(sight(&hexes, &pieces, from, to).cover, most, "the highest of them is what is seen");
        }
    }

    #[test]
    fn the_highest_level_counts_and_the_first_piece_that_has_it() {
        let pieces = [
            crate_at(3, 0),
            Piece { cover: 2, active: false, ..crate_at(3, 0) },
            Piece { cover: 2, ..crate_at(4, 0) },
            Piece { cover: 2, concealment: 4, ..crate_at(5, 0) },
            Piece::wall("far wall", [Cell::new(9, 0)]),
        ];
        let seen = sight(&room(), &pieces, Place::new(0, 0, 0), Place::new(8, 0, 0));
        let expected = Sight { cover: 2, cover_by: Some(2), concealment: 4, concealed_by: Some(3), blocked: false };
        assert_eq!(seen, expected);
        assert!(sight(&room(), &pieces, Place::new(0, 0, 0), Place::new(9, 0, 0)).blocked);
    }

    #[test]
    fn one_looks_over_low_pieces_from_above() {
        let cases = [
            // column, height of the piece, height of the watcher, hindered
            (1, 3, 10, false), // the line is at 8⅓
            (5, 3, 10, true),  // and here at 1⅔
            (3, 5, 10, false), // exactly at the top
            (3, 6, 10, true),
            (3, 1, 0, true), // level ground: low pieces count
            (3, 0, 0, false),
        ];
        for (column, height, z, hindered) in cases {
            let piece = Piece { height: Some(height), ..crate_at(column, 0) };
            let (up, down) = (Place::new(0, 0, z), Place::new(6, 0, 0));
            assert_eq!(sight(&room(), std::slice::from_ref(&piece), up, down).cover == 1, hindered, "{piece:?}");
            assert_eq!(sight(&room(), &[piece], down, up).cover == 1, hindered, "upwards");
        }
    }

    #[test]
    fn a_piece_stands_on_its_own_ground() {
        let rises = vec![Rise { from: Cell::new(3, 0), to: None, height: 5 }];
        let (unit, diagonals) = ("ft".into(), Default::default());
        let map = SquareMap { columns: 9, rows: 9, cell: 5, unit, diagonals, rises };
        let ledge = MapDescription::Square(map).check().unwrap();
        let piece = Piece { height: Some(3), ..crate_at(3, 0) };
        let seen = |z| sight(&ledge, std::slice::from_ref(&piece), Place::new(0, 0, z), Place::new(6, 0, z)).cover;
        assert_eq!((seen(7), seen(8)), (1, 0));
    }

    #[test]
    fn a_tipped_table_covers_one_side() {
        let cases = [
            // watcher, cover for the target at 5,5, which crouches behind a table in its own cell
            ((5, 0), 1),
            ((9, 1), 1),
            ((9, 5), 1), // exactly abeam
            ((9, 6), 0),
            ((5, 9), 0),
            ((1, 4), 1),
        ];
        let table = Piece { from: Sides::From(SmallVec::from_slice(&[0])), ..crate_at(5, 5) };
        for ((x, y), cover) in cases {
            let seen = sight(&room(), std::slice::from_ref(&table), Place::new(x, y, 0), Place::new(5, 5, 0));
            assert_eq!(seen.cover, cover, "from {x},{y}");
        }
    }

    #[test]
    fn blocked_is_what_sight_says() {
        let hexes = Space::hex(12, 12, 5, "ft", Orientation::Pointy).unwrap();
        let pieces = [
            crate_at(4, 4),
            Piece::wall("wall", [Cell::new(5, 3), Cell::new(4, 5)]),
            Piece { height: Some(3), ..Piece::wall("low wall", [Cell::new(6, 5), Cell::new(5, 6)]) },
            Piece { from: Sides::From(SmallVec::from_slice(&[90])), ..Piece::wall("window", [Cell::new(3, 3)]) },
            Piece { active: false, ..Piece::wall("door", [Cell::new(4, 3)]) },
        ];
        let mut met = [0; 2];
        for space in [room(), hexes] {
            let places = |z| (0..9).flat_map(move |x| (0..9).map(move |y| Place::new(x, y, z)));
            for (from, to) in places(4).step_by(3).flat_map(|from| places(0).map(move |to| (from, to))) {
                let blocked = is_blocked(&space, &pieces, from, to);
                assert_eq!(blocked, sight(&space, &pieces, from, to).blocked, "{:?} {from:?} {to:?}", space.grid());
                met[usize::from(blocked)] += 1;
            }
            assert!(!is_blocked(&space, &pieces[..1], Place::new(0, 4, 0), Place::new(8, 4, 0)));
        }
        assert!(met.iter().all(|count| *count > 100), "{met:?}");
    }

    #[test]
    fn mist_conceals_what_is_in_it() {
        let mist = Piece { concealment: 1, cover: 2, ..Piece::at("mist", [Cell::new(4, 4), Cell::new(5, 4)]) };
        let seen = |from: Cell, to: Cell| sight(&room(), std::slice::from_ref(&mist), from.into(), to.into());
        assert_eq!(seen(Cell::new(0, 4), Cell::new(4, 4)).concealment, 1);
        let together = seen(Cell::new(4, 4), Cell::new(4, 4));
        assert_eq!((together.concealment, together.cover), (1, 0));
        assert_eq!(seen(Cell::new(4, 4), Cell::new(0, 4)).concealment, 0);
        assert_eq!(seen(Cell::new(4, 4), Cell::new(9, 4)).concealment, 1); // through the other cell of it
    }
}
