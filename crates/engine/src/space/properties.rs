//! Property tests that hold on every ground.

use proptest::prelude::*;

use super::*;

fn grids() -> impl Strategy<Value = Space> {
    grids_with(prop_oneof![Just(Diagonals::One), Just(Diagonals::Alternating), Just(Diagonals::Two)])
}

fn grids_with(diagonals: impl Strategy<Value = Diagonals>) -> impl Strategy<Value = Space> {
    let size = || (1u16..9, 1u16..9, 1u16..12);
    let square = (size(), diagonals).prop_map(|((columns, rows, cell), diagonals)| {
        let map = SquareMap { columns, rows, cell, unit: "ft".into(), diagonals, rises: vec![] };
        MapDescription::Square(map).check().unwrap()
    });
    let points = prop_oneof![Just(Orientation::Pointy), Just(Orientation::Flat)];
    let hex = (size(), points).prop_map(|((c, r, cell), points)| Space::hex(c, r, cell, "m", points).unwrap());
    prop_oneof![square, hex]
}

fn spaces() -> impl Strategy<Value = Space> {
    let zones = (1usize..6, 0u32..9, prop::collection::vec(0u32..50, 5)).prop_map(|(count, within, units)| {
        let names: Vec<String> = (0..count).map(|zone| format!("zone {zone}")).collect();
        let link =
            |(pair, units): (&[String], &u32)| Link { between: [pair[0].clone(), pair[1].clone()], units: *units };
        let links = names.windows(2).zip(&units).map(link).collect();
        let unseen = if count > 2 { vec![[names[0].clone(), names[2].clone()]] } else { vec![] };
        Space::zones(ZoneMap { zones: names, within, unit: "m".into(), links, distances: vec![], unseen }).unwrap()
    });
    prop_oneof![4 => grids(), 1 => zones]
}

fn near() -> impl Strategy<Value = Cell> {
    (-4i16..12, -4i16..12).prop_map(|(x, y)| Cell::new(x, y))
}

/// An arbitrary cell, often at the limits of its type.
fn wild() -> impl Strategy<Value = Cell> {
    let coordinate = || prop_oneof![any::<i16>(), Just(i16::MIN), Just(i16::MAX), -3i16..12];
    (coordinate(), coordinate()).prop_map(|(x, y)| Cell::new(x, y))
}

fn places(cell: impl Strategy<Value = Cell>) -> impl Strategy<Value = Place> {
    (cell, prop_oneof![Just(0i16), -20i16..20, any::<i16>()]).prop_map(|(cell, z)| Place { cell, z })
}

fn pieces(cells: impl Strategy<Value = Cell>) -> impl Strategy<Value = Vec<Piece>> {
    let piece = (
        prop::collection::vec(cells, 0..5),
        prop::option::of(0u16..20),
        (any::<bool>(), any::<bool>(), prop::bool::weighted(0.9)),
        (0u8..4, 0u8..4, 0u16..4),
        prop::option::weighted(0.2, any::<u16>()),
    );
    let piece =
        piece.prop_map(|(cells, height, (blocks_sight, blocks_move, active), (cover, hidden, extra_cost), from)| {
            let from = from.map_or(Sides::All, |degrees| Sides::From([degrees].into_iter().collect()));
            let rest = Piece::at("piece", cells);
            Piece { height, blocks_sight, blocks_move, active, cover, concealment: hidden, extra_cost, from, ..rest }
        });
    prop::collection::vec(piece, 0..6)
}

/// A cell of the map, chosen by a number.
fn pick(space: &Space, number: usize) -> Cell {
    space.cells().nth(number % space.len()).unwrap()
}

proptest! {
    #[test]
    fn distances_are_the_same_both_ways(space in spaces(), a in places(near()), b in places(near())) {
        prop_assert_eq!(space.distance_sq(a, b), space.distance_sq(b, a));
        prop_assert_eq!(space.steps(a, b), space.steps(b, a));
        let units = space.distance(a, b);
        prop_assert!(units == u32::MAX || space.within(a, b, units));
        prop_assert!(units == 0 || !space.within(a, b, units - 1));
    }

    #[test]
    fn no_detour_takes_fewer_steps(
        space in grids_with(prop_oneof![Just(Diagonals::One), Just(Diagonals::Two)]),
        a in places(near()), b in places(near()), c in places(near()),
    ) {
        prop_assert!(space.steps(a, c) <= space.steps(a, b).saturating_add(space.steps(b, c)));
    }

    #[test]
    fn neighbours_are_one_step_away_and_mutual(space in spaces(), number in 0usize..99) {
        let cell = pick(&space, number);
        for other in space.neighbours(cell) {
            prop_assert!(space.contains(other) && space.neighbours(other).contains(&cell));
            prop_assert!(space.is_adjacent(cell.into(), other.into()));
            let size = u64::from(space.cell_size());
            match space.grid() {
                Grid::Hex(_) => prop_assert_eq!(space.distance_sq(cell.into(), other.into()), size * size),
                Grid::Square => {
                    let diagonal = u64::from(cell.x != other.x && cell.y != other.y);
                    prop_assert_eq!(space.distance_sq(cell.into(), other.into()), size * size * (1 + diagonal));
                }
                Grid::Zones => prop_assert_eq!(space.steps(cell.into(), other.into()), 1),
            }
        }
    }

    #[test]
    fn lines_join_their_ends_in_the_fewest_steps(space in grids_with(Just(Diagonals::One)), a in wild(), b in near()) {
        let line = straight_path(&space, a, b);
        prop_assert_eq!(line.len() as u32, space.steps(a.into(), b.into()) + 1);
        prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
        prop_assert!(line.windows(2).all(|pair| space.steps(pair[0].into(), pair[1].into()) == 1));
        let mut back = straight_path(&space, b, a);
        back.reverse();
        prop_assert_eq!(line, back);
    }

    #[test]
    fn arcs_grow_with_their_width(
        space in spaces(), a in places(wild()), b in places(wild()),
        facing: u16, width in prop_oneof![any::<u16>(), 0u16..=360],
    ) {
        prop_assert!(space.in_arc(a, facing, b, 360));
        prop_assert!(space.in_arc(a, facing, a, width));
        if space.in_arc(a, facing, b, width) {
            prop_assert!(space.in_arc(a, facing, b, width.saturating_add(1)));
        }
        if let Some(degrees) = space.direction_deg(a.cell, b.cell) {
            prop_assert!(degrees < 360);
            prop_assert!(space.in_arc(a, degrees, b, 1));
            let back = space.direction_deg(b.cell, a.cell).unwrap();
            prop_assert_eq!((degrees + 180) % 360, back);
        }
    }

    #[test]
    fn sight_is_the_same_both_ways(space in spaces(), all in pieces(near()), a in places(near()), b in places(near())) {
        let fair = |piece: &Piece| piece.from.is_all() && !piece.covers(a.cell) && !piece.covers(b.cell);
        let all: Vec<Piece> = all.into_iter().filter(fair).collect();
        prop_assert_eq!(sight(&space, &all, a, b), sight(&space, &all, b, a));
    }

    #[test]
    fn more_pieces_never_show_more(space in spaces(), all in pieces(near()), a in places(near()), b in places(near())) {
        let (more, less) = (sight(&space, &all, a, b), sight(&space, &all[..all.len() / 2], a, b));
        prop_assert!(more.blocked >= less.blocked && more.cover >= less.cover && more.concealment >= less.concealment);
    }

    #[test]
    fn what_can_be_reached_can_be_walked(
        space in spaces(), all in pieces(near()), number in 0usize..99, budget in 0u32..60,
    ) {
        let from = pick(&space, number);
        let found = reachable(&space, &all, from, budget, standard_cost);
        prop_assert!(found.contains(&(from, 0)));
        for cell in space.cells() {
            let path = path_to(&space, &all, from, cell, budget, standard_cost);
            let walked = path.map(|path| {
                assert_eq!((path[0], path[path.len() - 1]), (from, cell));
                path_cost(&space, &all, &path, standard_cost).unwrap()
            });
            let reached = found.iter().find(|(there, _)| *there == cell).map(|(_, cost)| *cost);
            prop_assert_eq!(walked, reached);
        }
    }

    #[test]
    fn open_ground_costs_its_steps(space in grids(), number in 0usize..99) {
        // A rectangle of hexes may not contain the straight line between two of its corners, but it does contain a path
        // of the same length.
        let from = pick(&space, number);
        for (cell, cost) in reachable(&space, &[], from, u32::MAX, standard_cost) {
            prop_assert_eq!(cost, space.steps(from.into(), cell.into()) * u32::from(space.cell_size()));
        }
    }

    #[test]
    fn a_push_goes_away_and_no_farther(
        space in grids(), all in pieces(near()), a in places(near()), number in 0usize..99, units in 0u32..60,
    ) {
        let target = space.on_ground(pick(&space, number));
        let end = push(&space, &all, a, target, units, |_| false);
        prop_assert!(space.contains(end.cell));
        prop_assert!(space.distance_sq(a.cell.into(), end) >= space.distance_sq(a.cell.into(), target));
        prop_assert!(space.steps(target, end) * u32::from(space.cell_size()) <= units);
    }

    #[test]
    fn no_input_is_too_wild(
        space in spaces(), all in pieces(wild()), a in places(wild()), b in places(wild()), c in places(wild()),
        facing: u16, units: u32, side: u8,
    ) {
        let _ = (space.distance(a, b), space.steps(a, b), space.within(a, b, units), space.index(a.cell));
        let _ = (space.ground(a.cell), space.drop_between(a.cell, b.cell), space.drop_below(a));
        let _ = (space.zone_name(a.cell), space.neighbours(a.cell), space.neighbour(a.cell, side));
        let _ = (space.front(a.cell, side), space.side_deg(side), space.direction_deg(a.cell, b.cell));
        let _ = (space.side_towards(a.cell, b.cell), space.step_cost(a.cell, b.cell), space.cell_at(facing, facing));
        let _ = (sight(&space, &all, a, b), push(&space, &all, a, b, units, |_| false));
        let _ = reachable(&space, &all, a.cell, units, standard_cost);
        let _ = all.iter().map(|piece| piece.check(&space).len()).max();
        let _ = path_to(&space, &all, a.cell, b.cell, units, |_| Some(units));
        let _ = path_cost(&space, &all, &[a.cell, b.cell, c.cell], |_| Some(units));
        for area in [
            Area::Circle { centre: a, radius: units },
            Area::Burst { centre: a, steps: units },
            Area::Cone { origin: a, direction_deg: facing, width_deg: facing / 180, length: units },
            Area::Line { from: a, to: b, width: units },
        ] {
            let _ = area.contains(&space, c);
        }
    }

    #[test]
    fn the_biggest_maps_hold(cell in 1u16.., a in places(wild()), b in places(wild())) {
        for space in [Space::square(1024, 1024, cell, "m"), Space::hex(1024, 1024, cell, "m", Orientation::Flat)] {
            let space = space.unwrap();
            prop_assert_eq!(space.distance_sq(a, b), space.distance_sq(b, a));
            let (near, far) = (Area::Line { from: a, to: b, width: 0 }, Area::Line { from: a, to: b, width: u32::MAX });
            prop_assert!(near.contains(&space, a) && far.contains(&space, b));
        }
    }
}
