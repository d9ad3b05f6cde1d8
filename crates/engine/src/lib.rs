//! Engine.
pub mod door;
pub mod space;
