//! How things are.

use crate::sheet::ThingId;
use referee_engine::{ActorId, space::Place};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{ops::Deref, sync::Arc};

/// How a thing is, as far as most fights change it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thing {
    /// Where it is.
    pub at: Whereabouts,
    /// How many.
    pub count: u8,
    /// SE-R41.
    pub loaded: bool,
}

/// What else there is to say about a thing: few fights change any of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasting {
    /// Does it burn?
    pub lit: bool,
    /// SE-R05: turns of light left.
    pub turns_left: u8,
    /// SE-R73.
    pub health: i16,
    /// Open, for a door or a lock.
    pub open: bool,
    /// Its place in [`pieces`](super::Table::pieces).
    pub piece: Option<u16>,
}

/// How all things are. A table is copied for every fight, so what lasts is shared until it changes. It is written as one
/// list, with all that there is to say about each thing.
#[derive(PartialEq, Eq, Debug)]
pub struct Things {
    all: Vec<Thing>,
    lasting: Arc<Vec<Lasting>>,
}

impl Things {
    /// One more.
    pub fn push(&mut self, (thing, lasting): (Thing, Lasting)) {
        self.all.push(thing);
        Arc::make_mut(&mut self.lasting).push(lasting);
    }

    /// How one of them is, to change it.
    #[inline]
    pub fn get_mut(&mut self, id: ThingId) -> &mut Thing {
        &mut self.all[id.index()]
    }

    /// What lasts of each.
    #[inline]
    pub fn lasting(&self) -> &[Lasting] {
        &self.lasting
    }

    /// What lasts of one of them, to change it.
    pub fn lasting_mut(&mut self, id: ThingId) -> &mut Lasting {
        &mut Arc::make_mut(&mut self.lasting)[id.index()]
    }
}

impl FromIterator<(Thing, Lasting)> for Things {
    fn from_iter<I: IntoIterator<Item = (Thing, Lasting)>>(things: I) -> Things {
        let (all, lasting): (Vec<_>, Vec<_>) = things.into_iter().unzip();
        Things { all, lasting: Arc::new(lasting) }
    }
}

impl Clone for Things {
    fn clone(&self) -> Things {
        Things { all: self.all.clone(), lasting: self.lasting.clone() }
    }

    /// Keeps its memory: a run begins with a copy of one table again and again.
    fn clone_from(&mut self, other: &Things) {
        self.all.clone_from(&other.all);
        if !Arc::ptr_eq(&self.lasting, &other.lasting) {
            self.lasting = other.lasting.clone();
        }
    }
}

impl Deref for Things {
    type Target = [Thing];

    #[inline]
    fn deref(&self) -> &[Thing] {
        &self.all
    }
}

/// A thing as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Thing")]
struct Whole {
    at: Whereabouts,
    count: u8,
    loaded: bool,
    lit: bool,
    turns_left: u8,
    health: i16,
    open: bool,
    piece: Option<u16>,
}

impl Serialize for Things {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.all.iter().zip(&*self.lasting).map(|(thing, lasting)| {
            let (Thing { at, count, loaded }, Lasting { lit, turns_left, health, open, piece }) = (*thing, *lasting);
            Whole { at, count, loaded, lit, turns_left, health, open, piece }
        }))
    }
}

impl<'de> Deserialize<'de> for Things {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Things, D::Error> {
        let parts = |Whole { at, count, loaded, lit, turns_left, health, open, piece }| {
            (Thing { at, count, loaded }, Lasting { lit, turns_left, health, open, piece })
        };
        Ok(Vec::deserialize(deserializer)?.into_iter().map(parts).collect())
    }
}

/// Where a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In a hand; a raised shield too (SE-R116).
    Held(ActorId),
    /// Worn: armour, a helmet.
    Worn(ActorId),
    /// At hand, to be drawn; a lowered shield hangs by its strap.
    Sheathed(ActorId),
    /// In the pack.
    Packed(ActorId),
    /// Lying or standing there.
    Place(Place),
    /// Destroyed or used up.
    Gone,
}

impl Whereabouts {
    /// In which of the four ways somebody has it on them.
    #[inline]
    pub(crate) fn manner(self) -> u64 {
        match self {
            Whereabouts::Held(_) => 1,
            Whereabouts::Worn(_) => 2,
            Whereabouts::Sheathed(_) => 3,
            Whereabouts::Packed(_) | Whereabouts::Place(_) | Whereabouts::Gone => 0,
        }
    }

    /// Whoever has it on them.
    pub fn owner(self) -> Option<ActorId> {
        match self {
            Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Sheathed(by) | Whereabouts::Packed(by) => {
                Some(by)
            }
            Whereabouts::Place(_) | Whereabouts::Gone => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lasts is shared by copies until one of them changes it, and written with the rest.
    #[test]
    fn what_lasts_is_shared_until_it_changes() {
        let thing = Thing { at: Whereabouts::Held(ActorId(2)), count: 3, loaded: true };
        let lasting = Lasting { lit: false, turns_left: 6, health: 4, open: false, piece: Some(1) };
        let mut things: Things = [(thing, lasting), (thing, lasting)].into_iter().collect();
        let mut copy = things.clone();
        assert!(Arc::ptr_eq(&copy.lasting, &things.lasting));
        copy.lasting_mut(ThingId::at(1)).health = 0;
        copy.get_mut(ThingId::at(0)).count = 1;
        assert_eq!((things.lasting()[1].health, things[0].count), (4, 3), "a copy keeps its own");
        assert_ne!(copy, things);
        things.clone_from(&copy);
        assert_eq!(copy, things);
        things.push((thing, lasting));
        assert_eq!((things.len(), things.lasting().len(), copy.len()), (3, 3, 2));
        let written = serde_json::to_string(&copy).unwrap();
        let first =
            r#"{"at":{"held":2},"count":1,"loaded":true,"lit":false,"turns_left":6,"health":4,"open":false,"piece":1}"#;
        assert!(written.starts_with(&format!("[{first},")), "{written}");
        assert_eq!(serde_json::from_str::<Things>(&written).unwrap(), copy);
    }
}
