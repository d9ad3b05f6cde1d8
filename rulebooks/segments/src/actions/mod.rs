//! What somebody may do in a segment, or in Open.

pub mod ability;
pub mod attack;
pub mod movement;
pub mod plain;
pub mod reach;
pub mod ready;
pub mod recover;
pub mod skill;
