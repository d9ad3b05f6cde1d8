//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod gear;
mod people;
mod raw;
mod raw_content;

use build::Builder;
pub use raw::*;
pub use raw_content::*;

use crate::{Proficiency, sheet::Armour, table::Table};
use referee_engine::{
    System,
    door::{Check, Kinds, Library, Located, Mistakes, Source},
};
use std::sync::OnceLock;

/// The kinds of entries in content files.
pub fn kinds() -> Kinds {
    Kinds::new()
        .with::<RawSkill>("skill")
        .with::<RawResource>("resource")
        .with::<RawWeapon>("weapon")
        .with::<Armour>("armour")
        .with::<RawSpell>("spell")
        .with::<RawFeat>("feat")
        .with::<RawDevice>("device")
        .with_templates::<RawCharacter>("character")
        .with_templates::<RawTask>("task")
        .with_templates::<RawObject>("object")
        .with_templates::<RawHazard>("hazard")
}

/// The content that ships with the book.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::shipped(&CONTENT, &kinds()))
}

const CONTENT: [(&str, &str); 4] = [
    ("content/proficiency/characters.toml", include_str!("../../../../content/proficiency/characters.toml")),
    ("content/proficiency/gear.toml", include_str!("../../../../content/proficiency/gear.toml")),
    ("content/proficiency/resources.toml", include_str!("../../../../content/proficiency/resources.toml")),
    ("content/proficiency/tasks.toml", include_str!("../../../../content/proficiency/tasks.toml")),
];

/// What a scene may take from the content: where, and which kind.
pub(crate) const INHERITS: [(&str, &str); 4] =
    [("characters[]", "character"), ("tasks[]", "task"), ("objects[]", "object"), ("hazards[]", "hazard")];

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Proficiency, Table), Mistakes> {
    library().open(source, &INHERITS, built)
}

fn built(scene: Located<RawScene>) -> Result<(Proficiency, Table), Mistakes> {
    let mut check = Check::new();
    scene.check_book(&scene.value.book, Proficiency::NAME, &mut check);
    let table = Builder::new(&scene, check).build()?;
    Ok((Proficiency { house: scene.value.rules }, table))
}
