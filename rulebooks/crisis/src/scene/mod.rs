//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod gear;
mod people;
mod raw;

use build::Builder;
pub use raw::*;

use crate::{Crisis, table::Table};
use referee_engine::door::{Check, Document, Kinds, Library, Mistakes, Source};
use std::sync::OnceLock;

/// The kinds of entries in content files.
pub fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawCharacter>("character")
        .with_templates::<RawObject>("object")
        .with::<RawWeapon>("weapon")
        .with::<RawArmour>("armour")
        .with::<RawItem>("item")
        .with::<RawTrait>("trait")
        .with::<RawCircumstance>("circumstance")
}

/// The content that ships with the book.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let sources = CONTENT.map(|(file, text)| Source::new(file, text));
        Library::read(&sources, &kinds()).unwrap_or_else(|mistakes| panic!("the shipped content is wrong:\n{mistakes}"))
    })
}

const CONTENT: [(&str, &str); 3] = [
    ("content/crisis/weapons.toml", include_str!("../../../../content/crisis/weapons.toml")),
    ("content/crisis/gear.toml", include_str!("../../../../content/crisis/gear.toml")),
    ("content/crisis/characters.toml", include_str!("../../../../content/crisis/characters.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Crisis, Table), Mistakes> {
    let library = library();
    let document = Document::parse(source)?;
    let document = library.expand(document, "characters[]", "character");
    let document = library.expand(document, "objects[]", "object");
    let scene = document.read::<RawScene>()?;
    let mut check = Check::new();
    if scene.value.book != "crisis" {
        check.push(scene.mistake("book", format!("this is a scene of {:?}", scene.value.book), ["crisis"]));
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
    if space.grid() != referee_engine::space::Grid::Square {
        check.push(scene.mistake("map.grid", "Crisis counts squares", ["square"]));
        return Err(check.into());
    }
    let book = Crisis { house: scene.value.rules.clone() };
    let table = Builder::new(&scene, &book, space, check).build()?;
    Ok((book, table))
}
