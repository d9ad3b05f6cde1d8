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
    door::{Content, Kinds, Mistakes, Source},
    shipped,
};

/// The content that ships with the book.
pub static CONTENT: Content<RawScene> = Content::new(
    "Clockworld",
    shipped!("clockworld": "weapons", "things", "characters", "poisons"),
    kinds,
    &[("characters[]", "character"), ("things[]", "thing")],
);

fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawThing>("thing")
        .with_templates::<RawCharacter>("character")
        .with::<RawPoison>("poison")
}

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Clockworld, Table), Mistakes> {
    CONTENT.open(source, |scene| {
        let book = Clockworld { house: scene.raw.rules.clone() };
        let table = Builder::new(scene, &book.house).build()?;
        Ok((book, table))
    })
}
