//! Treatment with Medicine: ten minutes for a wound, half an hour for all non-lethal ones (CR-124 to CR-136).

use crate::{
    Crisis, Event,
    actions::{aid, task},
    harm::HarmEvent,
    loss::{self, Loss},
    sheet::Skill,
    table::{Assets, Mode, Table, Treat, Treatment, Wounds},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};

/// CR-125.
pub const TEN_MINUTES: u64 = 600;
/// CR-136, CR-R154.
pub const HALF_AN_HOUR: u64 = 1_800;
/// CR-124, CR-126.
pub const TREATABLE: u64 = 3_600;

/// CR-R102: wounds are not treated in a crisis.
pub fn is_out_of_crisis(table: &Table) -> Result<(), Refusal> {
    if table.clock.mode == Mode::Free {
        return Ok(());
    }
    Err(Refusal::by(rule!("CR-R102"), "crisis", "there is no time for that in a crisis"))
}

/// CR-R101: a healer has one patient, and nobody heals while being healed.
pub fn is_at_leisure(table: &Table, who: ActorId) -> Result<(), Refusal> {
    let busy = table.actor(who).treating.is_some();
    if busy || is_patient(table, who, Some(who)) {
        let why = format!("{} is busy with a treatment", table.name(who));
        return Err(Refusal::by(rule!("CR-R101"), "busy", why));
    }
    Ok(())
}

/// Is somebody else (than `but`) working on this creature?
fn is_patient(table: &Table, who: ActorId, but: Option<ActorId>) -> bool {
    table
        .ids()
        .any(|healer| Some(healer) != but && table.actor(healer).treating.as_ref().is_some_and(|at| at.patient == who))
}

/// The treatments that somebody is getting.
fn treatments(table: &Table, patient: ActorId) -> impl Iterator<Item = Treat> + '_ {
    let all = table.actors.iter().filter_map(|actor| actor.treating.as_ref());
    all.filter(move |at| at.patient == patient).map(|at| at.what)
}

/// What a healer asks for; which wound it is, the rule finds (CR-R100, CR-D30).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// A lethal wound.
    Lethal,
    /// A non-lethal wound.
    NonLethal,
    /// All non-lethal wounds.
    AllNonLethal,
}

/// CR-124, CR-126, CR-R98 to CR-R101, CR-R108: may this treatment begin? Gives what is treated, and how long it takes.
pub fn legal(
    book: &Crisis,
    table: &Table,
    healer: ActorId,
    patient: ActorId,
    wish: Wish,
) -> Result<(Treat, u64), Refusal> {
    is_out_of_crisis(table)?;
    table.may_act(healer)?;
    table.known(patient)?;
    let there = table.actor(patient);
    if !there.is_here() || table.actor(healer).unaware_of.contains(patient) {
        return Err(Refusal::by(rule!("CR-124"), "no-patient", "there is no such patient"));
    }
    if table.distance(&book.house, table.actor(healer).place.cell, there.place.cell) > 1 {
        let why = format!("{} is not next to {}", table.name(healer), table.name(patient));
        return Err(Refusal::by(rule!("CR-124"), "not-near", why));
    }
    is_at_leisure(table, healer)?;
    if healer == patient && is_patient(table, patient, None) || healer != patient && there.treating.is_some() {
        let why = format!("{} is busy with a treatment", table.name(patient));
        return Err(Refusal::by(rule!("CR-R101"), "busy", why));
    }
    let now = table.clock.elapsed;
    let since = now.saturating_sub(TREATABLE);
    let refuse = |rule, code: &str, why: &str| Err(Refusal::by(rule, code, format!("{}: {why}", table.name(patient))));
    let all_at_work = treatments(table, patient).any(|at| at == Treat::AllNonLethal);
    match wish {
        Wish::Lethal => match wound(book, table, healer, patient, since, true) {
            Some(at) => Ok((Treat::Lethal(at), TEN_MINUTES)),
            None => refuse(rule!("CR-126"), "no-wound", "no lethal wound that can be treated"),
        },
        Wish::NonLethal if book.house.treat_lethal_only => {
            refuse(rule!("CR-R98"), "lethal-only", "only lethal wounds are treated one by one")
        }
        Wish::NonLethal if all_at_work => {
            refuse(rule!("CR-R101"), "at-work", "somebody sees to all non-lethal wounds already")
        }
        Wish::NonLethal => match wound(book, table, healer, patient, since, false) {
            Some(at) => Ok((Treat::NonLethal(at), TEN_MINUTES)),
            None => refuse(rule!("CR-126"), "no-wound", "no non-lethal wound that can be treated"),
        },
        Wish::AllNonLethal => {
            let at_work = treatments(table, patient).any(|at| !matches!(at, Treat::Lethal(_) | Treat::Dying));
            if there.nonlethal.count() == 0 {
                refuse(rule!("CR-135"), "no-wound", "no non-lethal wound")
            } else if at_work {
                refuse(rule!("CR-R101"), "at-work", "somebody sees to the non-lethal wounds already")
            } else {
                Ok((Treat::AllNonLethal, HALF_AN_HOUR))
            }
        }
    }
}

/// CR-R99 to CR-R101: the oldest treatable wound that nobody else is treating, and that this healer may still try.
fn wound(book: &Crisis, table: &Table, healer: ActorId, patient: ActorId, since: u64, lethal: bool) -> Option<u64> {
    let actor = table.actor(patient);
    let wounds = if lethal { &actor.lethal } else { &actor.nonlethal };
    let of = |at: u64| if lethal { Treat::Lethal(at) } else { Treat::NonLethal(at) };
    let mut from = since;
    while let Some(at) = wounds.oldest_since(from) {
        let busy = treatments(table, patient).filter(|known| *known == of(at)).count();
        let tried = actor.tried.iter().filter(|known| **known == (healer, of(at))).count();
        let tried = if book.house.one_try_per_wound { tried } else { 0 };
        if busy + tried < usize::from(wounds.of(at)) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// CR-125, CR-136, CR-D30: the treatment begins, with the Assets that the healer uses; the roll comes at its end.
pub fn begin<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    healer: ActorId,
    patient: ActorId,
    wish: Wish,
    assets: Option<&Assets>,
    oracle: &mut O,
) -> Flow<()> {
    let (what, takes) = legal(book, table, healer, patient, wish)?;
    if !task::are_assets(table, healer, Skill::MEDICINE, None, assets) {
        return Err(Refusal::by(rule!("CR-130"), "no-asset", "there is no such healing aid at hand").into());
    }
    let ends = table.clock.elapsed + takes;
    set_to_work(table, healer, Treatment { patient, what, ends, assets: assets.cloned() });
    oracle.tell(Audience::All, || Event::Treats { who: healer, patient, wish });
    Ok(())
}

/// CR-R105: outside a crisis ending Dying takes one round.
pub fn stabilise_in(table: &mut Table, healer: ActorId, patient: ActorId, seconds: u64) {
    let ends = table.clock.elapsed + seconds;
    set_to_work(table, healer, Treatment { patient, what: Treat::Dying, ends, assets: None });
}

fn set_to_work(table: &mut Table, healer: ActorId, treatment: Treatment) {
    table.actor_mut(healer).treating = Some(treatment);
}

/// CR-132, CR-135, CR-R109: the time is over and the roll is made.
pub fn finish<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, healer: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(treatment) = table.actor_mut(healer).treating.take() else { return Ok(()) };
    let Treatment { patient, what, assets, .. } = treatment;
    if what == Treat::Dying {
        return aid::try_to_stabilise(book, table, healer, patient, oracle);
    }
    if !aid::medicine(book, table, healer, patient, assets.as_ref(), oracle)? {
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
