//! Movement, stances, hiding, and the end of a turn on offer (CR-D10, CR-D14).

use super::{Verb, ap};
use crate::{
    Crisis, Intent,
    actions::{
        movement::{self, Gait, Go},
        stance, stealth,
    },
    table::{Mode, Stance, Table},
};
use referee_engine::{ActorId, CellChoice, Domain, Filled, Refusal, Slot, rule, space::Cell};
use smallvec::SmallVec;

/// The ways of going, and what they are called.
const GAITS: [(Gait, &str); 4] =
    [(Gait::Move, "Move"), (Gait::Run, "Run"), (Gait::Crouch, "Crouch"), (Gait::Crawl, "Crawl")];

/// A way of going, by its place among [`GAITS`].
const fn going<const AT: usize>() -> Verb {
    let (gait, label) = GAITS[AT];
    Verb {
        word: gait.word(),
        label,
        group: "Movement",
        rule: gait.rule(),
        when: None,
        cost: |book, table, who| go_cost(book, table, who, GAITS[AT].0),
        slots: |book, table, who, filled| go_slots(book, table, who, GAITS[AT].0, filled),
        intent: |book, table, who, filled| go_intent(book, table, who, GAITS[AT].0, filled),
    }
}

/// The stances that one can take, and what taking them is called.
const STANCES: [(Stance, &str, &str); 3] = [
    (Stance::Kneeling, "kneel", "Kneel"),
    (Stance::Standing, "stand", "Stand up"),
    (Stance::Prone, "go-prone", "Go prone"),
];

/// A change of stance, by its place among [`STANCES`].
const fn posing<const AT: usize>() -> Verb {
    let (_, word, label) = STANCES[AT];
    Verb::plain(
        [word, label, "Movement"],
        rule!("CR-R121"),
        None,
        |_, table, who| stance::legal(table, who, STANCES[AT].0).map(|(cost, _)| ap(cost)),
        |_, _, who, _| Ok(Intent::Stance { actor: who, to: STANCES[AT].0 }),
    )
}

pub(super) static VERBS: &[Verb] = &[
    going::<0>(),
    going::<1>(),
    going::<2>(),
    going::<3>(),
    posing::<0>(),
    posing::<1>(),
    posing::<2>(),
    Verb::plain(
        ["hide", "Hide", "Movement"],
        rule!("CR-165"),
        None,
        |_, table, who| stealth::may_hide(table, who).map(|()| ap(stealth::HIDE_AP)),
        |_, _, who, _| Ok(Intent::Hide(who)),
    ),
    Verb::plain(
        ["sneak", "Sneak", "Movement"],
        rule!("CR-167"),
        None,
        |book, table, who| stealth::may_sneak(book, table, who).map(|()| ap(book.house.sneak_ap)),
        |_, _, who, _| Ok(Intent::Sneak(who)),
    ),
    Verb::plain(
        ["search", "Search", "Movement"],
        rule!("CR-171"),
        None,
        |book, table, who| stealth::may_search(book, table, who).map(|()| ap(book.house.search_ap)),
        |_, _, who, _| Ok(Intent::Search(who)),
    ),
    Verb::plain(
        ["end-turn", "End the turn", "Turn"],
        rule!("CR-031"),
        Some(Mode::Crisis),
        |_, _, _| Ok(String::new()),
        |_, _, who, _| Ok(Intent::EndTurn(who)),
    ),
];

/// The squares where this movement can end.
fn ends(book: &Crisis, table: &Table, who: ActorId, gait: Gait) -> Result<Vec<(Cell, u32)>, Refusal> {
    let most = movement::may(book, table, who, gait)?;
    let mut all = movement::destinations(table, who, table.actor(who).place.cell, most);
    // Somebody whom the mover does not know of may stand there; only trying tells.
    all.retain(|(cell, _)| table.is_free(*cell, who));
    if all.is_empty() {
        return Err(Refusal::by(rule!("CR-R120"), "no-way", format!("{} can get nowhere", table.name(who))));
    }
    Ok(all)
}

fn go_cost(book: &Crisis, table: &Table, who: ActorId, gait: Gait) -> Result<String, Refusal> {
    ends(book, table, who, gait)?;
    Ok(format!("{}, {} squares", ap(gait.ap()), movement::squares(book, table, who, gait)))
}

fn go_slots(book: &Crisis, table: &Table, who: ActorId, gait: Gait, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let space = &table.setup.space;
    let all = ends(book, table, who, gait)?;
    let of = all.iter().map(|(cell, cost)| CellChoice::of(space, *cell, *cost, "")).collect();
    let mut slots = vec![Slot::of("to", "Where to", Domain::Cell { of })];
    let to = filled.get("to").and_then(|text| space.find_cell(text));
    if let Some(to) = to.filter(|to| all.iter().any(|(cell, _)| cell == to)) {
        slots.extend(vias(book, table, who, gait, to, filled));
    }
    Ok(slots)
}

/// The slot of the square that a way leads through after so many others.
fn via_slot(nth: usize) -> String {
    if nth == 0 { "via".into() } else { format!("via-{}", nth + 1) }
}

/// CR-D14: the squares that a way there may lead through. With each that is named the next may be, so that a path can be
/// chosen square by square; the square where one is by then means straight on.
fn vias(book: &Crisis, table: &Table, who: ActorId, gait: Gait, to: Cell, filled: &Filled) -> Vec<Slot> {
    let space = &table.setup.space;
    let mut left = movement::squares(book, table, who, gait);
    let back = movement::destinations(table, who, to, left);
    let rest = |cell: Cell| back.iter().find(|(other, _)| *other == cell).map(|(_, cost)| *cost);
    let mut at = table.actor(who).place.cell;
    let mut slots = Vec::new();
    for nth in 0.. {
        let slot = via_slot(nth);
        let mut cells = movement::destinations(table, who, at, left);
        cells.retain(|(cell, cost)| *cell != to && rest(*cell).is_some_and(|rest| cost + rest <= left));
        if cells.is_empty() {
            break;
        }
        let named = filled.get(&slot).and_then(|text| space.find_cell(text));
        let next = cells.iter().find(|(cell, _)| Some(*cell) == named).copied();
        let of = cells.into_iter().chain([(at, 0)]).map(|(cell, cost)| CellChoice::of(space, cell, cost, "")).collect();
        slots.push(Slot::of(&slot, "By way of", Domain::Cell { of }).or(space.cell_key(at)));
        let Some((cell, cost)) = next else { break };
        (at, left) = (cell, left - cost);
    }
    slots
}

fn go_intent(book: &Crisis, table: &Table, who: ActorId, gait: Gait, filled: &Filled) -> Result<Intent, Refusal> {
    let space = &table.setup.space;
    let find = |slot: &str| filled.get(slot).and_then(|text| space.find_cell(text));
    let nowhere = || Refusal::by(rule!("CR-R120"), "no-way", "there is no way there");
    let most = movement::may(book, table, who, gait)?;
    let here = table.actor(who).place.cell;
    let to = find("to").ok_or_else(nowhere)?;
    let (mut at, mut path) = (here, SmallVec::new());
    let vias = (0..).map_while(|nth| find(&via_slot(nth)));
    for next in vias.chain([to]) {
        if next != at {
            path.extend(movement::way(table, who, at, next, most).ok_or_else(nowhere)?);
            at = next;
        }
    }
    let go = Go { actor: who, gait, path };
    movement::legal(book, table, &go)?;
    Ok(Intent::Go(go))
}
