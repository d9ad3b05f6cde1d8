//! One file for each command that does its work and ends.

pub mod api;
pub mod books;
pub mod case;
pub mod definitions;
pub mod odds_dice;
pub mod odds_scene;
pub mod replay;
pub mod roll;
pub mod rules;
pub mod schema;
pub mod serve;
pub mod simulate;
pub mod store;
