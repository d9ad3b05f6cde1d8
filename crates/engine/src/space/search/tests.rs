//! Tests of the searches, with hand-made and with small crowded random maps.

use super::super::{MapDescription, Orientation, SquareMap, path_cost, standard_cost, straight_path};
use super::*;
use crate::space::Diagonals;

fn room(diagonals: Diagonals) -> Space {
    let map = SquareMap { columns: 7, rows: 5, cell: 5, unit: "ft".into(), diagonals, rises: vec![] };
    MapDescription::Square(map).check().unwrap()
}

fn cells(list: &[(i16, i16)]) -> Vec<Cell> {
    list.iter().map(|&(x, y)| Cell::new(x, y)).collect()
}

fn cost_of(found: &[(Cell, u32)], x: i16, y: i16) -> Option<u32> {
    found.iter().find(|(cell, _)| *cell == Cell::new(x, y)).map(|(_, cost)| *cost)
}

#[test]
fn diagonals_cost_what_the_map_says() {
    let cases = [(Diagonals::One, 15, 10), (Diagonals::Alternating, 20, 15), (Diagonals::Two, 30, 20)];
    for (diagonals, three, two) in cases {
        let space = room(diagonals);
        let found = reachable(&space, &[], Cell::new(0, 0), 30, standard_cost);
        assert_eq!((cost_of(&found, 3, 3), cost_of(&found, 2, 2)), (Some(three), Some(two)), "{diagonals:?}");
        assert_eq!(cost_of(&found, 0, 0), Some(0));
    }
}

#[test]
fn the_budget_is_spent_to_the_last_unit() {
    let space = room(Diagonals::One);
    let found = reachable(&space, &[], Cell::new(3, 2), 5, standard_cost);
    assert_eq!(found.len(), 9);
    assert_eq!(reachable(&space, &[], Cell::new(3, 2), 4, standard_cost), [(Cell::new(3, 2), 0)]);
    assert!(found.is_sorted());
    assert_eq!(reachable(&space, &[], Cell::new(-1, 2), 99, standard_cost), []);
}

#[test]
fn walls_are_walked_around() {
    let space = room(Diagonals::One);
    let wall = Piece::wall("wall", cells(&[(3, 0), (3, 1), (3, 2), (3, 3)]));
    let path = path_to(&space, std::slice::from_ref(&wall), Cell::new(2, 2), Cell::new(4, 2), 30, standard_cost);
    let path = path.unwrap();
    assert_eq!(path, cells(&[(2, 2), (2, 3), (3, 4), (4, 3), (4, 2)]));
    assert_eq!(path_cost(&space, std::slice::from_ref(&wall), &path, standard_cost), Some(20));
    let walls = std::slice::from_ref(&wall);
    assert_eq!(path_to(&space, walls, Cell::new(2, 2), Cell::new(4, 2), 19, standard_cost), None);
    assert_eq!(path_to(&space, walls, Cell::new(2, 2), Cell::new(3, 2), 99, standard_cost), None);
    let ways = Paths::search(&space, walls, Cell::new(2, 2), 30, standard_cost);
    assert_eq!((ways.to(Cell::new(4, 2)), ways.cost(Cell::new(4, 2))), (Some(path), Some(20)));
    assert_eq!((ways.to(Cell::new(3, 2)), ways.cost(Cell::new(3, 2))), (None, None));
    let open = Piece { active: false, ..wall };
    let path = path_to(&space, &[open], Cell::new(2, 2), Cell::new(4, 2), 30, standard_cost);
    assert_eq!(path, Some(cells(&[(2, 2), (3, 2), (4, 2)])));
}

#[test]
fn nobody_squeezes_between_two_corners() {
    let space = room(Diagonals::One);
    let one = Piece::wall("pillar", cells(&[(1, 0)]));
    let other = Piece::wall("pillar", cells(&[(0, 1)]));
    let straight = cells(&[(0, 0), (1, 1)]);
    let both = [one, other];
    assert_eq!(path_cost(&space, &both[..1], &straight, standard_cost), Some(5));
    assert_eq!(path_cost(&space, &both, &straight, standard_cost), None);
    assert_eq!(path_to(&space, &both, Cell::new(0, 0), Cell::new(1, 1), 99, standard_cost), None);
}

#[test]
fn rubble_costs_more_and_the_rulebook_may_forbid() {
    let space = Space::hex(7, 3, 1, "m", Orientation::Pointy).unwrap();
    let rubble = Piece { extra_cost: 1, ..Piece::at("rubble", [Cell::new(3, 1)]) };
    let (from, to) = (Cell::new(1, 1), Cell::new(4, 1));
    let rubbles = [rubble.clone(), rubble];
    assert_eq!(path_cost(&space, &rubbles, &straight_path(&space, from, to), standard_cost), Some(5));
    let path = path_to(&space, &rubbles, from, to, 9, standard_cost).unwrap();
    assert_eq!(path_cost(&space, &rubbles, &path, standard_cost), Some(4)); // around it
    let taken = Cell::new(2, 1);
    let cost = |step: &Step| if step.to == taken { None } else { Some(step.units) };
    assert!(!path_to(&space, &[], from, to, 9, cost).unwrap().contains(&taken));
}

#[test]
fn a_cell_named_twice_costs_once() {
    let space = room(Diagonals::One);
    let rubble = Piece { extra_cost: 1, ..Piece::at("rubble", cells(&[(1, 0), (1, 0)])) };
    let found = reachable(&space, &[rubble], Cell::new(0, 0), 6, standard_cost);
    assert_eq!(cost_of(&found, 1, 0), Some(6));
}

#[test]
fn the_nearest_cell_is_found_without_looking_at_all_of_them() {
    let space = Space::square(12, 9, 5, "ft").unwrap();
    let wall = Piece::wall("wall", cells(&[(5, 2), (5, 3), (5, 4), (5, 5), (5, 6)]));
    let rubble = Piece { extra_cost: 5, ..Piece::at("rubble", cells(&[(4, 1), (4, 7), (6, 1), (8, 4)])) };
    let pieces = [wall, rubble];
    let taken = [Cell::new(9, 3), Cell::new(9, 4)];
    for (budget, goal) in (0..90).step_by(5).flat_map(|budget| [(10, 4), (6, 4), (0, 8)].map(|goal| (budget, goal))) {
        let goal = Cell::new(goal.0, goal.1);
        let left = |cell: Cell| space.steps(cell.into(), goal.into()).saturating_sub(1);
        let (start, stops) = (Cell::new(2, 4), |cell: Cell| !taken.contains(&cell));
        let found = approach(&space, &pieces, start, budget, standard_cost, left, stops);
        // The same by brute force.
        let all = reachable(&space, &pieces, start, budget, standard_cost).into_iter();
        let best = all.filter(|(cell, _)| stops(*cell)).map(|(cell, cost)| (left(cell), cost)).min();
        let best = best.filter(|(near, _)| *near < left(start));
        let found = found.map(|path| {
            let end = path.last().copied().unwrap();
            assert!(path[0] == start && stops(end));
            (left(end), path_cost(&space, &pieces, &path, standard_cost).unwrap())
        });
        assert_eq!(found, best, "{budget} {goal:?}");
    }
}

/// A guided search finds exactly the path of an exhaustive search.
#[test]
fn a_search_that_goes_straight_finds_the_same_way() {
    let mut rng = referee_dice::FastRng::seed_from_u64(7);
    for round in 0..60 {
        let diagonals = [Diagonals::One, Diagonals::Alternating, Diagonals::Two][round % 3];
        let map = SquareMap { columns: 9, rows: 8, cell: 5, unit: "ft".into(), diagonals, rises: vec![] };
        let hexes = Space::hex(9, 8, 5, "ft", Orientation::Pointy).unwrap();
        let space = if round % 4 == 3 { hexes } else { MapDescription::Square(map).check().unwrap() };
        let all: Vec<Cell> = space.cells().collect();
        let mut some = |of: u32| -> Vec<Cell> { all.iter().copied().filter(|_| rng.below(of) == 0).collect() };
        let rubble = Piece { extra_cost: 5, ..Piece::at("rubble", some(5)) };
        let pieces = [Piece::wall("wall", some(4)), rubble];
        let from = all[round];
        let ways = Paths::search(&space, &pieces, from, 60, standard_cost);
        for &to in &all {
            assert_eq!(path_to(&space, &pieces, from, to, 60, standard_cost), ways.to(to), "{round}: {from:?} {to:?}");
        }
    }
}

#[test]
fn equally_cheap_ways_are_the_straighter_ones() {
    let space = room(Diagonals::One);
    let path = path_to(&space, &[], Cell::new(0, 2), Cell::new(5, 2), 99, standard_cost).unwrap();
    assert_eq!(path, straight_path(&space, Cell::new(0, 2), Cell::new(5, 2)));
}

#[test]
fn endless_steps_do_no_harm() {
    let space = room(Diagonals::Alternating);
    assert_eq!(reachable(&space, &[], Cell::new(0, 0), u32::MAX, |_| Some(u32::MAX)).len(), 4);
    assert_eq!(path_cost(&space, &[], &[], |_| None), Some(0));
    assert_eq!(path_cost(&space, &[], &cells(&[(0, 0), (2, 0)]), |_| Some(1)), None);
}
