//! The Move Action: walking, obstacles, Facing, and a Move taken in pieces (CW-029 to CW-032, CW-166 to CW-180).

mod moving;
pub mod path;
pub mod pot_shot;
pub mod speed;
mod told;
mod walk;

pub use moving::Moving;
pub use told::{MoveEvent, MoveQuestion};

use crate::{
    Clockworld, Event,
    actions::contest,
    sheet::EndCondition,
    sneak,
    table::{Table, Taken},
    turn,
};
use path::Ways;
use referee_engine::{
    ActorId, Flow, Oracle, Refusal, rule,
    space::{Cell, Grid},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What somebody does about its place or its Facing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub actor: ActorId,
    /// What.
    pub act: Act,
}

/// What a Character can do about its place or its Facing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// CW-029, CW-030: begin a Move, or go on with it.
    Go(Go),
    /// CW-182: the Movement is over.
    Stop,
}

/// A Move, or a piece of one (CW-D06, CW-D08, CW-D38).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Go {
    /// The way, beginning where the Character is.
    pub path: SmallVec<[Cell; 8]>,
    /// CW-R95: stand up first.
    pub stand: bool,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-181: try to stay unnoticed.
    pub sneakily: bool,
    /// CW-177: look this way all the time, in degrees, at half Speed. `None`: look where it goes (CW-176).
    pub looks: Option<u16>,
    /// CW-D51: drop down the ledges on the way.
    pub drops: bool,
    /// Leave the map at the end of the way.
    pub leaves: bool,
    /// The Movement ends with this piece, though feet are left.
    pub last: bool,
}

/// Does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, intent: &Move, oracle: &mut O) -> Flow<()> {
    match &intent.act {
        Act::Go(go) => walk::go(book, table, intent.actor, go, oracle),
        Act::Stop => {
            table.may_act(intent.actor)?;
            if table.actor(intent.actor).turn.moving.is_none() {
                let why = format!("{} is not moving", table.name(intent.actor));
                return Err(Refusal::by(rule!("CW-030"), "not-moving", why).into());
            }
            finish(book, table, intent.actor, oracle)
        }
    }
}

/// The Movement of this Character is over: what comes at its end, a Sneak Check, comes now (CW-182).
pub fn finish<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(moving) = table.actor_mut(who).turn.moving.take() else { return Ok(()) };
    if moving.sneakily && table.is_active(who) {
        sneak::after_movement(book, table, who, &moving, oracle)?;
    }
    sneak::notice_in_plain_view(table, oracle);
    Ok(())
}

/// A Move that may be made, as it stands at its start.
#[derive(PartialEq, Eq, Debug)]
pub struct Legal {
    /// How the Move stands.
    pub moving: Moving,
    /// Is it a new one?
    pub begins: bool,
}

/// CW-029, CW-030, CW-R93: may this Character begin a Move, or go on with one?
pub fn may_move(book: &Clockworld, table: &Table, who: ActorId, focus: bool) -> Result<Legal, Refusal> {
    table.may_act(who)?;
    let (state, name) = (&table.actor(who).turn, table.name(who));
    if table.is_immobilized(who) {
        let (rule, word) = match table.is_pinned(who) {
            true => (rule!("CW-R94"), "Pinned"),
            false => (rule!("CW-R93"), "Immobilized"),
        };
        return Err(Refusal::by(rule, "immobilized", format!("{name} is {word} and cannot Move")));
    }
    if speed::speed(table, who) == 0 {
        return Err(Refusal::by(rule!("CW-R49"), "no-speed", format!("{name} has Speed 0 and cannot Move")));
    }
    match state.moving {
        Some(_) if state.passed => Err(Refusal::by(rule!("CW-R24"), "passed", format!("{name} is done for this Turn"))),
        Some(moving) => Ok(Legal { moving, begins: false }),
        None => {
            turn::may_spend(book, table, who, &Taken::Move, focus)?;
            Ok(Legal { moving: Moving { focus, ..Moving::default() }, begins: true })
        }
    }
}

/// A Move that [`legal`] allows, for an oracle that has made sure of it.
fn allowed(table: &Table, who: ActorId, go: &Go) -> Legal {
    let under_way = table.actor(who).turn.moving;
    let declared = Moving { focus: go.focus, sneakily: go.sneakily, looks: go.looks, ..Moving::default() };
    let moving = under_way.unwrap_or(declared);
    Legal { moving, begins: under_way.is_none() }
}

/// Everything that must hold before somebody goes.
pub fn legal(book: &Clockworld, table: &Table, who: ActorId, go: &Go) -> Result<Legal, Refusal> {
    let mut legal = may_move(book, table, who, go.focus)?;
    let name = table.name(who);
    let refuse = |rule, code: &str, why: String| Err(Refusal::by(rule, code, why));
    let moving = &mut legal.moving;
    if !legal.begins && (go.focus, go.sneakily, go.looks) != (moving.focus, moving.sneakily, moving.looks) {
        let why = format!("how {name} Moves was declared when the Move began");
        return refuse(rule!("CW-030"), "declared-before", why);
    }
    if go.looks.is_some_and(|degrees| degrees >= 360) {
        return refuse(rule!("CW-177"), "no-direction", "directions go from 0 to 359 degrees".into());
    }
    if legal.begins {
        (moving.focus, moving.sneakily, moving.looks) = (go.focus, go.sneakily, go.looks);
    }
    let mut ahead = *moving;
    let mut prone = table.actor(who).prone;
    if go.stand {
        if !prone {
            return refuse(rule!("CW-R95"), "standing", format!("{name} stands already"));
        }
        let cost = speed::standing_cost(book, table, who, moving);
        let left = speed::feet_left(book, table, who, moving, false);
        if cost > left {
            let why = format!("standing up costs {cost} feet, {name} has {left} left");
            return refuse(rule!("CW-R95"), "too-far", why);
        }
        stand_up(book, table, who, &mut ahead, cost);
        prone = false;
    }
    if go.path.len() < 2 && !go.stand && !go.leaves {
        return refuse(rule!("CW-029"), "nowhere", format!("{name} would not move at all"));
    }
    let ways = Ways::new(table, who, go.drops);
    let own = [table.actor(who).place.cell];
    let path = if go.path.is_empty() { &own[..] } else { &go.path[..] };
    let costs = ways.costs(path)?;
    let cost = costs.last().copied().unwrap_or(0);
    let end = path[path.len() - 1];
    if path.len() > 1 && !ways.can_end(end) {
        let to = crate::offers::slots::cell_key(table, end);
        return refuse(rule!("CW-166"), "cannot-stop-there", format!("{name} cannot stop at {to}"));
    }
    let leaving = if go.leaves { leaving_cost(table, who, end)? } else { 0 };
    let left = speed::feet_left(book, table, who, &ahead, prone);
    if cost.saturating_add(leaving) > u32::from(left) {
        let why = format!("that is {} feet, {name} has {left} left", cost.saturating_add(leaving));
        return refuse(rule!("CW-029"), "too-far", why);
    }
    Ok(legal)
}

/// CW-R95: takes the feet for standing up; from then on it goes on foot.
fn stand_up(book: &Clockworld, table: &Table, who: ActorId, moving: &mut Moving, cost: u16) {
    moving.crawling = false;
    speed::use_feet(speed::left(book, table, who, moving), moving, cost, false);
}

/// CW-010: what it costs to step off the map, where the kind of the Scenario lets this Character leave it.
pub fn leaving_cost(table: &Table, who: ActorId, from: Cell) -> Result<u32, Refusal> {
    let space = &table.setup.space;
    let ends = table.setup.scenario.ends.iter();
    let allowed = ends.into_iter().any(|end| matches!(end, EndCondition::Leaves { who: named, .. } if *named == who.0));
    if !allowed {
        let why = format!("{} cannot leave the map in this Scenario", table.name(who));
        return Err(Refusal::by(rule!("CW-010"), "cannot-leave", why));
    }
    let edge = match (space.grid(), space.column_and_row(from)) {
        (Grid::Zones, _) => true,
        (_, Some((column, row))) => column == 0 || row == 0 || column + 1 == space.columns() || row + 1 == space.rows(),
        (_, None) => false,
    };
    if !edge {
        let why = format!("{} is not at the edge of the map", table.name(who));
        return Err(Refusal::by(rule!("CW-010"), "not-at-the-edge", why));
    }
    Ok(u32::from(space.cell_size()))
}

/// CW-R87, CW-R92, CW-R112: what follows from a change of place: holds that no longer reach end, the hidden are seen.
pub fn after_change_of_place<O: Oracle<Clockworld>>(table: &mut Table, oracle: &mut O) {
    contest::check_holds(table, oracle);
    sneak::notice_in_plain_view(table, oracle);
}

/// Tells what a mover does to those who may know of it.
fn tell<O: Oracle<Clockworld>>(table: &Table, who: ActorId, oracle: &mut O, event: impl FnOnce() -> MoveEvent) {
    oracle.tell(sneak::audience(table, who), || Event::Move(event()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{duel, who};

    /// CW-029, CW-030: what a simulation takes for granted is what the check finds.
    #[test]
    fn cw_029_an_allowed_move_stands_as_the_check_says() {
        let (book, mut table) = duel();
        let mudo = who(&table, "mudo");
        let path = Ways::new(&table, mudo, false).way(table.setup.space.cell_at(1, 5).unwrap(), 30).unwrap();
        let begun = Moving { focus: true, spent_ft: 5, ..Moving::default() };
        for under_way in [None, Some(begun)] {
            table.actor_mut(mudo).turn.moving = under_way;
            for path in [&path[..], &path[..2]] {
                let go = Go { path: path.into(), focus: true, ..Go::default() };
                assert_eq!(legal(&book, &table, mudo, &go).unwrap(), allowed(&table, mudo, &go));
                let ways = Ways::new(&table, mudo, false);
                assert_eq!(ways.costs(path).unwrap(), ways.known_costs(path).unwrap());
            }
        }
    }
}
