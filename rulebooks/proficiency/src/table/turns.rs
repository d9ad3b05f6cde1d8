//! Whose turn it is, and who is still able (PR-003, PR-027).

use super::{Phase, Table};
use referee_engine::{ActorId, Refusal, Side, clock::Turn, rule};
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
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// All of them, in their order.
    #[inline]
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
    #[inline]
    pub fn any(self) -> Option<Side> {
        (self.0 != 0).then(|| self.first())
    }

    /// The first of them.
    #[inline]
    pub const fn first(self) -> Side {
        Side(self.0.trailing_zeros() as u8)
    }
}

impl Table {
    /// Whose part of the round it is.
    #[inline]
    pub fn acting_sides(&self) -> SideSet {
        self.order.get(usize::from(self.part)).copied().unwrap_or_default()
    }

    /// PR-003, PR-027: may this character act now? In its own turn, or, while its side has the round and nobody is in
    /// the middle of a turn, by beginning its turn with the act.
    #[inline]
    pub fn has_turn(&self, id: ActorId) -> bool {
        match (self.phase, self.clock.turn) {
            (Phase::Free, _) => true,
            (_, Turn::Of(who)) => who == id,
            (_, _) => self.may_begin(id) && self.actor(id).lasting.is_empty(),
        }
    }

    /// May this character's turn begin now?
    #[inline]
    pub fn may_begin(&self, id: ActorId) -> bool {
        self.beginning_sides().contains(self.side_of(id)) && self.actor(id).may_begin(self.clock.round)
    }

    /// Those whose turn may begin now.
    #[inline]
    pub fn beginners(&self) -> impl Iterator<Item = ActorId> + '_ {
        let able = self.actors.able().both(self.setup.sheets.of_sides(self.beginning_sides()));
        able.iter().filter(|&id| self.actor(id).may_begin(self.clock.round))
    }

    /// The sides of which somebody may begin a turn: none in the middle of one.
    #[inline]
    fn beginning_sides(&self) -> SideSet {
        let none = self.phase == Phase::Free || matches!(self.clock.turn, Turn::Of(_));
        if none { SideSet::default() } else { self.acting_sides() }
    }

    /// The sides of which somebody is able.
    #[inline]
    pub fn able_sides(&self) -> SideSet {
        let (able, sheets) = (self.actors.able(), &self.setup.sheets);
        let sides = (0..self.setup.sides.len() as u8).map(Side).filter(|&side| able.meets(sheets.of_side(side)));
        SideSet(sides.fold(0, |sides, side| sides | SideSet::of(side).0))
    }

    /// PR-R04: have two sides or more somebody able?
    #[inline]
    pub fn is_contested(&self) -> bool {
        let able = self.actors.able();
        able.first().is_some_and(|one| !able.except(self.setup.sheets.of_side(self.side_of(one))).is_empty())
    }

    /// The able foes of a character.
    #[inline]
    pub fn able_foes(&self, who: ActorId) -> impl Iterator<Item = ActorId> + use<> {
        self.actors.able().except(self.setup.sheets.of_side(self.side_of(who))).iter()
    }

    /// May this character act now: is it there, able, and has it the turn?
    #[inline]
    pub fn can_act(&self, id: ActorId) -> bool {
        self.has(id) && self.over.is_none() && self.is_able(id) && self.has_turn(id)
    }

    /// Refuses unless this character may act now.
    #[inline]
    pub fn may_act(&self, id: ActorId) -> Result<(), Refusal> {
        if self.can_act(id) { Ok(()) } else { Err(self.no_act(id)) }
    }

    /// Why this character may not act now.
    #[cold]
    fn no_act(&self, id: ActorId) -> Refusal {
        if !self.has(id) {
            return Refusal::plain("unknown-character", "there is no such character");
        }
        if let Some(ending) = &self.over {
            return Refusal::by(rule!("PR-R04"), "over", format!("the scene is over: {}", ending.why));
        }
        let name = self.name(id);
        if !self.is_able(id) {
            let how = self.actor(id).life.word();
            return Refusal::by(rule!("PR-R72"), "not-able", format!("{name} is {how} and cannot act"));
        }
        Refusal::by(rule!("PR-027"), "not-your-turn", format!("it is not {name}'s turn"))
    }
}
