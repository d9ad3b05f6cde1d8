//! How somebody could Move: standing up, focus, drops, leaving; and where that leads.

use super::facing::find_direction;
use crate::{
    Clockworld,
    actions::movement::{Go, Moving, leaving_cost, may_move, path::Ways, speed},
    table::Table,
};
use referee_engine::{ActorId, Filled, Refusal, rule, space::Cell};

/// What is filled in, as a Move without its way.
pub fn manner(table: &Table, who: ActorId, filled: &Filled) -> Result<Go, Refusal> {
    let actor = table.actor(who);
    let mut go = Go {
        stand: filled.is_yes("stand"),
        drops: filled.is_yes("drop"),
        leaves: filled.is_yes("leave"),
        ..Go::default()
    };
    match actor.turn.moving {
        Some(Moving { focus, sneakily, looks, .. }) => (go.focus, go.sneakily, go.looks) = (focus, sneakily, looks),
        None => {
            (go.focus, go.sneakily) = (filled.is_yes("focus"), filled.is_yes("sneakily"));
            go.looks = match filled.get("facing").unwrap_or("ahead") {
                "ahead" => None,
                "kept" => Some(actor.facing),
                other => Some(find_direction(table, actor.place.cell, other)?),
            };
        }
    }
    // A Sneak Check comes at the end of the Movement, so a sneaker says when it ends; others may always go on.
    go.last = filled.get("then").unwrap_or(if go.sneakily { "stop" } else { "continue" }) == "stop";
    Ok(go)
}

/// The feet that a Move in this manner has, once it stands.
pub fn feet(book: &Clockworld, table: &Table, who: ActorId, go: &Go) -> Result<u16, Refusal> {
    let mut moving = may_move(book, table, who, go.focus)?.moving;
    (moving.sneakily, moving.looks) = (go.sneakily, go.looks);
    let prone = table.actor(who).prone;
    if !(prone && go.stand) {
        return Ok(speed::feet_left(book, table, who, &moving, prone));
    }
    let left = speed::feet_left(book, table, who, &moving, false);
    left.checked_sub(speed::standing_cost(book, table, who, &moving)).ok_or_else(|| {
        let why = format!("{} has too few feet left to stand up", table.name(who));
        Refusal::by(rule!("CW-R95"), "too-far", why)
    })
}

/// A yes-or-no part of how somebody Moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    Stand,
    Focus,
    Drop,
    Leave,
}

impl Flag {
    pub const ALL: [Flag; 4] = [Flag::Stand, Flag::Focus, Flag::Drop, Flag::Leave];

    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Flag::Stand => ("stand", "Stand up first"),
            Flag::Focus => ("focus", "Focus (15 feet farther, High Roll, no other Action)"),
            Flag::Drop => ("drop", "Drop down ledges on the way"),
            Flag::Leave => ("leave", "Leave the map from there"),
        }
    }

    pub fn set(self, go: &Go, yes: bool) -> Go {
        let mut go = go.clone();
        *match self {
            Flag::Stand => &mut go.stand,
            Flag::Focus => &mut go.focus,
            Flag::Drop => &mut go.drops,
            Flag::Leave => &mut go.leaves,
        } = yes;
        go
    }
}

/// Where a Move in this manner can end, with the cost; nothing if it cannot be made.
pub fn ends(book: &Clockworld, table: &Table, who: ActorId, go: &Go) -> Vec<(Cell, u32)> {
    let Ok(feet) = feet(book, table, who, go) else { return Vec::new() };
    let here = table.actor(who).place.cell;
    let mut cells = Ways::new(table, who, go.drops).reachable(feet);
    cells.retain(|&(cell, cost)| match go.leaves {
        true => leaves_from(table, who, cell, cost, feet),
        false => cell != here || go.stand,
    });
    cells
}

/// Does a Move in this manner lead anywhere, whatever is said to the flags that are still open?
pub fn leads_on(book: &Clockworld, table: &Table, who: ActorId, go: &Go, open: &[Flag]) -> bool {
    if !ends(book, table, who, go).is_empty() {
        return true;
    }
    let Some((flag, rest)) = open.split_first() else { return false };
    leads_on(book, table, who, &flag.set(go, true), rest) || leads_on(book, table, who, go, rest)
}

/// The flags that matter for this Character at all.
pub fn flags(book: &Clockworld, table: &Table, who: ActorId, begins: bool) -> Vec<Flag> {
    let matters = |flag: &Flag| match flag {
        Flag::Stand => table.actor(who).prone,
        Flag::Focus => begins && may_move(book, table, who, true).is_ok(),
        Flag::Drop => Ways::new(table, who, true).has_heights(),
        Flag::Leave => table.setup.space.cells().any(|cell| leaving_cost(table, who, cell).is_ok()),
    };
    Flag::ALL.into_iter().filter(matters).collect()
}

fn leaves_from(table: &Table, who: ActorId, cell: Cell, cost: u32, feet: u16) -> bool {
    leaving_cost(table, who, cell).is_ok_and(|more| cost.saturating_add(more) <= u32::from(feet))
}
