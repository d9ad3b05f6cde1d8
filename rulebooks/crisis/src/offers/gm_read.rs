//! What the GM has filled in, as an intent.

use super::{
    gm::{STEPS, UNITS, object_named, row_named},
    named, nothing,
    task::{assets_named, purpose_named, skill_named},
};
use crate::{
    Intent,
    actions::task::{How, Task},
    check::{Difficulty, GmMod},
    conditions::ConditionKind,
    gm::{self, Field, GmIntent},
    table::{Care, Stance, Table},
};
use referee_engine::{ActorId, Filled, Refusal};
use smallvec::SmallVec;

pub(super) fn intent(table: &Table, filled: &Filled) -> Result<Intent, Refusal> {
    if filled.verb == "call" {
        return call(table, filled).map(Intent::Task);
    }
    let intent = read(table, filled)?;
    gm::legal(table, &intent)?;
    Ok(Intent::Gm(intent))
}

fn number(filled: &Filled, slot: &str) -> i32 {
    filled.get(slot).and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn several(table: &Table, filled: &Filled, slot: &str) -> Result<SmallVec<[ActorId; 4]>, Refusal> {
    let keys = filled.get(slot).unwrap_or_default();
    keys.split(',').filter(|key| !key.is_empty()).map(|key| table.find(key)).collect()
}

/// Is a yes-or-no slot that defaults to yes not filled with no?
fn is_so(filled: &Filled, slot: &str) -> bool {
    filled.get(slot) != Some("no")
}

fn read(table: &Table, filled: &Filled) -> Result<GmIntent, Refusal> {
    let who = || named(table, filled, "who");
    let word = |slot: &str| filled.get(slot).unwrap_or_default();
    Ok(match filled.verb.as_str() {
        "begin" => {
            let ambush = match filled.get("ambush") {
                Some(_) => several(table, filled, "ambush")?,
                None => crate::turn::order::ambushers(table).collect(),
            };
            GmIntent::Begin { ambush }
        }
        "end-crisis" => GmIntent::EndCrisis,
        "pass" => {
            let unit = filled.get("unit").unwrap_or("minutes");
            let seconds = UNITS.iter().find(|(known, ..)| *known == unit).map_or(60, |(_, seconds, _)| *seconds);
            GmIntent::Pass { seconds: seconds * number(filled, "amount").max(0) as u32 }
        }
        "notice" => {
            GmIntent::Notice { who: who()?, of: named(table, filled, "of")?, noticed: is_so(filled, "noticed") }
        }
        "ready" => GmIntent::Ready { who: who()?, ready: is_so(filled, "ready") },
        "group" => GmIntent::Group { who: several(table, filled, "who")? },
        "arrive" => GmIntent::Arrive { who: who()? },
        "set" => {
            let field = Field::ALL.iter().find(|(_, known, _)| *known == word("what")).map(|(field, ..)| *field);
            let field = field.ok_or_else(|| nothing("there is no such number"))?;
            GmIntent::Set { who: who()?, field, value: number(filled, "value").clamp(0, 255) as u8 }
        }
        "place" => {
            let cell = table.setup.space.find_cell(word("cell"));
            GmIntent::Place { who: who()?, cell: cell.ok_or_else(|| nothing("there is no such square"))? }
        }
        "pose" => {
            let stance = match word("stance") {
                "kneeling" => Stance::Kneeling,
                "prone" => Stance::Prone,
                _ => Stance::Standing,
            };
            GmIntent::Pose { who: who()?, stance }
        }
        verb @ ("inflict" | "cure") => {
            let kind = ConditionKind::ALL.into_iter().find(|kind| kind.word() == word("kind"));
            let kind = kind.ok_or_else(|| nothing("there is no such condition"))?;
            let seconds = number(filled, "seconds").max(0) as u32;
            GmIntent::Condition { who: who()?, kind, on: verb == "inflict", seconds }
        }
        "wake" => GmIntent::Wake { who: who()? },
        "cover" => {
            let step = STEPS.iter().find(|(known, _)| *known == word("step")).and_then(|(_, cover)| *cover);
            GmIntent::Cover { from: named(table, filled, "from")?, to: named(table, filled, "to")?, cover: step }
        }
        "modifier" => {
            let of = match word("of") {
                "damage" => GmMod::Damage,
                "reaction" => GmMod::Reaction,
                _ => GmMod::Roll,
            };
            GmIntent::Modifier { of, amount: number(filled, "amount").clamp(-10, 10) as i8 }
        }
        "circumstance" => {
            let at = table.setup.circumstances.iter().position(|known| known.key == word("which"));
            let at = at.ok_or_else(|| nothing("there is no such circumstance"))? as u8;
            GmIntent::Circumstance { at, on: is_so(filled, "on") }
        }
        "care" => {
            let care = match word("row") {
                "own" => Care::Own,
                "doctor" => Care::Doctor,
                "hospital" => Care::Hospital,
                _ => Care::None,
            };
            GmIntent::Care { who: who()?, care }
        }
        "travel" => GmIntent::Travel { who: who()?, rough: is_so(filled, "rough") },
        "environment" => GmIntent::Environment { who: who()?, poor: is_so(filled, "poor") },
        "allow" => GmIntent::Allow { who: who()? },
        "interrupt" => GmIntent::Interrupt { who: who()? },
        verb => {
            let object = object_named(table, word("what")).ok_or_else(|| nothing("there is no such thing"))?;
            if verb == "remove" {
                return Ok(GmIntent::Remove { object });
            }
            let to = table.setup.space.find_cell(word("to"));
            GmIntent::Shift { object, to: to.ok_or_else(|| nothing("there is no such square"))? }
        }
    })
}

fn call(table: &Table, filled: &Filled) -> Result<Task, Refusal> {
    let skill = skill_named(table, filled.get("skill").unwrap_or_default());
    let difficulty = match filled.get("difficulty") {
        Some("other") => Some(Difficulty::Other(number(filled, "harder").clamp(-10, 20) as i8)),
        key => key.and_then(row_named).map(Difficulty::Row),
    };
    let how = match filled.get("how") {
        Some("automatic") => How::Automatic,
        Some("time") => How::Takes(60 * number(filled, "minutes").clamp(1, 1_440) as u32),
        _ => How::Roll,
    };
    let lacks = filled.get("lacks").unwrap_or("nothing");
    let circumstances = filled.get("circumstances").map(|text| {
        let find = |key: &str| table.setup.circumstances.iter().position(|known| known.key == key);
        text.split(',').filter_map(find).map(|at| at as u8).collect()
    });
    let task = Task {
        actor: named(table, filled, "who")?,
        what: filled.get("what").unwrap_or("a task").to_owned(),
        skill: skill.ok_or_else(|| nothing("there is no such Skill"))?,
        purpose: purpose_named(table, filled),
        difficulty,
        how: Some(how),
        lacks_equipment: ["equipment", "both"].contains(&lacks),
        lacks_knowledge: ["knowledge", "both"].contains(&lacks),
        assets: filled.get("assets").map(|text| assets_named(table, text)),
        circumstances,
        called: true,
    };
    crate::actions::task::legal(table, &task)?;
    Ok(task)
}
