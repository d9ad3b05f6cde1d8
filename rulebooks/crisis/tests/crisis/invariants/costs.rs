//! What an act costs and brings: action points, ammunition, squares.

use super::{answers, has, in_one_crisis, is_exhausted, is_helpless_by_condition, that, turns_of};
use referee_crisis::{
    Crisis, Event, Intent,
    acts::attack::Aim,
    acts::attack::AttackEvent,
    acts::movement::{Gait, Moved},
    conditions::ConditionKind,
    loss::Loss,
    table::Stance,
};
use referee_engine::{ActorId, Who, conformance::Done};

/// What somebody pays in this act, as the ledger has it; `None` where that cannot be told from the outside.
fn pays(done: &Done<'_, Crisis>, who: ActorId) -> Option<u8> {
    let (house, table) = (&done.book.house, done.before);
    let mut in_hand = table.actor(who).in_hand;
    let mut draw = |at: u8| {
        let ap = if in_hand == at { 0 } else { house.draw_ap };
        in_hand = at;
        ap
    };
    let mut paid = 0;
    for event in done.events {
        match event {
            Event::Attack(AttackEvent::Declared { attack, .. }) if attack.actor == who => {
                let weapon = table.weapon(who, attack.weapon);
                let attacks = match &attack.aim {
                    Aim::At(targets) => targets.len() as u8,
                    Aim::Square(_) => 1,
                };
                let states_own = weapon.rof_extra_ap > 0 || weapon.rof_extra_hit > 0;
                let further = if states_own { weapon.rof_extra_ap } else { house.rof_extra.ap };
                paid += weapon.attack_ap + further * (attacks - 1) + draw(attack.weapon);
            }
            Event::Long(work) if work.who == who => {
                // CR-R34: whoever begins again begins at 0, unless what was broken off is kept.
                let goes_on = matches!(done.intent, Intent::GoOn(_));
                let known = table.actor(who).long.filter(|long| long.what == work.what && (long.paused || goes_on));
                paid += work.put.saturating_sub(known.map_or(0, |long| long.put));
            }
            _ => {}
        }
    }
    let actor = Who::Actor(who);
    for kind in ["parry", "dodge"] {
        paid += house.reaction_ap * answers(done, actor, kind).filter(|key| *key != "no").count() as u8;
    }
    if done.intent.actor() != Some(who) {
        return Some(paid);
    }
    let stance = |to: Stance| match (table.actor(who).stance, to) {
        (Stance::Standing, Stance::Prone) | (Stance::Prone, Stance::Standing) => 2,
        _ => 1,
    };
    paid += match done.intent {
        Intent::Run(_) => 2,
        Intent::Move(_) | Intent::Crouch(_) | Intent::Crawl(_) => 1,
        Intent::Kneel(_) => stance(Stance::Kneeling),
        Intent::StandUp(_) => stance(Stance::Standing),
        Intent::GoProne(_) => stance(Stance::Prone),
        Intent::Hide(_) => 3,
        Intent::Sneak(_) => house.sneak_ap,
        Intent::Search(_) => house.search_ap,
        Intent::Stabilise(_) => house.stabilise_ap,
        Intent::TakeAim(aims) => {
            let weapon = aims.act.weapon.value()?.0;
            table.weapon(who, weapon).aim_ap + draw(weapon)
        }
        Intent::Reload(reloads) => {
            let ap = table.weapon(who, reloads.act.weapon.value()?.0).reload_ap;
            if ap > 6 { 0 } else { ap }
        }
        Intent::UseItem(uses) => table.setup.items[usize::from(uses.act.item.value()?.0)].use_ap,
        Intent::Talent(uses) => table.sheet(who).extra_actions().nth(usize::from(uses.act.which.value()?.0))?.ap,
        Intent::Light(_) => {
            let allowed = answers(done, Who::Gm, "light").next()?.strip_prefix("allow").map(|ap| ap.trim_matches('-'));
            match allowed {
                Some(ap) => ap.parse().unwrap_or(0),
                None if answers(done, Who::Actor(who), "anyway").any(|key| key == "anyway") => house.default_action_ap,
                None => 0,
            }
        }
        Intent::Try(_) => {
            let ap: u8 = answers(done, Who::Gm, "cost").next()?.strip_suffix("-ap")?.parse().ok()?;
            if ap > 6 { 0 } else { ap }
        }
        _ => 0,
    };
    Some(paid)
}

pub(super) fn action_points_are_paid(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    if !in_one_crisis(done) || turns_of(done, who) > 0 {
        return Ok(());
    }
    let Some(paid) = pays(done, who) else { return Ok(()) };
    let (before, after) = (done.before.actor(who).ap, done.after.actor(who).ap);
    that(before.checked_sub(paid) == Some(after), || format!("{before} AP, {paid} to pay, {after} left"))
}

pub(super) fn action_points_are_gained(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let house = &done.book.house;
    let turns = turns_of(done, who);
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    if !in_one_crisis(done) || turns == 0 || pays(done, who) != Some(0) {
        return Ok(());
    }
    let gain = if before.incapacitated && after.incapacitated {
        0
    } else if turns == 1 && done.after.acting() == Some(who) {
        match () {
            () if is_helpless_by_condition(done.after, who) && !house.helpless_gains_ap => 0,
            () if is_exhausted(house, done.after, who) => 2,
            () => 4,
        }
    } else {
        return Ok(()); // its turn has passed; who knows how it was then
    };
    let expected = (before.ap + gain).min(6);
    that(after.ap == expected, || format!("{} AP and {gain} more are {}", before.ap, after.ap))
}

pub(super) fn ammunition_is_used(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    for (at, carried) in done.before.actor(who).weapons.iter().enumerate() {
        let weapon = done.before.weapon(who, at as u8);
        let reloads =
            |event: &Event| matches!(event, Event::Reloads(done) if (done.who, usize::from(done.weapon)) == (who, at));
        if weapon.capacity == 0 || done.events.iter().any(reloads) {
            continue;
        }
        let mut shots = 0;
        for event in done.events {
            match event {
                Event::Attack(AttackEvent::Declared { attack, .. })
                    if attack.actor == who && usize::from(attack.weapon) == at =>
                {
                    shots += match &attack.aim {
                        Aim::At(targets) => targets.len(),
                        Aim::Square(_) => 1,
                    };
                }
                Event::Lost(Loss::Action { who: whose }) if *whose == who => shots = 0, // nothing was fired
                _ => {}
            }
        }
        let left = usize::from(done.after.actor(who).weapons[at].loaded);
        that(left + shots == usize::from(carried.loaded), || {
            format!("{shots} shots of {} leave {left}", carried.loaded)
        })?;
    }
    Ok(())
}

pub(super) fn nobody_goes_too_far(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let house = &done.book.house;
    let mut went = false;
    for event in done.events {
        match event {
            Event::Moved(Moved { who: whose, gait, squares, .. }) if *whose == who => {
                let (table, full) = (done.before, u32::from(done.before.sheet(who).pace));
                let slowed = has(table, who, |kind| kind == ConditionKind::Slowed)
                    || table.setup.is_slow(table.actor(who).place.cell);
                let pace = if slowed { (full / 2).max(full.min(house.min_pace.into())) } else { full };
                let most = match gait {
                    Gait::Move => pace,
                    Gait::Run => 2 * pace,
                    Gait::Crouch => pace / 2,
                    Gait::Crawl => (200 / house.metres_per_square.0).max(1),
                };
                that(u32::from(*squares) <= most, || format!("{squares} squares, and {most} are allowed"))?;
                went = true;
            }
            Event::GotOut(out) => went |= out.who == who,
            Event::Corrected(corrected) => went |= corrected.of == who && corrected.what == "at",
            Event::Arrive(arrives) => went |= arrives.who == who,
            _ => {}
        }
    }
    let stays = done.before.actor(who).place == done.after.actor(who).place;
    that(stays || went, || "is elsewhere, and nobody saw it go".to_owned())
}

/// CR-R141: drawing is paid once for the weapon that is used.
pub(super) fn what_was_used_is_in_hand(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let mut used = None;
    for event in done.events {
        match event {
            Event::Attack(AttackEvent::Declared { attack, .. }) if attack.actor == who => used = Some(attack.weapon),
            Event::Lost(Loss::Action { who: whose }) if *whose == who => return Ok(()), // before it was drawn
            _ => {}
        }
    }
    let in_hand = done.after.actor(who).in_hand;
    that(used.is_none_or(|used| used == in_hand), || format!("used {used:?} and has {in_hand} in hand"))
}
