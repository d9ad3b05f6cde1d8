//! What the GM has filled in, read.

use super::{
    gm::{CORRECTIONS, travellers},
    slots::{cell_of, find_weapon, get, is_yes, need, number_of, only, word_of},
};
use crate::{
    Segments,
    actions::movement::Force,
    check::BEFORE_ROLL,
    gm::{
        GmIntent,
        correct::Correction,
        meet::{Meet, What},
    },
    reactions::free::Mover,
    sheet::{Attribute, StatusId},
    table::{Circumstance, Gives, Out, Table, Work},
    time::{Activity, passage},
    turn::{Intention, Why, rounds},
};
use referee_engine::{ActorId, ActorSet, Filled, Refusal, Side, key_of, rule};

fn known(verb: &str) -> &'static [&'static str] {
    match verb {
        "stop-clock" => &["why", "without", "unready"],
        "unleash" => &["trap"],
        "restart" => &["turns"],
        "go-on" => &["hours"],
        "work" => &["who", "activity", "total", "done"],
        "advance" => &["clock", "by"],
        "meet" => &["what", "at", "stop"],
        "circumstance" => &["who", "gives", "amount", "stays"],
        "clear" | "join" | "leave-out" | "exit" => &["who"],
        "allow" => &["intention"],
        "call" => &["who", "target", "weapon"],
        "push" => &["who", "how", "through", "to"],
        "push-thing" => &["thing", "how", "through", "to"],
        "supply" => &["who", "what", "days"],
        "enter" => &["who", "at"],
        "area" => &["area"],
        "ask-gm" => &["ask"],
        "hide" => &["who", "to"],
        "correct" => &["who", "what", "to", "status", "at"],
        _ => &[],
    }
}

/// Several names, none twice.
fn several<T: PartialEq>(text: &str, find: impl Fn(&str) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
    let mut all = Vec::new();
    for key in text.split(',').filter(|_| !text.is_empty()) {
        let found = find(key)?;
        if all.contains(&found) {
            return Err(Refusal::plain("bad-value", format!("{key:?} is named twice")));
        }
        all.push(found);
    }
    Ok(all)
}

fn find_area(table: &Table, key: &str) -> Result<u8, Refusal> {
    let found = table.setup.areas.iter().rposition(|area| key_of(&area.name) == key);
    found.map(|at| at as u8).ok_or_else(|| {
        let areas = table.setup.areas.iter().map(|area| key_of(&area.name));
        Refusal::plain("no-area", format!("there is no area {key:?}")).allowing(areas)
    })
}

fn find_side(table: &Table, key: &str) -> Result<Side, Refusal> {
    let found = table.setup.sides.iter().position(|side| key_of(side) == key);
    found.map(|at| Side(at as u8)).ok_or_else(|| Refusal::plain("no-side", format!("there is no side {key:?}")))
}

fn find_status(table: &Table, key: &str) -> Result<StatusId, Refusal> {
    table.find_status(key).ok_or_else(|| Refusal::plain("no-status", format!("there is no status {key:?}")))
}

/// The intent of the GM.
pub fn intent(book: &Segments, table: &Table, filled: &Filled) -> Result<GmIntent, Refusal> {
    if filled.verb == "journey" {
        return journey(table, filled);
    }
    only(filled, known(&filled.verb))?;
    let who = || table.find(need(filled, "who")?);
    let cell = |name: &str| cell_of(table, need(filled, name)?);
    Ok(match filled.verb.as_str() {
        "stop-clock" => GmIntent::StopClock {
            why: word_of(&Why::ALL, Why::key, get(filled, "why").unwrap_or("event"))?,
            left_out: several(filled.get("without").unwrap_or(""), |key| table.find(key))?
                .into_iter()
                .collect::<ActorSet>(),
            unready: several(filled.get("unready").unwrap_or(""), |key| find_side(table, key))?,
        },
        "unleash" => GmIntent::Unleash(table.find(need(filled, "trap")?)?),
        "restart" => {
            let usual = i32::from(rounds::turns_of(book, table)).min(144);
            GmIntent::Restart(number_of(filled, "turns", (0, 144), Some(usual))? as u16)
        }
        "begin-round" => GmIntent::BeginRound,
        "mark" => GmIntent::Mark,
        "go-on" => {
            let left = i32::from(crate::gm::hours_left(table)?);
            GmIntent::GoOn(number_of(filled, "hours", (1, left.max(1)), Some(left.max(1)))? as u8)
        }
        "halt" => GmIntent::Halt,
        "work" => GmIntent::Work(Work {
            who: who()?,
            activity: word_of(&Activity::ALL, Activity::key, need(filled, "activity")?)?,
            done: number_of(filled, "done", (0, 9_998), Some(0))? as u16,
            total: number_of(filled, "total", (1, 9_999), None)? as u16,
        }),
        "advance" => {
            let key = need(filled, "clock")?;
            let found = table.clocks.iter().position(|clock| key_of(&clock.name) == key);
            let clock = found.ok_or_else(|| Refusal::plain("no-clock", format!("there is no clock {key:?}")))?;
            GmIntent::Advance { clock: clock as u8, by: number_of(filled, "by", (-20, 20), Some(1))? as i8 }
        }
        "meet" => GmIntent::Meet(meet(table, filled)?),
        "circumstance" => {
            let word = need(filled, "gives")?;
            GmIntent::Circumstance(Circumstance {
                who: who()?,
                gives: gives(filled, word)?,
                once: !is_yes(filled, "stays")?,
            })
        }
        "clear" => GmIntent::Clear(who()?),
        "allow" => {
            let segment = table.segment().map(|segment| segment.who);
            let who =
                segment.ok_or_else(|| Refusal::by(rule!("SE-R28"), "no-segment", "nobody's segment is under way"))?;
            GmIntent::Allow { who, to: word_of(&Intention::ALL, Intention::key, need(filled, "intention")?)? }
        }
        "call" => {
            let by = who()?;
            let weapon = find_weapon(table, by, need(filled, "weapon")?)?;
            GmIntent::Call { by, at: table.find(need(filled, "target")?)?, weapon }
        }
        "push" | "push-thing" => {
            let what = if filled.verb == "push" {
                Mover::Body(who()?)
            } else {
                let key = need(filled, "thing")?;
                let thing = table
                    .find_thing(key)
                    .ok_or_else(|| Refusal::plain("unknown-thing", format!("there is no {key:?}")))?;
                Mover::Thing(thing)
            };
            let force = match get(filled, "how") {
                None | Some("thrown") => Force::Thrown,
                Some("teleported") => Force::Teleported,
                Some(other) => return Err(Refusal::plain("bad-value", format!("{other:?} is no way to be moved"))),
            };
            let through = get(filled, "through").map(|text| cell_of(table, text)).transpose()?;
            GmIntent::Push { what, through, to: cell("to")?, force }
        }
        "supply" => {
            let water = match need(filled, "what")? {
                "food" => false,
                "water" => true,
                other => return Err(Refusal::plain("bad-value", format!("{other:?} is neither food nor water"))),
            };
            GmIntent::Supply { who: who()?, water, days: number_of(filled, "days", (0, 60), None)? as u8 }
        }
        "join" => GmIntent::Join { who: who()?, joins: true },
        "leave-out" => GmIntent::Join { who: who()?, joins: false },
        "enter" => GmIntent::Enter { who: who()?, at: Some(cell("at")?) },
        "exit" => GmIntent::Enter { who: who()?, at: None },
        "area" => GmIntent::Area(find_area(table, need(filled, "area")?)?),
        "ask-gm" => GmIntent::AskGm(is_yes(filled, "ask")?),
        "hide" => {
            let hidden = match need(filled, "to")? {
                "hidden" => true,
                "seen" => false,
                other => return Err(Refusal::plain("bad-value", format!("{other:?} is neither hidden nor seen"))),
            };
            GmIntent::Correct { who: who()?, what: Correction::Hidden(hidden) }
        }
        _ => GmIntent::Correct { who: who()?, what: correction(table, filled)? },
    })
}

/// SE-D01, SE-D03: a passage as it is asked for.
fn journey(table: &Table, filled: &Filled) -> Result<GmIntent, Refusal> {
    if filled.get("then").is_some() {
        return Err(passage::varies());
    }
    let who = travellers(table);
    let keys: Vec<&str> = who.iter().map(|&who| table.sheet(who).key.as_str()).chain(["hours", "area"]).collect();
    only(filled, &keys)?;
    let hours = match filled.get("hours") {
        None => 8,
        Some(text) => {
            text.parse::<u8>().ok().filter(|hours| (1..=24).contains(hours)).ok_or_else(|| passage::too_long(text))?
        }
    };
    let area = get(filled, "area").map_or(Ok(table.area), |key| find_area(table, key))?;
    let activity = |who: ActorId| {
        let word = get(filled, &table.sheet(who).key).unwrap_or("travel");
        Ok((who, word_of(&Activity::ALL, Activity::key, word)?))
    };
    let activities = who.into_iter().map(activity).collect::<Result<Vec<_>, Refusal>>()?;
    Ok(GmIntent::Journey { hours, area, activities })
}

fn meet(table: &Table, filled: &Filled) -> Result<Meet, Refusal> {
    let what = match need(filled, "what")? {
        "table" => What::Table,
        "nothing" => What::Nothing,
        row => {
            let number =
                row.strip_prefix("row-").and_then(|number| number.parse::<u8>().ok()).filter(|number| *number > 0);
            What::Row(number.ok_or_else(|| Refusal::plain("bad-value", format!("{row:?} is nothing to meet")))? - 1)
        }
    };
    if what == What::Nothing {
        only(filled, &["what"])?;
        let anywhere = table.setup.space.cells().next().unwrap_or_default();
        return Ok(Meet { what, at: anywhere, stop: false });
    }
    Ok(Meet { what, at: cell_of(table, need(filled, "at")?)?, stop: is_yes(filled, "stop")? })
}

fn gives(filled: &Filled, word: &str) -> Result<Gives, Refusal> {
    if word == "modifier" {
        return Ok(Gives::Modifier(number_of(filled, "amount", (-20, 20), None)? as i8));
    }
    if filled.get("amount").is_some() {
        return Err(Refusal::plain("unknown-slot", "only a modifier has an amount"));
    }
    let rolls = BEFORE_ROLL[1..].iter().find(|(key, ..)| *key == word).map(|(.., gives)| *gives);
    let attribute = Attribute::ALL.into_iter().find(|attribute| key_of(attribute.word()) == word).map(Gives::Attribute);
    let more = match word {
        "deadly" => Some(Gives::Deadly),
        "unstoppable" => Some(Gives::Unstoppable),
        _ => None,
    };
    rolls.or(attribute).or(more).ok_or_else(|| Refusal::plain("bad-value", format!("{word:?} is nothing to give")))
}

fn correction(table: &Table, filled: &Filled) -> Result<Correction, Refusal> {
    let what = word_of(&CORRECTIONS, |word| word, need(filled, "what")?)?;
    let extra: &[&str] = match what {
        "health" | "out" => &["who", "what", "to"],
        "gain" | "lose" => &["who", "what", "status"],
        "place" => &["who", "what", "at"],
        _ => &["who", "what"],
    };
    only(filled, extra)?;
    Ok(match what {
        "health" => Correction::Health(number_of(filled, "to", (0, 99), None)? as i16),
        "gain" => Correction::Gain(find_status(table, need(filled, "status")?)?),
        "lose" => Correction::Lose(find_status(table, need(filled, "status")?)?),
        "down" => Correction::Down(true),
        "stand" => Correction::Down(false),
        "out" => Correction::Out(word_of(
            &[Out::Active, Out::Helpless, Out::Dying, Out::Dead],
            Out::word,
            need(filled, "to")?,
        )?),
        _ => Correction::Place(cell_of(table, need(filled, "at")?)?),
    })
}
