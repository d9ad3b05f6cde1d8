//! Whom and what Contests can be about: what the slots offer.

use super::super::slots::{of_actor, thing_key};
use crate::{
    Clockworld,
    actions::{
        contest::{Act, Contest, ContestName, EscapeWith, Hands, Targets, Taunt, distract, escape, legal, pin},
        task::Object,
    },
    sheet::ThingId,
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, Choice, Filled, Refusal, Slot, rule};

pub fn plain(actor: ActorId, act: Act) -> Contest {
    Contest { actor, act, focus: false, sneakily: false }
}

/// The plainest Contest of a name against somebody.
pub fn sample(who: ActorId, name: ContestName, target: ActorId) -> Contest {
    let targets = || Targets::from_slice(&[target]);
    let act = match name {
        ContestName::Distract | ContestName::Persuade => Act::Distract { targets: targets(), way: Taunt::Threat },
        ContestName::Deceive => Act::Deceive { targets: targets(), words: String::new() },
        ContestName::Shove => Act::Shove { target },
        ContestName::Trip | ContestName::Disarm => Act::Trip { target },
        ContestName::Pin => Act::Pin { target, bindings: None },
        ContestName::Strangle => Act::Strangle { target, hands: Hands::One },
    };
    plain(who, act)
}

/// Those whom this Contest could be meant for, foes first.
pub fn targets(book: &Clockworld, table: &Table, who: ActorId, name: ContestName) -> Vec<ActorId> {
    let fits = |other: ActorId| match name {
        ContestName::Distract | ContestName::Persuade | ContestName::Deceive => {
            distract::reaches(table, who, &[other]).is_ok()
        }
        ContestName::Disarm => !loot(book, table, who, other).is_empty(),
        ContestName::Pin => !pin_ways(book, table, who, other).is_empty(),
        _ => legal(book, table, &sample(who, name, other)).is_ok(),
    };
    let mut all: Vec<ActorId> = table.ids().filter(|&other| other != who && fits(other)).collect();
    all.sort_by_key(|&other| (!table.hostile(who, other), !table.is_active(other)));
    all
}

/// The rule that keeps this Character from being a Target.
pub fn why_not(book: &Clockworld, table: &Table, who: ActorId, name: ContestName, target: ActorId) -> Refusal {
    let refused = legal(book, table, &sample(who, name, target)).err();
    refused.unwrap_or_else(|| {
        let why = format!("{} shows nothing that could be taken", table.name(target));
        Refusal::by(rule!("CW-147"), "nothing-there", why)
    })
}

/// What could be taken from somebody, and with what: `None` is by hand.
pub fn loot(book: &Clockworld, table: &Table, who: ActorId, owner: ActorId) -> Vec<(ThingId, Vec<Option<ThingId>>)> {
    let of = |at| matches!(at, Whereabouts::Held(by) | Whereabouts::Worn(by) if by == owner);
    let things = table.thing_ids().filter(|&thing| of(table.thing(thing).at));
    let tools = || std::iter::once(None).chain(table.held(who).map(Some));
    things
        .map(|thing| {
            let can = |with| legal(book, table, &plain(who, Act::Disarm { thing, with })).is_ok();
            (thing, tools().filter(|&with| can(with)).collect::<Vec<_>>())
        })
        .filter(|(_, tools)| !tools.is_empty())
        .collect()
}

/// With what somebody could be Pinned: `None` is by hand.
pub fn pin_ways(book: &Clockworld, table: &Table, who: ActorId, target: ActorId) -> Vec<Option<ThingId>> {
    let all = std::iter::once(None).chain(pin::bindings_of(table, who).map(Some));
    all.filter(|&bindings| legal(book, table, &plain(who, Act::Pin { target, bindings })).is_ok()).collect()
}

/// What holds somebody.
pub fn holds_on(table: &Table, who: ActorId) -> Vec<Object> {
    table.actor(who).conditions.iter().filter_map(|condition| escape::object(&condition.kind)).collect()
}

pub fn escape_refused(book: &Clockworld, table: &Table, who: ActorId) -> Refusal {
    let first = holds_on(table, who).into_iter().next().unwrap_or(Object::None);
    legal(book, table, &plain(who, Act::Escape { from: first, with: EscapeWith::Escape }))
        .err()
        .unwrap_or_else(|| Refusal::by(rule!("CW-211"), "not-held", format!("{} is not held", table.name(who))))
}

pub fn object_choice(table: &Table, object: Object) -> Choice {
    match object {
        Object::Actor(holder) => of_actor(table, holder),
        Object::Thing(thing) => {
            Choice::new(table.thing_sheet(thing).key.clone(), table.thing_sheet(thing).name.clone())
        }
        Object::None | Object::Skill(_) => Choice::plain("none"),
    }
}

pub fn tool_choice(table: &Table, who: ActorId, tool: Option<ThingId>) -> Choice {
    match tool {
        None => Choice::new("hands", "Bare hands"),
        Some(thing) => Choice::new(thing_key(table, who, thing), table.thing_sheet(thing).name.clone()),
    }
}

/// CW-D29: which object, and with what.
pub fn disarm_slots(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    owner: ActorId,
    filled: &Filled,
    slots: &mut Vec<Slot>,
) {
    let loot = loot(book, table, who, owner);
    let key = |thing: ThingId| thing_key(table, owner, thing);
    let item = |(thing, _): &(ThingId, Vec<Option<ThingId>>)| {
        let note = if matches!(table.thing(*thing).at, Whereabouts::Held(_)) { "held" } else { "worn" };
        Choice::new(key(*thing), table.thing_sheet(*thing).name.clone()).noting(note)
    };
    let of: Vec<Choice> = loot.iter().map(item).collect();
    let first = of.first().map_or(String::new(), |choice| choice.key.clone());
    let chosen = filled.get("item").unwrap_or(&first).to_owned();
    slots.push(Slot::one("item", "What", of).or(first));
    if let Some((_, tools)) = loot.iter().find(|(thing, _)| key(*thing) == chosen) {
        let of: Vec<Choice> = tools.iter().map(|&tool| tool_choice(table, who, tool)).collect();
        let first = of.first().map_or(String::new(), |choice| choice.key.clone());
        slots.push(Slot::one("with", "With", of).or(first));
    }
}

/// CW-D47: out of which hold, and with which Check.
pub fn escape_slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let holds = holds_on(table, who);
    let tries = |from: &Object, with, focus| {
        legal(book, table, &Contest { focus, ..plain(who, Act::Escape { from: *from, with }) })
    };
    let open: Vec<Object> = holds.into_iter().filter(|from| tries(from, EscapeWith::Escape, false).is_ok()).collect();
    let Some(first) = open.first() else { return Err(escape_refused(book, table, who)) };
    let first_key = object_choice(table, *first).key;
    let chosen = filled.get("from").unwrap_or(&first_key);
    let from = *open.iter().find(|from| object_choice(table, **from).key == chosen).unwrap_or(first);
    // CW-R91: said here, so that whoever asks for Endure against a Strangle hears why not.
    let endures = tries(&from, EscapeWith::Endure, false);
    if filled.get("with") == Some("endure") {
        endures.clone()?;
    }
    let mut ways = vec![Choice::new("escape", "Escape").noting("Reflex")];
    if endures.is_ok() {
        ways.push(Choice::new("endure", "Shake it Off").noting("Endure: Fortitude"));
    }
    let of = open.iter().map(|&from| object_choice(table, from)).collect();
    let mut slots = vec![Slot::one("from", "Out of", of).or(first_key), Slot::one("with", "With", ways).or("escape")];
    if tries(&from, EscapeWith::Escape, true).is_ok() {
        slots.push(Slot::flag("focus", "Focus (High Roll, no other Action)"));
    }
    slots.push(Slot::flag("sneakily", "Sneakily (a Sneak Check afterwards)"));
    Ok(slots)
}
