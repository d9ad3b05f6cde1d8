//! Distances.

use super::grid::{Diagonals, Grid, Space};
use super::place::{Cell, Place};

impl Space {
    /// The exact straight-line distance between two places in units², from centre to centre and including height.
    ///
    /// Without a map it is the square of the zones' distance (`within` inside a zone, also from a place to itself) plus
    /// the square of the height difference. If a zone does not exist, or on overflow, it is `u64::MAX`.
    #[inline]
    pub fn distance_sq(&self, a: Place, b: Place) -> u64 {
        let rise = u64::from(a.z.abs_diff(b.z));
        let flat = match self.grid() {
            Grid::Zones => {
                let Some(pair) = self.zone_pair(a.cell, b.cell) else { return u64::MAX };
                u64::from(pair.units).saturating_mul(pair.units.into())
            }
            Grid::Square | Grid::Hex(_) => {
                let size = u64::from(self.cell_size());
                self.cells_sq(a.cell, b.cell).saturating_mul(size * size)
            }
        };
        flat.saturating_add(rise * rise)
    }

    /// The straight-line distance between two cells in cells².
    #[inline]
    pub(super) fn cells_sq(&self, a: Cell, b: Cell) -> u64 {
        let (x, y) = b.minus(a);
        let sum = match self.grid() {
            Grid::Hex(_) => x * x + x * y + y * y,
            Grid::Square | Grid::Zones => x * x + y * y,
        };
        sum.unsigned_abs()
    }

    /// Whether two places are at most this far apart in a straight line.
    #[inline]
    pub fn within(&self, a: Place, b: Place, units: u32) -> bool {
        self.distance_sq(a, b) <= u64::from(units) * u64::from(units)
    }

    /// The straight-line distance between two places in whole units, rounded up, so that slightly more than 30 is not
    /// 30.
    pub fn distance(&self, a: Place, b: Place) -> u32 {
        let square = self.distance_sq(a, b);
        let root = square.isqrt();
        u32::try_from(root + u64::from(root * root < square)).unwrap_or(u32::MAX)
    }

    /// The distance in steps from cell to cell, ignoring height: counted with [`Diagonals`] on squares, and along links
    /// without a map (`u32::MAX` if there is no path).
    ///
    /// With [`Diagonals::Alternating`], each count starts with a cheap diagonal, so the parts of a path may add up to
    /// less than the whole.
    #[inline]
    pub fn steps(&self, a: Place, b: Place) -> u32 {
        match self.grid() {
            Grid::Hex(_) => hex_steps(a.cell, b.cell),
            Grid::Zones => self.zone_pair(a.cell, b.cell).map_or(u32::MAX, |pair| pair.steps),
            Grid::Square => {
                let (x, y) = (u32::from(a.cell.x.abs_diff(b.cell.x)), u32::from(a.cell.y.abs_diff(b.cell.y)));
                match self.diagonals() {
                    Diagonals::One => x.max(y),
                    Diagonals::Alternating => x.max(y) + x.min(y) / 2,
                    Diagonals::Two => x + y,
                }
            }
        }
    }

    /// The minimum number of steps from one cell to another, regardless of cost. Without a map it equals
    /// [`steps`](Self::steps).
    #[inline]
    pub fn fewest_steps(&self, a: Cell, b: Cell) -> u32 {
        match self.grid() {
            Grid::Zones => self.steps(a.into(), b.into()),
            Grid::Hex(_) => hex_steps(a, b),
            Grid::Square => u32::from(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))),
        }
    }
}

/// Steps between hexes: the largest difference among the three axes. Written out because it is called very often.
#[inline]
pub(super) fn hex_steps(a: Cell, b: Cell) -> u32 {
    let (x, y) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    x.unsigned_abs().max(y.unsigned_abs()).max((x + y).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::super::{MapDescription, Orientation, SquareMap};
    use super::*;

    #[test]
    fn straight_lines_by_hand() {
        let feet = Space::square(300, 40, 5, "ft").unwrap();
        let hexes = Space::hex(40, 40, 2, "m", Orientation::Pointy).unwrap();
        let cases = [
            // space, from, to, units², units rounded up
            (&feet, (0, 0, 0), (1, 0, 0), 25, 5),
            (&feet, (0, 0, 0), (1, 1, 0), 50, 8), // 5 × √2
            (&feet, (0, 0, 0), (6, 0, 0), 900, 30),
            (&feet, (0, 0, 0), (6, 0, 1), 901, 31),
            (&feet, (0, 0, 0), (3, 4, 0), 625, 25),
            (&feet, (2, 2, 0), (2, 2, 10), 100, 10),
            (&feet, (0, 0, 0), (200, 0, 0), 1_000_000, 1000),
            (&hexes, (0, 0, 0), (1, 0, 0), 4, 2),
            (&hexes, (0, 0, 0), (1, 1, 0), 12, 4), // 2 × √3
            (&hexes, (0, 0, 0), (2, -1, 0), 12, 4),
            (&hexes, (5, 5, 3), (8, 2, 7), 52, 8), // 3 hexes and 4 up
        ];
        for (space, a, b, square, units) in cases {
            let (a, b) = (Place::new(a.0, a.1, a.2), Place::new(b.0, b.1, b.2));
            assert_eq!(space.distance_sq(a, b), square, "{a:?} {b:?}");
            assert_eq!(space.distance(a, b), units, "{a:?} {b:?}");
            assert!(space.within(a, b, units) && !space.within(a, b, units - 1), "{a:?} {b:?}");
        }
    }

    #[test]
    fn steps_count_diagonals_as_the_map_says() {
        let cases = [
            // x, y, one, alternating, two
            (4, 0, 4, 4, 4),
            (1, 1, 1, 1, 2),
            (2, 2, 2, 3, 4),
            (3, 3, 3, 4, 6),
            (5, -2, 5, 6, 7),
        ];
        for (x, y, one, alternating, two) in cases {
            for (diagonals, steps) in
                [(Diagonals::One, one), (Diagonals::Alternating, alternating), (Diagonals::Two, two)]
            {
                let map = SquareMap { columns: 9, rows: 9, cell: 5, unit: "ft".into(), diagonals, rises: vec![] };
                let space = MapDescription::Square(map).check().unwrap();
                assert_eq!(space.steps(Place::default(), Place::new(x, y, 7)), steps, "{x},{y} {diagonals:?}");
            }
        }
        let around = (-4..5).flat_map(|x| (-4..5).map(move |y| Cell::new(x, y)));
        for (from, to) in around.clone().flat_map(|from| around.clone().map(move |to| (from, to))) {
            assert_eq!(hex_steps(from, to), from.hex().unsigned_distance_to(to.hex()), "{from:?} {to:?}");
        }
        let hexes = Space::hex(9, 9, 1, "m", Orientation::Flat).unwrap();
        for (x, y, steps) in [(3, 0, 3), (2, 1, 3), (3, -1, 3), (-2, 2, 2)] {
            assert_eq!(hexes.steps(Place::default(), Place::new(x, y, 0)), steps, "{x},{y}");
        }
    }
}
