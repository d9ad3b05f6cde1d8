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
    door::{Content, Kinds, Mistakes, Scene, Source},
    shipped,
    space::{Diagonals, Grid},
};

/// The content that ships with the book.
pub static CONTENT: Content<RawScene> = Content::new(
    "Proficiency",
    shipped!("proficiency": "characters", "gear", "resources", "tasks"),
    kinds,
    &[("characters[]", "character"), ("tasks[]", "task"), ("objects[]", "object"), ("hazards[]", "hazard")],
);

fn kinds() -> Kinds {
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

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Proficiency, Table), Mistakes> {
    CONTENT.open(source, built)
}

fn built(mut scene: Scene<'_, RawScene>) -> Result<(Proficiency, Table), Mistakes> {
    if scene.raw.map.is_some() && scene.space.grid() != Grid::Square {
        scene.wrong("map.grid", "maps of this book are made of squares (PR-R91)", ["square"]);
    } else if scene.raw.map.is_some() && scene.space.diagonals() != Diagonals::One {
        scene.wrong("map.diagonals", "a diagonal step counts one (PR-R91)", ["one"]);
    }
    let book = Proficiency { house: scene.raw.rules.clone() };
    let table = Builder::new(scene, &book.house).build()?;
    Ok((book, table))
}
