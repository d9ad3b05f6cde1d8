//! Treating wounds with Medicine: ten minutes for a wound, half an hour for all non-lethal ones (CR-124 to CR-126, CR-135, CR-136).

use super::prelude::*;
use crate::{
    recovery::treat::{is_at_leisure, is_out_of_crisis, is_patient, set_to_work},
    sheet::Skill,
    table::{Assets, Treat as Treated, Treatment},
    task,
};
use referee_engine::act::Several;

act! {
    /// CR-124, CR-135: treats wounds, outside a crisis.
    pub struct Treat for Crisis, by ActorId {
        patient: ActorId = "Whom";
        wound of patient: Wish = "What", usual;
        /// CR-D30.
        assets among aids: Several<ItemAt> = "Assets", usual;
    }
}

/// Usually all that fit.
fn aids(_: &Treat, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ItemAt>> {
    whose.map(|who| task::choices(see, who, Skill::MEDICINE, None)).unwrap_or_default()
}

/// CR-125.
pub const TEN_MINUTES: u64 = 600;
/// CR-136, CR-R154.
pub const HALF_AN_HOUR: u64 = 1_800;
/// CR-124, CR-126.
pub const TREATABLE: u64 = 3_600;

named! {
    /// What a healer asks for; which wound it is, the rule finds (CR-R100, CR-D30).
    pub enum Wish for Crisis {
        /// A lethal wound.
        Lethal = "lethal" / "A lethal wound",
        /// A non-lethal wound.
        NonLethal = "non_lethal" as "nonlethal" / "A non-lethal wound",
        /// All non-lethal wounds.
        AllNonLethal = "all_non_lethal" as "all-nonlethal" / "All non-lethal wounds",
    }
}

told! {
    /// CR-124: a treatment begins.
    pub struct Treats for Crisis { who: ActorId, patient: ActorId, wish: Wish }
    |table| "CR-124" by who => {
        let what = match wish {
            Wish::Lethal => "a lethal wound",
            Wish::NonLethal => "a non-lethal wound",
            Wish::AllNonLethal => "all non-lethal wounds",
        };
        format!("{} begins to treat {what} of {}", table.name(who), table.name(patient))
    };
}

/// CR-124, CR-R101: may this healer see to that patient at all?
fn may_be_treated<'t>(book: &Crisis, table: &'t Table, healer: ActorId, patient: ActorId) -> Result<(), Why<'t>> {
    table.known(patient)?;
    let (there, name) = (table.actor(patient), table.name(patient));
    if !there.is_here() || table.actor(healer).unaware_of.contains(patient) {
        return Err(bar!("CR-124", "no-patient", "there is no such patient").moot());
    }
    if table.distance(&book.house, table.actor(healer).place.cell, there.place.cell) > 1 {
        return Err(bar!("CR-124", "not-near", "{} is not next to {}", table.name(healer), name));
    }
    if healer == patient && is_patient(table, patient, None) || healer != patient && there.treating.is_some() {
        return Err(bar!("CR-R101", "busy", "{} is busy with a treatment", name));
    }
    Ok(())
}

/// CR-124, CR-126, CR-R98 to CR-R101, CR-R108: may this treatment begin? Gives what is treated, and how long it takes.
fn legal<'t>(
    book: &Crisis,
    table: &'t Table,
    healer: ActorId,
    patient: ActorId,
    wish: Wish,
) -> Result<(Treated, u64), Why<'t>> {
    let (there, name) = (table.actor(patient), table.name(patient));
    let since = table.clock.elapsed.saturating_sub(TREATABLE);
    let all_at_work = treatments(table, patient).any(|at| at == Treated::AllNonLethal);
    match wish {
        Wish::Lethal => match wound(book, table, healer, patient, since, true) {
            Some(at) => Ok((Treated::Lethal(at), TEN_MINUTES)),
            None => Err(bar!("CR-126", "no-wound", "{}: no lethal wound that can be treated", name)),
        },
        Wish::NonLethal if book.house.treat_lethal_only => {
            Err(bar!("CR-R98", "lethal-only", "{}: only lethal wounds are treated one by one", name))
        }
        Wish::NonLethal if all_at_work => {
            Err(bar!("CR-R101", "at-work", "{}: somebody sees to all non-lethal wounds already", name))
        }
        Wish::NonLethal => match wound(book, table, healer, patient, since, false) {
            Some(at) => Ok((Treated::NonLethal(at), TEN_MINUTES)),
            None => Err(bar!("CR-126", "no-wound", "{}: no non-lethal wound that can be treated", name)),
        },
        Wish::AllNonLethal => {
            let at_work = treatments(table, patient).any(|at| !matches!(at, Treated::Lethal(_) | Treated::Dying));
            if there.nonlethal.count() == 0 {
                Err(bar!("CR-135", "no-wound", "{}: no non-lethal wound", name))
            } else if at_work {
                Err(bar!("CR-R101", "at-work", "{}: somebody sees to the non-lethal wounds already", name))
            } else {
                Ok((Treated::AllNonLethal, HALF_AN_HOUR))
            }
        }
    }
}

/// CR-R99 to CR-R101: the oldest treatable wound that nobody else is treating, and that this healer may still try.
fn wound(book: &Crisis, table: &Table, healer: ActorId, patient: ActorId, since: u64, lethal: bool) -> Option<u64> {
    let actor = table.actor(patient);
    let wounds = if lethal { &actor.lethal } else { &actor.nonlethal };
    let of = |at: u64| if lethal { Treated::Lethal(at) } else { Treated::NonLethal(at) };
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

/// The treatments that somebody is getting.
fn treatments(table: &Table, patient: ActorId) -> impl Iterator<Item = Treated> + '_ {
    let all = table.actors.iter().filter_map(|actor| actor.treating.as_ref());
    all.filter(move |at| at.patient == patient).map(|at| at.what)
}

impl Act<Crisis> for Treat {
    type By = ActorId;
    type Ready = (ActorId, Wish, Treatment);
    const CARD: Card = card!("treat", "Treat a wound", "Medicine", "10 minutes, or half an hour", "CR-124");
    const NOTHING: Why<'static> = bar!("CR-126", "nothing-there", "nobody can be helped like that now");

    fn ready<'t>(&self, see: See<'_, 't>, healer: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        is_out_of_crisis(table)?;
        table.may_act(healer)?;
        is_at_leisure(table, healer)?;
        let patient = self.patient()?;
        may_be_treated(book, table, healer, patient)?;
        let wish = self.wound()?;
        let (what, takes) = legal(book, table, healer, patient, wish)?;
        let fitting: Assets = task::fitting_items(table, healer, Skill::MEDICINE, None).collect();
        let named = if fitting.is_empty() { None } else { Some(self.assets()?) };
        let assets = task::named(named, &fitting)?;
        let ends = table.clock.elapsed + takes;
        Ok((healer, wish, Treatment { patient, what, ends, assets }))
    }

    /// CR-125, CR-136, CR-D30: the treatment begins, with the Assets that the healer uses; the roll comes at its end.
    fn resolve<O: Oracle<Crisis>>(ready: Self::Ready, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (healer, wish, treatment) = ready;
        let patient = treatment.patient;
        set_to_work(table, healer, treatment);
        oracle.tell(Audience::All, || Event::Treats(Treats { who: healer, patient, wish }));
        Ok(())
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::warned(see, who, offer);
    }
}
