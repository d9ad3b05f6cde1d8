//! The GM calls for a check (CR-001 to CR-010, CR-D01 to CR-D03).

use super::circumstance::CircumstanceAt;
use crate::{
    acts::prelude::*,
    check::{Difficulty, Row},
    sheet::Skill,
    table::Assets,
    task::{self, How, Lacks, Task},
};
use referee_engine::act::Several;

act! {
    /// CR-001, CR-003: a check that the GM calls for, with all that applies. It takes no turn and no AP.
    pub struct Call for Crisis, by Gm {
        who: ActorId = "Who";
        skill: Skill = "With";
        difficulty: Hard = "How hard", usual;
        harder: Number<-10, 20> = "How much harder";
        how: Takes = "What it takes", usual;
        minutes: Number<1, 1_440> = "How many minutes";
        lacks: Lacks = "What is needed and missing", usual;
        purpose of who among purposes: For = "For", usual;
        assets of who among aids: Several<ItemAt> = "Assets", usual;
        circumstances of who among hindrances: Several<CircumstanceAt> = "Unfavorable", usual;
        what among task: Text<80> = "What", usual;
    }
}

/// Those that matter for the Skill.
fn purposes(call: &Call, see: See<'_, '_>, _: Option<ActorId>) -> Vec<For> {
    call.skill.value().map(|skill| For::with(see, *skill)).unwrap_or_default()
}

/// Who, with which Skill, and for what.
type Asked = (ActorId, Skill, Option<crate::sheet::Purpose>);

impl Call {
    fn asked(&self, see: See<'_, '_>) -> Option<Asked> {
        let who = self.who.value().copied().filter(|who| see.is_one(*who))?;
        Some((who, *self.skill.value()?, self.purpose.value().and_then(|purpose| purpose.0)))
    }
}

/// Usually all that fit.
fn aids(call: &Call, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ItemAt>> {
    let choices = |(who, skill, purpose)| task::choices(see, who, skill, purpose);
    call.asked(see).map(choices).unwrap_or_default()
}

/// Usually those that touch the task.
fn hindrances(call: &Call, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<CircumstanceAt>> {
    let Some((who, skill, purpose)) = call.asked(see) else { return Vec::new() };
    let usual: Several<CircumstanceAt> = task::unfavorable(see, who, skill, purpose).map(CircumstanceAt).collect();
    let singles = CircumstanceAt::all(see, None).into_iter().map(|one| Several::from_iter([one]));
    let others: Vec<_> = std::iter::once(Several::none()).chain(singles).filter(|other| *other != usual).collect();
    std::iter::once(usual).chain(others).collect()
}

fn task(_: &Call, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<80>> {
    vec![Text("a task".into())]
}

/// CR-D02: a row, another number, or asked before the roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hard {
    Asked,
    Row(Row),
    Other,
}

impl Value<Crisis> for Hard {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        [Hard::Asked].into_iter().chain(Row::ALL.map(Hard::Row)).chain([Hard::Other]).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Hard::Asked => Choice::new("asked", "Asked before the roll"),
            Hard::Row(row) => Choice::plain(row.word()),
            Hard::Other => Choice::new("other", "Another number"),
        }
    }
}

named! {
    /// CR-007, CR-008, CR-D01.
    pub enum Takes for Crisis {
        Roll = "roll",
        Automatic = "automatic",
        Time = "time",
    }
}

impl Act<Crisis> for Call {
    type By = Gm;
    type Ready = Task;
    const CARD: Card = card!("call", "Call for a check", "GM", "", "CR-003");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Task, Bar<'t>> {
        let table = see.table;
        let who = self.who()?;
        table.known(who)?;
        if !table.actor(who).is_up() {
            return Err(bar!("CR-R93", "out", "{} can do nothing", table.name(who)).moot().into());
        }
        let skill = self.skill()?;
        task::known_skill(table, skill)?;
        let difficulty = match self.difficulty()? {
            Hard::Asked => None,
            Hard::Row(row) => Some(Difficulty::Row(row)),
            Hard::Other => Some(Difficulty::Other(self.harder()?.number()? as i8)),
        };
        let how = match self.how()? {
            Takes::Roll => How::Roll,
            Takes::Automatic => How::Automatic,
            Takes::Time if table.clock.mode == Mode::Crisis => {
                return Err(bar!("CR-008", "no-time", "there is not enough time in a crisis").into());
            }
            Takes::Time => How::Takes(60 * self.minutes()?.number()? as u32),
        };
        let lacks = self.lacks()?;
        let purpose = if For::with(table, skill).is_empty() { None } else { self.purpose()?.0 };
        task::known_purpose(table, skill, purpose)?;
        let fitting: Assets = task::fitting_items(table, who, skill, purpose).collect();
        let named = if fitting.is_empty() { None } else { Some(self.assets()?) };
        let assets = task::named(named, &fitting)?;
        let circumstances = if table.setup.circumstances.is_empty() { Several::none() } else { self.circumstances()? };
        if circumstances.0.iter().any(|at| usize::from(at.0) >= table.setup.circumstances.len()) {
            return Err(bar!("CR-025", "unknown", "there is no such circumstance").into());
        }
        Ok(Task {
            what: self.what()?.within()?,
            purpose,
            difficulty,
            how: Some(how),
            lacks,
            assets,
            circumstances: Some(circumstances.0.iter().map(|at| at.0).collect()),
            called: true,
            ..Task::of(who, skill)
        })
    }

    fn resolve<O: Oracle<Crisis>>(task: Task, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        task::resolve(book, table, &task, oracle)
    }
}
