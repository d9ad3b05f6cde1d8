//! Helpers for slots: making them, and reading what was filled in.

use crate::{
    sheet::{PartId, ThingId, WeaponRef},
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, Choice, Domain, Filled, Refusal, Slot, key_of, space::Cell};

/// A choice for a Character.
pub fn of_actor(table: &Table, who: ActorId) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(sheet.key.clone(), sheet.name.clone()).of_actor(who)
}

/// The word for a part in commands.
pub fn part_key(table: &Table, who: ActorId, part: PartId) -> String {
    key_of(&table.part(who, part).part)
}

/// Finds a part by its word.
pub fn find_part(table: &Table, who: ActorId, key: &str) -> Option<PartId> {
    let parts = &table.sheet(who).body;
    parts.iter().position(|part| key_of(&part.part) == key).map(|at| at as PartId)
}

/// The word for a thing: `revolver` among those of its owner, `revolver-2` for the second; its own key if nobody has it.
pub fn thing_key(table: &Table, owner: ActorId, thing: ThingId) -> String {
    let sheet = table.thing_sheet(thing);
    let mine = |id: ThingId| matches!(table.thing(id).at, Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) if by == owner);
    if !mine(thing) {
        return sheet.key.clone();
    }
    let before = table.thing_ids().filter(|&id| id < thing && mine(id) && table.thing_sheet(id).short == sheet.short);
    match before.count() {
        0 => sheet.short.clone(),
        count => format!("{}-{}", sheet.short, count + 1),
    }
}

/// The word for a weapon in commands.
pub fn weapon_key(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => table.sheet(who).natural[usize::from(at)].key.clone(),
        WeaponRef::Thing(thing) => thing_key(table, who, thing),
    }
}

/// Finds a weapon by its word among those that can be used.
pub fn find_weapon(table: &Table, who: ActorId, key: &str) -> Option<WeaponRef> {
    crate::actions::attack::usable_weapons(table, who).find(|&weapon| weapon_key(table, who, weapon) == key)
}

/// A cell in words: `column,row`, or the name of a zone.
pub fn cell_key(table: &Table, cell: Cell) -> String {
    table.setup.space.cell_key(cell)
}

/// Reads a cell.
pub fn find_cell(table: &Table, text: &str) -> Option<Cell> {
    table.setup.space.find_cell(text)
}

/// Checks what was filled in against the slots: unknown names, missing values, values outside the domain.
pub fn check(slots: &[Slot], filled: &Filled) -> Result<(), Refusal> {
    for (name, value) in &filled.slots {
        let Some(slot) = slots.iter().find(|slot| slot.name == *name) else {
            let why = format!("{} has no slot {name:?} here", filled.verb);
            return Err(Refusal::plain("unknown-slot", why).allowing(slots.iter().map(|slot| slot.name.clone())));
        };
        if !is_in(&slot.domain, value) {
            let why = format!("{value:?} does not fit {}", slot.name);
            return Err(Refusal::plain("bad-value", why).allowing(values(&slot.domain)));
        }
    }
    match slots.iter().find(|slot| slot.default.is_none() && filled.get(&slot.name).is_none()) {
        Some(slot) => {
            let why = format!("{} needs {}", filled.verb, slot.name);
            Err(Refusal::plain("missing-slot", why).allowing(values(&slot.domain)))
        }
        None => Ok(()),
    }
}

fn is_in(domain: &Domain, value: &str) -> bool {
    match domain {
        Domain::Cell { .. } => true, // whoever reads it can say which rule forbids a cell
        Domain::Text { .. } => !value.trim().is_empty() && domain.accepts(value),
        _ => domain.accepts(value),
    }
}

fn values(domain: &Domain) -> Vec<String> {
    match domain {
        Domain::Cell { of } => vec![format!("one of {} cells, as column,row", of.len())],
        _ => domain.in_words(),
    }
}
