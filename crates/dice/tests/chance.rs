//! Exact fractions, small and large.

use referee_dice::{Chance, Roll};

fn chance(text: &str) -> Chance {
    text.parse().unwrap()
}

#[test]
fn fractions_are_compared_and_printed_by_value() {
    assert_eq!(Chance::new(42, 50), Chance::new(21, 25));
    assert_eq!(Chance::new(42, 50).to_string(), "21/25");
    assert_eq!(Chance::new(50, 50).to_string(), "1");
    assert_eq!(Chance::new(0, 7), Chance::ZERO);
    assert!(Chance::new(1, 3) < Chance::new(34, 100));
    assert_eq!(chance(" 3 / 6 "), Chance::new(1, 2));
    assert_eq!(serde_json::to_string(&Chance::new(2, 4)).unwrap(), "\"1/2\"");
    assert_eq!(serde_json::from_str::<Chance>("\"1/2\"").unwrap(), Chance::new(2, 4));
    for text in ["", "/", "1/0", "-1/2", "1/2/3", "a", "0x1", "1.5", "+1"] {
        assert!(text.parse::<Chance>().is_err(), "{text}");
    }
}

#[test]
fn arithmetic_is_exact() {
    assert_eq!(Chance::new(1, 6) + Chance::new(1, 10), Chance::new(4, 15));
    assert_eq!(Chance::new(2, 3) * Chance::new(3, 4), Chance::new(1, 2));
    assert_eq!(Chance::new(2, 3) - Chance::new(1, 6), Chance::new(1, 2));
    assert_eq!(Chance::new(2, 3) / Chance::new(4, 3), Chance::new(1, 2));
    assert_eq!(Chance::new(1, 3).checked_sub(&Chance::new(1, 2)), None);
    assert_eq!(Chance::ONE.checked_div(&Chance::ZERO), None);
    assert_eq!(Chance::new(1, 3).complement(), Chance::new(2, 3));
    assert_eq!((1..=10).map(|n| Chance::new(n, 55)).sum::<Chance>(), Chance::ONE);
}

#[test]
fn nothing_overflows() {
    // (1/3)^200 has a denominator of 317 bits; 3^200 of them are one.
    let third = Chance::new(1, 3);
    let power = |n: u32| (0..n).fold(Chance::ONE, |power, _| &power * &third);
    let (small, large) = (power(200), power(40));
    assert!(small < large && small > Chance::ZERO);
    assert_eq!(&power(120) * &power(80), small);
    assert_eq!(&small / &power(160), large);
    assert_eq!(&(&small + &small) + &small, power(199));
    assert_eq!(&(&small + &large) - &large, small);
    let expected = 3f64.powi(-200);
    assert!((small.to_f64() / expected - 1.0).abs() < 1e-12);
    assert_eq!(power(2_000).to_f64(), 0.0, "too small for a float, yet no zero");
    assert!(!power(2_000).is_zero());

    // Parts of one whole that is larger than 128 bits.
    let parts = (&Chance::new(5, 7) * &small, &Chance::new(2, 7) * &small);
    assert_eq!(&(&parts.0 + &parts.1) - &parts.1, parts.0);
    assert!(parts.0 > parts.1 && parts.1.checked_sub(&parts.0).is_none());
    assert_eq!(parts.0.checked_sub(&parts.0), Some(Chance::ZERO));

    let huge = Chance::new(u128::MAX, 1);
    assert_eq!((&huge + &huge).to_string(), "680564733841876926926749214863536422910");
    assert_eq!(&(&huge * &huge) / &huge, huge);
    assert_eq!(Chance::new(u128::MAX - 1, u128::MAX) + Chance::new(1, u128::MAX), Chance::ONE);
    assert_eq!(chance(&small.to_string()), small);
}

#[test]
fn equal_values_hash_alike() {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    let hash = |chance: &Chance| BuildHasherDefault::<DefaultHasher>::default().hash_one(chance);
    let large = (0..100).fold(Chance::ONE, |power, _| power * Chance::new(10, 10));
    assert_eq!(hash(&large), hash(&Chance::ONE));
    assert_eq!(hash(&Chance::new(10, 30)), hash(&Chance::new(1, 3)));
}

#[test]
fn means_and_deviations() {
    let cases = [
        (Roll::dice(3, 6), "21/2", (3.0f64 * 35.0 / 12.0).sqrt()),
        (Roll::fudge(4), "0", (4.0f64 * 2.0 / 3.0).sqrt()),
        (Roll::die(6).plus(-10), "-13/2", (35.0f64 / 12.0).sqrt()),
        (Roll::dice(50, 6), "175", (50.0f64 * 35.0 / 12.0).sqrt()),
    ];
    for (roll, mean, sd) in cases {
        let odds = roll.distribution();
        assert_eq!(odds.mean().to_string(), mean, "{roll}");
        assert!((odds.sd() - sd).abs() < 1e-9, "{roll}: {}", odds.sd());
    }
}

#[test]
fn an_endless_explosion_states_what_it_does_not_list() {
    // A d6 explodes n times or more with a chance of 6^-n; 16 dice are the first with less than 1e-12.
    let odds = Roll::exploding(6).distribution();
    let (outcome, rest) = odds.tail().unwrap();
    assert_eq!((outcome, rest), (16 * 6 + 1, Chance::new(1, 6u128.pow(16))));
    assert_eq!(odds.exactly(6 * 3 + 4), Chance::new(1, 6u128.pow(4)));
    assert_eq!(odds.exactly(12), Chance::ZERO);

    // Two of them: 2 needs two ones; 8 is (1, 7), (7, 1) with one explosion, or (3, 5), (4, 4), (5, 3) without.
    let odds = Roll::dice(2, 6).explode().distribution();
    assert_eq!(odds.exactly(2), Chance::new(1, 36));
    assert_eq!(odds.exactly(8), Chance::new(3, 36) + Chance::new(2, 216));
    assert!(odds.tail().unwrap().1 < Chance::new(1, 1_000_000_000_000));

    // Counting whether a compounded die reaches a number needs no tail: 10 on a d6 is a 6 and then 4 or more.
    let odds = Roll::die(6).explode().compounding().count_at_least(10).distribution();
    assert_eq!((odds.exactly(1), odds.tail()), (Chance::new(3, 36), None));
}
