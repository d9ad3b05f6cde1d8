//! Persuade on offer: the way, and what is demanded (CW-D23).

use super::{super::slots::thing_key, LONGEST, several};
use crate::{
    actions::contest::{
        Act, ActionKind, Demanded, Ploy,
        persuade::{self, within_reason},
    },
    sheet::ThingId,
    table::{Table, Whereabouts},
    words,
};
use referee_engine::{ActorId, Choice, Domain, Filled, Refusal, Slot, key_of};

const KINDS: [ActionKind; 5] =
    [ActionKind::Task, ActionKind::Move, ActionKind::Defend, ActionKind::Attack, ActionKind::Contest];

/// The demands by word, with a sample of each. The last two are always refused (CW-130), so they are not offered.
fn demands() -> [(&'static str, &'static str, Demanded); 8] {
    let act = Demanded::Act { kind: ActionKind::Task, what: String::new(), on: None };
    [
        ("surrender", "Surrender", Demanded::Surrender),
        ("drop", "Drop something", Demanded::DropHeld),
        ("drop-held", "Drop all it holds", Demanded::DropHeld),
        ("speak", "Say something, give away a secret", Demanded::Speak(String::new())),
        ("small", "Do something small (Incidental)", Demanded::Small(String::new())),
        ("act", "Take an Action", act),
        ("attack-ally", "Attack an ally", Demanded::AttackAlly(ActorId(0))),
        ("harm-itself", "Do itself harm", Demanded::HarmItself),
    ]
}

/// The slots after the Targets. A demand that is never within reason is refused by its rule.
pub fn slots(table: &Table, filled: &Filled, slots: &mut Vec<Slot>) -> Result<(), Refusal> {
    let ways = vec![
        Choice::new("trickery", "Trickery").noting("Guile"),
        Choice::new("charm", "Charm").noting("Charm"),
        Choice::new("coercion", "Coercion").noting("Bravado"),
    ];
    slots.push(Slot::one("way", "How", ways));
    let Ok(targets) = several(table, filled) else { return Ok(()) };
    if targets.is_empty() {
        return Ok(());
    }
    let chosen = filled.get("demand");
    let mut of = Vec::new();
    for (key, label, sample) in demands() {
        let fits = within_reason(table, &targets, &sample);
        if chosen == Some(key) {
            fits.clone()?;
        }
        if fits.is_ok() && (key != "drop" || targets.len() == 1) {
            of.push(Choice::new(key, label));
        }
    }
    slots.push(Slot::one("demand", "What they are to do", of));
    let text = |label: &str| Slot {
        name: "words".into(),
        label: label.into(),
        domain: Domain::Text { longest: LONGEST },
        default: None,
        barred: Vec::new(),
    };
    match chosen {
        Some("drop") => {
            let held = table.held(targets[0]);
            let of = held
                .map(|thing| Choice::new(thing_key(table, targets[0], thing), table.thing_sheet(thing).name.clone()));
            slots.push(Slot::one("item", "What", of.collect()));
        }
        Some("speak") => slots.push(text("What to say")),
        Some("small") => slots.push(text("What to do")),
        Some("act") => {
            slots.push(text("What to do"));
            let kinds = KINDS.map(|kind| Choice::plain(words::action(kind))).into();
            slots.push(Slot::one("kind", "As which Action", kinds).or("task"));
            if filled.get("kind").unwrap_or("task") == "task" {
                let things = standing(table).map(|thing| {
                    let sheet = table.thing_sheet(thing);
                    Choice::new(sheet.key.clone(), sheet.name.clone())
                });
                let of: Vec<Choice> = std::iter::once(Choice::new("none", "Nothing named")).chain(things).collect();
                slots.push(Slot::one("on", "On what", of).or("none"));
            }
        }
        _ => {}
    }
    Ok(())
}

/// The things that stand or lie about.
fn standing(table: &Table) -> impl Iterator<Item = ThingId> + '_ {
    table.thing_ids().filter(|&thing| matches!(table.thing(thing).at, Whereabouts::Place(_)))
}

pub fn act(table: &Table, filled: &Filled) -> Result<Act, Refusal> {
    let targets = several(table, filled)?;
    let way = match filled.get("way") {
        Some("charm") => Ploy::Charm,
        Some("coercion") => Ploy::Coercion,
        _ => Ploy::Trickery,
    };
    let words = || filled.get("words").unwrap_or_default().to_owned();
    let demand = match filled.get("demand") {
        Some("drop") => {
            let key = filled.get("item").unwrap_or_default();
            let holder = targets.first().copied();
            let thing = holder.and_then(|who| table.held(who).find(|&thing| thing_key(table, who, thing) == key));
            Demanded::Drop(thing.ok_or_else(|| Refusal::plain("bad-value", format!("{key:?} is not held")))?)
        }
        Some("drop-held") => Demanded::DropHeld,
        Some("speak") => Demanded::Speak(words()),
        Some("small") => Demanded::Small(words()),
        Some("act") => {
            let word = filled.get("kind").unwrap_or("task");
            let kind = KINDS.into_iter().find(|&kind| key_of(words::action(kind)) == word);
            let on = filled.get("on").filter(|key| *key != "none").map(|key| table.find_thing(key)).transpose()?;
            Demanded::Act { kind: kind.unwrap_or(ActionKind::Task), what: words(), on }
        }
        _ => Demanded::Surrender,
    };
    persuade::within_reason(table, &targets, &demand)?;
    Ok(Act::Persuade { targets, way, demand })
}
