//! Small tables for unit tests.

use crate::{Clockworld, scene, table::Table};
use referee_engine::{ActorId, Filled, Script, Seat, Stop, System, door::Source};

/// A scene written in a test. Panics with the mistakes if there are any.
pub fn scene(text: &str) -> (Clockworld, Table) {
    scene::open(&Source::new("test.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Mudo the gunslinger and a knife bandit, five feet apart, Player Turn 1.
pub fn duel() -> (Clockworld, Table) {
    scene(
        r#"
        book = "clockworld"
        map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
        [[characters]]
        from = "gunslinger"
        name = "Mudo"
        at = [3, 3]
        [[characters]]
        from = "knife-bandit"
        name = "Bandit"
        at = [4, 3]
        "#,
    )
}

/// A Character by key.
pub fn who(table: &Table, key: &str) -> ActorId {
    table.find(key).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The first Character that is not this one.
pub fn other(table: &Table, key: &str) -> ActorId {
    let me = who(table, key);
    table.ids().find(|&id| id != me).expect("there are two")
}

/// Runs a command with given dice and answers; leftovers fail the test. Gives the refusal, if it was refused.
pub fn run(
    book: &Clockworld,
    table: &mut Table,
    by: &str,
    command: &str,
    dice: &[i32],
    answers: &[&str],
) -> Result<(), referee_engine::Refusal> {
    let mut filled = Filled::parse(command).unwrap_or_else(|refusal| panic!("{refusal}"));
    filled.actor = table.find(by).ok();
    let intent = book.intent(table, Seat::Gm, &filled)?;
    let mut oracle = Script::new(book).dice(dice.iter().copied()).answers(answers.iter().copied());
    let mut copy = table.clone();
    match book.resolve_with(&mut copy, Seat::Gm, &intent, &mut oracle) {
        Ok(()) => {
            oracle.spent().unwrap_or_else(|error| panic!("{command}: {error}"));
            *table = copy;
            Ok(())
        }
        Err(Stop::Refused(refusal)) => Err(*refusal),
        Err(stop) => panic!("{command}: {stop:?}"),
    }
}
