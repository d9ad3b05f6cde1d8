//! One file for each command that does its work and ends.

pub mod advise;
pub mod api;
pub mod books;
pub mod case;
pub mod definitions;
pub mod duel;
pub mod merge;
pub mod odds_dice;
pub mod odds_scene;
pub mod odds_threats;
pub mod progress;
pub mod replay;
pub mod roll;
pub mod rules;
pub mod scene;
pub mod schema;
pub mod serve;
pub mod simulate;
pub mod store;
pub mod sweep;
pub mod verify;
