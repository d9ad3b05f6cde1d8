//! Corrections on offer: a fact, and the values it can have.

use super::make::{actors, cell, number, parts, ranks, severities, skill, words};
use crate::{gm::correct::OUTS, table::Table};
use referee_engine::{ActorId, Choice, Filled, Slot};

/// Facts about a Character.
const FACTS: [&str; 17] = [
    "place",
    "facing",
    "prone",
    "reactions",
    "reactions-high",
    "shock-failures",
    "out",
    "actions",
    "add-injury",
    "remove-injury",
    "stabilize-injury",
    "unstabilize-injury",
    "works",
    "release",
    "put-down",
    "stop-work",
    "unbind",
];
/// Facts about a thing.
const THING_FACTS: [&str; 9] = ["state", "open", "cracked", "dismantled", "place", "held", "worn", "hidden", "gone"];
/// Facts on a sheet.
const SHEET_FACTS: [&str; 11] = [
    "speed",
    "reach",
    "shock-limit",
    "size",
    "side",
    "needs-breath",
    "can-see",
    "can-hear",
    "can-speak",
    "targetable",
    "skill",
];

pub(super) fn slots(table: &Table, filled: &Filled) -> Vec<Slot> {
    let who = filled.get("who").and_then(|key| table.find(key).ok());
    let fact = filled.get("fact").unwrap_or_default();
    match filled.verb.as_str() {
        "correct" => {
            let mut slots = vec![Slot::one("who", "Whom", actors(table, |_| true))];
            if let Some(who) = who {
                let mut facts = words(FACTS);
                facts.retain(|fact| applies(table, who, &fact.key));
                slots.push(Slot::one("fact", "What", facts));
                value(table, who, fact, &mut slots);
            }
            slots
        }
        "correct-thing" => {
            let of = table.setup.things.iter().map(|sheet| Choice::new(sheet.key.clone(), sheet.name.clone()));
            let thing = filled.get("thing").and_then(|key| table.find_thing(key).ok());
            let need = thing.map_or(1, |thing| u32::from(table.thing_sheet(thing).hands.max(1)));
            let holders = actors(table, |id| {
                let own = thing.map_or(0, |thing| table.arms_holding(*id, thing).len());
                table.is_active(*id) && table.free_arms(*id).len() + own >= need
            });
            let mut facts = words(THING_FACTS);
            facts.retain(|fact| fact.key != "held" || !holders.is_empty());
            let mut slots = vec![Slot::one("thing", "Which", of.collect())];
            if thing.is_some() {
                slots.push(Slot::one("fact", "What", facts));
            }
            slots.extend(match fact {
                "state" => Some(Slot::one("value", "How", words(["intact", "damaged", "destroyed"]))),
                "open" | "cracked" | "dismantled" => Some(yes_or_no()),
                "place" => Some(cell(table, "value", "Where", |_| true)),
                "held" => Some(Slot::one("value", "By whom", holders)),
                "worn" | "hidden" => Some(Slot::one("value", "By whom", actors(table, |_| true))),
                _ => None,
            });
            slots
        }
        _ => {
            let mut slots =
                vec![Slot::one("who", "Whose", actors(table, |_| true)), Slot::one("fact", "What", words(SHEET_FACTS))];
            match fact {
                "speed" => slots.push(number("value", "Feet", 0, 200, None)),
                "reach" => slots.push(number("value", "Feet", 0, 30, None)),
                "shock-limit" => slots.push(number("value", "Failures", 1, 20, None)),
                "size" => slots.push(Slot::one("value", "Size", words(["small", "medium", "large", "huge"]))),
                "side" => slots.push(Slot::one("value", "Side", words(["players", "threats"]))),
                "skill" => {
                    slots.push(skill());
                    slots.push(Slot::listed("rank", "Rank", &ranks()[..4])); // CW-R02
                    // CW-R01: the Bonus of the Rank if none is named.
                    slots.push(Slot::one("bonus", "Bonus", bonuses()).or("by-rank"));
                }
                "" => {}
                _ => slots.push(yes_or_no()),
            }
            slots
        }
    }
}

/// Is there anything of this kind to correct?
fn applies(table: &Table, who: ActorId, fact: &str) -> bool {
    let actor = table.actor(who);
    match fact {
        "remove-injury" | "stabilize-injury" | "unstabilize-injury" => !actor.injuries.is_empty(),
        "release" => actor.hold.is_some(),
        "put-down" => actor.hefting.is_some(),
        "stop-work" => actor.lengthy.is_some(),
        "unbind" => actor.demand.is_some(),
        _ => true,
    }
}

fn yes_or_no() -> Slot {
    Slot::one("value", "Is it so?", words(["yes", "no"]))
}

fn bonuses() -> Vec<Choice> {
    let numbers = (-10..=10).map(|bonus: i8| Choice::new(bonus.to_string(), format!("{bonus:+}")));
    std::iter::once(Choice::new("by-rank", "By the Rank")).chain(numbers).collect()
}

fn value(table: &Table, who: ActorId, fact: &str, slots: &mut Vec<Slot>) {
    match fact {
        "place" => {
            let own = table.actor(who).place.cell;
            slots.push(cell(table, "value", "Where", |cell| cell == own || table.is_open_ground(cell)));
        }
        "facing" => slots.push(number("value", "Degrees from north", 0, 359, None)),
        "prone" | "reactions-high" => slots.push(yes_or_no()),
        "reactions" => slots.push(number("value", "How many", 0, i32::from(crate::gm::correct::MOST_REACTIONS), None)),
        "shock-failures" => slots.push(number("value", "How many", 0, 20, None)),
        "actions" => slots.push(number("value", "How many left", 0, 2, None)),
        "out" => {
            slots.push(Slot::one("value", "How", OUTS.map(|(_, word)| Choice::plain(word)).into()));
        }
        "add-injury" => {
            slots.push(Slot::one("part", "Where", parts(table, who)));
            slots.push(Slot::one("severity", "How bad", severities()));
            slots.push(Slot::one("stabilized", "Stabilized", words(["no", "yes"])).or("no"));
        }
        "remove-injury" | "stabilize-injury" | "unstabilize-injury" => {
            let of = table.actor(who).injuries.iter().enumerate().map(|(at, injury)| {
                let part = &table.part(who, injury.part).part;
                Choice::new(at.to_string(), format!("{} at the {part}", injury.severity.word()))
            });
            slots.push(Slot::one("injury", "Which", of.collect()));
        }
        "works" => {
            slots.push(Slot::one("part", "Which part", parts(table, who)));
            slots.push(yes_or_no());
        }
        _ => {}
    }
}
