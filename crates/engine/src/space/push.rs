//! Being moved against one's will.

use super::grid::{Grid, Space};
use super::path::{squeezes, surcharge};
use super::piece::Piece;
use super::place::{Cell, Place};

/// Where something ends that is moved straight away from `from` for at most `units`, counted in steps as a walk is.
///
/// It goes from cell to cell along the line from `from` through `target` and stops before the edge of the map, an
/// active piece that blocks movement (or between two of them), ground higher than itself, and a cell that
/// `is_taken`. It keeps its height: beyond a ledge it hangs in the air, and [`Space::drop_below`] says how deep it
/// falls. From its own cell, and without a map, there is no direction, and it stays.
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
