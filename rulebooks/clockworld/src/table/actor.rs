//! How a Character is.

use super::{Injury, TurnState};
use crate::{
    conditions::{Condition, ConditionKind},
    sheet::{PartId, PartSet, ThingId},
};
use referee_engine::{ActorId, ActorSet, named, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How a Character is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Actor {
    /// Where it is; see [`Actor::stand_at`].
    pub place: Place,
    /// The direction it looks, in degrees (CW-176).
    pub facing: u16,
    /// CW-268: lying down.
    pub prone: bool,
    /// Does it take part?
    pub out: Out,
    /// Its Injuries, in the order in which they came.
    pub injuries: Vec<Injury>,
    /// CW-R55: failed Shock Checks.
    pub shock_failures: u8,
    /// What weighs on it.
    pub conditions: Vec<Condition>,
    /// CW-230: Reactions left.
    pub reactions: u8,
    /// CW-036: its Reactions High Roll.
    pub reactions_high: bool,
    /// What it has done this Turn.
    pub turn: TurnState,
    /// CW-273: whom it does not know of.
    pub unaware_of: ActorSet,
    /// CW-R84: whose lies it did not believe.
    pub suspicious_of: ActorSet,
    /// What its arms hold; a two-handed thing stands twice.
    pub held: SmallVec<[Grip; 2]>,
    pub hold: Option<Hold>,
    /// What it carries with both hands (CW-210).
    pub hefting: Option<Hefted>,
    /// The work it is at (CW-221).
    pub lengthy: Option<Lengthy>,
    /// What it has been Persuaded to do (CW-129).
    pub demand: Option<Demand>,
    /// CW-243, CW-R69: it has taken Cover by falling Prone where it was; from where the Attack came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_cover: Option<Place>,
    /// Parts that the GM has said no longer work (CW-R49, other limbs).
    pub parts_out: PartSet,
    /// CW-075: limbs that Injuries have put out; see [`Table::know_body`](super::Table::know_body).
    pub maimed: PartSet,
}

named! {
    /// Does a Character take part?
    #[derive(PartialOrd, Ord, Hash, Default, JsonSchema)]
    pub enum Out {
        /// It does.
        #[default]
        Active = "active",
        /// CW-008: it gave up.
        Surrendered = "surrendered",
        /// It left.
        Fled = "fled" / "gone",
        /// CW-R57.
        Unconscious = "unconscious",
        /// CW-R58.
        Dead = "dead",
    }
}

/// One arm and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grip {
    pub arm: PartId,
    /// What it holds.
    pub thing: ThingId,
}

/// A hold by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hold {
    /// Pin or Strangle.
    pub kind: HoldKind,
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
    Thing(ThingId),
    /// A person who cannot walk.
    Actor(ActorId),
}

/// Work that takes time (CW-221).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lengthy {
    /// The Task, as it was declared.
    pub task: crate::acts::task::Task,
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
    pub what: crate::acts::contest::Demanded,
    /// When it stops to bind.
    pub ends: referee_engine::clock::Ends,
}

impl Actor {
    /// Somebody there who holds this: on its feet, unhurt, and with nothing done yet.
    pub fn new(place: Place, held: SmallVec<[Grip; 2]>) -> Actor {
        Actor {
            place,
            facing: 0,
            prone: false,
            out: Out::Active,
            injuries: Vec::new(),
            shock_failures: 0,
            conditions: Vec::new(),
            reactions: 0,
            reactions_high: false,
            turn: TurnState::default(),
            unaware_of: ActorSet::EMPTY,
            suspicious_of: ActorSet::EMPTY,
            held,
            hold: None,
            hefting: None,
            lengthy: None,
            demand: None,
            low_cover: None,
            parts_out: PartSet::default(),
            maimed: PartSet::default(),
        }
    }

    /// Is there now. CW-R69: in another cell it no longer lies in the Cover that it took.
    pub fn stand_at(&mut self, place: Place) {
        if self.place.cell != place.cell {
            self.low_cover = None;
        }
        self.place = place;
    }

    /// CW-075, CW-R49: the parts that do not work, by Injuries or by what the GM said.
    pub fn broken(&self) -> PartSet {
        self.maimed.union(self.parts_out)
    }

    /// CW-257: it handles this.
    pub fn touch(&mut self, thing: ThingId) {
        if !self.turn.touched.contains(&thing) {
            self.turn.touched.push(thing);
        }
    }

    /// It is at no work any longer, and nothing is demanded of it.
    pub fn set_free(&mut self) {
        (self.lengthy, self.demand) = (None, None);
    }

    /// Has it such a condition?
    pub fn has(&self, is: impl Fn(&ConditionKind) -> bool) -> bool {
        self.conditions.iter().any(|condition| is(&condition.kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::duel;

    /// CW-257: what was handled is known, once each, in that order.
    #[test]
    fn cw_257_what_was_handled_is_known() {
        let (_, table) = duel();
        let mut actor = table.actor(ActorId(0)).clone();
        for thing in [7, 0, 7, u16::MAX, 0].map(ThingId) {
            actor.touch(thing);
            assert!(actor.turn.touched.contains(&thing));
        }
        assert_eq!(actor.turn.touched[..], [7, 0, u16::MAX].map(ThingId));
    }

    /// CW-075, CW-R49: what Injuries put out and what the GM says are told apart, and either keeps a part from working.
    #[test]
    fn cw_075_limbs_are_out_by_injuries_or_by_what_the_gm_said() {
        let (_, table) = duel();
        let mut actor = table.actor(ActorId(0)).clone();
        (actor.maimed, actor.parts_out) = (PartSet(2), PartSet(6));
        assert_eq!(actor.broken(), PartSet(6));
        actor.parts_out = PartSet(4);
        assert_eq!(actor.broken(), PartSet(6));
        actor.maimed = PartSet::default();
        assert_eq!(actor.broken(), PartSet(4));
    }
}
