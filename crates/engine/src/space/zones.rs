//! Zones: named places with distances between them, for tables that play without a map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::map::MAX_ZONES;
use super::map_error::MapError;

/// Zones as written in a scene file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneMap {
    /// The zones by name; the first is zone 0.
    pub zones: Vec<String>,
    /// The distance between two things in the same zone, in units.
    pub within: u32,
    /// The name of the unit: `ft`, `m`, `zone`.
    pub unit: String,
    /// Connections that can be travelled, with their lengths. The distance between zones is the shortest path along
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Straight-line distances that differ from the shortest path, such as between two towers across a chasm. They
    /// cannot be travelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<Link>,
    /// Pairs of zones that do not see each other. All others do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<[String; 2]>,
}

/// Two zones and how far apart they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub between: [String; 2],
    /// The distance in units.
    pub units: u32,
}

/// The relation of two zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    /// The distance in units.
    pub(super) units: u32,
    /// The minimum number of links between them; `u32::MAX` if there is no path.
    pub(super) steps: u32,
    /// The length of their direct link, if there is one.
    pub(super) link: Option<u32>,
    /// Whether they see each other.
    pub(super) seen: bool,
}

/// A validated table of zones.
#[derive(Debug, Clone)]
pub(super) struct Zones {
    names: Box<[String]>,
    pairs: Box<[Pair]>, // row by row, both halves
}

const FAR: u32 = u32::MAX;

impl Zones {
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The relation of two zones, or `None` if one of them does not exist.
    pub(super) fn pair(&self, one: usize, other: usize) -> Option<&Pair> {
        if other < self.names.len() { self.pairs.get(one * self.names.len() + other) } else { None }
    }

    /// Validates zones and adds their errors to `errors`. If there are errors, the result must not be used.
    pub(super) fn check(map: &ZoneMap, errors: &mut Vec<MapError>) -> Self {
        let count = map.zones.len();
        if !(1..=MAX_ZONES).contains(&count) {
            errors.push(MapError::ZoneCount { count });
            return Self { names: Box::default(), pairs: Box::default() };
        }
        for (index, name) in map.zones.iter().enumerate() {
            if name.trim().is_empty() {
                errors.push(MapError::ZoneWithoutName { zone: index });
            } else if map.zones[..index].contains(name) {
                errors.push(MapError::ZoneTwice { name: name.clone() });
            }
        }
        let links = named("links", map.links.iter().map(|link| (&link.between, link.units)), map, errors);
        let distances = named("distances", map.distances.iter().map(|link| (&link.between, link.units)), map, errors);
        let unseen = named("unseen", map.unseen.iter().map(|pair| (pair, 0)), map, errors);

        let apart = Pair { units: FAR, steps: FAR, link: None, seen: true };
        let mut zones = Self { names: map.zones.clone().into(), pairs: vec![apart; count * count].into() };
        for index in 0..count {
            zones.pairs[index * count + index] = Pair { units: map.within, steps: 0, link: None, seen: true };
        }
        zones.set(&links, |pair, units| *pair = Pair { units, steps: 1, link: Some(units), seen: true });
        zones.follow_links();
        zones.set(&distances, |pair, units| pair.units = units);
        zones.set(&unseen, |pair, _| pair.seen = false);
        zones.report_gaps(&distances, errors);
        zones
    }

    fn set(&mut self, entries: &[(usize, usize, u32)], mut change: impl FnMut(&mut Pair, u32)) {
        for &(one, other, units) in entries {
            change(&mut self.pairs[one * self.names.len() + other], units);
            change(&mut self.pairs[other * self.names.len() + one], units);
        }
    }

    /// Floyd–Warshall shortest paths, for units and steps separately.
    fn follow_links(&mut self) {
        let count = self.names.len();
        for over in 0..count {
            for one in 0..count {
                for other in 0..count {
                    if one == over || other == over || one == other {
                        continue;
                    }
                    let (first, second) = (self.pairs[one * count + over], self.pairs[over * count + other]);
                    let pair = &mut self.pairs[one * count + other];
                    pair.units = pair.units.min(first.units.saturating_add(second.units));
                    pair.steps = pair.steps.min(first.steps.saturating_add(second.steps));
                }
            }
        }
    }

    fn report_gaps(&self, distances: &[(usize, usize, u32)], errors: &mut Vec<MapError>) {
        let given = |one, other| distances.iter().any(|&(a, b, _)| (a, b) == (one, other) || (b, a) == (one, other));
        for one in 0..self.names.len() {
            for other in one + 1..self.names.len() {
                if self.pairs[one * self.names.len() + other].steps == FAR && !given(one, other) {
                    let [one, other] = [one, other].map(|zone| self.names[zone].clone());
                    errors.push(MapError::NoDistance { one, other });
                }
            }
        }
    }
}

/// The entries of a list with zone indices instead of names.
fn named<'a>(
    list: &'static str,
    entries: impl Iterator<Item = (&'a [String; 2], u32)>,
    map: &ZoneMap,
    errors: &mut Vec<MapError>,
) -> Vec<(usize, usize, u32)> {
    let mut read: Vec<(usize, usize, u32)> = Vec::new();
    for (entry, (names, units)) in entries.enumerate() {
        let mut found = names.iter().map(|name| {
            let zone = map.zones.iter().position(|zone| zone == name);
            if zone.is_none() {
                let allowed = map.zones.clone();
                errors.push(MapError::UnknownZone { list, entry, name: name.clone(), allowed });
            }
            zone
        });
        let (one, other) = (found.next().flatten(), found.next().flatten());
        let (Some(one), Some(other)) = (one, other) else { continue };
        if one == other {
            errors.push(MapError::ZoneWithItself { list, entry, name: names[0].clone() });
        } else if read.iter().any(|&(a, b, _)| (a, b) == (one, other) || (b, a) == (one, other)) {
            let [one, other] = names.clone();
            errors.push(MapError::PairTwice { list, entry, one, other });
        } else {
            read.push((one, other, units));
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, MapDescription, Place, Space, sight};
    use super::*;

    fn link(one: &str, other: &str, units: u32) -> Link {
        Link { between: [one.into(), other.into()], units }
    }

    fn yard() -> ZoneMap {
        ZoneMap {
            zones: ["gate", "yard", "hall", "tower"].map(String::from).into(),
            within: 2,
            unit: "m".into(),
            links: vec![link("gate", "yard", 10), link("yard", "hall", 15), link("gate", "hall", 40)],
            distances: vec![link("tower", "gate", 30), link("tower", "yard", 20), link("hall", "tower", 12)],
            unseen: vec![["gate".into(), "hall".into()]],
        }
    }

    #[test]
    fn distances_follow_the_shortest_way_unless_given() {
        let space = MapDescription::Zones(yard()).check().unwrap();
        let cases = [
            // from, to, units, steps
            (0, 0, 2, 0),
            (0, 1, 10, 1),
            (0, 2, 25, 1), // by the yard it is shorter, by the long link it is one step
            (1, 2, 15, 1),
            (0, 3, 30, u32::MAX), // given, but there is no path
            (2, 3, 12, u32::MAX),
            (0, 9, u32::MAX, u32::MAX), // no such zone
        ];
        for (from, to, units, steps) in cases {
            let (from, to): (Place, Place) = (Cell::zone(from).into(), Cell::zone(to).into());
            assert_eq!(space.distance(from, to), units, "{from:?} {to:?}");
            assert_eq!(space.distance(to, from), units, "{from:?} {to:?}");
            assert_eq!(space.steps(from, to), steps, "{from:?} {to:?}");
        }
        assert!(space.within(Cell::zone(0).into(), Cell::zone(2).into(), 25));
        assert!(!space.within(Cell::zone(0).into(), Cell::zone(2).into(), 24));
        assert_eq!(space.neighbours(Cell::zone(0)).as_slice(), [Cell::zone(1), Cell::zone(2)]);
        assert_eq!(space.zone_name(Cell::zone(3)), Some("tower"));
        assert_eq!(space.direction_deg(Cell::zone(0), Cell::zone(1)), None);
        assert!(space.in_arc(Cell::zone(0).into(), 0, Cell::zone(1).into(), 90));
    }

    #[test]
    fn zones_that_do_not_see_each_other_block_sight() {
        let space = MapDescription::Zones(yard()).check().unwrap();
        assert!(sight(&space, &[], Cell::zone(0).into(), Cell::zone(2).into()).blocked);
        assert!(sight(&space, &[], Cell::zone(2).into(), Cell::zone(0).into()).blocked);
        assert!(!sight(&space, &[], Cell::zone(0).into(), Cell::zone(1).into()).blocked);
        assert!(sight(&space, &[], Cell::zone(0).into(), Cell::new(-1, 0).into()).blocked);
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let map = ZoneMap {
            zones: ["a", "b", "a", "c", ""].map(String::from).into(),
            links: vec![link("a", "b", 1), link("b", "a", 2), link("b", "b", 3), link("x", "y", 4)],
            distances: vec![],
            unseen: vec![["a".into(), "z".into()]],
            ..yard()
        };
        let errors = Space::zones(map).unwrap_err();
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        for expected in [
            "two zones are called a",
            "zone 4 has no name",
            "links 1 repeats the pair b and a",
            "links 2 connects the zone b with itself",
            "links 3 names the zone x, which does not exist; allowed: a, b, a, c, ",
            "links 3 names the zone y, which does not exist; allowed: a, b, a, c, ",
            "unseen 0 names the zone z, which does not exist; allowed: a, b, a, c, ",
            "a and c are connected neither by links nor by a distance",
        ] {
            assert!(shown.iter().any(|error| error == expected), "{expected} is missing in {shown:#?}");
        }
    }

    #[test]
    fn the_number_of_zones_has_ends() {
        for count in [0, MAX_ZONES + 1] {
            let map = ZoneMap { zones: vec!["a".into(); count], ..yard() };
            assert_eq!(Space::zones(map).unwrap_err(), [MapError::ZoneCount { count }]);
        }
    }
}
