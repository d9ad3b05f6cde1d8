//! The ground: its grid, size and heights.

use hexx::{Hex, HexOrientation, OffsetHexMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::OnceLock;

use super::map::{HexMap, MapDescription, SquareMap};
use super::map_error::MapError;
use super::path::Step;
use super::place::{Cell, Place};
use super::zones::{Pair, ZoneMap, Zones};

/// How the ground is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Squares with eight neighbours.
    Square,
    /// Hexes with six neighbours.
    Hex(Orientation),
    /// Zones without a map.
    Zones,
}

/// The orientation of hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// A corner to the north, sides to the east and west.
    #[default]
    Pointy,
    /// A side to the north, corners to the east and west.
    Flat,
}

/// The cost of a diagonal step on squares, in straight steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Diagonals {
    /// One.
    #[default]
    One,
    /// One and two alternately, starting with one.
    Alternating,
    /// Two.
    Two,
}

/// The ground of a scene: cheap to share and never changed by play.
///
/// It is serialised and compared as the [`MapDescription`] it was built from.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "MapDescription", into = "MapDescription")]
pub struct Space {
    plan: Plan,
    heights: Box<[i16]>, // by index; empty on flat ground
    zones: Option<Zones>,
    description: MapDescription,
}

/// The shape of the ground.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) grid: Grid,
    pub(super) columns: u16,
    pub(super) rows: u16,
    pub(super) cell: u16,
    pub(super) diagonals: Diagonals,
}

impl PartialEq for Space {
    fn eq(&self, other: &Self) -> bool {
        self.description == other.description
    }
}

impl Eq for Space {}

impl std::hash::Hash for Space {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.description.hash(state);
    }
}

/// Construction, and the original description.
impl Space {
    /// Flat ground of squares with sides of `cell` units, on which a diagonal step costs one.
    pub fn square(columns: u16, rows: u16, cell: u16, unit: &str) -> Result<Self, Vec<MapError>> {
        let (unit, diagonals, rises) = (unit.into(), Diagonals::One, Vec::new());
        MapDescription::Square(SquareMap { columns, rows, cell, unit, diagonals, rises }).check()
    }

    /// Flat ground of hexes `cell` units across.
    pub fn hex(columns: u16, rows: u16, cell: u16, unit: &str, points: Orientation) -> Result<Self, Vec<MapError>> {
        let (unit, orientation, rises) = (unit.into(), points, Vec::new());
        MapDescription::Hex(HexMap { columns, rows, cell, unit, orientation, rises }).check()
    }

    /// A single cell, for a book without a map.
    pub fn nowhere() -> &'static Self {
        static NOWHERE: OnceLock<Space> = OnceLock::new();
        NOWHERE.get_or_init(|| Space::square(1, 1, 5, "feet").expect("a legal map"))
    }

    /// Zones without a map.
    pub fn zones(map: ZoneMap) -> Result<Self, Vec<MapError>> {
        MapDescription::Zones(map).check()
    }

    pub(super) fn new(plan: Plan, heights: Box<[i16]>, zones: Option<Zones>, description: MapDescription) -> Self {
        Self { plan, heights, zones, description }
    }

    /// The description it was built from.
    pub fn description(&self) -> &MapDescription {
        &self.description
    }

    pub(super) fn into_description(self) -> MapDescription {
        self.description
    }

    /// How the ground is divided.
    #[inline]
    pub fn grid(&self) -> Grid {
        self.plan.grid
    }

    /// The number of columns (west to east); without a map, the number of zones.
    pub fn columns(&self) -> u16 {
        self.plan.columns
    }

    /// The number of rows (north to south); without a map, 1.
    pub fn rows(&self) -> u16 {
        self.plan.rows
    }

    /// The distance between the centres of neighbouring cells in units; without a map, 0.
    #[inline]
    pub fn cell_size(&self) -> u16 {
        self.plan.cell
    }

    /// The cost of a diagonal step.
    #[inline]
    pub fn diagonals(&self) -> Diagonals {
        self.plan.diagonals
    }

    /// The name of the unit.
    pub fn unit(&self) -> &str {
        self.description.unit()
    }

    /// The name of a zone; `None` on a map and for a zone that does not exist.
    pub fn zone_name(&self, cell: Cell) -> Option<&str> {
        let zone = self.index(cell)?;
        Some(self.zones.as_ref()?.names().get(zone)?)
    }

    pub(super) fn zone_pair(&self, one: Cell, other: Cell) -> Option<&Pair> {
        self.zones.as_ref()?.pair(self.index(one)?, self.index(other)?)
    }
}

/// Cells and their heights.
impl Space {
    /// Whether the cell is on the map.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.plan.index(cell).is_some()
    }

    /// The index of a cell, row by row from the north-west, or `None` off the map. For zones it is the zone number.
    #[inline]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.plan.index(cell)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        usize::from(self.plan.columns) * usize::from(self.plan.rows)
    }

    /// Always false: a space has at least one cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell in this column and row, or `None` off the map.
    ///
    /// On hexes this is the odd offset layout, see [`HexMap`].
    pub fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        if column >= self.plan.columns || row >= self.plan.rows {
            return None;
        }
        match self.plan.grid {
            Grid::Square | Grid::Zones => Cell::from_wide(column.into(), row.into()),
            Grid::Hex(orientation) => {
                let offset = [column.into(), row.into()];
                let hex = Hex::from_offset_coordinates(offset, OffsetHexMode::Odd, orientation.into());
                Cell::from_wide(hex.x.into(), hex.y.into())
            }
        }
    }

    /// The column and row of a cell, or `None` off the map.
    pub fn column_and_row(&self, cell: Cell) -> Option<(u16, u16)> {
        self.plan.column_and_row(cell)
    }

    /// The text form of a cell: `column,row` from the upper left, or the key of a zone.
    pub fn cell_key(&self, cell: Cell) -> String {
        match (self.zone_name(cell), self.column_and_row(cell)) {
            (Some(zone), _) => crate::key_of(zone),
            (None, Some((column, row))) => format!("{column},{row}"),
            (None, None) => "off the map".into(),
        }
    }

    /// The cell with this text form.
    pub fn find_cell(&self, text: &str) -> Option<Cell> {
        if self.grid() == Grid::Zones {
            return self.cells().find(|&cell| self.zone_name(cell).is_some_and(|name| crate::key_of(name) == text));
        }
        let (column, row) = text.split_once(',')?;
        self.cell_at(column.trim().parse().ok()?, row.trim().parse().ok()?)
    }

    /// All cells of the map, by index.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.plan.rows)
            .flat_map(move |row| (0..self.plan.columns).filter_map(move |column| self.cell_at(column, row)))
    }

    /// The cell with this index, or `None` if it is out of range.
    pub fn cell_number(&self, index: usize) -> Option<Cell> {
        let columns = usize::from(self.plan.columns);
        self.cell_at((index % columns) as u16, u16::try_from(index / columns).ok()?)
    }

    /// The neighbours of a cell that are on the map, clockwise from the first side after north (see
    /// [`Space::side_deg`]); for a zone, the zones linked to it.
    pub fn neighbours(&self, cell: Cell) -> SmallVec<[Cell; 8]> {
        let mut near = SmallVec::new();
        self.each_step(cell, |step| near.push(step.to));
        near
    }

    /// Every step from a cell to a neighbour, in the order of [`Space::neighbours`].
    #[inline]
    pub fn each_step(&self, from: Cell, mut each: impl FnMut(Step)) {
        let sides = self.sides_of_a_cell();
        let most = self.zones.as_ref().map_or(sides.len(), |zones| zones.names().len());
        for at in 0..most {
            // A single call of `each` for both kinds, so that the compiler inlines it into the loop.
            let step = match sides.get(at) {
                Some(&side) => self.step_aside(from, side),
                None => self.step_along_link(from, at),
            };
            if let Some(step) = step {
                each(step);
            }
        }
    }

    /// Every step to a neighbour on a map, ordered by the neighbour's index. Empty for zones.
    #[inline]
    pub(super) fn steps_by_number(&self, from: Cell) -> impl Iterator<Item = Step> + '_ {
        self.sides_by_number(from).iter().filter_map(move |&side| self.step_aside(from, side))
    }

    #[inline]
    fn step_aside(&self, from: Cell, (x, y): (i16, i16)) -> Option<Step> {
        let to = Cell::new(from.x.wrapping_add(x), from.y.wrapping_add(y)); // off every map if it wraps
        let index = self.plan.index(to)?;
        let straight = u32::from(self.plan.cell);
        let is_dear = self.plan.diagonals == Diagonals::Two && self.is_diagonal(from, to);
        Some(Step { from, to, index, units: if is_dear { 2 * straight } else { straight } })
    }

    fn step_along_link(&self, from: Cell, index: usize) -> Option<Step> {
        let to = Cell::zone(index as u8);
        let units = self.zone_pair(from, to)?.link?;
        Some(Step { from, to, index, units })
    }

    /// The height of the ground in units; 0 off the map and without a map.
    #[inline]
    pub fn ground(&self, cell: Cell) -> i16 {
        if self.heights.is_empty() {
            return 0;
        }
        self.index(cell).and_then(|index| self.heights.get(index)).copied().unwrap_or(0)
    }

    /// The cell at the height of its ground.
    #[inline]
    pub fn on_ground(&self, cell: Cell) -> Place {
        cell.at_height(self.ground(cell))
    }

    /// The drop from the ground of `from` to the ground of `to`; negative if it is higher.
    #[inline]
    pub fn drop_between(&self, from: Cell, to: Cell) -> i16 {
        self.ground(from).saturating_sub(self.ground(to))
    }

    /// How far a place is above its ground, which is the depth of a fall from there. 0 if it is not above.
    pub fn drop_below(&self, place: Place) -> u16 {
        let above = i32::from(place.z) - i32::from(self.ground(place.cell));
        u16::try_from(above.max(0)).unwrap_or(u16::MAX)
    }
}

impl Plan {
    #[inline]
    pub(super) fn column_and_row(&self, cell: Cell) -> Option<(u16, u16)> {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        // The odd offset layout of hexes, equal to hexx in `cell_at`; inlined because searches call it for every step.
        let (column, row) = match self.grid {
            Grid::Square | Grid::Zones => (x, y),
            Grid::Hex(Orientation::Pointy) => (x + (y >> 1), y),
            Grid::Hex(Orientation::Flat) => (x, y + (x >> 1)),
        };
        // A negative number read as unsigned is also off the map.
        let is_there = (column as u32) < u32::from(self.columns) && (row as u32) < u32::from(self.rows);
        is_there.then_some((column as u16, row as u16))
    }

    #[inline]
    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        let (column, row) = self.column_and_row(cell)?;
        Some(usize::from(row) * usize::from(self.columns) + usize::from(column))
    }
}

impl From<Orientation> for HexOrientation {
    fn from(orientation: Orientation) -> Self {
        match orientation {
            Orientation::Pointy => Self::Pointy,
            Orientation::Flat => Self::Flat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rise;
    use super::*;

    #[test]
    fn a_cell_knows_its_column_and_row() {
        let hexes = [Orientation::Pointy, Orientation::Flat].map(|points| Space::hex(7, 6, 1, "m", points).unwrap());
        for space in hexes.into_iter().chain(Space::square(7, 6, 1, "m")) {
            for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
                let cell = space.cell_at(column, row).unwrap();
                assert_eq!(space.column_and_row(cell), Some((column, row)), "{:?}", space.grid());
            }
            let near = (-9..20).flat_map(|x| (-9..20).map(move |y| Cell::new(x, y)));
            assert_eq!(near.filter(|&cell| space.contains(cell)).count(), space.len(), "{:?}", space.grid());
            for far in [Cell::new(i16::MAX, i16::MAX), Cell::new(i16::MIN, i16::MIN), Cell::new(i16::MAX, i16::MIN)] {
                assert!(!space.contains(far));
            }
        }
    }

    #[test]
    fn a_hex_map_is_a_rectangle() {
        let pointy = Space::hex(4, 3, 1, "m", Orientation::Pointy).unwrap();
        let flat = Space::hex(4, 3, 1, "m", Orientation::Flat).unwrap();
        assert_eq!(pointy.cell_at(3, 2), Some(Cell::new(2, 2)));
        assert_eq!(flat.cell_at(3, 2), Some(Cell::new(3, 1)));
        assert!(pointy.contains(Cell::new(-1, 2)) && !pointy.contains(Cell::new(-1, 1)));
        for space in [pointy, flat] {
            let cells: Vec<Cell> = space.cells().collect();
            assert_eq!(cells.len(), 12);
            for (index, cell) in cells.into_iter().enumerate() {
                assert_eq!(space.index(cell), Some(index));
                let (column, row) = space.column_and_row(cell).unwrap();
                assert_eq!(space.cell_at(column, row), Some(cell));
            }
            assert_eq!(space.cell_at(4, 0), None);
        }
    }

    #[test]
    fn neighbours_are_those_on_the_map() {
        let square = Space::square(3, 3, 5, "ft").unwrap();
        assert_eq!(square.neighbours(Cell::new(1, 1)).len(), 8);
        assert_eq!(
            square.neighbours(Cell::new(0, 0)).as_slice(),
            [(1, 0), (1, 1), (0, 1)].map(|(x, y)| Cell::new(x, y))
        );
        let hexes = Space::hex(5, 5, 3, "ft", Orientation::Pointy).unwrap();
        let (middle, corner) = (hexes.cell_at(2, 2).unwrap(), hexes.cell_at(0, 0).unwrap());
        assert_eq!(hexes.neighbours(middle).len(), 6);
        assert!(hexes.neighbours(middle).iter().all(|cell| hexes.distance_sq(middle.into(), (*cell).into()) == 9));
        assert_eq!(hexes.neighbours(corner).len(), 2); // east and south-east; an even row has nothing to its south-west
    }

    #[test]
    fn steps_come_by_number_too() {
        let hexes = [Orientation::Pointy, Orientation::Flat].map(|points| Space::hex(5, 4, 1, "m", points).unwrap());
        for space in hexes.into_iter().chain(Space::square(5, 4, 1, "m")) {
            for cell in space.cells() {
                let (mut steps, by_number) = (Vec::new(), space.steps_by_number(cell).collect::<Vec<_>>());
                space.each_step(cell, |step| steps.push(step));
                steps.sort_unstable_by_key(|step| step.index);
                assert_eq!(by_number, steps, "{:?} {cell:?}", space.grid());
            }
        }
    }

    #[test]
    fn ledges_have_heights() {
        let rises = vec![
            Rise { from: Cell::new(4, 4), to: Some(Cell::new(2, 3)), height: 10 },
            Rise { from: Cell::new(2, 3), to: None, height: -5 },
        ];
        let (unit, diagonals) = ("ft".into(), Diagonals::One);
        let map = SquareMap { columns: 6, rows: 6, cell: 5, unit, diagonals, rises };
        let space = MapDescription::Square(map).check().unwrap();
        let grounds = [((3, 4), 10), ((4, 3), 10), ((2, 3), -5), ((2, 2), 0), ((99, 99), 0)];
        for ((x, y), height) in grounds {
            assert_eq!(space.ground(Cell::new(x, y)), height, "{x},{y}");
        }
        assert_eq!(space.drop_between(Cell::new(3, 4), Cell::new(2, 3)), 15);
        assert_eq!(space.drop_between(Cell::new(2, 3), Cell::new(3, 4)), -15);
        assert_eq!(space.drop_below(Place::new(2, 3, 10)), 15);
        assert_eq!(space.drop_below(Place::new(3, 4, 10)), 0);
        assert_eq!(space.on_ground(Cell::new(3, 3)), Place::new(3, 3, 10));
    }
}
