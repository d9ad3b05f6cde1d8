//! Actions: what a creature does for AP (CR-044, CR-149).

pub mod aid;
pub mod area;
pub mod attack;
pub mod execute;
pub mod item;
pub mod movement;
pub mod other;
pub mod overwatch;
pub mod ready;
pub mod stance;
pub mod stealth;
pub mod task;
