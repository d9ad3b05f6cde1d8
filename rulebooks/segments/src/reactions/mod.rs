//! What somebody may do out of order: strike at what moves in range, give up a shield or a helmet.

pub mod free;
pub mod negate;
