//! Take cover.

use crate::testing::{run, scene};

/// The shield would face the archer one hex farther west, but there is nothing to get behind: nobody is asked.
#[test]
fn st_r97_a_shield_makes_no_shelter_of_an_open_hex() {
    let open = r#"
        book = "stamina"
        map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
        characters = [
            { from = "archer", name = "Wren", at = [4, 1], facing = 2 },
            { from = "guard", name = "Bram", side = "foes", at = [5, 5], facing = 1 },
        ]
        scenery = [{ from = "crate", cells = [[1, 1]] }]
    "#;
    let (book, mut table) = scene(open);
    run(&book, &mut table, "wren", "loose target=bram", &[2, 2, 4, 3, 3, 5, 4, 4], &[]).unwrap();
}
