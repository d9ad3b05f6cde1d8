//! The list of rulebooks: the only place outside `rulebooks/` that names one.

use crate::{Book, SchemaOf, Shelved};

/// Puts a rulebook on the shelf: its crate, its type, its name in files, what it is in a line.
macro_rules! shelve {
    ($shelf:ident, $krate:ident::$book:ident, $name:literal, $about:literal) => {
        static $shelf: Shelved<$krate::$book> =
            Shelved::new($about, include_str!(concat!("../../../rules/", $name, ".md")), |of| match of {
                SchemaOf::Scene => $krate::CONTENT.scene_schema(),
                SchemaOf::Content => $krate::CONTENT.content_schema(),
            });
    };
}

shelve!(
    CLOCKWORLD,
    referee_clockworld::Clockworld,
    "clockworld",
    "one d10 against Ranks, shared Turns, Reactions before Actions, and Injury Pools instead of hit points"
);
shelve!(
    PROFICIENCY,
    referee_proficiency::Proficiency,
    "proficiency",
    "one d20 against a DC that alone takes penalties, sides in turn, four units of time, and Resource-Dice"
);
shelve!(
    CRISIS,
    referee_crisis::Crisis,
    "crisis",
    "one exploding die against 4, a small bank of action points, and wounds of two kinds"
);
shelve!(
    STAMINA,
    referee_stamina::Stamina,
    "stamina",
    "pools of d4, d8 and d6, turns paid in stamina, and defense that is worn down and won back"
);
shelve!(
    SEGMENTS,
    referee_segments::Segments,
    "segments",
    "three speeds of play, declared intentions that change the order, and one d20 under a number for hit and damage"
);

/// Every rulebook, in the order in which to show them.
pub fn books() -> &'static [&'static dyn Book] {
    static BOOKS: &[&dyn Book] = &[&CLOCKWORLD, &PROFICIENCY, &CRISIS, &STAMINA, &SEGMENTS];
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
