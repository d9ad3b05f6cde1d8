//! Who is at the table: actors, sides, seats, and who may hear what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most actors one table can hold. The door refuses a larger scene.
pub const MAX_ACTORS: usize = 64;

/// One character, creature or hazard: its place in the table's roster.
// Not `transparent`: it is written as a bare number all the same, and `mentioned` knows it by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ActorId(pub u16);

impl ActorId {
    /// The actor at an index of the roster.
    pub const fn at(index: usize) -> ActorId {
        ActorId(index as u16)
    }

    /// The index into the roster.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of actors, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ActorSet(u64);

impl ActorSet {
    /// Nobody.
    pub const EMPTY: ActorSet = ActorSet(0);

    /// The set with `actor` in it as well. An id beyond [`MAX_ACTORS`] is left out.
    #[inline]
    pub const fn with(self, actor: ActorId) -> Self {
        ActorSet(self.0 | ActorSet::bit(actor))
    }

    /// The set without `actor`.
    #[inline]
    pub const fn without(self, actor: ActorId) -> Self {
        ActorSet(self.0 & !ActorSet::bit(actor))
    }

    /// Is `actor` in the set?
    #[inline]
    pub const fn contains(self, actor: ActorId) -> bool {
        actor.index() < MAX_ACTORS && self.0 >> actor.0 & 1 == 1
    }

    #[inline]
    const fn bit(actor: ActorId) -> u64 {
        if actor.index() < MAX_ACTORS { 1 << actor.0 } else { 0 }
    }

    /// Is nobody in it?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in it?
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Do the two sets share anybody?
    #[inline]
    pub const fn meets(self, other: ActorSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Everybody who is in either.
    #[inline]
    pub const fn union(self, other: ActorSet) -> ActorSet {
        ActorSet(self.0 | other.0)
    }

    /// Everybody who is in both.
    #[inline]
    pub const fn both(self, other: ActorSet) -> ActorSet {
        ActorSet(self.0 & other.0)
    }

    /// Everybody who is not in the other.
    #[inline]
    pub const fn except(self, other: ActorSet) -> ActorSet {
        ActorSet(self.0 & !other.0)
    }

    /// The first of them in roster order.
    #[inline]
    pub fn first(self) -> Option<ActorId> {
        self.iter().next()
    }

    /// The members in roster order.
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

/// Written as the list of its members.
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

/// Which of the sides of a scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Side(pub u8);

/// Who decides or rolls. Rules know actors; which person that is, the session knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The game master.
    Gm,
    /// The person who plays this actor (the game master if nobody does).
    Actor(ActorId),
    /// A side as a whole: any of its players may answer.
    Side(Side),
}

/// What one person at the table may do and see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Sees everything, may correct anything, plays whoever nobody else plays.
    Gm,
    /// Plays these actors.
    Player(ActorSet),
    /// Sees what everybody sees.
    Spectator,
}

impl Seat {
    /// May this seat act and answer for `actor`?
    pub fn plays(self, actor: ActorId) -> bool {
        match self {
            Seat::Gm => true,
            Seat::Player(actors) => actors.contains(actor),
            Seat::Spectator => false,
        }
    }

    /// Is this the game master's seat?
    pub fn is_gm(self) -> bool {
        self == Seat::Gm
    }
}

/// Who may learn of an event. The game master may too, except of what somebody keeps to themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody at the table.
    All,
    /// The game master alone.
    Gm,
    /// Those who play one of these actors.
    Actors(ActorSet),
    /// Everybody but those who play only these actors.
    AllBut(ActorSet),
    /// Those who play one of these actors, and nobody else: not even the game master.
    Own(ActorSet),
}

impl Audience {
    /// The players of one actor.
    pub fn only(actor: ActorId) -> Self {
        Audience::Actors(ActorSet::EMPTY.with(actor))
    }

    /// May `seat` learn of it?
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

    /// Those of this audience whom a secret act lets know: whatever would be left to nobody, the game master keeps.
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

/// Who sees the dice of an act and hears of what follows from it: the four kinds of rolls that tables know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Secrecy {
    /// Whoever the rules let know.
    #[default]
    Public,
    /// The game master and whoever acts.
    Gm,
    /// The game master alone: whoever acts does not see how it went.
    Blind,
    /// Whoever acts, alone.
    Own,
}

impl Secrecy {
    /// Does it leave things as the rules have them?
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
