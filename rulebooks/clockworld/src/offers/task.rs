//! Tasks on offer: what can be worked on here, and with what (CW-033).

use super::slots::of_actor;
use crate::{
    Clockworld, Intent,
    actions::task::{
        Details, Object, Task, TaskName, can_dismantle, hopeless, kit_of, known_rank, legal, lengthy, stabilize_rank,
        workable,
    },
    house::StabilizeScope,
    sheet::{PartId, Skill},
    table::{Mode, Severity, Table, Whereabouts},
    turn,
};
use referee_engine::{ActorId, Choice, Domain, Filled, Offer, Refusal, Slot, key_of, rule};

/// The words for commands.
pub const VERBS: &[&str] =
    &["crack", "dismantle", "break", "stabilize", "heft", "track", "perceive", "endure", "resist", "task", "work"];

fn name_of(verb: &str) -> Option<TaskName> {
    TaskName::DECLARED.into_iter().find(|name| name.verb() == verb)
}

pub fn offers(book: &Clockworld, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    let offer = |verb: &str, label: &str, rule, refused, warning| Offer {
        verb: verb.into(),
        actor: Some(who),
        label: label.into(),
        group: "Tasks".into(),
        cost: if table.clock.mode == Mode::Aftermath { String::new() } else { "1 Action".into() },
        rule,
        refused,
        warning,
    };
    let at_work = table.actor(who).lengthy.is_some();
    for name in TaskName::DECLARED {
        let objects = objects(book, table, who, name);
        // What cannot be done to anything here is not worth a line, unless it is never done to a thing.
        if objects.is_empty() {
            continue;
        }
        let refused = objects.iter().find_map(|task| legal(book, table, task).err());
        let refused = refused.filter(|_| objects.iter().all(|task| legal(book, table, task).is_err()));
        let warning = match objects.iter().map(|task| hopeless(table, task)).collect::<Option<Vec<String>>>() {
            Some(all) => all.into_iter().next(), // CW-R115
            None => at_work.then(|| "the work of the Lengthy Task is lost".into()),
        };
        let label = if name == TaskName::Other { "Another Task" } else { name.named().word() };
        all.push(offer(name.verb(), label, name.rule(), refused, warning));
    }
    if at_work && table.clock.mode == Mode::Turns {
        let refused = lengthy::may_work(book, table, who).err();
        all.push(offer("work", "Go on with the Lengthy Task", rule!("CW-R118"), refused, None));
    }
}

/// The Tasks of this name that could be tried here: one for each object.
fn objects(book: &Clockworld, table: &Table, who: ActorId, name: TaskName) -> Vec<Task> {
    let plain = |object| Task::plain(who, name, object);
    let things = |fits: &dyn Fn(crate::sheet::ThingId) -> bool| -> Vec<Task> {
        table.thing_ids().filter(|&thing| fits(thing)).map(|thing| plain(Object::Thing(thing))).collect()
    };
    let mut all = match name {
        TaskName::Crack => things(&|thing| table.thing_sheet(thing).tasks.crack),
        TaskName::Dismantle => things(&|thing| can_dismantle(table, thing)),
        TaskName::Break => things(&|thing| table.thing_sheet(thing).tasks.break_it),
        TaskName::Heft => {
            let mut all = things(&|thing| table.thing_sheet(thing).tasks.heft);
            all.extend(table.ids().map(|person| plain(Object::Actor(person))));
            all
        }
        TaskName::Track => things(&|thing| {
            table.thing_sheet(thing).tracks.is_some() && matches!(table.thing(thing).at, Whereabouts::Place(_))
        }),
        TaskName::Stabilize => table.ids().map(|patient| care(book, table, who, patient, None)).collect(),
        _ => Vec::new(),
    };
    all.retain(|task| workable(book, table, task).is_ok());
    match name {
        TaskName::Perceive => {
            all.push(Task { details: Details::Creatures, ..plain(Object::None) });
            all.retain(|task| workable(book, table, task).is_ok());
            all.push(in_words(plain(Object::None), "hidden things"));
        }
        TaskName::Track => all.push(in_words(plain(Object::None), "a trail")),
        TaskName::Endure => all.push(in_words(plain(Object::None), "long effort")),
        TaskName::Resist => all.push(in_words(plain(Object::None), "staying awake")),
        TaskName::Other => {
            let own = |skill| Details::Own { what: "something else".to_owned(), skill, capped: false };
            all.extend(Skill::ALL.map(|skill| Task { details: own(skill), ..plain(Object::Skill(skill)) }));
        }
        _ => {}
    }
    all
}

fn in_words(task: Task, words: &str) -> Task {
    Task { details: Details::Words(words.to_owned()), ..task }
}

/// CW-204: the treatment of this patient, with the First Aid Kit if there is one (CW-D46).
fn care(book: &Clockworld, table: &Table, who: ActorId, patient: ActorId, injury: Option<u8>) -> Task {
    let one = book.house.stabilize_scope == StabilizeScope::Injury;
    let injury = if one { injury.or_else(|| open_injuries(table, patient).into_iter().next()) } else { None };
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

/// The word for an object.
fn object_choice(table: &Table, task: &Task) -> Choice {
    let choice = match task.object {
        Object::Thing(thing) => {
            let sheet = table.thing_sheet(thing);
            Choice::new(sheet.key.clone(), sheet.name.clone())
        }
        Object::Actor(who) => of_actor(table, who),
        Object::Skill(skill) => return Choice::plain(skill.to_string()),
        Object::None => Choice::new("", ""),
    };
    let rank = match known_rank(table, task) {
        Some(rank) => rank.to_string(),
        None => "the GM says how hard".into(),
    };
    choice.noting(hopeless(table, task).unwrap_or(rank))
}

pub fn slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    if filled.verb == "work" {
        lengthy::may_work(book, table, who)?;
        return Ok(Vec::new());
    }
    let Some(name) = name_of(&filled.verb) else { return Err(unknown(filled)) };
    if table.clock.mode != Mode::Aftermath {
        table.may_act(who)?;
    }
    let tasks = objects(book, table, who, name);
    let possible: Vec<&Task> = tasks.iter().filter(|task| legal(book, table, task).is_ok()).collect();
    if possible.is_empty() {
        let refused = tasks.iter().find_map(|task| legal(book, table, task).err());
        let named = filled.get("object").or(filled.get("target")).and_then(|key| why_not(book, table, who, name, key));
        let why = format!("there is nothing to {} within reach", name.verb());
        return Err(named.or(refused).unwrap_or_else(|| Refusal::by(name.rule(), "nothing-here", why)));
    }
    let mut slots = Vec::new();
    let text = |name: &str, label: &str, default: Option<&str>| Slot {
        name: name.into(),
        label: label.into(),
        domain: Domain::Text { longest: 200 },
        default: default.map(str::to_owned),
        barred: Vec::new(),
    };
    let choices = |of: &[&Task]| of.iter().map(|task| object_choice(table, task)).collect::<Vec<Choice>>();
    match name {
        TaskName::Crack | TaskName::Break | TaskName::Dismantle | TaskName::Heft | TaskName::Stabilize => {
            let slot = if matches!(name, TaskName::Heft | TaskName::Stabilize) { "target" } else { "object" };
            slots.push(Slot::one(slot, "What", choices(&possible)));
            let chosen = possible.iter().find(|task| Some(object_choice(table, task).key.as_str()) == filled.get(slot));
            match (chosen, filled.get(slot)) {
                (Some(task), _) => details(book, table, task, filled, &mut slots),
                (None, Some(key)) => {
                    if let Some(refusal) = why_not(book, table, who, name, key) {
                        return Err(refusal);
                    }
                }
                (None, None) => {}
            }
        }
        TaskName::Track => {
            let (tracks, other): (Vec<&Task>, Vec<&Task>) =
                possible.iter().copied().partition(|task| matches!(task.object, Object::Thing(_)));
            let mut of = choices(&tracks);
            if !other.is_empty() {
                of.push(Choice::new("other", "Other signs").noting("the GM says how hard"));
            }
            let slot = Slot::one("trail", "Which", of);
            slots.push(if other.is_empty() { slot } else { slot.or("other") });
            if !other.is_empty() && filled.get("trail").unwrap_or("other") == "other" {
                slots.push(text("what", "Whose signs", Some("a trail")));
            }
        }
        TaskName::Perceive => {
            let mut of = vec![Choice::new("things", "Hidden things").noting("the GM says how hard")];
            if possible.iter().any(|task| task.details == Details::Creatures) {
                of.push(Choice::new("creatures", "Hidden creatures").noting("against the Sneak Rank of each"));
            }
            slots.push(Slot::one("for", "What for", of).or("things"));
            if filled.get("for") != Some("creatures") {
                slots.push(text("what", "What", Some("hidden things")));
            }
        }
        TaskName::Endure => slots.push(text("what", "What is endured", Some("long effort"))),
        TaskName::Resist => slots.push(text("what", "What is resisted", Some("staying awake"))),
        _ => {
            slots.push(text("what", "What is done", None));
            // CW-034: another one of these in the same Turn must be of another Skill.
            let of = choices(&possible);
            let named = filled.get("skill").filter(|key| of.iter().all(|choice| choice.key != *key));
            let taken = tasks.iter().find(|task| Some(object_choice(table, task).key.as_str()) == named);
            if let Some(refusal) = taken.and_then(|task| legal(book, table, task).err()) {
                return Err(refusal);
            }
            slots.push(Slot::one("skill", "With which Skill", of));
            slots.push(Slot::flag("capped", "Skill Capped"));
        }
    }
    let focus = match table.clock.mode {
        Mode::Aftermath => Ok(()),
        _ => turn::may_spend(book, table, who, &possible[0].taken(), true),
    };
    match focus {
        Ok(()) => slots.push(Slot::flag("focus", "Focus (High Roll; twice the time if it is Lengthy)")),
        Err(refusal) if filled.is_yes("focus") => return Err(refusal.into()),
        Err(_) => {}
    }
    slots.push(Slot::flag("sneakily", "Sneakily (a Sneak Check afterwards)"));
    Ok(slots)
}

/// Why it cannot be done to what was named.
fn why_not(book: &Clockworld, table: &Table, who: ActorId, name: TaskName, key: &str) -> Option<Refusal> {
    let object = match (table.find_thing(key), table.find(key)) {
        (Ok(thing), _) => Some(Object::Thing(thing)),
        (_, Ok(person)) => Some(Object::Actor(person)),
        _ => None,
    };
    let task = match object? {
        Object::Actor(patient) if name == TaskName::Stabilize => care(book, table, who, patient, None),
        object => Task::plain(who, name, object),
    };
    legal(book, table, &task).err()
}

/// What else can be said once the object is known.
fn details(book: &Clockworld, table: &Table, task: &Task, filled: &Filled, slots: &mut Vec<Slot>) {
    match (task.name, task.object) {
        (TaskName::Stabilize, Object::Actor(patient)) => {
            let chosen = filled.get("injury").and_then(|at| at.parse().ok());
            if book.house.stabilize_scope == StabilizeScope::Injury {
                let of = open_injuries(table, patient).into_iter().map(|at| {
                    let injury = table.actor(patient).injuries[usize::from(at)];
                    let part = &table.part(patient, injury.part).part;
                    Choice::new(at.to_string(), format!("{} Injury at the {part}", injury.severity.word()))
                });
                let of: Vec<Choice> = of.collect();
                let first = of.first().map(|choice| choice.key.clone()).unwrap_or_default();
                slots.push(Slot::one("injury", "Which Injury", of).or(first));
            }
            if kit_of(table, task.actor).is_some() {
                let note = |kit| stabilize_rank(table, patient, chosen, kit).to_string();
                let of = vec![
                    Choice::new("yes", "With the First Aid Kit").noting(note(true)),
                    Choice::new("no", "Without").noting(note(false)),
                ];
                slots.push(Slot::one("kit", "First Aid Kit", of).or("yes"));
            }
        }
        (TaskName::Dismantle, Object::Thing(thing)) => {
            let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
            if sheet.parts.len() > 1 {
                let mut of = vec![Choice::new("all", "All of it")];
                let parts = sheet.parts.iter().enumerate();
                let whole = parts.filter(|(at, _)| !state.parts_out.contains(*at as PartId));
                of.extend(whole.map(|(_, part)| Choice::plain(part.part.clone())));
                slots.push(Slot::one("part", "Which part", of).or("all"));
            }
        }
        _ => {}
    }
}

fn unknown(filled: &Filled) -> Refusal {
    Refusal::plain("unknown-verb", format!("nothing is called {:?} here", filled.verb))
}

pub fn intent(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    if filled.verb == "work" {
        return Ok(Intent::Work { actor: who });
    }
    let Some(name) = name_of(&filled.verb) else { return Err(unknown(filled)) };
    let plain = |object| Task::plain(who, name, object);
    let thing = |slot: &str| filled.get(slot).map(|key| table.find_thing(key)).transpose();
    let words = |default: &str| in_words(plain(Object::None), filled.get("what").unwrap_or(default));
    let mut task = match name {
        TaskName::Crack | TaskName::Break => plain(thing("object")?.map_or(Object::None, Object::Thing)),
        TaskName::Dismantle => {
            let thing = thing("object")?;
            let part = filled.get("part").filter(|part| *part != "all").and_then(|key| {
                let parts = &table.thing_sheet(thing?).parts;
                parts.iter().position(|part| key_of(&part.part) == key)
            });
            let details = part.map_or(Details::None, |at| Details::Part(at as PartId));
            Task { details, ..plain(thing.map_or(Object::None, Object::Thing)) }
        }
        TaskName::Heft => {
            let key = filled.get("target").unwrap_or_default();
            plain(match table.find_thing(key) {
                Ok(thing) => Object::Thing(thing),
                Err(_) => Object::Actor(table.find(key)?),
            })
        }
        TaskName::Stabilize => {
            let patient = table.find(filled.get("target").unwrap_or_default())?;
            let injury = filled.get("injury").and_then(|at| at.parse().ok());
            let mut task = care(book, table, who, patient, injury);
            if let Details::Care { kit, .. } = &mut task.details {
                *kit = *kit && filled.get("kit") != Some("no");
            }
            task
        }
        TaskName::Track => match filled.get("trail").filter(|trail| *trail != "other") {
            Some(key) => plain(Object::Thing(table.find_thing(key)?)),
            None => words("a trail"),
        },
        TaskName::Perceive if filled.get("for") == Some("creatures") => {
            Task { details: Details::Creatures, ..plain(Object::None) }
        }
        TaskName::Perceive => words("hidden things"),
        TaskName::Endure => words("long effort"),
        TaskName::Resist => words("staying awake"),
        _ => {
            let what = filled.get("what").unwrap_or_default().to_owned();
            let named = filled.get("skill").unwrap_or_default();
            let skill = Skill::ALL.into_iter().find(|skill| key_of(&skill.to_string()) == named);
            let skill = skill.ok_or_else(|| Refusal::plain("bad-value", format!("there is no Skill {named:?}")))?;
            let object = Object::Skill(skill);
            Task { details: Details::Own { what, skill, capped: filled.is_yes("capped") }, ..plain(object) }
        }
    };
    task.focus = filled.is_yes("focus");
    task.sneakily = filled.is_yes("sneakily");
    legal(book, table, &task)?;
    Ok(Intent::Task(task))
}
