//! Walk, Dash, Sprint.

use super::step::{Start, step, walkable};
use crate::{
    Stamina,
    actions::Action,
    house::{HouseRules, Sprint},
    table::Table,
    turn::{self, Cost},
};
use referee_engine::{
    ActorId, Flow, Oracle, Refusal, rule,
    space::{Cell, approach, path_cost, reachable},
};
use smallvec::SmallVec;

/// ST-057 to ST-059, ST-209: how far a Walk, a Dash or a Sprint goes; `None` if there is no such move.
///
/// Half is rounded down, and all of them are upper limits (ST-R34). A low posture takes metres off, not below 0 (ST-R38).
pub fn distance(house: &HouseRules, table: &Table, who: ActorId, action: Action) -> Option<u16> {
    let base = u16::from(table.sheet(who).base_movement);
    let metres = match (action, house.sprint) {
        (Action::Walk, _) => base / 2,
        (Action::Dash, _) => base,
        (Action::Sprint, Sprint::OneAndAHalf) => base * 3 / 2, // ST-R33
        (Action::Sprint, Sprint::Twice) => base * 2,
        _ => return None,
    };
    Some(metres.saturating_sub(table.actor(who).posture.slows()))
}

/// May such a move be declared now, wherever it leads? Then how many metres it goes.
pub fn may(book: &Stamina, table: &Table, who: ActorId, action: Action) -> Result<u16, Refusal> {
    let Some(metres) = distance(&book.house, table, who, action) else {
        return Err(Refusal::by(rule!("ST-059"), "no-such-move", format!("there is no {} here", action.word())));
    };
    turn::may::<Refusal>(book, table, who, &Cost::of_move(table, who, action))?;
    if is_aloft(table, who) {
        return Err(Refusal::by(rule!("ST-066"), "climbing", "who hangs on a wall climbs or lets go"));
    }
    Ok(metres)
}

pub(super) fn legal(book: &Stamina, table: &Table, who: ActorId, action: Action, path: &[Cell]) -> Result<(), Refusal> {
    let metres = may(book, table, who, action)?;
    let here = table.actor(who).place.cell;
    let whole: Vec<Cell> = std::iter::once(here).chain(path.iter().copied()).collect();
    let cost = path_cost(&table.setup.space, &table.pieces, &whole, walkable(table));
    match cost {
        _ if path.is_empty() => Err(Refusal::by(rule!("ST-057"), "no-way", "a move goes somewhere")),
        Some(cost) if cost <= u32::from(metres) => Ok(()),
        Some(cost) => {
            let why = format!("{} goes {metres} m at most, this is {cost} m", action.word());
            Err(Refusal::by(rule!("ST-058"), "too-far", why))
        }
        None => Err(Refusal::by(rule!("ST-R32"), "no-way", "there is no way through")),
    }
}

/// Does somebody hang on a wall, or swim?
pub(super) fn is_aloft(table: &Table, who: ActorId) -> bool {
    let place = table.actor(who).place;
    table.setup.space.drop_below(place) > 1 || super::is_water(table, place.cell)
}

/// The cells that can be reached so, with the metres to each.
pub fn within(book: &Stamina, table: &Table, who: ActorId, action: Action) -> Vec<(Cell, u32)> {
    let Some(metres) = distance(&book.house, table, who, action) else { return Vec::new() };
    let here = table.actor(who).place.cell;
    if is_aloft(table, who) {
        return Vec::new();
    }
    let mut cells = reachable(&table.setup.space, &table.pieces, here, u32::from(metres), walkable(table));
    cells.retain(|(cell, _)| *cell != here);
    cells
}

/// The way of such a move to where the fewest steps are `left`; the first cell is the first step.
pub fn towards(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    action: Action,
    left: impl Fn(Cell) -> u32,
) -> Option<SmallVec<[Cell; 8]>> {
    let metres = distance(&book.house, table, who, action).filter(|_| !is_aloft(table, who))?;
    let (space, here) = (&table.setup.space, table.actor(who).place.cell);
    let path = approach(space, &table.pieces, here, metres.into(), walkable(table), left, |_| true)?;
    Some(path.into_iter().skip(1).collect())
}

pub(super) fn resolve<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    action: Action,
    path: &[Cell],
    oracle: &mut O,
) -> Flow<()> {
    let cost = Cost::of_move(table, who, action);
    turn::declare(book, table, who, &cost, oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    let turn = &mut table.actor_mut(who).turn;
    match action {
        Action::Dash => {
            turn.dashed = true;
            turn.attacked = false; // ST-R60: only an attack after this Dash counts
        }
        Action::Sprint => turn.sprinted = true,
        _ => {}
    }
    let start = Start::of(table, who);
    for &cell in path {
        let place = table.setup.space.on_ground(cell);
        if !step(book, table, who, place, oracle)? {
            break;
        }
    }
    start.tell(table, who, action, oracle);
    Ok(())
}
