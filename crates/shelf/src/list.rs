//! The list of rulebooks: the only place outside `rulebooks/` that names one.

use crate::{Book, SchemaOf, Shelved};
use referee_clockworld::{Clockworld, schema};
use referee_segments::Segments;

static CLOCKWORLD: Shelved<Clockworld> = Shelved::new(
    "one d10 against Ranks, shared Turns, Reactions before Actions, and Injury Pools instead of hit points",
    include_str!("../../../rules/clockworld.md"),
    |of| match of {
        SchemaOf::Scene => schema::scene_schema(),
        SchemaOf::Content => schema::content_schema(),
    },
);

static SEGMENTS: Shelved<Segments> = Shelved::new(
    "three speeds of play, declared intentions that change the order, and one d20 under a number for hit and damage",
    include_str!("../../../rules/segments.md"),
    |of| match of {
        SchemaOf::Scene => referee_segments::schema::scene_schema(),
        SchemaOf::Content => referee_segments::schema::content_schema(),
    },
);

/// Every rulebook, in the order in which to show them.
pub fn books() -> &'static [&'static dyn Book] {
    static BOOKS: &[&dyn Book] = &[&CLOCKWORLD, &SEGMENTS];
    BOOKS
}

/// There is no such book.
#[derive(Debug, thiserror::Error)]
#[error("there is no rulebook {name:?}; there are: {}", known.join(", "))]
pub struct NoSuchBook {
    /// The name that was asked for.
    pub name: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

/// The book with this name.
pub fn book(name: &str) -> Result<&'static dyn Book, NoSuchBook> {
    let found = books().iter().find(|book| book.name().eq_ignore_ascii_case(name));
    found
        .copied()
        .ok_or_else(|| NoSuchBook { name: name.to_owned(), known: books().iter().map(|book| book.name()).collect() })
}
