//! Who knows of whom, and what the GM is asked about it.

use crate::{
    acts::movement::leaps,
    check::{Difficulty, Named},
    table::Table,
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

/// ST-R106, ST-R146: after a failure, what the GM puts in place makes no difference to what the searcher is offered.
#[test]
fn st_r146_a_new_thing_changes_no_offer_before_it_is_found() {
    let (book, mut table) = scene(CAMP);
    let seat = Seat::Player([who(&table, "ann")].into_iter().collect());
    let offers = |table: &Table| serde_json::to_string(&book.offers(table, seat)).unwrap();
    run(&book, &mut table, "ann", "search", &[1, 1, 1, 1, 1], &["decline", "15"]).unwrap();
    let before = offers(&table);
    run(&book, &mut table, "gm", "clue key=lamp topic=x difficulty=10 information=\"A lamp\" item=yes", &[], &[])
        .unwrap();
    assert_eq!(offers(&table), before);
}

/// ST-R120: a jumper is offered the hex of somebody unseen, and lands before it.
#[test]
fn st_r120_a_leap_onto_somebody_unseen_falls_short() {
    let text = r#"
        book = "stamina"
        map = { grid = "hex", columns = 14, rows = 8, cell = 1, unit = "m" }
        characters = [
            { from = "fighter", name = "Ann", at = [2, 3], facing = 1, secondary = { jump = 3 } },
            { from = "fighter", name = "Cid", side = "foes", at = [12, 7] },
            { from = "fighter", name = "Dan", side = "foes", at = [4, 3], hidden = true, stealth = 20 },
        ]
    "#;
    let (book, mut table) = scene(text);
    let [ann, dan] = ["ann", "dan"].map(|key| who(&table, key));
    let offered = |table: &Table| leaps(table, ann, 1, (12, 6));
    let mut without = table.clone();
    without.take_off(dan);
    assert_eq!(offered(&table), offered(&without));
    run(&book, &mut table, "ann", "jump side=1", &[1, 2, 4, 4], &["across-2"]).unwrap();
    assert_eq!(table.setup.space.cell_key(table.actor(ann).place.cell), "3,3");
}
