//! The exact odds of everything that can be done, at the opening and in the middle of a fight.

use crate::scenes::Scene;
use referee_dice::Chance;
use referee_engine::{
    ActorId, Domain, ExploreError, Filled, Odds, OddsError, Offer, Reactions, Seat, Slot, Status, Waiting,
};
use referee_shelf::{OpenTable, Put};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Ways that are followed at most.
const MOST_WAYS: usize = 3_000;

/// Values of the first open slot, its targets, that are tried out.
const MOST_TARGETS: usize = 4;

/// How many acts of the bold have been done where odds are asked for.
const AFTER: [u32; 3] = [0, 6, 16];

/// A fraction of more letters is shortened.
const LONGEST: usize = 40;

/// The odds after so many acts, until it is over.
pub fn along_a_fight(scene: &Scene) -> Vec<(String, Vec<String>)> {
    let mut table = scene.open(1);
    let mut all = Vec::new();
    for acts in 0..=AFTER[AFTER.len() - 1] {
        if let Status::Over(_) = table.status() {
            break;
        }
        if AFTER.contains(&acts) {
            let title = if acts == 0 { "opening".to_owned() } else { format!("after {acts} acts of the bold") };
            all.push((title, odds(&*table)));
        }
        act(&mut *table);
    }
    all
}

/// One act, with what it asks.
fn act(table: &mut dyn OpenTable) {
    table.act_by_policy("bold", 1).unwrap_or_else(|error| panic!("{error}"));
    while let Some(Waiting::Answer { ask, .. }) = table.waiting(Seat::Gm).first() {
        let option = table.advise(*ask, "bold", 1).unwrap_or_else(|error| panic!("{error}")).expect("it is open");
        table.put(Seat::Gm, Put::Answer { ask: *ask, option }).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Every offer, sorted: its odds, or why it is refused.
pub fn odds(table: &dyn OpenTable) -> Vec<String> {
    let actors = table.actors();
    let key = |actor: Option<ActorId>| {
        let card = actors.iter().find(|card| Some(card.id) == actor);
        card.map_or("gm", |card| card.key.as_str()).to_owned()
    };
    let mut refused: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let mut lines = Vec::new();
    for offer in table.offers(Seat::Gm) {
        let who = key(offer.actor);
        if let Some(refusal) = &offer.refused {
            let rule = refusal.rule.map_or_else(String::new, |rule| format!(" {rule}"));
            refused.entry((who, format!("{}{rule}", refusal.code))).or_default().push(offer.verb.clone());
            continue;
        }
        for filled in fillings(table, &offer) {
            let odds = table.odds_within(MOST_WAYS.into(), Seat::Gm, &filled, Reactions::Best.into());
            lines.push(format!("{who} {filled}: {}", told(odds)));
        }
    }
    lines.extend(refused.into_iter().map(|((who, why), mut verbs)| {
        verbs.sort();
        format!("{who} refused, {why}: {}", verbs.join(" "))
    }));
    lines.sort();
    lines.dedup();
    lines
}

/// The offer filled with defaults; for each of a few values of its first open slot.
pub fn fillings(table: &dyn OpenTable, offer: &Offer) -> Vec<Filled> {
    let empty = Filled::of(&offer.verb, offer.actor);
    let Some(slot) = open_slot(table, &empty) else { return vec![empty] };
    let values = values(&slot);
    values.into_iter().map(|value| fill(table, empty.clone().with(&slot.name, value))).collect()
}

/// The first slot that must be filled.
fn open_slot(table: &dyn OpenTable, filled: &Filled) -> Option<Slot> {
    let slots = table.slots(Seat::Gm, filled).unwrap_or_default();
    slots.into_iter().find(|slot| slot.default.is_none() && !filled.slots.contains_key(&slot.name))
}

/// Fills what is open with the first value by its name, so that the order of lists does not matter.
fn fill(table: &dyn OpenTable, mut filled: Filled) -> Filled {
    while let Some(slot) = open_slot(table, &filled) {
        let Some(value) = values(&slot).into_iter().next() else { break };
        filled.slots.insert(slot.name, value);
    }
    filled
}

/// A few values of a slot, sorted.
fn values(slot: &Slot) -> Vec<String> {
    let mut all: Vec<String> = match &slot.domain {
        Domain::One { of } => of.iter().map(|choice| choice.key.clone()).collect(),
        Domain::Cell { of } => {
            let mut cells: Vec<_> = of.iter().map(|choice| (choice.cell, choice.key.clone())).collect();
            cells.sort();
            return cells.into_iter().map(|(_, key)| key).take(1).collect();
        }
        Domain::Several { of, least, .. } => {
            let mut keys: Vec<&str> = of.iter().map(|choice| choice.key.as_str()).collect();
            keys.sort_unstable();
            return vec![keys[..(*least).min(keys.len())].join(",")];
        }
        Domain::Number { min, .. } => return vec![min.to_string()],
        Domain::Text { .. } => return vec!["x".to_owned()],
    };
    all.sort();
    all.truncate(MOST_TARGETS);
    all
}

/// Each measure with its chances; where there are none, why.
fn told(odds: Result<Odds, OddsError>) -> String {
    let odds = match odds {
        Ok(odds) => odds,
        Err(OddsError::Explore(ExploreError::Refused(refusal))) => return format!("refused, {}", refusal.code),
        Err(OddsError::Explore(ExploreError::Exhausted(_)) | OddsError::TooManyChoices) => {
            return format!("more than {MOST_WAYS} ways");
        }
        Err(error) => panic!("{error}"),
    };
    let mut text = Vec::new();
    for group in &odds.groups {
        text.push(format!("{} ends", group.ways.len()));
        for marginal in &group.marginals {
            let name = marginal.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
            let values = marginal.values.iter().map(|value| format!("{} {}", value.word, short(&value.chance)));
            text.push(format!("{}{name} {}", marginal.measure, values.collect::<Vec<_>>().join(" ")));
        }
    }
    text.extend((!odds.error.is_zero()).then(|| "not all exact".to_owned()));
    text.join(", ")
}

/// A fraction; a long one as a decimal number with the first letters of its hash.
fn short(chance: &Chance) -> String {
    let exact = chance.reduced().to_string();
    if exact.len() <= LONGEST {
        return exact;
    }
    let hash: String = Sha256::digest(&exact).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("{:.10}#{hash}", chance.to_f64())
}
