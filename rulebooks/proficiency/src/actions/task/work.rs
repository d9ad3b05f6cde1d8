//! Prepared tasks: of one check, or Extended ones that go on (PR-055, PR-094, PR-R10, PR-R12, PR-R80 to PR-R82).

use super::{Against, Challenge, Manner, Price, TaskEvent, manner_legal, meet};
use crate::{
    Event, Proficiency,
    check::{Settled, Using, Verdict},
    house::{ExtendedCriticals, ExtendedFailure, ExtendedMeasure},
    reactions,
    table::{Phase, Table},
    tasks::{Reward, TaskId, TaskType},
    turn::{self, time},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// PR-R12: the highest specialty.
pub const MOST_SPECIALTY: u8 = 3;

/// Work on a prepared task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// Who.
    pub actor: ActorId,
    /// On what.
    pub task: TaskId,
    /// How.
    pub manner: Manner,
}

/// What a task is made with.
pub fn using_of(table: &Table, task: TaskId) -> Using {
    let sheet = &table.setup.tasks[usize::from(task.0)];
    Using { ability: sheet.ability, skill: sheet.skill }
}

/// Can this task be worked on now? PR-D27: whoever stops may go on later; progress is kept.
pub fn is_open(table: &Table, task: TaskId) -> bool {
    let Some(sheet) = table.setup.tasks.get(usize::from(task.0)) else { return false };
    let state = &table.tasks[usize::from(task.0)];
    let is_done = |before: TaskId| table.tasks[usize::from(before.0)].done;
    !state.done
        && !state.over
        && sheet.after.is_none_or(is_done)
        && sheet.unit.is_none_or(|unit| unit == table.clock.mode)
}

/// Refuses a task that cannot be worked on now.
pub fn open(table: &Table, task: TaskId) -> Result<(), Refusal> {
    if is_open(table, task) { Ok(()) } else { Err(closed(table, task)) }
}

/// Why a task cannot be worked on now.
#[cold]
fn closed(table: &Table, task: TaskId) -> Refusal {
    let Some(sheet) = table.setup.tasks.get(usize::from(task.0)) else {
        return Refusal::plain("unknown-task", "there is no such task");
    };
    let state = &table.tasks[usize::from(task.0)];
    if state.done || state.over {
        let how = if state.done { "done" } else { "lost" };
        return Refusal::by(rule!("PR-R81"), "task-over", format!("{} is {how}", sheet.name));
    }
    match sheet.unit.filter(|unit| *unit != table.clock.mode) {
        Some(unit) if sheet.after.is_none_or(|before| table.tasks[usize::from(before.0)].done) => {
            let why = format!("{} is done in units of {}", sheet.name, unit.word());
            Refusal::by(rule!("PR-R10"), "other-unit", why).allowing([format!("clock mode={}", unit.key())])
        }
        _ => Refusal::plain("not-yet", format!("something else comes before {}", sheet.name)),
    }
}

/// What must hold.
pub fn work_legal(book: &Proficiency, table: &Table, work: &Work) -> Result<(), Refusal> {
    table.may_act(work.actor)?;
    turn::may_spend(book, table, work.actor)?;
    open(table, work.task)?;
    let sheet = &table.setup.tasks[usize::from(work.task.0)];
    if sheet.of_type == TaskType::Group && work.manner.helpers.is_empty() {
        let why = format!("{} takes several characters", sheet.name);
        return Err(Refusal::by(rule!("PR-057"), "alone", why));
    }
    manner_legal(book, table, work.actor, using_of(table, work.task), &work.manner)
}

/// PR-055, PR-094, PR-R10, PR-R12, PR-R80 to PR-R82: one check on a task. An Extended task goes on until it has enough;
/// each check takes a unit of the clock.
pub fn resolve_work<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    work: &Work,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        work_legal(book, table, work)?;
    }
    let (who, task) = (work.actor, work.task);
    turn::enter(table, who, oracle);
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Tried { who, task: Some(task), words: String::new() }));
    let sheet = &table.setup.tasks[usize::from(task.0)];
    let (extended, springs, gm_mod) = (sheet.of_type == TaskType::Extended, sheet.springs, sheet.gm_mod);
    let against = Against::Level(sheet.level);
    let (using, manner) = (using_of(table, task), work.manner.clone());
    let price = if extended { Price::Extended } else { Price::Standard };
    let challenge = Challenge { actor: who, using, manner, against, gm_mod, edge: 0, price };
    let settled = meet(book, table, &challenge, oracle)?;
    if settled.is_withdrawn() {
        return Ok(());
    }
    progress(book, table, who, task, settled, oracle);
    if let Some(hazard) = springs.filter(|_| !settled.is_success()) {
        reactions::strike(book, table, hazard, who, oracle)?;
    }
    // PR-R81: outside of turns the check itself takes a unit of time; in turns the round does.
    if extended && table.phase == Phase::Free {
        time::unit(book, table, oracle)?;
    }
    Ok(())
}

/// PR-R80, PR-R81, PR-R82: what a check does for its task.
fn progress<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    task: TaskId,
    settled: Settled,
    oracle: &mut O,
) {
    let sheet = &table.setup.tasks[usize::from(task.0)];
    let (extended, needed, limit) = (sheet.of_type == TaskType::Extended, sheet.needed, sheet.limit);
    let state = &mut table.tasks[usize::from(task.0)];
    state.checks = state.checks.saturating_add(1);
    if !extended {
        state.done = settled.is_success();
        state.over = !state.done && limit.is_some_and(|limit| state.checks >= limit);
        if state.done {
            done(table, who, task, oracle);
        }
        return;
    }
    let gain = match (book.house.extended_measure, book.house.extended_criticals, settled.verdict) {
        (_, ExtendedCriticals::TwoAndMinusOne, Verdict::CriticalSuccess) => 2,
        (_, ExtendedCriticals::TwoAndMinusOne, Verdict::CriticalFailure) => -1,
        (ExtendedMeasure::Successes, _, verdict) => i16::from(verdict.is_success()),
        (ExtendedMeasure::Performance, ..) if settled.is_success() => settled.per,
        (ExtendedMeasure::Performance, ..) => 0,
    };
    state.progress = state.progress.saturating_add(gain).max(0);
    state.done = state.progress >= needed as i16;
    let failed = !settled.is_success() && book.house.extended_failure == ExtendedFailure::EndsTheTask;
    state.over = !state.done && (failed || limit.is_some_and(|limit| state.checks >= limit));
    let (progress, finished, over) = (state.progress, state.done, state.over);
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Progress { task, progress, needed }));
    if finished {
        done(table, who, task, oracle);
    } else if over {
        oracle.tell(Audience::All, || Event::Task(TaskEvent::Over(task)));
    }
}

/// A task is done. PR-R12: training gives +1 in a specialty, up to +3.
fn done<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, task: TaskId, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Done(task)));
    let Some(Reward::Specialty(skill)) = table.setup.tasks[usize::from(task.0)].reward else { return };
    let skills = &mut table.sheet_mut(who).skills;
    let at = skills.iter().position(|(known, _)| *known == skill).unwrap_or_else(|| {
        skills.push((skill, 0));
        skills.len() - 1
    });
    skills[at].1 = (skills[at].1 + 1).min(MOST_SPECIALTY);
    let bonus = skills[at].1;
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Learnt { who, skill, bonus }));
}
