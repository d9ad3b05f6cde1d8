//! Break: destroying what nobody attends (CW-201, CW-202, CW-203, CW-R116).

use super::prelude::*;
use crate::{harm, table::Wholeness};

workpiece! {
    /// Something that may be broken.
    pub struct Breakable of TaskName::Break;
}

task! {
    /// CW-201, CW-202, CW-203: destroys what nobody attends.
    pub struct Break: "break", "Break", "CW-201", else "there is nothing to break within reach" {
        object: Breakable = "What";
    }
}

impl Declare for Break {
    const RULES: TaskRules = TaskRules {
        capped: true, // CW-202
        workable,
        rank: |table, task| table.thing_sheet(task.thing(table).ok()?).break_rank,
        length: |table, task| known_rank(table, task).map(|_| None),
        ..TaskRules::of(Named::Break, Skill::Athletics, rule!("CW-201"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let Breakable(thing) = self.object()?;
        Ok(fits(see, Task::plain(who, TaskName::Break, Object::Thing(thing)))?)
    }

    fn all(see: See<'_, '_>, who: ActorId) -> Vec<Task> {
        with_things(see, who, TaskName::Break)
    }
}

/// CW-201, CW-203: is this a thing to be broken, and can it be reached?
fn workable<'t>(_: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let (who, thing) = (task.actor, task.thing(table)?);
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    if !sheet.tasks.break_it {
        return Err(bar!("CW-201", "wrong-object", "{} is nothing to break", &sheet.name).moot());
    }
    if state.state == Wholeness::Destroyed {
        return Err(bar!("CW-R52", "destroyed", "{} is destroyed", &sheet.name));
    }
    match state.at {
        Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) => {
            let words = "{} has {}; Break is for what nobody attends";
            Err(bar!("CW-203", "attended", words, table.name(by), &sheet.name))
        }
        Whereabouts::Place(_) if !can_reach(table, who, thing) => Err(too_far(table, who, &sheet.name)),
        Whereabouts::Place(_) => Ok(()),
        Whereabouts::Gone => Err(bar!("CW-201", "gone", "{} is gone", &sheet.name).moot()),
    }
}

ask! {
    /// CW-D19, CW-R116, to the GM: is something very large destroyed, or only damaged?
    pub struct HowBroken for Clockworld: "broken", "CW-R116" {
        thing: ThingId,
    }
    |self, table| format!("{} is broken. How badly?", table.thing_sheet(self.thing).name);
    /// What the GM says of something very large.
    pub enum Broken {
        Destroyed = "destroyed", "destroyed";
        Damaged = "damaged", "damaged";
    }
}

/// CW-201, CW-R116, CW-D19: destroyed; of a very large object the GM may say that it is only damaged.
pub fn succeed<O: Oracle>(table: &mut Table, task: &Task, oracle: &mut O) -> Flow<()> {
    let thing = task.thing(table)?;
    let is_damaged =
        table.thing_sheet(thing).very_large && HowBroken { thing }.ask(Who::Gm, table, oracle)? == Broken::Damaged;
    let state = if is_damaged { Wholeness::Damaged } else { Wholeness::Destroyed };
    table.thing_mut(thing).state = state;
    if state == Wholeness::Destroyed {
        harm::remove_piece(table, thing);
    }
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Broken { thing, state }));
    Ok(())
}
