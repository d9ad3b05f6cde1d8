//! What a Character has done this Turn.

use crate::{
    actions::{
        contest::ContestName,
        movement::Moving,
        task::{Object, TaskName},
    },
    sheet::{PartSet, ThingId, WeaponRef},
    turn::ACTIONS,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use smallvec::SmallVec;
use std::num::NonZeroU16;

/// What a Character has done this Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnState {
    /// The Actions taken.
    pub taken: Actions,
    /// A Move that can go on (CW-030).
    pub moving: Option<Moving>,
    /// CW-257: what it has handled; see [`Actor::has_touched`](super::Actor::has_touched).
    pub(super) touched: Touched,
    /// CW-021: one Action in place of two.
    pub focused: bool,
    /// CW-R24: it is done for this Turn.
    pub passed: bool,
    /// CW-036: its Reactions High Roll.
    pub reactions_high: bool,
}

/// An Action taken, with what later ones must differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// CW-025, CW-026.
    Attack {
        /// The limbs it used.
        limbs: PartSet,
        /// The weapon it used.
        weapon: WeaponRef,
    },
    /// CW-027.
    Contest(ContestName),
    /// CW-029.
    Move,
    /// CW-033, CW-034.
    Task(TaskName, Object),
    /// CW-035.
    Defend,
}

/// CW-017: the Actions taken in a Turn, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions([Option<Taken>; ACTIONS]);

impl Actions {
    /// The first of them.
    #[inline]
    pub fn first(&self) -> Option<&Taken> {
        self.0[0].as_ref()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Taken> {
        self.0.iter().flatten()
    }

    /// How many?
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|taken| usize::from(taken.is_some())).sum()
    }

    /// None yet?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// One more.
    #[inline]
    pub fn push(&mut self, action: Taken) {
        let room = self.0.iter_mut().find(|taken| taken.is_none());
        debug_assert!(room.is_some(), "CW-017: a Turn has two Actions");
        if let Some(room) = room {
            *room = Some(action);
        }
    }

    /// No more than so many of them.
    pub fn truncate(&mut self, count: usize) {
        self.0.iter_mut().skip(count).for_each(|taken| *taken = None);
    }
}

impl Serialize for Actions {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.iter().copied().collect::<SmallVec<[Taken; ACTIONS]>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Actions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Actions, D::Error> {
        let all = SmallVec::<[Taken; ACTIONS]>::deserialize(deserializer)?;
        if all.len() > ACTIONS {
            return Err(D::Error::custom(format!("{} Actions: a Turn has {ACTIONS}", all.len())));
        }
        let mut actions = Actions::default();
        all.into_iter().for_each(|action| actions.push(action));
        Ok(actions)
    }
}

/// The first two things that somebody has handled, each by its number and one more. Few handle a third in the same Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Touched([Option<NonZeroU16>; 2]);

impl Touched {
    /// Is this one of them?
    #[inline]
    pub fn contains(self, thing: ThingId) -> bool {
        let thing = Touched::one(thing);
        thing.is_some() && self.0.contains(&thing)
    }

    /// Puts it with them, unless there is no room.
    pub fn add(&mut self, thing: ThingId) -> bool {
        match (Touched::one(thing), self.0.iter_mut().find(|one| one.is_none())) {
            (Some(thing), Some(room)) => {
                *room = Some(thing);
                true
            }
            _ => false,
        }
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = ThingId> {
        self.0.into_iter().flatten().map(|one| ThingId(one.get() - 1))
    }

    #[inline]
    fn one(thing: ThingId) -> Option<NonZeroU16> {
        NonZeroU16::new(thing.0.wrapping_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cw_017_a_turn_has_two_actions() {
        let actions = [
            Taken::Attack { limbs: PartSet(u32::MAX), weapon: WeaponRef::Thing(ThingId(u16::MAX)) },
            Taken::Attack { limbs: PartSet(0), weapon: WeaponRef::Natural(0) },
            Taken::Contest(ContestName::Strangle),
            Taken::Move,
            Taken::Task(TaskName::Other, Object::Thing(ThingId(u16::MAX))),
            Taken::Defend,
        ];
        for (one, other) in actions.iter().flat_map(|one| actions.iter().map(move |other| (one, other))) {
            let mut taken = Actions::default();
            assert!(taken.is_empty() && taken.first().is_none());
            assert_eq!(serde_json::to_string(&taken).unwrap(), "[]");
            for (at, action) in [one, other].into_iter().enumerate() {
                taken.push(*action);
                assert_eq!((taken.len(), taken.first(), taken.is_empty()), (at + 1, Some(one), false));
            }
            assert_eq!(taken.iter().collect::<Vec<_>>(), [one, other]);
            let written = serde_json::to_string(&taken).unwrap();
            assert_eq!(written, serde_json::to_string(&[one, other]).unwrap());
            assert_eq!(serde_json::from_str::<Actions>(&written).unwrap(), taken);
            taken.truncate(1);
            assert_eq!(taken.iter().collect::<Vec<_>>(), [one]);
        }
        assert!(serde_json::from_str::<Actions>(r#"["move","defend","move"]"#).is_err());
    }
}
