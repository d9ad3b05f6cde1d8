//! How somebody is.

use crate::{conditions::StatusSet, gear::Outfit, roster::Near, sheet::ThingId, turn::Part};
use referee_engine::{ActorId, Derived, MAX_ACTORS, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// Does somebody take part?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// In the scene and able to act.
    #[default]
    Active,
    /// SE-R75: in the scene, but cannot act or react: bound, asleep.
    Helpless,
    /// SE-R110: no actions, and a point of Strong less each round.
    Dying,
    /// SE-R109.
    Dead,
    /// Not in the scene: not yet, or no more.
    Away,
}

/// SE-R09: a stock of food or of water.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stock {
    /// The sides of its usage die; 0 if it is gone.
    #[serde(default)]
    pub die: u8,
    /// Units, with `supply_mode` = `count`.
    #[serde(default)]
    pub units: u8,
}

/// SE-R92: what somebody wants to happen when a foe moves in range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum FreeAnswer {
    #[default]
    Ask,
    Always,
    Never,
}

/// The most abilities of one character.
pub const MOST_ABILITIES: usize = 8;

/// Somebody or nobody, in a byte: all who are at a table have a number in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Option<ActorId>", into = "Option<ActorId>")]
pub struct Someone(Option<NonZeroU8>);

impl Someone {
    /// Nobody.
    pub const NOBODY: Someone = Someone(None);

    /// Who it is.
    #[inline]
    pub fn id(self) -> Option<ActorId> {
        self.0.map(|number| ActorId(u16::from(number.get()) - 1))
    }

    /// Is it this one?
    #[inline]
    pub fn is(self, who: ActorId) -> bool {
        self.id() == Some(who)
    }
}

impl From<Option<ActorId>> for Someone {
    /// Whoever cannot be at a table is nobody.
    #[inline]
    fn from(who: Option<ActorId>) -> Someone {
        Someone(who.filter(|who| who.index() < MAX_ACTORS).and_then(|who| NonZeroU8::new(who.0 as u8 + 1)))
    }
}

impl From<Someone> for Option<ActorId> {
    fn from(someone: Someone) -> Option<ActorId> {
        someone.id()
    }
}

/// What is counted by the day: few fights change any of it, so copies of a table share it until it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Daily {
    /// SE-R09.
    pub food: Stock,
    /// SE-R09.
    pub water: Stock,
    /// SE-R08: hours since it was met.
    pub food_hours: u16,
    /// SE-R08: hours since it was met.
    pub water_hours: u16,
    /// SE-R46: uses of abilities today.
    pub used: [u8; MOST_ABILITIES],
    /// How it was when the GM took it out of the scene: so it comes back.
    pub left_as: Option<Out>,
}

/// How somebody is, but for what is counted by the [day](Daily).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actor {
    /// Where it is.
    pub place: Place,
    /// Does it take part?
    pub out: Out,
    /// Do the other sides not know of it?
    pub hidden: bool,
    /// SE-110.
    pub down: bool,
    /// SE-R108.
    pub health: i16,
    /// SE-R110: what is left of Strong.
    pub strong: u8,
    /// SE-118.
    pub statuses: StatusSet,
    /// Whom a Frightened one may not come nearer to.
    pub afraid_of: Someone,
    /// All mundane Defense (SE-R72); kept by [`know`](super::Table::know).
    pub defense: i8,
    /// All otherworldly Defense; kept by [`know`](super::Table::know).
    pub ward: i8,
    /// Otherworldly Defense by an ability, until the clock restarts.
    pub warded: i8,
    /// The raised shield (SE-R39); kept by [`know`](super::Table::know).
    pub shield: Option<ThingId>,
    /// The helmet that is worn; kept by [`know`](super::Table::know).
    pub helmet: Option<ThingId>,
    /// What else follows from its gear; kept by [`know`](super::Table::know).
    pub outfit: Derived<Outfit>,
    /// Who is within its reach; kept by the [`Roster`](crate::roster::Roster).
    pub(crate) near: Derived<Near>,
    /// What it does in this round.
    pub part: Part,
    /// SE-R92.
    pub free: FreeAnswer,
    /// Bind Wound: once per character and fight.
    pub bound: bool,
}

/// Somebody as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Actor")]
pub(crate) struct Whole {
    place: Place,
    out: Out,
    hidden: bool,
    down: bool,
    health: i16,
    strong: i16,
    statuses: StatusSet,
    afraid_of: Someone,
    defense: i8,
    ward: i8,
    warded: i8,
    shield: Option<ThingId>,
    helmet: Option<ThingId>,
    part: Part,
    free: FreeAnswer,
    food: Stock,
    water: Stock,
    food_hours: u16,
    water_hours: u16,
    used: [u8; MOST_ABILITIES],
    bound: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left_as: Option<Out>,
}

impl From<(Actor, Daily)> for Whole {
    fn from((actor, daily): (Actor, Daily)) -> Whole {
        let Actor { place, out, hidden, down, health, strong, statuses, afraid_of, defense, ward, warded, .. } = actor;
        let Actor { shield, helmet, outfit: _, near: _, part, free, bound, .. } = actor;
        let Daily { food, water, food_hours, water_hours, used, left_as } = daily;
        Whole {
            place,
            out,
            hidden,
            down,
            health,
            strong: strong.into(),
            statuses,
            afraid_of,
            defense,
            ward,
            warded,
            shield,
            helmet,
            part,
            free,
            food,
            water,
            food_hours,
            water_hours,
            used,
            bound,
            left_as,
        }
    }
}

impl From<Whole> for (Actor, Daily) {
    fn from(whole: Whole) -> (Actor, Daily) {
        let Whole { place, out, hidden, down, health, strong, statuses, afraid_of, defense, ward, warded, .. } = whole;
        let Whole { shield, helmet, part, free, food, water, food_hours, water_hours, used, bound, left_as, .. } =
            whole;
        let actor = Actor {
            place,
            out,
            hidden,
            down,
            health,
            strong: strong.clamp(0, u8::MAX.into()) as u8,
            statuses,
            afraid_of,
            defense,
            ward,
            warded,
            shield,
            helmet,
            outfit: Derived::default(),
            near: Derived::default(),
            part,
            free,
            bound,
        };
        (actor, Daily { food, water, food_hours, water_hours, used, left_as })
    }
}

impl Out {
    /// In a word.
    pub fn word(self) -> &'static str {
        ["active", "helpless", "dying", "dead", "away"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table is copied for every fight, eight people and more.
    #[test]
    fn somebody_takes_64_bytes() {
        assert_eq!(size_of::<Actor>(), 64);
        assert_eq!(size_of::<Someone>(), 1);
    }

    #[test]
    fn someone_is_written_as_who_it_is() {
        let last = MAX_ACTORS as u16 - 1;
        for (who, written) in [(None, "null".to_owned()), (Some(0), "0".into()), (Some(last), last.to_string())] {
            let who = who.map(ActorId);
            let someone = Someone::from(who);
            assert_eq!((someone.id(), someone == Someone::NOBODY), (who, who.is_none()));
            assert!(who.is_none_or(|who| someone.is(who)) && !someone.is(ActorId(7)));
            assert_eq!(serde_json::to_string(&someone).unwrap(), written);
            assert_eq!(serde_json::from_str::<Someone>(&written).unwrap(), someone);
        }
        for beyond in [last + 1, 255, 256, u16::MAX] {
            assert_eq!(Someone::from(Some(ActorId(beyond))), Someone::NOBODY, "{beyond} is at no table");
        }
    }
}
