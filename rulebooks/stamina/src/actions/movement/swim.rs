//! Swim (ST-060 to ST-063).

use super::{
    effort::{attempt, may_try, pay, progress},
    step::{Start, is_water, step},
};
use crate::{
    Question, Stamina,
    actions::Action,
    check::{Degree, How, consequence},
    sheet::Secondary,
    table::Table,
};
use referee_engine::{
    ActorId, Flow, Oracle, Refusal, rule,
    space::{Cell, Paths, Step},
};

/// A stroke goes through water, or from the bank into it and out again.
fn strokes(table: &Table, step: &Step) -> Option<u32> {
    let wet = is_water(table, step.from) || is_water(table, step.to);
    (wet && !table.is_taken(step.to)).then_some(step.units)
}

fn courses(table: &Table, who: ActorId) -> Paths<'_> {
    let here = table.actor(who).place.cell;
    Paths::search(&table.setup.space, &table.pieces, here, 30, |step| strokes(table, step))
}

fn course(table: &Table, who: ActorId, to: Cell) -> Option<Vec<Cell>> {
    let path = courses(table, who).to(to)?;
    (path.len() > 1).then(|| path.into_iter().skip(1).collect())
}

/// Where one could swim to from here.
pub fn shores(table: &Table, who: ActorId) -> Vec<Cell> {
    let here = table.actor(who).place.cell;
    let near = table.setup.space.neighbours(here).into_iter().any(|cell| is_water(table, cell));
    if !near && !is_water(table, here) {
        return Vec::new();
    }
    let courses = courses(table, who);
    table.setup.space.cells().filter(|&cell| cell != here && courses.cost(cell).is_some()).collect()
}

pub(super) fn legal(book: &Stamina, table: &Table, who: ActorId, to: Cell, how: How) -> Result<(), Refusal> {
    may_try(book, table, who, Action::Swim, how)?;
    course(table, who, to).map(drop).ok_or_else(|| Refusal::by(rule!("ST-062"), "no-water", "one swims through water"))
}

/// ST-060 to ST-063: body and personal movement; a success carries 1 m for each rank and each additional success.
pub(super) fn resolve<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Cell,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let able = pay(book, table, who, Action::Swim, oracle)?;
    let Some(course) = course(table, who, to).filter(|_| able) else { return Ok(()) };
    let water = course.iter().copied().find(|&cell| is_water(table, cell)).unwrap_or(to);
    let difficulty = match difficulty_of(table, water) {
        Some(difficulty) => difficulty,
        None => Question::ask_difficulty(table, who, Action::Swim, oracle)?,
    };
    let degree = attempt(book, table, who, Action::Swim, difficulty, how, oracle)?;
    let start = Start::of(table, who);
    match degree {
        Degree::Success(more) => {
            let reach = usize::from(table.sheet(who).rank(Secondary::Swim)) + usize::from(more);
            for &cell in course.iter().take(reach) {
                let place = table.setup.space.on_ground(cell);
                if !step(book, table, who, place, oracle)? {
                    break;
                }
            }
        }
        Degree::NearFailure => progress(table, who, Action::Swim, oracle)?,
        Degree::Failure => {}                                        // ST-063
        Degree::CriticalFailure => consequence(table, who, oracle)?, // ST-R12: no distance, and what the GM adds
    }
    start.tell(table, who, Action::Swim, oracle);
    Ok(())
}

/// ST-061: the difficulty of this water, if the GM has settled it.
fn difficulty_of(table: &Table, cell: Cell) -> Option<u8> {
    let mut here =
        table.pieces.iter().zip(&table.setup.scenery).filter(|(piece, terms)| terms.water && piece.covers(cell));
    here.find_map(|(_, terms)| terms.difficulty)
}
