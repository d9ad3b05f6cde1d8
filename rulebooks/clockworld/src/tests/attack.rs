//! Attacks, Reactions and Injuries.

use crate::{
    acts::attack::is_disturbed,
    table::{Grip, Out, Severity, Whereabouts},
    testing::{duel, run, scene, who},
};

/// Two who fight with their fists, side by side.
const BRAWL: &str = r#"
        book = "clockworld"
        map = { grid = "hex", columns = 6, rows = 6, cell = 5, unit = "feet" }
        [[characters]]
        name = "Mudo"
        at = [2, 2]
        skills = { Hand-to-Hand = { bonus = 2 } }
        [[characters]]
        name = "Bandit"
        kind = "villain"
        at = [3, 2]
        skills = { Reflex = { bonus = 1 } }
    "#;

/// CW-X08: CW-240, CW-235, CW-R08.
#[test]
fn cw_x08_an_attack_must_beat_the_dodge_too() {
    let (book, mut table) = scene(BRAWL);
    run(&book, &mut table, "mudo", "attack target=bandit weapon=left-arm-fist", &[7, 6], &["dodge"]).unwrap();
    assert!(table.actor(who(&table, "bandit")).injuries.is_empty());
    let (book, mut table) = scene(BRAWL);
    run(&book, &mut table, "mudo", "attack target=bandit weapon=left-arm-fist", &[7, 7, 4], &["dodge", "1-dice"])
        .unwrap();
    assert_eq!(table.actor(who(&table, "bandit")).injuries[0].severity, Severity::Mild);
}

#[test]
fn a_duel_can_be_played_to_its_end() {
    let (book, mut table) = duel();
    let bandit = who(&table, "bandit");
    // Revolver within Reach of the bandit: Low Roll (CW-099), Layman 3; pool 3d8 with a 1: Critical; Shock fails.
    let attack = "attack target=bandit weapon=revolver part=chest";
    run(&book, &mut table, "mudo", attack, &[8, 5, 1, 5, 7, 4], &["3-dice"]).unwrap();
    assert_eq!(table.actor(bandit).shock_failures, 1);
    run(&book, &mut table, "mudo", "end-turn", &[2], &[]).unwrap(); // Shock again at the start of its Turn
    assert_eq!(table.actor(bandit).shock_failures, 2);
    run(&book, &mut table, "bandit", "end-turn", &[], &[]).unwrap();
    run(&book, &mut table, "mudo", attack, &[8, 5, 4, 5, 3, 4], &["3-dice"]).unwrap();
    assert_eq!(table.actor(bandit).out, Out::Unconscious);
    assert!(table.over.is_some());
}

/// CW-240, CW-R08, CW-105, CW-107, CW-R54, CW-R55: a blow from the Dodge to the Shock Check.
#[test]
fn cw_240_a_blow_to_its_end() {
    let cases: [(&[i32], &[&str], usize, u8); 5] = [
        (&[7, 6], &["dodge"], 0, 0),                  // 8 does not beat 8
        (&[1], &["decline"], 0, 0),                   // 3 does not beat the 3 of a Layman
        (&[7, 7, 4], &["dodge", "1-dice"], 1, 0),     // 9 beats 8; a 4 is Mild
        (&[7, 7, 1, 9], &["dodge", "1-dice"], 1, 1),  // a 1 is Critical; 9 does not beat the 9 of a Master
        (&[7, 7, 1, 10], &["dodge", "1-dice"], 1, 0), // 10 does
    ];
    for (dice, answers, injuries, failures) in cases {
        let (book, mut table) = scene(BRAWL);
        run(&book, &mut table, "mudo", "attack target=bandit weapon=left-arm-fist", dice, answers).unwrap();
        let bandit = table.actor(who(&table, "bandit"));
        assert_eq!((bandit.injuries.len(), bandit.shock_failures), (injuries, failures), "{dice:?}");
    }
}

/// CW-099, CW-R37, CW-R98: a shot is disturbed by an active foe whose Reach goes as far, with a long spear 5 feet farther.
#[test]
fn cw_099_whoever_reaches_the_shooter_disturbs_a_shot() {
    let (book, mut table) = scene(
        r#"
        book = "clockworld"
        map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
        characters = [
            { from = "gunslinger", name = "Mudo", at = [3, 3] },
            { from = "knife-bandit", name = "Pike", at = [6, 3] },
        ]
        things = [{ from = "long-spear", key = "spear", at = [0, 0] }]
        "#,
    );
    let (mudo, pike, spear) = (who(&table, "mudo"), who(&table, "pike"), table.find_thing("spear").unwrap());
    for (armed, reach) in [(false, 1), (true, 2)] {
        if armed {
            table.actor_mut(pike).held = [1, 2].into_iter().map(|arm| Grip { arm, thing: spear }).collect();
            table.thing_mut(spear).at = Whereabouts::Held(pike);
        }
        for cells in 1..6 {
            let place = table.setup.space.on_ground(table.setup.space.cell_at(3 + cells, 3).unwrap());
            table.actor_mut(pike).stand_at(place);
            assert_eq!(is_disturbed(&book, &table, mudo), cells <= reach, "{cells} cells away, armed: {armed}");
        }
    }
    let place = table.actor(mudo).place;
    table.actor_mut(pike).stand_at(place);
    assert!(is_disturbed(&book, &table, mudo));
    table.actor_mut(pike).out = Out::Unconscious;
    assert!(!is_disturbed(&book, &table, mudo), "CW-R98");
}
