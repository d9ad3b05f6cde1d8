//! Stabilize: treating Injuries (CW-204 to CW-207, CW-R60, CW-R61).

use super::prelude::*;
use crate::{
    harm,
    house::StabilizeScope,
    recovery,
    table::{Severity, Wholeness},
};

/// Somebody to be treated, with how hard that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Patient(ActorId);

impl Value<Clockworld> for Patient {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.actors().iter().map(Patient).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let choice = self.0.choice(see, whose);
        let task = whose.map(|who| care(see.book, see.table, who, self.0));
        task.iter().fold(choice, |choice, task| choice.noting(note(see.table, task)))
    }
}

/// Switch `stabilize_scope` = injury: one of somebody's Injuries, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InjuryOf {
    who: ActorId,
    at: u8,
}

/// The Injuries of the patient that are still to be treated.
fn injuries(act: &Stabilize, see: See<'_, '_>, _: Option<ActorId>) -> Vec<InjuryOf> {
    let patient = act.target.value().map(|patient| patient.0).filter(|who| see.exists(*who));
    let open = |who| open_injuries(see.table, who).into_iter().map(move |at| InjuryOf { who, at });
    patient.into_iter().flat_map(open).collect()
}

impl Value<Clockworld> for InjuryOf {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let injury = see.actors.get(self.who.index()).and_then(|actor| actor.injuries.get(usize::from(self.at)));
        injury.map_or_else(Choice::default, |injury| {
            let part = &see.part(self.who, injury.part).part;
            Choice::new(self.at.to_string(), format!("{} Injury at the {part}", injury.severity.word()))
        })
    }
}

/// CW-207, CW-D46: with a First Aid Kit, or without.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WithKit {
    with: bool,
    /// How hard it is so; known of what is offered only.
    #[serde(skip)]
    rank: Option<Rank>,
}

impl PartialEq for WithKit {
    fn eq(&self, other: &WithKit) -> bool {
        self.with == other.with
    }
}

impl Eq for WithKit {}

/// Both ways, with how hard each is.
fn kits(act: &Stabilize, see: See<'_, '_>, _: Option<ActorId>) -> Vec<WithKit> {
    let patient = act.target.value().map(|patient| patient.0).filter(|who| see.exists(*who));
    let injury = act.injury.value().map(|injury| injury.at);
    let rank = |with| patient.map(|who| rank(see.table, who, injury, with));
    [true, false].map(|with| WithKit { with, rank: rank(with) }).into()
}

impl Value<Clockworld> for WithKit {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        [true, false].map(|with| WithKit { with, rank: None }).into()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let (key, label) = if self.with { ("yes", "With the First Aid Kit") } else { ("no", "Without") };
        Choice::new(key, label).noting(self.rank.map(|rank| rank.to_string()).unwrap_or_default())
    }
}

task! {
    /// CW-204 to CW-207, CW-R60, CW-R61: treats Injuries.
    pub struct Stabilize: "stabilize", "Stabilize", "CW-204", else "there is nothing to stabilize within reach" {
        target: Patient = "What";
        injury among injuries: InjuryOf = "Which Injury", usual;
        kit among kits: WithKit = "First Aid Kit", usual;
    }
}

impl Declare for Stabilize {
    const RULES: TaskRules = TaskRules {
        workable,
        rank: rank_of,
        length: |_, _| Some(None),
        ..TaskRules::of(Named::Stabilize, Skill::Medicine, rule!("CW-204"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let Patient(patient) = self.target()?;
        if !see.exists(patient) {
            return Err(bar!("CW-204", "unknown-target", "there is no such Character").into());
        }
        let task = fits(see, care(see.book, see.table, who, patient))?;
        let injury = match see.book.house.stabilize_scope {
            StabilizeScope::Injury => {
                let InjuryOf { who: of, at } = self.injury()?;
                if of != patient {
                    return Err(bar!("CW-R60", "which-injury", "that is an Injury of somebody else").into());
                }
                Some(at)
            }
            StabilizeScope::Character => None,
        };
        let kit = kit_of(see.table, who).is_some() && self.kit()?.with;
        Ok(fits(see, Task { details: Details::Care { kit, injury }, ..task })?)
    }

    fn all(see: See<'_, '_>, who: ActorId) -> Vec<Task> {
        let care = |patient| care(see.book, see.table, who, patient);
        see.actors().iter().map(care).collect()
    }
}

/// CW-204: the treatment of this patient, with the First Aid Kit if there is one (CW-D46).
fn care(book: &Clockworld, table: &Table, who: ActorId, patient: ActorId) -> Task {
    let one = book.house.stabilize_scope == StabilizeScope::Injury;
    let injury = if one { open_injuries(table, patient).into_iter().next() } else { None };
    let details = Details::Care { kit: kit_of(table, who).is_some(), injury };
    Task { details, ..Task::plain(who, TaskName::Stabilize, Object::Actor(patient)) }
}

fn open_injuries(table: &Table, patient: ActorId) -> Vec<u8> {
    let injuries = table.actor(patient).injuries.iter().enumerate();
    injuries
        .filter(|(_, injury)| !injury.stabilized && injury.severity >= Severity::Serious)
        .map(|(at, _)| at as u8)
        .collect()
}

/// CW-204, CW-R61: within 5 feet, a working hand; oneself too.
fn workable<'t>(book: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let (who, patient) = (task.actor, patient_of(task)?);
    if !table.exists(patient) {
        return Err(bar!("CW-204", "unknown-target", "there is no such Character"));
    }
    let (name, actor) = (table.name(patient), table.actor(patient));
    if matches!(actor.out, Out::Dead | Out::Fled) {
        return Err(bar!("CW-204", "no-patient", "{} is {}", name, actor.out.word()).moot());
    }
    if table.worst_unstabilized(patient).is_none() {
        let words = "{} has no Serious or Critical Injury left to Stabilize";
        return Err(bar!("CW-204", "nothing-to-treat", words, name).moot());
    }
    if table.actor(who).unaware_of.contains(patient) {
        return Err(bar!("CW-R97", "unaware", "{} knows of no such patient", table.name(who)).moot());
    }
    if !table.within(table.actor(who).place, actor.place, NEAR_FT) {
        return Err(too_far(table, who, name));
    }
    if table.arms(who).is_empty() {
        return Err(bar!("CW-R61", "no-hand", "{} has no working hand", table.name(who)));
    }
    let (kit, injury) = task.care();
    if kit && kit_of(table, who).is_none() {
        return Err(bar!("CW-207", "no-kit", "{} has no First Aid Kit", table.name(who)));
    }
    match (book.house.stabilize_scope, injury) {
        (StabilizeScope::Injury, Some(at)) if open_injuries(table, patient).contains(&at) => Ok(()),
        (StabilizeScope::Injury, _) => Err(bar!("CW-R60", "which-injury", "which Injury is treated must be said")),
        (StabilizeScope::Character, None) => Ok(()),
        (StabilizeScope::Character, Some(_)) => Err(bar!("CW-R60", "which-injury", "Stabilize covers all Injuries")),
    }
}

/// CW-207: the First Aid Kit that somebody has with it. CW-R62: it is not used up.
fn kit_of(table: &Table, who: ActorId) -> Option<ThingId> {
    table.thing_ids().find(|&thing| {
        let state = table.thing(thing);
        let own =
            matches!(state.at, Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) if by == who);
        own && table.thing_sheet(thing).first_aid && state.state != Wholeness::Destroyed
    })
}

/// The Rank of this treatment.
fn rank_of(table: &Table, task: &Task) -> Option<Rank> {
    let (kit, injury) = task.care();
    Some(rank(table, patient_of(task).ok()?, injury, kit))
}

/// Who is treated.
fn patient_of(task: &Task) -> Result<ActorId, Why<'static>> {
    match task.object {
        Object::Actor(patient) => Ok(patient),
        Object::None | Object::Thing(_) | Object::Skill(_) => {
            Err(bar!("CW-204", "unknown-target", "there is no such Character"))
        }
    }
}

/// CW-205, CW-206, CW-207, CW-R60: Adept for a Serious Injury, Master for a Critical one, one less with a First Aid Kit;
/// by the worst that is not Stabilized, or by the one that is treated.
fn rank(table: &Table, who: ActorId, injury: Option<u8>, kit: bool) -> Rank {
    let chosen = injury.and_then(|at| table.actor(who).injuries.get(usize::from(at))).map(|injury| injury.severity);
    let severity = chosen.or_else(|| table.worst_unstabilized(who)).unwrap_or(Severity::Serious);
    let rank = if severity == Severity::Critical { Rank::MASTER } else { Rank::ADEPT };
    rank.shifted(if kit { -1 } else { 0 })
}

/// CW-204, CW-R51, CW-R60: all Serious and Critical Injuries are treated, or the one that was named; limbs work again.
pub fn succeed<O: Oracle>(book: &Clockworld, table: &mut Table, task: &Task, oracle: &mut O) {
    let Ok(who) = patient_of(task) else { return };
    let before = harm::maimed(table, who);
    let one = task.care().1.map(usize::from);
    let mut treated = 0;
    for (at, injury) in table.actor_mut(who).injuries.iter_mut().enumerate() {
        let meant = one.is_none_or(|one| one == at);
        if meant && injury.severity >= Severity::Serious && !injury.stabilized {
            injury.stabilized = true;
            treated += 1;
        }
    }
    let by = task.actor;
    oracle.tell(audience(table, by), || Event::Task(TaskEvent::Stabilized { by, who, injuries: treated }));
    table.know_body(&book.house, who);
    let after = harm::maimed(table, who);
    for part in 0..table.sheet(who).body.len() as PartId {
        if before.contains(part) && !after.contains(part) {
            oracle.tell(audience(table, who), || Event::Task(TaskEvent::Restored { who, part }));
        }
    }
    if table.clock.mode == Mode::Aftermath {
        recovery::recover(table, who, oracle);
    }
}
