//! Endure: holding out by strength of body (CW-140).

use super::prelude::*;

fn long_effort(_: &Endure, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("long effort".into())]
}

act! {
    /// CW-140: holds out by strength of body.
    pub struct Endure for Clockworld, by ActorId {
        what among long_effort: Text<200> = "What is endured", usual;
        focus: bool = "Focus (High Roll; twice the time if it is Lengthy)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

impl Act<Clockworld> for Endure {
    type By = ActorId;
    type Ready = Trying;
    const CARD: Card = card!("endure", "Endure", "Tasks", "1 Action", "CW-140");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Trying, Bar<'t>> {
        may_try(see.table, who)?;
        let task = fits(see, Task::plain(who, TaskName::Endure, Object::None))?.about(self.what()?)?;
        Ok(task.with(see, self.focus()?)?.sneakily(self.sneakily()?))
    }

    fn resolve<O: Oracle>(task: Trying, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        try_it(book, table, task, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        offer_of(see, who, offer, [Task::plain(who, TaskName::Endure, Object::None)]);
    }
}
