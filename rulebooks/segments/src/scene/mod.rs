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
    door::{Content, Kinds, Mistakes, Source},
    shipped,
};

/// The content that ships with the book.
pub static CONTENT: Content<RawScene> = Content::new(
    "Segments",
    shipped!("segments": "things", "characters", "powers", "areas"),
    kinds,
    &[("characters[]", "character"), ("things[]", "thing"), ("areas[]", "area"), ("abilities[]", "ability")],
);

fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawThing>("thing")
        .with_templates::<RawCharacter>("character")
        .with::<RawAbility>("ability")
        .with::<SkillSheet>("skill")
        .with::<StatusSheet>("status")
        .with::<Area>("area")
}

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Segments, Table), Mistakes> {
    CONTENT.open(source, |scene| {
        let book = Segments { house: scene.raw.rules.clone() };
        Ok((book, Builder::new(scene).build()?))
    })
}
