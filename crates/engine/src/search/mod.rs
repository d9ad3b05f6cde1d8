//! Playing well whatever the book: one act ahead by exact odds, and Monte Carlo tree search.

mod acts;
mod ply;
mod tree;

pub use acts::{Act, acts_of};
pub use ply::{best_act, best_answer, expected_score};
pub use tree::{Branch, halving, search_act};
