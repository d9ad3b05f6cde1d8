//! How a thing is, and what the GM has set.

use crate::sheet::{PartSet, Skill, ThingId};
use referee_engine::{ActorId, space::Place};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{ops::Deref, sync::Arc};

/// How a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thing {
    /// Where it is.
    pub at: Whereabouts,
    /// How whole it is.
    pub state: Wholeness,
    /// CW-R52: parts that no longer work.
    pub parts_out: PartSet,
    /// Open, for a door; on, for a lever.
    pub open: bool,
    /// CW-199: cracked; its lock no longer matters.
    pub cracked: bool,
    /// CW-196: taken apart.
    pub dismantled: bool,
    /// CW-261: tipped over, giving Cover from this direction in degrees.
    pub tipped: Option<u16>,
    /// Its place in [`Table::pieces`](super::Table::pieces), if it stands on the map.
    pub piece: Option<u16>,
}

/// How all things are. Copies share them until one of them is changed: then they are the table's own.
#[derive(Debug)]
pub struct Things {
    shared: Arc<Vec<Thing>>,
    /// Empty as long as nothing has changed. What it has on the heap is kept for the next fight of a run.
    own: Vec<Thing>,
}

impl Things {
    /// How one of them is, to change it.
    #[inline]
    pub fn get_mut(&mut self, id: ThingId) -> &mut Thing {
        if self.own.is_empty() {
            self.own.extend_from_slice(&self.shared);
        }
        &mut self.own[usize::from(id.0)]
    }
}

impl FromIterator<Thing> for Things {
    fn from_iter<I: IntoIterator<Item = Thing>>(things: I) -> Things {
        Things { shared: Arc::new(things.into_iter().collect()), own: Vec::new() }
    }
}

impl Deref for Things {
    type Target = [Thing];

    #[inline]
    fn deref(&self) -> &[Thing] {
        if self.own.is_empty() { &self.shared } else { &self.own }
    }
}

impl Clone for Things {
    fn clone(&self) -> Things {
        Things { shared: self.shared.clone(), own: self.own.clone() }
    }

    fn clone_from(&mut self, from: &Things) {
        // Every thread of a run holds what is shared: whoever has it already does not touch their common count.
        if !Arc::ptr_eq(&self.shared, &from.shared) {
            self.shared.clone_from(&from.shared);
        }
        self.own.clone_from(&from.own);
    }
}

impl PartialEq for Things {
    fn eq(&self, other: &Things) -> bool {
        **self == **other
    }
}

impl Eq for Things {}

impl Serialize for Things {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Things {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Things, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In somebody's hand or hands.
    Held(ActorId),
    /// Holstered or worn in sight.
    Worn(ActorId),
    /// Carried out of sight.
    Hidden(ActorId),
    /// Lying or standing there.
    Place(Place),
    /// Used up.
    Gone,
}

/// CW-R52: how whole a thing is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Wholeness {
    #[default]
    Intact,
    Damaged,
    Destroyed,
}

/// Something the GM has set for a Character's Checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    /// Whose Checks.
    pub who: ActorId,
    /// What it gives.
    pub gives: Gives,
    /// The next Check only, or until the GM takes it away.
    pub once: bool,
    /// Why, in the GM's words: `crowd`.
    pub why: String,
}

/// What a circumstance gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    /// CW-043.
    HighRoll,
    /// CW-043.
    LowRoll,
    /// CW-051: an effect such as fear on all Checks.
    Fear,
    /// CW-R12.
    Modifier(i8),
    /// CW-R16, CW-D10: another Skill.
    Skill(Skill),
}

impl Thing {
    /// Something there, whole and as it was made.
    pub fn new(at: Whereabouts) -> Thing {
        Thing {
            at,
            state: Wholeness::Intact,
            parts_out: PartSet::default(),
            open: false,
            cracked: false,
            dismantled: false,
            tipped: None,
            piece: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies share how things are until one of them changes something, and are written and compared as the list.
    #[test]
    fn things_are_shared_until_they_change() {
        let new = |who: u16| Thing::new(Whereabouts::Held(ActorId(who)));
        let things: Things = [new(2), new(3)].into_iter().collect();
        let mut copy = things.clone();
        assert!(copy == things && copy.as_ptr() == things.as_ptr(), "nothing is copied");
        copy.get_mut(ThingId(1)).at = Whereabouts::Gone;
        assert_eq!((copy[0].at, copy[1].at), (Whereabouts::Held(ActorId(2)), Whereabouts::Gone));
        assert_eq!(things[1], new(3), "what others see stays as it was");
        assert_ne!(copy, things);
        let written = serde_json::to_string(&copy).unwrap();
        assert_eq!(written, serde_json::to_string(&copy.to_vec()).unwrap());
        assert_eq!(serde_json::from_str::<Things>(&written).unwrap(), copy);
        let changed = copy.clone();
        assert_eq!(changed, copy, "a copy has what is changed");
        copy.clone_from(&things);
        assert!(copy == things && copy.as_ptr() == things.as_ptr());
        copy.clone_from(&changed);
        assert_eq!(copy, changed);
        copy.clone_from(&[new(7)].into_iter().collect());
        assert_eq!(copy[..], [new(7)], "other things altogether");
    }
}
