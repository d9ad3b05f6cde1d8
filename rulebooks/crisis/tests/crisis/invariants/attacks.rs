//! Attack rolls and the way from damage to wounds.

use super::that;
use referee_crisis::{
    Crisis, Event, acts::attack::AttackEvent, acts::attack::Struck, harm::HarmEvent, house::ExecuteDouble,
};
use referee_engine::{ActorId, conformance::Done};

pub(super) fn attack_rolls_are_read_right(done: &Done<'_, Crisis>) -> Result<(), String> {
    for (at, event) in done.events.iter().enumerate() {
        let Event::Attack(AttackEvent::Rolled { by, face, parts, struck, .. }) = event else { continue };
        let (_, executes) = declared(done, at, *by)?;
        let (dice, total) = (face.shown(), face.shown() + parts.total());
        let automatic = executes && done.book.house.execute_auto_hit;
        let expected = match () {
            () if dice == 1 && !automatic => Struck::Failed,
            () if total < 4 && !automatic => Struck::Missed,
            () => Struck::Hit((total / 4).clamp(0, 250) as u8),
        };
        that(*struck == expected, || format!("{dice} with {total} is read as {struck:?}"))?;
    }
    Ok(())
}

/// The Attack that a roll is for: is it of an area, and is it an Execute? Watchers come in between.
fn declared(done: &Done<'_, Crisis>, roll: usize, by: ActorId) -> Result<(bool, bool), String> {
    let last = done.events[..roll].iter().rev().find_map(|event| match event {
        Event::Attack(AttackEvent::Declared { attack, execute, .. }) if attack.actor == by => {
            Some((done.before.weapon(by, attack.weapon).radius.is_some(), *execute))
        }
        _ => None,
    });
    last.ok_or_else(|| "a roll without an Attack".to_owned())
}

/// One hit on somebody: what came of the damage on its way.
#[derive(Default)]
struct Hit {
    damage: i16,
    removed: i16,
    blocked: i16,
}

pub(super) fn damage_is_what_defences_leave(done: &Done<'_, Crisis>) -> Result<(), String> {
    let mut executes = false;
    let mut hits: Vec<(ActorId, Hit)> = Vec::new();
    let (mut damage, mut missed, mut pending) = (None, None, None);
    let nothing_came = |pending: Option<ActorId>| match pending {
        Some(who) => Err(format!("a hit on {} does nothing", done.after.sheet(who).key)),
        None => Ok(()),
    };
    for (number, event) in done.events.iter().enumerate() {
        match event {
            Event::Attack(AttackEvent::Declared { .. }) => {
                nothing_came(pending.take())?;
                (damage, missed) = (None, None);
            }
            Event::Attack(AttackEvent::Rolled { by, at, struck, damage: told, .. }) => {
                nothing_came(pending.take())?;
                let (area, execute) = declared(done, number, *by)?;
                executes = execute;
                let hit = matches!(struck, Struck::Hit(_));
                damage = hit.then_some(*told);
                missed = at.filter(|_| !hit && !area);
                pending = at.filter(|_| hit && !area && *told > 0);
                hits.clear();
            }
            Event::Turn(_) | Event::Daily(_) => {
                nothing_came(pending.take())?;
                (damage, missed) = (None, None);
            }
            Event::Reacted(reacted) => of(&mut hits, reacted.who).removed = reacted.removes,
            Event::Harm(HarmEvent::Blocked { who, damage }) => {
                let armour = done.before.actor(*who).armour;
                that(*damage <= armour, || format!("armour {armour} blocks {damage}"))?;
                of(&mut hits, *who).blocked = i16::from(*damage);
            }
            Event::Harm(HarmEvent::Unaffected { who }) => pending = pending.filter(|hit| hit != who),
            Event::Harm(HarmEvent::Wounded { who, wounds, lethal, minimum }) => {
                pending = pending.filter(|hit| hit != who);
                that(missed != Some(*who), || format!("a miss wounds {}", done.after.sheet(*who).key))?;
                let Some(damage) = damage else { continue };
                let hit = of(&mut hits, *who);
                hit.damage = damage;
                let rest = hit.damage - hit.removed - hit.blocked;
                let twice = executes && done.book.house.execute_double == ExecuteDouble::AfterArmour;
                let expected = match rest > 0 {
                    true => (if twice { 2 * rest } else { rest }, false),
                    false => (1, true),
                };
                let found = (i16::from(*wounds), *minimum);
                that(found == expected, || {
                    format!(
                        "{damage} − {} − {} is told as {wounds} wounds, minimum {minimum}",
                        hit.removed, hit.blocked
                    )
                })?;
                // CR-R92, the other way: more of them turn lethal for whoever is down by them.
                let turns = done.book.house.nonlethal_overflow;
                that(!minimum || !lethal || turns, || "the minimum is lethal".to_owned())?;
                *hit = Hit::default();
            }
            _ => {}
        }
    }
    nothing_came(pending)
}

fn of(hits: &mut Vec<(ActorId, Hit)>, who: ActorId) -> &mut Hit {
    let at = hits.iter().position(|(known, _)| *known == who).unwrap_or_else(|| {
        hits.push((who, Hit::default()));
        hits.len() - 1
    });
    &mut hits[at].1
}
