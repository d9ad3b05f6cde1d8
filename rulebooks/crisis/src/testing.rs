//! Small tables for unit tests.

use crate::{Crisis, scene, table::Table};
use referee_engine::{ActorId, door::Source};

/// A scene written in a test. Panics with the mistakes if there are any.
pub fn scene(text: &str) -> (Crisis, Table) {
    scene::open(&Source::new("test.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Ann, a PC, and Cid, who is not, next to each other with a longsword each, in the middle of a crisis; Ann has the turn.
pub fn duel() -> (Crisis, Table) {
    scene(
        r#"
        book = "crisis"
        map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
        crisis = { acting = "ann" }
        [[characters]]
        name = "Ann"
        pc = true
        at = [3, 3]
        action = "d8"
        skills = { Melee = "d8" }
        weapons = ["longsword"]
        [[characters]]
        name = "Cid"
        at = [4, 3]
        action = "d6"
        skills = { Melee = "d6" }
        armour = 1
        weapons = ["longsword"]
        "#,
    )
}

/// A creature by its word.
pub fn who(table: &Table, key: &str) -> ActorId {
    table.find(key).unwrap_or_else(|refusal| panic!("{refusal}"))
}
