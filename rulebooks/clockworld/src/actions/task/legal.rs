//! What must hold before a Task is tried.

use super::{Details, Object, Task, TaskName, known_rank, settle};
use crate::{
    Clockworld,
    check::{Capped, possible},
    house::StabilizeScope,
    sheet::{AttackKind, Limb, Skill, ThingId},
    table::{Mode, Out, Severity, Table, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{ActorId, Refusal, rule};

/// How near one must be to something to work on it, in feet (CW-R61, and the Reach of a hand).
pub const NEAR_FT: u32 = 5;
/// The most words of a Task that is described.
pub const LONGEST: usize = 200;

/// Everything that must hold: whose Turn, hands, nearness, what the object is, and the Action itself (CW-018, CW-034).
pub fn legal(book: &Clockworld, table: &Table, task: &Task) -> Result<(), Refusal> {
    may_try(table, task.actor)?;
    workable(book, table, task)?;
    known_rank(table, task).map_or(Ok(()), |rank| possible(book, rank))?; // CW-R09
    if table.clock.mode == Mode::Aftermath {
        return Ok(());
    }
    turn::may_spend(book, table, task.actor, &task.taken(), task.focus)?;
    if settle::known_length(table, task).flatten().is_some() {
        whole_turn(table, task.actor)?;
    }
    Ok(())
}

/// In its own Turn, or after the Scenario, when there are no Turns any more (CW-R59).
pub(super) fn may_try(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if table.clock.mode != Mode::Aftermath || who.index() >= table.actors.len() {
        return Ok(table.may_act(who)?);
    }
    let out = table.actor(who).out;
    if matches!(out, Out::Active | Out::Surrendered) {
        return Ok(());
    }
    let why = format!("{} is {} and cannot act", table.name(who), out.word());
    Err(Refusal::by(rule!("CW-R98"), "out-of-action", why))
}

/// CW-224, CW-R118: work on a Lengthy Task takes the whole Turn.
pub(super) fn whole_turn(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if table.actor(who).turn.taken.is_empty() {
        return Ok(());
    }
    let why = format!("a Lengthy Task takes the whole Turn, and {} has acted already", table.name(who));
    Err(Refusal::by(rule!("CW-R118"), "acted-already", why))
}

/// What must hold as long as somebody is at it: the body, the object, the distance.
pub fn workable(book: &Clockworld, table: &Table, task: &Task) -> Result<(), Refusal> {
    let who = task.actor;
    let mind_only = matches!(task.name, TaskName::Perceive | TaskName::Endure | TaskName::Resist);
    // CW-R94 forbids to handle objects; what needs no hand stays possible.
    if table.is_pinned(who) && !mind_only {
        let why = format!("{} is Pinned and cannot handle anything", table.name(who));
        return Err(Refusal::by(rule!("CW-R94"), "pinned", why));
    }
    words_fit(task)?;
    match (task.name, task.object) {
        (TaskName::Crack | TaskName::Dismantle | TaskName::Break, Object::Thing(thing)) => {
            known_thing(table, thing)?;
            on_thing(table, task, thing)
        }
        (TaskName::Track, Object::Thing(thing)) => {
            known_thing(table, thing)?;
            let sheet = table.thing_sheet(thing);
            if sheet.tracks.is_none() {
                return Err(Refusal::by(rule!("CW-214"), "no-tracks", format!("{} is no track", sheet.name)));
            }
            Ok(())
        }
        (TaskName::Stabilize, Object::Actor(patient)) => care(book, table, task, patient),
        (TaskName::Heft, object) => lift(table, who, object),
        (TaskName::Perceive, Object::None) if task.details == Details::Creatures => {
            let sheet = table.sheet(who);
            if sheet.can_see || sheet.can_hear {
                return Ok(());
            }
            Err(Refusal::by(rule!("CW-217"), "no-senses", format!("{} neither sees nor hears", sheet.name)))
        }
        (_, Object::None) if matches!(task.details, Details::Words(_)) => Ok(()),
        (TaskName::Other, Object::Skill(_)) if matches!(task.details, Details::Own { .. }) => Ok(()),
        _ => {
            let why = format!("{} cannot be tried on that", task.name.named().word());
            Err(Refusal::by(task.name.rule(), "wrong-object", why))
        }
    }
}

/// A journal may hold anything; what is said about a Task must fit what is done.
fn words_fit(task: &Task) -> Result<(), Refusal> {
    let short = |words: &str| words.chars().count() <= LONGEST;
    let fits = match (&task.details, task.name) {
        (Details::None, _) => !matches!(task.object, Object::None | Object::Skill(_)),
        (Details::Care { .. }, name) => name == TaskName::Stabilize,
        (Details::Part(_), name) => name == TaskName::Dismantle,
        (Details::Creatures, name) => name == TaskName::Perceive,
        (Details::Words(words), name) => {
            let told = matches!(name, TaskName::Perceive | TaskName::Track | TaskName::Endure | TaskName::Resist);
            told && task.object == Object::None && short(words)
        }
        (Details::Own { what, skill, .. }, name) => {
            name == TaskName::Other && task.object == Object::Skill(*skill) && short(what)
        }
    };
    if fits {
        return Ok(());
    }
    let why = format!("that is not how a Task is described; its words are at most {LONGEST} characters");
    Err(Refusal::by(rule!("CW-191"), "bad-words", why))
}

fn known_thing(table: &Table, thing: ThingId) -> Result<(), Refusal> {
    if usize::from(thing.0) < table.things.len() {
        return Ok(());
    }
    let keys = table.setup.things.iter().map(|sheet| sheet.key.clone());
    Err(Refusal::plain("unknown-thing", "there is no such thing").allowing(keys))
}

/// CW-196, CW-198, CW-201, CW-203: is this a thing to be taken apart, opened or broken, and can it be reached?
fn on_thing(table: &Table, task: &Task, thing: ThingId) -> Result<(), Refusal> {
    let (sheet, state, who) = (table.thing_sheet(thing), table.thing(thing), task.actor);
    let refuse = |rule, code: &str, why: String| Err(Refusal::by(rule, code, why));
    let fits = match task.name {
        TaskName::Crack => sheet.tasks.crack,
        TaskName::Dismantle => can_dismantle(table, thing),
        _ => sheet.tasks.break_it,
    };
    if !fits {
        let why = format!("{} is nothing to {}", sheet.name, task.name.verb());
        return refuse(task.name.rule(), "wrong-object", why);
    }
    if state.state == Wholeness::Destroyed {
        return refuse(rule!("CW-R52"), "destroyed", format!("{} is destroyed", sheet.name));
    }
    let done = match task.name {
        TaskName::Crack => state.cracked,
        TaskName::Dismantle => match task.details {
            Details::Part(part) if usize::from(part) >= sheet.parts.len() => {
                return refuse(rule!("CW-196"), "unknown-part", format!("{} has no such part", sheet.name));
            }
            Details::Part(part) => state.dismantled || state.parts_out.contains(part),
            Details::None | Details::Care { .. } | Details::Creatures | Details::Words(_) | Details::Own { .. } => {
                state.dismantled
            }
        },
        _ => false,
    };
    if done {
        return refuse(task.name.rule(), "done-already", format!("that is done to {} already", sheet.name));
    }
    match state.at {
        // CW-203, CW-R53: an object is attended while somebody holds, carries or wears it.
        Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) => {
            if task.name == TaskName::Break {
                let why = format!("{} has {}; Break is for what nobody attends", table.name(by), sheet.name);
                return refuse(rule!("CW-203"), "attended", why);
            }
            if by != who {
                return refuse(rule!("CW-R53"), "attended", format!("{} has {}", table.name(by), sheet.name));
            }
        }
        Whereabouts::Place(_) if !can_reach(table, who, thing) => return too_far(table, who, &sheet.name),
        Whereabouts::Place(_) => {}
        Whereabouts::Gone => return refuse(task.name.rule(), "gone", format!("{} is gone", sheet.name)),
    }
    Ok(())
}

fn too_far(table: &Table, who: ActorId, what: &str) -> Result<(), Refusal> {
    let why = format!("{what} is more than {NEAR_FT} feet from {}", table.name(who));
    Err(Refusal::by(rule!("CW-080"), "too-far", why))
}

/// CW-196: a mechanical object: what the scene says, and firearms.
pub fn can_dismantle(table: &Table, thing: ThingId) -> bool {
    let sheet = table.thing_sheet(thing);
    let firearm = sheet.weapon.as_ref().is_some_and(|weapon| {
        weapon.kind == AttackKind::Ranged && matches!(weapon.skill, Skill::Handguns | Skill::Longarms)
    });
    sheet.tasks.dismantle || firearm
}

/// Does it lie or stand within 5 feet? Of a large thing the nearest cell counts.
pub fn can_reach(table: &Table, who: ActorId, thing: ThingId) -> bool {
    let Whereabouts::Place(place) = table.thing(thing).at else { return false };
    let own = table.actor(who).place;
    let piece = table.thing(thing).piece.map(|at| &table.pieces[usize::from(at)]);
    match piece {
        Some(piece) => piece.cells.iter().any(|&cell| table.within(own, cell.at_height(own.z), NEAR_FT)),
        None => table.within(own, place, NEAR_FT),
    }
}

/// CW-204, CW-R61: within 5 feet, a working hand; oneself too.
fn care(book: &Clockworld, table: &Table, task: &Task, patient: ActorId) -> Result<(), Refusal> {
    let who = task.actor;
    if patient.index() >= table.actors.len() {
        return Err(Refusal::by(rule!("CW-204"), "unknown-target", "there is no such Character"));
    }
    let (name, actor) = (table.name(patient), table.actor(patient));
    let refuse = |rule, code: &str, why: String| Err(Refusal::by(rule, code, why));
    if matches!(actor.out, Out::Dead | Out::Fled) {
        return refuse(rule!("CW-204"), "no-patient", format!("{name} is {}", actor.out.word()));
    }
    if table.worst_unstabilized(patient).is_none() {
        let why = format!("{name} has no Serious or Critical Injury left to Stabilize");
        return refuse(rule!("CW-204"), "nothing-to-treat", why);
    }
    if table.actor(who).unaware_of.contains(patient) {
        return refuse(rule!("CW-R97"), "unaware", format!("{} knows of no such patient", table.name(who)));
    }
    if !table.within(table.actor(who).place, actor.place, NEAR_FT) {
        return too_far(table, who, name);
    }
    if table.arms(who).is_empty() {
        return refuse(rule!("CW-R61"), "no-hand", format!("{} has no working hand", table.name(who)));
    }
    let (kit, injury) = match task.details {
        Details::Care { kit, injury } => (kit, injury),
        Details::None | Details::Part(_) | Details::Creatures | Details::Words(_) | Details::Own { .. } => {
            (false, None)
        }
    };
    if kit && kit_of(table, who).is_none() {
        return refuse(rule!("CW-207"), "no-kit", format!("{} has no First Aid Kit", table.name(who)));
    }
    let one = book.house.stabilize_scope == StabilizeScope::Injury;
    let open = |at: &u8| {
        let injury = actor.injuries.get(usize::from(*at));
        injury.is_some_and(|injury| !injury.stabilized && injury.severity >= Severity::Serious)
    };
    match (one, injury) {
        (true, Some(at)) if open(&at) => Ok(()),
        (false, None) => Ok(()),
        (true, _) => {
            let open = (0..actor.injuries.len() as u8).filter(open).map(|at| at.to_string());
            let why = "which Injury is treated must be said".to_owned();
            Err(Refusal::by(rule!("CW-R60"), "which-injury", why).allowing(open))
        }
        (false, Some(_)) => refuse(rule!("CW-R60"), "which-injury", "Stabilize covers all Injuries".into()),
    }
}

/// CW-207: the First Aid Kit that somebody has with it. CW-R62: it is not used up.
pub fn kit_of(table: &Table, who: ActorId) -> Option<ThingId> {
    table.thing_ids().find(|&thing| {
        let state = table.thing(thing);
        let own =
            matches!(state.at, Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) if by == who);
        own && table.thing_sheet(thing).first_aid && state.state != Wholeness::Destroyed
    })
}

/// CW-208, CW-R117: both hands free, and something heavy or somebody who cannot walk within 5 feet.
fn lift(table: &Table, who: ActorId, object: Object) -> Result<(), Refusal> {
    let refuse = |code: &str, why: String| Err(Refusal::by(rule!("CW-R117"), code, why));
    if table.actor(who).hefting.is_some() {
        return refuse("hands-busy", format!("{} carries something already", table.name(who)));
    }
    if table.free_arms(who).len() < 2 {
        return refuse("hands-busy", format!("{} needs both hands free", table.name(who)));
    }
    match object {
        Object::Thing(thing) => {
            known_thing(table, thing)?;
            let sheet = table.thing_sheet(thing);
            if !sheet.tasks.heft || table.thing(thing).state == Wholeness::Destroyed {
                return refuse("wrong-object", format!("{} is nothing to carry", sheet.name));
            }
            if !can_reach(table, who, thing) {
                return too_far(table, who, &sheet.name);
            }
            Ok(())
        }
        Object::Actor(person) => {
            if person.index() >= table.actors.len() || person == who {
                return refuse("unknown-target", "there is no such person to carry".into());
            }
            let name = table.name(person);
            if table.actor(who).unaware_of.contains(person) {
                return refuse("unaware", "there is no such person to carry".into()); // CW-R97
            }
            if can_walk(table, person) {
                return refuse("can-walk", format!("{name} can walk"));
            }
            let carried = table.actors.iter().any(|actor| actor.hefting == Some(crate::table::Hefted::Actor(person)));
            if carried || table.actor(person).out == Out::Fled {
                return refuse("not-there", format!("{name} is not there to be lifted"));
            }
            if !table.within(table.actor(who).place, table.actor(person).place, NEAR_FT) {
                return too_far(table, who, name);
            }
            Ok(())
        }
        Object::None | Object::Skill(_) => refuse("wrong-object", "there is nothing to lift".into()),
    }
}

/// Can this Character walk by itself? Not if it is unconscious, dead, tied, or has no working leg.
fn can_walk(table: &Table, who: ActorId) -> bool {
    let legs = table.sheet(who).limbs(Limb::Leg).any(|leg| table.works(who, leg));
    let tied = table.has(who, |kind| matches!(kind, crate::conditions::ConditionKind::Bound { .. }));
    table.actor(who).out < Out::Unconscious && legs && !tied
}

/// CW-227, CW-R115: would it fail with no roll? The offer warns; the Task may be tried all the same.
pub fn hopeless(table: &Table, task: &Task) -> Option<String> {
    if task.capped() == Capped::No {
        return None;
    }
    let (rank, trained) = (known_rank(table, task)?, table.skill(task.actor, task.skill()));
    (rank.0 > trained.rank.rank().0 + 1)
        .then(|| format!("hopeless: {rank} is out of reach for {} {}", task.skill(), trained.rank))
}
