//! Block: something is held in the way of a blow, or an arm (CW-236 to CW-238, CW-R64).

use super::{Holds, Incoming, Respond};
use crate::{
    Clockworld, Oracle,
    acts::value::thing_key,
    harm::{self, InjuryPool},
    sheet::{AttackKind, PartId, PartSet, Skill, ThingId},
    table::{Table, Wholeness},
};
use referee_engine::{ActorId, Flow, RuleId, key_of, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-236: with a held thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlockWith(pub ThingId);

/// CW-R64: with a bare arm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlockArm(pub PartId);

impl Respond for BlockWith {
    /// CW-236, CW-238, CW-R105: the things that can Block an Attack, by the arm.
    fn all(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> SmallVec<[Self; 2]> {
        if !incoming.is_faced(book, table, who) {
            return SmallVec::new();
        }
        let mut things = things(table, who, incoming.kind);
        things.sort_unstable_by_key(|(arm, _)| *arm);
        things.into_iter().map(|(_, thing)| BlockWith(thing)).collect()
    }

    fn option(self, table: &Table, who: ActorId) -> (String, String) {
        let name = &table.thing_sheet(self.0).name;
        (format!("block-{}", thing_key(table, who, self.0)), format!("Block with {name}"))
    }

    fn protects_others(self) -> bool {
        true
    }

    /// The Skill of a weapon, or Hand-to-Hand.
    fn check(self, table: &Table) -> Option<(Skill, &'static str)> {
        let weapon = table.thing_sheet(self.0).weapon.as_ref();
        Some((weapon.map_or(Skill::HandToHand, |weapon| weapon.skill), "Block"))
    }

    fn holds(self) -> Holds {
        Holds::Blocks
    }

    fn take_blow<O: Oracle>(
        self,
        _: &Clockworld,
        table: &mut Table,
        _: ActorId,
        pool: InjuryPool,
        oracle: &mut O,
    ) -> Flow<()> {
        if let Some(severity) = pool.roll(table, oracle)? {
            harm::strike_thing(table, self.0, 0, severity, oracle);
        }
        Ok(())
    }

    fn what_blocks(self, table: &Table, _: ActorId) -> String {
        table.thing_sheet(self.0).name.clone()
    }

    fn told(self, table: &Table, who: ActorId) -> (String, RuleId) {
        (format!("Blocks with {}", self.what_blocks(table, who)), rule!("CW-236"))
    }
}

impl Respond for BlockArm {
    /// CW-R64, CW-R105: the arms that can Block an Attack.
    fn all(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> SmallVec<[Self; 2]> {
        if !incoming.is_faced(book, table, who) {
            return SmallVec::new();
        }
        arms(book, table, who, incoming.kind).iter().map(BlockArm).collect()
    }

    fn option(self, table: &Table, who: ActorId) -> (String, String) {
        let part = &table.part(who, self.0).part;
        (format!("block-{}", key_of(part)), format!("Block with the {part}"))
    }

    fn protects_others(self) -> bool {
        true
    }

    fn check(self, _: &Table) -> Option<(Skill, &'static str)> {
        Some((Skill::HandToHand, "Block"))
    }

    fn holds(self) -> Holds {
        Holds::Blocks
    }

    /// CW-R66.
    fn take_blow<O: Oracle>(
        self,
        book: &Clockworld,
        table: &mut Table,
        who: ActorId,
        pool: InjuryPool,
        oracle: &mut O,
    ) -> Flow<()> {
        match pool.roll(table, oracle)? {
            Some(severity) => harm::injure(book, table, who, self.0, severity, oracle),
            None => Ok(()),
        }
    }

    fn what_blocks(self, table: &Table, who: ActorId) -> String {
        format!("the {}", table.part(who, self.0).part)
    }

    fn told(self, table: &Table, who: ActorId) -> (String, RuleId) {
        (format!("Blocks with {}", self.what_blocks(table, who)), rule!("CW-236"))
    }
}

/// CW-236, CW-238: the things somebody holds that can Block such an Attack, each once, with its arm.
pub fn things(table: &Table, who: ActorId, kind: AttackKind) -> SmallVec<[(PartId, ThingId); 2]> {
    let held = &table.actor(who).held;
    let mut things = SmallVec::new();
    for (at, grip) in held.iter().enumerate() {
        let is_large_enough = match kind {
            AttackKind::Reach => true,
            AttackKind::Ranged => table.thing_sheet(grip.thing).shield_sized,
            AttackKind::Area => false, // CW-102
        };
        let twice = held[..at].iter().any(|other| other.thing == grip.thing); // held with both hands
        if is_large_enough && !twice && table.thing(grip.thing).state != Wholeness::Destroyed {
            things.push((grip.arm, grip.thing));
        }
    }
    things
}

/// CW-R64, CW-R117: the arms of somebody that can Block such an Attack: those that carry nothing and hold nobody.
pub fn arms(book: &Clockworld, table: &Table, who: ActorId, kind: AttackKind) -> PartSet {
    let actor = table.actor(who);
    if kind != AttackKind::Reach || !book.house.block_with_limb || actor.hefting.is_some() {
        return PartSet::default();
    }
    table.arms(who).minus(actor.hold.map_or(PartSet::default(), |hold| hold.arms))
}
