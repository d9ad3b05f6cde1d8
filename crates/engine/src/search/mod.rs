//! Playing well whatever the book: one act ahead by exact odds, and Monte Carlo tree search.

mod acts;
mod branch;
mod player;
mod playouts;
mod ply;
mod tree;

pub use acts::{Act, acts_of, without_idle};
pub use branch::{Branch, Lead, chosen, halving};
pub use player::{UnderWay, search_act, search_answer, suited};
pub use playouts::{Playouts, lineup};
pub use ply::{best_act, best_answer, expected_score};
