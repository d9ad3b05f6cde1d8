//! Resist: holding out by strength of mind (CW-164).

use super::prelude::*;

fn staying_awake(_: &Resist, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("staying awake".into())]
}

act! {
    /// CW-164: holds out by strength of mind.
    pub struct Resist for Clockworld, by ActorId {
        what among staying_awake: Text<200> = "What is resisted", usual;
        focus: bool = "Focus (High Roll; twice the time if it is Lengthy)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

impl Act<Clockworld> for Resist {
    type By = ActorId;
    type Ready = Trying;
    const CARD: Card = card!("resist", "Resist", "Tasks", "1 Action", "CW-164");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Trying, Bar<'t>> {
        may_try(see.table, who)?;
        let task = fits(see, Task::plain(who, TaskName::Resist, Object::None))?.about(self.what()?)?;
        Ok(task.with(see, self.focus()?)?.sneakily(self.sneakily()?))
    }

    fn resolve<O: Oracle>(task: Trying, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        try_it(book, table, task, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        offer_of(see, who, offer, [Task::plain(who, TaskName::Resist, Object::None)]);
    }
}
