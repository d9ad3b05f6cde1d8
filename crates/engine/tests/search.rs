//! Thinking about the toy: one act ahead, and by trying out.

mod toy;

use referee_dice::FastRng;
use referee_engine::{
    Given, Reactions, Seat, Side, System, Who,
    fight::{Ended, Fighter, Fought, Player, Watch},
    search::{
        Act, Branch, Playouts, UnderWay, acts_of, best_answer, chosen, expected_score, halving, lineup, search_act,
        search_answer, suited, without_idle,
    },
};
use toy::{rules::DODGE, *};

fn named(name: &str) -> Player<Toy> {
    Player::named(name).unwrap()
}

/// How many of so many fights the second side wins.
fn won(players: &[Player<Toy>], count: u64) -> u64 {
    let (book, table) = (Toy::new(), four());
    let policies: Vec<_> = players.iter().map(Player::fallback).collect();
    let gauges = book.gauges(&table);
    let mut fighter = Fighter::new(&book, &table, &gauges, players, &policies);
    let mut is_won = |seed| {
        let mut fought = Fought::default();
        fighter.fight(seed, Watch::End, &mut fought).unwrap();
        fought.ended == Ended::Won(Side(1))
    };
    (0..count).filter(|seed| is_won(*seed)).count() as u64
}

fn attack(target: usize) -> Intent {
    Intent::Attack { actor: ANN, target: referee_engine::ActorId::at(target), focus: false }
}

/// Cid stands alone, and the next wound is the last.
fn last_stand() -> Table {
    let mut table = four();
    table.fighters[2].hp = 1;
    table.fighters[3].hp = 0;
    table
}

#[test]
fn whoever_thinks_takes_the_better_answer() {
    // A dodge against a d10 that must only beat 4 anyway: dodging is better than nothing.
    let (book, table, intent) = (Toy::new(), four(), attack(2));
    let side = book.side_of(&table, Who::Actor(CID)).unwrap();
    let score = |option| {
        let given = [Given::Option(option)];
        expected_score(&book, &table, Seat::Gm, &intent, &given, side, 10_000).unwrap()
    };
    let under_way = UnderWay { start: &table, by: Seat::Gm, intent: &intent, given: &[] };
    let best = best_answer(&book, &under_way, &table, Who::Actor(CID), &Question::React).unwrap();
    assert!((0..3).all(|option| score(option) <= score(best) + 1e-9));
    assert_ne!(best, 0, "doing nothing is worst");
}

#[test]
fn thinking_wins_against_not_thinking() {
    // The side that thinks goes second, which is the worse place.
    let without = won(&[named("random"), named("random")], 60);
    let with = won(&[named("random"), named("best")], 60);
    assert!(with >= without + 10, "{with} with thinking, {without} without");
    let with = won(&[named("random"), named("search:100")], 60);
    assert!(with >= without + 10, "{with} with searching, {without} without");
}

#[test]
fn a_search_wins_more_often_than_the_policy_that_it_searches_with() {
    let without = won(&[named("bold"), named("bold")], 40);
    let with = won(&[named("bold"), named("search:100")], 40);
    // Two standard deviations of the difference of 40 fights each are 9.
    assert!(with >= without + 9, "{with} with searching, {without} without");
}

#[test]
fn a_search_follows_the_policy_that_suits_it() {
    let (book, table) = (Toy::new(), four());
    // Of 256 playouts a quarter is for this, half of it for each of the two policies.
    let suits = |base| {
        let (policy, left) = suited(&book, &table, Side(0), base, 256, 7, |_, _| Ok(()));
        assert_eq!(left, 192);
        policy
    };
    assert_eq!(suits(Policy::Bold), Policy::Bold, "whoever passes against the bold loses");
    // Where everybody passes nobody wins: a fight without end is no draw.
    assert_eq!(suits(Policy::Passive), Policy::Bold);
}

#[test]
fn an_answer_is_tried_out_from_where_the_act_stands() {
    let (book, table, intent) = (Toy::new(), last_stand(), attack(2));
    let answer = |given: &[Given], question: &Question, who: Who, base: Policy| {
        let under_way = UnderWay { start: &table, by: Seat::Gm, intent: &intent, given };
        let mut rng = FastRng::seed_from_u64(3);
        search_answer(&book, &under_way, &table, who, question, base, 400, &mut rng)
    };
    // Of 100 attacks 39 hit somebody who dodges, else 60; and whoever braces is pressed (TY-002 to TY-005).
    assert_eq!(answer(&[], &Question::React, Who::Actor(CID), Policy::Bold), DODGE);
    // A policy that would do nothing about it is beaten by either; the passive do not press.
    assert_ne!(answer(&[], &Question::React, Who::Actor(CID), Policy::Passive), 0);
    // The game master decides as the policy does.
    assert_eq!(answer(&[], &Question::React, Who::Gm, Policy::Passive), 0);
}

#[test]
fn what_the_policy_would_do_stays_to_the_end_and_is_beaten_or_done() {
    let (book, table) = (Toy::new(), four());
    let policies = lineup::<Toy>(Side(0), Policy::Bold, Policy::Bold);
    let search = |usual: Intent| {
        let mut rng = FastRng::seed_from_u64(1);
        let acts = acts_of(&book, &table, 40, &mut rng).into_iter();
        let branch = |act: Act<Toy>| {
            let is_usual = act.intent == usual;
            Branch::new(act, is_usual)
        };
        let mut branches: Vec<Branch<Toy, Act<Toy>>> = acts.map(branch).collect();
        let mut playouts = Playouts::new(&book, &policies, &table);
        halving(&mut branches, 2_000, 100, |branches, each| {
            assert!(branches.iter().any(|branch| branch.is_usual), "the policy's act is in every stage");
            for branch in branches {
                branch.play(&mut playouts, Side(0), each, 5, |act, table, simulate| {
                    book.resolve(table, Seat::Gm, &act.intent, simulate)
                });
            }
            true
        });
        let count: u64 = branches.iter().map(|branch| branch.playouts).sum();
        assert!((1_500..=2_100).contains(&count), "{count} playouts of 2000");
        // Half of them are for the last two.
        assert!(branches[..2].iter().all(|branch| branch.playouts >= 500), "{}", branches[1].playouts);
        chosen(branches).unwrap().intent
    };
    let pass = Intent::Pass { side: Side(0) };
    let better = search(pass.clone());
    assert_ne!(better, pass, "passing is worse than almost anything");
    // What was found is not clearly beaten in turn.
    assert_eq!(search(better.clone()), better);
}

#[test]
fn what_changes_nothing_is_no_act() {
    let (book, table) = (Toy::new(), four());
    let act = |intent| Act::<Toy> { filled: None, intent };
    let hp = table.fighters[0].hp;
    let mut acts =
        vec![act(Intent::Heal { target: ANN, hp }), act(attack(2)), act(Intent::Heal { target: ANN, hp: hp - 1 })];
    without_idle(&book, &table, &mut acts, Policy::Bold, 1);
    let left: Vec<Intent> = acts.into_iter().map(|act| act.intent).collect();
    assert_eq!(left, [attack(2), Intent::Heal { target: ANN, hp: hp - 1 }]);
}

#[test]
fn a_search_of_any_size_does_something_legal() {
    let (book, table) = (Toy::new(), four());
    for playouts in [1, 2, 3, 15, 16, 40] {
        let intent = search_act(&book, &table, Policy::Bold, playouts, &mut FastRng::seed_from_u64(9));
        let ways = referee_engine::odds_of(&book, &table, Seat::Gm, &intent, Reactions::Never, 10_000);
        assert!(ways.is_ok(), "{intent:?}: {:?}", ways.err());
    }
    // One playout tells nothing.
    let usual = book.choose(&table, Policy::Bold, &mut FastRng::seed_from_u64(9));
    assert_eq!(search_act(&book, &table, Policy::Bold, 1, &mut FastRng::seed_from_u64(9)), usual);
}

#[test]
fn acts_are_listed_once_each_and_all_are_legal() {
    let book = Toy::new();
    let mut rng = FastRng::seed_from_u64(1);
    let acts = acts_of(&book, &four(), 200, &mut rng);
    assert!(acts.len() > 10, "{}", acts.len());
    for (at, act) in acts.iter().enumerate() {
        assert!(acts[..at].iter().all(|other| other.intent != act.intent), "{act:?} is there twice");
        let ways = referee_engine::odds_of(&book, &four(), Seat::Gm, &act.intent, Reactions::Never, 10_000);
        assert!(ways.is_ok(), "{act:?}: {:?}", ways.err());
    }
    // Two fighters with four offers each, and the pass: each is there at least once.
    assert_eq!(acts_of(&book, &four(), 5, &mut rng).len(), 9);
}
