//! What lines of sight have met, remembered: in a run of fights the same lines come up again and again. It follows from the map
//! and the pieces, so it is neither written nor compared, and it is forgotten when one of them changes.

use referee_engine::space::{Cell, Place, Sight};

/// As many lines as are remembered: 16 KiB.
const MANY: usize = 1 << 10;

/// What an Attack has to know of a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glance {
    /// CW-R43: is there no line at all?
    pub blocked: bool,
    /// CW-087: does anything give Cover?
    pub cover: bool,
    /// CW-088: does anything give Concealment?
    pub concealment: bool,
}

impl Glance {
    /// Nothing is in the way.
    pub const CLEAR: Glance = Glance { blocked: false, cover: false, concealment: false };
}

impl From<Sight> for Glance {
    fn from(sight: Sight) -> Glance {
        Glance { blocked: sight.blocked, cover: sight.cover > 0, concealment: sight.concealment > 0 }
    }
}

/// The lines that are remembered, each at the place that its ends say; another one there takes it over.
#[derive(Default, Debug)]
pub(super) struct Glances {
    lines: Option<Box<[Line; MANY]>>,
}

/// One line, by its exact ends.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: Place,
    to: Place,
    seen: Glance,
}

/// No map has such a cell.
const NONE: Line = {
    let nowhere = Cell::new(i16::MIN, i16::MIN).at_height(0);
    Line { from: nowhere, to: nowhere, seen: Glance::CLEAR }
};

impl Glances {
    /// From now on lines are remembered: for a table that is used for one fight after the other.
    pub fn begin(&mut self) {
        self.lines.get_or_insert_with(|| Box::new([NONE; MANY]));
    }

    /// The map is another, or the pieces are.
    pub fn forget(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.fill(NONE);
        }
    }

    /// What this line meets, as `look` says.
    #[inline]
    pub fn glance(&mut self, from: Place, to: Place, look: impl Fn() -> Glance) -> Glance {
        let Some(lines) = &mut self.lines else { return look() };
        let line = &mut lines[Glances::at(from.cell, to.cell)];
        if (line.from, line.to) != (from, to) {
            *line = Line { from, to, seen: look() };
        }
        debug_assert_eq!(line.seen, look(), "what is remembered of {from:?} to {to:?} is forgotten when pieces change");
        line.seen
    }

    #[inline]
    fn at(from: Cell, to: Cell) -> usize {
        let ends = [from.x, from.y, to.x, to.y].into_iter().fold(0, |ends, at| ends << 16 | u64::from(at as u16));
        (ends.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize & (MANY - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        table::{Pieces, Table},
        testing::scene,
    };
    use referee_engine::space::{Piece, sight};

    fn on(grid: &str) -> Table {
        let (_, mut table) = scene(&format!(
            r#"
            book = "clockworld"
            map = {{ grid = "{grid}", columns = 8, rows = 8, cell = 5, unit = "feet" }}
            characters = [{{ from = "gunslinger", name = "Mudo", at = [3, 3] }}]
            "#
        ));
        let screen = Piece { cover: 1, concealment: 1, ..Piece::at("screen", [Cell::new(4, 4), Cell::new(5, 2)]) };
        table.pieces = Pieces::new(vec![screen, Piece::wall("wall", [Cell::new(2, 5)])]);
        table
    }

    /// How many lines meet something, if every one of them is as it is without memory, the first time and again.
    fn looked_at(table: &mut Table) -> usize {
        let mut meets = 0;
        let cells: Vec<Cell> = (0..6).flat_map(|x| (0..6).map(move |y| Cell::new(x, y))).collect();
        for (&from, &to) in cells.iter().flat_map(|from| cells.iter().map(move |to| (from, to))) {
            let (from, to) = (from.at_height(0), to.at_height(0));
            let plain = Glance::from(sight(&table.setup.space, &table.pieces, from, to));
            for _ in 0..2 {
                assert_eq!(table.pieces.glance(&table.setup.space, from, to), plain, "{from:?} to {to:?}");
            }
            meets += usize::from(plain != Glance::CLEAR);
        }
        meets
    }

    #[test]
    fn lines_are_forgotten_with_the_map_and_with_the_pieces() {
        let (hexes, squares) = (on("hex"), on("square"));
        let mut copy = hexes.clone();
        copy.clone_from(&hexes); // from now on it remembers
        let on_hexes = looked_at(&mut copy);
        copy.clone_from(&squares);
        assert_eq!(copy.pieces, hexes.pieces, "only the map is another");
        let on_squares = looked_at(&mut copy);
        assert!(on_hexes > 100 && on_squares > 100 && on_hexes != on_squares, "{on_hexes} and {on_squares}");
        copy.pieces.change(0, |screen| screen.active = false);
        assert!(looked_at(&mut copy) < on_squares);
        copy.clone_from(&squares);
        assert_eq!(looked_at(&mut copy), on_squares);
    }
}
