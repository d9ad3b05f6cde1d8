//! A table as it is written: what follows from it is made anew where it is read.

use super::Table;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Table::serialize(self, to) // field by field, which the derive has made
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Table, D::Error> {
        let mut table = Table::deserialize(from)?; // field by field
        table.pass_turn_to(table.at);
        table.look_around();
        table.look_at_hands();
        Ok(table)
    }
}
