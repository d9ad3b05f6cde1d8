//! Directions: bearings in whole degrees, arcs, and the sides of a cell.
//!
//! Uses no floating point. A direction between two cells is an integer vector, on hexes with one axis in multiples of
//! √3. It is compared with a bearing by a cross product with a table of sines scaled by 2³⁰. Where a line of cells can
//! lie exactly on a bearing (multiples of 45° on squares, of 30° on hexes), the table makes the product exactly 0, so
//! the edges of arcs are exact. No other whole or half degree ever meets a cell's centre.

use hexx::EdgeDirection;
use smallvec::SmallVec;

use super::grid::{Grid, Orientation, Space};
use super::place::{Cell, Place};

/// The number of neighbours of a square.
pub const SIDES_OF_A_SQUARE: u8 = 8;

/// The number of neighbours of a hex.
pub const SIDES_OF_A_HEX: u8 = 6;

/// Bearings and arcs.
impl Space {
    /// The bearing from one cell to another in whole degrees, 0 to 359, rounded to the nearest: 0 is north, 90 east.
    ///
    /// `None` for a cell and itself, and without a map.
    pub fn direction_deg(&self, from: Cell, to: Cell) -> Option<u16> {
        // Movement asks for every step, and the bearings of neighbours are known.
        match self.side_of_neighbour(from, to) {
            Some(side) => Some(self.side_deg(side)),
            None => Some(self.ray(from, to)?.degrees()),
        }
    }

    /// Whether `to` lies in the arc of `width_deg` around `facing_deg`, seen from `from`. Height is ignored.
    ///
    /// The edges belong to the arc: a width of 180 is the front half circle including what is exactly to the side; a
    /// width of 179 excludes it. Everything in the same cell is in every arc, and so is everything without a map or
    /// with a width of 360 or more.
    #[inline]
    pub fn in_arc(&self, from: Place, facing_deg: u16, to: Place, width_deg: u16) -> bool {
        if width_deg == 180 && facing_deg < 360 {
            return self.is_in_front(from.cell, facing_deg, to.cell);
        }
        self.is_in_arc(from, facing_deg, to, width_deg)
    }

    /// The front half circle, which is the most frequent query: the sign of a dot product. The bearing must be below
    /// 360.
    #[inline]
    fn is_in_front(&self, from: Cell, facing_deg: u16, to: Cell) -> bool {
        let (x, y) = to.minus(from);
        let facing = usize::from(facing_deg);
        let along = match self.grid() {
            Grid::Square => x * CIRCLE[facing] - y * CIRCLE[facing + 90],
            Grid::Hex(Orientation::Pointy) => (2 * x + y) * CIRCLE[facing] - y * ROOTED_CIRCLE[facing + 90],
            Grid::Hex(Orientation::Flat) => x * ROOTED_CIRCLE[facing] - (2 * y + x) * CIRCLE[facing + 90],
            Grid::Zones => 0,
        };
        along >= 0
    }

    fn is_in_arc(&self, from: Place, facing_deg: u16, to: Place, width_deg: u16) -> bool {
        match self.ray(from.cell, to.cell) {
            Some(ray) => ray.is_within(facing_deg, width_deg),
            None => true,
        }
    }

    /// The direction from one cell to another; `None` from a cell to itself, and without a map.
    pub(super) fn ray(&self, from: Cell, to: Cell) -> Option<Ray> {
        let (x, y) = to.minus(from);
        if (x, y) == (0, 0) {
            return None;
        }
        match self.grid() {
            Grid::Zones => None,
            Grid::Square => Some(Ray { east: x, north: -y, rooted: Rooted::Neither }),
            Grid::Hex(Orientation::Pointy) => Some(Ray { east: 2 * x + y, north: -y, rooted: Rooted::North }),
            Grid::Hex(Orientation::Flat) => Some(Ray { east: x, north: -(2 * y + x), rooted: Rooted::East }),
        }
    }
}

/// The sides of a cell, numbered clockwise from the first at or after north.
impl Space {
    /// The number of sides of a cell: 8 for squares, 6 for hexes, 0 without a map.
    pub fn sides(&self) -> u8 {
        match self.grid() {
            Grid::Square => SIDES_OF_A_SQUARE,
            Grid::Hex(_) => SIDES_OF_A_HEX,
            Grid::Zones => 0,
        }
    }

    /// The bearing of a side: multiples of 45 on squares; 30, 90, 150 … on pointy hexes; 0, 60, 120 … on flat ones.
    ///
    /// Side numbers wrap around: side 8 of a square is side 0. Without a map the result is 0.
    pub fn side_deg(&self, side: u8) -> u16 {
        match self.grid() {
            Grid::Square => u16::from(side % SIDES_OF_A_SQUARE) * 45,
            Grid::Hex(Orientation::Pointy) => u16::from(side % SIDES_OF_A_HEX) * 60 + 30,
            Grid::Hex(Orientation::Flat) => u16::from(side % SIDES_OF_A_HEX) * 60,
            Grid::Zones => 0,
        }
    }

    /// The side nearest to the direction from one cell to another; `None` from a cell to itself, and without a map.
    ///
    /// On hexes a direction exactly between two sides counts as the clockwise one; on squares this cannot happen.
    pub fn side_towards(&self, from: Cell, to: Cell) -> Option<u8> {
        // Most queries are about a neighbour, which needs no angle.
        if let Some(side) = self.side_of_neighbour(from, to) {
            return Some(side);
        }
        let degrees = self.direction_deg(from, to)?;
        Some(match self.grid() {
            Grid::Square => (degrees + 22) / 45 % 8,
            Grid::Hex(Orientation::Pointy) => degrees / 60,
            Grid::Hex(Orientation::Flat) => (degrees + 30) / 60 % 6,
            Grid::Zones => 0,
        } as u8)
    }

    /// The side on which a neighbour lies.
    fn side_of_neighbour(&self, from: Cell, to: Cell) -> Option<u8> {
        let way = to.minus(from);
        self.sides_of_a_cell().iter().position(|&(x, y)| (x.into(), y.into()) == way).map(|side| side as u8)
    }

    /// The neighbour on a side, or `None` if it is off the map, and without a map.
    pub fn neighbour(&self, cell: Cell, side: u8) -> Option<Cell> {
        let sides = self.sides_of_a_cell();
        let (x, y) = *sides.get(usize::from(side) % sides.len().max(1))?;
        let there = Cell::from_wide(i64::from(cell.x) + i64::from(x), i64::from(cell.y) + i64::from(y))?;
        self.contains(there).then_some(there)
    }

    /// The offsets of the neighbours, by side; empty without a map.
    #[inline]
    pub(super) fn sides_of_a_cell(&self) -> &'static [(i16, i16)] {
        match self.grid() {
            Grid::Zones => &[],
            Grid::Square => &SQUARE_SIDES,
            Grid::Hex(Orientation::Pointy) => &POINTY_SIDES,
            Grid::Hex(Orientation::Flat) => &FLAT_SIDES,
        }
    }

    /// The same, ordered by the index of the neighbour.
    #[inline]
    pub(super) fn sides_by_number(&self, cell: Cell) -> &'static [(i16, i16)] {
        match self.grid() {
            Grid::Zones => &[],
            Grid::Square => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
            Grid::Hex(Orientation::Pointy) => &[(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)],
            // Every second column is half a cell lower.
            Grid::Hex(Orientation::Flat) if cell.x % 2 == 0 => &[(-1, 0), (0, -1), (1, -1), (-1, 1), (1, 0), (0, 1)],
            Grid::Hex(Orientation::Flat) => &[(0, -1), (-1, 0), (1, -1), (-1, 1), (0, 1), (1, 0)],
        }
    }

    /// The cells in front of a body that faces a side, from left to right: that side's neighbour and the ones next to
    /// it. Cells off the map are omitted.
    pub fn front(&self, cell: Cell, side: u8) -> SmallVec<[Cell; 3]> {
        let sides = self.sides().max(1);
        let side = side % sides;
        [side + sides - 1, side, side + 1].into_iter().filter_map(|side| self.neighbour(cell, side % sides)).collect()
    }
}

const SQUARE_SIDES: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

// hexx counts clockwise from +q, which is side 1 (east) of a pointy hex and side 2 of a flat one.
const POINTY_SIDES: [(i16, i16); 6] = hex_sides(5);
const FLAT_SIDES: [(i16, i16); 6] = hex_sides(4);

const fn hex_sides(first: usize) -> [(i16, i16); 6] {
    let mut sides = [(0, 0); 6];
    let mut side = 0;
    while side < sides.len() {
        let step = EdgeDirection::ALL_DIRECTIONS[(side + first) % 6].into_hex();
        sides[side] = (step.x as i16, step.y as i16);
        side += 1;
    }
    sides
}

/// A direction in the plane. On hexes one component is in units of √3; the length does not matter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ray {
    east: i64,
    north: i64,
    rooted: Rooted,
}

/// The component of a [`Ray`] that is in units of √3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rooted {
    Neither,
    East,
    North,
}

const FULL: u32 = 720; // half degrees

impl Ray {
    /// Positive if this is clockwise of the bearing by less than a half turn, negative if counter-clockwise, 0 on the
    /// line.
    fn clockwise_of(self, half_degrees: u32) -> i64 {
        let cosine = scaled_sine(half_degrees + 180, self.rooted == Rooted::East);
        let sine = scaled_sine(half_degrees, self.rooted == Rooted::North);
        self.east * cosine - self.north * sine
    }

    /// Positive if this is less than a quarter turn from the bearing.
    fn along(self, half_degrees: u32) -> i64 {
        -self.clockwise_of(half_degrees + 180)
    }

    fn degrees(self) -> u16 {
        let (east, north) = (self.east, self.north);
        let quarter = if east >= 0 && north > 0 {
            0
        } else if east > 0 {
            90
        } else if north < 0 {
            180
        } else {
            270
        };
        // Binary search for the number of half-degree marks before 1°, 2° … 90° of this quarter that were passed.
        let (mut low, mut high) = (0, 90);
        while low < high {
            let middle = (low + high) / 2;
            if self.clockwise_of(2 * (quarter + middle) + 1) >= 0 { low = middle + 1 } else { high = middle }
        }
        ((quarter + low) % 360) as u16
    }

    pub(super) fn is_within(self, facing_deg: u16, width_deg: u16) -> bool {
        let facing = 2 * (u32::from(facing_deg) % 360);
        match width_deg {
            0 => self.clockwise_of(facing) == 0 && self.along(facing) > 0,
            1..=180 => {
                let half = u32::from(width_deg); // half the width, in half degrees
                self.clockwise_of(facing + FULL - half) >= 0 && self.clockwise_of(facing + half) <= 0
            }
            181..360 => {
                // The complement is the open arc behind.
                let half = 360 - u32::from(width_deg);
                let behind = facing + 360;
                !(self.clockwise_of(behind + FULL - half) > 0 && self.clockwise_of(behind + half) < 0)
            }
            360.. => true,
        }
    }
}

/// sin(bearing) × 2³⁰, or √3 × sin(bearing) × 2³⁰.
fn scaled_sine(half_degrees: u32, rooted: bool) -> i64 {
    let table = if rooted { &ROOTED_SINES } else { &SINES };
    let turned = (half_degrees % FULL) as usize;
    match turned {
        0..=180 => table[turned],
        181..=360 => table[360 - turned],
        361..=540 => -table[turned - 360],
        _ => -table[720 - turned],
    }
}

/// The sine of each whole degree, scaled; the cosine is 90 entries further on.
static CIRCLE: [i64; 450] = circle(&SINES);
static ROOTED_CIRCLE: [i64; 450] = circle(&ROOTED_SINES);

const fn circle(quarter: &[i64; 181]) -> [i64; 450] {
    let mut circle = [0; 450];
    let mut degree = 0;
    while degree < circle.len() {
        let turned = 2 * (degree % 360);
        circle[degree] = match turned {
            0..=180 => quarter[turned],
            181..=360 => quarter[360 - turned],
            361..=540 => -quarter[turned - 360],
            _ => -quarter[720 - turned],
        };
        degree += 1;
    }
    circle
}

const SINES: [i64; 181] = sines(1 << 60);
const ROOTED_SINES: [i64; 181] = sines(1_996_918_623_117_814_387); // √3 × 2⁶⁰

/// `factor` × sin of each half degree from 0° to 90°, scaled by 2³⁰ and rounded; computed at compile time by Taylor
/// series with 60 binary digits.
const fn sines(factor: i128) -> [i64; 181] {
    const PI: i128 = 3_622_009_729_038_561_421; // π × 2⁶⁰
    let mut table = [0; 181];
    let mut index = 0;
    while index < table.len() {
        let x = PI * index as i128 / 360;
        let mut term = x;
        let mut sum = x;
        let mut k = 2;
        while k < 40 {
            term = -((((term * x) >> 60) * x) >> 60) / (k * (k + 1));
            sum += term;
            k += 2;
        }
        let exact = (sum * factor) >> 60;
        table[index] = ((exact + (1 << 29)) >> 30) as i64;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces() -> [Space; 3] {
        [
            Space::square(9, 9, 5, "ft").unwrap(),
            Space::hex(9, 9, 1, "m", Orientation::Pointy).unwrap(),
            Space::hex(9, 9, 1, "m", Orientation::Flat).unwrap(),
        ]
    }

    const ZERO: Cell = Cell::new(0, 0);

    #[test]
    fn a_neighbour_lies_at_its_side() {
        for space in spaces() {
            let from = space.cell_at(4, 4).unwrap();
            for to in space.neighbours(from) {
                let worked_out = space.ray(from, to).unwrap().degrees();
                assert_eq!(space.direction_deg(from, to), Some(worked_out), "{:?} {to:?}", space.grid());
            }
        }
    }

    #[test]
    fn bearings_are_those_of_a_compass() {
        let [square, pointy, flat] = spaces();
        let cases = [
            (&square, [(0, -1, 0), (1, -1, 45), (1, 0, 90), (1, 1, 135), (0, 1, 180), (-1, 0, 270)]),
            (&square, [(-1, 1, 225), (-1, -1, 315), (2, -1, 63), (1, -2, 27), (-1, -3, 342), (-1, -200, 0)]),
            (&pointy, [(1, -1, 30), (1, 0, 90), (0, 1, 150), (-1, 1, 210), (-1, 0, 270), (0, -1, 330)]),
            (&pointy, [(1, -2, 0), (2, -1, 60), (1, 1, 120), (-1, 2, 180), (3, -1, 71), (-2, 1, 240)]),
            (&flat, [(0, -1, 0), (1, -1, 60), (1, 0, 120), (0, 1, 180), (-1, 1, 240), (-1, 0, 300)]),
            (&flat, [(1, -2, 30), (2, -1, 90), (1, 1, 150), (-1, 2, 210), (-2, 1, 270), (-1, -1, 330)]),
        ];
        for (space, rows) in cases {
            for (x, y, degrees) in rows {
                assert_eq!(space.direction_deg(ZERO, Cell::new(x, y)), Some(degrees), "{:?} {x},{y}", space.grid());
            }
        }
        assert_eq!(square.direction_deg(ZERO, ZERO), None);
    }

    /// The integer tables agree with floating point, which is used only here.
    #[test]
    fn bearings_and_arcs_agree_with_floating_point() {
        for space in spaces() {
            for (x, y) in (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y))).filter(|at| *at != (0, 0)) {
                let ray = space.ray(ZERO, Cell::new(x, y)).unwrap();
                let root = |rooted| if ray.rooted == rooted { 3f64.sqrt() } else { 1.0 };
                let (east, north) = (ray.east as f64 * root(Rooted::East), ray.north as f64 * root(Rooted::North));
                let exact = east.atan2(north).to_degrees().rem_euclid(360.0);
                assert_eq!(f64::from(ray.degrees()), exact.round() % 360.0, "{:?} {x},{y}", space.grid());
                for (facing, width) in [(0u16, 180u16), (45, 90), (7, 31), (200, 300), (330, 120), (90, 1), (359, 359)]
                {
                    let off = (exact - f64::from(facing) + 540.0).rem_euclid(360.0) - 180.0;
                    let inside = off.abs() <= f64::from(width) / 2.0 + 1e-9;
                    assert_eq!(ray.is_within(facing, width), inside, "{:?} {x},{y} {facing} {width}", space.grid());
                }
            }
        }
    }

    #[test]
    fn edges_belong_to_the_arc() {
        let [square, pointy, _] = spaces();
        let cases = [
            // space, facing, width, x, y, inside
            (&square, 0, 180, 1, 0, true), // abeam
            (&square, 0, 180, 1, 1, false),
            (&square, 0, 179, 1, 0, false),
            (&square, 0, 179, 5, -1, true),
            (&square, 45, 90, 0, -1, true),
            (&square, 45, 90, 1, 0, true),
            (&square, 45, 90, 1, 1, false),
            (&square, 45, 0, 3, -3, true),
            (&square, 45, 0, -3, 3, false),
            (&square, 0, 270, 1, 1, true),
            (&square, 0, 270, 1, 2, false),
            (&square, 0, 359, 0, 1, false),
            (&square, 0, 360, 0, 1, true),
            (&square, 405, 90, 1, 0, true), // a full turn and 45
            (&pointy, 90, 120, 1, -1, true),
            (&pointy, 90, 120, 0, 1, true),
            (&pointy, 90, 119, 0, 1, false),
            (&pointy, 90, 180, 1, -2, true),
            (&pointy, 90, 179, 1, -2, false),
            (&pointy, 90, 180, -1, 1, false),
        ];
        for (space, facing, width, x, y, inside) in cases {
            let seen = space.in_arc(ZERO.into(), facing, Cell::new(x, y).into(), width);
            assert_eq!(seen, inside, "{:?} facing {facing} width {width} at {x},{y}", space.grid());
        }
        assert!(square.in_arc(Place::new(1, 1, 0), 90, Place::new(1, 1, 10), 0)); // the same cell
    }

    #[test]
    fn sides_go_round_clockwise_from_north() {
        let [square, pointy, flat] = spaces();
        for (space, at) in [(&square, Cell::new(4, 4)), (&pointy, Cell::new(2, 4)), (&flat, Cell::new(4, 2))] {
            for side in 0..space.sides() {
                let there = space.neighbour(at, side).unwrap();
                assert_eq!(space.direction_deg(at, there), Some(space.side_deg(side)));
                assert_eq!(space.side_towards(at, there), Some(side));
                assert_eq!(space.neighbour(at, side + space.sides()), Some(there));
            }
        }
        // Exactly between two sides the clockwise one is taken.
        assert_eq!(pointy.side_towards(ZERO, Cell::new(1, -2)), Some(0));
        assert_eq!(flat.side_towards(ZERO, Cell::new(1, -2)), Some(1));
        // The nearest of eight directions changes at 22½°, between 2,5 and 1,2.
        assert_eq!(square.side_towards(ZERO, Cell::new(2, -5)), Some(0));
        assert_eq!(square.side_towards(ZERO, Cell::new(1, -2)), Some(1));
    }

    #[test]
    fn three_cells_are_in_front() {
        let [square, pointy, flat] = spaces();
        let cells = |list: &[(i16, i16)]| list.iter().map(|&(x, y)| Cell::new(x, y)).collect::<SmallVec<[Cell; 3]>>();
        assert_eq!(pointy.front(Cell::new(3, 3), 1), cells(&[(4, 2), (4, 3), (3, 4)]));
        assert_eq!(flat.front(Cell::new(3, 3), 0), cells(&[(2, 3), (3, 2), (4, 2)]));
        assert_eq!(square.front(Cell::new(3, 3), 0), cells(&[(2, 2), (3, 2), (4, 2)]));
        assert_eq!(square.front(ZERO, 2), cells(&[(1, 0), (1, 1)])); // the first is off the map
    }
}
