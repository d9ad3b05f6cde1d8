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
    door::{Check, Kinds, Library, Located, Mistakes, Source},
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
    library().open(source, &[("characters[]", "character"), ("objects[]", "object")], built)
}

fn built(scene: Located<RawScene>) -> Result<(Crisis, Table), Mistakes> {
    let mut check = Check::new();
    scene.check_book(&scene.value.book, Crisis::NAME, &mut check);
    let Some(space) = scene.check_map(&scene.value.map, &mut check) else { return Err(check.into()) };
    if space.grid() != referee_engine::space::Grid::Square {
        check.push(scene.mistake("map.grid", "Crisis counts squares", ["square"]));
        return Err(check.into());
    }
    if space.diagonals() != referee_engine::space::Diagonals::One {
        check.push(scene.mistake("map.diagonals", "a diagonal step counts one (CR-R116)", ["one"]));
    }
    let book = Crisis { house: scene.value.rules.clone() };
    let table = Builder::new(&scene, &book, space, check).build()?;
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
