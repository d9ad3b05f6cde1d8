//! From a scene file, in which anything may be wrong, to a table that is legal.

mod build;
mod gear;
mod people;
mod raw;

use build::Builder;
pub use raw::*;

use crate::{Crisis, table::Table};
use referee_engine::{
    door::{Content, Kinds, Mistakes, Scene, Source},
    shipped,
    space::{Diagonals, Grid},
};

/// The content that ships with the book.
pub static CONTENT: Content<RawScene> = Content::new(
    "Crisis",
    shipped!("crisis": "weapons", "gear", "characters"),
    kinds,
    &[("characters[]", "character"), ("objects[]", "object")],
);

fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawCharacter>("character")
        .with_templates::<RawObject>("object")
        .with::<RawWeapon>("weapon")
        .with::<RawArmour>("armour")
        .with::<RawItem>("item")
        .with::<RawTrait>("trait")
        .with::<RawCircumstance>("circumstance")
}

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Crisis, Table), Mistakes> {
    CONTENT.open(source, built)
}

fn built(mut scene: Scene<'_, RawScene>) -> Result<(Crisis, Table), Mistakes> {
    if scene.space.grid() != Grid::Square {
        scene.wrong("map.grid", "Crisis counts squares", ["square"]);
        return Err(scene.into());
    }
    if scene.space.diagonals() != Diagonals::One {
        scene.wrong("map.diagonals", "a diagonal step counts one (CR-R116)", ["one"]);
    }
    let book = Crisis { house: scene.raw.rules.clone() };
    let table = Builder::new(scene, &book).build()?;
    Ok((book, table))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CR-R116: diagonal steps count one, so a map cannot say otherwise.
    #[test]
    fn a_map_whose_diagonals_count_more_is_refused() {
        let scene = |diagonals: &str| {
            let map = format!(
                r#"grid = "square", columns = 3, rows = 3, cell = 1, unit = "square", diagonals = "{diagonals}""#
            );
            let people = r#"[[characters]]
                name = "Ann"
                at = [0, 0]"#;
            let text = format!("book = \"crisis\"\nmap = {{ {map} }}\n{people}\n");
            open(&Source::new("scene.toml", &text)).map(|_| ()).map_err(|mistakes| mistakes.to_string())
        };
        assert_eq!(scene("one"), Ok(()));
        for diagonals in ["two", "alternating"] {
            assert!(scene(diagonals).is_err_and(|mistakes| mistakes.contains("CR-R116")));
        }
    }
}
