//! What the map shows while an attack is being chosen: how far the weapon goes (PR-R91).

use crate::{Proficiency, actions::attack::within, table::Table};
use referee_engine::{Drawn, DrawnKind, Filled, rule};

pub fn drawn(book: &Proficiency, table: &Table, filled: &Filled) -> Vec<Drawn> {
    let (Some(who), Some(key), true) = (filled.actor, filled.get("weapon"), table.is_mapped()) else {
        return Vec::new();
    };
    let Some(weapon) = table.sheet(who).weapons.iter().find(|weapon| weapon.key == key) else { return Vec::new() };
    let from = table.actor(who).place;
    let (kind, label) = if weapon.range > 0 { (DrawnKind::Range, "range") } else { (DrawnKind::Reach, "reach") };
    Drawn::bands(&table.setup.space, from, rule!("PR-R91"), |place| {
        within(book, table, from, place, weapon.range, weapon.reach).then(|| (kind, label.to_owned()))
    })
}
