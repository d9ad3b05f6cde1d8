//! Positions and distances: square and hex grids, and zones without a map.
//!
//! A [`Space`] is the ground itself. It is built from a checked [`MapDescription`], never changes during play, and is
//! meant to be shared in an `Arc`. Anything that can change (a door, a tipped table, smoke) is a [`Piece`], and pieces
//! are passed to each query as a slice. The queries are:
//!
//! - how far: [`Space::distance_sq`], [`Space::within`], [`Space::distance`], [`Space::steps`];
//! - in which direction: [`Space::direction_deg`], [`Space::in_arc`], [`Space::side_towards`], [`Space::front`];
//! - is it visible, and behind what cover: [`sight`], with the game master's changes in [`Overrides`];
//! - movement: [`reachable`], [`path_to`], [`path_cost`], [`push`];
//! - areas: [`Area`].
//!
//! All results use integer arithmetic. Every function accepts every input and never panics: cells off the map are
//! measured like any other but cannot be entered, and zones that do not exist are infinitely far away and not visible.
//! [`sight`], the arcs and the distances do not allocate.
//!
//! # Orientation
//!
//! Columns increase to the east and rows to the south, as on a page. Directions are compass bearings: 0 is north
//! (towards row 0), 90 east, 180 south, 270 west.
//!
//! ```
//! use referee_engine::space::{Cell, Piece, Place, Space, sight};
//!
//! let room = Space::square(12, 8, 5, "ft").unwrap();
//! let here = Place::new(1, 1, 0);
//! let there = Place::new(7, 1, 0);
//! assert!(room.within(here, there, 30));
//! assert_eq!(room.direction_deg(here.cell, there.cell), Some(90));
//!
//! let barrel = Piece { cover: 1, ..Piece::at("barrel", [Cell::new(6, 1)]) };
//! assert_eq!(sight(&room, &[barrel], here, there).cover, 1);
//! ```

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

mod area;
mod cell_set;
mod distance;
mod facing;
mod grid;
mod line;
mod map;
mod map_error;
mod overrides;
mod path;
mod piece;
mod place;
mod push;
mod search;
mod sight;
mod straight;
mod underfoot;
mod zones;

pub use area::Area;
pub use cell_set::CellSet;
pub use facing::{SIDES_OF_A_HEX, SIDES_OF_A_SQUARE};
pub use grid::{Diagonals, Grid, Orientation, Space};
pub use line::Line;
pub use map::{HexMap, MAX_CELLS, MAX_ZONES, MapDescription, Rise, SquareMap};
pub use map_error::{MapError, MapErrors};
pub use overrides::{Override, Overrides};
pub use path::{Step, burden, path_cost, path_costs, standard_cost, straight_path};
pub use piece::{Piece, PieceError, Sides};
pub use place::{Cell, Place};
pub use push::push;
pub use search::{Paths, Way, approach, path_to, reachable, way_to};
pub use sight::{Met, Sight, is_blocked, pieces_met, sight};
pub use zones::{Link, ZoneMap};

#[cfg(test)]
mod properties;
