//! What the GM may do, on offer.

use super::{
    offer,
    slots::{number, of_actor, several, text},
};
use crate::{
    Intent,
    gm::{Correction, GmIntent, legal},
    harm::is_spent,
    sheet::{Attribute, ClueSheet, Custom, Primary, Secondary},
    table::{ItemId, Out, Posture, Table},
};
use referee_engine::{ActorId, ActorSet, Choice, Filled, Offer, Refusal, Slot, key_of, rule};

/// The verbs.
pub const VERBS: [&str; 16] = [
    "begin-rounds",
    "end-rounds",
    "say",
    "wind",
    "wind-resist",
    "cover",
    "piece",
    "rushed",
    "alertness",
    "call",
    "verdict",
    "write-check",
    "clue",
    "help",
    "answer",
    "correct",
];

/// The longest text.
const LONGEST: usize = 400;

pub fn offers(table: &Table, all: &mut Vec<Offer>) {
    for verb in VERBS {
        let (label, rule) = match verb {
            "begin-rounds" => ("Begin rounds", rule!("ST-039")),
            "end-rounds" => ("End rounds", rule!("ST-043")),
            "say" => ("Describe the scene", rule!("ST-041")),
            "wind" => ("Set the wind", rule!("ST-221")),
            "wind-resist" => ("Set what a projectile minds", rule!("ST-222")),
            "cover" => ("Give cover or concealment", rule!("ST-211")),
            "piece" => ("Set what a piece gives", rule!("ST-211")),
            "rushed" => ("Say whether people are rushed", rule!("ST-027")),
            "alertness" => ("Call for an Alertness Check", rule!("ST-261")),
            "call" => ("Call for a check", rule!("ST-001")),
            "verdict" => ("Say that it simply succeeds or fails", rule!("ST-002")),
            "write-check" => ("Write a check", rule!("ST-271")),
            "clue" => ("Put a clue in place", rule!("ST-242")),
            "help" => ("Say that help has come", rule!("ST-245")),
            "answer" => ("Answer a question", rule!("ST-240")),
            _ => ("Correct", rule!("ST-R23")),
        };
        all.push(offer(verb, None, label, "GM", "", rule, any(table, verb).err()));
    }
}

fn active(table: &Table) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(|&who| table.is_active(who))
}

/// Those who can be called to a check.
fn awake(table: &Table) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(|&who| table.is_awake(who))
}

fn any(table: &Table, verb: &str) -> Result<(), Refusal> {
    let no = |why: &str| Err(Refusal::plain("nothing", why));
    match verb {
        "begin-rounds" => {
            let nobody = ActorSet::EMPTY;
            legal(table, &GmIntent::BeginRounds { surprised: nobody, flat_footed: nobody, warned: nobody, rounds: 0 })
        }
        "end-rounds" => legal(table, &GmIntent::EndRounds),
        "wind-resist" if flying(table).is_empty() => no("nothing here flies"),
        "piece" if table.pieces.is_empty() => no("nothing stands about"),
        "alertness" if awake(table).next().is_none() => no("nobody is there"),
        "call" if awake(table).next().is_none() || table.setup.customs.is_empty() => {
            no("there is no check to call for")
        }
        _ => Ok(()),
    }
}

fn flying(table: &Table) -> Vec<ItemId> {
    let flies = |item: &ItemId| {
        let sheet = table.item_sheet(*item);
        sheet.ranged.is_some() || sheet.thrown.is_some()
    };
    table.item_ids().filter(flies).collect()
}

fn people(table: &Table, of: impl Iterator<Item = ActorId>) -> Vec<Choice> {
    of.map(|who| of_actor(table, who)).collect()
}

fn keys(table: &Table, of: impl Iterator<Item = ActorId>) -> String {
    of.map(|who| table.sheet(who).key.as_str()).collect::<Vec<_>>().join(",")
}

const CORRECTIONS: [&str; 13] = [
    "health",
    "stamina",
    "defense",
    "stun",
    "ammo",
    "ready-ammo",
    "posture",
    "out",
    "place",
    "hidden",
    "asleep",
    "reaction",
    "materials",
];

pub fn slots(table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    any(table, verb)?;
    let who = || Slot::one("who", "Whom", people(table, table.ids()));
    let bonuses = || [number("cover", "Cover", 0, 9).or("0"), number("concealment", "Concealment", 0, 9).or("0")];
    Ok(match verb {
        "begin-rounds" => {
            // ST-D31: what watches and Alertness Checks have given is the default.
            let group = |name: &str, label: &str, is: fn(&crate::table::Actor) -> bool| {
                let given = keys(table, active(table).filter(|&who| is(table.actor(who))));
                several(name, label, people(table, active(table)), 0).or(given)
            };
            vec![
                group("surprised", "Surprised", |actor| actor.surprised),
                group("flat-footed", "Flat footed", |actor| actor.flat_footed),
                group("warned", "Warned", |actor| actor.warning > 0),
                number("rounds", "Rounds of warning, 0 for what the checks gave", 0, 50).or("0"),
            ]
        }
        "say" => vec![text("text", "Words", LONGEST)],
        "wind" => vec![number("dice", "Penalty dice", 0, 5)],
        "wind-resist" => {
            let of = flying(table).into_iter().map(|item| {
                let sheet = table.item_sheet(item);
                Choice::new(sheet.key.clone(), sheet.name.clone())
            });
            vec![Slot::one("item", "Of which weapon", of.collect()), number("resist", "Dice it does not mind", 0, 5)]
        }
        "cover" => std::iter::once(who()).chain(bonuses()).collect(),
        "piece" => {
            let of = table.pieces.iter().zip(&table.setup.scenery);
            let of = of.map(|(piece, terms)| Choice::new(piece.key.to_string(), terms.name.clone())).collect();
            std::iter::once(Slot::one("piece", "Which", of)).chain(bonuses()).collect()
        }
        "rushed" => vec![Slot::flag("rushed", "Rushed?")],
        "alertness" => vec![
            several("who", "Who", people(table, awake(table)), 1),
            number("difficulty", "Difficulty, 0 for a stealth result or to be asked", 0, 60).or("0"),
            Slot::one("danger", "Is it a danger?", vec![Choice::plain("yes"), Choice::plain("no")]).or("yes"),
        ],
        "call" => {
            let of = table.setup.customs.iter().map(|form| Choice::plain(form.name.clone())).collect();
            vec![Slot::one("who", "Who", people(table, awake(table))), Slot::one("check", "Which", of)]
        }
        "verdict" => vec![who(), Slot::flag("succeeds", "Does it succeed?")],
        "write-check" => form_slots(filled)?,
        "clue" => {
            if filled.get("key").is_some_and(|key| key_of(key).is_empty()) {
                return Err(Refusal::plain("no-name", "a clue needs a word of its own"));
            }
            clue_slots(table, filled)
        }
        "help" => vec![who()],
        "answer" => vec![who(), text("text", "Words", LONGEST)],
        "correct" => {
            let mut slots = vec![who(), Slot::one("what", "What", CORRECTIONS.map(Choice::plain).into())];
            let named = filled.get("who").and_then(|key| table.find(key).ok());
            if let (Some(who), Some(what)) = (named, filled.get("what")) {
                slots.push(value_slot(table, who, what));
            }
            slots
        }
        _ => Vec::new(),
    })
}

/// ST-242, ST-243: a clue. Whether it needs a cost follows from what else there is about its topic.
fn clue_slots(table: &Table, filled: &Filled) -> Vec<Slot> {
    let mut slots = vec![
        text("key", "Word for it", 60),
        text("topic", "What it is about", LONGEST),
        text("information", "What it tells", LONGEST),
        Slot::flag("item", "A thing for a Search?"),
    ];
    if filled.get("key").is_none() || filled.get("topic").is_none() {
        return slots;
    }
    let clue = clue(filled);
    let topic = key_of(&clue.topic);
    let others = || table.setup.clues.iter().filter(|other| other.key != clue.key && !clue.item);
    // Whatever has no cost stays the easiest.
    let free = others().filter(|other| other.cost == 0 && other.is_about(&topic)).map(|other| other.difficulty);
    slots.push(number("difficulty", "Difficulty", free.max().unwrap_or(1).into(), 60));
    if filled.get("difficulty").is_some() {
        let cost = |least: i32| number("cost", "Additional successes, if it is not the easiest", least, 20);
        slots.push(if clue.needs_cost(others()) { cost(1) } else { cost(0).or("0") });
    }
    slots
}

fn clue(filled: &Filled) -> ClueSheet {
    let words = |slot: &str| filled.get(slot).unwrap_or_default().to_owned();
    let num = |slot: &str| filled.get(slot).and_then(|text| text.parse::<u8>().ok()).unwrap_or(0);
    ClueSheet {
        key: key_of(&words("key")),
        topic: words("topic"),
        difficulty: num("difficulty"),
        cost: num("cost"),
        information: words("information"),
        item: filled.is_yes("item"),
    }
}

/// ST-R107: the fields of the form, all empty but what a check cannot do without.
fn form_slots(filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    if filled.get("name").is_some_and(|name| key_of(name).is_empty()) {
        return Err(Refusal::plain("no-name", "a check needs a name"));
    }
    let none = || vec![Choice::plain("none")];
    let skills = none().into_iter().chain(Primary::ALL.map(|skill| Choice::plain(skill.word()))).collect();
    let narrow = none().into_iter().chain(Secondary::ALL.map(|skill| Choice::plain(skill.word()))).collect();
    let mut slots = vec![
        text("name", "Name", 60),
        Slot::one(
            "attribute",
            "Primary attribute",
            Attribute::ALL.map(|attribute| Choice::plain(attribute.word())).into(),
        ),
        Slot::one("skill", "Primary skill", skills).or("none"),
        Slot::one("secondary", "Secondary skill", narrow).or("none"),
        number("difficulty", "Difficulty, 0 to be asked", 0, 60).or("0"),
        Slot::flag("aid", "May others aid?"),
        Slot::flag("passive", "Passive?"),
        Slot::flag("materials", "Does it use materials?"),
        Slot::flag("movement", "Is it a movement?"),
    ];
    for (name, label) in TEXTS {
        slots.push(text(name, label, LONGEST).or(""));
    }
    Ok(slots)
}

const TEXTS: [(&str, &str); 7] = [
    ("secondary-effect", "What the secondary skill gives"),
    ("description", "Description"),
    ("critical-failure", "Critical failure"),
    ("failure", "Failure"),
    ("near-failure", "Near failure"),
    ("success", "Success"),
    ("additional", "Additional success"),
];

fn value_slot(table: &Table, who: ActorId, what: &str) -> Slot {
    let sheet = table.sheet(who);
    let up_to = |most: u8| number("value", "To", 0, i32::from(most));
    let words = |words: &[&str]| Slot::one("value", "To", words.iter().map(|word| Choice::plain(*word)).collect());
    match what {
        "health" => up_to(sheet.max_health),
        "stamina" => up_to(table.stamina_limit(who)),
        "stun" => up_to(sheet.max_stamina),
        "defense" | "ammo" | "ready-ammo" => up_to(99),
        "posture" => words(&["standing", "kneeling", "prone"]),
        "out" => {
            let is_crowded = || !table.is_active(who) && table.is_taken(table.actor(who).place.cell);
            let blocked = is_spent(table, who).is_some() || is_crowded();
            words(if blocked { &["out", "dying", "dead"] } else { &["active", "out", "dying", "dead"] })
        }
        "place" => {
            let free = table.setup.space.cells().filter(|&cell| !table.is_taken(cell)).map(|cell| (cell, 0));
            super::slots::cell(table, "value", "To", free)
        }
        _ => words(&["yes", "no"]),
    }
}

fn set(table: &Table, text: &str) -> Result<ActorSet, Refusal> {
    text.split(',').filter(|key| !key.is_empty()).map(|key| table.find(key)).collect()
}

pub fn intent(table: &Table, filled: &Filled) -> Result<Intent, Refusal> {
    let words = |slot: &str| filled.get(slot).unwrap_or_default().to_owned();
    let num = |slot: &str| filled.get(slot).and_then(|text| text.parse::<u8>().ok()).unwrap_or(0);
    let who = || table.find(filled.get("who").unwrap_or_default());
    let given = |slot: &str, is: fn(&crate::table::Actor) -> bool| match filled.get(slot) {
        Some(text) => set(table, text),
        None => Ok(active(table).filter(|&who| is(table.actor(who))).collect()),
    };
    let intent = match filled.verb.as_str() {
        "begin-rounds" => GmIntent::BeginRounds {
            surprised: given("surprised", |actor| actor.surprised)?,
            flat_footed: given("flat-footed", |actor| actor.flat_footed)?,
            warned: given("warned", |actor| actor.warning > 0)?,
            rounds: num("rounds"),
        },
        "end-rounds" => GmIntent::EndRounds,
        "say" => GmIntent::Say { text: words("text") },
        "wind" => GmIntent::Wind { dice: num("dice") },
        "wind-resist" => {
            let key = words("item");
            let item = table.item_ids().find(|&item| table.item_sheet(item).key == key);
            let item = item.ok_or_else(|| Refusal::plain("no-item", "there is no such weapon"))?;
            GmIntent::WindResist { item, resist: num("resist") }
        }
        "cover" => GmIntent::Cover { who: who()?, cover: num("cover"), concealment: num("concealment") },
        "piece" => {
            let at = table.pieces.iter().position(|piece| Some(&*piece.key) == filled.get("piece"));
            let piece = at.ok_or_else(|| Refusal::plain("no-piece", "there is no such thing"))? as u16;
            GmIntent::Piece { piece, cover: num("cover"), concealment: num("concealment") }
        }
        "rushed" => GmIntent::Rushed { rushed: filled.is_yes("rushed") },
        "alertness" => GmIntent::Alertness {
            who: set(table, &words("who"))?,
            difficulty: Some(num("difficulty")).filter(|difficulty| *difficulty > 0),
            danger: filled.get("danger") != Some("no"),
        },
        "call" => {
            let key = words("check");
            let at = table.setup.customs.iter().position(|form| key_of(&form.name) == key);
            let check = at.ok_or_else(|| Refusal::plain("no-check", "there is no such check"))? as u8;
            GmIntent::Call { who: who()?, check }
        }
        "verdict" => GmIntent::Verdict { who: who()?, succeeds: filled.is_yes("succeeds") },
        "write-check" => GmIntent::Write { check: Box::new(form(filled)) },
        "clue" => GmIntent::Clue { clue: Box::new(clue(filled)) },
        "help" => GmIntent::Help { who: who()? },
        "answer" => GmIntent::Answer { who: who()?, text: words("text") },
        _ => GmIntent::Correct { who: who()?, what: correction(table, filled)? },
    };
    legal(table, &intent)?;
    Ok(Intent::Gm(intent))
}

fn form(filled: &Filled) -> Custom {
    let words = |slot: &str| filled.get(slot).unwrap_or_default().to_owned();
    let key = |slot: &str| filled.get(slot).unwrap_or_default();
    let attribute = Attribute::ALL.into_iter().find(|attribute| attribute.word() == key("attribute"));
    Custom {
        name: words("name"),
        attribute: attribute.unwrap_or(Attribute::Body),
        skill: Primary::ALL.into_iter().find(|skill| key_of(skill.word()) == key("skill")),
        secondary: Secondary::ALL.into_iter().find(|skill| key_of(skill.word()) == key("secondary")),
        secondary_effect: words("secondary-effect"),
        aid: filled.is_yes("aid"),
        description: words("description"),
        difficulty: key("difficulty").parse().ok().filter(|difficulty| *difficulty > 0),
        critical_failure: words("critical-failure"),
        failure: words("failure"),
        near_failure: words("near-failure"),
        success: words("success"),
        additional: words("additional"),
        passive: filled.is_yes("passive"),
        materials: filled.is_yes("materials"),
        movement: filled.is_yes("movement"),
    }
}

fn correction(table: &Table, filled: &Filled) -> Result<Correction, Refusal> {
    let value = filled.get("value").unwrap_or_default();
    let number =
        || value.parse::<u8>().map_err(|_| Refusal::plain("bad-value", format!("{value:?} is no such number")));
    let yes = value == "yes";
    Ok(match filled.get("what").unwrap_or_default() {
        "health" => Correction::Health(number()?),
        "stamina" => Correction::Stamina(number()?),
        "defense" => Correction::Defense(number()?),
        "stun" => Correction::Stun(number()?),
        "ammo" => Correction::Ammo(number()?),
        "ready-ammo" => Correction::ReadyAmmo(number()?),
        "posture" => Correction::Posture(match value {
            "kneeling" => Posture::Kneeling,
            "prone" => Posture::Prone,
            _ => Posture::Standing,
        }),
        "out" => Correction::Out(match value {
            "active" => Out::Active,
            "dying" => Out::Dying,
            "dead" => Out::Dead,
            _ => Out::Out,
        }),
        "place" => {
            let cell = table.setup.space.find_cell(value);
            Correction::Place(cell.ok_or_else(|| Refusal::plain("bad-value", "this place is not on the map"))?)
        }
        "hidden" => Correction::Hidden(yes),
        "asleep" => Correction::Asleep(yes),
        "reaction" => Correction::Reaction(yes),
        _ => Correction::Materials(yes),
    })
}
