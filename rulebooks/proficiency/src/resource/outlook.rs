//! How long a Resource-Die lasts: exact chances, from the same [`step`] that moves it in play.

use super::{DieSize, Direction, step};
use crate::house::HouseRules;
use referee_dice::Chance;

/// The dice that are still to be rolled, in order, each with the chance that one roll moves it on.
fn chain(house: &HouseRules, direction: Direction, from: DieSize) -> Vec<(DieSize, Chance)> {
    let mut dice = Vec::new();
    let mut die = from;
    // A die that already stands at its far end is spent, unless it has to be stepped past (PR-R92, PR-R94).
    if die == direction.far_end() && house.resource_end == crate::house::ResourceEnd::OnReach {
        return dice;
    }
    loop {
        let moves = |face: &i32| step(house, direction, die, *face) != (die, false);
        let low = (1..=i32::from(die.sides())).filter(moves).count();
        dice.push((die, Chance::new(low as u128, u128::from(die.sides()))));
        match step(house, direction, die, 1) {
            (_, true) => return dice,
            (next, false) => die = next,
        }
    }
}

/// The mean of the number of uses until the die is spent, the use that spends it included.
pub fn uses(house: &HouseRules, direction: Direction, from: DieSize) -> Chance {
    chain(house, direction, from).iter().map(|(_, moves)| &Chance::ONE / moves).sum::<Chance>().reduced()
}

/// The variance of the number of uses: (1 − p) / p² for each die.
pub fn variance(house: &HouseRules, direction: Direction, from: DieSize) -> Chance {
    let each = |(_, moves): &(DieSize, Chance)| &moves.complement() / &(moves * moves);
    chain(house, direction, from).iter().map(each).sum::<Chance>().reduced()
}

/// The mean of the sum of all numbers rolled: the whole damage, where the number is damage.
pub fn sum(house: &HouseRules, direction: Direction, from: DieSize) -> Chance {
    let each = |(die, moves): &(DieSize, Chance)| &Chance::new(u128::from(die.sides()) + 1, 2) / moves;
    chain(house, direction, from).iter().map(each).sum::<Chance>().reduced()
}

/// The chances that the die is spent within 0, 1, … `most` uses.
pub fn spent_within(house: &HouseRules, direction: Direction, from: DieSize, most: usize) -> Vec<Chance> {
    let chain = chain(house, direction, from);
    let mut at: Vec<Chance> = vec![Chance::ZERO; chain.len() + 1];
    at[0] = Chance::ONE;
    let mut all = vec![at[chain.len()].clone()];
    for _ in 0..most {
        for place in (0..chain.len()).rev() {
            let moves = (&at[place] * &chain[place].1).reduced();
            at[place] = (&at[place] - &moves).reduced();
            at[place + 1] = (&at[place + 1] + &moves).reduced();
        }
        all.push(at[chain.len()].clone());
    }
    all
}

/// The median: the smallest number of uses within which the die is spent with a chance of at least one half.
pub fn median(house: &HouseRules, direction: Direction, from: DieSize) -> usize {
    let half = Chance::new(1, 2);
    let within = spent_within(house, direction, from, 120);
    within.iter().position(|chance| *chance >= half).unwrap_or(120)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::ResourceEnd;

    fn past() -> HouseRules {
        HouseRules { resource_end: ResourceEnd::StepPast, ..HouseRules::default() }
    }

    fn whole(number: u64) -> Chance {
        Chance::from(number)
    }

    /// PR-P44 to PR-P49, going down: PR-P44, PR-P45, PR-P46, PR-P47, PR-P48, PR-P49.
    /// Going up: PR-P50, PR-P51, PR-P52, PR-P53, PR-P54, PR-P55.
    #[test]
    fn pr_p44_to_p55_uses_variance_and_sum_are_those_of_the_ledger() {
        use {DieSize::*, Direction::*};
        let half = |halves: u128| Chance::new(halves, 2);
        let cases = [
            (Down, D20, (28, 158, half(400)), (30, 160, half(410))),
            (Down, D12, (18, 68, half(190)), (20, 70, half(200))),
            (Down, D10, (12, 38, half(112)), (14, 40, half(122))),
            (Down, D8, (7, 18, half(57)), (9, 20, half(67))),
            (Down, D6, (3, 6, half(21)), (5, 8, half(31))),
            (Down, D4, (0, 0, half(0)), (2, 2, half(10))),
            (Up, D4, (20, 70, half(200)), (30, 160, half(410))),
            (Up, D6, (18, 68, half(190)), (28, 158, half(400))),
            (Up, D8, (15, 62, half(169)), (25, 152, half(379))),
            (Up, D10, (11, 50, half(133)), (21, 140, half(343))),
            (Up, D12, (6, 30, half(78)), (16, 120, half(288))),
            (Up, D20, (0, 0, half(0)), (10, 90, half(210))),
        ];
        for (direction, die, reach, beyond) in cases {
            for (house, (mean, spread, total)) in [(HouseRules::default(), reach), (past(), beyond)] {
                assert_eq!(uses(&house, direction, die), whole(mean), "{direction:?} {die:?}");
                assert_eq!(variance(&house, direction, die), whole(spread), "{direction:?} {die:?}");
                assert_eq!(sum(&house, direction, die), total, "{direction:?} {die:?}");
            }
        }
    }

    /// PR-P56, PR-P57, PR-P58, PR-P59, PR-P60, PR-P61, PR-P62.
    #[test]
    fn pr_p56_to_p62_how_long_the_full_chain_lasts() {
        use {DieSize::*, Direction::*};
        let house = HouseRules::default();
        let down = spent_within(&house, Down, D20, 10);
        assert_eq!((&down[4], &down[5]), (&Chance::ZERO, &Chance::new(1, 3600)));
        assert_eq!(down[10], Chance::new(8_519_966_213, 311_040_000_000));
        assert_eq!(median(&house, Down, D20), 26);
        let up = spent_within(&house, Up, D4, 10);
        assert_eq!(up[5], Chance::new(1, 720));
        assert_eq!(up[10], Chance::new(17_338_090_231, 186_624_000_000));
        assert_eq!(median(&house, Up, D4), 19);
        for (direction, die) in [(Down, D20), (Up, D4)] {
            let within = spent_within(&past(), direction, die, 10);
            assert_eq!(within[10], Chance::new(1_027_726_051, 93_312_000_000));
        }
    }
}
