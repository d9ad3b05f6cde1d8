//! Movement, stances, hiding, and the end of a turn on offer (CR-D10, CR-D14).

use super::{CostFn, IntentFn, SlotsFn, Verb, ap, no_slots};
use crate::{
    Crisis, Intent,
    actions::{
        movement::{self, Gait, Go},
        stance, stealth,
    },
    table::{Mode, Stance, Table},
};
use referee_engine::{ActorId, CellChoice, Domain, Filled, Refusal, Slot, rule, space::Cell};

/// A way of going.
const fn going(gait: Gait, label: &'static str, cost: CostFn, slots: SlotsFn, intent: IntentFn) -> Verb {
    Verb { word: gait.word(), label, group: "Movement", rule: gait.rule(), when: None, cost, slots, intent }
}

/// A change of stance.
const fn posing(word: &'static str, label: &'static str, cost: CostFn, intent: IntentFn) -> Verb {
    Verb { word, label, group: "Movement", rule: rule!("CR-R121"), when: None, cost, slots: no_slots, intent }
}

pub(super) static VERBS: &[Verb] = &[
    going(
        Gait::Move,
        "Move",
        |book, table, who| go_cost(book, table, who, Gait::Move),
        |book, table, who, filled| go_slots(book, table, who, Gait::Move, filled),
        |book, table, who, filled| go_intent(book, table, who, Gait::Move, filled),
    ),
    going(
        Gait::Run,
        "Run",
        |book, table, who| go_cost(book, table, who, Gait::Run),
        |book, table, who, filled| go_slots(book, table, who, Gait::Run, filled),
        |book, table, who, filled| go_intent(book, table, who, Gait::Run, filled),
    ),
    going(
        Gait::Crouch,
        "Crouch",
        |book, table, who| go_cost(book, table, who, Gait::Crouch),
        |book, table, who, filled| go_slots(book, table, who, Gait::Crouch, filled),
        |book, table, who, filled| go_intent(book, table, who, Gait::Crouch, filled),
    ),
    going(
        Gait::Crawl,
        "Crawl",
        |book, table, who| go_cost(book, table, who, Gait::Crawl),
        |book, table, who, filled| go_slots(book, table, who, Gait::Crawl, filled),
        |book, table, who, filled| go_intent(book, table, who, Gait::Crawl, filled),
    ),
    posing(
        "kneel",
        "Kneel",
        |_, table, who| stance::legal(table, who, Stance::Kneeling).map(|(cost, _)| ap(cost)),
        |_, _, who, _| Ok(Intent::Stance { actor: who, to: Stance::Kneeling }),
    ),
    posing(
        "stand",
        "Stand up",
        |_, table, who| stance::legal(table, who, Stance::Standing).map(|(cost, _)| ap(cost)),
        |_, _, who, _| Ok(Intent::Stance { actor: who, to: Stance::Standing }),
    ),
    posing(
        "go-prone",
        "Go prone",
        |_, table, who| stance::legal(table, who, Stance::Prone).map(|(cost, _)| ap(cost)),
        |_, _, who, _| Ok(Intent::Stance { actor: who, to: Stance::Prone }),
    ),
    Verb {
        word: "hide",
        label: "Hide",
        group: "Movement",
        rule: rule!("CR-165"),
        when: None,
        cost: |_, table, who| stealth::may_hide(table, who).map(|()| ap(stealth::HIDE_AP)),
        slots: no_slots,
        intent: |_, _, who, _| Ok(Intent::Hide(who)),
    },
    Verb {
        word: "sneak",
        label: "Sneak",
        group: "Movement",
        rule: rule!("CR-167"),
        when: None,
        cost: |book, table, who| stealth::may_sneak(book, table, who).map(|()| ap(book.house.sneak_ap)),
        slots: no_slots,
        intent: |_, _, who, _| Ok(Intent::Sneak(who)),
    },
    Verb {
        word: "search",
        label: "Search",
        group: "Movement",
        rule: rule!("CR-171"),
        when: None,
        cost: |book, table, who| stealth::may_search(book, table, who).map(|()| ap(book.house.search_ap)),
        slots: no_slots,
        intent: |_, _, who, _| Ok(Intent::Search(who)),
    },
    Verb {
        word: "end-turn",
        label: "End the turn",
        group: "Turn",
        rule: rule!("CR-031"),
        when: Some(Mode::Crisis),
        cost: |_, _, _| Ok(String::new()),
        slots: no_slots,
        intent: |_, _, who, _| Ok(Intent::EndTurn(who)),
    },
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
        let of = vias(book, table, who, gait, to).into_iter().map(|(cell, cost)| CellChoice::of(space, cell, cost, ""));
        let here = space.cell_key(table.actor(who).place.cell);
        slots.push(Slot::of("via", "By way of", Domain::Cell { of: of.collect() }).or(here));
    }
    Ok(slots)
}

/// CR-D14: the squares that a way there may lead through.
fn vias(book: &Crisis, table: &Table, who: ActorId, gait: Gait, to: Cell) -> Vec<(Cell, u32)> {
    let here = table.actor(who).place.cell;
    let most = movement::squares(book, table, who, gait);
    let out = movement::destinations(table, who, here, most);
    let back = movement::destinations(table, who, to, most);
    let rest = |cell: Cell| back.iter().find(|(other, _)| *other == cell).map(|(_, cost)| *cost);
    let fits = |&(cell, cost): &(Cell, u32)| cell != to && rest(cell).is_some_and(|rest| cost + rest <= most);
    out.into_iter().filter(fits).chain([(here, 0)]).collect()
}

fn go_intent(book: &Crisis, table: &Table, who: ActorId, gait: Gait, filled: &Filled) -> Result<Intent, Refusal> {
    let space = &table.setup.space;
    let find = |slot: &str| filled.get(slot).and_then(|text| space.find_cell(text));
    let nowhere = || Refusal::by(rule!("CR-R120"), "no-way", "there is no way there");
    let most = movement::may(book, table, who, gait)?;
    let here = table.actor(who).place.cell;
    let to = find("to").ok_or_else(nowhere)?;
    let path = match find("via").filter(|via| *via != here) {
        None => movement::way(table, who, here, to, most).ok_or_else(nowhere)?,
        Some(via) => {
            let mut path = movement::way(table, who, here, via, most).ok_or_else(nowhere)?;
            path.extend(movement::way(table, who, via, to, most).ok_or_else(nowhere)?);
            path
        }
    };
    let go = Go { actor: who, gait, path };
    movement::legal(book, table, &go)?;
    Ok(Intent::Go(go))
}
