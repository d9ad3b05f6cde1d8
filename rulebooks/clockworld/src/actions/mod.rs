//! What somebody can do, by its kind: those that are not acts yet.

pub use crate::acts::{attack, attack::area, contest, movement, task};
