//! What the map shows while an attack is being chosen: how far the weapon goes, and what stands between (SE-R69, SE-R82).

use super::slots::find_weapon;
use crate::{Segments, actions::attack::manner, table::Table};
use referee_engine::{Drawn, DrawnKind, Filled, rule};

pub fn drawn(book: &Segments, table: &Table, filled: &Filled) -> Vec<Drawn> {
    let (Some(who), Some(key)) = (filled.actor, filled.get("weapon")) else { return Vec::new() };
    let weapon = find_weapon(table, who, key).ok().and_then(|weapon| table.weapon(who, weapon));
    let Some(weapon) = weapon else { return Vec::new() };
    let (space, from) = (&table.setup.space, table.actor(who).place);
    let mut all = Drawn::bands(space, from, rule!("SE-R69"), |place| {
        let manner = manner(book, weapon, table.feet(from, place), filled.is_yes("throw"))?;
        Some(match (manner.thrown || manner.shot, manner.far) {
            (false, _) => (DrawnKind::Reach, "reach".to_owned()),
            (true, false) => (DrawnKind::Range, "range".to_owned()),
            (true, true) => (DrawnKind::Range, "long range".to_owned()),
        })
    });
    if let Some(target) = filled.get("target").and_then(|key| table.find(key).ok()) {
        all.extend(Drawn::cover(space, &table.pieces, from, table.actor(target).place, rule!("SE-R82")));
    }
    all
}
