//! Small tables for unit tests.

use crate::{Stamina, scene, table::Table};
use referee_engine::{ActorId, Filled, Refusal, Script, Seat, Stop, System, door::Source};

/// A scene written in a test. Panics with the mistakes if there are any.
pub fn scene(text: &str) -> (Stamina, Table) {
    scene::open(&Source::new("test.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Two fighters side by side, the first has the turn, reach is settled.
pub fn duel() -> (Stamina, Table) {
    scene(
        r#"
        book = "stamina"
        map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
        [[characters]]
        from = "fighter"
        name = "Ann"
        at = [3, 3]
        facing = 1
        settled = ["cid"]
        [[characters]]
        from = "fighter"
        name = "Cid"
        side = "foes"
        at = [4, 3]
        facing = 4
        settled = ["ann"]
        "#,
    )
}

/// A character by key.
pub fn who(table: &Table, key: &str) -> ActorId {
    table.find(key).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Runs a command with given dice and answers; leftovers fail the test. Gives the refusal, if it was refused.
pub fn run(
    book: &Stamina,
    table: &mut Table,
    by: &str,
    command: &str,
    dice: &[i32],
    answers: &[&str],
) -> Result<(), Refusal> {
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
