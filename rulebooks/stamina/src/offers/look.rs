//! Non-combat actions on offer (ST-D32).

use super::{
    offer,
    slots::{how, how_slot, of_actor, text},
};
use crate::{
    Intent, Stamina,
    actions::awareness::{Look, Looking, legal, sneakers, wakeable},
    table::Table,
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, key_of, rule};

/// The verbs.
pub const VERBS: [&str; 7] = ["investigate", "watch", "search", "sneak", "wake", "try", "ask"];

/// The longest topic or question.
const LONGEST: usize = 200;

pub fn offers(book: &Stamina, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    for verb in VERBS.into_iter().filter(|verb| *verb != "ask") {
        let (label, rule) = match verb {
            "investigate" => ("Investigate Area", rule!("ST-237")),
            "watch" => ("Keep Watch", rule!("ST-250")),
            "search" => ("Search for Item(s)", rule!("ST-259")),
            "sneak" => ("Sneak", rule!("ST-R104")),
            "wake" => ("Wake somebody", rule!("ST-R122")),
            _ => ("Try a check of the GM's", rule!("ST-271")),
        };
        all.push(offer(verb, Some(who), label, "Other", "", rule, any(book, table, who, verb).err()));
    }
}

fn may(book: &Stamina, table: &Table, who: ActorId, what: Looking) -> Result<(), Refusal> {
    legal(book, table, &Look { actor: who, what, how: Default::default() })
}

/// ST-236: the checks that a player may choose.
fn forms(book: &Stamina, table: &Table, who: ActorId) -> Vec<u8> {
    let all = 0..table.setup.customs.len() as u8;
    all.filter(|&check| may(book, table, who, Looking::Custom { check }).is_ok()).collect()
}

fn any(book: &Stamina, table: &Table, who: ActorId, verb: &str) -> Result<(), Refusal> {
    match verb {
        "investigate" => may(book, table, who, Looking::Investigate { topic: String::new() }),
        "watch" => may(book, table, who, Looking::KeepWatch),
        "search" => may(book, table, who, Looking::Search),
        "sneak" => may(book, table, who, Looking::Sneak),
        // Without anybody who sleeps beside it, it is refused for itself.
        "wake" => may(book, table, who, Looking::Wake { target: wakeable(table, who).next().unwrap_or(who) }),
        "ask" => may(book, table, who, Looking::Ask { text: String::new() }),
        _ if table.setup.customs.is_empty() => Err(Refusal::plain("no-check", "the GM has written no check")),
        _ if forms(book, table, who).is_empty() => may(book, table, who, Looking::Custom { check: 0 }),
        _ => Ok(()),
    }
}

pub fn slots(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    if let (Some(check), "try") = (named_form(table, filled), verb) {
        may(book, table, who, Looking::Custom { check })?;
    }
    any(book, table, who, verb)?;
    let mut slots = Vec::new();
    match verb {
        "investigate" => {
            slots.push(text("topic", "What about", LONGEST));
        }
        "try" => {
            let forms = forms(book, table, who).into_iter();
            let of = forms.map(|check| Choice::plain(table.setup.customs[usize::from(check)].name.clone())).collect();
            slots.push(Slot::one("check", "Which", of));
        }
        "ask" => {
            slots.push(text("text", "The question", LONGEST));
            return Ok(slots);
        }
        "wake" => {
            let near = wakeable(table, who).map(|target| of_actor(table, target)).collect();
            return Ok(vec![Slot::one("target", "Whom", near)]);
        }
        "sneak" => return Ok(slots),
        _ => {}
    }
    let opposed = verb == "watch" && sneakers(table, who).any(|foe| table.actor(foe).stealth.is_some());
    slots.extend(how_slot(table, opposed, filled)?);
    Ok(slots)
}

fn named_form(table: &Table, filled: &Filled) -> Option<u8> {
    let key = filled.get("check")?;
    table.setup.customs.iter().position(|form| key_of(&form.name) == key).map(|at| at as u8)
}

pub fn intent(table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let words = |slot: &str| filled.get(slot).unwrap_or_default().to_owned();
    let what = match filled.verb.as_str() {
        "investigate" => Looking::Investigate { topic: words("topic") },
        "watch" => Looking::KeepWatch,
        "search" => Looking::Search,
        "sneak" => Looking::Sneak,
        "wake" => Looking::Wake { target: table.find(filled.get("target").unwrap_or_default())? },
        "ask" => Looking::Ask { text: words("text") },
        _ => {
            let check = named_form(table, filled);
            Looking::Custom { check: check.ok_or_else(|| Refusal::plain("no-check", "there is no such check"))? }
        }
    };
    Ok(Intent::Look(Look { actor: who, what, how: how(filled) }))
}
