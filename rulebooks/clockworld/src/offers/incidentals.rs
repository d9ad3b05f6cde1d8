//! Incidentals on offer (CW-251 to CW-261), and a change of Facing, which is possible at any time.

use super::{
    facing::{direction_choices, find_direction},
    slots::{of_actor, thing_key},
};
use crate::{
    Clockworld, Intent,
    incidentals::{Act, Incidental, LONGEST_SPEECH, is_near, legal, takes_action},
    sheet::ThingId,
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, Choice, Domain, Filled, Offer, Refusal, RuleId, Slot, rule, space::Cell};

/// The words for commands.
pub const VERBS: &[&str] =
    &["draw", "holster", "pick-up", "put-down", "hand-over", "tip", "open", "close", "drop", "set-down", "speak"];

/// What people read for each word, and the rule.
fn label(verb: &str) -> (&'static str, RuleId) {
    match verb {
        "draw" => ("Draw", rule!("CW-252")),
        "holster" => ("Put back", rule!("CW-260")),
        "pick-up" => ("Pick up", rule!("CW-253")),
        "put-down" => ("Lay down", rule!("CW-253")),
        "hand-over" => ("Hand over", rule!("CW-253")),
        "tip" => ("Tip over or turn", rule!("CW-261")),
        "open" => ("Open", rule!("CW-252")),
        "close" => ("Close", rule!("CW-252")),
        "drop" => ("Let go of", rule!("CW-R133")),
        "set-down" => ("Put down what is carried", rule!("CW-R117")),
        _ => ("Say a few words", rule!("CW-252")),
    }
}

pub fn offers(book: &Clockworld, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    if table.over.is_some() {
        return;
    }
    for verb in VERBS {
        let possible = match *verb {
            "set-down" => legal(book, table, who, &Act::SetDown).is_ok(),
            "speak" => legal(book, table, who, &Act::Speak("…".into())).is_ok(),
            verb => !things(book, table, who, verb).is_empty(),
        };
        if possible {
            let (label, rule) = label(verb);
            all.push(Offer {
                verb: (*verb).into(),
                actor: Some(who),
                label: label.into(),
                group: "Incidentals".into(),
                cost: String::new(),
                rule,
                refused: None,
                warning: None,
            });
        }
    }
}

/// An act of this word on this thing, as far as it can be told without the other slots.
fn acts(table: &Table, who: ActorId, verb: &str, thing: ThingId) -> Vec<Act> {
    match verb {
        "draw" => vec![Act::Draw(thing)],
        "holster" => vec![Act::Holster { thing, hidden: false }],
        "pick-up" => vec![Act::PickUp(thing)],
        "put-down" => vec![Act::PutDown(thing)],
        "hand-over" => table.ids().filter(|&to| to != who).map(|to| Act::HandOver { thing, to }).collect(),
        // Two directions, so that one is new whatever way it stands now.
        "tip" => [0, 90].map(|from| Act::Tip { thing, from }).into(),
        "open" => vec![Act::Open(thing)],
        "close" => vec![Act::Close(thing)],
        _ => vec![Act::Drop(thing)],
    }
}

/// The things that this word can be done to now.
fn things(book: &Clockworld, table: &Table, who: ActorId, verb: &str) -> Vec<ThingId> {
    let mine = |thing: ThingId| match table.thing(thing).at {
        Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) => by == who,
        Whereabouts::Place(_) => is_near(table, who, thing),
        Whereabouts::Gone => false,
    };
    let can = |thing: ThingId| acts(table, who, verb, thing).iter().any(|act| legal(book, table, who, act).is_ok());
    table.thing_ids().filter(|&thing| mine(thing) && can(thing)).collect()
}

/// The word for a thing: short for one's own, its full key otherwise.
fn key(table: &Table, who: ActorId, thing: ThingId) -> String {
    match table.thing(thing).at {
        Whereabouts::Place(_) => table.thing_sheet(thing).key.clone(),
        _ => thing_key(table, who, thing),
    }
}

pub fn slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    match verb {
        "set-down" => return legal(book, table, who, &Act::SetDown).map(|()| Vec::new()),
        "speak" => {
            let domain = Domain::Text { longest: LONGEST_SPEECH };
            return Ok(vec![Slot {
                name: "words".into(),
                label: "Words".into(),
                domain,
                default: None,
                barred: Vec::new(),
            }]);
        }
        _ => {}
    }
    let choice = |&thing: &ThingId| {
        let note = match takes_action(table, who, &acts(table, who, verb, thing)[0]) {
            true => "takes an Action",
            false => "",
        };
        Choice::new(key(table, who, thing), table.thing_sheet(thing).name.clone()).noting(note)
    };
    let things = things(book, table, who, verb);
    let named = filled.get("thing").and_then(|name| find(table, who, name));
    if things.is_empty() || named.is_some_and(|thing| !things.contains(&thing)) {
        return Err(nothing(book, table, who, filled));
    }
    let mut slots = vec![Slot::one("thing", "What", things.iter().map(choice).collect())];
    let chosen = things.iter().find(|&&thing| Some(key(table, who, thing).as_str()) == filled.get("thing"));
    match (verb, chosen) {
        ("holster", _) => {
            let of = vec![Choice::new("worn", "In sight"), Choice::new("hidden", "Out of sight")];
            slots.push(Slot::one("where", "Where", of).or("worn"));
        }
        ("tip", Some(&thing)) => {
            let mut of = direction_choices(table, who);
            let now = table.thing(thing).tipped;
            of.retain(|choice| direction(table, who, thing, &choice.key).is_ok_and(|from| now != Some(from)));
            slots.push(Slot::one("from", "Cover from", of));
        }
        ("hand-over", Some(&thing)) => {
            let takers = table.ids().filter(|&to| to != who);
            let takers = takers.filter(|&to| legal(book, table, who, &Act::HandOver { thing, to }).is_ok());
            slots.push(Slot::one("to", "To", takers.map(|to| of_actor(table, to)).collect()));
        }
        _ => {}
    }
    Ok(slots)
}

/// Why there is nothing to do this to: with the thing that was named, if one was.
fn nothing(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Refusal {
    let named = filled.get("thing").and_then(|name| find(table, who, name));
    let why = named.and_then(|thing| {
        acts(table, who, &filled.verb, thing).iter().find_map(|act| legal(book, table, who, act).err())
    });
    why.or_else(|| table.may_act(who).err().map(Refusal::from)).unwrap_or_else(|| {
        let (label, rule) = label(&filled.verb);
        Refusal::by(rule, "nothing-at-hand", format!("{label}: nothing is at hand for {}", table.name(who)))
    })
}

/// Finds a thing by its short word or its full key.
fn find(table: &Table, who: ActorId, name: &str) -> Option<ThingId> {
    table.thing_ids().find(|&thing| key(table, who, thing) == name)
}

/// CW-D56: a direction as a thing sees it.
fn direction(table: &Table, who: ActorId, thing: ThingId, text: &str) -> Result<u16, Refusal> {
    let cell: Cell = match table.thing(thing).at {
        Whereabouts::Place(place) => place.cell,
        _ => table.actor(who).place.cell,
    };
    find_direction(table, cell, text)
}

pub fn intent(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let unknown = || Refusal::plain("unknown-thing", "there is no such thing at hand");
    let thing = || filled.get("thing").and_then(|name| find(table, who, name)).ok_or_else(unknown);
    let act = match filled.verb.as_str() {
        "draw" => Act::Draw(thing()?),
        "holster" => Act::Holster { thing: thing()?, hidden: filled.get("where") == Some("hidden") },
        "pick-up" => Act::PickUp(thing()?),
        "put-down" => Act::PutDown(thing()?),
        "hand-over" => Act::HandOver { thing: thing()?, to: table.find(filled.get("to").unwrap_or_default())? },
        "tip" => {
            let thing = thing()?;
            Act::Tip { thing, from: direction(table, who, thing, filled.get("from").unwrap_or_default())? }
        }
        "open" => Act::Open(thing()?),
        "close" => Act::Close(thing()?),
        "drop" => Act::Drop(thing()?),
        "set-down" => Act::SetDown,
        _ => Act::Speak(filled.get("words").unwrap_or_default().to_owned()),
    };
    legal(book, table, who, &act)?;
    Ok(Intent::Incidental(Incidental { actor: who, act }))
}
