//! What can be wrong with a map.

use std::fmt;

use super::map::{MAX_CELLS, MAX_ZONES};
use super::place::Cell;

/// A mistake in a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// There are no columns or no rows.
    #[error("a map of {columns} columns and {rows} rows has no cells; allowed: at least 1 of each")]
    NoCells {
        /// Columns given.
        columns: u16,
        /// Rows given.
        rows: u16,
    },
    /// There are more cells than [`MAX_CELLS`].
    #[error("{columns} columns × {rows} rows are too many; allowed: {MAX_CELLS} cells, 32767 in a row or column")]
    TooManyCells {
        /// Columns given.
        columns: u16,
        /// Rows given.
        rows: u16,
    },
    /// Cells measure nothing.
    #[error("the cell size is 0; allowed: 1 to 65535 units")]
    NoCellSize,
    /// The unit is not named.
    #[error("the unit has no name; allowed: a word such as ft, m or square")]
    NoUnit,
    /// A rise leaves the map.
    #[error("rise {rise} reaches {},{}, which is not on the map", cell.x, cell.y)]
    RiseOffMap {
        /// Which rise, counted from 0.
        rise: usize,
        /// A corner that is off the map.
        cell: Cell,
    },
    /// The rises together name more cells than [`MAX_CELLS`].
    #[error("the rises name too many cells together; allowed: {MAX_CELLS}")]
    TooManyRises,
    /// There are no zones, or more than [`MAX_ZONES`].
    #[error("{count} zones; allowed: 1 to {MAX_ZONES}")]
    ZoneCount {
        /// How many there are.
        count: usize,
    },
    /// A zone has no name.
    #[error("zone {zone} has no name")]
    ZoneWithoutName {
        /// Which zone, counted from 0.
        zone: usize,
    },
    /// Two zones share a name.
    #[error("two zones are called {name}")]
    ZoneTwice {
        /// The name.
        name: String,
    },
    /// A list names a zone that does not exist.
    #[error("{list} {entry} names the zone {name}, which does not exist; allowed: {}", allowed.join(", "))]
    UnknownZone {
        /// `links`, `distances` or `unseen`.
        list: &'static str,
        /// Which entry of the list, counted from 0.
        entry: usize,
        /// The name given.
        name: String,
        /// The zones there are.
        allowed: Vec<String>,
    },
    /// A list joins a zone with itself.
    #[error("{list} {entry} joins the zone {name} with itself")]
    ZoneWithItself {
        /// `links`, `distances` or `unseen`.
        list: &'static str,
        /// Which entry of the list, counted from 0.
        entry: usize,
        /// The zone.
        name: String,
    },
    /// A list says something twice about the same two zones.
    #[error("{list} {entry} speaks again of {one} and {other}")]
    PairTwice {
        /// `links`, `distances` or `unseen`.
        list: &'static str,
        /// Which entry of the list, counted from 0.
        entry: usize,
        /// One zone.
        one: String,
        /// The other.
        other: String,
    },
    /// No links and no distance join two zones.
    #[error("{one} and {other} are joined neither by links nor by a distance")]
    NoDistance {
        /// One zone.
        one: String,
        /// The other.
        other: String,
    },
}

/// Every mistake in a map; one line each when shown.
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
