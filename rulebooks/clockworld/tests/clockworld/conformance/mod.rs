//! The conformance suite over four kinds of tables.

mod brawl;
mod scenes;
mod workshop;
mod yard;
