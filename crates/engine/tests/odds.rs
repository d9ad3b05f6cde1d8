//! The odds of the toy's rules, worked out by hand.

mod toy;

use referee_dice::{Chance, Roll};
use referee_engine::{
    ActorId, Deciding, Effort, Exact, ExploreError, Exploring, Filled, Given, Marks, Odds, OddsError, Oracle,
    Reactions, Refusal, Seat, Through, Throw, Who, explore, explore_from, odds::Deed, odds::Ends, odds::ends_of,
    odds::odds_from, odds_of,
};
use toy::*;

const LIMIT: usize = 100_000;

fn attack(focus: bool) -> Intent {
    Intent::Attack { actor: ANN, target: CID, focus }
}

fn odds(table: &Table, intent: &Intent, deciding: impl Into<Deciding>) -> Odds {
    odds_of(&Toy::new(), table, seat(ANN), intent, deciding, LIMIT).unwrap()
}

/// Nobody has a reaction left, so that nothing is asked.
fn tired() -> Table {
    let mut table = four();
    table.fighters.iter_mut().for_each(|fighter| fighter.reactions = 0);
    table
}

#[test]
fn ty_002_a_straight_attack_hits_with_6_of_10() {
    let odds = odds(&tired(), &attack(false), Reactions::Best);
    let only = odds.only().unwrap();
    assert_eq!(only.chance("attack", Some(CID), "hit"), Chance::new(6, 10));
    assert_eq!(only.chance("attack", Some(CID), "missed"), Chance::new(4, 10));
    // 6/10 times 2/6, 3/6 and 1/6; nothing counted is 0.
    let damage = [("0", (4, 10)), ("1", (2, 10)), ("2", (3, 10)), ("3", (1, 10))];
    for (value, (part, whole)) in damage {
        assert_eq!(only.chance("damage", Some(CID), value), Chance::new(part, whole), "{value}");
    }
    // 0.2·1 + 0.3·2 + 0.1·3
    let expected = only.marginals.iter().find(|marginal| marginal.measure == "damage").unwrap().expected.clone();
    assert_eq!(expected.unwrap().to_string(), "11/10");
    assert_eq!(only.whole, Chance::ONE);
    assert!(odds.error.is_zero());
}

#[test]
fn ty_002_focus_takes_the_higher_of_two() {
    let mut table = tired();
    table.fighters[0].reactions = 1;
    // 1 - (4/10)²
    let odds = odds(&table, &attack(true), Reactions::Best);
    assert_eq!(odds.only().unwrap().chance("attack", Some(CID), "hit"), Chance::new(84, 100));
}

#[test]
fn ty_003_a_dodge_must_be_beaten_too() {
    let table = four();
    // Above 4 and above the dodge: (4 + 5 + 6 + 7 + 8 + 9) of 100; avoided: the other 21 of the 60.
    let dodged = odds(&table, &attack(false), Deciding::from(Reactions::Never).with(["dodge"]));
    let dodged = dodged.only().unwrap();
    assert_eq!(dodged.chance("attack", Some(CID), "hit"), Chance::new(39, 100));
    assert_eq!(dodged.chance("attack", Some(CID), "avoided"), Chance::new(21, 100));
    assert_eq!(dodged.chance("attack", Some(CID), "missed"), Chance::new(40, 100));
    let never = odds(&table, &attack(false), Reactions::Never);
    assert_eq!(never.only().unwrap().chance("attack", Some(CID), "hit"), Chance::new(6, 10));
}

#[test]
fn the_best_reaction_is_the_one_with_the_best_expected_score() {
    // Ann presses on every hit under best (one more damage is better for her), so a hit does 2, 3 or 4: 17/6 on the
    // mean. Decline: 6/10 · 17/6 = 1.7. Dodge: 39/100 · 17/6 = 1.105. Brace: 6/10 · 11/6 = 1.1. Cid braces.
    let best = odds(&four(), &attack(false), Reactions::Best);
    let best = best.only().unwrap();
    assert_eq!(best.chance("attack", Some(CID), "hit"), Chance::new(6, 10));
    assert_eq!(best.chance("damage", Some(CID), "1"), Chance::new(2, 10));
    let damage = best.marginals.iter().find(|marginal| marginal.measure == "damage").unwrap();
    assert_eq!(damage.expected.as_ref().unwrap().to_string(), "11/10");
    // With a need of 0 a straight attack always hits, and the dodge stops more than half: 45/100 · 17/6 = 1.275 against
    // 11/6 for the brace.
    let sure = odds_of(&Toy::new().needing(0), &four(), seat(ANN), &attack(false), Reactions::Best, LIMIT).unwrap();
    assert_eq!(sure.only().unwrap().chance("attack", Some(CID), "hit"), Chance::new(45, 100));
    // Always is the same as best here, as declining is never best.
    let always = odds(&four(), &attack(false), Reactions::Always);
    assert_eq!(always.only().unwrap().ways, best.ways);
}

#[test]
fn of_equally_good_options_the_first_is_taken() {
    // Nothing can hit: all three reactions score the same, and declining, the first, leaves the reaction.
    let book = Toy::new().needing(10);
    let deed = Deed {
        by: seat(ANN),
        filled: referee_engine::Filled::of("attack", Some(ANN)).with("target", "cid"),
        deciding: Reactions::Best.into(),
    };
    let ends = ends_of(&book, &four(), &[deed], LIMIT).unwrap();
    assert_eq!(ends.chance_of(|_, table| table.fighter(CID).reactions == 1), Chance::ONE);
}

#[test]
fn every_choice_is_a_group_of_its_own() {
    let odds = odds(&four(), &attack(false), Reactions::All);
    // Three reactions, and for each to press or not after a hit.
    assert_eq!(odds.groups.len(), 6);
    for group in &odds.groups {
        let keys: Vec<&str> = group.choices.iter().map(|choice| &*choice.chosen.key).collect();
        assert_eq!(group.whole, Chance::ONE, "{keys:?}");
        let hit = if keys[0] == "dodge" { Chance::new(39, 100) } else { Chance::new(6, 10) };
        assert_eq!(group.chance("attack", Some(CID), "hit"), hit, "{keys:?}");
        let most = 3 - i32::from(keys[0] == "brace") + i32::from(keys[1] == "press");
        let most_chance = &hit * &Chance::new(1, 6);
        assert_eq!(group.chance("damage", Some(CID), &most.to_string()), most_chance, "{keys:?}");
    }
    let text = odds.to_string();
    assert!(text.contains("if Cid: dodge, Ann: press\n"), "{text}");
    assert!(text.contains("attack, Cid: missed 2/5 (40.0 %), avoided 21/100 (21.0 %), hit 39/100 (39.0 %)"), "{text}");
}

#[test]
fn several_people_asked_at_once_are_combined() {
    let odds = odds(&four(), &Intent::Duel { actor: ANN, target: CID }, Reactions::All);
    let lost: Vec<(String, bool)> = odds
        .groups
        .iter()
        .map(|group| {
            let keys: Vec<&str> = group.choices.iter().map(|choice| &*choice.chosen.key).collect();
            (keys.join(" "), group.chance("duel", Some(ANN), "lost") == Chance::ONE)
        })
        .collect();
    let expected = [("high high", true), ("high low", false), ("low high", false), ("low low", true)];
    assert_eq!(lost, expected.map(|(keys, ann)| (keys.to_owned(), ann)));
}

#[test]
fn an_endless_die_against_a_number_is_exact() {
    // 5 or more needs a 4 first, and any second die does: 1/4.
    let odds = odds(&four(), &Intent::Blast { actor: ANN, target: CID }, Reactions::Never);
    let only = odds.only().unwrap();
    assert_eq!(only.chance("damage", Some(CID), "2"), Chance::new(1, 4));
    assert_eq!(only.whole, Chance::ONE);
    assert!(odds.error.is_zero() && !odds.to_string().contains("off by at most"), "{}", odds.error);
}

#[test]
fn endless_explosions_carry_their_bound_where_every_total_matters() {
    let error = |dice: Roll, read: fn(i32) -> i32| {
        let run = |_: &mut _, oracle: &mut Exact<'_, Toy>| {
            Through(oracle).roll(Throw::open(Who::Gm, "dice"), dice, read).map(|_| ())
        };
        explore(&Toy::new(), &four(), Reactions::Never, LIMIT, run, |_, _| ()).unwrap().error
    };
    let every = error(Roll::exploding(4), |total| total);
    assert!(!every.is_zero() && every.to_f64() < 1e-12, "{every}");
    assert!(error(Roll::exploding(4), |total| total.min(9)).is_zero());
    assert!(!error(Roll::exploding(4), |total| total / 4 % 2).is_zero(), "it goes on changing");
    // However often it explodes, a die that is kept alone shows a 4 at most; which of many is the lowest stays open.
    assert!(error(Roll::dice(2, 4).explode().keep_highest(1), |total| total).is_zero());
    let worst_of_two = Roll::dice(2, 4).explode().keep_lowest(1);
    assert!(!error(worst_of_two, |total| total.min(9)).is_zero(), "its tail is no plain \"or more\"");
}

/// Both roll, and who is tied rolls again without end: a d6 beats a d8 in 15 of 48 cases and ties in 6.
#[test]
fn ties_that_are_rolled_again_without_end_are_exact() {
    let wins = |given: &[Given]| {
        let run = |_: &mut Table, oracle: &mut Exact<'_, Toy>| {
            let (mut oracle, table) = (Through(oracle), four());
            loop {
                let here = oracle.here(&table);
                let [one, other] = [Roll::die(6), Roll::die(8)]
                    .map(|die| oracle.roll(Throw::open(Who::Gm, "contest"), die, |total| total));
                let (one, other) = (one?.value, other?.value);
                if one != other {
                    let lost = Event::Dueled { loser: if one < other { ANN } else { CID } };
                    oracle.tell(referee_engine::Audience::All, || lost);
                    return Ok(());
                }
                oracle.again(&table, here)?;
            }
        };
        let how = Exploring { given, ..Exploring::by(Reactions::Never) };
        let explored = explore_from(&Toy::new(), &four(), how, 200, run, |_, marks| marks.0[0].who).unwrap();
        assert_eq!(explored.ways.values().cloned().sum::<Chance>(), Chance::ONE);
        explored.ways.into_iter().find(|(way, _)| way.end == Some(CID)).unwrap().1
    };
    assert_eq!(wins(&[]), Chance::new(15, 42));
    // Three and three fell already: what comes next is as it was before.
    assert_eq!(wins(&[Given::Total(3), Given::Total(3)]), Chance::new(15, 42));
}

/// Of a coin: heads ends it, tails goes to three more ways, back to them, back to the coin, or to another end. A half goes to
/// each of the last two, so of the coin a half, a quarter and a quarter that comes back: 2/3 and 1/3.
#[test]
fn a_way_may_lead_back_to_a_moment_before_the_last_one() {
    let run = |_: &mut Table, oracle: &mut Exact<'_, Toy>| {
        let (mut oracle, table) = (Through(oracle), four());
        let roll = |oracle: &mut Through<'_, Toy>, sides| {
            oracle.roll(Throw::open(Who::Gm, "dice"), Roll::die(sides), |total| total).map(|rolled| rolled.value)
        };
        loop {
            let coin = oracle.here(&table);
            if roll(&mut oracle, 2)? == 1 {
                return Ok(());
            }
            loop {
                let three = oracle.here(&table);
                match roll(&mut oracle, 3)? {
                    1 => oracle.again(&table, three)?,
                    2 => break,
                    _ => {
                        oracle.tell(referee_engine::Audience::All, || Event::Dueled { loser: ANN });
                        return Ok(());
                    }
                }
            }
            oracle.again(&table, coin)?;
        }
    };
    let explored = explore(&Toy::new(), &four(), Reactions::Never, 10, run, |_, marks| marks.0.len()).unwrap();
    let chances: Vec<Chance> = explored.ways.into_values().collect();
    assert_eq!(chances, [Chance::new(2, 3), Chance::new(1, 3)]);
}

#[test]
fn deeds_in_a_row_merge_equal_tables() {
    let filled = |actor| referee_engine::Filled::of("attack", Some(actor)).with("target", "cid");
    let deed = |actor| Deed { by: seat(actor), filled: filled(actor), deciding: Reactions::Never.into() };
    let mut table = tired();
    let ends = ends_of(&Toy::new(), &table, &[deed(ANN), deed(BOB)], LIMIT).unwrap();
    // Damage 0 to 6 in all, so seven tables; the chance that neither hits is 4/10 · 4/10.
    assert_eq!(ends.tables.len(), 7);
    assert_eq!(ends.chance_of(|_, table| table.fighter(CID).hp == 5), Chance::new(16, 100));
    assert_eq!(ends.ways.iter().map(|way| way.3.clone()).sum::<Chance>(), Chance::ONE);
    let odds = ends.odds(&Toy::new()).unwrap();
    // 3 and 3: 1/10 · 1/10.
    assert_eq!(odds.only().unwrap().chance("damage", Some(CID), "6"), Chance::new(1, 100));
    // Cid has 1 left: whoever hits first takes him out, and the second blow falls on nobody.
    table.fighters[2].hp = 1;
    let ends = ends_of(&Toy::new(), &table, &[deed(ANN), deed(BOB)], LIMIT).unwrap();
    assert_eq!(ends.chance_of(|_, table| table.fighter(CID).hp <= 0), Chance::new(84, 100));
    assert_eq!(ends.chance_of(|_, table| !table.fighter(BOB).acted), Chance::new(6, 10));
}

/// Ann strikes Cid, who cannot react, and presses if she hits, which takes her reaction; then Cid strikes Ann, who dodges if
/// she can. She is asked where she missed (4/10), and Cid hits with 39/100; elsewhere nobody asks her, and he hits with 6/10.
#[test]
fn a_settled_answer_is_given_on_every_table_that_asks_for_it() {
    let mut table = four();
    table.fighters[2].reactions = 0;
    let deciding = |answers: &[&str]| Deciding::from(Reactions::Never).with(answers.iter().copied());
    let attack = |by: ActorId, target: &str, answers: &[&str]| Deed {
        by: seat(by),
        filled: Filled::of("attack", Some(by)).with("target", target),
        deciding: deciding(answers),
    };
    let chain = |answers: &[&str]| {
        let pass = Deed { by: Seat::Gm, filled: Filled::of("pass", None), deciding: deciding(answers) };
        let deeds = [attack(ANN, "cid", answers), pass, attack(CID, "ann", answers)];
        ends_of(&Toy::new(), &table, &deeds, LIMIT)
    };
    let ends = chain(&["press", "dodge"]).unwrap();
    let hit = |marks: &Marks, _: &Table| marks.get("attack", Some(ANN)).is_some_and(|mark| mark.word == "hit");
    assert_eq!(ends.chance_of(hit), Chance::new(129, 250));
    // Where two answers fit, the one named first is given; the other was asked for all the same.
    assert_eq!(chain(&["press", "dodge", "brace"]).unwrap().chance_of(hit), Chance::new(129, 250));
    let never = chain(&["press", "dodge", "jump"]).unwrap_err();
    assert_eq!(never.to_string(), "no question on any way has the option \"jump\"");
}

/// Where the tables at the end are not wanted they are not told apart, and that is all the difference.
#[test]
fn odds_of_deeds_are_those_of_their_ends() {
    let deed = |actor, deciding: Reactions| {
        let filled = Filled::of("attack", Some(actor)).with("target", "cid");
        Deed { by: seat(actor), filled, deciding: deciding.into() }
    };
    let blast = Deed {
        by: seat(ANN),
        filled: Filled::of("blast", Some(ANN)).with("target", "cid"),
        deciding: Reactions::Never.into(),
    };
    let mut weak = four();
    weak.fighters[2].hp = 1;
    for (table, deeds) in [
        (four(), vec![deed(ANN, Reactions::Best), deed(BOB, Reactions::Best)]),
        (four(), vec![deed(ANN, Reactions::All), deed(BOB, Reactions::Never)]),
        (weak, vec![deed(ANN, Reactions::Never), deed(BOB, Reactions::Never)]),
        (four(), vec![blast]),
        (four(), vec![]),
    ] {
        let book = Toy::new();
        let with = ends_of(&book, &table, &deeds, LIMIT).and_then(|ends| ends.odds(&book));
        let without = odds_from(&book, Ends::at(&table), &deeds, LIMIT);
        match (with, without) {
            (Ok(with), Ok(without)) => {
                assert_eq!(with.to_string(), without.to_string());
                for (with, without) in with.groups.iter().zip(&without.groups) {
                    assert_eq!((&with.ways, &with.choices), (&without.ways, &without.choices));
                }
            }
            (with, without) => assert_eq!(with.err().map(|e| e.to_string()), without.err().map(|e| e.to_string())),
        }
    }
}

/// Ways that are rarer than one in fifty are left out: two dice of ten come to a hundred ways, each rarer than that.
#[test]
fn what_is_rare_can_be_left_out_and_is_missing_in_the_sum() {
    let explored = |rare: f64| {
        let run = |_: &mut Table, oracle: &mut Exact<'_, Toy>| {
            let mut oracle = Through(oracle);
            for die in [Roll::die(10), Roll::exploding(4)] {
                oracle.roll(Throw::open(Who::Gm, "dice"), die, |total| total)?;
            }
            Ok(())
        };
        let how = Exploring { rare, ..Exploring::by(Reactions::Never) };
        explore_from(&Toy::new(), &four(), how, LIMIT, run, |_, _| ()).unwrap()
    };
    let whole = explored(0.0);
    assert_eq!(whole.ways.values().cloned().sum::<Chance>(), Chance::ONE);
    // One, two and three have a fortieth each after each face of the first die; all that explode have less.
    let likely = explored(0.02);
    assert_eq!((likely.followed, likely.ways.values().cloned().sum()), (30, Chance::new(3, 4)));
    // Where everything is rare, one way goes on.
    assert_eq!(explored(0.2).followed, 1);
}

#[test]
fn without_odds_there_is_a_reason() {
    let refused = odds_of(&Toy::new(), &four(), seat(CID), &attack(false), Reactions::Best, LIMIT).unwrap_err();
    assert!(matches!(refused, OddsError::Explore(ExploreError::Refused(Refusal { .. }))), "{refused}");
    let much = odds_of(&Toy::new(), &four(), seat(ANN), &attack(false), Reactions::All, 10).unwrap_err();
    assert_eq!(much.to_string(), "the exact odds need more than 10 steps; simulate it instead");
    let left = std::cell::Cell::new(3);
    let is_wanted = || left.replace(left.get() - 1) > 0;
    let effort = Effort { ways: LIMIT, is_wanted: &is_wanted, closed: true };
    let gone = odds_of(&Toy::new(), &four(), seat(ANN), &attack(false), Reactions::All, effort).unwrap_err();
    assert_eq!((gone, left.get()), (OddsError::Explore(ExploreError::Unwanted), -1), "three ways were followed");
    let deciding = Deciding::from(Reactions::Never).with(["jump"]);
    let never = odds_of(&Toy::new(), &four(), seat(ANN), &attack(false), deciding, LIMIT).unwrap_err();
    assert_eq!(never.to_string(), "no question on any way has the option \"jump\"");
}

#[test]
fn a_rule_that_is_not_the_same_when_run_again_is_found_out() {
    let book = Toy::with(Bug::Moody);
    let error = odds_of(&book, &tired(), seat(ANN), &attack(false), Reactions::Best, LIMIT).unwrap_err();
    assert!(error.to_string().contains("it depends on something outside the table"), "{error}");
}

#[test]
fn odds_are_written_with_exact_fractions_beside_decimals() {
    let odds = odds(&tired(), &attack(false), Reactions::Never);
    let json = serde_json::to_value(&odds).unwrap();
    assert_eq!(json["groups"][0]["whole"], serde_json::json!({ "exact": "1", "decimal": 1.0 }));
    let marginal = &json["groups"][0]["marginals"][0];
    assert_eq!(marginal["measure"], "attack");
    assert_eq!(marginal["name"], "Cid");
    assert_eq!(marginal["values"][1]["word"], "hit");
    assert_eq!(marginal["values"][1]["chance"], serde_json::json!({ "exact": "3/5", "decimal": 0.6 }));
    assert_eq!(json["groups"][0]["marginals"][1]["expected"]["exact"], "11/10");
}
