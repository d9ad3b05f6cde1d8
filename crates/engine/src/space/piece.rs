//! Pieces: objects on the map that affect sight, cover or movement.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::facing::Ray;
use super::grid::Space;
use super::place::Cell;

/// An object on the map that hinders sight or movement: a wall, a counter, smoke, rubble.
///
/// Pieces may change during play, so they belong to the table and are passed to [`super::sight`] and the path functions
/// as a slice. The meaning of levels is up to the rulebook; 0 is none.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its name in the scene.
    pub key: Arc<str>,
    /// The cells it occupies.
    pub cells: SmallVec<[Cell; 4]>,
    /// Its height above the ground, in units; without a height, nothing can look over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u16>,
    /// Whether it blocks line of sight completely.
    #[serde(default, skip_serializing_if = "is_false")]
    pub blocks_sight: bool,
    /// The level of cover it gives.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cover: u8,
    /// The level of concealment it gives.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub concealment: u8,
    /// Whether its cells cannot be entered.
    #[serde(default, skip_serializing_if = "is_false")]
    pub blocks_move: bool,
    /// The extra cost of entering one of its cells, in units.
    #[serde(default, skip_serializing_if = "is_zero_units")]
    pub extra_cost: u16,
    /// Which lines of sight it affects.
    #[serde(default, skip_serializing_if = "Sides::is_all")]
    pub from: Sides,
    /// Whether it is in effect: an open door and a broken crate are not.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub active: bool,
}

/// Which lines of sight a piece affects.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// All.
    #[default]
    All,
    /// Those that come in from one of these bearings, within 90° to either side.
    ///
    /// A table tipped against someone in the north is `From([0])`. Without a map, directions have no meaning and every
    /// line is affected.
    From(SmallVec<[u16; 4]>),
}

/// An error in a piece.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceError {
    /// It has no name.
    #[error("a piece has no name")]
    NoKey,
    /// It occupies no cell.
    #[error("{key} stands on no cell")]
    NoCells { key: Arc<str> },
    /// It extends beyond the map.
    #[error("{key} stands on {},{}, which is not on the map", cell.x, cell.y)]
    OffMap { key: Arc<str>, cell: Cell },
    /// It names a cell twice.
    #[error("{key} names the cell {},{} twice", cell.x, cell.y)]
    CellTwice { key: Arc<str>, cell: Cell },
    /// One of its bearings is out of range.
    #[error("{key} faces {degrees}°; allowed: 0 to 359")]
    NoBearing { key: Arc<str>, degrees: u16 },
}

impl Piece {
    /// A piece at these cells that affects nothing yet.
    pub fn at(key: impl Into<Arc<str>>, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self {
            key: key.into(),
            cells: cells.into_iter().collect(),
            height: None,
            blocks_sight: false,
            cover: 0,
            concealment: 0,
            blocks_move: false,
            extra_cost: 0,
            from: Sides::All,
            active: true,
        }
    }

    /// A piece that blocks sight and movement.
    pub fn wall(key: impl Into<Arc<str>>, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { blocks_sight: true, blocks_move: true, ..Self::at(key, cells) }
    }

    /// Whether it occupies this cell.
    pub fn covers(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }

    /// Whether it affects movement.
    pub(super) fn matters_underfoot(&self) -> bool {
        self.active && (self.blocks_move || self.extra_cost > 0)
    }

    /// All errors in it on this ground.
    pub fn check(&self, space: &Space) -> Vec<PieceError> {
        let mut errors = Vec::new();
        if self.key.trim().is_empty() {
            errors.push(PieceError::NoKey);
        }
        if self.cells.is_empty() {
            errors.push(PieceError::NoCells { key: self.key.clone() });
        }
        let off_map = self.cells.iter().filter(|cell| !space.contains(**cell));
        errors.extend(off_map.map(|&cell| PieceError::OffMap { key: self.key.clone(), cell }));
        let mut cells = self.cells.clone();
        cells.sort_unstable();
        let twice = cells.windows(2).filter(|pair| pair[0] == pair[1]);
        errors.extend(twice.map(|pair| PieceError::CellTwice { key: self.key.clone(), cell: pair[0] }));
        if let Sides::From(bearings) = &self.from {
            let wrong = bearings.iter().filter(|degrees| **degrees >= 360);
            errors.extend(wrong.map(|&degrees| PieceError::NoBearing { key: self.key.clone(), degrees }));
        }
        errors
    }

    #[inline]
    pub(super) fn hinders_sight(&self) -> bool {
        self.active && (self.blocks_sight || self.cover > 0 || self.concealment > 0)
    }
}

impl Sides {
    /// Whether every line is affected.
    #[inline]
    pub fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Whether it affects a line that comes in along this ray, which points back to its start.
    pub(super) fn hinder(&self, back: Option<Ray>) -> bool {
        match (self, back) {
            (Self::All, _) | (_, None) => true,
            (Self::From(bearings), Some(back)) => bearings.iter().any(|degrees| back.is_within(*degrees, 180)),
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_true(flag: &bool) -> bool {
    *flag
}

fn yes() -> bool {
    true
}

fn is_zero(level: &u8) -> bool {
    *level == 0
}

fn is_zero_units(units: &u16) -> bool {
    *units == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_says_only_what_matters() {
        let text = r#"{"key":"table","cells":[{"x":2,"y":3}],"height":3,"cover":1,"from":{"from":[0,90]}}"#;
        let piece: Piece = serde_json::from_str(text).unwrap();
        assert_eq!(piece.from, Sides::From(SmallVec::from_slice(&[0, 90])));
        assert!(piece.active && !piece.blocks_move);
        assert_eq!(serde_json::to_string(&piece).unwrap(), text);
        let wall = Piece::wall("wall", [Cell::new(0, 0)]);
        let text = r#"{"key":"wall","cells":[{"x":0,"y":0}],"blocks_sight":true,"blocks_move":true}"#;
        assert_eq!(serde_json::to_string(&wall).unwrap(), text);
        assert!(serde_json::from_str::<Piece>(r#"{"key":"wall","cells":[],"blocks":true}"#).is_err());
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let space = Space::square(4, 4, 5, "ft").unwrap();
        let from = Sides::From(SmallVec::from_slice(&[0, 360]));
        let piece = Piece { from, ..Piece::at("", [Cell::new(3, 3), Cell::new(4, 3), Cell::new(3, 3)]) };
        assert_eq!(
            piece.check(&space),
            [
                PieceError::NoKey,
                PieceError::OffMap { key: "".into(), cell: Cell::new(4, 3) },
                PieceError::CellTwice { key: "".into(), cell: Cell::new(3, 3) },
                PieceError::NoBearing { key: "".into(), degrees: 360 },
            ]
        );
        assert_eq!(Piece::at("mist", []).check(&space), [PieceError::NoCells { key: "mist".into() }]);
    }
}
