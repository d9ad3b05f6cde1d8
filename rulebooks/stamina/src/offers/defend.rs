//! Defensive actions, recovery, travel and rest on offer (ST-D10, ST-D14, ST-D25).

use super::{
    offer,
    slots::{how, how_slot, lowering, number},
};
use crate::{
    Intent, Stamina,
    actions::{Action, defend::legal},
    recovery::{Pace, may_regain, may_restore, may_travel},
    table::{Mode, Table},
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, rule};

/// The verbs.
pub const VERBS: [&str; 6] = ["disengage", "dodge", "regain", "restore", "travel", "rest"];

fn action(verb: &str) -> Action {
    if verb == "disengage" { Action::Disengage } else { Action::Dodge }
}

fn any(book: &Stamina, table: &Table, who: ActorId, verb: &str) -> Result<(), Refusal> {
    match verb {
        "disengage" | "dodge" => legal(book, table, who, action(verb), false)
            .or_else(|refusal| legal(book, table, who, action(verb), true).map_err(|_| refusal)),
        "regain" => may_regain(book, table, who, Default::default()),
        "restore" => may_restore(book, table, who, Default::default()),
        _ => may_travel(table, who, 1),
    }
}

pub fn offers(book: &Stamina, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    for verb in VERBS {
        let (label, group, cost, rule) = match verb {
            "disengage" => ("Disengage", "Defensive", "2 stamina", rule!("ST-194")),
            "dodge" => ("Dodge", "Defensive", "2 stamina", rule!("ST-196")),
            "regain" => ("Regain Composure", "Recovery", "1 stamina", rule!("ST-198")),
            "restore" => ("Restoration", "Recovery", "0 stamina", rule!("ST-202")),
            "travel" => ("Travel", "Other", "", rule!("ST-054")),
            _ => ("Rest", "Other", "", rule!("ST-R22")),
        };
        if matches!(verb, "travel" | "rest") && table.clock.mode == Mode::Rounds {
            continue;
        }
        all.push(offer(verb, Some(who), label, group, cost, rule, any(book, table, who, verb).err()));
    }
}

pub fn slots(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    let minutes = || number("minutes", "Minutes", 1, 1440).or("1");
    let mut slots = Vec::new();
    match verb {
        "disengage" | "dodge" => {
            let form = |lowered| legal(book, table, who, action(verb), lowered);
            slots.extend(lowering(form(false), form(true), filled)?);
            return Ok(slots);
        }
        "regain" | "restore" => {
            any(book, table, who, verb)?;
            if verb == "regain" {
                let of = vec![Choice::plain("reflexes"), Choice::plain("perception")];
                slots.push(Slot::one("with", "With", of).or("reflexes"));
            }
            slots.extend(how_slot(table, false, filled)?);
        }
        "travel" => {
            any(book, table, who, verb)?;
            slots.push(Slot::one(
                "pace",
                "Pace",
                [Pace::Regular, Pace::Quick].map(|pace| Choice::plain(pace.word())).into(),
            ));
            slots.push(minutes());
        }
        _ => {
            any(book, table, who, verb)?;
            slots.push(minutes());
        }
    }
    Ok(slots)
}

pub fn intent(who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let minutes = filled.get("minutes").and_then(|text| text.parse().ok()).unwrap_or(1);
    Ok(match filled.verb.as_str() {
        verb @ ("disengage" | "dodge") => {
            Intent::Defend { actor: who, action: action(verb), lowered: filled.is_yes("lowered") }
        }
        "regain" => {
            Intent::Regain { actor: who, perception: filled.get("with") == Some("perception"), how: how(filled) }
        }
        "restore" => Intent::Restore { actor: who, how: how(filled) },
        "travel" => {
            let pace = if filled.get("pace") == Some("quick") { Pace::Quick } else { Pace::Regular };
            Intent::Travel { actor: who, pace, minutes }
        }
        _ => Intent::Travel { actor: who, pace: Pace::Rest, minutes },
    })
}
