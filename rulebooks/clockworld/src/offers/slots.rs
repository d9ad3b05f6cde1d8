//! Words for what slots hold.

pub use crate::acts::value::{cell_key, weapon_key};
use crate::{sheet::PartId, table::Table};
use referee_engine::{ActorId, key_of};

/// The word for a part in commands.
pub fn part_key(table: &Table, who: ActorId, part: PartId) -> String {
    key_of(&table.part(who, part).part)
}
