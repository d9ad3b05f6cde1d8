//! What the words of all rules share.

use crate::{
    check::{Difficulty, Parts, Why},
    sheet::Cover,
    table::{LongAction, Stance, Table},
};
use referee_engine::{ActorId, Choice, Face, Factor, Line, RuleId, Who, rule, space::Cell};

/// A long Action in words.
pub(crate) fn long_action(table: &Table, who: ActorId, what: LongAction) -> String {
    match what {
        LongAction::Reload(at) => format!("reloading {}", table.weapon(who, at).name),
        LongAction::Task { .. } => "a long Action".to_owned(),
    }
}

/// `1 square`, `2 squares`.
pub(crate) fn count(count: u32, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// A line of the log about somebody.
pub(crate) fn line(depth: u8, text: impl Into<String>, rules: impl IntoIterator<Item = RuleId>, who: ActorId) -> Line {
    Line::new(depth, text, rules).by(who)
}

/// `6 − 1 = 5`.
pub(crate) fn sum(face: Face, plus: i32) -> String {
    match plus {
        0 => face.to_string(),
        _ => format!("{face} {} {} = {}", if plus < 0 { '−' } else { '+' }, plus.abs(), face.shown() + plus),
    }
}

/// What a number is made of, each part with its rule.
pub(crate) fn factors(table: &Table, parts: &Parts) -> Vec<Factor> {
    parts
        .0
        .iter()
        .map(|(amount, why)| {
            let (why, rule) = reason(table, *why);
            Factor::new(format!("{amount:+}"), why, rule)
        })
        .collect()
}

fn reason(table: &Table, why: Why) -> (String, RuleId) {
    let (text, rule) = match why {
        Why::Difficulty(Difficulty::Row(row)) => (row.word(), row.rule()),
        Why::Difficulty(Difficulty::Other(_)) => ("difficulty", rule!("CR-021")),
        Why::Asset => ("Assets", rule!("CR-024")),
        Why::Unfavorable(at) => {
            let name = table.setup.circumstances.get(usize::from(at)).map_or("circumstance", |known| &known.name);
            return (name.to_owned(), rule!("CR-025"));
        }
        Why::LacksEquipment => ("no equipment", rule!("CR-004")),
        Why::LacksKnowledge => ("no knowledge", rule!("CR-005")),
        Why::Traits => ("talents and race", rule!("CR-062")),
        Why::Drunk => ("Drunk", rule!("CR-192")),
        Why::Unbalanced => ("Drunk, speed and balance", rule!("CR-193")),
        Why::Gm => ("the GM's modifier", rule!("CR-R47")),
        Why::Hit => ("Hit", rule!("CR-062")),
        Why::Burst => ("further Attack of the burst", rule!("CR-R39")),
        Why::Range => ("range", rule!("CR-R45")),
        Why::Aim => ("Take Aim", rule!("CR-185")),
        Why::Steady(Stance::Prone) => ("Prone", rule!("CR-204")),
        Why::Steady(Stance::Standing | Stance::Kneeling) => ("Kneeling", rule!("CR-201")),
        Why::Exposed(Stance::Prone) => ("the target is Prone", rule!("CR-205")),
        Why::Exposed(Stance::Standing | Stance::Kneeling) => ("the target is Kneeling", rule!("CR-202")),
        Why::Covered(Cover::Light) => ("Light Cover", rule!("CR-094")),
        Why::Covered(Cover::None | Cover::Heavy | Cover::Total) => ("Heavy Cover", rule!("CR-095")),
        Why::StanceCover(Cover::Light) => ("Light Cover by Kneeling", rule!("CR-200")),
        Why::StanceCover(Cover::None | Cover::Heavy | Cover::Total) => ("Heavy Cover by Prone", rule!("CR-203")),
        Why::Enemies => ("additional enemies", rule!("CR-075")),
        Why::Self_ => ("treating oneself", rule!("CR-128")),
        Why::NoAids => ("no healing aids", rule!("CR-129")),
        Why::Aids => ("healing aids", rule!("CR-131")),
        Why::Rough => ("rough travelling", rule!("CR-143")),
        Why::PoorEnvironment => ("poor environment", rule!("CR-145")),
        Why::NoCare => ("no medical attention", rule!("CR-144")),
        Why::Doctor => ("a doctor", rule!("CR-147")),
        Why::Hospital => ("a doctor in a hospital", rule!("CR-148")),
    };
    (text.to_owned(), rule)
}

/// A time in the greatest unit that it is a whole number of.
pub(crate) fn time(seconds: u32) -> String {
    let (number, unit) = spell(seconds);
    count(number, unit)
}

/// The count and the unit of a time.
pub(crate) fn spell(seconds: u32) -> (u32, &'static str) {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let whole = units.into_iter().find(|(length, _)| seconds > 0 && seconds.is_multiple_of(*length));
    whole.map_or((seconds, "second"), |(length, unit)| (seconds / length, unit))
}

/// The name of somebody for whoever is asked, who may not know of it; then it is nobody that can be named.
pub(crate) fn name_to(table: &Table, asked: Who, id: ActorId) -> &str {
    match asked {
        Who::Actor(me) if table.actor(me).unaware_of.contains(id) => "somebody",
        Who::Actor(_) | Who::Side(_) | Who::Gm => table.name(id),
    }
}

/// A creature as an answer.
pub(crate) fn creature(table: &Table, id: ActorId) -> Choice {
    Choice::new(table.sheet(id).key.clone(), table.name(id)).of_actor(id)
}

/// A square as an answer.
pub(crate) fn square(table: &Table, cell: Cell) -> Choice {
    let key = table.setup.space.cell_key(cell);
    Choice::new(key.clone(), format!("To {key}"))
}

/// A number with its sign, in commands too.
pub(crate) fn signed(amount: i8) -> Choice {
    let text = if amount == 0 { "0".to_owned() } else { format!("{amount:+}") };
    Choice::new(text.clone(), text)
}
