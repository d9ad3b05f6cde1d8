//! What the GM can do, on offer: each act with exactly the values that are accepted.

mod correct;
mod make;
mod read;

use crate::{
    Clockworld, Intent,
    gm::sheets::{MOST_PARTS, is_last_bulk},
    scene,
    sheet::Part,
    table::{Mode, Out, Table},
};
use make::{actors, can_check, effects, not, number, parts, ranks, several, severities, skill, text, words};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, RuleId, Slot, key_of, rule};

/// The words for commands, what people read, and the rule.
const ACTS: [(&str, &str, RuleId); 23] = [
    ("first-turn", "Who goes first", rule!("CW-D02")),
    ("circumstance", "Circumstances help or hinder", rule!("CW-D09")),
    ("clear-circumstance", "Circumstances as usual", rule!("CW-D09")),
    ("ask-before-checks", "Ask me before every Check", rule!("CW-D09")),
    ("check", "Call for a Check", rule!("CW-D35")),
    ("poison", "Poison or disease", rule!("CW-139")),
    ("injure", "Harm somebody", rule!("CW-103")),
    ("sight", "Cover, Concealment and line between two", rule!("CW-D13")),
    ("add-part", "A part to aim at", rule!("CW-D14")),
    ("impose", "Put a Condition on somebody", rule!("CW-014")),
    ("relieve", "Take a Condition away", rule!("CW-014")),
    ("awareness", "Who knows of whom", rule!("CW-273")),
    ("correct", "Correct a Character", rule!("CW-017")),
    ("correct-thing", "Correct a thing", rule!("CW-D19")),
    ("correct-sheet", "Correct a sheet", rule!("CW-D14")),
    ("set-turn", "Correct whose Turn it is", rule!("CW-003")),
    ("time", "Let time pass", rule!("CW-222")),
    ("end-scenario", "End the Scenario", rule!("CW-010")),
    ("resume", "The Scenario goes on", rule!("CW-007")),
    ("aftermath", "After the Scenario", rule!("CW-R59")),
    ("rest", "Rest", rule!("CW-R59")),
    ("downtime", "Downtime", rule!("CW-R51")),
    ("note", "Say something", rule!("CW-D55")),
];

/// The words for commands.
pub const VERBS: &[&str] = &[
    "first-turn",
    "circumstance",
    "clear-circumstance",
    "ask-before-checks",
    "check",
    "poison",
    "injure",
    "sight",
    "add-part",
    "impose",
    "relieve",
    "awareness",
    "correct",
    "correct-thing",
    "correct-sheet",
    "set-turn",
    "time",
    "end-scenario",
    "resume",
    "aftermath",
    "rest",
    "downtime",
    "note",
];

pub fn offers(_book: &Clockworld, table: &Table, all: &mut Vec<Offer>) {
    let bleeding = table.ids().any(|who| table.actor(who).out != Out::Dead && table.worst_unstabilized(who).is_some());
    for (verb, label, rule) in ACTS {
        if let Err(refusal) = fits_now(table, verb) {
            // What belongs to another time is only shown when it is near.
            if !matches!(verb, "aftermath" | "end-scenario") {
                continue;
            }
            all.push(offer(verb, label, rule, Some(refusal), None));
            continue;
        }
        let warning = (verb == "time" && bleeding && table.clock.mode == Mode::Turns)
            .then(|| "no Turns begin while time passes, so nobody makes a Shock Check".to_owned());
        all.push(offer(verb, label, rule, None, warning));
    }
}

fn offer(verb: &str, label: &str, rule: RuleId, refused: Option<Refusal>, warning: Option<String>) -> Offer {
    let (verb, label, group) = (verb.into(), label.into(), "GM".into());
    Offer { verb, actor: None, label, group, cost: String::new(), rule, refused, warning }
}

/// Does this belong to this part of play?
fn fits_now(table: &Table, verb: &str) -> Result<(), Refusal> {
    let (over, mode) = (table.over.is_some(), table.clock.mode);
    let (fits, why) = match verb {
        "first-turn" => (mode == Mode::Opening && !over, "who goes first is settled already"),
        "set-turn" => (mode == Mode::Turns && !over, "there are no Turns now"),
        "end-scenario" => (!over, "the Scenario is over already"),
        "resume" => (over, "the Scenario is not over"),
        "aftermath" => (over && mode != Mode::Aftermath, "the Scenario is not over, or its aftermath has begun"),
        "rest" | "downtime" => (mode == Mode::Aftermath, "there is time to rest only after the Scenario"),
        "clear-circumstance" => (!table.circumstances.is_empty(), "there are no circumstances to clear"),
        "check" | "poison" => (table.ids().any(|who| can_check(table)(&who)), "nobody can make a Check"),
        "sight" | "awareness" => (table.actors.len() > 1, "there is nobody else"),
        "relieve" => (table.actors.iter().any(|actor| !actor.conditions.is_empty()), "nobody has a Condition"),
        "correct-thing" => (!table.things.is_empty(), "there are no things"),
        _ => (true, ""),
    };
    if fits { Ok(()) } else { Err(Refusal::plain("not-now", why)) }
}

pub fn slots(_book: &Clockworld, table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    fits_now(table, &filled.verb)?;
    let mut slots = act_slots(table, filled)?;
    if !matches!(filled.verb.as_str(), "first-turn" | "aftermath" | "end-scenario") {
        slots.push(Slot::flag("secret", "For the GM alone"));
    }
    Ok(slots)
}

fn act_slots(table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    Ok(match filled.verb.as_str() {
        "first-turn" => first_turn(table, filled),
        "circumstance" => circumstance(table, filled),
        "clear-circumstance" => {
            let have = |who: &ActorId| table.circumstances.iter().any(|set| set.who == *who);
            let mut slots = vec![Slot::one("who", "Whose", actors(table, have))];
            if let Some(who) = filled.get("who").and_then(|key| table.find(key).ok()) {
                let own = table.circumstances.iter().filter(|set| set.who == who).enumerate();
                let mut of = vec![Choice::plain("all")];
                of.extend(own.map(|(at, set)| Choice::new(at.to_string(), set.why.clone())));
                slots.push(Slot::one("which", "Which", of).or("all"));
            }
            slots
        }
        "ask-before-checks" => vec![Slot::one("ask", "Ask?", vec![Choice::plain("yes"), Choice::plain("no")])],
        "check" => vec![
            several("who", "Who", actors(table, can_check(table))),
            Slot::one("name", "For what", words(["endure", "resist", "perceive", "check"])).or("check"),
            // Endure, Resist and Perceive have their Skill; another Check needs one.
            match filled.get("name") {
                Some("endure") => skill().or("fortitude"),
                Some("resist") => skill().or("willpower"),
                Some("perceive") => skill().or("acuity"),
                _ => skill(),
            },
            Slot::listed("rank", "How hard", ranks()),
            Slot::flag("capped", "Skill Capped"),
            Slot::listed("fails", "Who fails is", effects()).or("nothing"),
            text("why", "What it is about").or(""),
        ],
        "poison" => {
            let mut of: Vec<Choice> = scene::library().names("poison").map(Choice::plain).collect();
            of.push(Choice::new("other", "Another one"));
            let mut slots = vec![several("who", "Who", actors(table, can_check(table))), Slot::one("with", "What", of)];
            if filled.get("with") == Some("other") {
                slots.push(Slot::listed("rank", "How hard", ranks()));
                slots.push(Slot::listed("effect", "Who fails is", &effects()[1..]));
                slots.push(text("why", "Its name").or("Poison"));
            }
            slots
        }
        "injure" => {
            let mut slots = vec![Slot::one("who", "Whom", actors(table, |_| true))];
            if let Some(who) = filled.get("who").and_then(|key| table.find(key).ok()) {
                slots.push(Slot::one("part", "Where", parts(table, who)));
            }
            slots.push(Slot::one("severity", "How badly", severities()));
            slots
        }
        "sight" => {
            let all = || actors(table, |_| true);
            let level = |name: &str, label: &str, no: &str, yes: &str| {
                Slot::one(name, label, words(["map", no, yes])).or("map")
            };
            vec![
                Slot::one("from", "Who looks", all()),
                Slot::one("to", "At whom", actors(table, not(table, filled.get("from")))),
                level("line", "The line", "clear", "blocked"),
                level("cover", "Cover", "no", "yes"),
                level("concealment", "Concealment", "no", "yes"),
                Slot::one("both", "Both ways", words(["yes", "no"])).or("yes"),
            ]
        }
        "add-part" => {
            let room = |parts: &[Part]| parts.len() < MOST_PARTS;
            let mut of = actors(table, |id| room(&table.sheet(*id).body));
            let things = table.setup.things.iter().filter(|sheet| room(&sheet.parts));
            of.extend(things.map(|sheet| Choice::new(sheet.key.clone(), sheet.name.clone())));
            // A part that is there already gets another class; the last Bulk stays one (CW-073).
            let key = filled.get("of").unwrap_or_default();
            let body = match (table.find(key), table.find_thing(key)) {
                (Ok(who), _) => table.sheet(who).body.as_slice(),
                (_, Ok(thing)) => table.thing_sheet(thing).parts.as_slice(),
                _ => &[],
            };
            let named = filled.get("name").map(key_of).unwrap_or_default();
            let known = body.iter().position(|part| key_of(&part.part) == named);
            let last = known.is_some_and(|at| is_last_bulk(body, at));
            vec![
                Slot::one("of", "Of whom or what", of),
                text("name", "What it is called"),
                Slot::one("class", "Its class", if last { words(["bulk"]) } else { words(["bulk", "brim", "ace"]) }),
                Slot::one("limb", "Which limb", words(["none", "arm", "leg", "other"])).or("none"),
            ]
        }
        "impose" => impose(table, filled),
        "relieve" => {
            let mut slots =
                vec![Slot::one("who", "Whose", actors(table, |id| !table.actor(*id).conditions.is_empty()))];
            if let Some(who) = filled.get("who").and_then(|key| table.find(key).ok()) {
                let all = table.actor(who).conditions.iter().enumerate();
                let of = all.map(|(at, condition)| Choice::new(at.to_string(), condition.kind.name())).collect();
                slots.push(Slot::one("which", "Which", of));
            }
            slots
        }
        "awareness" => vec![
            Slot::one("who", "Who", actors(table, |_| true)),
            Slot::one("of", "Of whom", actors(table, not(table, filled.get("who")))),
            Slot::one("aware", "Knows?", words(["yes", "no"])),
        ],
        "correct" | "correct-thing" | "correct-sheet" => correct::slots(table, filled),
        "set-turn" => vec![Slot::one("side", "Whose", words(["players", "threats"]))],
        "time" => vec![
            number("seconds", "Seconds", 0, 59, Some(0)),
            // A minute, if nothing else is said.
            number("minutes", "Minutes", 0, 59, Some(i32::from(usual_minutes(filled) > 0))),
            number("hours", "Hours", 0, 8_999, Some(0)),
        ],
        "end-scenario" => vec![
            Slot::one("winner", "Who wins", words(["players", "threats", "nobody"])),
            text("why", "Why").or("the GM ends it"),
        ],
        "rest" => vec![number("hours", "Hours", 1, 9_000, Some(8))],
        "downtime" => vec![number("hours", "Hours", 1, 9_000, Some(168))],
        "note" => {
            let mut of = vec![Choice::new("all", "Everybody")];
            of.extend(actors(table, |_| true));
            vec![text("text", "What"), Slot::one("to", "To whom", of).or("all")]
        }
        _ => Vec::new(),
    })
}

/// One minute passes if neither seconds nor hours are named.
fn usual_minutes(filled: &Filled) -> u64 {
    u64::from(filled.get("seconds").is_none() && filled.get("hours").is_none())
}

fn first_turn(table: &Table, filled: &Filled) -> Vec<Slot> {
    let of = |side: u8| actors(table, |id| table.side_of(*id).0 == side && table.is_active(*id));
    let mut ways = words(["players", "threats", "contest"]);
    if of(0).is_empty() || of(1).is_empty() {
        ways.pop(); // a Contest needs somebody on each side
    }
    let mut slots = vec![Slot::one("side", "Which side", ways)];
    if filled.get("side") == Some("contest") {
        slots.push(several("players", "Of the Players", of(0)));
        slots.push(several("threats", "Of the Threats", of(1)));
        slots.push(skill().or("acuity")); // CW-R17
    }
    slots
}

fn circumstance(table: &Table, filled: &Filled) -> Vec<Slot> {
    let mut slots = vec![
        Slot::one("who", "Whose Checks", actors(table, |_| true)),
        Slot::one("gives", "What", words(["high-roll", "low-roll", "fear", "modifier", "skill"])),
    ];
    match filled.get("gives") {
        Some("modifier") => slots.push(number("amount", "How much", -10, 10, None)),
        Some("skill") => slots.push(skill()),
        _ => {}
    }
    // CW-051: fear weighs on all Checks until it is over.
    let lasts = if filled.get("gives") == Some("fear") { "until-cleared" } else { "once" };
    slots.push(Slot::one("lasts", "For how long", words(["once", "until-cleared"])).or(lasts));
    slots.push(text("why", "Why").or(""));
    slots
}

fn impose(table: &Table, filled: &Filled) -> Vec<Slot> {
    const KINDS: [&str; 7] =
        ["staggered", "immobilized", "distracted-against", "distracted-except", "pinned", "strangled", "bound"];
    let mut slots = vec![Slot::one("who", "On whom", actors(table, |_| true))];
    let Some(who) = filled.get("who") else { return slots };
    let bindings: Vec<Choice> = {
        let all = table.setup.things.iter().filter(|sheet| sheet.bindings.is_some());
        all.map(|sheet| Choice::new(sheet.key.clone(), sheet.name.clone())).collect()
    };
    let target = table.find(who).ok();
    // CW-153, CW-158, CW-R87: a hold by hand needs free hands, within Reach.
    let causers = |kind: &str| {
        let hands = match kind {
            "pinned" => 2,
            "strangled" => 1,
            _ => 0,
        };
        let other = not(table, Some(who));
        actors(table, |id| {
            let free = hands == 0 || table.is_active(*id) && table.actor(*id).hold.is_none();
            let near = |target| {
                let reach = u32::from(table.sheet(*id).reach_ft);
                table.within(table.actor(*id).place, table.actor(target).place, reach)
            };
            other(id) && free && table.free_arms(*id).len() >= hands && (hands == 0 || target.is_some_and(near))
        })
    };
    let mut kinds = words(KINDS);
    kinds.retain(|kind| match kind.key.as_str() {
        "staggered" | "immobilized" => true,
        "bound" => !bindings.is_empty() && !causers("bound").is_empty(),
        kind => !causers(kind).is_empty(),
    });
    slots.push(Slot::one("condition", "Which", kinds));
    let kind = filled.get("condition").unwrap_or_default();
    if KINDS[2..].contains(&kind) {
        slots.push(Slot::one("by", "By whom", causers(kind)));
    }
    if kind == "bound" {
        slots.push(Slot::one("with", "With", bindings));
    }
    let lasts = if matches!(kind, "pinned" | "bound") { "until-cleared" } else { "round" };
    slots.push(Slot::one("lasts", "For how long", words(["round", "until-cleared"])).or(lasts));
    slots
}

pub fn intent(book: &Clockworld, table: &Table, filled: &Filled) -> Result<Intent, Refusal> {
    read::intent(book, table, filled).map(Intent::Gm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_has_its_word() {
        assert_eq!(ACTS.map(|(verb, ..)| verb), VERBS);
    }
}
