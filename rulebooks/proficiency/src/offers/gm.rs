//! What the GM can do, on offer.

use super::{actors, joint, named, offer, place_of};
use crate::{
    Intent, Proficiency,
    actions::task::{self, Against, Challenge, Price},
    check::Using,
    dc::{FACTORS, Level},
    gm::{self, Correction, GmIntent, Imposed, LONGEST, MOST_UNITS},
    house::InitiativeSurprise,
    resource::{DieSize, Left, ResourceId, RollWhen},
    sheet::Ability,
    table::{Circumstance, Gives, Life, Mode, Table},
    turn::initiative::Plan,
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Offer, Refusal, RuleId, Side, Slot, key_of, rule};

/// Word, label and rule of each act of the GM.
const ACTS: [(&str, &str, RuleId); 31] = [
    ("turns", "Run the scene in turns", rule!("PR-D01")),
    ("initiative", "Declare initiative", rule!("PR-D02")),
    ("end-turns", "No more turns", rule!("PR-D35")),
    ("clock", "Set the unit of time", rule!("PR-D03")),
    ("time", "Let units of time pass", rule!("PR-R10")),
    ("modify", "Change the DC of checks to come", rule!("PR-D13")),
    ("factor", "A factor of the situation", rule!("PR-R66")),
    ("advantage", "ADV or DIS on checks to come", rule!("PR-D14")),
    ("ability", "Another ability for the next check", rule!("PR-D15")),
    ("clear", "Circumstances as usual", rule!("PR-D13")),
    ("ask-before-checks", "Ask me before every check", rule!("PR-D13")),
    ("call", "Call for a check", rule!("PR-039")),
    ("save", "Call for a Save", rule!("PR-D29")),
    ("strike", "A hazard strikes", rule!("PR-D29")),
    ("grant", "Grant a Bonus check", rule!("PR-D23")),
    ("exertion", "An exertion", rule!("PR-D31")),
    ("restock", "Fill a stock", rule!("PR-D32")),
    ("inflict", "A lasting effect begins", rule!("PR-R98")),
    ("roll-out", "Roll out what lasts, or end it", rule!("PR-D38")),
    ("prepare", "Prepare a task", rule!("PR-D26")),
    ("arrive", "Somebody comes", rule!("PR-R21")),
    ("roll-hp", "Roll hit points", rule!("PR-R71")),
    ("hp", "Correct hit points", rule!("PR-R72")),
    ("fate", "What becomes of somebody", rule!("PR-D33")),
    ("immortal", "Immortal or mortal", rule!("PR-D37")),
    ("impose", "A condition, on or off", rule!("PR-R44")),
    ("magic", "Magic on somebody", rule!("PR-R67")),
    ("place", "Put somebody somewhere", rule!("PR-R91")),
    ("note", "Say something", rule!("PR-D34")),
    ("end-scene", "End the scene", rule!("PR-D35")),
    ("go-on", "The scene goes on", rule!("PR-D35")),
];

/// Is this one of them?
pub fn is_verb(verb: &str) -> bool {
    ACTS.iter().any(|(known, ..)| *known == verb)
}

/// What the GM may do now.
pub fn offers(book: &Proficiency, table: &Table, all: &mut Vec<Offer>) {
    for (verb, label, rule) in ACTS {
        if let Ok(slots) = slots(book, table, &Filled::of(verb, None))
            && slots.iter().all(has_values)
        {
            all.push(offer(verb, None, label, "GM", "", rule, None));
        }
    }
}

fn has_values(slot: &Slot) -> bool {
    !matches!(&slot.domain, Domain::One { of } | Domain::Several { of, .. } if of.is_empty())
}

/// PR-V46, PR-V72: what the GM may not do, said in the words of the rule rather than those of a slot.
pub fn plainly_wrong(filled: &Filled) -> Result<(), Refusal> {
    if filled.verb == "modify" && filled.get("on") == Some("check") {
        let points = filled.get("points").and_then(|points| points.parse().ok()).unwrap_or(0);
        return Err(gm::not_on_a_check(points));
    }
    match filled.get("level") {
        Some(level) if level.parse::<i32>().is_ok() => Err(gm::no_such_level(level)),
        _ => Ok(()),
    }
}

fn everybody(table: &Table) -> Vec<Choice> {
    actors(table, |_| true)
}

fn levels() -> Slot {
    Slot::one("level", "How hard", Level::ALL.map(|level| Choice::new(level.key(), level.word())).into())
}

fn modes() -> Vec<Choice> {
    Mode::ALL.map(|mode| Choice::new(mode.key(), mode.word())).into()
}

fn edges() -> Vec<Choice> {
    vec![Choice::new("none", "Neither"), Choice::new("adv", "ADV"), Choice::new("dis", "DIS")]
}

fn once() -> Slot {
    Slot::one("for", "For", vec![Choice::new("next", "the next check"), Choice::new("all", "all checks")]).or("next")
}

fn resources(table: &Table, fits: impl Fn(&crate::resource::ResourceSheet) -> bool) -> Vec<Choice> {
    let all = table.setup.resources.iter().filter(|sheet| fits(sheet));
    all.map(|sheet| Choice::new(sheet.key.clone(), sheet.name.clone())).collect()
}

fn several(name: &str, label: &str, of: Vec<Choice>, least: usize) -> Slot {
    let most = of.len();
    Slot::of(name, label, Domain::Several { of: of.into(), least, most })
}

fn sides(table: &Table) -> Vec<Choice> {
    table.setup.sides.iter().map(|side| Choice::new(key_of(side), side.clone())).collect()
}

fn number(name: &str, label: &str, min: i32, max: i32) -> Slot {
    Slot::of(name, label, Domain::Number { min, max })
}

fn modifier(name: &str) -> Slot {
    number(name, "GM's modifier", -5, 5).or("0")
}

/// The slots of an act of the GM.
pub fn slots(book: &Proficiency, table: &Table, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let who = |of: Vec<Choice>| Slot::one("who", "Who", of);
    Ok(match filled.verb.as_str() {
        "turns" => {
            gm::legal(book, table, &GmIntent::Turns { order: Default::default() })?;
            vec![several("order", "These sides first", sides(table), 0).or("")]
        }
        "initiative" => {
            gm::legal(book, table, &GmIntent::Initiative(Plan::default()))?;
            let rollers = actors(table, |id| table.is_pc(id) && table.is_able(id));
            let mut slots = vec![
                several("adv", "ADV for", sides(table), 0).or(""),
                several("dis", "DIS for", sides(table), 0).or(""),
            ];
            if book.house.initiative_surprise == InitiativeSurprise::LoseFirstTurn {
                slots.push(several("surprised", "Surprised", sides(table), 0).or(""));
            }
            if let Some(first) = rollers.first().map(|choice| choice.key.clone()) {
                slots.push(Slot::one("roller", "Who rolls for the PCs", rollers).or(first));
            }
            slots
        }
        "end-turns" => gm::legal(book, table, &GmIntent::EndTurns).map(|()| Vec::new())?,
        "clock" => {
            let mut slots = vec![Slot::one("mode", "Unit", modes())];
            let mode = Mode::ALL.into_iter().find(|mode| Some(mode.key()) == filled.get("mode"));
            let usual = mode.map_or(1, |mode| table.counts[mode as usize]);
            slots.push(number("count", "How many seconds, minutes, hours, days", 1, 10).or(usual.to_string()));
            slots
        }
        "time" => {
            gm::legal(book, table, &GmIntent::Time { units: 1 })?;
            vec![number("units", "Units", 1, i32::from(MOST_UNITS)).or("1")]
        }
        "modify" => vec![
            who(everybody(table)),
            Slot::one("on", "On", vec![Choice::new("dc", "the DC")]).or("dc"),
            number("points", "Change of the DC", -5, 5),
            once(),
        ],
        "factor" => {
            let of = FACTORS.iter().map(|(name, points)| Choice::plain(*name).noting(format!("{points:+}")));
            vec![who(everybody(table)), Slot::one("factor", "Which", of.collect()), once()]
        }
        "advantage" => {
            let of = vec![Choice::new("adv", "ADV"), Choice::new("dis", "DIS")];
            vec![who(everybody(table)), Slot::one("edge", "Which", of), once()]
        }
        "ability" => {
            let of = Ability::ALL.map(|ability| Choice::new(ability.key(), ability.word())).into();
            vec![who(everybody(table)), Slot::one("ability", "Which", of)]
        }
        "clear" => vec![who(actors(table, |id| table.circumstances.iter().any(|set| set.who == id)))],
        "ask-before-checks" => vec![Slot::flag("ask", "Ask")],
        "call" => call_slots(book, table, filled),
        "save" => {
            let of = Ability::ALL.map(|ability| Choice::new(ability.key(), ability.word())).into();
            let here = actors(table, |id| table.actor(id).life <= Life::Captured);
            vec![who(here), Slot::one("ability", "With", of), levels(), modifier("mod")]
        }
        "strike" => {
            let of = table.setup.hazards.iter().map(|it| Choice::new(it.key.clone(), it.name.clone()));
            let here = actors(table, |id| table.actor(id).life <= Life::Captured);
            vec![Slot::one("hazard", "Which", of.collect()), several("who", "Whom", here, 1)]
        }
        "grant" => vec![who(actors(table, |id| gm::legal(book, table, &GmIntent::Grant { who: id }).is_ok()))],
        "exertion" => vec![who(actors(table, |id| gm::fatigue(table, id).is_some()))],
        "restock" => {
            let mut slots = vec![who(everybody(table)), Slot::one("what", "What", resources(table, |it| !it.area))];
            if let Some(kind) = resource(table, filled) {
                let far = table.resource(kind).direction.far_end();
                let of = DieSize::CHAIN.iter().filter(|die| **die != far).map(|die| Choice::plain(die.word()));
                let mut of: Vec<Choice> = of.collect();
                of.push(Choice::plain("counted"));
                slots.push(Slot::one("die", "Die", of).or(gm::full(table, kind).word()));
                if filled.get("die") == Some("counted") {
                    slots.push(number("count", "How many", 1, 1000));
                }
            }
            slots
        }
        "inflict" => {
            let lasting = resources(table, |it| it.roll_when == RollWhen::EachTurn);
            vec![who(actors(table, |id| table.actor(id).life <= Life::Captured)), Slot::one("what", "What", lasting)]
        }
        "roll-out" => {
            gm::legal(book, table, &GmIntent::RollOut { roll: true })?;
            let of = vec![Choice::new("roll", "Roll it out"), Choice::new("end", "End it")];
            vec![Slot::one("how", "How", of).or("roll")]
        }
        "prepare" => {
            if table.tasks.len() >= gm::MOST_TASKS {
                return Err(Refusal::plain("too-many", "there are too many tasks"));
            }
            let mut units = modes();
            units.insert(0, Choice::plain("any"));
            vec![
                Slot::of("name", "What", Domain::Text { longest: 80 }),
                levels(),
                modifier("mod"),
                Slot::one("with", "With", joint::using_choices(table)),
                number("needed", "Successes", 1, 20).or("1"),
                number("limit", "Checks at most; 0 for any number", 0, 50).or("0"),
                Slot::one("unit", "Unit of time", units).or("any"),
            ]
        }
        "arrive" => vec![who(actors(table, |id| table.actor(id).life == Life::Absent))],
        "roll-hp" => {
            if let Some(id) = chosen(table, filled) {
                gm::hit_points::legal(book, table, id)?;
            }
            vec![who(actors(table, |id| gm::hit_points::legal(book, table, id).is_ok()))]
        }
        "hp" => {
            let mut slots = vec![who(actors(table, |id| table.actor(id).life != Life::Dead))];
            if let Some(id) = chosen(table, filled) {
                slots.push(number("hp", "Hit points", 0, i32::from(table.sheet(id).hp_max)));
            }
            slots
        }
        "fate" => {
            let of = ["able", "captured", "dead", "not here"].map(Choice::plain).into();
            vec![who(everybody(table)), Slot::one("life", "What", of)]
        }
        "immortal" => vec![who(everybody(table)), Slot::flag("immortal", "Immortal")],
        "impose" => {
            let of = Imposed::ALL.map(|which| Choice::plain(which.word())).into();
            vec![who(everybody(table)), Slot::one("condition", "Which", of), Slot::flag("off", "Take it away")]
        }
        "magic" => vec![who(everybody(table)), number("points", "Bonus points", 0, 3)],
        "place" => {
            let mut slots = vec![who(everybody(table))];
            if !table.is_mapped() {
                return Err(Refusal::by(rule!("PR-R91"), "no-map", "there is no map"));
            }
            if let Some(id) = chosen(table, filled) {
                let space = &table.setup.space;
                let put = |cell| Correction::Place { who: id, cell };
                let free = |cell: &_| gm::legal(book, table, &GmIntent::Correct(put(*cell))).is_ok();
                let of = space.cells().filter(free).map(|cell| CellChoice::of(space, cell, 0, "")).collect();
                slots.push(Slot::of("to", "Where", Domain::Cell { of }));
            }
            slots
        }
        "note" => {
            let words = Slot::of("text", "Words", Domain::Text { longest: LONGEST });
            vec![words, Slot::flag("secret", "For me alone")]
        }
        "end-scene" => {
            gm::legal(book, table, &GmIntent::EndScene { winner: None })?;
            let mut of = sides(table);
            of.insert(0, Choice::plain("nobody"));
            vec![Slot::one("winner", "Who won", of).or("nobody")]
        }
        _ => gm::legal(book, table, &GmIntent::GoOn).map(|()| vec![])?,
    })
}

fn chosen(table: &Table, filled: &Filled) -> Option<ActorId> {
    filled.get("who").and_then(|key| table.find(key).ok())
}

fn resource(table: &Table, filled: &Filled) -> Option<ResourceId> {
    place_of(&table.setup.resources, filled.get("what"), |sheet| sheet.key.as_str()).map(ResourceId)
}

/// PR-D09 to PR-D16: who, with what, against what, and how the situation changes it.
fn call_slots(book: &Proficiency, table: &Table, filled: &Filled) -> Vec<Slot> {
    let mut slots = vec![
        Slot::one("who", "Who", actors(table, |id| table.is_able(id))),
        Slot::one("with", "With", joint::using_choices(table)),
    ];
    let Some(who) = chosen(table, filled) else { return slots };
    let mut against: Vec<Choice> = Level::ALL.map(|level| Choice::new(level.key(), level.word())).into();
    let others = actors(table, |id| id != who && table.is_able(id));
    if !others.is_empty() {
        against.push(Choice::plain("opposed"));
    }
    slots.push(Slot::one("level", "Against", against));
    if filled.get("level") == Some("opposed") {
        slots.push(several("by", "Opposed by", others, 1));
        slots.push(Slot::one("opposing", "With", joint::using_choices(table)));
    }
    slots.push(modifier("mod"));
    slots.push(Slot::one("edge", "ADV or DIS", edges()).or("none"));
    if task::may_take(book, table, who).is_ok() {
        slots.push(Slot::flag("standard", "Takes its Standard check"));
    }
    if let Some(using) = joint::using(table, filled.get("with")) {
        joint::manner_slots(book, table, who, using, &mut slots);
    }
    slots
}

/// The intent of an act of the GM whose slots fit.
pub fn intent(book: &Proficiency, table: &Table, filled: &Filled) -> Result<Intent, Refusal> {
    let who = || table.find(filled.get("who").unwrap_or_default());
    let number = |slot: &str, default: i32| filled.get(slot).and_then(|text| text.parse().ok()).unwrap_or(default);
    let using = || joint::using(table, filled.get("with")).unwrap_or(Using::ability(Ability::Int));
    let level = || Level::ALL.into_iter().find(|level| Some(level.key()) == filled.get("level"));
    let ability = || Ability::ALL.into_iter().find(|ability| Some(ability.key()) == filled.get("ability"));
    let missing = || Refusal::plain("slot-missing", "something is left out");
    let circumstance = |gives: Gives, why: &str| -> Result<GmIntent, Refusal> {
        let once = filled.get("for") != Some("all");
        Ok(GmIntent::Circumstance(Circumstance { who: who()?, gives, once, why: why.to_owned() }))
    };
    let sides_of = |slot: &str| {
        let words = filled.get(slot).unwrap_or_default().split(',').filter(|word| !word.is_empty());
        words.filter_map(|word| side(table, word)).collect::<Vec<Side>>()
    };
    let intent = match filled.verb.as_str() {
        "turns" => GmIntent::Turns { order: sides_of("order").into_iter().collect() },
        "initiative" => GmIntent::Initiative(Plan {
            roller: filled.get("roller").and_then(|key| table.find(key).ok()),
            adv: sides_of("adv").into_iter().collect(),
            dis: sides_of("dis").into_iter().collect(),
            surprised: sides_of("surprised").into_iter().collect(),
        }),
        "end-turns" => GmIntent::EndTurns,
        "clock" => {
            let mode = Mode::ALL.into_iter().find(|mode| Some(mode.key()) == filled.get("mode")).ok_or_else(missing)?;
            GmIntent::Clock { mode, count: filled.get("count").and_then(|count| count.parse().ok()) }
        }
        "time" => GmIntent::Time { units: number("units", 1) as u8 },
        "modify" => circumstance(Gives::Dc(number("points", 0) as i8), "")?,
        "factor" => {
            let found = FACTORS.iter().find(|(name, _)| Some(key_of(name).as_str()) == filled.get("factor"));
            let (name, points) = found.ok_or_else(missing)?;
            circumstance(Gives::Dc(*points), name)?
        }
        "advantage" if filled.get("edge") == Some("adv") => circumstance(Gives::Adv, "")?,
        "advantage" => circumstance(Gives::Dis, "")?,
        "ability" => circumstance(Gives::Ability(ability().ok_or_else(missing)?), "")?,
        "clear" => GmIntent::Clear { who: who()? },
        "ask-before-checks" => GmIntent::AskBeforeChecks(filled.is_yes("ask")),
        "call" => {
            let who = who()?;
            let against = match level() {
                Some(level) => Against::Level(level),
                None => Against::Opposed {
                    by: named(table, filled, "by")?.into_iter().collect(),
                    with: joint::using(table, filled.get("opposing")).ok_or_else(missing)?,
                },
            };
            let edge = match filled.get("edge") {
                Some("adv") => 1,
                Some("dis") => -1,
                _ => 0,
            };
            let manner = joint::manner(table, who, filled)?;
            let gm_mod = number("mod", 0) as i8;
            let price = if filled.is_yes("standard") { Price::Standard } else { Price::Free };
            GmIntent::Call(Challenge { actor: who, using: using(), manner, against, gm_mod, edge, price })
        }
        "save" => GmIntent::CallSave {
            who: who()?,
            ability: ability().ok_or_else(missing)?,
            level: level().ok_or_else(missing)?,
            gm_mod: number("mod", 0) as i8,
        },
        "strike" => {
            let hazard = place_of(&table.setup.hazards, filled.get("hazard"), |hazard| hazard.key.as_str());
            let who = named(table, filled, "who")?.into_iter().collect();
            GmIntent::Strike { hazard: hazard.ok_or_else(missing)?, who }
        }
        "grant" => GmIntent::Grant { who: who()? },
        "exertion" => GmIntent::Exertion { who: who()? },
        "restock" => {
            let kind = resource(table, filled).ok_or_else(missing)?;
            let die = DieSize::CHAIN.into_iter().find(|die| Some(die.word()) == filled.get("die"));
            let left = match (filled.get("die"), die) {
                (Some("counted"), _) => Left::Count(number("count", 1) as u16),
                (_, die) => Left::Die(die.unwrap_or(gm::full(table, kind))),
            };
            GmIntent::Restock { who: who()?, kind, left }
        }
        "inflict" => GmIntent::Inflict { who: who()?, kind: resource(table, filled).ok_or_else(missing)? },
        "roll-out" => GmIntent::RollOut { roll: filled.get("how") != Some("end") },
        "prepare" => {
            let using = using();
            GmIntent::Task {
                name: filled.get("name").unwrap_or_default().to_owned(),
                level: level().ok_or_else(missing)?,
                gm_mod: number("mod", 0) as i8,
                skill: using.skill,
                ability: using.ability,
                needed: number("needed", 1) as u8,
                limit: Some(number("limit", 0) as u8).filter(|limit| *limit > 0),
                unit: Mode::ALL.into_iter().find(|mode| Some(mode.key()) == filled.get("unit")),
            }
        }
        "arrive" => GmIntent::Arrive { who: who()? },
        "roll-hp" => GmIntent::RollHp { who: who()? },
        "hp" => GmIntent::Correct(Correction::Hp { who: who()?, hp: number("hp", 0) as i16 }),
        "fate" => {
            let life = match filled.get("life") {
                Some("able") => Life::Able,
                Some("captured") => Life::Captured,
                Some("dead") => Life::Dead,
                _ => Life::Absent,
            };
            GmIntent::Correct(Correction::Fate { who: who()?, life })
        }
        "immortal" => GmIntent::Correct(Correction::Immortal { who: who()?, immortal: filled.is_yes("immortal") }),
        "impose" => {
            let which = Imposed::ALL.into_iter().find(|which| Some(which.word()) == filled.get("condition"));
            let (which, on) = (which.ok_or_else(missing)?, !filled.is_yes("off"));
            GmIntent::Correct(Correction::Condition { who: who()?, which, on })
        }
        "magic" => GmIntent::Correct(Correction::Magic { who: who()?, points: number("points", 0) as u8 }),
        "place" => {
            let cell = filled.get("to").and_then(|text| table.setup.space.find_cell(text)).ok_or_else(missing)?;
            GmIntent::Correct(Correction::Place { who: who()?, cell })
        }
        "note" => {
            let text = filled.get("text").unwrap_or_default().to_owned();
            GmIntent::Note { text, secret: filled.is_yes("secret") }
        }
        "end-scene" => GmIntent::EndScene { winner: filled.get("winner").and_then(|word| side(table, word)) },
        _ => GmIntent::GoOn,
    };
    gm::legal(book, table, &intent)?;
    Ok(Intent::Gm(intent))
}

fn side(table: &Table, word: &str) -> Option<Side> {
    table.setup.sides.iter().position(|side| key_of(side) == word).map(|at| Side(at as u8))
}
