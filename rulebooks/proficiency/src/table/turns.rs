//! Whose turn it is, who is on which side, and who is still able (PR-003, PR-027).

use super::{Phase, Table};
use referee_engine::{ActorId, ActorSet, Side, act::Why, bar, clock::Turn};
use serde::{Deserialize, Serialize};

/// Sides that act together, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideSet(pub u8);

impl SideSet {
    /// One side.
    pub const fn of(side: Side) -> SideSet {
        SideSet(1 << side.0)
    }

    /// Is this side among them?
    pub const fn contains(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// All of them, in their order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let side = Side(left.trailing_zeros() as u8);
            (left != 0).then(|| {
                left &= left - 1;
                side
            })
        })
    }

    /// The first of them, if there is any.
    pub fn any(self) -> Option<Side> {
        (self.0 != 0).then(|| self.first())
    }

    pub const fn first(self) -> Side {
        Side(self.0.trailing_zeros() as u8)
    }
}

impl FromIterator<Side> for SideSet {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> SideSet {
        SideSet(sides.into_iter().fold(0, |all, side| all | SideSet::of(side).0))
    }
}

impl Table {
    /// Those who are able.
    pub fn able(&self) -> ActorSet {
        self.ids().filter(|&id| self.is_able(id)).collect()
    }

    /// The members of a side.
    pub fn members(&self, side: Side) -> ActorSet {
        self.ids().filter(|&id| self.side_of(id) == side).collect()
    }

    /// Whose part of the round it is.
    pub fn acting_sides(&self) -> SideSet {
        self.order.get(usize::from(self.part)).copied().unwrap_or_default()
    }

    /// PR-003, PR-027: may this character act now? In its own turn, or, while its side has the round and nobody is in
    /// the middle of a turn, by beginning its turn with the act.
    pub fn has_turn(&self, id: ActorId) -> bool {
        match (self.phase, self.clock.turn) {
            (Phase::Free, _) => true,
            (_, Turn::Of(who)) => who == id,
            (_, _) => self.may_begin(id) && self.actor(id).lasting.is_empty(),
        }
    }

    /// May this character's turn begin now?
    pub fn may_begin(&self, id: ActorId) -> bool {
        self.beginning_sides().contains(self.side_of(id)) && self.actor(id).may_begin(self.clock.round)
    }

    /// Those whose turn may begin now.
    pub fn beginners(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.ids().filter(|&id| self.may_begin(id))
    }

    /// The sides of which somebody may begin a turn: none in the middle of one.
    fn beginning_sides(&self) -> SideSet {
        let none = self.phase == Phase::Free || matches!(self.clock.turn, Turn::Of(_));
        if none { SideSet::default() } else { self.acting_sides() }
    }

    /// The sides of which somebody is able.
    pub fn able_sides(&self) -> SideSet {
        self.able().iter().map(|id| self.side_of(id)).collect()
    }

    /// PR-R04: have two sides or more somebody able?
    pub fn is_contested(&self) -> bool {
        self.able_sides().iter().count() > 1
    }

    /// The able foes of a character.
    pub fn able_foes(&self, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
        self.ids().filter(move |&id| self.hostile(who, id) && self.is_able(id))
    }

    /// May this character act now: is it there, able, and has it the turn?
    pub fn can_act(&self, id: ActorId) -> bool {
        self.has(id) && self.over.is_none() && self.is_able(id) && self.has_turn(id)
    }

    /// Bars whoever may not act now.
    pub fn may_act(&self, id: ActorId) -> Result<(), Why<'_>> {
        if self.can_act(id) { Ok(()) } else { Err(self.no_act(id)) }
    }

    /// Why this character may not act now.
    fn no_act(&self, id: ActorId) -> Why<'_> {
        if !self.has(id) {
            return bar!(_, "unknown-character", "there is no such character");
        }
        if let Some(ending) = &self.over {
            return bar!("PR-R04", "over", "the scene is over: {}", &ending.why);
        }
        if !self.is_able(id) {
            let how = self.actor(id).life.word();
            return bar!("PR-R72", "not-able", "{} is {} and cannot act", self.name(id), how);
        }
        bar!("PR-027", "not-your-turn", "it is not {}'s turn", self.name(id))
    }
}
