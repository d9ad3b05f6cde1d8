//! Treatment with Medicine: ten minutes for a wound, half an hour for all non-lethal ones (CR-124 to CR-136).

use super::medicine;
use crate::{
    Crisis, Event,
    harm::HarmEvent,
    loss::{self, Loss},
    table::{Mode, Table, Treat, Treatment, Wounds},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, act::Why, bar};

/// CR-R102: wounds are not treated in a crisis.
pub fn is_out_of_crisis(table: &Table) -> Result<(), Why<'static>> {
    if table.clock.mode == Mode::Free {
        return Ok(());
    }
    Err(bar!("CR-R102", "crisis", "there is no time for that in a crisis"))
}

/// CR-R101: a healer has one patient, and nobody heals while being healed.
pub fn is_at_leisure(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    let busy = table.actor(who).treating.is_some();
    if busy || is_patient(table, who, Some(who)) {
        return Err(bar!("CR-R101", "busy", "{} is busy with a treatment", table.name(who)));
    }
    Ok(())
}

/// Is somebody else (than `but`) working on this creature?
pub fn is_patient(table: &Table, who: ActorId, but: Option<ActorId>) -> bool {
    table
        .ids()
        .any(|healer| Some(healer) != but && table.actor(healer).treating.as_ref().is_some_and(|at| at.patient == who))
}

/// CR-R105: outside a crisis ending Dying takes one round.
pub fn stabilise_in(table: &mut Table, healer: ActorId, patient: ActorId, seconds: u64) {
    let ends = table.clock.elapsed + seconds;
    set_to_work(table, healer, Treatment { patient, what: Treat::Dying, ends, assets: None });
}

/// A healer is at work from now on.
pub fn set_to_work(table: &mut Table, healer: ActorId, treatment: Treatment) {
    table.actor_mut(healer).treating = Some(treatment);
}

/// CR-132, CR-135, CR-R109: the time is over and the roll is made.
pub fn finish<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, healer: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(treatment) = table.actor_mut(healer).treating.take() else { return Ok(()) };
    let Treatment { patient, what, assets, .. } = treatment;
    if what == Treat::Dying {
        return medicine::try_to_stabilise(book, table, healer, patient, oracle);
    }
    if !medicine::medicine(book, table, healer, patient, assets.as_ref(), oracle)? {
        if book.house.one_try_per_wound {
            table.actor_mut(patient).tried.push((healer, what));
        }
        return Ok(());
    }
    let actor = table.actor_mut(patient);
    let (wounds, lethal) = match what {
        Treat::Lethal(at) => (actor.lethal.remove(at, 1), true),
        Treat::NonLethal(at) => (actor.nonlethal.remove(at, 1), false),
        Treat::AllNonLethal | Treat::Dying => {
            let all = actor.nonlethal.count();
            actor.nonlethal = Wounds::default();
            (all, false)
        }
    };
    if wounds > 0 {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who: patient, wounds, lethal }));
    }
    // CR-R87: the half-hour treatment wakes somebody who was knocked out.
    if what == Treat::AllNonLethal && table.actor(patient).knocked_out {
        super::wake(table, patient, oracle);
    }
    super::after_healing(book, table, patient, oracle);
    Ok(())
}

/// CR-R109: the healer does something else; the time is lost.
pub fn interrupt<O: Oracle<Crisis>>(table: &mut Table, healer: ActorId, oracle: &mut O) {
    let treating = table.actor(healer).treating.as_ref();
    if let Some(patient) = treating.map(|treatment| treatment.patient) {
        table.actor_mut(healer).treating = None;
        loss::tell(Loss::Treatment { who: healer, patient }, oracle);
    }
}

/// CR-R109: the healer or the patient acts, fights or is hurt.
pub fn interrupt_around<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    for healer in table.those(|actor| actor.treating.is_some()).iter() {
        if healer == who || table.actor(healer).treating.as_ref().is_some_and(|at| at.patient == who) {
            interrupt(table, healer, oracle);
        }
    }
}
