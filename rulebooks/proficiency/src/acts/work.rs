//! Prepared tasks: of one check, or Extended ones that go on (PR-055, PR-094, PR-R10, PR-R12, PR-R80 to PR-R82).

use super::{
    challenge::{Against, Challenge, Manner, Price, device_legal, feat_legal, meet},
    gm::call::Swayed,
    group::{helpers_legal, may_help},
    prelude::*,
};
use crate::{
    house::{ExtendedCriticals, ExtendedFailure, ExtendedMeasure},
    reactions,
    sheet::SkillId,
    tasks::{Reward, TaskId, TaskType},
    turn::time,
};

/// PR-R12: the highest specialty.
pub const MOST_SPECIALTY: u8 = 3;

act! {
    /// PR-055, PR-094, PR-R10, PR-R12, PR-R80 to PR-R82: one check on a task. An Extended task goes on until it has enough;
    /// each check takes a unit of the clock.
    pub struct Work for Proficiency, by ActorId {
        task: TaskId = "Which";
        device: Option<DeviceAt> = "With", usual;
        feat: Option<FeatAt> = "As", usual;
        helpers: Several<ActorId> = "With the help of", usual;
    }
}

told! {
    /// What happened with a task.
    pub enum TaskEvent for Proficiency, |table| {
        /// Somebody sets about it.
        Tried { who: ActorId, task: TaskId } "PR-094" by who
            => format!("{} works on {}", table.name(who), name_of(table, task));
        /// PR-R80: how far an Extended task is.
        Progress { task: TaskId, progress: i16, needed: u16 } under "PR-R80"
            => format!("{}: {progress} of {needed}", name_of(table, task));
        Done(task: TaskId) under "PR-R80" => format!("{} is done", name_of(table, task));
        /// PR-R81: it cannot go on.
        Over(task: TaskId) under "PR-R81" => format!("{} is lost", name_of(table, task));
        /// PR-R12: a specialty has grown to this.
        Learnt { who: ActorId, skill: SkillId, bonus: u8 } under "PR-R12" by who
            => format!("{} has learnt {}: specialty +{bonus}", table.name(who), table.skill(skill).name);
    }
}

fn name_of(table: &Table, task: TaskId) -> &str {
    &table.setup.tasks[usize::from(task.0)].name
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

/// Bars a task that cannot be worked on now.
fn open(table: &Table, task: TaskId) -> Result<(), Why<'_>> {
    if is_open(table, task) { Ok(()) } else { Err(closed(table, task)) }
}

/// Why a task cannot be worked on now.
fn closed(table: &Table, task: TaskId) -> Why<'_> {
    let Some(sheet) = table.setup.tasks.get(usize::from(task.0)) else {
        return bar!(_, "unknown-task", "there is no such task");
    };
    let state = &table.tasks[usize::from(task.0)];
    if state.done || state.over {
        return bar!("PR-R81", "task-over", "{} is {}", &sheet.name, if state.done { "done" } else { "lost" });
    }
    match sheet.unit.filter(|unit| *unit != table.clock.mode) {
        Some(unit) if sheet.after.is_none_or(|before| table.tasks[usize::from(before.0)].done) => {
            bar!("PR-R10", "other-unit", "{} is done in units of {}", &sheet.name, unit.word())
        }
        _ => bar!(_, "not-yet", "something else comes before {}", &sheet.name),
    }
}

impl Act<Proficiency> for Work {
    type By = ActorId;
    type Ready = (TaskId, Challenge);
    const CARD: Card = card!("task", "Work on a task", "Standard", "1 check", "PR-050");
    const NOTHING: Why<'static> = bar!("PR-R81", "nothing-fits", "there is no task to work on now");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        if table.setup.tasks.is_empty() {
            return Err(bar!("PR-R81", "no-tasks", "there are no tasks").moot().into());
        }
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let task = self.task()?;
        open(table, task)?;
        let (sheet, using) = (&table.setup.tasks[usize::from(task.0)], using_of(table, task));
        let is_group = sheet.of_type == TaskType::Group;
        let alone = bar!("PR-057", "alone", "{} takes several characters", &sheet.name);
        if is_group && !table.ids().any(|id| may_help(book, table, who, id).is_ok()) {
            return Err(alone.into());
        }
        let device = self.device()?;
        device_legal(table, who, device, using.skill)?;
        let feat = self.feat()?;
        feat_legal(table, who, feat)?;
        let helpers = self.helpers()?;
        if is_group && helpers.0.is_empty() {
            return Err(alone.into());
        }
        helpers_legal(book, table, who, &helpers)?;
        let manner = Manner { device, feat, helpers: helpers.0 };
        let (against, gm_mod) = (Against::Level(sheet.level), sheet.gm_mod);
        let price = if sheet.of_type == TaskType::Extended { Price::Extended } else { Price::Standard };
        Ok((task, Challenge { actor: who, using, manner, against, gm_mod, edge: Swayed::None, price }))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (task, challenge): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let who = challenge.actor;
        turn::enter(table, who, oracle);
        oracle.tell(Audience::All, || Event::Task(TaskEvent::Tried { who, task }));
        let settled = meet(book, table, &challenge, oracle)?;
        if settled.is_withdrawn() {
            return Ok(());
        }
        progress(book, table, who, task, settled, oracle);
        let springs = table.setup.tasks[usize::from(task.0)].springs;
        if let Some(hazard) = springs.filter(|_| !settled.is_success()) {
            reactions::strike(book, table, hazard, who, oracle)?;
        }
        // PR-R81: outside of turns the check itself takes a unit of time; in turns the round does.
        if challenge.price == Price::Extended && table.phase == Phase::Free {
            time::unit(book, table, oracle)?;
        }
        Ok(())
    }
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

indexed_values! { Proficiency:
    TaskId in |table| table.setup.tasks, |it| Choice::new(&*it.key, &*it.name).noting(it.level.word());
}
