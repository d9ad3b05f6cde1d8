//! A Task that the GM defines (CW-191, CW-226, CW-D10).

use super::{prelude::*, words};

act! {
    /// CW-191, CW-226, CW-D10: a Task that the GM defines.
    pub struct Other for Clockworld, by ActorId {
        what: Text<200> = "What is done";
        skill: Skill = "With which Skill";
        capped: bool = "Skill Capped", usual;
        focus: bool = "Focus (High Roll; twice the time if it is Lengthy)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

impl Act<Clockworld> for Other {
    type By = ActorId;
    type Ready = Trying;
    const CARD: Card = card!("task", "Another Task", "Tasks", "1 Action", "CW-191");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Trying, Bar<'t>> {
        may_try(see.table, who)?;
        let skill = self.skill()?;
        // CW-034: another one of these in the same Turn must be of another Skill.
        let task = fits(see, Task::plain(who, TaskName::Other, Object::Skill(skill)))?;
        let what = words(self.what()?)?;
        let task = Task { details: Details::Own { what, skill, capped: self.capped()? }, ..task };
        Ok(task.with(see, self.focus()?)?.sneakily(self.sneakily()?))
    }

    fn resolve<O: Oracle>(task: Trying, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        try_it(book, table, task, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        offer_of(see, who, offer, [Task::plain(who, TaskName::Other, Object::None)]);
    }
}
