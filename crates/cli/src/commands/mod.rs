//! One file for each command that does its work and ends.

pub mod advise;
pub mod books;
pub mod case;
pub mod definitions;
pub mod duel;
pub mod merge;
pub mod odds_dice;
pub mod odds_scene;
pub mod progress;
pub mod replay;
pub mod roll;
pub mod rules;
pub mod schema;
pub mod simulate;
pub mod sweep;
pub mod verify;
