//! Resist: holding out by strength of mind (CW-164).

use super::prelude::*;

fn staying_awake(_: &Resist, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("staying awake".into())]
}

task! {
    /// CW-164: holds out by strength of mind.
    pub struct Resist: "resist", "Resist", "CW-164" {
        what among staying_awake: Text<200> = "What is resisted", usual;
    }
}

impl Declare for Resist {
    const RULES: TaskRules = TaskRules {
        done: |name, what| format!("{name} holds out: {what}"),
        done_rule: rule!("CW-164"),
        ..TaskRules::of(Named::Resist, Skill::Willpower, rule!("CW-164"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        Ok(fits(see, Task::plain(who, TaskName::Resist, Object::None))?.about(self.what()?)?)
    }

    fn all(_: See<'_, '_>, who: ActorId) -> Vec<Task> {
        vec![Task::plain(who, TaskName::Resist, Object::None)]
    }
}
