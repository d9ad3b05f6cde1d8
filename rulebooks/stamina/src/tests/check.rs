//! Pools, degrees and checks without a roll.

use crate::{
    check::{Cause, Counts, Degree, How, Pool, open_successes, roll_less, roll_less_degree, sums},
    house::{HouseRules, LowDifficulty, OpenCheck, RollLess},
};
use referee_dice::{Chance, Roll};

fn pool(attribute: u8, rank: u8, bonus: u8, penalty: u8) -> Pool {
    let mut pool = Pool::new(attribute, rank);
    pool.gain(Cause::Gm, bonus);
    pool.pain(Cause::Gm, penalty);
    pool
}

fn roll(of: Pool) -> Roll {
    of.roll(&HouseRules::default())
}

/// The result of given faces: d4s, d8s, d6s.
fn result(roll: Roll, faces: &[i32]) -> i32 {
    let mut left = faces.iter().copied();
    let shown = roll.evaluate(|_| left.next().ok_or("a face for every die"));
    assert!(left.next().is_none(), "every face is used");
    shown.expect("enough faces").total
}

fn chance(text: &str) -> Chance {
    text.parse().expect("a fraction")
}

#[test]
fn st_006_to_st_014_the_pool_is_rolled_removed_and_kept() {
    // ST-V01, ST-007, ST-013: 3d4 and 2d8, the best three.
    let first = result(roll(pool(3, 2, 0, 0)), &[1, 3, 4, 2, 7]);
    assert_eq!(first, 14);
    let house = HouseRules::default();
    for (difficulty, more) in [(14, 0), (12, 0), (11, 1), (8, 2)] {
        assert_eq!(Degree::of(&house, first, difficulty), Degree::Success(more), "ST-023, ST-024: {difficulty}");
    }
    // ST-V02, ST-009, ST-010, ST-011: penalty dice take the highest of any kind.
    assert_eq!(result(roll(pool(3, 2, 0, 2)), &[2, 3, 3, 8, 5, 6, 1]), 11);
    // ST-V03, ST-008, ST-R02: one bonus and one penalty die do not cancel.
    assert_eq!(result(roll(pool(2, 1, 1, 1)), &[2, 1, 3, 6, 5]), 8);
    let cancelling = HouseRules { dice_cancel: true, ..HouseRules::default() };
    assert_eq!(result(pool(2, 1, 1, 1).roll(&cancelling), &[2, 1, 3]), 5);
    // ST-V04, ST-R03: which of equal dice goes does not matter; ST-R01: there are always enough.
    assert_eq!(result(roll(pool(3, 1, 0, 1)), &[4, 4, 4, 4, 4]), 12);
}

#[test]
fn st_015_to_st_024_the_degrees_and_their_limits() {
    use Degree::{CriticalFailure as C, Failure as F, NearFailure as N, Success as S};
    let house = HouseRules::default();
    let cases = [
        // ST-V05: ST-016, ST-020, ST-021, ST-R05, ST-R08.
        (20, &[(9, C), (10, F), (14, F), (15, N), (19, N), (20, S(0)), (22, S(0)), (23, S(1)), (26, S(2))][..]),
        (10, &[(4, C), (5, N), (9, N), (10, S(0))][..]), // ST-V06
        (8, &[(3, C), (4, N), (7, N), (8, S(0))][..]),   // ST-V07, ST-R07
        (13, &[(6, C), (7, F), (8, N)][..]),             // ST-V08, ST-R06
        (12, &[(5, C), (6, F), (7, N)][..]),
        (0, &[(4, S(1))][..]), // ST-R13
    ];
    for (difficulty, results) in cases {
        for (result, degree) in results {
            assert_eq!(Degree::of(&house, *result, difficulty), *degree, "{result} against {difficulty}");
        }
    }
    let near_first = HouseRules { low_difficulty: LowDifficulty::NearFirst, ..HouseRules::default() };
    assert_eq!(Degree::of(&near_first, 3, 8), N, "ST-V07 with the switch");
    assert_eq!(Degree::of(&near_first, 2, 8), C);
    // ST-R09: no failed check has a success.
    assert_eq!([C.successes(), N.successes(), S(2).successes()], [0, 0, 3]);
}

/// The table of bands in the ledger: difficulty, last critical failure, last failure (or none), first near failure.
#[test]
fn st_016_to_st_021_the_degree_bands_of_the_ledger() {
    let house = HouseRules::default();
    let rows: [(i32, i32, i32); 20] = [
        // difficulty, results of critical failure end here, near failures begin here (the difficulty if there are none)
        (1, 0, 1),
        (2, 0, 1),
        (3, 1, 2),
        (4, 1, 2),
        (5, 2, 3),
        (6, 2, 3),
        (7, 3, 4),
        (8, 3, 4),
        (9, 4, 5),
        (10, 4, 5),
        (11, 5, 6),
        (12, 5, 7),
        (13, 6, 8),
        (14, 6, 9),
        (15, 7, 10),
        (16, 7, 11),
        (18, 8, 13),
        (20, 9, 15),
        (25, 12, 20),
        (30, 14, 25),
    ];
    for (difficulty, critical, near) in rows {
        for result in 0..difficulty + 4 {
            let expected = match result {
                _ if result >= difficulty + 3 => Degree::Success(1),
                _ if result >= difficulty => Degree::Success(0),
                _ if result <= critical => Degree::CriticalFailure,
                _ if result >= near => Degree::NearFailure,
                _ => Degree::Failure,
            };
            assert_eq!(Degree::of(&house, result, difficulty), expected, "{result} against {difficulty}");
        }
    }
}

#[test]
fn st_026_to_st_038_a_check_without_a_roll() {
    let house = HouseRules::default();
    // ST-V09: ST-031, ST-033, ST-034, ST-038.
    let standard = roll_less(&pool(3, 2, 1, 0), &house, How::Standard);
    assert_eq!(standard, 5);
    assert_eq!(roll_less_degree(&house, standard, 12), Degree::Success(1));
    // ST-V10: ST-032, ST-036, ST-037, ST-R14.
    let time = roll_less(&pool(3, 1, 0, 3), &house, How::TakeTime);
    assert_eq!(time, 3);
    assert_eq!(roll_less_degree(&house, time, 10), Degree::NearFailure);
    // ST-V11: ST-035, ST-R16.
    let none = roll_less(&pool(2, 0, 0, 3), &house, How::Standard);
    assert_eq!(none, 0);
    assert_eq!(roll_less_degree(&house, none, 1), Degree::CriticalFailure);
    // ST-R15: the switch `direct`.
    let direct = HouseRules { rollless: RollLess::Direct, ..HouseRules::default() };
    assert_eq!(roll_less_degree(&direct, 5, 30), Degree::Success(4));
    assert_eq!(roll_less_degree(&direct, 0, 30), Degree::CriticalFailure);
    // The ledger's table of roll-less successes: attribute, rank, standard, take time.
    let rows = [
        (2, 0, 2, 3),
        (2, 3, 5, 6),
        (3, 0, 2, 4),
        (3, 2, 4, 6),
        (3, 4, 6, 8),
        (4, 1, 4, 6),
        (5, 0, 3, 6),
        (5, 4, 7, 10),
    ];
    for (attribute, rank, standard, time) in rows {
        let pool = pool(attribute, rank, 0, 0);
        assert_eq!(roll_less(&pool, &house, How::Standard), standard, "{attribute}, {rank}");
        assert_eq!(roll_less(&pool, &house, How::TakeTime), time, "{attribute}, {rank}");
    }
}

#[test]
fn st_r10_open_checks_count_three_points_or_go_against_10() {
    let house = HouseRules::default();
    assert_eq!(open_successes(&house, 13, Counts::Successes), 4);
    assert_eq!(open_successes(&house, 13, Counts::Additional), 4);
    let ten = HouseRules { open_check: OpenCheck::Difficulty10, ..HouseRules::default() };
    assert_eq!(open_successes(&ten, 13, Counts::Successes), 2);
    assert_eq!(open_successes(&ten, 13, Counts::Additional), 1);
    assert_eq!(open_successes(&ten, 9, Counts::Additional), 0);
}

#[test]
fn st_012_the_player_selects_exactly_as_many_dice_as_the_attribute() {
    assert_eq!(sums(&[1, 2, 3, 3, 5], 3)[..], [11, 10, 9, 8, 7, 6]);
    assert_eq!(sums(&[4, 4], 2)[..], [8]);
}

#[test]
fn st_p01_to_st_p07_the_odds_of_pools() {
    let fair = roll(pool(3, 2, 0, 0)).distribution();
    assert_eq!(fair.mean().to_string(), "13277/1024", "ST-P01");
    assert_eq!(fair.at_least(12).reduced(), chance("2797/4096"), "ST-P02");
    let counts = [1, 5, 15, 41, 87, 155, 241, 339, 415, 483, 508, 508, 448, 344, 220, 156, 93, 37];
    for (result, count) in (3..).zip(counts) {
        assert_eq!(fair.exactly(result), Chance::new(count, 4096), "{result}");
    }
    let hard = roll(pool(3, 2, 1, 2)).distribution();
    let counts =
        [661, 2990, 8610, 27597, 53034, 83852, 123135, 144832, 146035, 132300, 82782, 46696, 20805, 8719, 2112, 576];
    for (result, count) in (3..).zip(counts) {
        assert_eq!(hard.exactly(result), Chance::new(count, 884_736), "{result}");
    }
    let degrees = |of: Pool, difficulty: i32| {
        let house = HouseRules::default();
        let plain = |result| match Degree::of(&house, result, difficulty) {
            Degree::Success(_) => Degree::Success(0),
            failure @ (Degree::CriticalFailure | Degree::Failure | Degree::NearFailure) => failure,
        };
        let all = roll(of).distribution().by_key(plain);
        let words = |degree: Degree| {
            all.iter()
                .find(|(known, _)| *known == degree)
                .map_or("0".into(), |(_, chance)| chance.reduced().to_string())
        };
        [Degree::CriticalFailure, Degree::Failure, Degree::NearFailure, Degree::Success(0)].map(words)
    };
    let cases = [
        ("ST-P03", pool(3, 2, 0, 0), 12, ["21/4096", "41/4096", "1237/4096", "2797/4096"]),
        ("ST-P04", pool(3, 2, 0, 0), 20, ["545/4096", "2253/4096", "1261/4096", "37/4096"]),
        ("ST-P05", pool(3, 1, 0, 0), 10, ["5/512", "0", "89/256", "329/512"]),
        ("ST-P06", pool(3, 1, 0, 1), 10, ["1/32", "0", "1831/3072", "1145/3072"]),
    ];
    for (id, of, difficulty, expected) in cases {
        assert_eq!(degrees(of, difficulty), expected, "{id}");
    }
    // ST-P07: 12 or more.
    let cases = [(1, 1, "79463/147456"), (0, 1, "1111/3072"), (0, 2, "6707/36864"), (1, 0, "19765/24576")];
    for (bonus, penalty, expected) in cases {
        let found = roll(pool(3, 2, bonus, penalty)).distribution().at_least(12).reduced();
        assert_eq!(found, chance(expected), "{bonus} bonus, {penalty} penalty");
    }
}

#[test]
fn st_p28_a_large_pool_and_st_p25_two_who_roll_initiative() {
    let large = roll(pool(5, 5, 3, 2)).distribution();
    assert_eq!(large.at_least(25).reduced(), chance("34419418781/130459631616"));
    assert_eq!(large.mean().to_string(), "81244297363/3623878656");
    let (a, b) = (roll(pool(3, 2, 0, 0)).distribution(), roll(pool(2, 1, 0, 0)).distribution());
    let mut sums = [Chance::ZERO, Chance::ZERO, Chance::ZERO];
    for (first, p) in a.chances() {
        for (second, q) in b.chances() {
            sums[(first.cmp(&second) as i8 + 1) as usize] += &p * &q;
        }
    }
    assert_eq!(sums.map(|sum| sum.reduced().to_string()), ["37185/524288", "22815/524288", "14509/16384"]);
}

/// The largest pool that a sheet can give: 34 dice, and its exact distribution sums to one.
#[test]
fn st_010_any_pool_of_a_sheet_has_an_exact_distribution() {
    let of = roll(pool(8, 8, 11, 7));
    assert_eq!(of.count(), 34);
    let distribution = of.distribution();
    assert_eq!(distribution.at_least(8).reduced(), Chance::ONE);
}
