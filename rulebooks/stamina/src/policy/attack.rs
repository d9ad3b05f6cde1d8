//! Whom a machine strikes, and with what.

use super::Policy;
use crate::{
    Stamina,
    acts::attack::{Arm, Attack, Blow, Technique, flies, is_exposed, may_declare, may_strike, spans, suits},
    reach::{steps_between, weapons},
    sheet::Secondary,
    table::{Table, WeaponRef},
};
use referee_engine::ActorId;
use smallvec::SmallVec;

/// An opponent who takes part and is known, and how far away it is.
#[derive(Clone, Copy)]
pub(super) struct Foe {
    pub(super) id: ActorId,
    pub(super) steps: u32,
}

pub(super) fn foes(table: &Table, who: ActorId) -> SmallVec<[Foe; 8]> {
    let here = table.actor(who).place;
    let known = table.foes(who).filter(|(id, _)| table.is_aware(who, *id));
    known.map(|(id, foe)| Foe { id, steps: steps_between(table, here, foe.place) }).collect()
}

/// The nearest; of those who are as near the weakest, and of those the first.
pub(super) fn nearest(table: &Table, foes: &[Foe]) -> Option<Foe> {
    foes.iter().copied().min_by_key(|foe| (foe.steps, table.actor(foe.id).health))
}

/// The most useful attack that is legal now: of the techniques that are known and can be paid the first that reaches
/// somebody; a Basic attack is always worth a try. Unless a foe is `near`, within reach of the longest weapon, only what
/// flies is.
pub(super) fn best_attack(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    foes: &[Foe],
    near: bool,
    policy: Policy,
) -> Option<Blow> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let knows = |skill: Secondary| sheet.rank(skill) > 0;
    let charges = actor.turn.dashed && !actor.turn.attacked;
    let techniques = [
        (Technique::Loose, true),
        (Technique::Power, charges && actor.stamina > 2),
        (Technique::Bash, knows(Secondary::Bash) && actor.stamina > 3),
        (Technique::Basic, true),
        (Technique::OffHand, knows(Secondary::OffHandAttack) && actor.stamina > 3),
        (Technique::Quick, policy == Policy::Bold && actor.stamina > 4),
        (Technique::Throw, true),
    ];
    let worthwhile = techniques.into_iter().filter(|(technique, is)| *is && (near || !technique.is_melee()));
    worthwhile.map(|(technique, _)| technique).find_map(|technique| best_of(book, table, who, foes, technique))
}

/// The best attack of one kind, if one is legal now: near and weak foes first, whose armour the weapon passes, and of
/// several weapons the one that does most damage.
fn best_of(book: &Stamina, table: &Table, who: ActorId, foes: &[Foe], technique: Technique) -> Option<Blow> {
    let here = table.actor(who).place;
    may_declare(book, table, &Attack::of(who, technique, WeaponRef::Effect, who)).ok()?;
    let mut best: Option<(u32, Blow)> = None;
    for weapon in weapons(table, who) {
        let Some(arm) = usable(table, &Attack::of(who, technique, weapon, who)) else { continue };
        for foe in foes {
            let target = table.actor(foe.id);
            let reached = if arm.melee { spans(&arm, foe.steps) } else { flies(table, here, target.place, &arm) };
            if !reached {
                continue;
            }
            let resists = if arm.apv > u16::from(table.sheet(foe.id).av) { 0 } else { 40 };
            let harmless = 20u32.saturating_sub(u32::from(arm.damage));
            let cost = 10 * foe.steps + u32::from(target.health) + resists + harmless;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) && is_exposed(table, who, foe.id).is_ok() {
                let attack = Attack::of(who, technique, weapon, foe.id);
                debug_assert!(may_strike(table, &attack).is_ok(), "foes are known, weapons in hand");
                best = Some((cost, Blow { attack, arm }));
            }
        }
    }
    best.map(|(_, blow)| blow)
}

/// The arm of a weapon in such an attack, whoever is struck, if it makes sense. Nobody throws away the only weapon in hand
/// while it can be swung.
fn usable(table: &Table, attack: &Attack) -> Option<Arm> {
    let who = attack.actor;
    let is_last = table.actor(who).held.len() < 2 && table.melee(who, attack.weapon).is_some();
    if attack.technique == Technique::Throw && is_last {
        return None;
    }
    suits(table, attack).ok()
}
