//! The list of rulebooks: the only place outside `rulebooks/` that names one.

use crate::{Book, SchemaOf, Shelved};
use referee_clockworld::{Clockworld, schema};
use referee_proficiency::{Proficiency, schema as proficiency};

static CLOCKWORLD: Shelved<Clockworld> = Shelved::new(
    "one d10 against Ranks, shared Turns, Reactions before Actions, and Injury Pools instead of hit points",
    include_str!("../../../rules/clockworld.md"),
    |of| match of {
        SchemaOf::Scene => schema::scene_schema(),
        SchemaOf::Content => schema::content_schema(),
    },
);

static PROFICIENCY: Shelved<Proficiency> = Shelved::new(
    "one d20 against a DC that alone takes penalties, sides in turn, four units of time, and Resource-Dice",
    include_str!("../../../rules/proficiency.md"),
    |of| match of {
        SchemaOf::Scene => proficiency::scene_schema(),
        SchemaOf::Content => proficiency::content_schema(),
    },
);

/// Every rulebook, in the order in which to show them.
pub fn books() -> &'static [&'static dyn Book] {
    static BOOKS: &[&dyn Book] = &[&CLOCKWORLD, &PROFICIENCY];
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
