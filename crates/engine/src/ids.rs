//! Identities at the table: actors, sides, seats, and audiences.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Maximum number of actors at a table. Larger scenes are rejected when they are read.
pub const MAX_ACTORS: usize = 64;

/// A character, creature or hazard, by its index in the table's roster.
// Not `transparent`: it serialises as a bare number anyway, and `mentioned` recognises it by its type name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ActorId(pub u16);

impl ActorId {
    /// The actor at an index of the roster.
    pub const fn at(index: usize) -> ActorId {
        ActorId(index as u16)
    }

    /// The index in the roster.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of actors, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ActorSet(u64);

impl ActorSet {
    /// The empty set.
    pub const EMPTY: ActorSet = ActorSet(0);

    /// The set with `actor` added. An id beyond [`MAX_ACTORS`] is ignored.
    #[inline]
    pub const fn with(self, actor: ActorId) -> Self {
        ActorSet(self.0 | ActorSet::bit(actor))
    }

    /// The set without `actor`.
    #[inline]
    pub const fn without(self, actor: ActorId) -> Self {
        ActorSet(self.0 & !ActorSet::bit(actor))
    }

    /// Whether `actor` is in the set.
    #[inline]
    pub const fn contains(self, actor: ActorId) -> bool {
        actor.index() < MAX_ACTORS && self.0 >> actor.0 & 1 == 1
    }

    #[inline]
    const fn bit(actor: ActorId) -> u64 {
        if actor.index() < MAX_ACTORS { 1 << actor.0 } else { 0 }
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of actors in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the two sets intersect.
    #[inline]
    pub const fn meets(self, other: ActorSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    #[inline]
    pub const fn union(self, other: ActorSet) -> ActorSet {
        ActorSet(self.0 | other.0)
    }

    /// The intersection.
    #[inline]
    pub const fn both(self, other: ActorSet) -> ActorSet {
        ActorSet(self.0 & other.0)
    }

    /// The difference.
    #[inline]
    pub const fn except(self, other: ActorSet) -> ActorSet {
        ActorSet(self.0 & !other.0)
    }

    /// The first actor in roster order.
    #[inline]
    pub fn first(self) -> Option<ActorId> {
        self.iter().next()
    }

    /// The actors in roster order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = ActorId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros() as u16;
            (left != 0).then(|| {
                left &= left - 1;
                ActorId(lowest)
            })
        })
    }
}

impl FromIterator<ActorId> for ActorSet {
    fn from_iter<I: IntoIterator<Item = ActorId>>(actors: I) -> Self {
        actors.into_iter().fold(ActorSet::EMPTY, ActorSet::with)
    }
}

impl fmt::Debug for ActorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|actor| actor.0)).finish()
    }
}

impl Serialize for ActorSet {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ActorSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<ActorId>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Serialised as the list of its members.
impl JsonSchema for ActorSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ActorSet".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<ActorId>::json_schema(generator)
    }
}

/// A side of a scene, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Side(pub u8);

/// Who decides or rolls. Rules name actors; the session knows which person plays them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The game master.
    Gm,
    /// The player of this actor (the game master if it has none).
    Actor(ActorId),
    /// A side as a whole: any of its players may answer.
    Side(Side),
}

/// Without its name, which only a book knows: `actor 3`.
impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Gm => f.write_str("GM"),
            Who::Actor(actor) => write!(f, "actor {}", actor.0),
            Who::Side(side) => write!(f, "side {}", side.0 + 1),
        }
    }
}

/// What a seat may do and see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Sees everything, may correct anything, and plays the actors that no player plays.
    Gm,
    /// Plays these actors.
    Player(ActorSet),
    /// Sees only what is public.
    Spectator,
}

impl Seat {
    /// Whether this seat may act and answer for `actor`.
    pub fn plays(self, actor: ActorId) -> bool {
        match self {
            Seat::Gm => true,
            Seat::Player(actors) => actors.contains(actor),
            Seat::Spectator => false,
        }
    }

    /// Whether this is the game master's seat.
    pub fn is_gm(self) -> bool {
        self == Seat::Gm
    }
}

/// Who may know of an event. The game master always may, except with `Own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everyone at the table.
    All,
    /// Only the game master.
    Gm,
    /// The players of these actors.
    Actors(ActorSet),
    /// Everyone except those who play only these actors.
    AllBut(ActorSet),
    /// Only the players of these actors, and not even the game master.
    Own(ActorSet),
}

impl Audience {
    /// The players of one actor.
    pub fn only(actor: ActorId) -> Self {
        Audience::Actors(ActorSet::EMPTY.with(actor))
    }

    /// Whether `seat` may know of it.
    pub fn includes(self, seat: Seat) -> bool {
        match (self, seat) {
            (Audience::Own(to) | Audience::Actors(to), Seat::Player(actors)) => to.meets(actors),
            (Audience::Own(_), Seat::Gm) => false,
            (_, Seat::Gm) | (Audience::All, _) => true,
            (Audience::Gm, _) => false,
            (Audience::AllBut(not), Seat::Player(actors)) => actors.iter().any(|actor| !not.contains(actor)),
            (Audience::Actors(_) | Audience::AllBut(_) | Audience::Own(_), Seat::Spectator) => false,
        }
    }

    /// The part of this audience that may know of a secret act. If nobody would be left, the game master may.
    pub(crate) fn within(self, secrecy: Secrecy, by: Seat) -> Audience {
        let mine = match (secrecy, by) {
            (Secrecy::Public, _) => return self,
            (Secrecy::Blind, _) | (_, Seat::Gm | Seat::Spectator) => return Audience::Gm,
            (Secrecy::Gm | Secrecy::Own, Seat::Player(actors)) => actors,
        };
        let told: ActorSet = match self {
            Audience::All => mine,
            Audience::Gm => ActorSet::EMPTY,
            Audience::Actors(to) | Audience::Own(to) => mine.iter().filter(|&actor| to.contains(actor)).collect(),
            Audience::AllBut(not) => mine.iter().filter(|&actor| !not.contains(actor)).collect(),
        };
        match (secrecy, self) {
            _ if told == ActorSet::EMPTY => Audience::Gm,
            (Secrecy::Own, _) | (_, Audience::Own(_)) => Audience::Own(told),
            _ => Audience::Actors(told),
        }
    }
}

/// Who sees the dice and consequences of an act: the four roll modes common on virtual tabletops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Secrecy {
    /// Everyone whom the rules allow.
    #[default]
    Public,
    /// The game master and the acting player.
    Gm,
    /// Only the game master: the acting player does not see the result.
    Blind,
    /// Only the acting player.
    Own,
}

impl Secrecy {
    /// Whether it adds no restriction to the rules.
    pub fn is_public(&self) -> bool {
        *self == Secrecy::Public
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(actors: &[u16]) -> ActorSet {
        actors.iter().map(|&id| ActorId(id)).collect()
    }

    #[test]
    fn a_set_lists_its_members_in_roster_order_and_ignores_impossible_ids() {
        let actors = set(&[7, 0, 63, 31, 64, 9000]);
        assert_eq!(actors.iter().map(|actor| actor.0).collect::<Vec<_>>(), [0, 7, 31, 63]);
        assert!(!actors.contains(ActorId(64)) && actors.without(ActorId(64)) == actors);
        assert_eq!(actors.without(ActorId(7)).len(), 3);
        assert_eq!(actors.without(ActorId(63)).without(ActorId(31)).iter().count(), 2);
    }

    #[test]
    fn an_audience_reaches_those_it_names_and_always_the_game_master() {
        let mine = Seat::Player(set(&[1, 2]));
        let cases = [
            (Audience::All, mine, true),
            (Audience::Gm, mine, false),
            (Audience::Gm, Seat::Gm, true),
            (Audience::only(ActorId(2)), mine, true),
            (Audience::only(ActorId(3)), mine, false),
            (Audience::only(ActorId(3)), Seat::Gm, true),
            (Audience::AllBut(set(&[1])), mine, true),
            (Audience::AllBut(set(&[1, 2])), mine, false),
            (Audience::AllBut(set(&[1, 2])), Seat::Spectator, false),
            (Audience::Own(set(&[2])), mine, true),
            (Audience::Own(set(&[3])), mine, false),
            (Audience::Own(set(&[2])), Seat::Gm, false),
            (Audience::Own(set(&[2])), Seat::Spectator, false),
            (Audience::All, Seat::Spectator, true),
        ];
        for (audience, seat, expected) in cases {
            assert_eq!(audience.includes(seat), expected, "{audience:?} {seat:?}");
        }
    }
}
