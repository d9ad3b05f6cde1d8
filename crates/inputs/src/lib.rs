//! Everything that comes in from outside, each kind as one function that must not panic, whatever it is given.
//!
//! `cargo fuzz` calls them for as long as one likes (see `fuzz/`), and a test calls them with inputs that are made from
//! good ones by small changes, so that they are compiled and run with everything else.
//!
//! ```
//! referee_inputs::dice("4d6kh3+2");
//! referee_inputs::dice("4d6kh");
//! ```

use referee_dice::{DiceRng, notation::Expr};
use referee_engine::{ActorId, Filled, Seat, door::Source};
use referee_lab::{Grid, Outcome, Report, Swept, merge, merge_sweeps, page};
use referee_server::wire::ClientMessage;
use referee_shelf::{OpenTable, open_journal, open_scene, ready_scenes};
use std::sync::OnceLock;

/// A kind of input: its name and its function.
pub type Kind = (&'static str, fn(&str));

/// All of them.
pub const ALL: [Kind; 6] = [
    ("scene", scene),
    ("journal", journal),
    ("message", message),
    ("dice", dice),
    ("command", command),
    ("result", result),
];

/// Whatever is imported as a scene: a table, or every mistake in it.
pub fn scene(text: &str) {
    match open_scene(&Source::new("input", text), [7; 32]) {
        Ok(table) => {
            let journal = open_journal(&table.journal(), true).expect("a table of ours can be written and read");
            assert_eq!(journal.digest(), table.digest());
            for seat in seats() {
                let _ = (table.view(seat), table.offers(seat));
            }
        }
        Err(mistakes) => assert!(!mistakes.to_string().is_empty(), "a refusal says why"),
    }
}

/// Whatever is imported as a journal: it is played again, or refused with its line.
pub fn journal(text: &str) {
    let Ok(table) = open_journal(text, false) else { return };
    let again = open_journal(&table.journal(), false).expect("a journal of ours can be read");
    assert_eq!(again.digest(), table.digest());
}

/// Whatever a client sends, a message a line: what can be read is put to a table of every book, and a refusal changes
/// nothing.
pub fn message(text: &str) {
    let messages = text.lines().take(16).filter_map(|line| serde_json::from_str::<ClientMessage>(line).ok());
    let messages: Vec<ClientMessage> = messages.collect();
    if messages.is_empty() {
        return;
    }
    for table in tables() {
        let mut table = table.fork(0).expect("every table has a start");
        for message in &messages {
            for seat in seats() {
                match message {
                    ClientMessage::Put { put, .. } => {
                        let (line, digest) = (table.line(), table.digest());
                        match table.put(seat, put.clone()) {
                            Ok(stepped) => assert_eq!(stepped.line, line + 1),
                            Err(_) => assert_eq!((table.line(), table.digest()), (line, digest), "refused and changed"),
                        }
                    }
                    ClientMessage::Slots { filled, .. } => drop(table.slots(seat, filled)),
                    ClientMessage::Odds { odds, .. } => drop(table.slots(seat, &odds.filled)),
                    _ => {}
                }
            }
        }
        let again = open_journal(&table.journal(), true).expect("whatever was put in, the journal holds");
        assert_eq!(again.digest(), table.digest());
    }
}

/// Whatever somebody writes for dice: what can be read says the same when it is written and read again.
pub fn dice(text: &str) {
    let Ok(dice) = text.parse::<Expr>() else { return };
    let written = dice.to_string();
    let again: Expr = written.parse().unwrap_or_else(|error| panic!("{text:?} was written as {written:?}: {error}"));
    assert_eq!(again.to_string(), written, "{text:?}");
    let _ = dice.show(&mut DiceRng::from_number(7));
}

/// Whatever somebody types as a command: it is read or refused, and no table minds it.
pub fn command(text: &str) {
    let Ok(filled) = Filled::parse(text) else { return };
    for table in tables() {
        let count = table.actors().len() as u16;
        // Nobody, the first, and somebody who is not there.
        for actor in [None, Some(ActorId(0)), Some(ActorId(count))] {
            let filled = Filled { actor, ..filled.clone() };
            for seat in seats() {
                let _ = table.slots(seat, &filled);
            }
        }
    }
}

/// Whatever is handed in as the result of a run or a sweep: it is refused, or it can be reported and drawn.
pub fn result(text: &str) {
    if let Ok(whole) = serde_json::from_str::<Outcome>(text).map_err(drop).and_then(|one| merge(&[one]).map_err(drop)) {
        let report = Report::of(&whole);
        assert!(page("input", &report).ends_with("</html>\n"));
    }
    if let Ok(whole) =
        serde_json::from_str::<Swept>(text).map_err(drop).and_then(|one| merge_sweeps(&[one]).map_err(drop))
    {
        let grid = Grid::of(&whole);
        assert_eq!(grid.places().filter(|(_, spot)| spot.is_some()).count(), grid.spots.len());
    }
}

/// A game master, the player of the first actor, and somebody who watches.
fn seats() -> [Seat; 3] {
    [Seat::Gm, Seat::Player([ActorId(0)].into_iter().collect()), Seat::Spectator]
}

/// The first ready scene of every book.
fn tables() -> &'static [Box<dyn OpenTable>] {
    static TABLES: OnceLock<Vec<Box<dyn OpenTable>>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut books = Vec::new();
        let first = |ready: &referee_shelf::Ready| {
            let is_new = !books.contains(&ready.book);
            books.push(ready.book);
            is_new
        };
        let scenes = ready_scenes().into_iter().filter(first);
        scenes.map(|ready| open_scene(&ready.source(), [7; 32]).expect("a ready scene is ready")).collect()
    })
}
