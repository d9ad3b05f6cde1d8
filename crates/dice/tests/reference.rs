//! Every case of the reference file, to the last digit.

use std::collections::BTreeMap;

use referee_dice::{Chance, Distribution, Roll};

const REFERENCE: &str = include_str!("data/odds_reference.json");

type Odds = BTreeMap<String, Chance>;

fn by<K: Ord + ToString>(distribution: &Distribution, read: impl Fn(i32) -> K) -> Odds {
    distribution.by_key(read).into_iter().map(|(key, chance)| (key.to_string(), chance)).collect()
}

fn yes_or_no(yes: Chance) -> Odds {
    [("True".to_string(), yes.clone()), ("False".to_string(), yes.complement())].into()
}

/// What this crate says to a case of the file.
fn computed(id: &str) -> Odds {
    let floor4 = |total: i32| total.div_euclid(4);
    let exploding = |times| Roll::exploding(8).explode_at_most(times).plus(2).distribution();
    let pool = |d4, d8, d6, drop, keep| {
        let roll = Roll::pool(&[(d4, 4), (d8, 8), (d6, 6)]).drop_highest(drop).keep_highest(keep);
        by(&roll.distribution(), |total| total)
    };
    match id {
        "high_roll_2d10_plus3_gt7" => {
            yes_or_no(Roll::highest_of(2, 10).plus(3).distribution().chance_of(|total| total > 7))
        }
        "exploding_d8_plus2_ge4" => yes_or_no(exploding(6).at_least(4)),
        "exploding_d8_plus2_floor4" => by(&exploding(6), floor4),
        "pool_4d4_5d8_3b_2p_remove2_best4" => pool(4, 5, 5, 2, 4),
        "pool_6d4_8d8_4b_4p_remove2_best4" => pool(6, 8, 8, 2, 4),
        "pool_10d4_12d8_6b_6p_remove2_best4" => pool(10, 12, 12, 2, 4),
        "pool_6d4_8d8_4b_4p_remove4_best6" => pool(6, 8, 8, 4, 6),
        "pool_10d4_12d8_6b_6p_remove6_best10" => pool(10, 12, 12, 6, 10),
        "injury_pool_5d8" => by(&Roll::lowest_of(5, 8).distribution(), |lowest| match lowest {
            1 => 0,
            2 | 3 => 1,
            _ => 2,
        }),
        "attack_vs_reaction_high_roll" => {
            let reaction = Roll::die(10).plus(2).distribution();
            let attack = Roll::highest_of(2, 10).plus(4).distribution();
            let beats = |(total, chance): (i32, Chance)| match total > 8 {
                true => chance * reaction.chance_of(|other| total > other),
                false => Chance::ZERO,
            };
            yes_or_no(attack.chances().map(beats).sum())
        }
        "exploding_d8_unbounded_plus2_floor4_first_levels" => {
            let mut odds = by(&Roll::exploding(8).plus(2).distribution(), floor4);
            odds.retain(|key, _| key.parse::<i32>().unwrap() <= 20);
            odds
        }
        _ => match id.strip_prefix("exploding_d8_plus2_floor4_depth") {
            Some(times) => by(&exploding(times.parse().unwrap()), floor4),
            None => panic!("the reference file has a new case: {id}"),
        },
    }
}

#[test]
fn every_case_of_the_reference_file_to_the_last_digit() {
    let file: serde_json::Value = serde_json::from_str(REFERENCE).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 17);
    for case in cases {
        let id = case["id"].as_str().unwrap();
        let fraction = |part: &serde_json::Value| {
            format!("{}/{}", part["num"].as_str().unwrap(), part["den"].as_str().unwrap()).parse().unwrap()
        };
        let expected: Odds =
            case["distribution"].as_object().unwrap().iter().map(|(key, part)| (key.clone(), fraction(part))).collect();
        assert_eq!(computed(id), expected, "{id}");
    }
}
