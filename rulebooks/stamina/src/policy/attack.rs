//! Whom a machine strikes, and with what.

use super::Policy;
use crate::{
    Stamina,
    actions::{
        Action, Class,
        attack::{Arm, Attack, arm, flies, is_exposed, may_declare, may_strike, spans, technique},
    },
    reach::{steps_between, weapons},
    reason::No,
    sheet::Melee,
    table::{Actor, Facts, Hands, Mark, Table, WeaponRef},
};
use referee_engine::{ActorId, ActorSet, space::Place};
use smallvec::SmallVec;

/// The opponents who take part, known or not.
#[inline]
pub(super) fn all_foes(table: &Table, who: ActorId) -> ActorSet {
    table.actors.active().both(table.setup.sheets.foes(who))
}

/// An opponent who takes part and is known, and how far away it is: looked at once for all that is asked in an act.
#[derive(Clone, Copy)]
pub(super) struct Foe {
    pub(super) id: ActorId,
    pub(super) steps: u32,
}

/// All of them; where only `the_nearest` matter, those beside it are enough if there are any.
pub(super) fn foes(table: &Table, who: ActorId, the_nearest: bool) -> SmallVec<[Foe; 8]> {
    let here = table.actor(who).place;
    let all = all_foes(table, who);
    let mut foes = SmallVec::new();
    let mut add = |among: ActorSet| {
        among.iter().for_each(|id| {
            let foe = table.actor(id);
            if table.is_aware(who, id) {
                foes.push(Foe { id, steps: steps_between(table, here, foe.place) });
            }
        });
        !foes.is_empty()
    };
    let _ = (the_nearest && add(all.both(table.beside(who)))) || add(all);
    foes
}

/// The nearest; of those who are as near the weakest, and of those the first.
pub(super) fn nearest(table: &Table, foes: &[Foe]) -> Option<Foe> {
    if let [only] = foes {
        return Some(*only);
    }
    foes.iter().copied().min_by_key(|foe| (foe.steps, table.actor(foe.id).health))
}

/// Those beside somebody are one step away, or none.
#[inline]
pub(super) fn steps_beside(here: Place, there: Place) -> u32 {
    u32::from((here.cell.x ^ there.cell.x) | (here.cell.y ^ there.cell.y) | (here.z ^ there.z) != 0)
}

/// The nearest of those who are known, if somebody is beside: there is no list of them.
#[inline]
pub(super) fn nearest_beside(table: &Table, who: ActorId) -> Option<ActorId> {
    let here = table.actor(who).place;
    // Whoever is hidden comes after everybody, and is nobody.
    const HIDDEN: u32 = 1 << 16;
    let mut nearest = (HIDDEN, ActorId(0));
    for id in all_foes(table, who).both(table.beside(who)).iter() {
        let foe = table.actor(id);
        let order =
            u32::from(!table.is_aware(who, id)) << 16 | steps_beside(here, foe.place) << 8 | u32::from(foe.health);
        nearest = if order < nearest.0 { (order, id) } else { nearest };
    }
    let nearest = (nearest.0 < HIDDEN).then_some(nearest.1);
    debug_assert_eq!(nearest, nearest_of_beside(table, who), "beside means one step at most");
    nearest
}

/// The same by all steps.
fn nearest_of_beside(table: &Table, who: ActorId) -> Option<ActorId> {
    let all = foes(table, who, false);
    let beside: SmallVec<[Foe; 8]> = all.into_iter().filter(|foe| table.beside(who).contains(foe.id)).collect();
    nearest(table, &beside).map(|foe| foe.id)
}

/// Is an Off-hand attack worth a try? It needs no slot.
#[inline]
fn is_off_hand_worth_it(actor: &Actor, facts: &Facts) -> bool {
    actor.held.has_off() & facts.knows_off_hand & (actor.stamina > 3)
}

/// Is a Quick attack worth a try? It needs no slot either.
#[inline]
fn is_quick_worth_it(actor: &Actor, policy: Policy) -> bool {
    (policy == Policy::Bold) & (actor.stamina > 4) & !actor.quick_used
}

/// Is there an attack worth a try for somebody who has used its slot, which it has not made in this turn? Asked before every
/// act, with answers that nobody foresees: so there is no branch in it.
#[inline]
pub(super) fn has_attack_without_slot(actor: &Actor, facts: &Facts, policy: Policy) -> bool {
    let is_new = |action| !actor.turn.zero().contains(action);
    (is_off_hand_worth_it(actor, facts) & is_new(Action::OffHand))
        | (is_quick_worth_it(actor, policy) & is_new(Action::Quick))
}

/// The attacks that are worth a try, the best first: what can be paid, what the character knows, what it holds something
/// for. A Basic attack always is.
#[inline]
pub(super) fn attacks_worth_trying(table: &Table, who: ActorId, hands: &Hands, policy: Policy) -> [(Action, bool); 7] {
    let (actor, facts) = (table.actor(who), table.setup.sheets.facts(who));
    // Whoever has used its slot can only take what needs none.
    let slot = !actor.turn.has(Mark::SlotUsed);
    let charges = actor.turn.has(Mark::Dashed) && !actor.turn.has(Mark::Attacked);
    [
        (Action::Loose, slot && (hands.shoots > 0 || actor.kept.is_some())),
        (Action::Power, slot && charges && actor.stamina > 2),
        (Action::Bash, slot && actor.stamina > 3 && facts.knows_bash),
        (Action::Basic, slot),
        (Action::OffHand, is_off_hand_worth_it(actor, facts)),
        (Action::Quick, is_quick_worth_it(actor, policy)),
        (Action::Throw, slot && hands.throws),
    ]
}

/// The most useful attack that is legal now: the nearest foe, the hardest blow. Unless somebody is `near`, within reach of
/// the longest weapon, there is no use in thinking about blows.
pub(super) fn best_attack(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    foes: &[Foe],
    near: bool,
    worth_trying: &[(Action, bool)],
) -> Option<Attack> {
    for &(action, is) in worth_trying {
        if is
            && (near || action.class() == Class::Ranged)
            && let Some(attack) = best_of(book, table, who, foes, action)
        {
            return Some(attack);
        }
    }
    None
}

/// The most useful attack of one kind, if one is legal now. Whether the turn allows it is the same whoever is struck, and
/// what the technique asks of a weapon is the same for all foes, so both are looked at before anything else; of the foes
/// only those are asked about who are in reach and would be a better target than the one that was found.
fn best_of(book: &Stamina, table: &Table, who: ActorId, foes: &[Foe], action: Action) -> Option<Attack> {
    let actor = table.actor(who);
    may_declare::<No>(book, table, &aimed(who, action, WeaponRef::Effect, who)).ok()?;
    let mut best: Option<(u32, Attack)> = None;
    let mut tried: Option<&Melee> = None;
    for weapon in weapons(table, who) {
        let melee = table.melee(who, weapon);
        // A fist is no better against anybody than a weapon that reaches, hurts and pierces as well.
        if matches!(weapon, WeaponRef::Natural(_))
            && let (Some(melee), Some(tried)) = (melee, tried)
            && melee.is_no_better_than(tried)
        {
            continue;
        }
        let Some(arm) = usable(table, who, action, weapon) else { continue };
        if arm.melee {
            tried = melee;
        }
        for foe in foes {
            let target = table.actor(foe.id);
            let reached =
                if arm.melee { spans(&arm, foe.steps) } else { flies(table, actor.place, target.place, &arm) };
            if !reached {
                continue;
            }
            let cost = weight(table, foe) + resistance(table, foe, &arm) + 20u32.saturating_sub(u32::from(arm.damage));
            if best.as_ref().is_none_or(|(least, _)| cost < *least) && is_exposed::<No>(table, who, foe.id).is_ok() {
                let attack = aimed(who, action, weapon, foe.id);
                debug_assert!(may_strike::<No>(book, table, &attack).is_ok(), "foes are known, weapons in hand");
                best = Some((cost, attack));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

fn aimed(actor: ActorId, action: Action, weapon: WeaponRef, target: ActorId) -> Attack {
    Attack { actor, action, weapon, target, item: None, dice: 0, lowered: false }
}

/// The arm of a weapon in such an attack, whoever is struck, if it makes sense. Nobody throws away the only weapon in hand
/// while it can be swung.
#[inline]
pub(super) fn usable(table: &Table, who: ActorId, action: Action, weapon: WeaponRef) -> Option<Arm> {
    if action == Action::Throw && table.actor(who).held.len() < 2 && table.melee(who, weapon).is_some() {
        return None;
    }
    let attack = aimed(who, action, weapon, who);
    arm(table, &attack).filter(|arm| technique::<No>(table, &attack, arm).is_ok())
}

/// How unwelcome a foe is as a target, whatever it is struck with: those who are near and weak come first.
#[inline]
pub(super) fn weight(table: &Table, foe: &Foe) -> u32 {
    10 * foe.steps + u32::from(table.actor(foe.id).health)
}

/// What its armour adds to that, where the weapon does not pass it.
#[inline]
pub(super) fn resistance(table: &Table, foe: &Foe, arm: &Arm) -> u32 {
    if arm.apv > u16::from(table.setup.sheets.facts(foe.id).av) { 0 } else { 40 }
}
