//! Crack: opening what is locked (CW-198, CW-199, CW-200).

use super::{prelude::*, things::at_hand};
use crate::table::Wholeness;

workpiece! {
    /// Something that may have a lock.
    pub struct Crackable of TaskName::Crack;
}

task! {
    /// CW-198, CW-199, CW-200: opens what is locked.
    pub struct Crack: "crack", "Crack", "CW-198", else "there is nothing to crack within reach" {
        object: Crackable = "What";
    }
}

impl Declare for Crack {
    const RULES: TaskRules = TaskRules {
        workable,
        rank: |table, task| table.thing_sheet(task.thing(table).ok()?).crack_rank,
        length: length_of_thing,
        done: |name, what| format!("{name} has {what} open"),
        done_rule: rule!("CW-199"),
        ..TaskRules::of(Named::Crack, Skill::Tinkering, rule!("CW-198"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let Crackable(thing) = self.object()?;
        Ok(fits(see, Task::plain(who, TaskName::Crack, Object::Thing(thing)))?)
    }

    fn all(see: See<'_, '_>, who: ActorId) -> Vec<Task> {
        with_things(see, who, TaskName::Crack)
    }
}

/// CW-198: is this a thing to be opened, and can it be reached?
fn workable<'t>(_: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let thing = task.thing(table)?;
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    if !sheet.tasks.crack {
        return Err(bar!("CW-198", "wrong-object", "{} is nothing to crack", &sheet.name).moot());
    }
    if state.state == Wholeness::Destroyed {
        return Err(bar!("CW-R52", "destroyed", "{} is destroyed", &sheet.name));
    }
    if state.cracked {
        return Err(bar!("CW-198", "done-already", "that is done to {} already", &sheet.name));
    }
    at_hand(table, task.actor, thing)
}

/// CW-199: access or control.
pub fn succeed(table: &mut Table, task: &Task) {
    if let Ok(thing) = task.thing(table) {
        table.thing_mut(thing).cracked = true;
    }
}
