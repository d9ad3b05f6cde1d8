//! Climb (ST-064 to ST-067).

use super::{
    effort::{attempt, may_try, pay, progress},
    step::{is_water, put, step},
};
use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{Degree, How},
    harm::fall,
    sheet::Secondary,
    table::Table,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule, space::Cell};

/// The neighbouring ground that is too steep to walk: what one climbs to from here.
pub fn ledges(table: &Table, who: ActorId) -> Vec<Cell> {
    let space = &table.setup.space;
    let here = table.actor(who).place.cell;
    let mut cells: Vec<Cell> =
        space.neighbours(here).into_iter().filter(|&to| target_of(table, who, to).is_some()).collect();
    if space.drop_below(table.actor(who).place) > 0 {
        cells.push(here); // back down
    }
    cells
}

/// The height to climb to, if that cell is worth a climb.
pub fn target_of(table: &Table, who: ActorId, to: Cell) -> Option<i16> {
    let space = &table.setup.space;
    let place = table.actor(who).place;
    let near = space.step_cost(place.cell, to).is_some();
    let steep = (space.ground(to) - place.z).abs() > 1 || (space.drop_below(place) > 0 && space.ground(to) != place.z);
    let free = !table.is_taken(to) && !is_water(table, to);
    (space.contains(to) && near && steep && free).then(|| space.ground(to))
}

fn goal_height(table: &Table, who: ActorId, to: Cell) -> Option<i16> {
    let place = table.actor(who).place;
    if to == place.cell && table.setup.space.drop_below(place) > 0 {
        return Some(table.setup.space.ground(to));
    }
    target_of(table, who, to)
}

pub(super) fn legal(book: &Stamina, table: &Table, who: ActorId, to: Cell, how: How) -> Result<(), Refusal> {
    may_try(book, table, who, Action::Climb, how)?;
    goal_height(table, who, to)
        .map(drop)
        .ok_or_else(|| Refusal::by(rule!("ST-066"), "nothing-to-climb", "there is nothing to climb"))
}

/// ST-064 to ST-067: a success carries 1 m for each rank and each success, the first included; any failure is a fall.
pub(super) fn resolve<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Cell,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let able = pay(book, table, who, Action::Climb, oracle)?;
    let Some(top) = goal_height(table, who, to).filter(|_| able) else { return Ok(()) };
    let difficulty = Question::ask_difficulty(table, who, Action::Climb, oracle)?; // ST-065
    let degree = attempt(book, table, who, Action::Climb, difficulty, how, oracle)?;
    if !degree.is_success() {
        // ST-067, ST-R35: a near failure is a failed check, and the climber falls.
        let place = table.actor(who).place;
        let metres = table.setup.space.drop_below(place);
        let ground = table.setup.space.on_ground(place.cell);
        put(table, who, ground);
        fall(table, who, metres, oracle)?;
        if degree == Degree::NearFailure && table.is_active(who) {
            progress(table, who, Action::Climb, oracle)?;
        }
        return Ok(());
    }
    let reach = u16::from(table.sheet(who).rank(Secondary::Climb)) + u16::from(degree.successes());
    let reach = reach.saturating_sub(table.actor(who).posture.slows()); // ST-R38
    let mut place = table.actor(who).place;
    let from = place.cell;
    let gap = top.abs_diff(place.z);
    let metres = reach.min(gap);
    let arrives = metres == gap;
    place.z = if top > place.z { place.z + metres as i16 } else { place.z - metres as i16 };
    if arrives {
        place = table.setup.space.on_ground(to);
    }
    if metres > 0 && step(book, table, who, place, oracle)? {
        let turn = &mut table.actor_mut(who).turn;
        turn.metres = turn.metres.saturating_add(metres.saturating_sub(1));
    }
    let to = table.actor(who).place.cell;
    oracle.tell(Audience::All, || Event::Moved { who, action: Action::Climb, from, to, metres });
    Ok(())
}
