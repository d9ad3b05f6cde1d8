//! Climb (ST-064 to ST-067).

use super::{
    effort::{attempt, pay, progress, stop_short},
    step::{Start, is_blocked, is_water, put, step},
};
use crate::{
    acts::{prelude::*, value::Hex},
    check::Degree,
    harm::fall_down,
};
use referee_engine::space::{Cell, Place, Step, path_to, reachable};

act! {
    /// ST-064: up or down to this neighbouring ground, or along a face.
    pub struct Climb for Stamina, by ActorId {
        to among goals: Hex = "Where to";
        how: How = "How", usual;
    }
}

/// A climb that may be tried, and its way, metre by metre.
pub struct Climbing {
    who: ActorId,
    course: Vec<Place>,
    how: How,
}

fn goals(_: &Climb, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Hex> {
    whose.filter(|who| see.has(*who)).map_or_else(Vec::new, |who| ledges(see, who)).into_iter().map(Hex).collect()
}

/// The farthest that anybody climbs along a face.
const FARTHEST: u32 = 30;

/// Where one can climb to from here.
pub fn ledges(table: &Table, who: ActorId) -> Vec<Cell> {
    let here = table.actor(who).place.cell;
    let near = table.setup.space.neighbours(here).into_iter().chain([here]);
    let mut cells: Vec<Cell> = near.filter(|&to| course(table, who, to).is_some()).collect();
    let along = holds_along(table, who).into_iter().map(|(cell, _)| cell);
    cells.extend(along.filter(|cell| !cells.contains(cell)).collect::<Vec<_>>());
    cells
}

/// ST-066, ST-R144: the way of a climb there, metre by metre: up or down a face and onto firm ground, or along it.
fn course(table: &Table, who: ActorId, to: Cell) -> Option<Vec<Place>> {
    let space = &table.setup.space;
    let here = table.actor(who).place;
    let hangs = space.drop_below(here) > 0;
    if to == here.cell {
        return hangs.then(|| heights(here.z, space.ground(to)).map(|z| to.at_height(z)).collect());
    }
    let near = space.contains(to) && space.step_cost(here.cell, to).is_some() && is_free(table, to);
    let (bottom, top) = (space.ground(here.cell), space.ground(to));
    if near && hangs && top > bottom {
        // From the face onto a ledge of it, level with the climber, above or below.
        let mut way: Vec<Place> = heights(here.z, top).map(|z| here.cell.at_height(z)).collect();
        way.pop();
        way.push(space.on_ground(to));
        return Some(way);
    }
    if near && !hangs && (top - here.z).abs() > 1 {
        let face = if top > here.z { here.cell } else { to }; // over the edge, one hangs on its other side
        let mut way: Vec<Place> = heights(here.z, top).map(|z| face.at_height(z)).collect();
        way.pop();
        way.push(space.on_ground(to));
        return Some(way);
    }
    if hangs && has_hold(table, to, here.z) {
        let way = path_to(space, &table.pieces, here.cell, to, FARTHEST, |step| along(table, step, here.z))?;
        return Some(way.into_iter().skip(1).map(|cell| cell.at_height(here.z)).collect());
    }
    None
}

/// Every metre from one height to another, the last included.
fn heights(from: i16, to: i16) -> impl Iterator<Item = i16> {
    let down = to < from;
    (1..=to.abs_diff(from) as i16).map(move |metre| if down { from - metre } else { from + metre })
}

/// ST-R144: the hexes that somebody on a face can reach along it, and how far each is.
fn holds_along(table: &Table, who: ActorId) -> Vec<(Cell, u32)> {
    let (space, here) = (&table.setup.space, table.actor(who).place);
    if space.drop_below(here) == 0 {
        return Vec::new();
    }
    let mut cells = reachable(space, &table.pieces, here.cell, FARTHEST, |step: &Step| along(table, step, here.z));
    cells.retain(|(cell, _)| *cell != here.cell);
    cells
}

/// One metre along a face.
fn along(table: &Table, step: &Step, height: i16) -> Option<u32> {
    has_hold(table, step.to, height).then_some(step.units)
}

/// ST-R144: is there a face to hold on to over this hex: does neighbouring ground rise to that height?
fn has_hold(table: &Table, cell: Cell, height: i16) -> bool {
    let space = &table.setup.space;
    space.ground(cell) < height
        && is_free(table, cell)
        && space.neighbours(cell).into_iter().any(|beside| space.ground(beside) >= height)
}

fn is_free(table: &Table, cell: Cell) -> bool {
    !table.is_taken(cell) && !is_water(table, cell) && !is_blocked(table, cell)
}

impl Act<Stamina> for Climb {
    type By = ActorId;
    type Ready = Climbing;
    const CARD: Card = card!("climb", "Climb", "Moves", "2 stamina", "ST-064");
    const NOTHING: Why<'static> = bar!("ST-066", "nothing-to-climb", "there is nothing to climb");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Climbing, Bar<'t>> {
        see.table.may_act(who)?;
        turn::may(see.book, see.table, who, &Cost::of_move(see, who, Action::Climb))?;
        let Hex(to) = self.to()?;
        let course = course(see, who, to).ok_or(Climb::NOTHING)?;
        Ok(Climbing { who, course, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-064 to ST-067: a success carries 1 m for each rank and each success, the first included; any failure is a fall.
    fn resolve<O: Oracle<Stamina>>(
        Climbing { who, course, how }: Climbing,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if !pay(table, who, Action::Climb, oracle)? {
            return Ok(());
        }
        let difficulty = check::difficulty(table, who, Action::Climb, oracle)?; // ST-065
        let degree = attempt(book, table, who, Action::Climb, difficulty, how, oracle)?;
        if !degree.is_success() {
            // ST-067, ST-R35: a near failure is a failed check, and the climber falls.
            lose_grip(table, who, course[0], oracle)?;
            if degree == Degree::NearFailure && table.is_active(who) {
                progress(table, who, Action::Climb, oracle)?;
            }
            return Ok(());
        }
        let reach = u16::from(table.sheet(who).rank(Secondary::Climb)) + u16::from(degree.successes());
        let reach = reach.saturating_sub(table.actor(who).posture.slows()); // ST-R38
        let start = Start::of(table, who);
        for &place in course.iter().take(usize::from(reach)) {
            if !step(book, table, who, place, oracle)? {
                break;
            }
        }
        start.tell(table, who, Action::Climb, oracle);
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
        stop_short(table, who, Action::Climb, oracle)
    }
}

/// ST-067, ST-R144: a fall from the face, or from the edge if the `first` metre of the climb leads down over it.
fn lose_grip<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, first: Place, oracle: &mut O) -> Flow<()> {
    let here = table.actor(who).place;
    if table.setup.space.drop_below(here) == 0 && first.z < here.z {
        put(table, who, first.cell.at_height(here.z));
    }
    fall_down(table, who, oracle)
}
