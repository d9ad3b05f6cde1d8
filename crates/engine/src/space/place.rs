//! Cells and places.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One cell of the ground.
///
/// On squares `x` is the column and `y` the row; on hexes they are the axial coordinates q and r; without a map `x` is
/// the index of the zone and `y` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Column, axial q, or zone.
    pub x: i16,
    /// Row, or axial r.
    #[serde(default)]
    pub y: i16,
}

impl Cell {
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The zone with this index.
    pub const fn zone(index: u8) -> Self {
        Self { x: index as i16, y: 0 }
    }

    /// This cell at height `z`.
    pub const fn at_height(self, z: i16) -> Place {
        Place { cell: self, z }
    }

    /// The vector from `other` to `self`, wide enough for any two cells.
    pub(super) const fn minus(self, other: Self) -> (i64, i64) {
        (self.x as i64 - other.x as i64, self.y as i64 - other.y as i64)
    }

    /// The cell at these coordinates, or `None` if they do not fit any map.
    pub(super) fn from_wide(x: i64, y: i64) -> Option<Self> {
        Some(Self { x: i16::try_from(x).ok()?, y: i16::try_from(y).ok()? })
    }

    /// The equivalent in the hexx library, for comparison.
    #[cfg(test)]
    pub(super) const fn hex(self) -> hexx::Hex {
        hexx::Hex::new(self.x as i32, self.y as i32)
    }
}

/// A cell and a height above ground level 0, in units: the position of a body's feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub cell: Cell,
    /// Height in units.
    #[serde(default)]
    pub z: i16,
}

impl Place {
    /// The place in cell `x`, `y` at height `z`.
    pub const fn new(x: i16, y: i16, z: i16) -> Self {
        Self { cell: Cell::new(x, y), z }
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        cell.at_height(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_with_and_without_its_height() {
        let cases = [
            (r#"{"cell":{"x":3,"y":-4},"z":10}"#, Place::new(3, -4, 10)),
            (r#"{"cell":{"x":3,"y":-4}}"#, Place::new(3, -4, 0)),
            (r#"{"cell":{"x":2}}"#, Cell::zone(2).into()),
        ];
        for (text, expected) in cases {
            assert_eq!(serde_json::from_str::<Place>(text).unwrap(), expected, "{text}");
        }
        assert!(serde_json::from_str::<Place>(r#"{"cell":{"x":1,"why":2}}"#).is_err());
        assert!(serde_json::from_str::<Place>(r#"{"cell":{"x":40000}}"#).is_err());
    }
}
