//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod people;
mod raw;
mod relations;
mod things;

use build::Builder;
pub use raw::*;

use crate::{Clockworld, table::Table};
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
        .with::<RawPoison>("poison")
}

/// The content that ships with the book.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::shipped(&CONTENT, &kinds()))
}

const CONTENT: [(&str, &str); 4] = [
    ("content/clockworld/weapons.toml", include_str!("../../../../content/clockworld/weapons.toml")),
    ("content/clockworld/things.toml", include_str!("../../../../content/clockworld/things.toml")),
    ("content/clockworld/characters.toml", include_str!("../../../../content/clockworld/characters.toml")),
    ("content/clockworld/poisons.toml", include_str!("../../../../content/clockworld/poisons.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Clockworld, Table), Mistakes> {
    library().open(source, &[("characters[]", "character"), ("things[]", "thing")], built)
}

fn built(scene: Located<RawScene>) -> Result<(Clockworld, Table), Mistakes> {
    let mut check = Check::new();
    scene.check_book(&scene.value.book, Clockworld::NAME, &mut check);
    let Some(space) = scene.check_map(&scene.value.map, &mut check) else { return Err(check.into()) };
    let builder = Builder { scene: &scene, house: &scene.value.rules, space, check, things: Vec::new() };
    let table = builder.build()?;
    Ok((Clockworld { house: scene.value.rules }, table))
}
