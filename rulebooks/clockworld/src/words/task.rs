//! Tasks in words.

use super::{Asked, factors, sum};
use crate::{
    actions::task::{Details, Object, Task, TaskEvent, TaskName, TaskQuestion},
    rank::Rank,
    sheet::Length,
    table::{Table, Wholeness},
};
use referee_engine::{Choice, Line, Who, rule};

/// What a Task is done to: `the Safe`, `Bandit`, or its own words.
pub(super) fn object(table: &Table, task: &Task) -> String {
    match (&task.details, task.object) {
        (Details::Part(part), Object::Thing(thing)) => {
            let sheet = table.thing_sheet(thing);
            let part = sheet.parts.get(usize::from(*part)).map_or("a part", |part| part.part.as_str());
            format!("{} ({part})", sheet.name)
        }
        (Details::Words(words) | Details::Own { what: words, .. }, _) => words.clone(),
        (Details::Creatures, _) => "hidden creatures".into(),
        (_, Object::Thing(thing)) => table.thing_sheet(thing).name.clone(),
        (_, Object::Actor(who)) => table.name(who).to_owned(),
        (_, Object::None | Object::Skill(_)) => "nothing in particular".into(),
    }
}

fn title(table: &Table, task: &Task) -> String {
    match task.name {
        TaskName::Other => object(table, task),
        name => format!("{} ({})", name.named().word(), object(table, task)),
    }
}

/// `2 Actions`, `10 minutes`.
fn time(actions: u16, seconds: u64) -> String {
    let count = |number: u64, unit: &str| match number {
        1 => format!("1 {unit}"),
        number => format!("{number} {unit}s"),
    };
    match (actions, seconds) {
        (0, seconds) if seconds > 0 && seconds % 3600 == 0 => count(seconds / 3600, "hour"),
        (0, seconds) if seconds > 0 && seconds % 60 == 0 => count(seconds / 60, "minute"),
        (0, seconds) if seconds > 0 => count(seconds, "second"),
        (actions, _) => count(u64::from(actions), "Action"),
    }
}

pub fn narrate(table: &Table, event: &TaskEvent) -> Line {
    match event {
        TaskEvent::Declared(task) => {
            let how = match (task.focus, task.sneakily) {
                (true, true) => ", focused and Sneakily",
                (true, false) => ", focused",
                (false, true) => ", Sneakily",
                (false, false) => "",
            };
            let kit =
                if matches!(task.details, Details::Care { kit: true, .. }) { ", with a First Aid Kit" } else { "" };
            let text = format!("{}: {}{kit}{how}", table.name(task.actor), title(table, task));
            Line::new(0, text, [rule!("CW-033"), task.name.rule()]).by(task.actor)
        }
        TaskEvent::Begun { task, actions_left, seconds_left } => {
            let text = format!("{} takes {}", title(table, task), time(*actions_left, *seconds_left));
            let rule = if task.focus { rule!("CW-225") } else { rule!("CW-221") };
            Line::new(1, text, [rule]).by(task.actor)
        }
        TaskEvent::Worked { task, actions_left, seconds_left } => {
            let left = match (actions_left, seconds_left) {
                (0, 0) => "done".to_owned(),
                _ => format!("{} left", time(*actions_left, *seconds_left)),
            };
            let text = format!("{} works on {}: {left}", table.name(task.actor), object(table, task));
            Line::new(1, text, [rule!("CW-R118")]).by(task.actor)
        }
        TaskEvent::Impossible { task, rank } => {
            let text = format!("{}: {rank} is harder than anybody can do", title(table, task));
            Line::new(1, text, [rule!("CW-R09")]).by(task.actor)
        }
        TaskEvent::Lost { task } => {
            let text = format!("{} cannot end {}: the work is lost", table.name(task.actor), title(table, task));
            Line::new(1, text, [rule!("CW-223")]).by(task.actor)
        }
        TaskEvent::Failed { task } => {
            Line::new(1, format!("{} fails", title(table, task)), [rule!("CW-194")]).by(task.actor)
        }
        TaskEvent::Done { task } => done(table, task),
        TaskEvent::Broken { thing, state } => {
            let how = if *state == Wholeness::Destroyed { "destroyed" } else { "damaged" };
            Line::new(1, format!("{} is {how}", table.thing_sheet(*thing).name), [rule!("CW-R116")])
        }
        TaskEvent::Stabilized { by, who, injuries } => {
            let count = if *injuries == 1 { "1 Injury".to_owned() } else { format!("{injuries} Injuries") };
            let text = format!("{} is Stabilized: {count}", table.name(*who));
            Line::new(1, text, [rule!("CW-204"), rule!("CW-R60")]).by(*by)
        }
        TaskEvent::Restored { who, part } => {
            let text = format!("{}'s {} works again", table.name(*who), table.part(*who, *part).part);
            Line::new(1, text, [rule!("CW-R51")]).by(*who)
        }
        TaskEvent::Searched { check, face } => {
            let how = face.map_or_else(|| "no roll needed".to_owned(), |face| sum(face, check));
            let text = format!("{} looks and listens: {how}", table.name(check.who));
            Line::new(1, text, [rule!("CW-R114")]).by(check.who).with(factors(check))
        }
        TaskEvent::Found { by, whom } => {
            let text = format!("{} finds {}", table.name(*by), table.name(*whom));
            Line::new(1, text, [rule!("CW-217"), rule!("CW-R114")]).by(*by)
        }
    }
}

fn done(table: &Table, task: &Task) -> Line {
    let (name, what) = (table.name(task.actor), object(table, task));
    let (text, rule) = match task.name {
        TaskName::Crack => (format!("{name} has {what} open"), rule!("CW-199")),
        TaskName::Dismantle => (format!("{what} is taken apart"), rule!("CW-196")),
        TaskName::Heft => (format!("{name} lifts {what}"), rule!("CW-210")),
        TaskName::Track => (format!("{name} finds and follows {what}"), rule!("CW-214")),
        TaskName::Perceive => (format!("{name} finds {what}"), rule!("CW-218")),
        TaskName::Endure => (format!("{name} holds out: {what}"), rule!("CW-140")),
        TaskName::Resist => (format!("{name} holds out: {what}"), rule!("CW-164")),
        TaskName::Break | TaskName::Stabilize | TaskName::Escape | TaskName::Handle | TaskName::Other => {
            (format!("{name} succeeds: {what}"), rule!("CW-194"))
        }
    };
    Line::new(1, text, [rule]).by(task.actor)
}

pub fn asked(table: &Table, _who: Who, question: &TaskQuestion) -> Asked {
    let (kind, rule, text, options) = match question {
        TaskQuestion::Rank(task) => {
            let options = Rank::NAMES
                .iter()
                .enumerate()
                .map(|(at, name)| Choice::plain(*name).noting(format!("number {}", Rank(at as u8).number())));
            let text = format!("{}: {}. How hard is it?", table.name(task.actor), title(table, task));
            ("task-rank", rule!("CW-193"), text, options.collect())
        }
        TaskQuestion::Length(task) => {
            let options = TaskQuestion::LENGTHS.iter().map(|(length, key)| Choice::new(*key, length_word(*length)));
            let text = format!("{}: {}. How long does it take?", table.name(task.actor), title(table, task));
            ("task-length", rule!("CW-221"), text, options.collect())
        }
        TaskQuestion::Age => {
            ("track-age", rule!("CW-R123"), "How old are the tracks?".into(), raises(&TaskQuestion::AGES))
        }
        TaskQuestion::Ground => {
            ("track-ground", rule!("CW-R123"), "How is the ground?".into(), raises(&TaskQuestion::GROUNDS))
        }
        TaskQuestion::Broken(thing) => {
            let options = vec![Choice::plain("destroyed"), Choice::plain("damaged")];
            let text = format!("{} is broken. How badly?", table.thing_sheet(*thing).name);
            ("broken", rule!("CW-R116"), text, options)
        }
    };
    Asked { kind, rule, text, options }
}

fn raises(words: &[&'static str]) -> Vec<Choice> {
    let note = |at: usize| if at == 0 { String::new() } else { format!("+{at} Rank") };
    words.iter().enumerate().map(|(at, word)| Choice::plain(word.replace('-', " ")).noting(note(at))).collect()
}

fn length_word(length: Option<Length>) -> String {
    match length {
        None => "At once".into(),
        Some(Length::Actions(count)) => time(count, 0),
        Some(Length::Minutes(count)) => time(0, u64::from(count) * 60),
        Some(Length::Hours(count)) => time(0, u64::from(count) * 3600),
    }
}
