//! How a Character is.

use super::{Few, Injury, Rare, TurnState, gist::Fit};
use crate::{
    conditions::ConditionKind,
    sheet::{PartId, PartSet, ThingId},
};
use referee_engine::{ActorId, Derived, Seldom, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a Character is. What is seldom so of anybody reads as if it were here too ([`Rare`]). A table is copied for every simulated
/// fight, so that this is small.
#[derive(Debug)]
pub struct Actor {
    /// Where it is.
    pub place: Place,
    /// The direction it looks, in degrees (CW-176).
    pub facing: u16,
    /// CW-268: lying down.
    pub prone: bool,
    /// Does it take part?
    pub out: Out,
    /// CW-R55: failed Shock Checks.
    pub shock_failures: u8,
    /// CW-230: Reactions left.
    pub reactions: u8,
    /// CW-075, CW-R49: the parts that do not work, by Injuries or by what the GM said.
    pub(super) broken: PartSet,
    /// Its Injuries, in the order in which they came.
    pub injuries: Few<Injury, 7>,
    /// What it has done this Turn.
    pub turn: TurnState,
    /// What its arms hold; a two-handed thing stands twice.
    pub held: Few<Grip, 3>,
    /// What is seldom so.
    pub(crate) rare: Seldom<Rare>,
}

/// Does a Character take part?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// It does.
    #[default]
    Active,
    /// CW-008: it gave up.
    Surrendered,
    /// It left.
    Fled,
    /// CW-R57.
    Unconscious,
    /// CW-R58.
    Dead,
}

/// One arm and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grip {
    /// The arm.
    pub arm: PartId,
    /// What it holds.
    pub thing: ThingId,
    /// What that is fit for, where it is kept; see [`Table::know_hands`](super::Table::know_hands).
    #[serde(skip)]
    pub(super) fit: Derived<Fit>,
}

impl Grip {
    /// This arm holds that.
    pub const fn new(arm: PartId, thing: ThingId) -> Grip {
        Grip { arm, thing, fit: Derived(Fit::UNKNOWN) }
    }
}

impl Default for Grip {
    fn default() -> Grip {
        Grip::new(0, ThingId(0))
    }
}

/// The parts of somebody that the GM has said do not work, and what there is to tell apart then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PartsOut {
    /// CW-R49: what the GM has said.
    pub said: PartSet,
    /// CW-075: what Injuries have put out.
    pub maimed: PartSet,
}

/// A hold by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hold {
    /// Pin or Strangle.
    pub kind: HoldKind,
    /// Whom.
    pub target: ActorId,
    /// The arms that are busy with it.
    pub arms: PartSet,
}

/// The two holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldKind {
    /// CW-155.
    Pin,
    /// CW-160.
    Strangle,
}

/// What a Character carries with both hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hefted {
    /// A thing.
    Thing(ThingId),
    /// A person who cannot walk.
    Actor(ActorId),
}

/// Work that takes time (CW-221).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lengthy {
    /// The Task, as it was declared.
    pub task: crate::actions::task::Task,
    /// The Rank that was settled at its start.
    pub rank: crate::rank::Rank,
    /// Actions of work still to do; 0 for work that is measured in story time.
    pub actions_left: u16,
    /// Seconds of story time still to pass.
    pub seconds_left: u64,
    /// CW-225: High Roll, and twice the time.
    pub focused: bool,
    /// Has this Turn's Action of work been done?
    pub worked: bool,
}

/// CW-129: what a Persuaded Character must do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Demand {
    /// Who demands it.
    pub by: ActorId,
    /// What.
    pub what: crate::actions::contest::Demanded,
    /// When it stops to bind.
    pub ends: referee_engine::clock::Ends,
}

impl Actor {
    /// Somebody there who holds this: on its feet, unhurt, and with nothing done yet.
    pub fn new(place: Place, held: Few<Grip, 3>) -> Actor {
        Actor {
            place,
            facing: 0,
            prone: false,
            out: Out::Active,
            shock_failures: 0,
            reactions: 0,
            broken: PartSet::default(),
            injuries: Few::default(),
            turn: TurnState::default(),
            held,
            rare: Seldom::default(),
        }
    }
}

impl Clone for Actor {
    fn clone(&self) -> Actor {
        Actor { injuries: self.injuries.clone(), held: self.held.clone(), rare: self.rare.clone(), ..*self }
    }

    /// Every fight of a run begins with such a copy.
    #[inline]
    fn clone_from(&mut self, from: &Actor) {
        // All fields by name, so that a new one cannot be forgotten here.
        let Actor { place, facing, prone, out, shock_failures, reactions, broken, injuries, turn, held, rare } = self;
        (*place, *facing, *prone, *out) = (from.place, from.facing, from.prone, from.out);
        (*shock_failures, *reactions, *broken, *turn) = (from.shock_failures, from.reactions, from.broken, from.turn);
        injuries.clone_from(&from.injuries);
        held.clone_from(&from.held);
        rare.clone_from(&from.rare);
    }
}

impl Actor {
    /// CW-075, CW-R49: the parts that do not work, by Injuries or by what the GM said.
    #[inline]
    pub fn broken(&self) -> PartSet {
        self.broken
    }

    /// CW-075: limbs that Injuries have put out; see [`Table::know_body`](super::Table::know_body).
    #[inline]
    pub fn maimed(&self) -> PartSet {
        self.rare.parts_out.map_or(self.broken, |parts| parts.maimed)
    }

    /// Injuries have put out these limbs.
    #[inline]
    pub fn set_maimed(&mut self, maimed: PartSet) {
        self.broken = match self.rare.get_mut().and_then(|rare| rare.parts_out.as_mut()) {
            None => maimed,
            Some(parts) => {
                parts.maimed = maimed;
                maimed.union(parts.said)
            }
        };
    }

    /// Parts that the GM has said no longer work (CW-R49, other limbs).
    pub fn parts_out(&self) -> PartSet {
        self.rare.parts_out.map_or(PartSet::default(), |parts| parts.said)
    }

    /// The GM says that these do not work.
    pub fn set_parts_out(&mut self, said: PartSet) {
        let maimed = self.maimed();
        self.broken = maimed.union(said);
        if !said.is_empty() {
            self.rare.fill().parts_out = Some(PartsOut { said, maimed });
        } else if let Some(rare) = self.rare.get_mut() {
            rare.parts_out = None;
        }
    }

    /// CW-257: has it handled this?
    #[inline]
    pub fn has_touched(&self, thing: ThingId) -> bool {
        self.turn.touched.contains(thing) || self.rare.touched.contains(&thing)
    }

    /// CW-257: it handles this.
    pub fn touch(&mut self, thing: ThingId) {
        if self.has_touched(thing) || (self.rare.touched.is_empty() && self.turn.touched.add(thing)) {
            return;
        }
        self.rare.fill().touched.push(thing);
    }

    /// CW-257: what it has handled, in that order.
    pub fn touched(&self) -> impl Iterator<Item = ThingId> {
        self.turn.touched.iter().chain(self.rare.touched.iter().copied())
    }

    /// CW-R131: as if it had handled nothing.
    #[inline]
    pub fn forget_touched(&mut self) {
        self.turn.touched = Default::default();
        if let Some(rare) = self.rare.get_mut() {
            rare.touched.clear();
        }
    }

    /// It Moves no longer.
    #[inline]
    pub fn stop(&mut self) {
        self.turn.moving = None;
        if let Some(rare) = self.rare.get_mut() {
            (rare.near, rare.seen_by) = Default::default();
        }
    }

    /// CW-R69: Cover that it has by lying where it lies is gone when it gets up or goes elsewhere.
    #[inline]
    pub fn leave_low_cover(&mut self) {
        if let Some(rare) = self.rare.get_mut() {
            rare.low_cover = None;
        }
    }

    /// Has it such a condition?
    #[inline]
    pub fn has(&self, is: impl Fn(&ConditionKind) -> bool) -> bool {
        !self.is_plain() && self.conditions.iter().any(|condition| is(&condition.kind))
    }
}

impl Out {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Out::Active => "active",
            Out::Surrendered => "surrendered",
            Out::Fled => "gone",
            Out::Unconscious => "unconscious",
            Out::Dead => "dead",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::duel;

    /// Every simulated fight copies all of them.
    #[test]
    fn a_character_is_small() {
        assert_eq!(size_of::<Actor>(), 96);
    }

    /// CW-075, CW-R49: what Injuries put out and what the GM says are told apart, in whatever order they come.
    #[test]
    fn cw_075_limbs_are_out_by_injuries_or_by_what_the_gm_said() {
        let (_, table) = duel();
        let mut actor = table.actor(ActorId(0)).clone();
        let steps = [(0, 0), (2, 0), (2, 6), (8, 6), (8, 0), (0, 4), (0, 0)];
        for (maimed, said) in steps.map(|(maimed, said)| (PartSet(maimed), PartSet(said))) {
            actor.set_maimed(maimed);
            actor.set_parts_out(said);
            assert_eq!((actor.maimed(), actor.parts_out(), actor.broken()), (maimed, said, maimed.union(said)));
            actor.set_maimed(PartSet(16));
            assert_eq!((actor.maimed(), actor.broken()), (PartSet(16), PartSet(16).union(said)));
        }
    }

    /// CW-257: however many things it handles, all are known until they are forgotten.
    #[test]
    fn cw_257_all_that_was_handled_is_known() {
        let (_, table) = duel();
        let before = table.actor(ActorId(0)).clone();
        let mut actor = before.clone();
        let things = [7, 0, u16::MAX, 3, 9].map(ThingId);
        for (at, &thing) in things.iter().enumerate() {
            assert!(!actor.has_touched(thing));
            actor.touch(thing);
            actor.touch(thing);
            assert_eq!(actor.touched().collect::<Vec<_>>(), things[..=at]);
            assert_ne!(actor, before);
        }
        actor.forget_touched();
        assert_eq!(actor, before);
    }

    /// What was kept of a Move is gone with it.
    #[test]
    fn who_noticed_a_sneaker_is_forgotten_when_it_stops() {
        let (_, table) = duel();
        let before = table.actor(ActorId(0)).clone();
        let mut actor = before.clone();
        actor.turn.moving = Some(Default::default());
        actor.rare_mut().near = referee_engine::ActorSet::EMPTY.with(ActorId(1));
        actor.stop();
        assert_eq!(actor, before);
        actor.turn.moving = Some(Default::default());
        assert!(actor.near.is_empty() && actor.seen_by.is_empty());
    }
}
