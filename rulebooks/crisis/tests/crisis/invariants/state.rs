//! What must hold of a creature after every act.

use super::{dies_at, has, is_helpless_by_condition, that, thresholds};
use referee_crisis::{Crisis, conditions::ConditionKind, table::Mode, table::Stance};
use referee_engine::{ActorId, conformance::Done};

pub(super) fn numbers_stay_in_bounds(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let actor = done.after.actor(who);
    that(actor.ap <= 6, || format!("{} AP", actor.ap))?;
    that(actor.aim <= 2, || format!("{} times aimed", actor.aim))?;
    let long = actor.long.is_none_or(|long| long.cost > 6 && long.put < long.cost);
    that(long, || format!("a long Action that is none: {:?}", actor.long))
}

pub(super) fn wounds_mean_what_they_mean(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (actor, hp) = (done.after.actor(who), u16::from(done.after.sheet(who).hp));
    let lethal = actor.lethal.count();
    that(lethal < dies_at(done.after, who) || actor.dead, || format!("alive with {lethal} lethal wounds"))?;
    that(!actor.dying || lethal >= hp, || format!("Dying with {lethal} lethal wounds of {hp} HP"))?;
    that(!(actor.dying && actor.dead), || "Dying and dead".to_owned())
}

pub(super) fn incapacitated_for_a_reason(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (house, actor) = (&done.book.house, done.after.actor(who));
    let down = actor.nonlethal.count() >= thresholds(house, done.after, who).1;
    let full = actor.lethal.count() >= u16::from(done.after.sheet(who).hp);
    let is = actor.dead
        || actor.dying
        || actor.knocked_out
        || actor.stabilised_until.is_some()
        || (full && !house.stabilised_wakes)
        || down;
    that(actor.incapacitated == is, || format!("incapacitated {}, should be {is}", actor.incapacitated))
}

pub(super) fn who_is_out_is_at_nothing(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (actor, house) = (done.after.actor(who), &done.book.house);
    let (out, stunned) = (actor.incapacitated, has(done.after, who, |kind| kind == ConditionKind::Stunned));
    that(!(out || stunned) || !actor.overwatch, || "on Overwatch and out of it".to_owned())?;
    that(!(out || stunned) || actor.aim == 0, || "aims and is out of it".to_owned())?;
    that(!out || !actor.is_out_of_sight(), || "incapacitated and Hidden".to_owned())?;
    // CR-R35: whoever is bound may take up again what the GM allows (CR-D34).
    let becomes_helpless = is_helpless_by_condition(done.after, who) && !is_helpless_by_condition(done.before, who);
    let at_work = actor.long.is_some_and(|long| !long.paused);
    that(!((out || becomes_helpless) && at_work), || "Helpless, and at a long Action".to_owned())?;
    let fell = out && !done.before.actor(who).incapacitated && actor.is_here();
    let lies = actor.stance == Stance::Prone || !house.incapacitated_falls_prone;
    that(!fell || lies, || "fell, and does not lie".to_owned())
}

pub(super) fn conditions_do_not_stack(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let conditions = &done.after.actor(who).conditions;
    let twice = |at: usize| conditions[..at].iter().any(|before| before.kind == conditions[at].kind);
    that(!(0..conditions.len()).any(twice), || format!("{conditions:?}"))
}

pub(super) fn healers_do_one_thing(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let Some(treatment) = &done.after.actor(who).treating else { return Ok(()) };
    let patient = done.after.actor(treatment.patient);
    that(done.after.clock.mode == Mode::Free, || "treats somebody in a crisis".to_owned())?;
    that(!patient.dead && !done.after.actor(who).incapacitated, || "nobody to treat, or to be treated by".into())?;
    let heals_too = treatment.patient != who && patient.treating.is_some();
    that(!heals_too, || "treats somebody who treats somebody".to_owned())
}
