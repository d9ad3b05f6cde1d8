//! Trying something that a Skill is rolled for (CR-001, CR-D01 to CR-D05, CR-D13).

use super::prelude::*;
use crate::{
    sheet::Skill,
    table::Assets,
    task::{self, Task},
};
use referee_engine::act::Several;

act! {
    /// CR-001: tries something. The GM says what it takes.
    pub struct Try for Crisis, by ActorId {
        skill: Skill = "With", usual;
        /// CR-R162.
        purpose among purposes: For = "For", usual;
        /// CR-D03.
        assets among aids: Several<ItemAt> = "Assets", usual;
        what among task: Text<80> = "What", usual;
    }
}

/// Those that matter for the Skill.
fn purposes(attempt: &Try, see: See<'_, '_>, _: Option<ActorId>) -> Vec<For> {
    attempt.skill.value().map(|skill| For::with(see, *skill)).unwrap_or_default()
}

/// Usually all that fit.
fn aids(attempt: &Try, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ItemAt>> {
    let purpose = attempt.purpose.value().and_then(|purpose| purpose.0);
    let of = whose.zip(attempt.skill.value());
    of.map(|(who, skill)| task::choices(see, who, *skill, purpose)).unwrap_or_default()
}

fn task(_: &Try, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<80>> {
    vec![Text("a task".into())]
}

impl Act<Crisis> for Try {
    type By = ActorId;
    type Ready = Task;
    const CARD: Card = card!("try", "Try something", "Tasks", "", "CR-001");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        let skill = self.skill()?;
        task::known_skill(table, skill)?;
        let purpose = if For::with(table, skill).is_empty() { None } else { self.purpose()?.0 };
        task::known_purpose(table, skill, purpose)?;
        let fitting: Assets = task::fitting_items(table, who, skill, purpose).collect();
        let named = if fitting.is_empty() { None } else { Some(self.assets()?) };
        let assets = task::named(named, &fitting)?;
        let what = self.what()?.within()?;
        Ok(Task { what, purpose, assets, ..Task::of(who, skill) })
    }

    fn resolve<O: Oracle<Crisis>>(task: Task, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        task::resolve(book, table, &task, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::warned(see, who, offer);
        if offer.refused.is_none() && see.clock.mode == Mode::Crisis {
            offer.cost = "as the GM says".into();
        }
    }
}
