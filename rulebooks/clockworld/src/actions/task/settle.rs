//! What is settled before the Check of a Task: its Rank, and how long it takes (CW-193, CW-221).

use super::{Details, Object, Task, TaskName, TaskQuestion};
use crate::{
    Clockworld, Question,
    rank::Rank,
    sheet::{Length, Size},
    table::{Severity, Table},
};
use referee_engine::{ActorId, Flow, Oracle, Who};
use smallvec::SmallVec;

/// What was settled.
pub(super) struct Settled {
    /// The Rank. Of no use where creatures are looked for: each has its own (CW-R114).
    pub rank: Rank,
    /// How long it takes, if it is Lengthy.
    pub length: Option<Length>,
}

/// CW-193, CW-D41, CW-D42, CW-D45: what the rules or the thing say, and the GM for the rest, all asked side by side.
pub(super) fn settle<O: Oracle<Clockworld>>(table: &Table, task: &Task, oracle: &mut O) -> Flow<Settled> {
    let (known, length) = (known_rank(table, task), known_length(table, task));
    let mut asked: SmallVec<[TaskQuestion; 4]> = SmallVec::new();
    if known.is_none() {
        asked.push(TaskQuestion::Rank(Box::new(task.clone())));
        if task.name == TaskName::Track {
            asked.extend([TaskQuestion::Age, TaskQuestion::Ground]);
        }
    }
    if length.is_none() {
        asked.push(TaskQuestion::Length(Box::new(task.clone())));
    }
    let mut settled = Settled { rank: known.unwrap_or(Rank::LAYMAN), length: length.flatten() };
    if asked.is_empty() {
        return Ok(settled);
    }
    let questions: SmallVec<[(Who, Question); 4]> =
        asked.iter().map(|question| (Who::Gm, Question::Task(question.clone()))).collect();
    let answers = oracle.ask_all(table, &questions)?;
    for (question, answer) in asked.into_iter().zip(answers) {
        match question {
            TaskQuestion::Rank(_) => settled.rank = Rank(answer as u8),
            // CW-216, CW-R123: one Rank for each step.
            TaskQuestion::Age | TaskQuestion::Ground => settled.rank = settled.rank.shifted(answer as i8),
            TaskQuestion::Length(_) => settled.length = TaskQuestion::LENGTHS[answer].0,
            TaskQuestion::Broken(_) => {}
        }
    }
    Ok(settled)
}

/// CW-193, CW-205, CW-206, CW-207, CW-216: the Rank, where a rule or the thing gives it. `None`: the GM is asked.
///
/// The Task is legal.
pub fn known_rank(table: &Table, task: &Task) -> Option<Rank> {
    match (task.name, task.object) {
        (TaskName::Crack, Object::Thing(thing)) => table.thing_sheet(thing).crack_rank,
        (TaskName::Dismantle, Object::Thing(thing)) => table.thing_sheet(thing).dismantle_rank,
        (TaskName::Break, Object::Thing(thing)) => table.thing_sheet(thing).break_rank,
        (TaskName::Heft, Object::Thing(thing)) => table.thing_sheet(thing).heft_rank,
        // The ledger's list of objects: a person who cannot walk is Novice; how heavy a larger creature is, the GM says.
        (TaskName::Heft, Object::Actor(who)) => (table.sheet(who).size <= Size::Medium).then_some(Rank::NOVICE),
        (TaskName::Stabilize, Object::Actor(who)) => match task.details {
            Details::Care { kit, injury } => Some(stabilize_rank(table, who, injury, kit)),
            Details::None | Details::Part(_) | Details::Creatures | Details::Words(_) | Details::Own { .. } => {
                Some(stabilize_rank(table, who, None, false))
            }
        },
        (TaskName::Track, Object::Thing(thing)) => {
            let tracks = table.thing_sheet(thing).tracks?;
            Some(tracks.rank.shifted((tracks.age + tracks.ground) as i8))
        }
        (TaskName::Perceive, _) if task.details == Details::Creatures => Some(Rank::LAYMAN),
        _ => None,
    }
}

/// CW-205, CW-206, CW-207, CW-R60: Adept for a Serious Injury, Master for a Critical one, one less with a First Aid Kit;
/// by the worst that is not Stabilized, or by the one that is treated.
pub fn stabilize_rank(table: &Table, who: ActorId, injury: Option<u8>, kit: bool) -> Rank {
    let chosen = injury.and_then(|at| table.actor(who).injuries.get(usize::from(at))).map(|injury| injury.severity);
    let severity = chosen.or_else(|| table.worst_unstabilized(who)).unwrap_or(Severity::Serious);
    let rank = if severity == Severity::Critical { Rank::MASTER } else { Rank::ADEPT };
    rank.shifted(if kit { -1 } else { 0 })
}

/// CW-197, CW-200, CW-221: how long it takes, if that is known (`Some(None)`: it is not Lengthy). `None`: the GM is asked.
///
/// A thing that gives the Rank gives the time too: none means at once.
pub(super) fn known_length(table: &Table, task: &Task) -> Option<Option<Length>> {
    match (task.name, task.object) {
        (TaskName::Crack | TaskName::Dismantle, Object::Thing(thing)) => {
            let length = table.thing_sheet(thing).lengthy;
            (length.is_some() || known_rank(table, task).is_some()).then_some(length)
        }
        (TaskName::Break, Object::Thing(_)) => known_rank(table, task).map(|_| None),
        (TaskName::Stabilize | TaskName::Heft, _) => Some(None),
        (TaskName::Perceive, _) if task.details == Details::Creatures => Some(None),
        _ => None,
    }
}
