//! Who knows of whom, and what the GM is asked about it.

use crate::{
    check::{Difficulty, Named},
    testing::{run, scene, who},
    view::knows,
};
use referee_engine::{Seat, System, Who, act::Asks};

const CAMP: &str = r#"
    book = "stamina"
    map = { grid = "hex", columns = 14, rows = 8, cell = 1, unit = "m" }
    start = "free"
    characters = [
        { from = "fighter", name = "Ann", at = [3, 3] },
        { from = "fighter", name = "Bo", at = [3, 4] },
        { from = "fighter", name = "Cid", side = "foes", at = [9, 3], hidden = true, stealth = 14 },
    ]
"#;

/// A seat knows of a sneaker through those whom it plays; nobody else is told, and spectators see what all see.
#[test]
fn st_r120_a_seat_knows_of_whom_its_own_have_noticed() {
    let (book, mut table) = scene(CAMP);
    let [ann, bo, cid] = ["ann", "bo", "cid"].map(|key| who(&table, key));
    let seats = [
        Seat::Player([ann].into_iter().collect()),
        Seat::Player([bo].into_iter().collect()),
        Seat::Player([ann, bo].into_iter().collect()),
        Seat::Spectator,
        Seat::Gm,
    ];
    let known = |table: &_| seats.map(|seat| knows(table, seat, cid));
    assert_eq!(known(&table), [false, false, false, false, true]);
    run(&book, &mut table, "ann", "watch", &[4, 3, 4, 6, 1], &[]).unwrap();
    assert_eq!(known(&table), [true, false, true, false, true]);
    let seen = |seat: Seat| book.view(&table, seat).actors.iter().any(|actor| actor.id == cid);
    assert_eq!(seats.map(seen), known(&table), "views show whom a seat knows of");
    run(&book, &mut table, "bo", "watch", &[4, 3, 4, 6, 1], &[]).unwrap();
    assert_eq!(known(&table), [true; 5], "nobody is left from whom Cid is hidden");
}

/// ST-261: the GM is asked about the check that is made.
#[test]
fn st_261_an_alertness_check_is_not_called_a_watch() {
    let (book, table) = scene(CAMP);
    let ann = who(&table, "ann");
    let text = |check| Difficulty { who: ann, check }.text(&book, &table, Who::Gm);
    assert_eq!(text(Named::Alertness), "How hard is it for Ann? (Alertness Check)");
    assert_eq!(text(crate::action::Action::KeepWatch.into()), "How hard is it for Ann? (Keep Watch)");
}
