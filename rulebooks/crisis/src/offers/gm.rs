//! What only the GM is offered. A verb whose first slot has nothing to choose from is not offered.

use super::{of_actor, task};
use crate::{
    check::Row,
    conditions::ConditionKind,
    gm::{self, Field},
    sheet::Cover,
    table::{Mode, Table},
    turn::order,
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Offer, Refusal, RuleId, Slot, key_of, rule};

/// A verb of the GM: word, label, rule.
type GmVerb = (&'static str, &'static str, RuleId);

const VERBS: [GmVerb; 24] = [
    ("begin", "A crisis begins", rule!("CR-001")),
    ("end-crisis", "The crisis is over", rule!("CR-R156")),
    ("pass", "Time passes", rule!("CR-R155")),
    ("call", "Call for a check", rule!("CR-003")),
    ("notice", "Somebody has noticed another, or not", rule!("CR-042")),
    ("ready", "Somebody is ready for combat, or not", rule!("CR-042")),
    ("group", "These share one initiative roll", rule!("CR-040")),
    ("arrive", "Somebody arrives", rule!("CR-R21")),
    ("set", "Correct a number", rule!("CR-117")),
    ("place", "Put somebody somewhere", rule!("CR-R120")),
    ("pose", "Correct a stance", rule!("CR-R121")),
    ("inflict", "A condition begins", rule!("CR-191")),
    ("cure", "A condition ends", rule!("CR-R151")),
    ("wake", "Somebody wakes", rule!("CR-R87")),
    ("cover", "Say how well one is covered", rule!("CR-R77")),
    ("modifier", "A free modifier for what comes next", rule!("CR-R47")),
    ("circumstance", "A circumstance begins or ends", rule!("CR-025")),
    ("care", "Medical attention", rule!("CR-127")),
    ("travel", "Rough travel", rule!("CR-143")),
    ("environment", "Poor environment", rule!("CR-145")),
    ("allow", "Somebody bound may act", rule!("CR-R146")),
    ("interrupt", "A treatment is interrupted", rule!("CR-R109")),
    ("remove", "Take something off the map", rule!("CR-R77")),
    ("shift", "Put something elsewhere on the map", rule!("CR-R77")),
];

pub(super) fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|(known, ..)| *known == word)
}

pub(super) fn offers(table: &Table, all: &mut Vec<Offer>) {
    for (verb, label, rule) in VERBS {
        if slots(table, &Filled::of(verb, None)).is_err() {
            continue;
        }
        all.push(Offer {
            verb: verb.into(),
            actor: None,
            label: label.into(),
            group: "GM".into(),
            cost: String::new(),
            rule,
            refused: None,
            warning: None,
        });
    }
}

/// Everybody for whom something holds; refused if there is nobody.
fn those(table: &Table, name: &str, label: &str, fits: impl Fn(ActorId) -> bool) -> Result<Slot, Refusal> {
    let of: Vec<Choice> = table.ids().filter(|&id| fits(id)).map(|id| of_actor(table, id)).collect();
    if of.is_empty() {
        return Err(Refusal::plain("nobody", "there is nobody for that now"));
    }
    Ok(Slot::one(name, label, of))
}

fn chosen(table: &Table, filled: &Filled, slot: &str) -> Option<ActorId> {
    table.find(filled.get(slot)?).ok()
}

/// The units in which time passes: word, seconds, the most at once.
pub(super) const UNITS: [(&str, u32, i32); 4] =
    [("minutes", 60, 600), ("seconds", 1, 3_600), ("hours", 3_600, 240), ("days", 86_400, 60)];

pub(super) const STEPS: [(&str, Option<Cover>); 5] = [
    ("as-the-map", None),
    ("none", Some(Cover::None)),
    ("light", Some(Cover::Light)),
    ("heavy", Some(Cover::Heavy)),
    ("total", Some(Cover::Total)),
];

fn words(all: impl IntoIterator<Item = &'static str>) -> Vec<Choice> {
    all.into_iter().map(|word| Choice::new(word, word)).collect()
}

fn yes_or_no(name: &str, label: &str) -> Slot {
    Slot::one(name, label, words(["yes", "no"])).or("yes")
}

/// The slots of what the GM says.
pub(super) fn slots(table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let refuse = |why: &str| Err(Refusal::plain("not-now", why));
    let here = |id: ActorId| !table.actor(id).absent;
    Ok(match filled.verb.as_str() {
        "begin" => {
            order::legal(table, &[])?;
            let of: Vec<Choice> = order::ambushers(table).map(|id| of_actor(table, id)).collect();
            let all: Vec<&str> = of.iter().map(|choice| choice.key.as_str()).collect();
            let (all, most) = (all.join(","), of.len());
            if most == 0 {
                Vec::new()
            } else {
                vec![
                    Slot::of("ambush", "Additional turns for", Domain::Several { of: of.into(), least: 0, most })
                        .or(all),
                ]
            }
        }
        "end-crisis" if table.clock.mode == Mode::Crisis => Vec::new(),
        "end-crisis" => return refuse("there is no crisis"),
        "pass" if table.clock.mode == Mode::Free => {
            let unit = filled.get("unit").unwrap_or("minutes");
            let most = UNITS.iter().find(|(word, ..)| *word == unit).map_or(1, |(.., most)| *most);
            vec![
                Slot::one("unit", "Counted in", words(UNITS.map(|(word, ..)| word))).or("minutes"),
                Slot::of("amount", "How long", Domain::Number { min: 1, max: most }),
            ]
        }
        "pass" => return refuse("in a crisis time passes by rounds"),
        "call" => call(table, filled)?,
        "notice" => {
            let foes = |who: ActorId, of: ActorId| table.hostile(who, of) && table.actor(of).is_here();
            let mut slots = vec![those(table, "who", "Who", |who| here(who) && table.ids().any(|of| foes(who, of)))?];
            if let Some(who) = chosen(table, filled, "who") {
                slots.push(those(table, "of", "Of whom", |of| foes(who, of))?);
            }
            slots.push(yes_or_no("noticed", "Noticed"));
            slots
        }
        "ready" => vec![those(table, "who", "Who", here)?, yes_or_no("ready", "Ready")],
        "group" => {
            let of: Vec<Choice> =
                table.ids().filter(|&id| !table.sheet(id).is_pc).map(|id| of_actor(table, id)).collect();
            let most = of.len();
            if most < 2 || table.setup.groups.len() > 60 {
                return refuse("a group is two NPCs or more");
            }
            vec![Slot::of("who", "Who", Domain::Several { of: of.into(), least: 2, most })]
        }
        "arrive" => vec![those(table, "who", "Who", |id| !here(id) && table.is_free(table.actor(id).place.cell, id))?],
        "set" => {
            let what = filled.get("what").unwrap_or("ap");
            let most = Field::ALL.iter().find(|(_, word, _)| *word == what).map_or(6, |(.., most)| *most);
            vec![
                those(table, "who", "Who", here)?,
                Slot::one("what", "What", words(Field::ALL.map(|(_, word, _)| word))),
                Slot::of("value", "To", Domain::Number { min: 0, max: most.into() }),
            ]
        }
        "place" => {
            let mut slots = vec![those(table, "who", "Who", |id| table.actor(id).is_here())?];
            let who = chosen(table, filled, "who").unwrap_or(ActorId(0));
            let space = &table.setup.space;
            let free = space.cells().filter(|&cell| table.is_free(cell, who));
            let of = free.map(|cell| CellChoice::of(space, cell, 0, "")).collect();
            slots.push(Slot::of("cell", "Where", Domain::Cell { of }));
            slots
        }
        "pose" => vec![
            those(table, "who", "Who", here)?,
            Slot::one("stance", "How", words(["standing", "kneeling", "prone"])),
        ],
        "inflict" => vec![
            those(table, "who", "Who", |id| table.actor(id).is_here())?,
            Slot::one("kind", "What", words(ConditionKind::ALL.map(ConditionKind::word))),
            Slot::of("seconds", "For how many seconds; 0 as usual", Domain::Number { min: 0, max: 86_400 }).or("0"),
        ],
        "cure" => {
            let has = |id: ActorId| !table.actor(id).conditions.is_empty() && here(id);
            let mut slots = vec![those(table, "who", "Who", has)?];
            if let Some(who) = chosen(table, filled, "who").filter(|&who| has(who)) {
                let kinds = table.actor(who).conditions.iter().map(|condition| condition.kind.word());
                slots.push(Slot::one("kind", "What", words(kinds.collect::<Vec<_>>())));
            }
            slots
        }
        "wake" => vec![those(table, "who", "Who", |id| table.actor(id).knocked_out)?],
        "cover" => {
            let mut slots = vec![those(table, "from", "Against whom", |_| table.actors.len() > 1)?];
            if let Some(from) = chosen(table, filled, "from") {
                slots.push(those(table, "to", "Whose cover", |id| id != from)?);
            }
            slots.push(Slot::one("step", "How well", words(STEPS.map(|(word, _)| word))));
            slots
        }
        "modifier" => vec![
            Slot::one("of", "On what", words(["roll", "damage", "reaction"])).or("roll"),
            Slot::of("amount", "How much", Domain::Number { min: -10, max: 10 }),
        ],
        "circumstance" => {
            let of: Vec<Choice> = circumstances(table);
            if of.is_empty() {
                return refuse("this scene has no circumstances");
            }
            vec![Slot::one("which", "Which", of), yes_or_no("on", "Does it hold")]
        }
        "care" => vec![
            those(table, "who", "Who", here)?,
            Slot::one("row", "Medical attention", words(["none", "own", "doctor", "hospital"])),
        ],
        "travel" => vec![those(table, "who", "Who", here)?, yes_or_no("rough", "Rough")],
        "environment" => vec![those(table, "who", "Who", here)?, yes_or_no("poor", "Poor")],
        "allow" => vec![those(table, "who", "Who", |id| gm::may_be_allowed(table, id))?],
        "interrupt" => vec![those(table, "who", "Whose treatment", |id| table.actor(id).treating.is_some())?],
        verb @ ("remove" | "shift") => {
            let objects = table.setup.objects.iter();
            let of: Vec<Choice> = objects.map(|object| Choice::new(object.key.clone(), object.name.clone())).collect();
            if of.is_empty() {
                return refuse("nothing stands on the map");
            }
            let mut slots = vec![Slot::one("what", "What", of)];
            if verb == "shift" {
                let what = filled.get("what").and_then(|key| object_named(table, key)).unwrap_or(0);
                let space = &table.setup.space;
                let free = space.cells().filter(|&cell| gm::shifted(table, what, cell).is_some());
                let of = free.map(|cell| CellChoice::of(space, cell, 0, "")).collect();
                slots.push(Slot::of("to", "Where its first square comes to stand", Domain::Cell { of }));
            }
            slots
        }
        _ => return refuse("the GM has no such word"),
    })
}

/// Something on the map, by its word.
pub(super) fn object_named(table: &Table, key: &str) -> Option<u8> {
    table.setup.objects.iter().position(|object| object.key == key).map(|at| at as u8)
}

fn circumstances(table: &Table) -> Vec<Choice> {
    table.setup.circumstances.iter().map(|known| Choice::new(known.key.clone(), known.name.clone())).collect()
}

/// CR-D01 to CR-D03: a check that the GM calls for, with all that applies.
fn call(table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let able = |id: ActorId| table.actor(id).is_here() && !table.actor(id).incapacitated;
    let mut slots = vec![those(table, "who", "Who", able)?, Slot::one("skill", "With", task::skills(table))];
    let mut rows: Vec<Choice> = Row::ALL.iter().map(|row| Choice::plain(row.name())).collect();
    rows.push(Choice::new("other", "Another number"));
    rows.push(Choice::new("asked", "Asked before the roll")); // CR-D02
    slots.push(Slot::one("difficulty", "How hard", rows).or("asked"));
    if filled.get("difficulty") == Some("other") {
        slots.push(Slot::of("harder", "How much harder", Domain::Number { min: -10, max: 20 }));
    }
    let mut how = vec!["roll", "automatic"];
    if table.clock.mode == Mode::Free {
        how.push("time");
    }
    slots.push(Slot::one("how", "What it takes", words(how)).or("roll"));
    if filled.get("how") == Some("time") {
        slots.push(Slot::of("minutes", "How many minutes", Domain::Number { min: 1, max: 1_440 }));
    }
    slots.push(
        Slot::one("lacks", "What is needed and missing", words(["nothing", "equipment", "knowledge", "both"]))
            .or("nothing"),
    );
    let skill = filled.get("skill").and_then(|key| task::skill_named(table, key));
    if let (Some(who), Some(skill)) = (chosen(table, filled, "who"), skill) {
        let purpose = task::purpose_named(table, filled);
        slots.extend(task::purpose_slot(table, skill));
        slots.extend(task::assets_slot(table, who, skill, purpose));
        let of = circumstances(table);
        if !of.is_empty() {
            let hinder = crate::actions::task::unfavorable(table, who, skill, purpose);
            let usual: Vec<&str> = hinder.map(|at| table.setup.circumstances[usize::from(at)].key.as_str()).collect();
            let (usual, most) = (usual.join(","), of.len());
            slots.push(
                Slot::of("circumstances", "Unfavorable", Domain::Several { of: of.into(), least: 0, most }).or(usual),
            );
        }
    }
    slots.push(Slot::of("what", "What", Domain::Text { longest: 80 }).or("a task"));
    Ok(slots)
}

/// The word of a row.
pub(super) fn row_named(key: &str) -> Option<Row> {
    Row::ALL.into_iter().find(|row| key_of(row.name()) == key)
}
