//! Helpers for slots: making them, and reading what was filled in.

pub use crate::acts::value::{cell_key, of_actor, thing_key, weapon_key};
use crate::{sheet::PartId, table::Table};
use referee_engine::{ActorId, Domain, Filled, Refusal, Slot, key_of, space::Cell};

/// The word for a part in commands.
pub fn part_key(table: &Table, who: ActorId, part: PartId) -> String {
    key_of(&table.part(who, part).part)
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
