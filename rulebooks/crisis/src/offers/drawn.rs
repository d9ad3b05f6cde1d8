//! What the map shows while an attack is being chosen: how far it goes, the area, the cover (CR-R45, CR-R56, CR-094).

use crate::{
    Crisis,
    actions::attack::{in_range, increment_number},
    cover,
    sheet::Cover,
    table::Table,
};
use referee_engine::{Drawn, DrawnKind, Filled, rule};

pub fn drawn(book: &Crisis, table: &Table, filled: &Filled) -> Vec<Drawn> {
    let (Some(who), Some(key)) = (filled.actor, filled.get("weapon")) else { return Vec::new() };
    let mut carried = (0..table.actor(who).weapons.len() as u8).map(|at| table.weapon(who, at));
    let Some(weapon) = carried.find(|weapon| weapon.key == key) else { return Vec::new() };
    let (space, from) = (&table.setup.space, table.actor(who).place);
    let mut all = Drawn::bands(space, from, rule!("CR-R45"), |place| {
        if !in_range(book, table, from.cell, place.cell, weapon) {
            return None;
        }
        if weapon.is_melee() {
            return Some((DrawnKind::Reach, "reach".to_owned()));
        }
        let number = increment_number(table.distance(&book.house, from.cell, place.cell), weapon.increment);
        Some((DrawnKind::Range, format!("range increment {number}")))
    });
    if let (Some(radius), Some(centre)) = (weapon.radius, filled.get("square").and_then(|text| space.find_cell(text))) {
        let caught = space.cells().filter(|&cell| table.distance(&book.house, centre, cell) <= u32::from(radius));
        all.push(Drawn::area("area", caught, rule!("CR-R56")));
    }
    if let Some(target) = filled.get("target").and_then(|key| table.find(key).ok()) {
        let covered = cover::between(book, table, who, target, weapon).object;
        if covered != Cover::None {
            let label = format!("{} cover", covered.word());
            let cells = vec![table.actor(target).place.cell];
            all.push(Drawn { kind: DrawnKind::Cover, label, cells, rule: rule!("CR-094") });
        }
    }
    all
}
