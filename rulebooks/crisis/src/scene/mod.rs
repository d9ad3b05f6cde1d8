//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod gear;
mod people;
mod raw;

use build::Builder;
pub use raw::*;

use crate::{Crisis, table::Table};
use referee_engine::{
    System,
    door::{Check, Kinds, Library, Mistakes, Source},
};
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
    LIBRARY.get_or_init(|| Library::shipped(&CONTENT, &kinds()))
}

const CONTENT: [(&str, &str); 3] = [
    ("content/crisis/weapons.toml", include_str!("../../../../content/crisis/weapons.toml")),
    ("content/crisis/gear.toml", include_str!("../../../../content/crisis/gear.toml")),
    ("content/crisis/characters.toml", include_str!("../../../../content/crisis/characters.toml")),
];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Crisis, Table), Mistakes> {
    let scene = library().scene::<RawScene>(source, &[("characters[]", "character"), ("objects[]", "object")])?;
    let mut check = Check::new();
    scene.check_book(&scene.value.book, Crisis::NAME, &mut check);
    let Some(space) = scene.check_map(&scene.value.map, &mut check) else { return Err(check.into()) };
    if space.grid() != referee_engine::space::Grid::Square {
        check.push(scene.mistake("map.grid", "Crisis counts squares", ["square"]));
        return Err(check.into());
    }
    let book = Crisis { house: scene.value.rules.clone() };
    let table = Builder::new(&scene, &book, space, check).build()?;
    Ok((book, table))
}
