//! What a character may do in its turn, one file for each (PR-045 to PR-051).

pub mod attack;
pub mod cast;
pub mod defend;
pub mod gear;
pub mod heal;
pub mod hide;
pub mod maneuver;
pub mod movement;
pub mod task;
