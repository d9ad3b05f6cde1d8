//! Events and questions in words: one file for each kind of act.

mod movement;
mod prompt;

pub use prompt::prompt;

use crate::{Clockworld, Event, check::Check, table::Table, view::knows};
use referee_engine::{ActorId, ActorSet, Face, Factor, Line, RuleId, Seat, Who, act::Tells as _, rule};

/// An event in words.
pub fn narrate(book: &Clockworld, table: &Table, event: &Event) -> Line {
    match event {
        Event::Turn(event) => event.line(book, table),
        Event::RankCheck(checked) => checked.line(book, table),
        Event::Attack(event) => event.line(book, table),
        Event::Reacted(event) => event.line(book, table),
        Event::Turned(event) => event.line(book, table),
        Event::TookCover(event) => event.line(book, table),
        Event::Defended(event) => event.line(book, table),
        Event::Faced(event) => event.line(book, table),
        Event::Harm(event) => event.line(book, table),
        Event::Bout(event) => event.line(book, table),
        Event::Distract(event) => event.line(book, table),
        Event::Persuade(event) => event.line(book, table),
        Event::Deceive(event) => event.line(book, table),
        Event::Shove(event) => event.line(book, table),
        Event::Trip(event) => event.line(book, table),
        Event::Disarm(event) => event.line(book, table),
        Event::Pin(event) => event.line(book, table),
        Event::Strangle(event) => event.line(book, table),
        Event::Escape(event) => event.line(book, table),
        Event::Freed(event) => event.line(book, table),
        Event::Move(event) => event.line(book, table),
        Event::Sneak(event) => event.line(book, table),
        Event::Fall(event) => event.line(book, table),
        Event::Task(event) => event.line(book, table),
        Event::Incidental(event) => event.line(book, table),
        Event::Gm(event) => event.line(book, table),
        Event::Opening(event) => event.line(book, table),
        Event::Recovery(event) => event.line(book, table),
    }
}

/// A question in words, before it becomes a prompt.
pub(crate) struct Asked {
    /// The kind, for standing answers.
    pub kind: &'static str,
    /// The rule that asks.
    pub rule: RuleId,
    /// The question.
    pub text: String,
    /// The options.
    pub options: Vec<referee_engine::Choice>,
}

/// CW-273: does whoever is asked know of this Character?
pub(crate) fn is_known(table: &Table, who: Who, of: ActorId) -> bool {
    match who {
        Who::Actor(me) => knows(table, Seat::Player(ActorSet::EMPTY.with(me)), of),
        Who::Gm | Who::Side(_) => true,
    }
}

/// A Character by name, for whoever is asked: it may not know of it.
pub(crate) fn known_name(table: &Table, who: Who, of: ActorId) -> String {
    if is_known(table, who, of) { table.name(of).to_owned() } else { "Somebody".to_owned() }
}

/// Who is asked, by name.
pub(crate) fn name_of(table: &Table, who: Who) -> String {
    match who {
        Who::Actor(actor) => table.name(actor).to_owned(),
        Who::Gm => "the GM".into(),
        Who::Side(side) => format!("the {} side", Clockworld::side_word(side)),
    }
}

/// What a Check is made of: Skill and Bonus, modifiers, and each reason for High Roll or Low Roll.
pub(crate) fn factors(check: &Check) -> Vec<Factor> {
    let skill = format!("{} {}", check.skill, check.trained.rank);
    let mut all = vec![Factor::new(format!("{:+}", check.trained.bonus), skill, rule!("CW-038"))];
    if check.modifier != 0 {
        all.push(Factor::new(format!("{:+}", check.modifier), "the GM's modifier", rule!("CW-R12")));
    }
    for cause in check.causes.iter() {
        let (why, rule) = cause.words();
        all.push(Factor::new(if cause.is_high() { "High Roll" } else { "Low Roll" }, why, rule));
    }
    if check.causes.any_high() && check.causes.any_low() {
        all.push(Factor::new("one die", "High Roll and Low Roll cancel", rule!("CW-047")));
    }
    all
}

/// `7 + 2 = 9`.
pub(crate) fn sum(face: Face, check: &Check) -> String {
    let plus = check.plus();
    match plus {
        0 => face.to_string(),
        _ => format!("{face} {} {} = {}", if plus < 0 { '−' } else { '+' }, plus.abs(), face.shown() + plus),
    }
}
