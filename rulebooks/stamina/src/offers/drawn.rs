//! What the map shows while an attack is being chosen: how far it goes, and what stands between (ST-R51, ST-R69).

use super::attack::{action_of, bare, named_target, named_weapon};
use crate::{
    actions::attack::{arm, reaches},
    defense::covers,
    table::Table,
};
use referee_engine::{Drawn, DrawnKind, Filled, rule};

pub fn drawn(table: &Table, filled: &Filled) -> Vec<Drawn> {
    let (Some(who), Some(action)) = (filled.actor, action_of(&filled.verb)) else { return Vec::new() };
    let arm = named_weapon(table, who, filled).and_then(|weapon| arm(table, &bare(who, action, weapon, who)));
    let Some(arm) = arm else { return Vec::new() };
    let (space, from) = (&table.setup.space, table.actor(who).place);
    let (kind, label, rule) = match arm.melee {
        true => (DrawnKind::Reach, "reach", rule!("ST-R51")),
        false => (DrawnKind::Range, "range", rule!("ST-R69")),
    };
    let mut all =
        Drawn::bands(space, from, rule, |place| reaches(table, from, place, &arm).then(|| (kind, label.to_owned())));
    if let Some(target) = named_target(table, filled) {
        all.extend(covers(table, who, target).map(|piece| Drawn::piece(piece, rule!("ST-213"))));
    }
    all
}
