//! Regions of the ground.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::{Grid, Space};
use super::line::{Meets, Segment, cross, dot};
use super::place::{Cell, Place};

/// A region of the ground. A cell is inside if its centre is; edges are inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "area", rename_all = "snake_case", deny_unknown_fields)]
pub enum Area {
    /// Everything at most `radius` units from the centre in a straight line, up and down as well.
    Circle {
        /// Its centre.
        centre: Place,
        /// Units to its edge.
        radius: u32,
    },
    /// Everything at most `steps` steps from the centre, at any height.
    Burst {
        /// Its centre.
        centre: Place,
        /// Steps to its edge.
        steps: u32,
    },
    /// Everything at most `length` units from the origin and within `width_deg` around a bearing. The origin's
    /// own cell is inside.
    Cone {
        /// Its tip.
        origin: Place,
        /// The bearing of its middle.
        direction_deg: u16,
        /// The angle between its edges.
        width_deg: u16,
        /// Units from tip to rim.
        length: u32,
    },
    /// Everything at most half of `width` units from the straight line between two cells, and every cell the line
    /// crosses; at any height.
    Line {
        /// One end.
        from: Place,
        /// The other end.
        to: Place,
        /// Units from edge to edge.
        width: u32,
    },
}

impl Area {
    /// Whether a place is inside. Without a map cones have no direction, and lines are their two ends.
    pub fn contains(&self, space: &Space, place: Place) -> bool {
        match *self {
            Self::Circle { centre, radius } => space.within(centre, place, radius),
            Self::Burst { centre, steps } => space.steps(centre, place) <= steps,
            Self::Cone { origin, direction_deg, width_deg, length } => {
                space.within(origin, place, length) && space.in_arc(origin, direction_deg, place, width_deg)
            }
            Self::Line { from, to, width } => is_near_line(space, from.cell, to.cell, width, place.cell),
        }
    }

    /// The cells of the map whose ground is inside, by number.
    pub fn cells<'a>(&'a self, space: &'a Space) -> impl Iterator<Item = Cell> + 'a {
        space.cells().filter(|cell| self.contains(space, space.on_ground(*cell)))
    }
}

fn is_near_line(space: &Space, from: Cell, to: Cell, width: u32, cell: Cell) -> bool {
    let segment = Segment::new(space, from, to);
    if segment.meets(cell) == Meets::Inside {
        return true;
    }
    if space.grid() == Grid::Zones {
        return false;
    }
    let (way, off) = (to.minus(from), cell.minus(from));
    let whole = dot(space.grid(), way, way); // twice the length², in cells²
    let part = dot(space.grid(), way, off);
    // With s the cell size, 4 × distance² × s² is held against width².
    let size = i128::from(space.cell_size());
    let width = i128::from(width) * i128::from(width);
    if part <= 0 || part >= whole {
        let end = if part <= 0 { from } else { to };
        return 4 * i128::from(space.cells_sq(end, cell)) * size * size <= width;
    }
    // distance² = cross² ÷ length², on hexes times ¾, since the axes meet at 60°.
    let aside = i128::from(cross(way, off));
    let aside = aside * aside * if matches!(space.grid(), Grid::Hex(_)) { 3 } else { 4 };
    2 * aside * size * size <= width * i128::from(whole)
}
