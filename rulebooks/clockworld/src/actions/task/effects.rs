//! What a Task does that succeeds.

use super::{Details, Object, Task, TaskEvent, TaskName, TaskQuestion, audience};
use crate::{
    Clockworld, Event, Question, harm, recovery,
    sheet::{PartId, ThingId},
    table::{Hefted, Mode, Severity, Table, Whereabouts, Wholeness},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Who};

/// The Task succeeded.
pub(super) fn succeed<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    task: &Task,
    oracle: &mut O,
) -> Flow<()> {
    let done = || Event::Task(TaskEvent::Done { task: task.clone() });
    match (task.name, task.object) {
        // CW-199: access or control.
        (TaskName::Crack, Object::Thing(thing)) => {
            table.thing_mut(thing).cracked = true;
            oracle.tell(audience(table, task.actor), done);
        }
        // CW-196: taken apart, as a whole or in one part.
        (TaskName::Dismantle, Object::Thing(thing)) => {
            let state = table.thing_mut(thing);
            match task.details {
                Details::Part(part) => state.parts_out = state.parts_out.with(part),
                Details::None | Details::Care { .. } | Details::Creatures | Details::Words(_) | Details::Own { .. } => {
                    state.dismantled = true
                }
            }
            oracle.tell(audience(table, task.actor), done);
        }
        (TaskName::Break, Object::Thing(thing)) => break_it(table, thing, oracle)?,
        (TaskName::Stabilize, Object::Actor(who)) => stabilize(book, table, task, who, oracle),
        (TaskName::Heft, object) => {
            heft(table, task.actor, object);
            oracle.tell(audience(table, task.actor), done);
        }
        // CW-214, CW-218, CW-140, CW-164: what is found, followed or held out is the story's.
        _ => oracle.tell(audience(table, task.actor), done),
    }
    Ok(())
}

/// CW-201, CW-R116, CW-D19: destroyed; of a very large object the GM may say that it is only damaged.
fn break_it<O: Oracle<Clockworld>>(table: &mut Table, thing: ThingId, oracle: &mut O) -> Flow<()> {
    let mut state = Wholeness::Destroyed;
    if table.thing_sheet(thing).very_large {
        let answer = oracle.ask(table, Who::Gm, &Question::Task(TaskQuestion::Broken(thing)))?;
        if answer == 1 {
            state = Wholeness::Damaged;
        }
    }
    table.thing_mut(thing).state = state;
    if state == Wholeness::Destroyed {
        harm::remove_piece(table, thing);
    }
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Broken { thing, state }));
    Ok(())
}

/// CW-204, CW-R51, CW-R60: all Serious and Critical Injuries are treated, or the one that was named; limbs work again.
fn stabilize<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, task: &Task, who: ActorId, oracle: &mut O) {
    let before = harm::maimed(table, who);
    let one = match task.details {
        Details::Care { injury, .. } => injury.map(usize::from),
        Details::None | Details::Part(_) | Details::Creatures | Details::Words(_) | Details::Own { .. } => None,
    };
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

/// CW-210, CW-R117: it is lifted and goes along when its bearer Moves.
fn heft(table: &mut Table, who: ActorId, object: Object) {
    match object {
        Object::Thing(thing) => {
            table.actor_mut(who).hefting = Some(Hefted::Thing(thing));
            table.thing_mut(thing).at = Whereabouts::Held(who);
            harm::remove_piece(table, thing); // it shields nobody while it is carried
        }
        Object::Actor(person) => {
            let place = table.actor(who).place;
            table.release(person);
            table.actor_mut(who).hefting = Some(Hefted::Actor(person));
            table.actor_mut(person).stand_at(place);
        }
        Object::None | Object::Skill(_) => {}
    }
}
