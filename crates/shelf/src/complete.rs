//! An offer made complete by the first values that are legal.

use crate::OpenTable;
use referee_engine::{Domain, Filled, Seat};

/// The offer with the first legal value in every slot that has no default; `None` if a slot has no legal value.
pub fn complete(table: &dyn OpenTable, seat: Seat, mut filled: Filled) -> Option<Filled> {
    // No offer has so many slots; a book that asks for more and more is given up.
    for _ in 0..32 {
        let slots = table.slots(seat, &filled).ok()?;
        let open = slots.iter().find(|slot| slot.default.is_none() && filled.get(&slot.name).is_none());
        let Some(slot) = open else { return Some(filled) };
        let value = match &slot.domain {
            Domain::One { of } => of.first()?.key.clone(),
            Domain::Several { of, least, .. } => {
                of.get(..*least)?.iter().map(|choice| choice.key.as_str()).collect::<Vec<_>>().join(",")
            }
            Domain::Number { min, .. } => min.to_string(),
            Domain::Cell { of } => of.first()?.key.clone(),
            Domain::Text { .. } => "…".to_owned(),
        };
        filled = filled.with(&slot.name, value);
    }
    None
}
