//! Magic on offer (ST-D22).

use super::{
    offer,
    slots::{how, how_slot, lowering, of_actor},
};
use crate::{
    Intent, Stamina,
    actions::magic::{Magic, Working, legal, touchable},
    table::Table,
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, key_of, rule};

/// The verbs.
pub const VERBS: [&str; 5] = ["cantrip", "cast", "gather", "shape", "release"];

pub fn offers(book: &Stamina, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    if !table.sheet(who).arcane {
        return;
    }
    for verb in VERBS {
        let (label, cost, rule) = match verb {
            "cantrip" => ("Cast Cantrip", "2 stamina", rule!("ST-167")),
            "cast" => ("Cast a spell", "dues", rule!("ST-170")),
            "gather" => ("Gather arcane energy", "", rule!("ST-179")),
            "shape" => ("Shape arcane energy", "", rule!("ST-184")),
            _ => ("Release crafted effect", "dues", rule!("ST-186")),
        };
        all.push(offer(verb, Some(who), label, "Magic", cost, rule, any(book, table, who, verb).err()));
    }
}

fn may(book: &Stamina, table: &Table, who: ActorId, what: Working) -> Result<(), Refusal> {
    legal(book, table, &Magic { actor: who, what, how: Default::default() })
}

/// Every way to do it, in its normal form.
fn ways(table: &Table, who: ActorId, verb: &str) -> Vec<Working> {
    let near = || table.ids().filter(|&target| touchable(table, who, target));
    let sheet = table.sheet(who);
    match verb {
        "cantrip" => sheet
            .cantrips
            .iter()
            .flat_map(|&cantrip| near().map(move |target| Working::Cantrip { cantrip, target, lowered: false }))
            .collect(),
        "cast" => sheet
            .spells
            .iter()
            .flat_map(|&spell| near().map(move |target| Working::Cast { spell, ungated: false, target }))
            .collect(),
        "gather" => vec![Working::Gather],
        "shape" => vec![Working::Shape],
        _ => near().map(|target| Working::Release { target }).collect(),
    }
}

fn lowered(what: Working) -> Working {
    match what {
        Working::Cantrip { cantrip, target, .. } => Working::Cantrip { cantrip, target, lowered: true },
        other => other,
    }
}

fn any(book: &Stamina, table: &Table, who: ActorId, verb: &str) -> Result<Vec<Working>, Refusal> {
    table.may_act::<Refusal>(who)?;
    let mut why = None;
    let mut found = Vec::new();
    for what in ways(table, who, verb) {
        match may(book, table, who, what) {
            Ok(()) => found.push(what),
            Err(_) if verb == "cantrip" && may(book, table, who, lowered(what)).is_ok() => found.push(what),
            Err(refusal) => why = why.or(Some(refusal)),
        }
    }
    if !table.sheet(who).arcane {
        let why = format!("{} has no arcane trait", table.name(who));
        return Err(Refusal::by(rule!("ST-165"), "no-arcane-trait", why));
    }
    let none = || Refusal::by(rule!("ST-167"), "nothing-known", "nothing of that kind is known");
    if found.is_empty() { Err(why.unwrap_or_else(none)) } else { Ok(found) }
}

/// The word of what is cast.
fn key(table: &Table, what: Working) -> Option<Choice> {
    match what {
        Working::Cantrip { cantrip, .. } => {
            Some(Choice::plain(table.setup.cantrips[usize::from(cantrip)].name.clone()))
        }
        Working::Cast { spell, .. } => Some(Choice::plain(table.setup.spells[usize::from(spell)].name.clone())),
        _ => None,
    }
}

fn target(what: Working) -> Option<ActorId> {
    match what {
        Working::Cantrip { target, .. } | Working::Cast { target, .. } | Working::Release { target } => Some(target),
        _ => None,
    }
}

/// Does it matter on whom it is cast?
fn aims(table: &Table, what: Working) -> bool {
    match what {
        Working::Cantrip { cantrip, .. } => table.setup.cantrips[usize::from(cantrip)].drain > 0,
        Working::Cast { spell, .. } => !table.setup.spells[usize::from(spell)].thrown,
        Working::Release { .. } => true,
        _ => false,
    }
}

/// Those of the ways that fit what is filled in.
fn chosen(table: &Table, found: &[Working], filled: &Filled) -> Vec<Working> {
    let word = if filled.verb == "cast" { "spell" } else { "cantrip" };
    let named = filled.get(word);
    found
        .iter()
        .copied()
        .filter(|&what| match (key(table, what), named) {
            (Some(choice), Some(named)) => choice.key == named,
            (Some(_), None) => false,
            (None, _) => true,
        })
        .collect()
}

pub fn slots(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let found = any(book, table, who, &filled.verb)?;
    let mut slots = Vec::new();
    let mut words: Vec<Choice> = found.iter().filter_map(|&what| key(table, what)).collect();
    words.dedup_by(|a, b| a.key == b.key);
    if !words.is_empty() {
        let name = if filled.verb == "cast" { "spell" } else { "cantrip" };
        slots.push(Slot::one(name, "Which", words));
    }
    let fitting = chosen(table, &found, filled);
    let Some(&first) = fitting.first() else { return Ok(slots) };
    if aims(table, first) {
        let targets: Vec<Choice> =
            fitting.iter().filter_map(|&what| target(what)).map(|id| of_actor(table, id)).collect();
        let own = fitting.iter().any(|&what| target(what) == Some(who));
        let slot = Slot::one("target", "On", targets);
        slots.push(if own { slot.or(table.sheet(who).key.clone()) } else { slot });
    }
    if filled.verb == "cast" {
        slots.push(Slot::flag("ungated", "Ungated: it grows with the roll"));
    }
    if filled.verb == "cantrip" {
        slots.extend(lowering(may(book, table, who, first), may(book, table, who, lowered(first)), filled)?);
    }
    if matches!(filled.verb.as_str(), "cast" | "gather" | "shape") {
        slots.extend(how_slot(table, false, filled)?);
    }
    Ok(slots)
}

pub fn intent(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let fitting = chosen(table, &any(book, table, who, &filled.verb)?, filled);
    let named = filled.get("target").map(|key| table.find(key)).transpose()?;
    let mine = |what: &&Working| target(**what) == Some(named.unwrap_or(who));
    let what = fitting.iter().find(mine).or(fitting.first().filter(|what| !aims(table, **what)));
    let what = *what.ok_or_else(|| Refusal::plain("nothing", "there is no such magic here"))?;
    let what = match what {
        Working::Cast { spell, target, .. } => Working::Cast { spell, ungated: filled.is_yes("ungated"), target },
        Working::Cantrip { .. } if filled.is_yes("lowered") => lowered(what),
        other => other,
    };
    let magic = Magic { actor: who, what, how: how(filled) };
    legal::<Refusal>(book, table, &magic)?;
    debug_assert!(key(table, what).is_none_or(|choice| choice.key == key_of(&choice.label)), "spells have words");
    Ok(Intent::Magic(magic))
}
