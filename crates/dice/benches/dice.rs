//! What dice cost: `cargo bench -p referee-dice`.
//!
//! Prints nanoseconds per operation, best of several runs. Compare lines of one run; machines differ.
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "benchmarks measure time")]

use std::hint::black_box;
use std::time::Instant;

use referee_dice::{DiceRng, Expr, FastDice, FastRng, Roll};

const POOL_14: Roll = Roll::pool(&[(4, 4), (5, 8), (5, 6)]).drop_highest(2).keep_highest(4);
const POOL_34: Roll = Roll::pool(&[(10, 4), (12, 8), (12, 6)]).drop_highest(2).keep_highest(4);
const POOL_34_RULEBOOK: Roll = Roll::pool(&[(10, 4), (12, 8), (12, 6)]).drop_highest(6).keep_highest(10);

const D20: Roll = Roll::die(20);
const HIGHER: Roll = Roll::highest_of(2, 10);

/// The best of nine runs, each long enough to be measured; prints and returns nanoseconds per call.
fn time<T>(name: &str, mut call: impl FnMut() -> T) -> f64 {
    let mut calls = 1u64;
    let best = loop {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        if start.elapsed().as_millis() >= 20 {
            break start.elapsed();
        }
        calls *= 2;
    };
    let best = (0..8).fold(best, |best, _| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        best.min(start.elapsed())
    });
    let ns = best.as_nanos() as f64 / calls as f64;
    println!("{name:<58} {ns:>12.1} ns");
    ns
}

fn main() {
    println!("exact distributions, not cached");
    time("  3s: 14 dice, drop 2, best 4", || black_box(POOL_14).distribution());
    time("  3l: 34 dice, drop 2, best 4", || black_box(POOL_34).distribution());
    time("  3lR: 34 dice, drop 6, best 10", || black_box(POOL_34_RULEBOOK).distribution());
    time("  1: higher of 2d10, +3 > 7", || {
        black_box(Roll::highest_of(2, 10).plus(3)).distribution().chance_of(|total| total > 7)
    });
    time("  2d6", || black_box(Roll::dice(2, 6)).distribution());
    time("  2b: exploding d8 (6 more at most) +2, by floor(total/4)", || {
        black_box(Roll::exploding(8).explode_at_most(6).plus(2)).distribution().by_key(|total| total.div_euclid(4))
    });
    time("  exploding d8 without end", || black_box(Roll::exploding(8)).distribution());
    time("  4: lowest of 5d8", || black_box(Roll::lowest_of(5, 8)).distribution());
    time("  5: higher of 2d10 +4 > 8 and > d10+2", || {
        let attack = black_box(Roll::highest_of(2, 10).plus(4)).distribution();
        let reaction = black_box(Roll::die(10).plus(2)).distribution();
        attack
            .chances()
            .filter(|(total, _)| *total > 8)
            .map(|(total, chance)| chance * reaction.chance_of(|other| total > other))
            .sum::<referee_dice::Chance>()
    });
    time("  100d6", || black_box(Roll::dice(100, 6)).distribution());

    println!("samples");
    let mut rng = FastRng::seed_from_u64(1);
    time("  one d20", || rng.face(black_box(20)));
    let bare = time("  14 dice one by one, no selection", || {
        let mut sum = 0;
        for (count, sides) in black_box([(4, 4), (5, 8), (5, 6)]) {
            for _ in 0..count {
                sum += rng.face(sides);
            }
        }
        sum
    });
    let mut dice = FastDice::new(1);
    let check = time("  the same 14-dice check by FastDice", || dice.roll(black_box(&POOL_14)));
    println!("{:<58} {:>12.1} times", "  cheaper than its own dice by", bare / check);
    time("  d20 by FastDice", || dice.roll(black_box(&D20)));
    time("  higher of 2d10 by FastDice", || dice.roll(black_box(&HIGHER)));
    time("  d10 with a bonus known late by FastDice", || dice.roll(&Roll::die(10).plus(black_box(3))));
    time("  2d6 with a bonus known late by FastDice", || dice.roll(&Roll::dice(2, 6).plus(black_box(3))));
    let rolls: Vec<Roll> = (0..32).map(|n| Roll::dice(2 + n % 4, 4 + n).plus(i32::from(n))).collect();
    let mut turn = 0;
    time("  one of 32 different rolls by FastDice", || {
        turn = (turn + 7) % 32;
        dice.roll(&rolls[turn])
    });
    let mut shown = DiceRng::from_number(1);
    time("  the 14-dice check, every die shown", || POOL_14.show(&mut shown));

    println!("notation, parsed and rolled each time");
    let ours = time("  4d6kh3+2", || black_box("4d6kh3+2").parse::<Expr>().map(|expr| expr.show(&mut shown)).unwrap());
    time("  4d6kh3+2, parsed only", || black_box("4d6kh3+2").parse::<Expr>().unwrap());
    let theirs = time("  caith: 4d6 K3 + 2", || caith::Roller::new(black_box("4d6 K3 + 2")).unwrap().roll().unwrap());
    println!("{:<58} {:>12.1} times", "  faster than caith by", theirs / ours);
}
