//! Movement (PR-R91): one mundane move a turn, on the map or into and out of a burning place.

use crate::{
    Event, Proficiency,
    table::{Life, Phase, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule, space::Cell};
use serde::{Deserialize, Serialize};

/// Where one goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// To a square.
    To(Cell),
    /// PR-R107: into a place with a die of its own.
    Into(u8),
    /// Out of it.
    OutOf(u8),
}

/// May this character move at all now?
pub fn may_move(table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    let turn = &table.actor(who).turn;
    if table.phase != Phase::Free && (turn.moved || turn.still) {
        return Err(Refusal::by(rule!("PR-R91"), "moved", format!("{} moves no more this turn", table.name(who))));
    }
    Ok(())
}

/// PR-R91: the squares within `speed` steps, diagonals like any other; nobody walks through what is blocked or through
/// foes, and nobody stops where somebody stands.
pub fn reachable(table: &Table, who: ActorId) -> Vec<(Cell, u32)> {
    let space = &table.setup.space;
    let start = table.actor(who).place.cell;
    let Some(first) = space.index(start) else { return Vec::new() };
    let mut squares: Vec<Step> = vec![Step::Open; space.len()];
    for (square, sheet) in squares.iter_mut().zip(&table.setup.squares) {
        *square = if sheet.blocked { Step::Closed } else { Step::Open };
    }
    for id in table.ids().filter(|&id| table.actor(id).life <= Life::Down) {
        let actor = table.actor(id);
        let foe = table.hostile(who, id) && actor.life == Life::Able;
        if let Some(at) = space.index(actor.place.cell).filter(|&at| squares[at] != Step::Closed) {
            squares[at] = if foe { Step::Closed } else { Step::Taken };
        }
    }
    squares[first] = Step::Closed; // it has been there
    let (mut edge, mut next, mut found) = (vec![start], Vec::new(), Vec::new());
    for step in 1..=u32::from(table.sheet(who).speed) {
        for cell in edge.drain(..) {
            for to in space.neighbours(cell) {
                let Some(at) = space.index(to) else { continue };
                match std::mem::replace(&mut squares[at], Step::Closed) {
                    Step::Closed => continue,
                    Step::Taken => {}
                    Step::Open => found.push((to, step)),
                }
                next.push(to);
            }
        }
        std::mem::swap(&mut edge, &mut next);
    }
    found
}

/// What a square is to somebody who walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// One may stop there.
    Open,
    /// Somebody is there: one may walk on.
    Taken,
    /// Blocked, held by a foe, or seen already.
    Closed,
}

/// What must hold.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId, way: Way) -> Result<(), Refusal> {
    may_move(table, who)?;
    let fits = match way {
        Way::To(cell) => {
            book.house.map_use && table.is_mapped() && reachable(table, who).iter().any(|(to, _)| *to == cell)
        }
        Way::Into(area) => table.areas.get(usize::from(area)).is_some_and(|area| !area.inside.contains(who)),
        Way::OutOf(area) => table.areas.get(usize::from(area)).is_some_and(|area| area.inside.contains(who)),
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R91"), "no-way", "this cannot be reached with one move"))
}

/// PR-R91: the move is mundane and costs no check.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    way: Way,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, way)?;
    }
    turn::enter(table, who, oracle);
    table.actor_mut(who).turn.moved = true;
    match way {
        Way::To(cell) => {
            let place = table.setup.space.on_ground(cell);
            table.actor_mut(who).place = place;
        }
        Way::Into(area) => {
            let area = &mut table.areas[usize::from(area)];
            area.inside = area.inside.with(who);
        }
        Way::OutOf(area) => {
            let area = &mut table.areas[usize::from(area)];
            area.inside = area.inside.without(who);
        }
    }
    oracle.tell(Audience::All, || Event::Moved { who, way });
    Ok(())
}
