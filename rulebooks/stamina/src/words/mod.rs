//! Events and questions in words.

mod events;
mod prompt;

pub use prompt::prompt;

use crate::{
    Event, Stamina,
    check::{Checked, Degree, How, Pool},
    table::Table,
    turn::{Cost, Need, RoundEvent},
};
use referee_engine::{ActorId, Factor, Line, RuleId, act::Tells as _, rule, space::Cell};

/// An event in words.
pub fn narrate(book: &Stamina, table: &Table, event: &Event) -> Line {
    match event {
        Event::Round(event) => round(table, event),
        Event::Declared { who, cost } => declared(table, *who, cost),
        Event::Checked(checked) => check(table, checked),
        Event::Attack(event) => event.line(table),
        Event::Gm(event) => event.line(table),
        Event::Corrected(event) => event.line(book, table),
        other => events::narrate(table, other),
    }
}

/// `1 round`, `2 rounds`.
pub(crate) fn count(count: u32, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// So many penalty dice.
pub(crate) fn penalty_dice(count: u8) -> String {
    if count == 1 { "1 penalty die".into() } else { format!("{count} penalty dice") }
}

/// A cell in words.
pub(crate) fn cell(table: &Table, cell: Cell) -> String {
    table.setup.space.cell_key(cell)
}

/// The dice of a check, each with its reason.
pub(crate) fn dice(pool: &Pool) -> Vec<Factor> {
    let mut all = vec![
        Factor::new(format!("{}d4", pool.attribute), "attribute", rule!("ST-006")),
        Factor::new(format!("{}d8", pool.rank), "skill", rule!("ST-007")),
    ];
    for (cause, gain, pain) in pool.causes() {
        let (why, rule) = cause.why();
        if gain > 0 {
            all.push(Factor::new(format!("+{gain}d6"), format!("{why} (bonus)"), rule));
        }
        if pain > 0 {
            all.push(Factor::new(format!("+{pain}d6, −{pain} highest"), format!("{why} (penalty)"), rule));
        }
    }
    all
}

fn check(table: &Table, checked: &Checked) -> Line {
    let name = table.name(checked.who);
    let what = checked.name.called(table);
    let total = match (checked.face, checked.how) {
        (Some(face), _) => face.to_string(),
        (None, How::TakeTime) => "taking time".into(),
        (None, _) => "a standard result".into(),
    };
    let (text, rule) = match (checked.degree, checked.difficulty) {
        (Some(Degree::Success(more)), Some(difficulty)) => {
            let more = if more == 0 { String::new() } else { format!(" with {more} additional") };
            (format!("{name}: {what}, {total} against {difficulty}: success{more}"), rule!("ST-023"))
        }
        (Some(degree), Some(difficulty)) => {
            let rule = match degree {
                Degree::CriticalFailure => rule!("ST-016"),
                Degree::NearFailure => rule!("ST-021"),
                _ => rule!("ST-020"),
            };
            (format!("{name}: {what}, {total} against {difficulty}: {}", degree.word()), rule)
        }
        _ => {
            let successes = if checked.successes == 1 { "success" } else { "successes" };
            (format!("{name}: {what}, {total}: {} {successes}", checked.successes), rule!("ST-R10"))
        }
    };
    Line::new(1, text, [rule]).by(checked.who).with(dice(&checked.pool))
}

fn declared(table: &Table, who: ActorId, cost: &Cost) -> Line {
    let (name, action) = (table.name(who), cost.action);
    let stamina = if cost.stamina > 0 { format!(", {} stamina", cost.stamina) } else { String::new() };
    let (how, rule) = match cost.need {
        Need::Lowered => {
            let dice = action.lowering().unwrap_or(0);
            let dice = if dice == 1 { "a penalty die".into() } else { format!("{dice} penalty dice") };
            (format!(", lowered to zero for {dice}"), rule!("ST-R28"))
        }
        Need::Zero => (String::new(), rule!("ST-049")),
        Need::FirstMove => (String::new(), rule!("ST-051")),
        Need::One => (String::new(), rule!("ST-047")),
        Need::Turns(turns) => (format!(", one of {turns} turns"), rule!("ST-048")),
    };
    Line::new(0, format!("{name}: {}{stamina}{how}", action.word()), [rule!("ST-045"), rule]).by(who)
}

fn round(table: &Table, event: &RoundEvent) -> Line {
    let heading = |text: String, rule: RuleId| Line { heading: true, ..Line::new(0, text, [rule]) };
    match event {
        RoundEvent::Begin => heading("Rounds begin".into(), rule!("ST-039")),
        RoundEvent::Round { number, order, warning } => {
            let names: Vec<&str> = order.iter().map(|&who| table.name(who)).collect();
            let only = if *warning > 0 { ", only those who are in the fight" } else { "" };
            heading(format!("Round {number}{only}: {}", names.join(", ")), rule!("ST-042"))
        }
        RoundEvent::Turn(who) => heading(format!("{}'s turn", table.name(*who)), rule!("ST-040")).by(*who),
        RoundEvent::Joined(who) => {
            let text = format!("{} is in the fight now, and acts from the next round on", table.name(*who));
            Line::new(1, text, [rule!("ST-R103")]).by(*who)
        }
        RoundEvent::End => heading("Rounds end".into(), rule!("ST-043")),
        RoundEvent::Over(None) => heading("Nobody is left standing".into(), rule!("ST-043")),
        RoundEvent::Over(Some(side)) => {
            let name = table.setup.sides.get(usize::from(side.0)).map_or("", String::as_str);
            heading(format!("Only {name} still stand"), rule!("ST-043"))
        }
    }
}
