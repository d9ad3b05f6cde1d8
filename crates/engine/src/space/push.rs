//! Forced movement.

use super::grid::{Grid, Space};
use super::path::{squeezes, surcharge};
use super::piece::Piece;
use super::place::{Cell, Place};

/// The final place of something moved straight away from `from` by at most `units`, counted in steps like walking.
///
/// It moves from cell to cell along the line from `from` through `target`. It stops before the edge of the map, an
/// active piece that blocks movement (or between two of them), higher ground, and a cell that `is_taken`. It keeps its
/// height: beyond a ledge it is in the air, and [`Space::drop_below`] gives the depth of the fall. From its own cell,
/// and without a map, there is no direction, so it does not move.
pub fn push(
    space: &Space,
    pieces: &[Piece],
    from: Place,
    target: Place,
    units: u32,
    mut is_taken: impl FnMut(Cell) -> bool,
) -> Place {
    if space.grid() == Grid::Zones || !space.contains(target.cell) {
        return target;
    }
    let blocked = |cell: Cell| pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
    let longest = u32::from(space.columns()) + u32::from(space.rows());
    let (mut at, mut left, mut odd) = (target.cell, units, false);
    for next in space.line(from.cell, target.cell).beyond(longest) {
        let Some(step) = space.step_cost(at, next) else { break };
        let (extra, now_odd) = surcharge(space, at, next, odd);
        let Some(rest) = left.checked_sub(step.saturating_add(extra)) else { break };
        if blocked(next) || squeezes(space, at, next, blocked) || space.ground(next) > target.z || is_taken(next) {
            break;
        }
        (at, left, odd) = (next, rest, now_odd);
    }
    at.at_height(target.z)
}

#[cfg(test)]
mod tests {
    use super::super::{Diagonals, MapDescription, Orientation, Rise, SquareMap};
    use super::*;

    #[test]
    fn things_are_pushed_straight_away_until_something_stops_them() {
        let rises = vec![
            Rise { from: Cell::new(0, 8), to: Some(Cell::new(9, 9)), height: -20 },
            Rise { from: Cell::new(0, 0), to: Some(Cell::new(9, 0)), height: 5 },
        ];
        let (unit, diagonals) = ("ft".into(), Diagonals::Alternating);
        let map = SquareMap { columns: 10, rows: 10, cell: 5, unit, diagonals, rises };
        let space = MapDescription::Square(map).check().unwrap();
        let pieces = [Piece::wall("wall", [Cell::new(7, 4)])];
        let cases = [
            // from, target, units, end
            ((4, 4), (5, 4), 5, (6, 4)),
            ((4, 4), (5, 4), 4, (5, 4)),
            ((4, 4), (5, 4), 100, (6, 4)), // the wall
            ((4, 4), (3, 4), 100, (0, 4)), // the edge of the map
            ((4, 4), (5, 5), 5, (6, 6)),
            ((4, 4), (5, 5), 10, (6, 6)), // the second diagonal would be 15 in all
            ((4, 4), (5, 5), 15, (7, 7)),
            ((4, 4), (4, 3), 50, (4, 1)), // higher ground
            ((4, 4), (4, 7), 5, (4, 8)),  // over the ledge
            ((4, 4), (2, 4), 5, (2, 4)),  // 1,4 is occupied
            ((4, 3), (6, 2), 10, (8, 1)),
            ((4, 4), (4, 4), 50, (4, 4)), // no direction from the same cell
        ];
        for (from, target, units, end) in cases {
            let taken = |cell| (from, target) == ((4, 4), (2, 4)) && cell == Cell::new(1, 4);
            let (start, target) = (Place::new(from.0, from.1, 0), Place::new(target.0, target.1, 0));
            let moved = push(&space, &pieces, start, target, units, taken);
            assert_eq!(moved, Place::new(end.0, end.1, 0), "{from:?} {target:?} {units}");
        }
        assert_eq!(space.drop_below(Place::new(4, 8, 0)), 20);
    }

    #[test]
    fn hexes_push_along_their_rows() {
        let space = Space::hex(10, 10, 1, "m", Orientation::Pointy).unwrap();
        let moved = push(&space, &[], Place::new(3, 3, 0), Place::new(4, 3, 2), 2, |_| false);
        assert_eq!(moved, Place::new(6, 3, 2));
    }
}
