//! Cover: what is passed over without a look would not have counted.

use crate::{defense::is_near_line, testing::duel};
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
