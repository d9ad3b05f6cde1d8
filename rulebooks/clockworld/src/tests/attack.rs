//! Attacks, Reactions and Injuries.

use crate::{
    table::{Out, Severity},
    testing::{duel, run, scene, who},
};

/// CW-X08: CW-240, CW-235, CW-R08.
#[test]
fn cw_x08_an_attack_must_beat_the_dodge_too() {
    let text = r#"
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
    let (book, mut table) = scene(text);
    run(&book, &mut table, "mudo", "attack target=bandit weapon=left-arm-fist", &[7, 6], &["dodge"]).unwrap();
    assert!(table.actor(who(&table, "bandit")).injuries.is_empty());
    let (book, mut table) = scene(text);
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
