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
    door::{Check, Document, Kinds, Library, Mistakes, Source},
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
    LIBRARY.get_or_init(|| {
        let sources = CONTENT.map(|(file, text)| Source::new(file, text));
        Library::read(&sources, &kinds()).unwrap_or_else(|mistakes| panic!("the shipped content is wrong:\n{mistakes}"))
    })
}

const CONTENT: [(&str, &str); 4] = [
    ("content/stamina/items.toml", include_str!("../../../../content/stamina/items.toml")),
    ("content/stamina/characters.toml", include_str!("../../../../content/stamina/characters.toml")),
    ("content/stamina/scenery.toml", include_str!("../../../../content/stamina/scenery.toml")),
    ("content/stamina/magic.toml", include_str!("../../../../content/stamina/magic.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Stamina, Table), Mistakes> {
    let library = library();
    let document = Document::parse(source)?;
    let document = library.expand(document, "characters[]", "character");
    let document = library.expand(document, "scenery[]", "scenery");
    let scene = document.read::<RawScene>()?;
    let mut check = Check::new();
    if scene.value.book != "stamina" {
        check.push(scene.mistake("book", format!("this is a scene of {:?}", scene.value.book), ["stamina"]));
    }
    let space = match scene.value.map.clone().check() {
        Ok(space) => space,
        Err(errors) => {
            for error in errors {
                check.push(scene.mistake("map", error.to_string(), [""; 0]));
            }
            return Err(check.into());
        }
    };
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
