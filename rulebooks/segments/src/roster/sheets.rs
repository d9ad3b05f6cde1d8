//! The sheets in roster order, with what many rules ask about all of them at once.

use crate::{
    sheet::{Controller, Sheet},
    turn::order,
};
use referee_engine::{ActorId, ActorSet, Side};

/// What the characters are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheets {
    all: Vec<Sheet>,
    sides: Vec<ActorSet>,
    /// For each side, everybody who is not on it, but for traps.
    others: Vec<ActorSet>,
    fighters: ActorSet,
    /// Those on the side of the first of them, and their foes.
    camps: [ActorSet; 2],
    traps: ActorSet,
    gms: ActorSet,
    /// What breaks ties in the order of segments, for each.
    ties: Vec<u64>,
}

impl Sheets {
    /// These, in their order.
    pub fn new(all: Vec<Sheet>) -> Sheets {
        let mut sheets = Sheets::default();
        all.into_iter().for_each(|sheet| sheets.push(sheet));
        sheets
    }

    /// One more.
    pub fn push(&mut self, sheet: Sheet) {
        let (id, side) = (ActorId::at(self.all.len()), usize::from(sheet.side.0));
        if self.sides.len() <= side {
            self.sides.resize(side + 1, ActorSet::EMPTY);
        }
        self.sides[side] = self.sides[side].with(id);
        if sheet.trap {
            self.traps = self.traps.with(id);
        } else {
            self.fighters = self.fighters.with(id);
        }
        self.others = self.sides.iter().map(|&side| self.fighters.except(side)).collect();
        let first = self.sides.iter().find(|side| side.meets(self.fighters)).copied().unwrap_or_default();
        self.camps = [self.fighters.both(first), self.fighters.except(first)];
        if sheet.controller == Controller::Gm {
            self.gms = self.gms.with(id);
        }
        self.ties.push(order::tie_break(&sheet, id));
        self.all.push(sheet);
    }

    /// The members of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> ActorSet {
        self.sides.get(usize::from(side.0)).copied().unwrap_or_default()
    }

    /// Everybody who is not on this side, but for traps.
    #[inline]
    pub fn others_than(&self, side: Side) -> ActorSet {
        self.others.get(usize::from(side.0)).copied().unwrap_or(self.fighters)
    }

    /// Are two of these on different sides, traps aside? Mostly one is on the first side and one is not.
    #[inline]
    pub fn are_opposed(&self, some: ActorSet) -> bool {
        some.meets(self.camps[0]) & some.meets(self.camps[1]) || self.are_opposed_elsewhere(some)
    }

    #[inline(never)]
    fn are_opposed_elsewhere(&self, some: ActorSet) -> bool {
        let some = some.both(self.fighters);
        let side = |who: ActorId| self.all[who.index()].side;
        some.first().is_some_and(|who| some.meets(self.others_than(side(who))))
    }

    /// Everybody but for traps.
    #[inline]
    pub fn fighters(&self) -> ActorSet {
        self.fighters
    }

    /// SE-R18: the traps among them.
    #[inline]
    pub fn traps(&self) -> ActorSet {
        self.traps
    }

    /// What breaks ties in the order of segments (`order::tie_break`), for each.
    #[inline]
    pub fn tie_breaks(&self) -> &[u64] {
        &self.ties
    }

    /// Those for whom the GM decides.
    #[inline]
    pub fn gms(&self) -> ActorSet {
        self.gms
    }
}

referee_engine::listed!(Sheets of Sheet);
