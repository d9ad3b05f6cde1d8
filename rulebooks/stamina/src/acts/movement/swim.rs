//! Swim (ST-060 to ST-063).

use super::{
    effort::{attempt, pay, progress, stop_short},
    step::{Start, is_water, step},
};
use crate::{
    acts::{prelude::*, value::Hex},
    check::{Degree, consequence},
};
use referee_engine::space::{Cell, Paths, Step};
use std::rc::Rc;

act! {
    /// ST-060: towards this cell.
    pub struct Swim for Stamina, by ActorId {
        to among goals: Hex = "Where to";
        how: How = "How", usual;
    }
}

/// A swim that may be tried.
pub struct Swimming {
    who: ActorId,
    to: Cell,
    how: How,
}

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

/// The same, searched once for all that is asked about a table.
fn known_shores(see: See<'_, '_>, who: ActorId) -> Rc<Shores> {
    see.search(who, || Shores(shores(see, who)))
}

/// Where one could swim to, in the order of cells.
struct Shores(Vec<Cell>);

fn goals(_: &Swim, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Hex> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    known_shores(see, who).0.iter().copied().map(Hex).collect()
}

impl Act<Stamina> for Swim {
    type By = ActorId;
    type Ready = Swimming;
    const CARD: Card = card!("swim", "Swim", "Moves", "2 stamina", "ST-060");
    const NOTHING: Why<'static> = bar!("ST-062", "no-water", "one swims through water");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Swimming, Bar<'t>> {
        see.table.may_act(who)?;
        turn::may(see.book, see.table, who, &Cost::of_move(see, who, Action::Swim))?;
        let Hex(to) = self.to()?;
        if !known_shores(see, who).0.contains(&to) {
            return Err(Swim::NOTHING.into());
        }
        Ok(Swimming { who, to, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-060 to ST-063: body and personal movement; a success carries 1 m for each rank and each additional success.
    fn resolve<O: Oracle<Stamina>>(
        Swimming { who, to, how }: Swimming,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let able = pay(table, who, Action::Swim, oracle)?;
        let Some(course) = course(table, who, to).filter(|_| able) else { return Ok(()) };
        let water = course.iter().copied().find(|&cell| is_water(table, cell)).unwrap_or(to);
        let difficulty = match difficulty_of(table, water) {
            Some(difficulty) => difficulty,
            None => check::difficulty(table, who, Action::Swim, oracle)?,
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

    fn meet_the_unknown<O: Oracle<Stamina>>(
        &self,
        who: ActorId,
        _: Refusal,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        stop_short(table, who, Action::Swim, oracle)
    }
}

/// ST-061: the difficulty of this water, if the GM has settled it.
fn difficulty_of(table: &Table, cell: Cell) -> Option<u8> {
    let mut here =
        table.pieces.iter().zip(&table.setup.scenery).filter(|(piece, terms)| terms.water && piece.covers(cell));
    here.find_map(|(_, terms)| terms.difficulty)
}
