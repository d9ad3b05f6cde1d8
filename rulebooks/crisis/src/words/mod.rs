//! Events and questions in words.

mod attack;
mod gm;
mod harm;
mod prompt;

pub use prompt::prompt;

use crate::{
    Event,
    actions::{
        stealth::StealthEvent,
        task::{Benefit, TaskEvent},
    },
    check::{Checked, Difficulty, Parts, Why},
    loss::Loss,
    recovery::{
        natural::{Daily, DailyRoll},
        treat::Wish,
    },
    table::{LongAction, Table},
    turn::TurnEvent,
};
use referee_engine::{ActorId, Face, Factor, Line, RuleId, rule};

/// An event in words.
pub fn narrate(table: &Table, event: &Event) -> Line {
    let name = |who: &ActorId| table.name(*who);
    match event {
        Event::Turn(event) => turn(table, event),
        Event::Checked(event) => checked(table, event),
        Event::Attack(event) => attack::narrate(table, event),
        Event::Reacted(event) => attack::reacted(table, event),
        Event::GotOut { who, to } => {
            let to = table.setup.space.cell_key(*to);
            line(1, format!("{} gets out of the area to {to}", name(who)), [rule!("CR-090")], *who)
        }
        Event::Harm(event) => harm::narrate(table, event),
        Event::Moved { who, gait, squares, to } => {
            let to = table.setup.space.cell_key(*to);
            let how = match gait.word() {
                "move" => "moves",
                "run" => "runs",
                "crouch" => "crouches",
                _ => "crawls",
            };
            let far = count((*squares).into(), "square");
            line(0, format!("{} {how} {far} to {to}", name(who)), [gait.rule()], *who)
        }
        Event::Stance { who, to, rule } => line(0, format!("{} is {} now", name(who), to.word()), [*rule], *who),
        Event::Watches { who } => line(0, format!("{} goes on Overwatch", name(who)), [rule!("CR-182")], *who),
        Event::Aims { who, aim } => line(0, format!("{} takes aim: +{aim}", name(who)), [rule!("CR-185")], *who),
        Event::Reloads { who, weapon } => {
            let what = &table.weapon(*who, *weapon).name;
            line(0, format!("{} has reloaded {what}", name(who)), [rule!("CR-R44")], *who)
        }
        Event::Long(work) => {
            let what = long_action(table, work.who, work.what);
            let text = format!("{} is at {what}: {} of {} AP", name(&work.who), work.put, work.cost);
            line(0, text, [rule!("CR-052"), rule!("CR-055")], work.who)
        }
        Event::Light { who, what, allowed: true } => {
            line(0, format!("{}: {what}, beside the long Action", name(who)), [rule!("CR-058")], *who)
        }
        Event::Light { who, what, allowed: false } => {
            line(0, format!("{}: {what}; the long Action is cancelled", name(who)), [rule!("CR-056")], *who)
        }
        Event::UsesItem { who, item, target } => {
            let what = &table.setup.items[usize::from(*item)].name;
            let on = target.map_or(String::new(), |target| format!(" on {}", table.name(target)));
            line(0, format!("{} uses {what}{on}", name(who)), [rule!("CR-188")], *who)
        }
        Event::Extra { who, at } => {
            let extra = table.sheet(*who).extra_actions().nth(usize::from(*at)).map_or("a talent", |one| &one.name);
            line(0, format!("{}: {extra}", name(who)), [rule!("CR-150")], *who)
        }
        Event::Lost(loss) => lost(table, *loss),
        Event::Stealth(event) => stealth(table, event),
        Event::Tends { who, patient, rule } => {
            line(0, format!("{} looks after {}", name(who), name(patient)), [*rule], *who)
        }
        Event::Treats { who, patient, wish } => {
            let what = match wish {
                Wish::Lethal => "a lethal wound",
                Wish::NonLethal => "a non-lethal wound",
                Wish::AllNonLethal => "all non-lethal wounds",
            };
            let text = format!("{} begins to treat {what} of {}", name(who), name(patient));
            line(0, text, [rule!("CR-124")], *who)
        }
        Event::Daily(daily) => natural(table, daily),
        Event::Task(event) => task(table, event),
        Event::Gm(intent) => gm::narrate(table, intent),
        Event::Scenery { what, to } => {
            let where_to = to.map(|cell| table.setup.space.cell_key(cell));
            let how = where_to.map_or("is taken off the map".to_owned(), |cell| format!("stands at {cell} now"));
            Line::new(0, format!("{what} {how}"), [rule!("CR-R77")])
        }
    }
}

/// A long Action in words.
fn long_action(table: &Table, who: ActorId, what: LongAction) -> String {
    match what {
        LongAction::Reload(at) => format!("reloading {}", table.weapon(who, at).name),
        LongAction::Task { .. } => "a long Action".to_owned(),
    }
}

/// What somebody has lost.
fn lost(table: &Table, loss: Loss) -> Line {
    let (who, text, rule) = match loss {
        Loss::Action { who } => (who, "is stopped; the Action is lost".to_owned(), rule!("CR-R134")),
        Loss::Aim { who } => (who, "loses the aim".to_owned(), rule!("CR-R139")),
        Loss::Long { who, what, put, cost, kept } => {
            let what = long_action(table, who, what);
            let (how, rule) =
                if kept { ("are kept for later", rule!("CR-R34")) } else { ("are lost", rule!("CR-056")) };
            (who, format!("breaks off {what}: {put} of {cost} AP {how}"), rule)
        }
        Loss::Overwatch { who } => (who, "is no longer on Overwatch".to_owned(), rule!("CR-R135")),
        Loss::Treatment { who, patient } => {
            (who, format!("breaks off the treatment of {}", table.name(patient)), rule!("CR-R109"))
        }
    };
    line(1, format!("{} {text}", table.name(who)), [rule], who)
}

/// `1 square`, `2 squares`.
fn count(count: u32, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// A line of the log about somebody.
fn line(depth: u8, text: impl Into<String>, rules: impl IntoIterator<Item = RuleId>, who: ActorId) -> Line {
    Line::new(depth, text, rules).by(who)
}

/// `6 − 1 = 5`.
fn sum(face: Face, plus: i32) -> String {
    match plus {
        0 => face.to_string(),
        _ => format!("{face} {} {} = {}", if plus < 0 { '−' } else { '+' }, plus.abs(), face.shown() + plus),
    }
}

/// What a number is made of, each part with its rule.
fn factors(table: &Table, parts: &Parts) -> Vec<Factor> {
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
        Why::Difficulty(Difficulty::Row(row)) => (row.name(), row.rule()),
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
        Why::Steady(crate::table::Stance::Prone) => ("Prone", rule!("CR-204")),
        Why::Steady(_) => ("Kneeling", rule!("CR-201")),
        Why::Exposed(crate::table::Stance::Prone) => ("the target is Prone", rule!("CR-205")),
        Why::Exposed(_) => ("the target is Kneeling", rule!("CR-202")),
        Why::Covered(crate::sheet::Cover::Light) => ("Light Cover", rule!("CR-094")),
        Why::Covered(_) => ("Heavy Cover", rule!("CR-095")),
        Why::StanceCover(crate::sheet::Cover::Light) => ("Light Cover by Kneeling", rule!("CR-200")),
        Why::StanceCover(_) => ("Heavy Cover by Prone", rule!("CR-203")),
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

fn checked(table: &Table, event: &Checked) -> Line {
    let check = &event.check;
    let skill = check.skill.map_or("Action", |skill| table.setup.skills[usize::from(skill.0)].as_str());
    let how = if event.success { "reaches" } else { "does not reach" };
    let total = sum(event.face, check.parts.total());
    let text = format!(
        "{}: {} {total} {how} {} ({skill} {})",
        table.name(check.who),
        check.name.word(),
        check.need,
        check.die
    );
    let mut line = line(1, text, [event.rule, rule!("CR-003")], check.who);
    line.factors = factors(table, &check.parts);
    line
}

fn natural(table: &Table, event: &DailyRoll) -> Line {
    let check = &event.check;
    let (how, rule) = match event.daily {
        Daily::Worse => ("is a critical failure", rule!("CR-140")),
        Daily::Nothing => ("changes nothing", rule!("CR-141")),
        Daily::Heals => ("heals a wound", rule!("CR-139")),
    };
    let text = format!("{}: natural healing {} {how}", table.name(check.who), sum(event.face, check.parts.total()));
    let mut line = line(0, text, [rule!("CR-138"), rule], check.who);
    line.factors = factors(table, &check.parts);
    line
}

fn turn(table: &Table, event: &TurnEvent) -> Line {
    match event {
        TurnEvent::Round { number: 0 } => Line::heading("Surprise round", [rule!("CR-041"), rule!("CR-043")]),
        TurnEvent::Round { number } => Line::heading(format!("Round {number}"), [rule!("CR-032")]),
        TurnEvent::Begins { who } => Line {
            heading: true,
            ..line(0, format!("{}'s turn", table.name(*who)), [rule!("CR-030"), rule!("CR-047")], *who)
        },
        TurnEvent::Initiative { who, group, face, modifier, again } => {
            let (with, s) = match group.len() {
                0 => (String::new(), "s"),
                more => (format!(" and {more} more"), ""),
            };
            let what = if *again { "again" } else { "initiative" };
            let text = format!("{}{with} roll{s} {what}: {}", table.name(*who), sum(*face, (*modifier).into()));
            let rules = if *again { [rule!("CR-038"), rule!("CR-039")] } else { [rule!("CR-033"), rule!("CR-035")] };
            line(1, text, rules, *who)
        }
        TurnEvent::Agreed { order } => {
            let names: Vec<&str> = order.iter().map(|&who| table.name(who)).collect();
            Line::new(1, format!("The tied agree: {}", names.join(", ")), [rule!("CR-037")])
        }
        TurnEvent::Over(ending) => Line::heading(format!("The crisis is over: {}", ending.why), [rule!("CR-R156")]),
    }
}

fn stealth(table: &Table, event: &StealthEvent) -> Line {
    let name = |who: &ActorId| table.name(*who);
    match event {
        StealthEvent::Hides { who } => {
            line(0, format!("{} hides", name(who)), [rule!("CR-165"), rule!("CR-166")], *who)
        }
        StealthEvent::Fails { who } => {
            line(1, format!("{} does not get out of sight", name(who)), [rule!("CR-R126")], *who)
        }
        StealthEvent::Sneaks { who, total } => {
            line(0, format!("{} sneaks with {total}", name(who)), [rule!("CR-167"), rule!("CR-170")], *who)
        }
        StealthEvent::Searches { who, face, modifier } => {
            line(0, format!("{} searches: {}", name(who), sum(*face, *modifier)), [rule!("CR-171")], *who)
        }
        StealthEvent::Revealed { who } => line(1, format!("{} is revealed", name(who)), [rule!("CR-171")], *who),
        StealthEvent::Seen { who } => line(1, format!("{} is in plain sight", name(who)), [rule!("CR-168")], *who),
    }
}

fn task(table: &Table, event: &TaskEvent) -> Line {
    match event {
        TaskEvent::Tries { who, what } => {
            line(0, format!("{} tries {what}", table.name(*who)), [rule!("CR-001")], *who)
        }
        TaskEvent::Succeeds { who, after: 0 } => {
            line(1, format!("{} succeeds without a roll", table.name(*who)), [rule!("CR-007")], *who)
        }
        TaskEvent::Succeeds { who, after } => {
            let text = format!("{} is done after {}", table.name(*who), gm::time(*after));
            line(1, text, [rule!("CR-008")], *who)
        }
        TaskEvent::Benefits { who, benefit } => {
            let (what, rule) = match benefit {
                Benefit::HalfTime => ("needs half the time", rule!("CR-009")),
                Benefit::QuarterTime => ("needs a quarter of the time", rule!("CR-009")),
                Benefit::Information => ("learns more than that", rule!("CR-010")),
                Benefit::Both => ("needs half the time and learns more than that", rule!("CR-010")),
            };
            line(1, format!("{} {what}", table.name(*who)), [rule], *who)
        }
    }
}
