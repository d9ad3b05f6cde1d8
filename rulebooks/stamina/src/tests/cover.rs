//! Cover: what is passed over without a look would not have counted.

use crate::{
    defense::cover::is_near_line,
    testing::{duel, run, scene},
};
use referee_engine::space::{Piece, Place, sight};

#[test]
fn st_211_a_piece_that_a_line_meets_is_near_it() {
    let (_, table) = duel();
    let space = &table.setup.space;
    let cells: Vec<_> = space.cells().collect();
    for &cell in &cells {
        let piece = Piece { cover: 2, ..Piece::at("crate", [cell]) };
        for (from, to) in
            cells.iter().flat_map(|&from| cells.iter().map(move |&to| (Place::from(from), Place::from(to))))
        {
            // A line along the edge of two hexes is met by both of them together.
            let beside = space.neighbours(cell).into_iter().chain([cell]);
            let wall = Piece { cells: beside.collect(), ..piece.clone() };
            let met = sight(space, std::slice::from_ref(&piece), from, to).cover > 0;
            let near = is_near_line(&table, from, to, cell);
            assert!(near || !met, "{cell:?} between {from:?} and {to:?}");
            let met = sight(space, std::slice::from_ref(&wall), from, to).cover > 0;
            let near = wall.cells.iter().any(|&cell| is_near_line(&table, from, to, cell));
            assert!(near || !met, "around {cell:?} between {from:?} and {to:?}");
        }
    }
}

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
