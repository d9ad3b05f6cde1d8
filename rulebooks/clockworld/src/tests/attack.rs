//! Attacks, Reactions and Injuries.

use crate::{
    Clockworld, Question,
    reactions::{self, Incoming, Reaction},
    sheet::AttackKind,
    table::{Out, Severity},
    testing::{duel, run, scene, who},
};
use referee_dice::FastRng;
use referee_engine::{System, Who};

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

/// CW-239: the bold answer with what comes first, which is a Dodge if they can, so nobody looks for more.
#[test]
fn cw_239_only_who_takes_the_first_answer_for_certain_says_so() {
    let (book, table) = scene(BRAWL);
    let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
    let (kind, from) = (AttackKind::Reach, table.actor(mudo).place);
    let incoming = Incoming { attacker: mudo, kind, point_blank: true, cover: false, from, front: None };
    let options = reactions::options(&book, &table, bandit, &incoming);
    assert_eq!(options.get(&table, bandit, 1), Reaction::Dodge);
    let question = Question::React { attacker: mudo, options };
    for &(name, policy) in Clockworld::policies() {
        let is_certain = book.takes_first(&table, policy, Who::Actor(bandit), &question);
        assert_eq!(is_certain, name == "bold");
        let mut rng = FastRng::seed_from_u64(1);
        let mut answers = (0..50).map(|_| book.answer(&table, policy, Who::Actor(bandit), &question, &mut rng));
        assert!(!is_certain || answers.all(|answer| answer == 1));
    }
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

/// CW-240, CW-R08, CW-105, CW-107, CW-R54, CW-R55: whoever once had something rare about it, and has nothing of it left, fights
/// as anybody else does, though its blows and answers are looked at with more care.
#[test]
fn cw_240_a_blow_goes_the_same_way_with_and_without_care() {
    let cases: [(&[i32], &[&str], usize, u8); 5] = [
        (&[7, 6], &["dodge"], 0, 0),                  // 8 does not beat 8
        (&[1], &["decline"], 0, 0),                   // 3 does not beat the 3 of a Layman
        (&[7, 7, 4], &["dodge", "1-dice"], 1, 0),     // 9 beats 8; a 4 is Mild
        (&[7, 7, 1, 9], &["dodge", "1-dice"], 1, 1),  // a 1 is Critical; 9 does not beat the 9 of a Master
        (&[7, 7, 1, 10], &["dodge", "1-dice"], 1, 0), // 10 does
    ];
    for (dice, answers, injuries, failures) in cases {
        let fight = |with_care: bool| {
            let (book, mut table) = scene(BRAWL);
            for id in table.ids().filter(|_| with_care) {
                table.actor_mut(id).rare_mut();
            }
            run(&book, &mut table, "mudo", "attack target=bandit weapon=left-arm-fist", dice, answers).unwrap();
            table
        };
        let (plain, careful) = (fight(false), fight(true));
        let bandit = plain.actor(who(&plain, "bandit"));
        assert_eq!((bandit.injuries.len(), bandit.shock_failures), (injuries, failures), "{dice:?}");
        assert_eq!(plain, careful, "{dice:?}");
    }
}
