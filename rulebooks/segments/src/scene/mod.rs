//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod people;
mod raw;
mod things;

use build::Builder;
pub use people::newcomer;
pub use raw::*;

use crate::{
    Segments,
    sheet::{Area, SkillSheet, StatusSheet},
    table::Table,
};
use referee_engine::{
    System,
    door::{Check, Kinds, Library, Located, Mistakes, Source},
};
use std::sync::OnceLock;

/// The kinds of entries in content files.
pub fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawThing>("thing")
        .with_templates::<RawCharacter>("character")
        .with::<RawAbility>("ability")
        .with::<SkillSheet>("skill")
        .with::<StatusSheet>("status")
        .with::<Area>("area")
}

/// The content that ships with the book.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::shipped(&CONTENT, &kinds()))
}

const CONTENT: [(&str, &str); 4] = [
    ("content/segments/things.toml", include_str!("../../../../content/segments/things.toml")),
    ("content/segments/characters.toml", include_str!("../../../../content/segments/characters.toml")),
    ("content/segments/powers.toml", include_str!("../../../../content/segments/powers.toml")),
    ("content/segments/areas.toml", include_str!("../../../../content/segments/areas.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Segments, Table), Mistakes> {
    let inherits =
        [("characters[]", "character"), ("things[]", "thing"), ("areas[]", "area"), ("abilities[]", "ability")];
    library().open(source, &inherits, built)
}

fn built(scene: Located<RawScene>) -> Result<(Segments, Table), Mistakes> {
    let mut check = Check::new();
    scene.check_book(&scene.value.book, Segments::NAME, &mut check);
    let Some(space) = scene.check_map(&scene.value.map, &mut check) else { return Err(check.into()) };
    let table = Builder::new(&scene, space, check).build()?;
    Ok((Segments { house: scene.value.rules }, table))
}
