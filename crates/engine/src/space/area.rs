//! Areas of the map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::{Grid, Space};
use super::line::{Meets, Segment, cross, dot};
use super::place::{Cell, Place};

/// An area of the map. A cell is inside if its centre is; the boundary is included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "area", rename_all = "snake_case", deny_unknown_fields)]
pub enum Area {
    /// Everything at most `radius` units from the centre in a straight line, including height.
    Circle {
        centre: Place,
        /// The radius in units.
        radius: u32,
    },
    /// Everything at most `steps` steps from the centre, at any height.
    Burst {
        centre: Place,
        /// The radius in steps.
        steps: u32,
    },
    /// Everything at most `length` units from the origin and within `width_deg` around a bearing. The origin's own cell
    /// is included.
    Cone {
        /// The tip of the cone.
        origin: Place,
        /// The bearing of its axis.
        direction_deg: u16,
        /// The angle between its edges.
        width_deg: u16,
        /// The distance from tip to rim in units.
        length: u32,
    },
    /// Everything at most half of `width` units to the side of the straight line between two cells, and every cell the
    /// line crosses; at any height. It does not extend past its ends.
    Line {
        from: Place,
        to: Place,
        /// The full width in units.
        width: u32,
    },
}

impl Area {
    /// Whether a place is inside. Without a map, cones have no direction and lines consist of their two ends.
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

    /// The cells of the map whose ground is inside, by index.
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
    let size = i128::from(space.cell_size());
    let width = i128::from(width) * i128::from(width);
    if part < 0 || part > whole {
        return false;
    }
    // 4 × distance² is compared with width². In cells, distance² = cross² ÷ length²; on hexes times ¾, since their axes
    // meet at 60°.
    let aside = i128::from(cross(way, off));
    let aside = aside * aside * if matches!(space.grid(), Grid::Hex(_)) { 3 } else { 4 };
    2 * aside * size * size <= width * i128::from(whole)
}

#[cfg(test)]
mod tests {
    use super::super::Orientation;
    use super::*;

    fn room() -> Space {
        Space::square(9, 9, 5, "ft").unwrap()
    }

    fn hexes() -> Space {
        Space::hex(9, 9, 1, "m", Orientation::Pointy).unwrap()
    }

    const MIDDLE: Place = Place::new(4, 4, 0);

    #[test]
    fn areas_count_their_cells() {
        let cone = |direction_deg, width_deg, length| Area::Cone { origin: MIDDLE, direction_deg, width_deg, length };
        let to = |x, y, width| Area::Line { from: Place::new(0, 0, 0), to: Place::new(x, y, 0), width };
        let cases = [
            // space, area, cells
            (room(), Area::Circle { centre: MIDDLE, radius: 0 }, 1),
            (room(), Area::Circle { centre: MIDDLE, radius: 5 }, 5),
            (room(), Area::Circle { centre: MIDDLE, radius: 7 }, 5), // a diagonal is a little over 7
            (room(), Area::Circle { centre: MIDDLE, radius: 8 }, 9),
            (room(), Area::Circle { centre: Place::new(4, 4, 6), radius: 5 }, 0), // too high above the ground
            (room(), Area::Burst { centre: MIDDLE, steps: 1 }, 9),
            (room(), Area::Burst { centre: MIDDLE, steps: 2 }, 25),
            (hexes(), Area::Burst { centre: Place::new(2, 4, 0), steps: 2 }, 19),
            (hexes(), Area::Circle { centre: Place::new(2, 4, 0), radius: 1 }, 7),
            (room(), cone(0, 90, 10), 5), // the tip, 3 in front of it at √2 and 1, and one more straight ahead
            (room(), cone(90, 360, 5), 5),
            (room(), to(4, 0, 0), 5),
            (room(), to(4, 0, 9), 5),
            (room(), to(4, 0, 10), 10), // the row below is 5 away
            (room(), to(3, 3, 0), 4),
            (room(), to(3, 3, 8), 10), // cells beside the diagonal are 3.54 away
            (room(), to(3, 3, 7), 4),
            (hexes(), to(4, 0, 0), 5),
            (hexes(), to(4, 0, 2), 9), // the next row is 0.87 away and half a hex aside
        ];
        for (space, area, count) in cases {
            let cells: Vec<Cell> = area.cells(&space).collect();
            assert_eq!(cells.len(), count, "{area:?} {cells:?}");
        }
    }

    #[test]
    fn an_area_is_read_by_its_name() {
        let text = r#"{"area":"circle","centre":{"cell":{"x":4,"y":4},"z":0},"radius":10}"#;
        let area: Area = serde_json::from_str(text).unwrap();
        assert_eq!(area, Area::Circle { centre: MIDDLE, radius: 10 });
        assert_eq!(serde_json::to_string(&area).unwrap(), text);
    }
}
