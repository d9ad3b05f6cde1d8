//! Events and questions in words.

mod check;
mod prompt;

pub use prompt::prompt;

use crate::{
    Event, Proficiency,
    conditions::ConditionEvent,
    harm::HarmEvent,
    lasting::LastingEvent,
    recovery::RecoveryEvent,
    resource::{Left, Stepped},
    table::{Ending, Table},
    turn::{TurnEvent, initiative::InitiativeEvent, time::TimeEvent},
};
use referee_engine::{Line, Side, rule};

/// An event in words.
pub fn narrate(book: &Proficiency, table: &Table, event: &Event) -> Line {
    match event {
        Event::Check(checked) => check::narrate(book, table, checked),
        Event::Opposed(opposed) => {
            let text = format!("{} opposes with a total of {}", table.name(opposed.who), opposed.total);
            Line::new(1, text, [rule!("PR-089")]).by(opposed.who)
        }
        Event::Turn(event) => turn(table, event),
        Event::Time(event) => time(event),
        Event::Initiative(event) => initiative(table, event),
        Event::Attack(event) => event.line(table),
        Event::Cast(event) => event.line(table),
        Event::Maneuver(event) => event.line(table),
        Event::Group(event) => event.line(table),
        Event::Task(event) => event.line(table),
        Event::Try(event) => event.line(table),
        Event::Condition(event) => condition(table, event),
        Event::Harm(event) => harm(table, event),
        Event::Lasting(LastingEvent::Begins { who, kind }) => {
            Line::new(1, format!("{}: {} begins", table.name(*who), table.resource(*kind).name), [rule!("PR-R105")])
                .by(*who)
        }
        Event::Lasting(LastingEvent::Ends { who, kind }) => {
            Line::new(1, format!("{}: {} ends", table.name(*who), table.resource(*kind).name), [rule!("PR-R98")])
                .by(*who)
        }
        Event::Resource(stepped) => resource(table, stepped),
        Event::Hazard(struck) => {
            let name = &table.setup.hazards[usize::from(struck.hazard)].name;
            Line::new(0, format!("{name} strikes {}", table.name(struck.who)), [rule!("PR-R86")]).by(struck.who)
        }
        Event::Recovery(RecoveryEvent::Rests(who)) => {
            Line::new(0, format!("{} rests", table.name(*who)), [rule!("PR-R74")]).by(*who)
        }
        Event::Recovery(RecoveryEvent::Broken(who)) => {
            Line::new(0, format!("{} does not rest any more", table.name(*who)), [rule!("PR-R112")]).by(*who)
        }
        Event::Recovery(RecoveryEvent::Rested { who, periods }) => {
            let long = if *periods == 1 { "a Period".to_owned() } else { format!("{periods} Periods") };
            let text = format!("{} has rested for {long}", table.name(*who));
            Line::new(0, text, [rule!("PR-R74"), rule!("PR-R97")]).by(*who)
        }
        Event::Moved(event) => event.line(table),
        Event::Drawn(event) => event.line(table),
        Event::Lit(event) => event.line(table),
        Event::Circumstance(event) => event.line(table),
        Event::Granted(event) => event.line(table),
        Event::Restocked(event) => event.line(table),
        Event::EffectsEnd(event) => event.line(),
        Event::NewTask(event) => event.line(),
        Event::Arrived(event) => event.line(table),
        Event::HpRolled(event) => event.line(table),
        Event::HpCorrected(event) => event.line(table),
        Event::Became(event) => event.line(table),
        Event::Immortality(event) => event.line(table),
        Event::Imposed(event) => event.line(table),
        Event::MagicOn(event) => event.line(table),
        Event::Placed(event) => event.line(table),
        Event::Said(event) => event.line(),
        Event::GoesOn(event) => event.line(),
    }
}

/// The name of a place with a die of its own: that of what goes on there.
pub(crate) fn area(table: &Table, at: u8) -> &str {
    table.areas.get(usize::from(at)).map_or("danger", |area| &table.resource(area.stock.kind).name)
}

/// The name of a side.
pub(crate) fn side(table: &Table, side: Side) -> &str {
    table.setup.sides.get(usize::from(side.0)).map_or("nobody", String::as_str)
}

/// PR-R04: who wins, and why.
pub(crate) fn over(table: &Table, ending: &Ending) -> String {
    let won = ending.winner.map_or("nobody wins".to_owned(), |won| format!("the {} win", side(table, won)));
    format!("{won}: {}", ending.why)
}

fn turn(table: &Table, event: &TurnEvent) -> Line {
    match event {
        TurnEvent::Round(round) => Line::heading(format!("Round {round}"), [rule!("PR-R04")]),
        TurnEvent::Part(of) => Line::heading(format!("The {} act", side(table, *of)), [rule!("PR-027")]),
        TurnEvent::Begins(who) => Line::new(0, format!("{}'s turn", table.name(*who)), [rule!("PR-003")]).by(*who),
        TurnEvent::Ends(who) => Line::new(0, format!("{} is done", table.name(*who)), [rule!("PR-R05")]).by(*who),
        TurnEvent::NoMore => Line::heading("No more turns", [rule!("PR-001")]),
        TurnEvent::Momentum(who) => Line::new(
            1,
            format!("Momentum: {} gains a Bonus check", table.name(*who)),
            [rule!("PR-053"), rule!("PR-R76")],
        )
        .by(*who),
        TurnEvent::Over(ending) => Line::heading(format!("It is over, {}", over(table, ending)), [rule!("PR-R04")]),
    }
}

/// A length of time in words: `2 h 10 min`; `no time` for none.
pub(crate) fn span(seconds: u64) -> String {
    let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    let words: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}")).collect();
    if words.is_empty() { "no time".to_owned() } else { words.join(" ") }
}

fn time(event: &TimeEvent) -> Line {
    match event {
        TimeEvent::Passed { mode, count, elapsed } => {
            let unit = span(u64::from(*count) * u64::from(mode.seconds()));
            let text = format!("A {} of {unit} passes; {} in all", mode.word(), span(*elapsed));
            Line::new(0, text, [rule!("PR-006")])
        }
        TimeEvent::Set { mode, count } => {
            let unit = span(u64::from(*count) * u64::from(mode.seconds()));
            Line::heading(format!("The clock runs in {}s of {unit}", mode.word()), [rule!("PR-006"), rule!("PR-R06")])
        }
    }
}

fn initiative(table: &Table, event: &InitiativeEvent) -> Line {
    match event {
        InitiativeEvent::Declared { duel, mode, count } => {
            let unit = span(u64::from(*count) * u64::from(mode.seconds()));
            let (who, rule) = if *duel { (", one on one", rule!("PR-022")) } else { ("", rule!("PR-016")) };
            Line::heading(format!("Initiative{who}, in {}s of {unit}", mode.word()), [rule!("PR-016"), rule])
        }
        InitiativeEvent::Rolled(roller, face) => {
            let total = face.shown() + i32::from(roller.modifier);
            let text = format!("The {} roll {face} {:+} = {total}", side(table, roller.side), roller.modifier);
            Line::new(1, text, [rule!("PR-017")])
        }
        InitiativeEvent::Tied(_) => Line::new(1, "Tied: they roll again", [rule!("PR-R13")]),
        InitiativeEvent::Order(sides) => {
            let names: Vec<&str> = sides.iter().map(|of| side(table, *of)).collect();
            Line::new(0, format!("Order: {}", names.join(", ")), [rule!("PR-026"), rule!("PR-027")])
        }
    }
}

fn condition(table: &Table, event: &ConditionEvent) -> Line {
    let (who, text, rule) = match event {
        ConditionEvent::Exposed(who) => (who, "is exposed".to_owned(), rule!("PR-R44")),
        ConditionEvent::Dropped(who) => (who, "drops what is in hand".to_owned(), rule!("PR-R44")),
        ConditionEvent::OffBalance { who, by } => {
            (who, format!("is off balance, by {}", table.name(*by)), rule!("PR-R78"))
        }
        ConditionEvent::Held(who) => (who, "is held".to_owned(), rule!("PR-R79")),
        ConditionEvent::Exhausted(who) => (who, "is exhausted".to_owned(), rule!("PR-R93")),
        ConditionEvent::Hidden { who, from } => {
            let from: Vec<&str> = from.iter().map(|id| table.name(id)).collect();
            (who, format!("is hidden from {}", from.join(", ")), rule!("PR-R90"))
        }
        ConditionEvent::Found { who } => (who, "is no longer hidden".to_owned(), rule!("PR-R90")),
        ConditionEvent::Guarded { who, by } => {
            let defense = table.sheet(*who).defense + i16::from(*by);
            (who, format!("is guarded: Defense {defense}"), rule!("PR-R77"))
        }
        ConditionEvent::Warded(who) => (who, "defends: attacks against it have DIS".to_owned(), rule!("PR-R77")),
    };
    Line::new(1, format!("{} {text}", table.name(*who)), [rule]).by(*who)
}

fn harm(table: &Table, event: &HarmEvent) -> Line {
    match event {
        HarmEvent::Damaged { who, amount, hp } => {
            Line::new(1, format!("{} takes {amount} damage: {hp} hp left", table.name(*who)), [rule!("PR-R70")])
                .by(*who)
        }
        HarmEvent::Fell { who, life } => {
            Line::new(1, format!("{} is {}", table.name(*who), life.word()), [rule!("PR-R72")]).by(*who)
        }
        HarmEvent::Healed { who, amount, hp } => {
            Line::new(1, format!("{} is healed by {amount}: {hp} hp", table.name(*who)), [rule!("PR-R73")]).by(*who)
        }
        HarmEvent::Struck { object, amount, hp } => {
            let name = &table.setup.objects[usize::from(*object)].name;
            Line::new(1, format!("{name} takes {amount} damage: {hp} hp left"), [rule!("PR-R69")])
        }
        HarmEvent::Stable(who) => Line::new(1, format!("{} is stable", table.name(*who)), [rule!("PR-R72")]).by(*who),
    }
}

/// What is left of a stock, in words.
pub(crate) fn left(left: Left) -> String {
    match left {
        Left::Die(die) => die.word().to_owned(),
        Left::Count(count) => count.to_string(),
    }
}

fn resource(table: &Table, stepped: &Stepped) -> Line {
    let sheet = table.resource(stepped.kind);
    let whose = stepped.who.map_or(String::new(), |who| format!("{}: ", table.name(who)));
    let rolled = stepped.rolled.map_or(String::new(), |(die, face)| format!(" rolls {face} on {}", die.word()));
    let now = left(stepped.left);
    let end = if stepped.spent { format!(", spent: {}", sheet.on_spent) } else { format!(", now {now}") };
    let rules = [rule!("PR-148"), if stepped.spent { rule!("PR-152") } else { rule!("PR-149") }];
    let told = Line::new(1, format!("{whose}{}{rolled}{end}", sheet.name), rules);
    match stepped.who {
        Some(who) => told.by(who),
        None => told,
    }
}
