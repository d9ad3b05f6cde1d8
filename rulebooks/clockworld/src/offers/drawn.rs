//! What the map shows while an Attack is being chosen: how far it goes, the area, the Cover (CW-079 to CW-084, CW-087).

use super::slots::{find_cell, find_weapon};
use crate::{
    actions::attack::{arm, band},
    sheet::{AttackKind, Band},
    table::Table,
};
use referee_engine::{Drawn, DrawnKind, Filled, rule, space::Area};

pub fn drawn(table: &Table, filled: &Filled) -> Vec<Drawn> {
    let (Some(who), Some(key)) = (filled.actor, filled.get("weapon")) else { return Vec::new() };
    let Some(arm) = find_weapon(table, who, key).and_then(|weapon| arm(table, who, weapon).ok()) else {
        return Vec::new();
    };
    let (space, from) = (&table.setup.space, table.actor(who).place);
    let mut all = Drawn::bands(space, from, rule!("CW-095"), |place| {
        Some(match band(table, who, &arm, place)? {
            Band::Reach => (DrawnKind::Reach, "Reach".to_owned()),
            Band::Close => (DrawnKind::Range, "Close Range".to_owned()),
            Band::Long => (DrawnKind::Range, "Long Range".to_owned()),
            Band::Extreme => (DrawnKind::Range, "Extreme Range".to_owned()),
        })
    });
    if arm.kind == AttackKind::Area
        && let Some(centre) = filled.get("centre").and_then(|text| find_cell(table, text))
    {
        let area = Area::Circle { centre: space.on_ground(centre), radius: u32::from(arm.area_radius_ft) };
        all.push(Drawn::area("Area", area.cells(space), rule!("CW-101")));
    }
    if let Some(target) = filled.get("target").and_then(|key| table.find(key).ok())
        && table.sight(who, target).cover > 0
    {
        all.extend(Drawn::cover(space, &table.pieces, from, table.actor(target).place, rule!("CW-087")));
    }
    all
}
