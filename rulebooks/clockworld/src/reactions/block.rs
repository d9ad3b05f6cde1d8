//! Block: something is held in the way of a blow, or an arm (CW-236 to CW-238, CW-R64).

use super::{Defence, Incoming, Reaction};
use crate::{
    Clockworld,
    check::Named,
    harm::{self, InjuryPool},
    offers::slots::thing_key,
    sheet::{AttackKind, PartId, PartSet, Skill, ThingId},
    table::{Table, Wholeness},
};
use referee_engine::{ActorId, Flow, Oracle, RuleId, key_of, rule};
use smallvec::SmallVec;

/// What a bare arm rolls.
pub(super) const CHECK_OF_ARM: (Skill, Named) = (Skill::HandToHand, Named::Block);

/// What a thing rolls: the Skill of a weapon, or Hand-to-Hand.
pub(super) fn check_with(table: &Table, thing: ThingId) -> (Skill, Named) {
    let weapon = table.thing_sheet(thing).weapon.as_ref();
    (weapon.map_or(Skill::HandToHand, |weapon| weapon.skill), Named::Block)
}

/// CW-236, CW-238, CW-R105: the Blocks that fit an Attack, by the arm: first those with things, then those with arms.
pub(super) fn options(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    incoming: &Incoming,
) -> impl Iterator<Item = Reaction> {
    let faces = incoming.is_faced(book, table, who);
    let mut things = things(table, who, incoming.kind);
    things.sort_unstable_by_key(|(arm, _)| *arm);
    let with_things = things.into_iter().map(|(_, thing)| Reaction::BlockWith(thing));
    let with_arms = arms(book, table, who, incoming.kind).iter().map(Reaction::BlockArm);
    with_things.chain(with_arms).filter(move |_| faces)
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

/// CW-237, CW-R66: the blow lands on what Blocks, with the attacker's pool.
pub fn take_blow<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    defence: &Defence,
    pool: InjuryPool,
    oracle: &mut O,
) -> Flow<()> {
    let Some(severity) = pool.roll(table, oracle)? else { return Ok(()) };
    match defence.reaction {
        Reaction::BlockArm(arm) => harm::injure(book, table, defence.who, arm, severity, oracle)?,
        Reaction::BlockWith(thing) => harm::strike_thing(table, thing, 0, severity, oracle),
        Reaction::Decline | Reaction::Dodge | Reaction::TakeCover | Reaction::Turn => {}
    }
    Ok(())
}

/// The option with a thing: the word for commands, and what people read.
pub(super) fn option_with(table: &Table, who: ActorId, thing: ThingId) -> (String, String) {
    (format!("block-{}", thing_key(table, who, thing)), format!("Block with {}", table.thing_sheet(thing).name))
}

/// The option with an arm.
pub(super) fn option_of_arm(table: &Table, who: ActorId, arm: PartId) -> (String, String) {
    let part = &table.part(who, arm).part;
    (format!("block-{}", key_of(part)), format!("Block with the {part}"))
}

/// What is told of it.
pub(super) fn told(table: &Table, defence: &Defence) -> (String, RuleId) {
    (format!("Blocks with {}", what(table, defence)), rule!("CW-236"))
}

/// What Blocks, in words.
pub fn what(table: &Table, defence: &Defence) -> String {
    match defence.reaction {
        Reaction::BlockWith(thing) => table.thing_sheet(thing).name.clone(),
        Reaction::BlockArm(arm) => format!("the {}", table.part(defence.who, arm).part),
        Reaction::Decline | Reaction::Dodge | Reaction::TakeCover | Reaction::Turn => "what Blocks".into(),
    }
}
