//! Handling gear on offer (ST-D27, ST-D28).

use super::{
    offer,
    slots::{find_item, lowering, of_actor, of_item, several},
};
use crate::{
    Intent, Stamina,
    actions::gear::{Handle, Handling, legal, within_reach},
    table::{Grip, Held, ItemId, Table},
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, rule};
use smallvec::{SmallVec, smallvec};

/// The verbs.
pub const VERBS: [&str; 7] = ["ready", "stow", "ready-ranged", "ready-ammo", "load", "aim", "regrip"];

const LOWERS: [&str; 5] = ["ready", "stow", "ready-ranged", "ready-ammo", "load"];

pub fn offers(book: &Stamina, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    for verb in VERBS {
        let (label, rule) = match verb {
            "ready" => ("Ready weapons", rule!("ST-128")),
            "stow" => ("Stow weapons", rule!("ST-129")),
            "ready-ranged" => ("Ready a ranged weapon", rule!("ST-157")),
            "ready-ammo" => ("Ready ammunition", rule!("ST-157")),
            "load" => ("Load", rule!("ST-151")),
            "aim" => ("Aim", rule!("ST-147")),
            _ => ("Change the grip", rule!("ST-R48")),
        };
        let refused = any(book, table, who, verb).err();
        all.push(offer(verb, Some(who), label, "Gear", "", rule, refused));
    }
}

/// Every simple way to do it.
fn ways(table: &Table, who: ActorId, verb: &str) -> Vec<Handling> {
    let near = || table.item_ids().filter(|&item| within_reach(table, who, item));
    let held = || table.actor(who).held.iter();
    match verb {
        "ready" => near()
            .flat_map(|item| grips(table, who, item))
            .map(|held| Handling::Ready { items: smallvec![held] })
            .collect(),
        "stow" => held().map(|held| Handling::Stow { items: smallvec![held.item] }).collect(),
        "ready-ranged" => near().map(|item| Handling::ReadyRanged { item }).collect(),
        "ready-ammo" => vec![Handling::ReadyAmmo],
        "load" => held().map(|held| Handling::Load { item: held.item }).collect(),
        "aim" => {
            let mut others: Vec<ActorId> = table.ids().filter(|&other| other != who).collect();
            others.sort_by_key(|&other| !table.hostile(who, other));
            others.into_iter().map(|target| Handling::Aim { target }).collect()
        }
        _ => held()
            .flat_map(|held| [Grip::Main, Grip::Off, Grip::Both].map(|grip| Handling::Regrip { item: held.item, grip }))
            .collect(),
    }
}

/// The hands that an item could be taken with.
fn grips(table: &Table, who: ActorId, item: ItemId) -> Vec<Held> {
    let main = table.actor(who).held.iter().any(|held| held.grip == Grip::Main);
    let one = if main { Grip::Off } else { Grip::Main };
    match table.item_sheet(item).hands() {
        2 => vec![Held { item, grip: Grip::Both }],
        _ => vec![Held { item, grip: one }, Held { item, grip: Grip::Both }],
    }
}

fn may(book: &Stamina, table: &Table, who: ActorId, what: &Handling, lowered: bool) -> Result<(), Refusal> {
    legal(book, table, &Handle { actor: who, what: what.clone(), lowered })
}

/// The ways that are legal in one of their forms; the first reason if there is none.
fn any(book: &Stamina, table: &Table, who: ActorId, verb: &str) -> Result<Vec<Handling>, Refusal> {
    table.may_act::<Refusal>(who)?;
    let mut why = None;
    let mut found = Vec::new();
    for what in ways(table, who, verb) {
        match may(book, table, who, &what, false) {
            Ok(()) => found.push(what),
            Err(_) if LOWERS.contains(&verb) && may(book, table, who, &what, true).is_ok() => found.push(what),
            Err(refusal) => why = why.or(Some(refusal)),
        }
    }
    let none = || Refusal::plain("nothing", "there is nothing at hand for that");
    if found.is_empty() { Err(why.unwrap_or_else(none)) } else { Ok(found) }
}

fn item_of(what: &Handling) -> Option<ItemId> {
    match what {
        Handling::Ready { items } => items.first().map(|held| held.item),
        Handling::Stow { items } => items.first().copied(),
        Handling::ReadyRanged { item } | Handling::Load { item } | Handling::Regrip { item, .. } => Some(*item),
        Handling::ReadyAmmo | Handling::Aim { .. } => None,
    }
}

/// The items of these ways, each once.
fn choices(table: &Table, who: ActorId, ways: &[Handling]) -> Vec<Choice> {
    let mut items: Vec<ItemId> = ways.iter().filter_map(item_of).collect();
    items.dedup();
    items.into_iter().map(|item| of_item(table, who, item)).collect()
}

pub fn slots(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    // What is named is refused by its own rule.
    if let Some(what) = read(table, who, filled) {
        let lowered = filled.is_yes("lowered");
        may(book, table, who, &what, lowered).or_else(|refusal| match lowered {
            true => Err(refusal),
            false if LOWERS.contains(&verb) => may(book, table, who, &what, true).map_err(|_| refusal),
            false => Err(refusal),
        })?;
    }
    let found = any(book, table, who, verb)?;
    let mut slots = match verb {
        "stow" => vec![several("items", "Which", choices(table, who, &found), 1)],
        "ready-ammo" => Vec::new(),
        "aim" => {
            let targets = found.iter().filter_map(|what| match what {
                Handling::Aim { target } => Some(of_actor(table, *target)),
                _ => None,
            });
            vec![Slot::one("target", "At", targets.collect())]
        }
        _ => vec![Slot::one("item", "Which", choices(table, who, &found))],
    };
    let item = filled.get("item").and_then(|key| find_item(table, who, key));
    if let (true, Some(item)) = (verb == "ready" || verb == "regrip", item) {
        let grips: Vec<Grip> = found.iter().filter_map(|what| grip_of(what, item)).collect();
        let Some(first) = grips.first() else { return Ok(slots) };
        let words = grips.iter().map(|grip| Choice::plain(grip_word(*grip))).collect();
        slots.push(Slot::one("grip", "In which hand", words).or(grip_word(*first)));
        let chosen = filled.get("grip").map_or(*first, grip_by_word);
        if verb == "ready" && chosen != Grip::Both {
            let fits = |other: &ItemId| {
                let items = smallvec![Held { item, grip: chosen }, Held { item: *other, grip: Grip::Off }];
                let what = Handling::Ready { items };
                may(book, table, who, &what, false).is_ok() || may(book, table, who, &what, true).is_ok()
            };
            let others: Vec<ItemId> =
                found.iter().filter_map(item_of).filter(|other| *other != item).filter(fits).collect();
            if !others.is_empty() {
                let mut of = vec![Choice::plain("none")];
                of.extend(others.into_iter().map(|other| of_item(table, who, other)));
                of.dedup_by(|a, b| a.key == b.key);
                slots.push(Slot::one("second", "And which in the off hand", of).or("none"));
            }
        }
    }
    if LOWERS.contains(&verb) {
        let probe = read(table, who, filled).or_else(|| found.first().cloned());
        if let Some(probe) = probe {
            let (normal, lowered) = (may(book, table, who, &probe, false), may(book, table, who, &probe, true));
            slots.extend(lowering(normal, lowered, filled)?);
        }
    }
    Ok(slots)
}

fn grip_of(what: &Handling, of: ItemId) -> Option<Grip> {
    match what {
        Handling::Ready { items } => items.first().filter(|held| held.item == of).map(|held| held.grip),
        Handling::Regrip { item, grip } if *item == of => Some(*grip),
        _ => None,
    }
}

fn grip_word(grip: Grip) -> &'static str {
    match grip {
        Grip::Main => "main",
        Grip::Off => "off",
        Grip::Both => "both",
    }
}

fn grip_by_word(word: &str) -> Grip {
    match word {
        "off" => Grip::Off,
        "both" => Grip::Both,
        _ => Grip::Main,
    }
}

/// What is filled in so far, if it says enough.
fn read(table: &Table, who: ActorId, filled: &Filled) -> Option<Handling> {
    let item = || find_item(table, who, filled.get("item")?);
    Some(match filled.verb.as_str() {
        "ready" => {
            let item = item()?;
            let first = grips(table, who, item).first()?.grip;
            let grip = filled.get("grip").map_or(first, grip_by_word);
            let mut items: SmallVec<[Held; 2]> = smallvec![Held { item, grip }];
            if let Some(second) = filled.get("second").filter(|key| *key != "none") {
                items.push(Held { item: find_item(table, who, second)?, grip: Grip::Off });
            }
            Handling::Ready { items }
        }
        "stow" => {
            let keys = filled.get("items")?.split(',').filter(|key| !key.is_empty());
            let items: Option<SmallVec<[ItemId; 2]>> = keys.map(|key| find_item(table, who, key)).collect();
            Handling::Stow { items: items? }
        }
        "ready-ranged" => Handling::ReadyRanged { item: item()? },
        "ready-ammo" => Handling::ReadyAmmo,
        "load" => Handling::Load { item: item()? },
        "aim" => Handling::Aim { target: table.find(filled.get("target")?).ok()? },
        _ => {
            let item = item()?;
            let grip = match filled.get("grip") {
                Some(word) => grip_by_word(word),
                None => return None,
            };
            Handling::Regrip { item, grip }
        }
    })
}

pub fn intent(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let what = read(table, who, filled).or_else(|| {
        // A grip that is left out is the first that is possible.
        let item = find_item(table, who, filled.get("item")?)?;
        any(book, table, who, &filled.verb).ok()?.into_iter().find(|what| grip_of(what, item).is_some())
    });
    let what = what.ok_or_else(|| Refusal::plain("nothing", "there is no such thing at hand"))?;
    let handle = Handle { actor: who, what, lowered: filled.is_yes("lowered") };
    legal::<Refusal>(book, table, &handle)?;
    Ok(Intent::Gear(handle))
}
