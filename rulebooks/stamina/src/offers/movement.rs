//! Moves on offer: how, and where to (ST-D11, ST-D12).

use super::{
    offer,
    slots::{cell, how, how_slot},
};
use crate::{
    Intent, Stamina,
    actions::{
        Action,
        movement::{Going, Move, distance, ledges, legal, may_walk, shores, walkable, way, within},
    },
    table::{Posture, Table},
};
use referee_engine::{
    ActorId, Choice, Filled, Offer, Refusal, Slot, rule,
    space::{Cell, reachable},
};

/// The verbs.
pub const VERBS: [&str; 9] = ["walk", "dash", "sprint", "swim", "climb", "jump", "stand-up", "go-down", "face"];

fn pace(verb: &str) -> Action {
    match verb {
        "dash" => Action::Dash,
        "sprint" => Action::Sprint,
        _ => Action::Walk,
    }
}

pub fn offers(book: &Stamina, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    for verb in VERBS {
        let refused = any(book, table, who, verb).err();
        let (label, stamina, rule) = match verb {
            "walk" => ("Walk", 0, rule!("ST-057")),
            "dash" => ("Dash", 2, rule!("ST-058")),
            "sprint" => ("Sprint", 3, rule!("ST-059")),
            "swim" => ("Swim", 2, rule!("ST-060")),
            "climb" => ("Climb", 2, rule!("ST-064")),
            "jump" => ("Jump", 2, rule!("ST-068")),
            "stand-up" => ("Stand up", 0, rule!("ST-R37")),
            "go-down" => ("Kneel or lie down", 0, rule!("ST-R37")),
            _ => ("Turn", 0, rule!("ST-R32")),
        };
        all.push(offer(verb, Some(who), label, "Moves", &format!("{stamina} stamina"), rule, refused));
    }
}

fn moved(who: ActorId, going: Going) -> Move {
    Move { actor: who, how: going }
}

/// One legal way to do it; the reason if there is none.
fn any(book: &Stamina, table: &Table, who: ActorId, verb: &str) -> Result<(), Refusal> {
    table.may_act::<Refusal>(who)?;
    let here = table.actor(who).place.cell;
    let going = match verb {
        "walk" | "dash" | "sprint" => return may_go(book, table, who, pace(verb)),
        "swim" => Going::Swim { to: shores(table, who).first().copied().unwrap_or(here), check: Default::default() },
        "climb" => Going::Climb {
            to: ledges(table, who).first().copied().unwrap_or(Cell::new(i16::MAX, i16::MAX)),
            check: Default::default(),
        },
        "jump" => Going::Jump { side: 0, check: Default::default() },
        "stand-up" => Going::StandUp { action: Action::Walk },
        "go-down" => Going::GoDown { to: Posture::Prone },
        _ => Going::Face { side: 0 },
    };
    legal(book, table, &moved(who, going))
}

/// Is there any hex that a Walk, a Dash or a Sprint leads to?
fn may_go(book: &Stamina, table: &Table, who: ActorId, action: Action) -> Result<(), Refusal> {
    let metres = may_walk(book, table, who, action)?;
    if metres == 0 {
        return Err(Refusal::by(rule!("ST-209"), "nowhere", "in this posture it leads nowhere"));
    }
    if within(book, table, who, action).is_empty() {
        return Err(Refusal::by(rule!("ST-R32"), "no-way", "there is no way through"));
    }
    Ok(())
}

pub fn slots(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    any(book, table, who, verb)?;
    let space = &table.setup.space;
    Ok(match verb {
        "walk" | "dash" | "sprint" => {
            let action = pace(verb);
            let cells = within(book, table, who, action);
            let mut slots = vec![cell(table, "to", "Where to", cells.iter().copied())];
            let to = filled.get("to").and_then(|text| space.find_cell(text));
            if let Some(to) = to {
                if !cells.iter().any(|(cell, _)| *cell == to) {
                    let metres = distance(&book.house, table, who, action).unwrap_or(0);
                    let why = format!("{} m do not lead there", metres);
                    return Err(Refusal::by(rule!("ST-058"), "too-far", why));
                }
                slots.extend(corners(book, table, who, action, to, filled));
            }
            slots
        }
        "swim" => {
            let cells = shores(table, who).into_iter().map(|cell| (cell, 0));
            let mut slots = vec![cell(table, "to", "Where to", cells)];
            slots.extend(how_slot(table, false, filled)?);
            slots
        }
        "climb" => {
            let cells = ledges(table, who).into_iter().map(|cell| (cell, 0));
            let mut slots = vec![cell(table, "to", "Where to", cells)];
            slots.extend(how_slot(table, false, filled)?);
            slots
        }
        "jump" => {
            let mut slots = vec![sides(table)];
            slots.extend(how_slot(table, false, filled)?);
            slots
        }
        "stand-up" => {
            let ways = [Action::Walk, Action::Dash, Action::Sprint]
                .into_iter()
                .filter(|&action| legal(book, table, &moved(who, Going::StandUp { action })).is_ok());
            let ways: Vec<Choice> = ways.map(|action| Choice::plain(action.word())).collect();
            vec![Slot::one("with", "With which move", ways).or("walk")]
        }
        "go-down" => {
            let ways = [Posture::Kneeling, Posture::Prone].into_iter();
            let ways = ways.filter(|&to| legal(book, table, &moved(who, Going::GoDown { to })).is_ok());
            vec![Slot::one("to", "How", ways.map(|to| Choice::plain(to.word())).collect())]
        }
        _ => vec![sides(table)],
    })
}

/// The sides of a hex, by their bearing.
fn sides(table: &Table) -> Slot {
    let space = &table.setup.space;
    let of =
        (0..space.sides()).map(|side| Choice::plain(side.to_string()).noting(format!("{}°", space.side_deg(side))));
    Slot::one("side", "Which side of the hex", of.collect())
}

/// The hex over which the way leads after so many others, if one is named.
fn corner(table: &Table, filled: &Filled, nth: usize) -> Option<Cell> {
    filled.get(&corner_slot(nth)).and_then(|text| table.setup.space.find_cell(text))
}

fn corner_slot(nth: usize) -> String {
    if nth == 0 { "over".into() } else { format!("over-{}", nth + 1) }
}

/// ST-D11: the hexes over which the way there is not too long. With each that is named the next may be, so that a path can
/// be chosen hex by hex.
fn corners(book: &Stamina, table: &Table, who: ActorId, action: Action, to: Cell, filled: &Filled) -> Vec<Slot> {
    let (space, step) = (&table.setup.space, walkable(table));
    let mut left = u32::from(distance(&book.house, table, who, action).unwrap_or(0));
    let back = reachable(space, &table.pieces, to, left, &step);
    let rest = |cell: Cell| back.iter().find(|(known, _)| *known == cell).map(|(_, cost)| *cost);
    let mut at = table.actor(who).place.cell;
    let mut slots = Vec::new();
    for nth in 0.. {
        let mut cells = reachable(space, &table.pieces, at, left, &step);
        cells.retain(|(cell, cost)| *cell != at && rest(*cell).is_some_and(|rest| cost + rest <= left));
        if cells.is_empty() {
            break;
        }
        let named = corner(table, filled, nth).and_then(|named| cells.iter().find(|(cell, _)| *cell == named).copied());
        slots.push(cell(table, &corner_slot(nth), "Over which hex", cells).or(""));
        let Some((next, cost)) = named else { break };
        (at, left) = (next, left - cost);
    }
    slots
}

pub fn intent(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let space = &table.setup.space;
    let to = || {
        let cell = filled.get("to").and_then(|text| space.find_cell(text));
        cell.ok_or_else(|| Refusal::plain("bad-value", "this place is not on the map"))
    };
    let side = || filled.get("side").and_then(|side| side.parse().ok()).unwrap_or(0);
    let going = match filled.verb.as_str() {
        verb @ ("walk" | "dash" | "sprint") => {
            let action = pace(verb);
            let metres = distance(&book.house, table, who, action).unwrap_or(0);
            let over: Vec<Cell> = (0..).map_while(|nth| corner(table, filled, nth)).collect();
            let path = way(table, who, &over, to()?, metres);
            let path = path.ok_or_else(|| Refusal::by(rule!("ST-058"), "too-far", "there is no such way"))?;
            Going::On { action, path }
        }
        "swim" => Going::Swim { to: to()?, check: how(filled) },
        "climb" => Going::Climb { to: to()?, check: how(filled) },
        "jump" => Going::Jump { side: side(), check: how(filled) },
        "stand-up" => Going::StandUp { action: pace(filled.get("with").unwrap_or("walk")) },
        "go-down" => {
            Going::GoDown { to: if filled.get("to") == Some("prone") { Posture::Prone } else { Posture::Kneeling } }
        }
        _ => Going::Face { side: side() },
    };
    let movement = moved(who, going);
    legal(book, table, &movement)?;
    Ok(Intent::Move(movement))
}
