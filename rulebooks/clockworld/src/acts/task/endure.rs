//! Endure: holding out by strength of body (CW-140).

use super::prelude::*;

fn long_effort(_: &Endure, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("long effort".into())]
}

task! {
    /// CW-140: holds out by strength of body.
    pub struct Endure: "endure", "Endure", "CW-140" {
        what among long_effort: Text<200> = "What is endured", usual;
    }
}

impl Declare for Endure {
    const RULES: TaskRules = TaskRules {
        done: |name, what| format!("{name} holds out: {what}"),
        done_rule: rule!("CW-140"),
        ..TaskRules::of(Named::Endure, Skill::Fortitude, rule!("CW-140"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        Ok(fits(see, Task::plain(who, TaskName::Endure, Object::None))?.about(self.what()?)?)
    }

    fn all(_: See<'_, '_>, who: ActorId) -> Vec<Task> {
        vec![Task::plain(who, TaskName::Endure, Object::None)]
    }
}
