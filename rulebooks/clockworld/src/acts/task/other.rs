//! A Task that the GM defines (CW-191, CW-226, CW-D10).

use super::{prelude::*, words};

task! {
    /// CW-191, CW-226, CW-D10: a Task that the GM defines.
    pub struct Other: "task", "Another Task", "CW-191" {
        what: Text<200> = "What is done";
        skill: Skill = "With which Skill";
        capped: bool = "Skill Capped", usual;
    }
}

impl Declare for Other {
    const RULES: TaskRules = TaskRules::of(Named::Check, Skill::Tinkering, rule!("CW-191"));

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let skill = self.skill()?;
        // CW-034: another one of these in the same Turn must be of another Skill.
        let task = fits(see, Task::plain(who, TaskName::Other, Object::Skill(skill)))?;
        let what = words(self.what()?)?;
        let task = Task { details: Details::Own { what, skill, capped: self.capped()? }, ..task };
        Ok(task)
    }

    fn all(_: See<'_, '_>, who: ActorId) -> Vec<Task> {
        vec![Task::plain(who, TaskName::Other, Object::None)]
    }
}
