//! What only the GM may do, on offer.

use super::{
    offer,
    round::intention,
    slots::{any, cell, flag, number, of_actor, of_thing, one, one_or, optional, weapon_key},
};
use crate::{
    Segments,
    check::BEFORE_ROLL,
    gm::{self, correct::Correction, meet},
    house::Surprise,
    reactions::free::{self, Mover},
    sheet::{Attribute, ThingId},
    table::{Out, Speed, Table},
    time::{Activity, passage},
    turn::{Intention, Why, declare, rounds},
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, key_of, rule, space::Cell};

pub const VERBS: [&str; 26] = [
    "stop-clock",
    "unleash",
    "restart",
    "begin-round",
    "mark",
    "journey",
    "go-on",
    "halt",
    "work",
    "advance",
    "meet",
    "circumstance",
    "clear",
    "allow",
    "call",
    "push",
    "push-thing",
    "supply",
    "join",
    "leave-out",
    "enter",
    "exit",
    "area",
    "ask-gm",
    "correct",
    "hide",
];

/// Slots that several may be named in, so also none.
pub const MAY_BE_EMPTY: [&str; 2] = ["without", "unready"];

/// The corrections by their words.
pub const CORRECTIONS: [&str; 7] = ["health", "gain", "lose", "down", "stand", "out", "place"];

pub fn traps(table: &Table) -> Vec<ActorId> {
    table.ids().filter(|&who| gm::may_unleash(table, who).is_ok()).collect()
}

/// Who can be called to strike at whom (SE-R92).
pub fn calls(book: &Segments, table: &Table) -> Vec<(ActorId, ActorId)> {
    let movers: Vec<ActorId> =
        table.round.under_way.iter().filter(|segment| segment.moved_ft > 0).map(|segment| segment.who).collect();
    let pairs = table.ids().flat_map(|by| movers.iter().map(move |&at| (by, at)).collect::<Vec<_>>());
    pairs.filter(|&(by, at)| free::may_call(book, table, by, at).is_ok()).collect()
}

/// The things that can be moved, and where to there is room.
fn pushable(table: &Table) -> Vec<ThingId> {
    table.thing_ids().filter(|&thing| !pushed_to(table, Mover::Thing(thing)).is_empty()).collect()
}

/// Those who can be moved.
fn pushed_about(table: &Table) -> Vec<ActorId> {
    table.ids().filter(|&who| !pushed_to(table, Mover::Body(who)).is_empty()).collect()
}

/// SE-R91: where something can be moved to.
fn pushed_to(table: &Table, what: Mover) -> Vec<(Cell, u32)> {
    let fits = |(cell, _): &(Cell, u32)| gm::may_push(table, what, None, *cell).is_ok();
    free_cells(table).into_iter().filter(fits).collect()
}

fn free_cells(table: &Table) -> Vec<(Cell, u32)> {
    let walled = |cell: Cell| table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
    table.setup.space.cells().filter(|&cell| !table.is_taken(cell) && !walled(cell)).map(|cell| (cell, 0)).collect()
}

fn allowed(book: &Segments, table: &Table, who: ActorId) -> Vec<Intention> {
    Intention::ALL.into_iter().filter(|&to| declare::may_change(book, table, who, to, true).is_ok()).collect()
}

pub fn offers(book: &Segments, table: &Table, all: &mut Vec<Offer>) {
    // One group for all of them: the page looks for the GM's tools under this name.
    let mut add = |is: bool, verb: &str, label: &str, rule| {
        if is {
            all.push(offer(verb, None, label, "GM", rule));
        }
    };
    let going = table.over.is_none();
    let stopped = table.clock.mode == Speed::Segmented;
    add(gm::may_stop(table).is_ok(), "stop-clock", "Stop the clock", rule!("SE-034"));
    add(!traps(table).is_empty(), "unleash", "Unleash a trap", rule!("SE-030"));
    add(going && rounds::may_restart(table).is_ok(), "restart", "Restart the clock", rule!("SE-R21"));
    add(declare::may_begin(table).is_ok(), "begin-round", "Let the round begin", rule!("SE-R117"));
    add(gm::may_mark(table).is_ok(), "mark", "Mark a turn", rule!("SE-023"));
    add(passage::may_begin(table).is_ok(), "journey", "Begin a passage", rule!("SE-002"));
    add(gm::hours_left(table).is_ok(), "go-on", "Let hours pass", rule!("SE-003"));
    add(gm::hours_left(table).is_ok(), "halt", "Stop the passage", rule!("SE-017"));
    add(going, "work", "Set the total of an activity", rule!("SE-R14"));
    add(going && !table.clocks.is_empty(), "advance", "Move a background clock", rule!("SE-027"));
    add(meet::may_meet(table).is_ok(), "meet", "Set out an encounter", rule!("SE-026"));
    add(going && table.circumstances.len() < 64, "circumstance", "Set what helps or hinders", rule!("SE-R60"));
    add(going, "clear", "Take back what helps or hinders", rule!("SE-R60"));
    let changing = table.segment().is_some_and(|segment| !allowed(book, table, segment.who).is_empty());
    add(going && changing, "allow", "Allow a change of the intention", rule!("SE-R28"));
    add(!calls(book, table).is_empty(), "call", "Call for a free attack", rule!("SE-R92"));
    let free = !free_cells(table).is_empty();
    add(going && !pushed_about(table).is_empty(), "push", "Move somebody", rule!("SE-R91"));
    add(going && !pushable(table).is_empty(), "push-thing", "Move a thing", rule!("SE-R91"));
    add(going, "supply", "Supplies are found", rule!("SE-R09"));
    add(stopped && !table.round.left_out.is_empty(), "join", "Takes part from the next round on", rule!("SE-R19"));
    let left_out = table.round.left_out;
    add(
        stopped && table.ids().any(|who| !left_out.contains(who)),
        "leave-out",
        "Left out from the next round on",
        rule!("SE-R19"),
    );
    add(going && free && !entering(table).is_empty(), "enter", "Somebody comes in", rule!("SE-R19"));
    add(going && !leaving(table).is_empty(), "exit", "Somebody leaves", rule!("SE-R19"));
    add(going && table.setup.areas.len() > 1, "area", "Another area", rule!("SE-R07"));
    add(going, "ask-gm", "Be asked wherever you may decide", rule!("SE-D20"));
    add(going, "correct", "Set something right", rule!("SE-R108"));
    add(going, "hide", "Hide or show somebody", rule!("SE-R19"));
}

fn entering(table: &Table) -> Vec<ActorId> {
    table.ids().filter(|&who| table.actor(who).out == Out::Away && !table.sheet(who).trap).collect()
}

fn leaving(table: &Table) -> Vec<ActorId> {
    table.ids().filter(|&who| gm::may_enter(table, who, None).is_ok()).collect()
}

fn actors(table: &Table, of: impl IntoIterator<Item = ActorId>) -> Vec<Choice> {
    of.into_iter().map(|who| of_actor(table, who)).collect()
}

/// What a circumstance can give, by its words.
pub fn gives() -> Vec<Choice> {
    let rolls = BEFORE_ROLL[1..].iter().map(|(key, label, _)| Choice::new(*key, *label));
    let more = [("deadly", "Its attacks are deadly"), ("unstoppable", "Nothing negates its attacks")];
    let attributes = Attribute::ALL.map(|attribute| Choice::new(key_of(attribute.word()), attribute.word()));
    let number = [Choice::new("modifier", "A modifier")];
    rolls.chain(more.map(|(key, label)| Choice::new(key, label))).chain(attributes).chain(number).collect()
}

pub fn activities() -> Vec<Choice> {
    Activity::ALL.map(|activity| Choice::plain(activity.key())).into()
}

/// Those who do something in a passage.
pub fn travellers(table: &Table) -> Vec<ActorId> {
    table.ids().filter(|&who| table.is_here(who) && !table.sheet(who).trap).collect()
}

pub fn slots(book: &Segments, table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let named = |name: &str| filled.get(name).and_then(|key| table.find(key).ok());
    let everybody = || actors(table, table.ids());
    let who = |of: Vec<Choice>| one("who", "Who", of);
    Ok(match filled.verb.as_str() {
        "stop-clock" => {
            let mut slots = vec![
                one_or("why", "Why", Why::ALL.map(|why| Choice::plain(why.key())).into(), "event"),
                any("without", "Who does not take part", everybody()),
            ];
            if book.house.surprise == Surprise::D6 {
                slots.push(any(
                    "unready",
                    "Which sides could be surprised",
                    table.setup.sides.iter().map(|side| Choice::plain(key_of(side))).collect(),
                ));
            }
            slots
        }
        "unleash" => vec![one("trap", "Which", actors(table, traps(table)))],
        "restart" => vec![number("turns", "Turns to mark", 0, 144, Some(i32::from(rounds::turns_of(book, table))))],
        "journey" => {
            let areas: Vec<Choice> = table.setup.areas.iter().map(|area| Choice::plain(key_of(&area.name))).collect();
            let here = areas.get(usize::from(table.area)).map_or_else(String::new, |area| area.key.clone());
            let mut slots = vec![number("hours", "How long", 1, 24, Some(8)), one_or("area", "Where", areas, here)];
            slots.extend(
                travellers(table)
                    .into_iter()
                    .map(|who| one_or(&table.sheet(who).key, table.name(who), activities(), "travel")),
            );
            slots
        }
        "go-on" => {
            let left = i32::from(gm::hours_left(table)?);
            vec![number("hours", "How long", 1, left, Some(left))]
        }
        "work" => vec![
            who(everybody()),
            one("activity", "What", activities()),
            number("total", "Hours in all", 1, 9_999, None),
        ],
        "advance" => vec![
            one("clock", "Which", table.clocks.iter().map(|clock| Choice::plain(key_of(&clock.name))).collect()),
            number("by", "By how much", -20, 20, Some(1)),
        ],
        "meet" => meet_slots(table, filled),
        "circumstance" => {
            let mut slots = vec![who(everybody()), one("gives", "What", gives())];
            if filled.get("gives") == Some("modifier") {
                slots.push(number("amount", "How much", -20, 20, None));
            }
            slots.push(flag("stays", "Until you take it back, not for one roll"));
            slots
        }
        "begin-round" | "mark" | "halt" => Vec::new(),
        "clear" => vec![who(everybody())],
        "allow" => {
            let segment = table.segment().map(|segment| segment.who);
            let of = segment.map_or_else(Vec::new, |who| allowed(book, table, who));
            vec![one("intention", "To what", of.into_iter().map(intention).collect())]
        }
        "call" => {
            let calls = calls(book, table);
            let mut by: Vec<ActorId> = calls.iter().map(|(by, _)| *by).collect();
            by.dedup();
            let mut slots = vec![who(actors(table, by))];
            if let Some(by) = named("who") {
                let at = calls.iter().filter(|(striker, _)| *striker == by).map(|(_, at)| *at);
                slots.push(one("target", "At whom", actors(table, at)));
                if let Some(at) = named("target") {
                    let weapons = free::may_call(book, table, by, at)?;
                    let choice =
                        |weapon: &_| Choice::new(weapon_key(table, by, *weapon), table.weapon_name(by, *weapon));
                    slots.push(one("weapon", "With what", weapons.iter().map(choice).collect()));
                }
            }
            slots
        }
        "push" | "push-thing" => push_slots(table, filled),
        "supply" => vec![
            who(everybody()),
            one("what", "What", vec![Choice::plain("food"), Choice::plain("water")]),
            number("days", "For how many days", 0, 60, None),
        ],
        "join" => vec![who(actors(table, table.ids().filter(|&who| table.round.left_out.contains(who))))],
        "leave-out" => vec![who(actors(table, table.ids().filter(|&who| !table.round.left_out.contains(who))))],
        "enter" => vec![who(actors(table, entering(table))), cell(table, "at", "Where", free_cells(table))],
        "exit" => vec![who(actors(table, leaving(table)))],
        "area" => {
            let others = table.setup.areas.iter().enumerate().filter(|(at, _)| *at != usize::from(table.area));
            vec![one("area", "Which", others.map(|(_, area)| Choice::plain(key_of(&area.name))).collect())]
        }
        "ask-gm" => vec![flag("ask", "Ask each time")],
        "hide" => {
            let mut slots = vec![who(everybody())];
            slots.extend(named("who").map(|who| {
                let to = if table.actor(who).hidden { "seen" } else { "hidden" };
                one("to", "From now on", vec![Choice::plain(to)])
            }));
            slots
        }
        _ => correct_slots(book, table, filled),
    })
}

fn meet_slots(table: &Table, filled: &Filled) -> Vec<Slot> {
    let free = free_cells(table);
    let mut of = vec![Choice::new("nothing", "Nothing that has to be played")];
    if !free.is_empty() && table.actors.len() + 12 <= referee_engine::MAX_ACTORS {
        of.extend(meet::has_table(table).then(|| Choice::new("table", "1d6 on the table")));
        let rows = table.here().map_or(&[][..], |area| &area.wander_table);
        of.extend(
            rows.iter()
                .enumerate()
                .map(|(at, met)| Choice::new(format!("row-{}", at + 1), format!("{} {}", met.count, met.who))),
        );
    }
    let mut slots = vec![one("what", "What is met", of)];
    if filled.get("what").is_some_and(|what| what != "nothing") {
        slots.push(cell(table, "at", "Where", free));
        slots.push(flag("stop", "Stop the clock at once"));
    }
    slots
}

fn push_slots(table: &Table, filled: &Filled) -> Vec<Slot> {
    let what = if filled.verb == "push" {
        let who = filled.get("who").and_then(|key| table.find(key).ok());
        (one("who", "Whom", actors(table, pushed_about(table))), who.map(Mover::Body))
    } else {
        let of: Vec<Choice> =
            pushable(table).into_iter().map(|thing| of_thing(table, ActorId(u16::MAX), thing)).collect();
        let thing = filled.get("thing").and_then(|key| table.find_thing(key));
        (one("thing", "What", of), thing.map(Mover::Thing))
    };
    let mut slots = vec![what.0];
    if let Some(mover) = what.1 {
        slots.push(one_or("how", "How", vec![Choice::plain("thrown"), Choice::plain("teleported")], "thrown"));
        slots.push(optional(cell(table, "through", "By way of", table.setup.space.cells().map(|cell| (cell, 0)))));
        slots.push(cell(table, "to", "Where to", pushed_to(table, mover)));
    }
    slots
}

fn correct_slots(book: &Segments, table: &Table, filled: &Filled) -> Vec<Slot> {
    let mut slots = vec![one("who", "Whose", actors(table, table.ids()))];
    let Some(who) = filled.get("who").and_then(|key| table.find(key).ok()) else { return slots };
    let statuses = |is: bool| -> Vec<Choice> {
        let all = 0..table.setup.statuses.len() as u8;
        let fits = all.map(crate::sheet::StatusId).filter(|&status| table.actor(who).statuses.has(status) == is);
        fits.map(|status| Choice::plain(table.status_name(status))).collect()
    };
    let outs: Vec<Choice> = outs(book, table, who);
    let cells: Vec<(Cell, u32)> = free_cells(table);
    let open = |what: &&&str| match **what {
        "gain" => !statuses(false).is_empty(),
        "lose" => !statuses(true).is_empty(),
        "down" => gm::correct::legal(book, table, who, Correction::Down(true)).is_ok(),
        "stand" => gm::correct::legal(book, table, who, Correction::Down(false)).is_ok(),
        "out" => !outs.is_empty(),
        "place" => !cells.is_empty(),
        _ => true,
    };
    slots.push(one("what", "What", CORRECTIONS.iter().filter(open).map(|what| Choice::plain(*what)).collect()));
    match filled.get("what") {
        Some("health") => slots.push(number("to", "Health", 0, i32::from(table.sheet(who).health_max), None)),
        Some("gain") => slots.push(one("status", "Which", statuses(false))),
        Some("lose") => slots.push(one("status", "Which", statuses(true))),
        Some("out") => slots.push(one("to", "How", outs)),
        Some("place") => slots.push(cell(table, "at", "Where", cells)),
        _ => {}
    }
    slots
}

fn outs(book: &Segments, table: &Table, who: ActorId) -> Vec<Choice> {
    let all = [Out::Active, Out::Helpless, Out::Dying, Out::Dead];
    let fits = all.into_iter().filter(|&out| gm::correct::legal(book, table, who, Correction::Out(out)).is_ok());
    fits.map(|out| Choice::plain(out.word())).collect()
}
