//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod people;
mod raw;

use build::Builder;
pub use raw::*;

use crate::{
    Stamina,
    sheet::{Cantrip, Spell},
    table::Table,
};
use referee_engine::{
    System,
    door::{Check, Kinds, Library, Located, Mistakes, Source},
    space::Grid,
};
use std::sync::OnceLock;

/// The kinds of entries in content files.
pub fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawItem>("item")
        .with_templates::<RawCharacter>("character")
        .with_templates::<RawScenery>("scenery")
        .with::<Spell>("spell")
        .with::<Cantrip>("cantrip")
}

/// The content that ships with the book.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::shipped(&CONTENT, &kinds()))
}

const CONTENT: [(&str, &str); 4] = [
    ("content/stamina/items.toml", include_str!("../../../../content/stamina/items.toml")),
    ("content/stamina/characters.toml", include_str!("../../../../content/stamina/characters.toml")),
    ("content/stamina/scenery.toml", include_str!("../../../../content/stamina/scenery.toml")),
    ("content/stamina/magic.toml", include_str!("../../../../content/stamina/magic.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Stamina, Table), Mistakes> {
    library().open(source, &[("characters[]", "character"), ("scenery[]", "scenery")], built)
}

fn built(scene: Located<RawScene>) -> Result<(Stamina, Table), Mistakes> {
    let mut check = Check::new();
    scene.check_book(&scene.value.book, Stamina::NAME, &mut check);
    let Some(space) = scene.check_map(&scene.value.map, &mut check) else { return Err(check.into()) };
    if !matches!(space.grid(), Grid::Hex(_)) || space.cell_size() != 1 {
        check.push(scene.mistake(
            "map",
            "the map is made of hexes of one metre (ST-R32)",
            ["grid = \"hex\", cell = 1"],
        ));
    }
    let table = Builder::new(&scene, space, check).build()?;
    Ok((Stamina { house: scene.value.rules }, table))
}
