//! Errors in map descriptions.

use std::fmt;

use super::map::{MAX_CELLS, MAX_ZONES};
use super::place::Cell;

/// An error in a map description.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// There are no columns or no rows.
    #[error("a map of {columns} columns and {rows} rows has no cells; allowed: at least 1 of each")]
    NoCells { columns: u16, rows: u16 },
    /// There are more cells than [`MAX_CELLS`].
    #[error("{columns} columns × {rows} rows are too many; allowed: {MAX_CELLS} cells, 32767 in a row or column")]
    TooManyCells { columns: u16, rows: u16 },
    /// The cell size is 0.
    #[error("the cell size is 0; allowed: 1 to 65535 units")]
    NoCellSize,
    #[error("the unit has no name; allowed: a word such as ft, m or square")]
    NoUnit,
    /// A rise extends beyond the map.
    #[error("rise {rise} reaches {},{}, which is not on the map", cell.x, cell.y)]
    RiseOffMap {
        /// The index of the rise.
        rise: usize,
        /// A corner that is off the map.
        cell: Cell,
    },
    /// The rises together cover more cells than [`MAX_CELLS`].
    #[error("the rises name too many cells together; allowed: {MAX_CELLS}")]
    TooManyRises,
    /// There are no zones, or more than [`MAX_ZONES`].
    #[error("{count} zones; allowed: 1 to {MAX_ZONES}")]
    ZoneCount { count: usize },
    /// A zone has no name.
    #[error("zone {zone} has no name")]
    ZoneWithoutName {
        /// The index of the zone.
        zone: usize,
    },
    /// Two zones share a name.
    #[error("two zones are called {name}")]
    ZoneTwice { name: String },
    /// A list names a zone that does not exist.
    #[error("{list} {entry} names the zone {name}, which does not exist; allowed: {}", allowed.join(", "))]
    UnknownZone {
        /// `links`, `distances` or `unseen`.
        list: &'static str,
        /// The index of the entry in the list.
        entry: usize,
        name: String,
        /// The existing zones.
        allowed: Vec<String>,
    },
    /// A list connects a zone with itself.
    #[error("{list} {entry} connects the zone {name} with itself")]
    ZoneWithItself {
        /// `links`, `distances` or `unseen`.
        list: &'static str,
        /// The index of the entry in the list.
        entry: usize,
        name: String,
    },
    /// A list contains the same pair of zones twice.
    #[error("{list} {entry} repeats the pair {one} and {other}")]
    PairTwice {
        /// `links`, `distances` or `unseen`.
        list: &'static str,
        /// The index of the entry in the list.
        entry: usize,
        one: String,
        other: String,
    },
    /// Two zones are connected neither by links nor by a distance.
    #[error("{one} and {other} are connected neither by links nor by a distance")]
    NoDistance { one: String, other: String },
}

/// All errors in a map; shown one per line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapErrors(pub Vec<MapError>);

impl fmt::Display for MapErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for MapErrors {}
