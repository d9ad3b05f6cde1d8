//! Those who take part, by their ids.

use crate::{ActorId, MAX_ACTORS};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// What a table knows of each actor, in roster order: `table.fighters[who].hp`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Roster<T>(#[schemars(length(min = 1, max = MAX_ACTORS))] Vec<T>);

impl<T> Roster<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is nobody there?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everybody.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ActorId> + Clone + use<T> {
        (0..self.0.len()).map(ActorId::at)
    }

    /// One of them, if an id from outside is that of somebody.
    pub fn get(&self, id: ActorId) -> Option<&T> {
        self.0.get(id.index())
    }

    /// Each of them.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> FromIterator<T> for Roster<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Roster(all.into_iter().collect())
    }
}

impl<T> Index<ActorId> for Roster<T> {
    type Output = T;

    fn index(&self, id: ActorId) -> &T {
        &self.0[id.index()]
    }
}

impl<T> IndexMut<ActorId> for Roster<T> {
    fn index_mut(&mut self, id: ActorId) -> &mut T {
        &mut self.0[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actors_are_found_by_their_ids() {
        let mut roster: Roster<i32> = [3, 5].into_iter().collect();
        roster[ActorId(1)] += 1;
        assert_eq!(roster.ids().map(|id| roster[id]).collect::<Vec<_>>(), [3, 6]);
        assert_eq!((roster.get(ActorId(2)), roster.len(), roster.is_empty()), (None, 2, false));
        assert_eq!(serde_json::to_string(&roster).unwrap(), "[3,6]");
        let schema = serde_json::to_value(schemars::schema_for!(Roster<i32>)).unwrap();
        assert_eq!((&schema["minItems"], &schema["maxItems"]), (&1.into(), &64.into()));
    }
}
