//! Perceive: finding hidden things, and hidden creatures (CW-217, CW-218, CW-220, CW-R114).

use super::prelude::*;
use crate::check::{Check, beats};

/// What somebody looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LooksFor {
    Things,
    /// CW-R114.
    Creatures,
}

impl Value<Clockworld> for LooksFor {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![LooksFor::Things, LooksFor::Creatures]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            LooksFor::Things => Choice::new("things", "Hidden things").noting("the GM says how hard"),
            LooksFor::Creatures => {
                Choice::new("creatures", "Hidden creatures").noting("against the Sneak Rank of each")
            }
        }
    }
}

fn hidden_things(_: &Perceive, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("hidden things".into())]
}

task! {
    /// CW-217, CW-218, CW-220, CW-R114: looks and listens.
    pub struct Perceive: "perceive", "Perceive", "CW-217" {
        r#for: LooksFor = "What for", usual;
        what among hidden_things: Text<200> = "What", usual;
    }
}

impl Declare for Perceive {
    const RULES: TaskRules = TaskRules {
        workable,
        rank: |_, task| task.seeks_creatures().then_some(Rank::LAYMAN),
        length: |_, task| task.seeks_creatures().then_some(None),
        done: |name, what| format!("{name} finds {what}"),
        done_rule: rule!("CW-218"),
        ..TaskRules::of(Named::Perceive, Skill::Acuity, rule!("CW-217"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let plain = Task::plain(who, TaskName::Perceive, Object::None);
        let task = match self.r#for()? {
            LooksFor::Things => fits(see, plain)?.about(self.what()?)?,
            LooksFor::Creatures => fits(see, Task { details: Details::Creatures, ..plain })?,
        };
        Ok(task)
    }

    fn all(_: See<'_, '_>, who: ActorId) -> Vec<Task> {
        vec![Task::plain(who, TaskName::Perceive, Object::None)]
    }
}

/// CW-217: can it see or hear?
fn workable<'t>(_: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let sheet = table.sheet(task.actor);
    if !task.seeks_creatures() || sheet.can_see || sheet.can_hear {
        return Ok(());
    }
    Err(bar!("CW-217", "no-senses", "{} neither sees nor hears", &sheet.name))
}

/// How far a creature can be heard, in feet (CW-R108).
const HEARD_FT: u32 = 30;

/// The creatures that this Character is Unaware of and could find: it has a line to them, or they are near enough to
/// be heard (the mirror of CW-R108; it may turn as it likes on its own Turn, CW-178).
fn hidden_from(table: &Table, who: ActorId) -> ActorSet {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let could = |other: &ActorId| {
        let heard = sheet.can_hear && table.within(actor.place, table.actor(*other).place, HEARD_FT);
        heard || (sheet.can_see && !table.sight(who, *other).blocked)
    };
    actor
        .unaware_of
        .iter()
        .filter(|other| other.index() < table.actors.len() && !matches!(table.actor(*other).out, Out::Dead | Out::Fled))
        .filter(could)
        .collect()
}

/// CW-R114: one Check, compared with the number of each hidden creature's Sneak Rank; those it beats are found.
///
/// CW-R04: no die is asked for if every one of them is found automatically. If nobody is hidden a die is rolled all the
/// same: that none falls would tell the searcher.
pub fn search<O: Oracle>(book: &Clockworld, table: &mut Table, check: &Check, oracle: &mut O) -> Flow<()> {
    let (by, hidden) = (check.who, hidden_from(table, check.who));
    let rank_of = |other: ActorId| table.skill(other, Skill::Stealth).rank.rank();
    let automatic = |other: ActorId| check.is_automatic(book, rank_of(other));
    let rolled =
        if !hidden.is_empty() && hidden.iter().all(automatic) { None } else { Some(check.total("Perceive", oracle)?) };
    let beaten = |other: ActorId| {
        let number = book.number(rank_of(other));
        rolled.is_some_and(|(total, _)| number.is_some_and(|number| beats(total, number)))
    };
    let found: ActorSet = hidden.iter().filter(|&other| automatic(other) || beaten(other)).collect();
    let (check, face) = (*check, rolled.map(|(_, face)| face));
    oracle.tell(audience(table, by), || Event::Task(TaskEvent::Searched { check, face }));
    for whom in found.iter() {
        table.actor_mut(by).unaware_of = table.actor(by).unaware_of.without(whom);
        // Those who still do not know of it do not learn of it by the telling.
        let unaware: ActorSet =
            table.ids().filter(|&id| [by, whom].iter().any(|&who| table.actor(id).unaware_of.contains(who))).collect();
        oracle.tell(Audience::AllBut(unaware), || Event::Task(TaskEvent::Found { by, whom }));
    }
    Ok(())
}
