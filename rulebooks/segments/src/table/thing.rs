//! How things are.

use crate::sheet::ThingId;
use referee_engine::{ActorId, space::Place};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{ops::Deref, sync::Arc};

/// How a thing is, as far as most fights change it: where it is, how many there are and whether it is loaded (SE-R41), in eight
/// bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thing {
    /// The number of whoever has it on them, or the place where it lies.
    spot: [i16; 3],
    /// Which of [`Whereabouts`] that is, and [`LOADED`].
    how: u8,
    /// How many.
    pub count: u8,
}

const LOADED: u8 = 8;

impl Thing {
    /// So many of them there.
    pub fn new(at: Whereabouts, count: u8, is_loaded: bool) -> Thing {
        let mut thing = Thing { spot: [0; 3], how: 0, count };
        thing.put(at);
        thing.load(is_loaded);
        thing
    }

    /// Where it is.
    #[inline]
    pub fn at(&self) -> Whereabouts {
        let [x, y, z] = self.spot;
        let by = ActorId(x as u16);
        match self.how & !LOADED {
            0 => Whereabouts::Held(by),
            1 => Whereabouts::Worn(by),
            2 => Whereabouts::Sheathed(by),
            3 => Whereabouts::Packed(by),
            4 => Whereabouts::Place(Place::new(x, y, z)),
            _ => Whereabouts::Gone,
        }
    }

    /// Whoever has it on them.
    #[inline]
    pub fn owner(&self) -> Option<ActorId> {
        (self.how & !LOADED < 4).then_some(ActorId(self.spot[0] as u16))
    }

    /// It is there now.
    #[inline]
    pub fn put(&mut self, at: Whereabouts) {
        let with = |by: ActorId| [by.0 as i16, 0, 0];
        let (how, spot) = match at {
            Whereabouts::Held(by) => (0, with(by)),
            Whereabouts::Worn(by) => (1, with(by)),
            Whereabouts::Sheathed(by) => (2, with(by)),
            Whereabouts::Packed(by) => (3, with(by)),
            Whereabouts::Place(Place { cell, z }) => (4, [cell.x, cell.y, z]),
            Whereabouts::Gone => (5, [0; 3]),
        };
        (self.how, self.spot) = (self.how & LOADED | how, spot);
    }

    /// SE-R41.
    #[inline]
    pub fn is_loaded(&self) -> bool {
        self.how & LOADED != 0
    }

    /// SE-R41: it is loaded now, or not.
    #[inline]
    pub fn load(&mut self, is_loaded: bool) {
        self.how = self.how & !LOADED | if is_loaded { LOADED } else { 0 };
    }
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
    all: Box<[Thing]>,
    lasting: Arc<Vec<Lasting>>,
}

impl Things {
    /// One more.
    pub fn push(&mut self, (thing, lasting): (Thing, Lasting)) {
        self.all = self.all.iter().copied().chain([thing]).collect();
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
        Things { all: all.into(), lasting: Arc::new(lasting) }
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
            let (at, count, loaded) = (thing.at(), thing.count, thing.is_loaded());
            let Lasting { lit, turns_left, health, open, piece } = *lasting;
            Whole { at, count, loaded, lit, turns_left, health, open, piece }
        }))
    }
}

impl<'de> Deserialize<'de> for Things {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Things, D::Error> {
        let parts = |Whole { at, count, loaded, lit, turns_left, health, open, piece }| {
            (Thing::new(at, count, loaded), Lasting { lit, turns_left, health, open, piece })
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

    /// Wherever it is put, there it is, and nothing else about it changes.
    #[test]
    fn a_thing_is_where_it_was_put() {
        assert_eq!(size_of::<Thing>(), 8);
        let (who, place) = (ActorId(63), Place::new(-7, 300, -2));
        let all = [
            // where, whose
            (Whereabouts::Held(who), Some(who)),
            (Whereabouts::Worn(ActorId(0)), Some(ActorId(0))),
            (Whereabouts::Place(place), None),
            (Whereabouts::Sheathed(who), Some(who)),
            (Whereabouts::Packed(who), Some(who)),
            (Whereabouts::Gone, None),
        ];
        for is_loaded in [true, false] {
            let mut thing = Thing::new(Whereabouts::Gone, 7, !is_loaded);
            thing.load(is_loaded);
            for (at, owner) in all {
                thing.put(at);
                assert_eq!((thing.at(), thing.owner(), at.owner()), (at, owner, owner));
                assert_eq!((thing.is_loaded(), thing.count), (is_loaded, 7));
                assert_eq!(thing, Thing::new(at, 7, is_loaded), "where it was before leaves no trace");
            }
        }
    }

    /// What lasts is shared by copies until one of them changes it, and written with the rest.
    #[test]
    fn what_lasts_is_shared_until_it_changes() {
        let thing = Thing::new(Whereabouts::Held(ActorId(2)), 3, true);
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
