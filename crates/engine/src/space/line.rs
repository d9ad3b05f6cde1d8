//! Straight lines of cells.

use super::grid::{Grid, Space};
use super::place::Cell;

/// The cells of a straight line including both ends, each adjacent to the previous one. The line is the same in both
/// directions.
///
/// Where the line runs exactly between two cells, the one with the lower coordinate is taken. Without a map the line
/// consists of its two ends.
#[derive(Debug, Clone)]
pub struct Line {
    x: Walk,
    y: Walk,
    /// For hexes on which q + r changes most: its current value and its total change.
    across: Option<(i64, i64)>,
    steps: i64,
    /// The number of remaining cells.
    left: i64,
}

/// One coordinate along a line: a linearly growing fraction rounded to the nearest integer, halves down. It depends
/// only on the point, so both directions of a line agree.
#[derive(Debug, Clone, Copy)]
struct Walk {
    at: i64,
    /// How far the fraction is past the rounding threshold, in 1/`whole` of a cell: above -`whole`, at most 0.
    ahead: i64,
    each: i64,
    whole: i64,
}

impl Walk {
    fn new(start: i64, way: i64, steps: i64) -> Self {
        let whole = 2 * steps.max(1);
        Walk { at: start, ahead: -whole / 2, each: 2 * way, whole }
    }

    /// Advances by this many steps.
    fn on(mut self, steps: i64) -> Self {
        let ahead = self.ahead + self.each * steps;
        let carried = -(-ahead).div_euclid(self.whole);
        (self.at, self.ahead) = (self.at + carried, ahead - carried * self.whole);
        self
    }

    /// Advances by one step: at most one cell, except between zones.
    #[inline]
    fn step(&mut self) {
        self.ahead += self.each;
        while self.ahead > 0 {
            (self.at, self.ahead) = (self.at + 1, self.ahead - self.whole);
        }
        while self.ahead <= -self.whole {
            (self.at, self.ahead) = (self.at - 1, self.ahead + self.whole);
        }
    }
}

impl Space {
    /// The cells of the straight line between two cells.
    pub fn line(&self, from: Cell, to: Cell) -> Line {
        let way = to.minus(from);
        let (x, y) = (way.0.abs(), way.1.abs());
        let (start, sum) = ((i64::from(from.x), i64::from(from.y)), way.0 + way.1);
        let (steps, across) = match self.grid() {
            Grid::Square => (x.max(y), None),
            Grid::Zones => (i64::from(from != to), None),
            Grid::Hex(_) if sum.abs() > x.max(y) => (sum.abs(), Some((start.0 + start.1, sum.signum()))),
            Grid::Hex(_) => (x.max(y), None),
        };
        let walk = |start, way| Walk::new(start, way, steps);
        Line { x: walk(start.0, way.0), y: walk(start.1, way.1), across, steps, left: steps + 1 }
    }
}

impl Line {
    /// The cells beyond its end in the same direction, for at most `limit` steps.
    pub(super) fn beyond(mut self, limit: u32) -> Self {
        let steps = self.steps + 1;
        (self.x, self.y) = (self.x.on(steps), self.y.on(steps));
        self.across = self.across.map(|(sum, each)| (sum + each * steps, each));
        self.left = if self.steps == 0 { 0 } else { i64::from(limit) };
        self
    }
}

impl Iterator for Line {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.left <= 0 {
            return None;
        }
        let cell = match self.across {
            None => Cell::from_wide(self.x.at, self.y.at),
            Some((sum, _)) => Cell::from_wide(self.x.at, sum - self.x.at),
        };
        self.left -= 1;
        self.x.step();
        self.y.step();
        if let Some((sum, each)) = &mut self.across {
            *sum += *each;
        }
        cell
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, usize::try_from(self.left.max(0)).ok())
    }
}

/// How a straight line from centre to centre meets a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meets {
    /// Not at all, or only at a corner where other cells are crossed as well.
    Not,
    /// It runs exactly between this cell and the given one.
    Between(Cell),
    /// It crosses the inside.
    Inside,
}

/// The straight line between two cells' centres, prepared for tests against many cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    from: Cell,
    to: Cell,
    way: (i64, i64),
    grid: Grid,
}

impl Segment {
    #[inline]
    pub(super) fn new(space: &Space, from: Cell, to: Cell) -> Self {
        Self { from, to, way: to.minus(from), grid: space.grid() }
    }

    /// Whether a cell lies within the bounding box of the two ends. Every cell that the line meets does, since no cell
    /// extends a whole step from its centre. This excludes most of a map before [`meets`](Self::meets) is called.
    #[inline]
    pub(super) fn may_meet(&self, cell: Cell) -> bool {
        let lies = |at: i32, one: i32, other: i32| at >= one.min(other) && at <= one.max(other);
        let (x, y) = (|cell: Cell| i32::from(cell.x), |cell: Cell| i32::from(cell.y));
        // On hexes the third coordinate, the negative sum of the two, can be used as well.
        let across = |cell: Cell| x(cell) + y(cell);
        lies(x(cell), x(self.from), x(self.to))
            && lies(y(cell), y(self.from), y(self.to))
            && (!matches!(self.grid, Grid::Hex(_)) || lies(across(cell), across(self.from), across(self.to)))
    }

    /// How the line meets a cell: separating axes with integers.
    pub(super) fn meets(&self, cell: Cell) -> Meets {
        let off = cell.minus(self.from);
        let (x, y) = self.way;
        match self.grid {
            Grid::Zones if off == (0, 0) || off == self.way => Meets::Inside,
            Grid::Zones => Meets::Not,
            Grid::Square => {
                if !is_between(off.0, x, 0) || !is_between(off.1, y, 0) {
                    return Meets::Not;
                }
                let aside = 2 * cross(self.way, off);
                self.judge(cell, aside, x.abs() + y.abs(), [(x.signum(), -y.signum()), (-x.signum(), y.signum())])
            }
            Grid::Hex(_) => {
                // Across its sides a hex extends 1 from its centre in these coordinates, and neighbours are 2 apart.
                let spans = [(2 * off.0 + off.1, 2 * x + y), (2 * off.1 + off.0, 2 * y + x), (off.1 - off.0, y - x)];
                let overlap = |slack| spans.iter().all(|(at, end)| is_between(*at, *end, slack));
                if !overlap(1) {
                    return Meets::Not;
                }
                // A hex extends a third of these vectors, to its corners; a line along one of them runs along edges.
                let corners = [(2, -1), (1, 1), (-1, 2)];
                let reach = corners.map(|corner| cross(self.way, corner).abs()).into_iter().max().unwrap_or(0);
                let across = match corners.iter().position(|corner| cross(self.way, *corner) == 0) {
                    Some(0) => [(0, 1), (0, -1)],
                    Some(1) => [(1, -1), (-1, 1)],
                    Some(_) => [(1, 0), (-1, 0)],
                    None => [(0, 0); 2],
                };
                match self.judge(cell, 3 * cross(self.way, off), reach, across) {
                    Meets::Inside if !overlap(0) => Meets::Not,
                    meets => meets,
                }
            }
        }
    }

    fn judge(&self, cell: Cell, aside: i64, reach: i64, across: [(i64, i64); 2]) -> Meets {
        if aside.abs() < reach || self.way == (0, 0) {
            return Meets::Inside;
        }
        let other = |step: &(i64, i64)| cross(self.way, *step).signum() == -aside.signum();
        match across.iter().find(|step| aside.abs() == reach && other(step)) {
            Some((x, y)) => {
                Cell::from_wide(i64::from(cell.x) + x, i64::from(cell.y) + y).map_or(Meets::Not, Meets::Between)
            }
            None => Meets::Not,
        }
    }

    /// The position on the line nearest to a cell's centre, as a fraction: part of whole.
    pub(super) fn part(&self, cell: Cell) -> (i64, i64) {
        if self.way == (0, 0) {
            return (1, 1);
        }
        let whole = dot(self.grid, self.way, self.way);
        (dot(self.grid, self.way, cell.minus(self.from)).clamp(0, whole), whole)
    }
}

fn is_between(at: i64, end: i64, slack: i64) -> bool {
    at >= end.min(0) - slack && at <= end.max(0) + slack
}

pub(super) fn cross(a: (i64, i64), b: (i64, i64)) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// Twice the dot product, in cells².
pub(super) fn dot(grid: Grid, a: (i64, i64), b: (i64, i64)) -> i64 {
    let plain = 2 * (a.0 * b.0 + a.1 * b.1);
    if matches!(grid, Grid::Hex(_)) { plain + a.0 * b.1 + a.1 * b.0 } else { plain }
}

#[cfg(test)]
mod tests {
    use super::super::{Link, Orientation, ZoneMap};
    use super::*;

    fn square() -> Space {
        Space::square(20, 20, 1, "m").unwrap()
    }

    fn hex() -> Space {
        Space::hex(20, 20, 1, "m", Orientation::Pointy).unwrap()
    }

    #[test]
    fn lines_by_hand() {
        let cases: [(Space, &[(i16, i16)]); 6] = [
            (square(), &[(0, 0), (1, 0), (2, 1), (3, 1)]),
            (square(), &[(0, 0), (1, 0), (2, 1)]), // halves down
            (square(), &[(2, 2)]),
            (hex(), &[(0, 0), (1, 0), (2, 0)]),
            (hex(), &[(0, 0), (0, 1), (1, 1)]), // along an edge
            (hex(), &[(0, 0), (1, -1), (2, -1)]),
        ];
        for (space, cells) in cases {
            let cells: Vec<Cell> = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            assert_eq!(space.line(cells[0], cells[cells.len() - 1]).collect::<Vec<_>>(), cells);
        }
    }

    /// The nearest integer to a fraction, halves down, found by brute force.
    #[test]
    fn a_line_follows_its_points() {
        let nearest = |part: i64, whole: i64| (-30..30).min_by_key(|&at| ((at * whole - part).abs(), at)).unwrap();
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))).filter(|way| *way != (0, 0)) {
            let steps = i64::from(x).abs().max(i64::from(y).abs());
            let point = |way: i16, index: i64| nearest(i64::from(way) * index, steps) as i16;
            let line = square().line(Cell::new(0, 0), Cell::new(x, y));
            let whole: Vec<Cell> = line.clone().chain(line.beyond(5)).collect();
            let expected = (0..=steps + 5).map(|index| Cell::new(point(x, index), point(y, index)));
            assert_eq!(whole, expected.collect::<Vec<_>>());
        }
        let zones = ["a", "b", "c"].map(String::from).to_vec();
        let link = |one: &str, other: &str| Link { between: [one.into(), other.into()], units: 5 };
        let links = vec![link("a", "b"), link("b", "c")];
        let map = ZoneMap { zones, within: 1, unit: "m".into(), links, distances: vec![], unseen: vec![] };
        let space = Space::zones(map).unwrap();
        assert_eq!(space.line(Cell::zone(2), Cell::zone(0)).collect::<Vec<_>>(), [Cell::zone(2), Cell::zone(0)]);
    }

    #[test]
    fn a_line_goes_on_in_its_direction() {
        let on: Vec<Cell> = square().line(Cell::new(0, 0), Cell::new(2, 1)).beyond(3).collect();
        assert_eq!(on, [Cell::new(3, 1), Cell::new(4, 2), Cell::new(5, 2)]);
        assert_eq!(square().line(Cell::new(1, 1), Cell::new(1, 1)).beyond(3).count(), 0);
        assert_eq!(square().line(Cell::new(i16::MAX - 1, 0), Cell::new(i16::MAX, 0)).beyond(9).count(), 0);
    }

    /// The cells whose inside contains one of many sampled points of the line.
    #[test]
    fn crossings_agree_with_sampling() {
        const POINTS: i64 = 600;
        let zero = Cell::new(0, 0);
        for space in [square(), hex()] {
            let is_hex = space.grid() != Grid::Square;
            for to in (-4..=4).flat_map(|x| (-4..=4).map(move |y| Cell::new(x, y))) {
                let segment = Segment::new(&space, zero, to);
                for cell in (-5..=5).flat_map(|x| (-5..=5).map(move |y| Cell::new(x, y))) {
                    let sampled = (0..=POINTS).any(|index| {
                        let x = i64::from(to.x) * index - i64::from(cell.x) * POINTS;
                        let y = i64::from(to.y) * index - i64::from(cell.y) * POINTS;
                        let inside = |offset: i64| offset.abs() < POINTS;
                        if is_hex {
                            inside(2 * x + y) && inside(2 * y + x) && inside(y - x)
                        } else {
                            inside(2 * x) && inside(2 * y)
                        }
                    });
                    assert_eq!(segment.meets(cell) == Meets::Inside, sampled, "{:?} {to:?} {cell:?}", space.grid());
                    assert!(segment.may_meet(cell) || segment.meets(cell) == Meets::Not, "{to:?} {cell:?}");
                    if let Meets::Between(other) = segment.meets(cell) {
                        assert_eq!(segment.meets(other), Meets::Between(cell), "{:?} {to:?} {cell:?}", space.grid());
                    }
                }
                for cell in space.line(zero, to) {
                    assert_ne!(segment.meets(cell), Meets::Not, "{:?} {to:?} {cell:?}", space.grid());
                }
            }
        }
    }
}
