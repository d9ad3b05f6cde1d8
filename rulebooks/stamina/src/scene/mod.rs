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
    door::{Content, Kinds, Mistakes, Scene, Source},
    shipped,
    space::Grid,
};

/// The content that ships with the book.
pub static CONTENT: Content<RawScene> = Content::new(
    "Stamina",
    shipped!("stamina": "items", "characters", "scenery", "magic"),
    kinds,
    &[("characters[]", "character"), ("scenery[]", "scenery")],
);

fn kinds() -> Kinds {
    Kinds::new()
        .with_templates::<RawItem>("item")
        .with_templates::<RawCharacter>("character")
        .with_templates::<RawScenery>("scenery")
        .with::<Spell>("spell")
        .with::<Cantrip>("cantrip")
}

/// Reads a scene: the book with its house rules, and the table. Every mistake is reported.
pub fn open(source: &Source) -> Result<(Stamina, Table), Mistakes> {
    CONTENT.open(source, built)
}

fn built(mut scene: Scene<'_, RawScene>) -> Result<(Stamina, Table), Mistakes> {
    if !matches!(scene.space.grid(), Grid::Hex(_)) || scene.space.cell_size() != 1 {
        scene.wrong("map", "the map is made of hexes of one metre (ST-R32)", ["grid = \"hex\", cell = 1"]);
    }
    let book = Stamina { house: scene.raw.rules.clone() };
    Ok((book, Builder::new(scene).build()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clues(of: &str) -> Result<(Stamina, Table), Mistakes> {
        let head = r#"
            book = "stamina"
            map = { grid = "hex", columns = 6, rows = 6, cell = 1, unit = "m" }
            characters = [{ from = "fighter", name = "Ann", at = [1, 1] }]
        "#;
        open(&Source::new("test.toml", format!("{head}\nclues = [{of}]")))
    }

    /// All clues of a topic but the easiest need a cost; things for a Search, and clues about something else, do not.
    #[test]
    fn st_243_a_further_clue_without_a_cost_is_refused() {
        let clue = |key: &str, topic: &str, rest: &str| {
            format!("{{ key = \"{key}\", topic = \"{topic}\", information = \"?\", {rest} }},")
        };
        let ash = clue("ash", "fire", "difficulty = 8");
        for (further, is_fine) in [
            (clue("oil", "fire", "difficulty = 12"), false),
            (clue("oil", "Fire", "difficulty = 8"), false),
            (clue("oil", "fire", "difficulty = 5"), false),
            (clue("oil", "fire", "difficulty = 12, cost = 1"), true),
            (clue("oil", "fire", "difficulty = 8, cost = 1"), true),
            (clue("oil", "water", "difficulty = 12"), true),
            (clue("oil", "fire", "difficulty = 12, item = true"), true),
        ] {
            assert_eq!(clues(&format!("{ash}{further}")).is_ok(), is_fine, "{further}");
        }
        let mistakes = clues(&(ash + &clue("oil", "fire", "difficulty = 12"))).err().unwrap().to_string();
        assert!(mistakes.contains("oil is not the easiest clue about \"fire\""), "{mistakes}");
        assert!(mistakes.contains("ST-243"), "{mistakes}");
    }

    /// Nobody who is out of the fight hangs on a wall.
    #[test]
    fn st_r145_somebody_who_is_out_and_above_its_ground_is_refused() {
        let open = |rest: &str| {
            let text = format!(
                r#"
                book = "stamina"
                start = "free"
                map = {{ grid = "hex", columns = 6, rows = 6, cell = 1, unit = "m" }}
                characters = [{{ from = "fighter", name = "Ann", at = [1, 1], {rest} }}]
                "#
            );
            super::open(&Source::new("test.toml", text)).map(drop).map_err(|mistakes| mistakes.to_string())
        };
        assert_eq!((open("above = 3"), open("health = 0")), (Ok(()), Ok(())));
        for out in ["out = \"dying\", above = 3", "health = 0, above = 3"] {
            assert!(open(out).unwrap_err().contains("ST-R145"), "{out}");
        }
    }
}
