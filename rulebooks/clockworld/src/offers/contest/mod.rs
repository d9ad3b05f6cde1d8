//! Contests on offer, and what one does about a hold or a demand (CW-D21 to CW-D34, CW-D47).

mod aims;
mod persuade;

use super::slots::{of_actor, thing_key};
use crate::{
    Clockworld, Intent,
    actions::{
        contest::{
            Act, Contest, ContestName, EscapeWith, Hands, Targets, Taunt, escape, holds, legal, persuade as demands,
        },
        task::Object,
    },
    sheet::ThingId,
    table::{Table, Taken},
    turn, words,
};
use aims::{
    disarm_slots, escape_refused, escape_slots, holds_on, loot, object_choice, pin_ways, plain, targets, tool_choice,
    why_not,
};
use referee_engine::{ActorId, Choice, Domain, Filled, Offer, Refusal, RuleId, Slot, key_of, rule};

/// The words for commands.
pub const VERBS: &[&str] = &[
    "distract", "persuade", "deceive", "shove", "trip", "disarm", "pin", "strangle", "escape", "release", "comply",
    "excuse",
];

const NO_TARGET: &str = "no-target";

/// The longest words of a lie or a demand.
const LONGEST: usize = 300;

const fn rule_of(name: ContestName) -> RuleId {
    match name {
        ContestName::Distract => rule!("CW-123"),
        ContestName::Persuade => rule!("CW-128"),
        ContestName::Deceive => rule!("CW-135"),
        ContestName::Shove => rule!("CW-141"),
        ContestName::Trip => rule!("CW-145"),
        ContestName::Disarm => rule!("CW-147"),
        ContestName::Pin => rule!("CW-152"),
        ContestName::Strangle => rule!("CW-157"),
    }
}

fn offer(verb: &str, who: ActorId, label: &str, group: &str, cost: &str, rule: RuleId) -> Offer {
    Offer {
        verb: verb.into(),
        actor: Some(who),
        label: label.into(),
        group: group.into(),
        cost: cost.into(),
        rule,
        refused: None,
        warning: None,
    }
}

pub fn offers(book: &Clockworld, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    let work = table.actor(who).lengthy.is_some().then(|| "the work of the Lengthy Task is lost".to_owned());
    for name in ContestName::ALL {
        let word = name.named().word();
        let refused = refused(book, table, who, name);
        let offer = offer(&key_of(word), who, word, "Actions", "1 Action", rule_of(name));
        all.push(Offer { refused, warning: work.clone(), ..offer });
    }
    if table.is_immobilized(who) && !holds_on(table, who).is_empty() {
        let refused = escape::tries(book, table, who).is_none().then(|| escape_refused(book, table, who));
        all.push(Offer { refused, ..offer("escape", who, "Escape", "Actions", "1 Action", rule!("CW-211")) });
    }
    if holds::held_by(table, who).next().is_some() {
        all.push(offer("release", who, "Let go", "Incidentals", "Incidental", rule!("CW-155")));
    }
    if let Ok(demand) = demands::may_comply(book, table, who) {
        let label = format!("Comply: {}", words::demanded(table, &demand.what));
        all.push(offer("comply", who, &label, "Actions", "1 Action", rule!("CW-129")));
    }
}

/// CW-R83: the GM may let those off who have been Persuaded.
pub fn gm_offers(table: &Table, all: &mut Vec<Offer>) {
    for who in table.ids().filter(|&who| demands::may_excuse(table, who).is_ok()) {
        let label = format!("{} need not comply", table.name(who));
        all.push(offer("excuse", who, &label, "GM", "", rule!("CW-R83")));
    }
}

/// Why nothing of the kind can be started now, if so.
fn refused(book: &Clockworld, table: &Table, who: ActorId, name: ContestName) -> Option<Refusal> {
    if table.is_pinned(who) {
        let why = format!("{} is Pinned and cannot start a Contest", table.name(who));
        return Some(Refusal::by(rule!("CW-R94"), "pinned", why));
    }
    if let Err(refusal) = turn::may_spend(book, table, who, &Taken::Contest(name), false) {
        return Some(refusal.into());
    }
    if !targets(book, table, who, name).is_empty() {
        return None;
    }
    // Of whom it knows nothing, nothing is said.
    let known = |other: ActorId| !table.actor(who).unaware_of.contains(other);
    let close = table.ids().find(|&other| known(other) && table.hostile(who, other) && table.in_reach(who, other));
    let none = || Refusal::by(rule!("CW-122"), NO_TARGET, "nobody can be the Target of that here");
    Some(close.map_or_else(none, |other| why_not(book, table, who, name, other)))
}

fn name_of(verb: &str) -> Option<ContestName> {
    ContestName::ALL.into_iter().find(|name| key_of(name.named().word()) == verb)
}

/// The Character that a slot names, among these.
fn picked(table: &Table, filled: &Filled, slot: &str, among: &[ActorId]) -> Option<ActorId> {
    let key = filled.get(slot)?;
    among.iter().copied().find(|&id| table.sheet(id).key == key)
}

/// CW-122, CW-R33: the Targets in the order named.
fn several(table: &Table, filled: &Filled) -> Result<Targets, Refusal> {
    let keys = filled.get("target").unwrap_or_default().split(',').filter(|key| !key.is_empty());
    keys.map(|key| table.find(key)).collect()
}

pub fn slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    if verb == "excuse" {
        return demands::may_excuse(table, who).map(|()| Vec::new());
    }
    table.may_act(who)?;
    match verb {
        "comply" => return demands::may_comply(book, table, who).map(|_| Vec::new()),
        "release" => {
            let held: Vec<ActorId> = holds::held_by(table, who).collect();
            let Some(&first) = held.first() else {
                let why = format!("{} holds nobody", table.name(who));
                return Err(Refusal::by(rule!("CW-155"), "not-held", why));
            };
            let of = held.iter().map(|&id| of_actor(table, id)).collect();
            return Ok(vec![Slot::one("target", "Whom", of).or(table.sheet(first).key.clone())]);
        }
        "escape" => return escape_slots(book, table, who, filled),
        _ => {}
    }
    let Some(name) = name_of(verb) else {
        return Err(Refusal::plain("unknown-verb", format!("nothing is called {verb:?} here")));
    };
    let targets = targets(book, table, who, name);
    // Whoever names somebody who cannot be the Target hears which rule says so.
    let wrong = several(table, filled).unwrap_or_default().into_iter().find(|named| !targets.contains(named));
    match (refused(book, table, who, name), wrong) {
        (Some(refusal), _) if refusal.code != NO_TARGET => return Err(refusal),
        (_, Some(wrong)) => return Err(why_not(book, table, who, name, wrong)),
        (Some(refusal), None) => return Err(refusal),
        (None, None) => {}
    }
    let of: Vec<Choice> = targets.iter().map(|&id| of_actor(table, id)).collect();
    let one_target = |of| Slot::one("target", "Whom", of);
    let many = |of: Vec<Choice>| {
        let most = of.len(); // CW-R79
        let domain = Domain::Several { of: of.into(), least: 1, most };
        Slot { name: "target".into(), label: "Whom".into(), domain, default: None, barred: Vec::new() }
    };
    let target = picked(table, filled, "target", &targets);
    let mut slots = match name {
        ContestName::Distract => {
            let ways = vec![
                Choice::new("threat", "Threat").noting("Bravado; Distracted against you"),
                Choice::new("insult", "Insult").noting("Guile; Distracted against everybody else"),
            ];
            vec![many(of), Slot::one("way", "How", ways)]
        }
        ContestName::Persuade => {
            let mut slots = vec![many(of)];
            persuade::slots(table, filled, &mut slots)?;
            slots
        }
        ContestName::Deceive => {
            let domain = Domain::Text { longest: LONGEST };
            let words = Slot {
                name: "words".into(),
                label: "The lie".into(),
                domain,
                default: Some(String::new()),
                barred: Vec::new(),
            };
            vec![many(of), words]
        }
        ContestName::Shove | ContestName::Trip => vec![one_target(of)],
        ContestName::Disarm => {
            let mut slots = vec![one_target(of)];
            if let Some(owner) = target {
                disarm_slots(book, table, who, owner, filled, &mut slots);
            }
            slots
        }
        ContestName::Pin => {
            let mut slots = vec![one_target(of)];
            if let Some(target) = target {
                let ways = pin_ways(book, table, who, target);
                let of: Vec<Choice> = ways.into_iter().map(|tool| tool_choice(table, who, tool)).collect();
                let first = of.first().map_or(String::new(), |choice| choice.key.clone());
                slots.push(Slot::one("with", "With", of).or(first));
            }
            slots
        }
        ContestName::Strangle => {
            let mut slots = vec![one_target(of)];
            if let Some(target) = target {
                let hands = [(Hands::Two, "two", "Both hands"), (Hands::One, "one", "One hand")];
                let can = |hands| legal(book, table, &plain(who, Act::Strangle { target, hands })).is_ok();
                let of: Vec<Choice> = hands
                    .into_iter()
                    .filter(|(hands, ..)| can(*hands))
                    .map(|(hands, key, label)| {
                        let note = if hands == Hands::One { "Low Roll" } else { "" };
                        Choice::new(key, label).noting(note)
                    })
                    .collect();
                let first = of.first().map_or(String::new(), |choice| choice.key.clone());
                slots.push(Slot::one("hands", "With", of).or(first));
            }
            slots
        }
    };
    if turn::may_spend(book, table, who, &Taken::Contest(name), true).is_ok() {
        slots.push(Slot::flag("focus", "Focus (High Roll, no other Action)"));
    }
    slots.push(Slot::flag("sneakily", "Sneakily (a Sneak Check afterwards)"));
    Ok(slots)
}

pub fn intent(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let target = || {
        let key = filled.get("target").unwrap_or_default();
        table.find(key)
    };
    let tool = |tools: Vec<Option<ThingId>>| {
        let key = filled.get("with");
        let found = tools.into_iter().find(|&tool| key.is_none_or(|key| tool_choice(table, who, tool).key == key));
        found.ok_or_else(|| Refusal::plain("bad-value", "nothing like that is at hand"))
    };
    let act = match filled.verb.as_str() {
        "comply" => Act::Comply,
        "excuse" => Act::Excuse,
        "release" => {
            let target = match filled.get("target") {
                Some(key) => table.find(key)?,
                None => holds::held_by(table, who).next().unwrap_or(who),
            };
            Act::Release { target }
        }
        "escape" => {
            let with = if filled.get("with") == Some("endure") { EscapeWith::Endure } else { EscapeWith::Escape };
            let can = |from: &Object| legal(book, table, &plain(who, Act::Escape { from: *from, with })).is_ok();
            let open = holds_on(table, who).into_iter().filter(can);
            let named = |from: &Object| filled.get("from").is_none_or(|key| object_choice(table, *from).key == key);
            let from = open.into_iter().find(named).unwrap_or(Object::None);
            Act::Escape { from, with }
        }
        "distract" => {
            let way = if filled.get("way") == Some("insult") { Taunt::Insult } else { Taunt::Threat };
            Act::Distract { targets: several(table, filled)?, way }
        }
        "persuade" => persuade::act(table, filled)?,
        "deceive" => {
            let words = filled.get("words").unwrap_or_default().to_owned();
            Act::Deceive { targets: several(table, filled)?, words }
        }
        "shove" => Act::Shove { target: target()? },
        "trip" => Act::Trip { target: target()? },
        "disarm" => {
            let owner = target()?;
            let key = filled.get("item");
            let mut loot = loot(book, table, who, owner).into_iter();
            let found = loot.find(|(thing, _)| key.is_none_or(|key| thing_key(table, owner, *thing) == key));
            let missing = || Refusal::by(rule!("CW-147"), "not-held", "nothing like that can be taken");
            let (thing, tools) = found.ok_or_else(missing)?;
            Act::Disarm { thing, with: tool(tools)? }
        }
        "pin" => {
            let target = target()?;
            Act::Pin { target, bindings: tool(pin_ways(book, table, who, target))? }
        }
        _ => {
            let target = target()?;
            let both = legal(book, table, &plain(who, Act::Strangle { target, hands: Hands::Two })).is_ok();
            let hands = match filled.get("hands") {
                Some("one") => Hands::One,
                Some(_) => Hands::Two,
                None if both => Hands::Two,
                None => Hands::One,
            };
            Act::Strangle { target, hands }
        }
    };
    let contest = Contest { actor: who, act, focus: filled.is_yes("focus"), sneakily: filled.is_yes("sneakily") };
    legal(book, table, &contest)?;
    Ok(Intent::Contest(contest))
}
