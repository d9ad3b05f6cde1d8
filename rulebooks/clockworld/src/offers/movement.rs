//! Moves and Facing on offer (CW-029, CW-178).

use super::{
    facing::direction_choices,
    manner::{Flag, ends, feet, flags, leads_on, manner},
    slots::{cell_key, find_cell},
};
use crate::{
    Clockworld, Intent,
    actions::movement::{
        Act, Go, Move, legal, may_move,
        path::{Step, Ways},
        pot_shot, speed,
    },
    sheet::ThingId,
    table::Table,
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Offer, Refusal, Slot, rule, space::Cell};
use smallvec::SmallVec;

/// The words for commands.
pub const VERBS: &[&str] = &["move", "stop-moving"];

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
        refused: refused(book, table, who),
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

/// Why it cannot Move, if it cannot.
fn refused(book: &Clockworld, table: &Table, who: ActorId) -> Option<Refusal> {
    match may_move(book, table, who, false) {
        Err(refusal) => Some(refusal),
        Ok(legal) => {
            let go = manner(table, who, &Filled::of("move", Some(who))).ok()?;
            let flags = flags(book, table, who, legal.begins);
            (!leads_on(book, table, who, &go, &flags)).then(|| nowhere(table, who))
        }
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

pub fn slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    match filled.verb.as_str() {
        "stop-moving" => Ok(Vec::new()),
        _ => plan(book, table, who, filled).map(|(slots, _)| slots),
    }
}

/// A flag with the values that lead on; nothing if only "no" does.
fn flag_slot(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    go: &Go,
    flag: Flag,
    open: &[Flag],
) -> Option<(Slot, bool)> {
    let leads = |yes| leads_on(book, table, who, &flag.set(go, yes), open);
    let ((name, label), yes) = (flag.words(), leads(true));
    match (leads(false), yes) {
        (true, true) => Some((Slot::flag(name, label), false)),
        (false, true) => Some((Slot::one(name, label, vec![Choice::plain("yes")]).or("yes"), true)),
        _ => None,
    }
}

/// The slots of a Move, and the Move as it is filled in, but for its way.
///
/// The values of a slot depend only on the slots before it, and each value leads on to something legal. Values may come in
/// any order: whether a cell that is filled in can be reached is not judged here, since a focus that carries so far may be
/// filled in after it.
fn plan(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<(Vec<Slot>, Go), Refusal> {
    let begins = may_move(book, table, who, filled.is_yes("focus"))?.begins;
    let wish = manner(table, who, filled)?;
    let flags = flags(book, table, who, begins);
    let looks = if begins { None } else { wish.looks };
    let focus = wish.focus && !begins;
    let mut go = Go { stand: false, focus, drops: false, leaves: false, looks, ..wish.clone() };
    let mut slots = Vec::new();
    let ask = |go: &mut Go, slots: &mut Vec<Slot>, flag: Flag| {
        let Some(at) = flags.iter().position(|known| *known == flag) else { return };
        if let Some((slot, forced)) = flag_slot(book, table, who, go, flag, &flags[at + 1..]) {
            *go = flag.set(go, forced || filled.is_yes(&slot.name));
            slots.push(slot);
        }
    };
    ask(&mut go, &mut slots, Flag::Stand);
    ask(&mut go, &mut slots, Flag::Focus);
    if begins {
        slots.push(Slot::flag("sneakily", "Sneakily (a Sneak Check at the end)"));
    }
    if begins && !table.is_zone_map() {
        let mut choices = vec![Choice::new("ahead", "Where it goes")];
        let away = Go { looks: Some(table.actor(who).facing), ..go.clone() };
        let later: Vec<Flag> = flags.iter().copied().filter(|flag| [Flag::Drop, Flag::Leave].contains(flag)).collect();
        if leads_on(book, table, who, &away, &later) {
            choices.push(Choice::new("kept", "As it looks now").noting("half Speed"));
            choices.extend(direction_choices(table, who).into_iter().map(|choice| choice.noting("half Speed")));
        }
        slots.push(Slot::one("facing", "Look", choices).or("ahead"));
        go.looks = wish.looks;
    }
    ask(&mut go, &mut slots, Flag::Drop);
    ask(&mut go, &mut slots, Flag::Leave);
    if filled.get("path").is_some() {
        // Whoever types a way gets it or a refusal; it is not on the list, as not every text is a way.
        let domain = Domain::Text { longest: LONGEST_WAY };
        slots.push(Slot {
            name: "path".into(),
            label: "By this way".into(),
            domain,
            default: Some(String::new()),
            barred: Vec::new(),
        });
    } else {
        slots.push(to_slot(book, table, who, &go, begins)?);
    }
    let then = vec![Choice::new("continue", "The Move can go on"), Choice::new("stop", "The Movement ends")];
    slots.push(Slot::one("then", "Then", then).or(if go.sneakily { "stop" } else { "continue" }));
    Ok((slots, go))
}

/// The cells that can be reached, with what it costs and what is on the way.
fn to_slot(book: &Clockworld, table: &Table, who: ActorId, go: &Go, begins: bool) -> Result<Slot, Refusal> {
    let (feet, here) = (feet(book, table, who, go)?, table.actor(who).place.cell);
    let ways = Ways::new(table, who, go.drops);
    let (cells, plain) = (ends(book, table, who, go), ways.plainly_reached(feet));
    let shots = if begins { known_shooters(table, who) } else { 0 };
    let choice = |&(cell, cost): &(Cell, u32)| {
        let steps = match plain.binary_search(&(cell, cost)) {
            Ok(_) => Vec::new(),
            Err(_) => ways.steps(&ways.way(cell, feet).unwrap_or_default()),
        };
        CellChoice { cell, key: cell_key(table, cell), cost, note: note(table, who, shots, &steps) }
    };
    let of = cells.iter().map(choice).collect();
    let default = cells.iter().any(|(cell, _)| *cell == here).then(|| cell_key(table, here));
    Ok(Slot { name: "to".into(), label: "To".into(), domain: Domain::Cell { of }, default, barred: Vec::new() })
}

fn nowhere(table: &Table, who: ActorId) -> Refusal {
    let why = format!("there is nowhere {} could go", table.name(who));
    Refusal::by(rule!("CW-166"), "nowhere", why)
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
        "stop-moving" => Act::Stop,
        _ => {
            let (_, mut go) = plan(book, table, who, filled)?;
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
