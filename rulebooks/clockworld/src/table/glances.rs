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
    lines: Vec<Line>,
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
        if self.lines.is_empty() {
            self.lines = vec![NONE; MANY];
        }
    }

    /// The map is another, or the pieces are.
    pub fn forget(&mut self) {
        self.lines.fill(NONE);
    }

    /// What this line meets, as `look` says.
    #[inline]
    pub fn glance(&mut self, from: Place, to: Place, look: impl Fn() -> Glance) -> Glance {
        let Some(line) = self.lines.get_mut(Glances::at(from.cell, to.cell)) else { return look() };
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

/// Whatever is remembered, the pieces are the same.
impl PartialEq for Glances {
    fn eq(&self, _: &Glances) -> bool {
        true
    }
}

impl Eq for Glances {}
