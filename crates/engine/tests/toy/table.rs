//! What lies on the toy's table.

use referee_engine::{ActorId, Audience, Seat, Side, space::Space};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    pub fighters: Vec<Fighter>,
    pub turn: Side,
    pub round: u32,
    pub space: Space,
    /// Only a broken book touches it.
    #[serde(default)]
    pub shared: Shared,
    /// Only a broken book reads it: a journal does not keep it.
    #[serde(skip)]
    pub forgotten: i32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fighter {
    pub name: String,
    pub key: String,
    pub side: Side,
    pub hp: i32,
    pub reactions: u8,
    pub acted: bool,
    /// Where it hides, known to its side alone.
    pub spot: Option<i32>,
    /// What it carries, known to its player alone.
    pub purse: String,
}

impl Table {
    pub fn fighter(&self, id: ActorId) -> &Fighter {
        &self.fighters[id.index()]
    }

    pub fn fighter_mut(&mut self, id: ActorId) -> &mut Fighter {
        &mut self.fighters[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.fighters.len() as u16).map(ActorId)
    }

    pub fn find(&self, key: &str) -> Option<ActorId> {
        self.ids().find(|&id| self.fighter(id).key == key)
    }

    pub fn is_up(&self, side: Side) -> bool {
        self.fighters.iter().any(|fighter| fighter.side == side && fighter.hp > 0)
    }

    pub fn plays_side(&self, seat: Seat, side: Side) -> bool {
        seat.is_gm() || self.ids().any(|id| self.fighter(id).side == side && seat.plays(id))
    }

    /// The players of the side of `actor`.
    pub fn own_side(&self, actor: ActorId) -> Audience {
        let side = self.fighter(actor).side;
        Audience::Actors(self.ids().filter(|&id| self.fighter(id).side == side).collect())
    }
}

/// A number that all copies of a table share: what a table must never have.
#[derive(Clone, Debug, Default)]
pub struct Shared(Arc<AtomicU32>);

impl Shared {
    pub fn touch(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Shared {}

impl Serialize for Shared {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Shared(Arc::new(u32::deserialize(deserializer)?.into())))
    }
}
