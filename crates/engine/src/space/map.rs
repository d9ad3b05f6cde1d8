//! Map descriptions as written in scene files, and their validation into a [`Space`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::{Diagonals, Grid, Orientation, Plan, Space};
use super::map_error::{MapError, MapErrors};
use super::place::Cell;
use super::zones::{ZoneMap, Zones};

/// Maximum number of cells of a map.
pub const MAX_CELLS: u32 = 1 << 20;

/// Maximum number of zones.
pub const MAX_ZONES: usize = 64;

/// A map as written in a scene file. It may contain mistakes, which [`MapDescription::check`] reports.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "grid", rename_all = "snake_case")]
pub enum MapDescription {
    /// A rectangle of squares.
    Square(SquareMap),
    /// A rectangle of hexes.
    Hex(HexMap),
    /// Zones without a map.
    Zones(ZoneMap),
}

/// A rectangle of squares: columns 0 to `columns` − 1 and rows 0 to `rows` − 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SquareMap {
    /// The number of columns (west to east).
    pub columns: u16,
    /// The number of rows (north to south).
    pub rows: u16,
    /// The side length of a square in units.
    pub cell: u16,
    /// The name of the unit: `ft`, `m`, `square`.
    pub unit: String,
    /// The cost of a diagonal step.
    #[serde(default)]
    pub diagonals: Diagonals,
    /// Higher and lower ground. Where rises overlap, the last one counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rises: Vec<Rise>,
}

/// A rectangle of hexes.
///
/// Columns and rows use the odd offset layout (on pointy hexes odd rows are shifted half a hex to the east, on flat
/// hexes odd columns half a hex to the south); [`Space::cell_at`] converts a column and a row to a cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexMap {
    /// The number of columns (west to east).
    pub columns: u16,
    /// The number of rows (north to south).
    pub rows: u16,
    /// The distance between opposite sides of a hex in units, which is also the distance between neighbouring centres.
    pub cell: u16,
    /// The name of the unit: `ft`, `m`, `hex`.
    pub unit: String,
    /// The orientation of the hexes.
    #[serde(default)]
    pub orientation: Orientation,
    /// Higher and lower ground. Where rises overlap, the last one counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rises: Vec<Rise>,
}

/// A patch of higher or lower ground: all cells from one corner to the other, inclusive.
///
/// On hexes the corners are axial, so the patch is a parallelogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rise {
    /// One corner.
    pub from: Cell,
    /// The opposite corner; the same cell if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Cell>,
    /// The height of its ground in units; negative for a pit.
    pub height: i16,
}

impl MapDescription {
    /// The space it describes, or everything that is wrong with it.
    pub fn check(self) -> Result<Space, Vec<MapError>> {
        let mut errors = Vec::new();
        let (plan, heights, zones) = match &self {
            Self::Square(SquareMap { columns, rows, cell, diagonals, rises, .. }) => {
                let plan =
                    Plan { grid: Grid::Square, columns: *columns, rows: *rows, cell: *cell, diagonals: *diagonals };
                (plan, heights(plan, rises, &mut errors), None)
            }
            Self::Hex(HexMap { columns, rows, cell, orientation, rises, .. }) => {
                let (grid, diagonals) = (Grid::Hex(*orientation), Diagonals::One);
                let plan = Plan { grid, columns: *columns, rows: *rows, cell: *cell, diagonals };
                (plan, heights(plan, rises, &mut errors), None)
            }
            Self::Zones(map) => {
                let zones = Zones::check(map, &mut errors);
                let columns = u16::try_from(zones.names().len()).unwrap_or(u16::MAX);
                let plan = Plan { grid: Grid::Zones, columns, rows: 1, cell: 0, diagonals: Diagonals::One };
                (plan, Box::default(), Some(zones))
            }
        };
        if self.unit().trim().is_empty() {
            errors.push(MapError::NoUnit);
        }
        if errors.is_empty() { Ok(Space::new(plan, heights, zones, self)) } else { Err(errors) }
    }

    /// The name of the unit.
    pub fn unit(&self) -> &str {
        match self {
            Self::Square(map) => &map.unit,
            Self::Hex(map) => &map.unit,
            Self::Zones(map) => &map.unit,
        }
    }
}

/// Checks the size and computes the height of each cell by index; empty on flat ground.
fn heights(plan: Plan, rises: &[Rise], errors: &mut Vec<MapError>) -> Box<[i16]> {
    let Plan { columns, rows, .. } = plan;
    if plan.cell == 0 {
        errors.push(MapError::NoCellSize);
    }
    let cells = u32::from(columns) * u32::from(rows);
    if cells == 0 {
        errors.push(MapError::NoCells { columns, rows });
        return Box::default();
    }
    if cells > MAX_CELLS || i16::try_from(columns).is_err() || i16::try_from(rows).is_err() {
        errors.push(MapError::TooManyCells { columns, rows });
        return Box::default();
    }
    let mut painted = 0u64;
    for (rise, patch) in rises.iter().enumerate() {
        painted = painted.saturating_add(patch.area());
        let outside = [Some(patch.from), patch.to].into_iter().flatten().find(|cell| plan.index(*cell).is_none());
        if let Some(cell) = outside {
            errors.push(MapError::RiseOffMap { rise, cell });
        }
    }
    if painted > u64::from(MAX_CELLS) {
        errors.push(MapError::TooManyRises);
    }
    if rises.is_empty() || !errors.is_empty() {
        return Box::default();
    }
    let mut heights = vec![0; cells as usize].into_boxed_slice();
    for patch in rises {
        for index in patch.cells().filter_map(|cell| plan.index(cell)) {
            heights[index] = patch.height;
        }
    }
    heights
}

impl Rise {
    fn corners(&self) -> (Cell, Cell) {
        let to = self.to.unwrap_or(self.from);
        let low = Cell::new(self.from.x.min(to.x), self.from.y.min(to.y));
        (low, Cell::new(self.from.x.max(to.x), self.from.y.max(to.y)))
    }

    fn area(&self) -> u64 {
        let (low, high) = self.corners();
        let (wide, deep) = high.minus(low);
        (wide.unsigned_abs() + 1) * (deep.unsigned_abs() + 1)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let (low, high) = self.corners();
        (low.y..=high.y).flat_map(move |y| (low.x..=high.x).map(move |x| Cell::new(x, y)))
    }
}

impl TryFrom<MapDescription> for Space {
    type Error = MapErrors;

    fn try_from(description: MapDescription) -> Result<Self, MapErrors> {
        description.check().map_err(MapErrors)
    }
}

impl From<Space> for MapDescription {
    fn from(space: Space) -> Self {
        space.into_description()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(columns: u16, rows: u16, cell: u16, rises: Vec<Rise>) -> MapDescription {
        MapDescription::Square(SquareMap { columns, rows, cell, unit: "ft".into(), diagonals: Diagonals::One, rises })
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let off = Rise { from: Cell::new(1, 1), to: Some(Cell::new(4, 1)), height: 10 };
        let mut bad = square(4, 4, 0, vec![off]);
        if let MapDescription::Square(map) = &mut bad {
            map.unit = " ".into();
        }
        assert_eq!(
            bad.check().unwrap_err(),
            [MapError::NoCellSize, MapError::RiseOffMap { rise: 0, cell: Cell::new(4, 1) }, MapError::NoUnit]
        );
    }

    #[test]
    fn sizes_have_ends() {
        let cases = [
            (square(0, 4, 5, vec![]), Some(MapError::NoCells { columns: 0, rows: 4 })),
            (square(1024, 1024, 5, vec![]), None),
            (square(1024, 1025, 5, vec![]), Some(MapError::TooManyCells { columns: 1024, rows: 1025 })),
            (square(40000, 1, 5, vec![]), Some(MapError::TooManyCells { columns: 40000, rows: 1 })),
            (square(u16::MAX, u16::MAX, 5, vec![]), Some(MapError::TooManyCells { columns: 65535, rows: 65535 })),
        ];
        for (map, expected) in cases {
            assert_eq!(map.clone().check().err(), expected.map(|error| vec![error]), "{map:?}");
        }
    }

    #[test]
    fn many_large_rises_are_refused_rather_than_painted() {
        let all = Rise { from: Cell::new(0, 0), to: Some(Cell::new(1023, 1023)), height: 1 };
        assert!(square(1024, 1024, 5, vec![all]).check().is_ok());
        assert_eq!(square(1024, 1024, 5, vec![all; 1000]).check().unwrap_err(), [MapError::TooManyRises]);
    }

    #[test]
    fn a_space_is_written_as_its_description() {
        let text = r#"{"grid":"hex","columns":6,"rows":4,"cell":1,"unit":"m","orientation":"flat"}"#;
        let space: Space = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&space).unwrap(), text);
        let error = serde_json::from_str::<Space>(r#"{"grid":"hex","columns":0,"rows":4,"cell":0,"unit":"m"}"#);
        assert!(error.unwrap_err().to_string().contains("the cell size is 0"));
        assert!(
            serde_json::from_str::<Space>(r#"{"grid":"hex","columns":1,"rows":4,"cell":2,"unit":"m","x":1}"#).is_err()
        );
    }

    #[test]
    fn the_schema_names_the_three_grids() {
        let schema = serde_json::to_string(&schemars::schema_for!(Space)).unwrap();
        for name in ["square", "hex", "zones", "rises", "diagonals"] {
            assert!(schema.contains(name), "{name}");
        }
    }
}
