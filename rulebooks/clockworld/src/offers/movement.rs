//! Moves and Facing on offer (CW-029, CW-178).

use super::slots::{cell_key, find_cell, flag, is_yes, of_actor, one, or};
use crate::{
    Clockworld, Intent,
    actions::movement::{
        Act, Go, Move, Moving,
        face::may_face,
        leaving_cost, legal, may_move,
        path::{Step, Ways},
        pot_shot, speed,
    },
    sheet::ThingId,
    table::Table,
    view,
};
use referee_engine::{
    ActorId, CellChoice, Choice, Domain, Filled, Offer, Refusal, Seat, Slot, rule,
    space::{Cell, Grid},
};
use smallvec::SmallVec;

/// The words for commands.
pub const VERBS: &[&str] = &["move", "stop-moving", "face"];

/// The longest way that can be typed in.
const LONGEST_WAY: usize = 4_000;

pub fn offers(book: &Clockworld, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    let moving = table.actor(who).turn.moving;
    let (label, cost) = match moving {
        Some(moving) => {
            let left = speed::feet_left(book, table, who, &moving, table.actor(who).prone);
            ("Go on moving", format!("{left} feet left"))
        }
        None => ("Move", "1 Action".to_owned()),
    };
    all.push(Offer {
        verb: "move".into(),
        actor: Some(who),
        label: label.into(),
        group: "Actions".into(),
        cost,
        rule: if moving.is_some() { rule!("CW-030") } else { rule!("CW-029") },
        refused: may_move(book, table, who, false).err(),
        warning: warning(table, who),
    });
    if moving.is_some() {
        all.push(Offer {
            verb: "stop-moving".into(),
            actor: Some(who),
            label: "End the Movement".into(),
            group: "Actions".into(),
            cost: String::new(),
            rule: rule!("CW-182"),
            refused: None,
            warning: None,
        });
    }
}

/// What a mover should know: work that would be lost, foes that may strike first.
fn warning(table: &Table, who: ActorId) -> Option<String> {
    if table.actor(who).lengthy.is_some() {
        return Some("the work of the Lengthy Task is lost".into());
    }
    if table.actor(who).turn.moving.is_some() {
        return None;
    }
    let shots = known_shooters(table, who);
    (shots > 0).then(|| format!("{shots} may take a Pot Shot first"))
}

/// CW-R70: the foes who may take a Pot Shot, as far as the mover knows of them.
fn known_shooters(table: &Table, who: ActorId) -> usize {
    let shooters = pot_shot::shooters(table, who, Default::default());
    shooters.iter().filter(|&&foe| !table.actor(who).unaware_of.contains(foe)).count()
}

/// CW-178, CW-180: turning is possible at any time.
pub fn face_offer(table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    if table.is_zone_map() {
        return;
    }
    let may = may_face(table, who);
    let reaction = *may.as_ref().unwrap_or(&false);
    all.push(Offer {
        verb: "face".into(),
        actor: Some(who),
        label: "Turn".into(),
        group: if reaction { "Reactions".into() } else { "Incidentals".into() },
        cost: if reaction { "1 Reaction".into() } else { String::new() },
        rule: if reaction { rule!("CW-180") } else { rule!("CW-178") },
        refused: may.err(),
        warning: None,
    });
}

/// The directions that can be named, in degrees.
pub fn directions(table: &Table) -> impl Iterator<Item = u16> + use<> {
    let step = if table.setup.space.grid() == Grid::Square { 45 } else { 30 };
    (0..360).step_by(step).map(|degrees| degrees as u16)
}

/// Directions as choices: degrees, and those whom the Character knows of.
pub fn direction_choices(table: &Table, who: ActorId) -> Vec<Choice> {
    let mut all: Vec<Choice> =
        directions(table).map(|degrees| Choice::new(degrees.to_string(), format!("{degrees}°"))).collect();
    let seat = Seat::Player([who].into_iter().collect());
    all.extend(
        table
            .ids()
            .filter(|&other| table.actor(other).place.cell != table.actor(who).place.cell)
            .filter(|&other| view::knows(table, seat, other))
            .map(|other| of_actor(table, other)),
    );
    all
}

/// Reads a direction: degrees, or the key of a Character to look at.
pub fn find_direction(table: &Table, from: Cell, text: &str) -> Result<u16, Refusal> {
    if let Ok(degrees) = text.parse::<u16>() {
        return Ok(degrees);
    }
    let at = table.actor(table.find(text)?).place.cell;
    let direction = table.setup.space.direction_deg(from, at);
    direction.ok_or_else(|| Refusal::plain("no-direction", format!("{text} is no direction from here")))
}

/// What is filled in, as a Move without its way.
fn manner(table: &Table, who: ActorId, filled: &Filled) -> Result<Go, Refusal> {
    let actor = table.actor(who);
    let mut go = Go {
        stand: is_yes(filled, "stand"),
        drops: is_yes(filled, "drop"),
        leaves: is_yes(filled, "leave"),
        ..Go::default()
    };
    match actor.turn.moving {
        Some(Moving { focus, sneakily, looks, .. }) => {
            (go.focus, go.sneakily, go.looks) = (focus, sneakily, looks);
        }
        None => {
            (go.focus, go.sneakily) = (is_yes(filled, "focus"), is_yes(filled, "sneakily"));
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
fn feet(book: &Clockworld, table: &Table, who: ActorId, go: &Go) -> Result<u16, Refusal> {
    let mut moving = may_move(book, table, who, go.focus)?.moving;
    (moving.sneakily, moving.looks) = (go.sneakily, go.looks);
    let prone = table.actor(who).prone;
    if !(prone && go.stand) {
        return Ok(speed::feet_left(book, table, who, &moving, prone));
    }
    let left = speed::feet_left(book, table, who, &moving, false);
    Ok(left.saturating_sub(speed::standing_cost(book, table, who, &moving)))
}

pub fn slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    match filled.verb.as_str() {
        "face" => {
            may_face(table, who)?;
            Ok(vec![one("to", "Look towards", direction_choices(table, who))])
        }
        "stop-moving" => Ok(Vec::new()),
        _ => move_slots(book, table, who, filled),
    }
}

fn move_slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let begins = may_move(book, table, who, is_yes(filled, "focus"))?.begins;
    let go = manner(table, who, filled)?;
    let feet = feet(book, table, who, &go)?;
    let mut slots = Vec::new();
    if table.actor(who).prone {
        slots.push(flag("stand", "Stand up first"));
    }
    if begins {
        if may_move(book, table, who, true).is_ok() {
            slots.push(flag("focus", "Focus (15 feet farther, High Roll, no other Action)"));
        }
        slots.push(flag("sneakily", "Sneakily (a Sneak Check at the end)"));
        if !table.is_zone_map() {
            let mut choices = vec![
                Choice::new("ahead", "Where it goes"),
                Choice::new("kept", "As it looks now").noting("half Speed"),
            ];
            choices.extend(direction_choices(table, who).into_iter().map(|choice| choice.noting("half Speed")));
            slots.push(or(one("facing", "Look", choices), "ahead"));
        }
    }
    let ways = Ways::new(table, who, go.drops);
    let cells = ways.reachable(feet);
    if go.drops || (ways.has_heights() && Ways::new(table, who, true).reachable(feet).len() > cells.len()) {
        slots.push(flag("drop", "Drop down ledges on the way"));
    }
    if cells.iter().any(|(cell, cost)| leaves_from(table, who, *cell, *cost, feet)) {
        slots.push(flag("leave", "Leave the map from there"));
    }
    let here = table.actor(who).place.cell;
    let ends = |cell: Cell, cost: u32| match go.leaves {
        true => leaves_from(table, who, cell, cost, feet),
        false => cell != here || go.stand,
    };
    if filled.get("path").is_some() {
        // Whoever types a way gets it or a refusal; it is not on the list, as not every text is a way.
        let domain = Domain::Text { longest: LONGEST_WAY };
        slots.push(Slot { name: "path".into(), label: "By this way".into(), domain, default: Some(String::new()) });
    } else {
        let plain = ways.plainly_reached(feet);
        let shots = if begins { known_shooters(table, who) } else { 0 };
        let choice = |&(cell, cost): &(Cell, u32)| {
            let steps = match plain.binary_search(&(cell, cost)) {
                Ok(_) => Vec::new(),
                Err(_) => ways.steps(&ways.way(cell, feet).unwrap_or_default()),
            };
            CellChoice::of(&table.setup.space, cell, cost, note(table, who, shots, &steps))
        };
        let of = cells.iter().filter(|(cell, cost)| ends(*cell, *cost)).map(choice).collect();
        let default = ends(here, 0).then(|| cell_key(table, here));
        slots.push(Slot { name: "to".into(), label: "To".into(), domain: Domain::Cell { of }, default });
    }
    let then = vec![Choice::new("continue", "The Move can go on"), Choice::new("stop", "The Movement ends")];
    slots.push(or(one("then", "Then", then), if go.sneakily { "stop" } else { "continue" }));
    Ok(slots)
}

fn leaves_from(table: &Table, who: ActorId, cell: Cell, cost: u32, feet: u16) -> bool {
    leaving_cost(table, who, cell).is_ok_and(|more| cost.saturating_add(more) <= u32::from(feet))
}

/// What a person should know about going there: Pot Shots, obstacles, drops.
fn note(table: &Table, who: ActorId, shots: usize, steps: &[Step]) -> String {
    let mut notes = Vec::new();
    if shots > 0 {
        notes.push(format!("{shots} Pot Shot{}", if shots == 1 { "" } else { "s" }));
    }
    for step in steps {
        match *step {
            Step::Walk => {}
            Step::Obstacle(thing) => notes.push(obstacle_note(table, who, thing)),
            Step::Drop(height) => notes.push(format!("drop of {height} feet")),
        }
    }
    notes.join(", ")
}

/// CW-226, CW-R115: the engine warns of an obstacle that the Skill does not reach.
fn obstacle_note(table: &Table, who: ActorId, thing: ThingId) -> String {
    let sheet = table.thing_sheet(thing);
    let Some(obstacle) = sheet.obstacle else { return String::new() };
    match obstacle.rank {
        Some(rank) => {
            let capped = rank.0 > table.skill(who, obstacle.skill).rank.rank().0 + 1;
            format!("{}: {rank}{}", sheet.name, if capped { ", out of reach" } else { "" })
        }
        None => format!("{}: the GM sets the Rank", sheet.name),
    }
}

pub fn intent(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let act = match filled.verb.as_str() {
        "face" => {
            let to = filled.get("to").unwrap_or_default();
            Act::Face(find_direction(table, table.actor(who).place.cell, to)?)
        }
        "stop-moving" => Act::Stop,
        _ => {
            let mut go = manner(table, who, filled)?;
            go.path = way(book, table, who, filled, &go)?;
            legal(book, table, who, &go)?;
            Act::Go(go)
        }
    };
    Ok(Intent::Move(Move { actor: who, act }))
}

/// The way: as it was typed, or the cheapest one to the cell named.
fn way(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    filled: &Filled,
    go: &Go,
) -> Result<SmallVec<[Cell; 8]>, Refusal> {
    let here = table.actor(who).place.cell;
    let bad = |text: &str| Refusal::plain("bad-value", format!("{text:?} is no cell of the map"));
    if let Some(path) = filled.get("path").filter(|path| !path.is_empty()) {
        let mut cells: SmallVec<[Cell; 8]> = SmallVec::from_slice(&[here]);
        for text in path.split_whitespace() {
            cells.push(find_cell(table, text).ok_or_else(|| bad(text))?);
        }
        return Ok(cells);
    }
    let Some(text) = filled.get("to") else { return Ok(SmallVec::from_slice(&[here])) };
    let to = find_cell(table, text).ok_or_else(|| bad(text))?;
    let feet = feet(book, table, who, go)?;
    match Ways::new(table, who, go.drops).way(to, feet) {
        Some(way) => Ok(way.into_iter().collect()),
        None => {
            let why = format!("{} has {feet} feet and no way to {text} for that", table.name(who));
            Err(Refusal::by(rule!("CW-029"), "too-far", why))
        }
    }
}
