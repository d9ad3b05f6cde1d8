//! Falls: how many Injuries, where, what a Tumble saves, and the exact chances.

use super::movement::LANE;
use crate::{
    conditions::{Condition, ConditionKind},
    fall::{self, How, injuries, struck_part, tumble_rank},
    house::TumbleSuccess,
    rank::Rank,
    table::{Out, Severity, Table},
    testing::{scene, who},
};
use referee_dice::Chance;
use referee_engine::{ActorId, Reactions, Script, Through, clock::Ends, explore};

/// CW-R124, CW-R127, CW-R128.
#[test]
fn cw_r124_injuries_and_the_rank_of_tumble_by_height() {
    let cases = [(9, 0, 0, None), (10, 1, 0, Some(0)), (19, 1, 0, Some(0)), (20, 2, 1, Some(1)), (35, 3, 2, Some(2))];
    for (feet, thrown, dropped, rank) in cases {
        assert_eq!((injuries(feet, How::Thrown), injuries(feet, How::Dropped)), (thrown, dropped), "{feet}");
        assert_eq!(tumble_rank(feet), rank.map(Rank), "{feet}");
    }
    assert_eq!(tumble_rank(50), Some(Rank::INHUMAN));
    assert_eq!(tumble_rank(69), Some(Rank::LEGENDARY));
    assert_eq!(tumble_rank(70).map(Rank::number), Some(15), "CW-R09");
}

/// CW-R126: a human shape, another body, and one with no parts but a Bulk.
#[test]
fn cw_r126_where_a_random_injury_is() {
    let (_, table) = scene(
        r#"
        book = "clockworld"
        map = { grid = "square", columns = 4, rows = 1, cell = 5, unit = "feet" }
        [[characters]]
        name = "Ann"
        at = [0, 0]
        [[characters]]
        from = "guard-dog"
        name = "Dog"
        at = [1, 0]
        [[characters]]
        from = "steam-vent"
        name = "Vent"
        at = [2, 0]
        "#,
    );
    let parts = |key: &str| {
        let sheet = table.sheet(who(&table, key));
        (1..=10).map(|face| sheet.part(struck_part(sheet, face)).part.clone()).collect::<Vec<_>>()
    };
    let human = ["head", "left arm", "right arm", "left leg", "right leg", "chest", "chest", "chest", "chest", "chest"];
    assert_eq!(parts("ann"), human);
    assert_eq!(
        parts("dog")[..6],
        ["head", "left foreleg", "right foreleg", "left hind leg", "right hind leg", "trunk"]
    );
    assert_eq!(parts("vent"), ["nozzle"; 10]);
}

/// The chance that a fall ends so. A body of trunk and head tells the same Injuries apart as a human one.
fn chance(feet: u16, how: How, reactions: Reactions, tumble: TumbleSuccess, is: impl Fn(&Table) -> bool) -> Chance {
    let (mut book, table) = scene(&LANE.replace(
        "at = [0, 1]",
        r#"at = [0, 1]
            body = [{ part = "trunk", class = "bulk" }, { part = "head", class = "ace" }]
            natural = []"#,
    ));
    book.house.tumble_success = tumble;
    let ann = who(&table, "ann");
    let ways = explore(
        &book,
        &table,
        reactions,
        20_000,
        |table, oracle| fall::fall(&book, table, ann, feet, how, &mut Through(oracle)),
        |table, _| is(table),
    );
    let ways = ways.unwrap();
    ways.ways.into_iter().filter(|(way, _)| way.end).fold(Chance::ZERO, |sum, (_, chance)| sum + chance)
}

fn is_critical(table: &Table) -> bool {
    table.actor(ActorId(0)).injuries.iter().any(|injury| injury.severity == Severity::Critical)
}

/// CW-P23.
#[test]
fn cw_p23_a_fall_and_a_drop_of_50_feet() {
    let all = TumbleSuccess::All;
    assert_eq!(chance(50, How::Thrown, Reactions::Never, all, is_critical), Chance::new(4611993, 9765625));
    assert_eq!(chance(50, How::Dropped, Reactions::Never, all, is_critical), Chance::new(156369, 390625));
}

/// CW-P39: the three positions of `tumble_success`.
#[test]
fn cw_p39_what_a_tumble_saves() {
    let unhurt = |table: &Table| table.actor(ActorId(0)).injuries.is_empty();
    let cases = [
        (TumbleSuccess::All, Chance::new(1, 2), Chance::new(4611993, 19531250)),
        (TumbleSuccess::Half, Chance::ZERO, Chance::new(3407559, 9765625)),
        (TumbleSuccess::One, Chance::ZERO, Chance::new(4260609, 9765625)),
    ];
    for (tumble, none, critical) in cases {
        assert_eq!(chance(50, How::Thrown, Reactions::Always, tumble, unhurt), none, "{tumble:?}");
        assert_eq!(chance(50, How::Thrown, Reactions::Always, tumble, is_critical), critical, "{tumble:?}");
    }
}

/// CW-R94, CW-R98, CW-R130: no Tumble for the Pinned and the unconscious; one that was Prone stays so.
#[test]
fn cw_248_who_cannot_tumble() {
    let (book, mut table) = scene(LANE);
    let ann = who(&table, "ann");
    table.actor_mut(ann).prone = true;
    let mut pinned = table.clone();
    pinned.impose(ann, Condition { kind: ConditionKind::PinnedBy(who(&table, "bandit")), ends: Ends::Never });
    let mut out = table.clone();
    out.actor_mut(ann).out = Out::Unconscious;
    for mut table in [pinned, out] {
        let mut oracle = Script::new(&book).dice([9, 9]);
        fall::fall(&book, &mut table, ann, 10, How::Thrown, &mut Through(&mut oracle)).unwrap();
        oracle.spent().unwrap();
    }
    let mut oracle = Script::new(&book);
    fall::fall(&book, &mut table, ann, 9, How::Thrown, &mut Through(&mut oracle)).unwrap();
    assert!(table.actor(ann).prone);
}
