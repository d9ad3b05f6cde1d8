//! The conformance suite over four kinds of tables.

mod brawl;
pub mod scenes;
mod workshop;
mod yard;
