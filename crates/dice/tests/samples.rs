//! Shown dice and fast draws both follow the exact distribution. Seeds are fixed, so the test always sees the same dice.

use std::collections::BTreeMap;

use referee_dice::{DiceRng, FastDice, Roll};

const DRAWS: u32 = 60_000;

/// Pearson's statistic over outcomes expected at least ten times, the others together; compared with five standard
/// deviations above its mean.
fn assert_follows(roll: &Roll, how: &str, mut draw: impl FnMut() -> i32) {
    let mut found: BTreeMap<i32, u32> = BTreeMap::new();
    (0..DRAWS).for_each(|_| *found.entry(draw()).or_default() += 1);
    let (mut statistic, mut groups) = (0.0, 0.0);
    let (mut rare, mut rare_found) = (0.0, 0.0);
    let mut add = |expected: f64, found: f64| {
        statistic += (found - expected).powi(2) / expected;
        groups += 1.0;
    };
    for (outcome, chance) in roll.distribution().chances() {
        let (expected, found) = (chance.to_f64() * f64::from(DRAWS), f64::from(found.remove(&outcome).unwrap_or(0)));
        if expected < 10.0 {
            rare += expected;
            rare_found += found;
        } else {
            add(expected, found);
        }
    }
    if rare > 1.0 {
        add(rare, rare_found);
    } else {
        assert!(rare_found < 10.0, "{roll} {how}: {rare_found} rare outcomes, expected {rare}");
    }
    assert!(found.is_empty(), "{roll} {how}: outcomes that cannot be: {found:?}");
    let freedom = f64::max(groups - 1.0, 1.0);
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt(), "{roll} {how}: {statistic} with {freedom} degrees");
}

fn rolls() -> Vec<Roll> {
    let mut rolls = vec![
        Roll::die(20),
        Roll::die(7).plus(-3),
        Roll::highest_of(2, 10).plus(3),
        Roll::lowest_of(2, 12),
        Roll::highest_of(3, 6),
        Roll::dice(2, 6),
        Roll::dice(4, 6).drop_lowest(1),
        Roll::pool(&[(4, 4), (5, 8), (5, 6)]).drop_highest(2).keep_highest(4),
        Roll::pool(&[(1, 20), (2, 6)]),
        Roll::exploding(8).plus(2),
        Roll::dice(3, 6).explode_on(5).keep_highest(2),
        Roll::dice(3, 6).explode().compounding().keep_lowest(2),
        Roll::dice(6, 10).count_at_least(7),
        Roll::dice(5, 10).explode().count_at_least(8),
        Roll::dice(2, 8).reroll(1, 2),
        Roll::dice(2, 8).reroll_once(1, 2).min_face(2).max_face(7),
        Roll::fudge(4),
        Roll::percent(),
    ];
    rolls.push(Roll::dice(40, 6)); // more than 64 bits
    rolls
}

#[test]
fn fast_draws_follow_the_distribution() {
    let mut dice = FastDice::new(2024);
    for roll in rolls() {
        assert_follows(&roll, "drawn", || dice.roll(&roll));
    }
}

#[test]
fn shown_dice_follow_the_distribution() {
    let mut rng = DiceRng::from_number(2024);
    for roll in rolls() {
        assert_follows(&roll, "shown", || roll.show(&mut rng).total);
    }
}

#[test]
fn the_same_seed_draws_the_same_whatever_was_drawn_before() {
    let mut fresh = FastDice::new(5);
    let mut used = FastDice::new(99);
    for roll in rolls() {
        used.roll(&roll);
    }
    used.reseed(5);
    for _ in 0..100 {
        for roll in rolls() {
            assert_eq!(fresh.roll(&roll), used.roll(&roll), "{roll}");
        }
    }
}

#[test]
fn nothing_is_allocated_once_a_roll_is_known() {
    let rolls = rolls();
    let mut dice = FastDice::new(1);
    for roll in &rolls {
        dice.roll(roll);
    }
    let counted = allocation_counter::measure(|| {
        for _ in 0..1_000 {
            for roll in &rolls {
                std::hint::black_box(dice.roll(roll));
            }
        }
        dice.reseed(2);
        std::hint::black_box(dice.roll(&rolls[3].plus(17)));
    });
    assert_eq!(counted.count_total, 0);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(FastDice::new(1))));
    assert!(counted.count_total > 0, "the counter counts");
}

#[test]
fn many_different_rolls_keep_their_own_odds() {
    // More rolls than the cache has places: each must still be recognised.
    let mut dice = FastDice::new(3);
    let rolls: Vec<Roll> = (2..12).flat_map(|count| (2..80).map(move |sides| Roll::dice(count, sides))).collect();
    for _ in 0..3 {
        for roll in &rolls {
            let (low, high) = roll.bounds();
            let total = i64::from(dice.roll(roll));
            assert!((low..=high).contains(&total), "{roll} gave {total}");
        }
    }
}
