//! Closed: chances as fractions where dice explode without end and every total matters.
//!
//! Two such dice against each other have endlessly many totals, so what comes of them is a sum without end. Cut every
//! die after some explosions and let its highest total stand for all that lies beyond: the chance of an end is then off by a little.
//! Let the cuts move on by rounds, where a round is a stretch of totals that holds a whole number of explosions of
//! every die. A rule that compares such dice reads them alike when all are moved by a round, so after N rounds the chance of an end
//! is `c + a·rᴺ + b·sᴺ + …`, where r, s … are the chances of one round more of one die or of several, all of them known.
//! A few cuts give c, the chance itself. One cut more must give the same c, to the last digit of the fraction: so it is
//! seen, not believed, that the rule reads its dice in this way. Ends for which it does not hold, among them all that lie
//! near the cut, keep the chance that was found before, and the bound of its error.

use referee_dice::{Chance, Roll};
use std::collections::BTreeMap;

/// More chances of further explosions than these are not worked out: two dice have three, or eight with halves.
const MOST_RATIOS: usize = 8;

/// The first cuts come before the numbers that a rule compares the dice with, and say nothing of what lies beyond.
const EARLY: u32 = 2;

/// Nobody waits for the closed form if more ways than these would have to be followed.
const MOST_WAYS: f64 = 100_000.0;

/// How rounds are chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounds {
    /// As short as they can be, or longer by this factor: a rule may count in fours what the dice repeat in sixes.
    longer: u32,
    /// A rule may double what one of the dice shows: while that die goes on by half a round, the other goes by a whole one.
    halves: bool,
}

impl Rounds {
    /// What is tried, in this order.
    pub(crate) const ALL: [Rounds; 4] = [
        Rounds { longer: 1, halves: false },
        Rounds { longer: 2, halves: false },
        Rounds { longer: 2, halves: true },
        Rounds { longer: 4, halves: false },
    ];
}

/// Where dice are cut that explode without end.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The length of a round: a multiple of the sides of every die.
    round: u32,
    /// After so many rounds.
    rounds: u32,
}

impl Cut {
    /// The die cut, with what is added to it.
    pub(super) fn shorten(self, die: Roll, sides: u16) -> Roll {
        let explosions = self.rounds * (self.round / u32::from(sides));
        match u8::try_from(explosions) {
            Ok(0) => Roll::die(sides).plus(die.modifier()),
            Ok(times) => die.explode_at_most(times),
            Err(_) => die.explode_at_most(u8::MAX - 1),
        }
    }
}

/// A single die that explodes without end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    pub(super) sides: u16,
    /// The total up to which it is listed where it is not cut: all beyond is rare.
    pub(super) listed: u32,
}

/// The dice that explode without end: how many of each size at most on one way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chains {
    sizes: BTreeMap<u16, u32>,
    /// The highest total that any of them is listed with where it is not cut.
    listed: u32,
    /// There are others than single dice, such as the better of two.
    others: bool,
}

impl Chains {
    /// The dice of one way; `None` for what is not a single die.
    pub(super) fn meet(&mut self, way: impl Iterator<Item = Option<Chain>>) {
        let mut here = Chains::default();
        for chain in way {
            match chain {
                Some(Chain { sides, listed }) => {
                    *here.sizes.entry(sides).or_default() += 1;
                    here.listed = here.listed.max(listed);
                }
                None => here.others = true,
            }
        }
        *self = std::mem::take(self).or(&here);
    }

    /// These dice, and on the same way those.
    pub(crate) fn and(mut self, others: &Chains) -> Chains {
        for (&sides, count) in &others.sizes {
            *self.sizes.entry(sides).or_default() += count;
        }
        self.listed = self.listed.max(others.listed);
        self.others |= others.others;
        self
    }

    /// These dice or those, on different ways.
    pub(crate) fn or(mut self, others: &Chains) -> Chains {
        for (&sides, &count) in &others.sizes {
            let most = self.sizes.entry(sides).or_default();
            *most = count.max(*most);
        }
        self.listed = self.listed.max(others.listed);
        self.others |= others.others;
        self
    }

    /// The least number of totals that holds a whole number of explosions of every die.
    fn round(&self) -> u32 {
        self.sizes.keys().fold(1, |round, &sides| lcm(round, u32::from(sides)))
    }

    /// About how many ways there are with the dice cut at `total`, if there are so many where they are not cut.
    fn ways_to(&self, total: u32, followed: usize) -> f64 {
        let dice: u32 = self.sizes.values().sum();
        followed as f64 * (f64::from(total) / f64::from(self.listed.max(1))).powf(f64::from(dice))
    }

    /// The chances of a round more of one die or of several together, each once; with `halves`, of half a round too.
    fn ratios(&self, round: u32, halves: bool) -> Option<Vec<Chance>> {
        let (step, steps) = if halves { (round / 2, 2) } else { (round, 1) };
        let mut all = vec![Chance::ONE];
        for (&sides, &count) in &self.sizes {
            let one = Chance::new(1, u128::from(sides).checked_pow(step / u32::from(sides))?);
            let mut power = Chance::ONE;
            let before = all.clone();
            for _ in 0..count.checked_mul(steps)? {
                power *= &one;
                all.extend(before.iter().map(|ratio| ratio * &power));
            }
            all.sort();
            all.dedup();
            if self.others || all.len() > MOST_RATIOS + 1 {
                return None;
            }
        }
        all.pop();
        Some(all).filter(|ratios| !ratios.is_empty())
    }
}

fn lcm(a: u32, b: u32) -> u32 {
    let (mut larger, mut smaller) = (a, b);
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    a / larger * b
}

/// The same thing worked out with the dice cut after some rounds, one more, two more and so on.
#[derive(Clone, Debug)]
pub(crate) struct Series<T> {
    cuts: Vec<T>,
    ratios: Vec<Chance>,
}

impl<T> Series<T> {
    /// Works `at` out for as many cuts as a closed form takes: beyond all totals that are listed where the dice are not
    /// cut, or, if that is too much work, as late as can be. There are `followed` ways where they are not cut. `None` if
    /// there are too many dice.
    pub(crate) fn of(
        chains: &Chains,
        rounds: Rounds,
        followed: usize,
        mut at: impl FnMut(Cut) -> Option<T>,
    ) -> Option<Series<T>> {
        let round = rounds.longer * chains.round();
        let ratios = chains.ratios(round, rounds.halves)?;
        let count = ratios.len() as u32 + 2;
        let work = |first: u32| (first..first + count).map(|cut| chains.ways_to(cut * round, followed)).sum::<f64>();
        let beyond = chains.listed.div_ceil(round).max(EARLY);
        let first = (EARLY..=beyond).rev().find(|&first| work(first) <= MOST_WAYS)?;
        let cuts = (first..first + count).map(|rounds| at(Cut { round, rounds }));
        Some(Series { cuts: cuts.collect::<Option<_>>()?, ratios })
    }

    /// The chance of something as a fraction, if there is a closed form for it.
    pub(crate) fn limit(&self, chance: impl FnMut(&T) -> Chance) -> Option<Chance> {
        let chances: Vec<Chance> = self.cuts.iter().map(chance).collect();
        // What only the last cut has is too near to it.
        let [.., before, _] = &chances[..] else { return None };
        if before.is_zero() { None } else { limit_of(chances, &self.ratios) }
    }

    /// A mean, or a part of it, if there is a closed form. A measure that goes up by the same with every round is off by
    /// the same, however late the cut: by that times the chance of getting there, which shrinks by the ratios of the chances.
    pub(crate) fn limit_of_mean(&self, mean: impl FnMut(&T) -> Chance) -> Option<Chance> {
        limit_of(self.cuts.iter().map(mean).collect(), &self.ratios)
    }

    /// With the dice cut as late as was worked out.
    pub(crate) fn latest(&self) -> Option<&T> {
        self.cuts.last()
    }

    /// The same of something else that is made of each.
    pub(crate) fn try_map<U, E>(&self, change: impl Fn(&T) -> Result<U, E>) -> Result<Series<U>, E> {
        Ok(Series { cuts: self.cuts.iter().map(change).collect::<Result<_, E>>()?, ratios: self.ratios.clone() })
    }

    /// The same of something else that is made of each.
    pub(crate) fn map<U>(&self, change: impl Fn(&T) -> U) -> Series<U> {
        Series { cuts: self.cuts.iter().map(change).collect(), ratios: self.ratios.clone() }
    }
}

/// What `c + a·rᴺ + b·sᴺ + …` tends to, if these are its values for N = 0, 1, 2 … and these are r, s …
fn limit_of(mut values: Vec<Chance>, ratios: &[Chance]) -> Option<Chance> {
    for ratio in ratios {
        let rest = ratio.complement();
        let next = values.windows(2).map(|two| two[1].checked_sub(&(&two[0] * ratio))?.checked_div(&rest));
        values = next.collect::<Option<_>>()?;
        values.iter_mut().for_each(|value| *value = value.reduced());
    }
    let [.., before, last] = &values[..] else { return None };
    (before == last).then(|| last.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_dice::Distribution;

    const SHORT: Rounds = Rounds::ALL[0];
    const LONG: Rounds = Rounds::ALL[1];
    const HALVES: Rounds = Rounds::ALL[2];

    #[test]
    fn the_limit_of_known_ratios_is_found_and_a_foreign_one_is_noticed() {
        let third = Chance::new(1, 3);
        let power = |base: u128, n: u32| Chance::new(1, base.pow(n));
        let values = |foreign: u128| -> Vec<Chance> {
            (0..5)
                .map(|n| &third + &(Chance::new(1, 5) * power(4, n) + Chance::new(1, 7) * power(foreign, n)))
                .collect()
        };
        let ratios = [Chance::new(1, 4), Chance::new(1, 6)];
        assert_eq!(limit_of(values(6), &ratios), Some(third.clone()));
        assert_eq!(limit_of(values(5), &ratios), None);
        assert_eq!(limit_of(values(6)[..3].to_vec(), &ratios), None, "nothing is left to prove it by");
    }

    fn chain(sides: u16) -> Option<Chain> {
        Some(Chain { sides, listed: u32::from(sides) })
    }

    type Totals = [Distribution; 2];

    /// Two endless dice, cut.
    fn two(sides: [u16; 2], rounds: Rounds) -> Series<Totals> {
        let mut chains = Chains::default();
        chains.meet(sides.map(chain).into_iter());
        let totals = |cut: Cut, sides| cut.shorten(Roll::exploding(sides), sides).try_distribution().unwrap();
        Series::of(&chains, rounds, 1, |cut| Some(sides.map(|sides| totals(cut, sides)))).unwrap()
    }

    fn pairs([first, second]: &Totals) -> impl Iterator<Item = (i32, i32, Chance)> {
        first.chances().flat_map(|(a, chance)| second.chances().map(move |(b, other)| (a, b, &chance * &other)))
    }

    /// The chance that `holds` of the totals of two endless dice.
    fn of_two(sides: [u16; 2], rounds: Rounds, holds: fn(i32, i32) -> bool) -> Option<Chance> {
        two(sides, rounds).limit(|cut| pairs(cut).filter(|(a, b, _)| holds(*a, *b)).map(|(.., chance)| chance).sum())
    }

    #[test]
    fn means_of_endless_dice_are_fractions_too() {
        // An exploding coin (1, or 2 and again) shows 1 + 2 + … : the mean is 1/2 · 1 + 1/2 · (2 + mean) = 3.
        let coins = two([2, 2], SHORT);
        let of = |part: fn(i32, i32) -> i32| {
            let part = move |(a, b, chance)| chance * Chance::from(u64::from(part(a, b).max(0).unsigned_abs()));
            coins.limit_of_mean(|cut| pairs(cut).map(part).sum())
        };
        assert_eq!(of(|a, _| a), Some(Chance::new(3, 1)));
        // By how much the first is higher, 0 if it is not: 2 · (i − j) for i > j, each with 1/2ⁱ⁺¹ · 1/2ʲ⁺¹. Σⱼ 1/4ʲ⁺¹ is
        // 1/3, Σ d/2ᵈ is 2: 2 · 1/3 · 2.
        assert_eq!(of(|a, b| a - b), Some(Chance::new(4, 3)));
        // A square goes up by more with every round.
        assert_eq!(of(|a, _| a * a), None);
    }

    #[test]
    fn endless_dice_against_each_other_come_to_fractions() {
        // Two d2 that explode on 2 are the same with 1/4 · (1 + 1/4 + 1/16 …).
        assert_eq!(of_two([2, 2], SHORT, |a, b| a == b), Some(Chance::new(1, 3)));
        // Both series summed by hand over a round of 12: Σ P(b) · P(a > b), and the factor 1 / (1 − 1/2304) for all rounds.
        assert_eq!(of_two([4, 6], SHORT, |a, b| a > b), Some(Chance::new(758, 2303)));
        // One of the three it is.
        let (higher, lower) =
            (of_two([4, 6], SHORT, |a, b| a > b).unwrap(), of_two([4, 6], SHORT, |a, b| a < b).unwrap());
        let same = of_two([4, 6], SHORT, |a, b| a == b).unwrap();
        assert_eq!(higher + lower + same, Chance::ONE);
    }

    #[test]
    fn a_rule_that_counts_in_fours_needs_longer_rounds_of_sixes() {
        let quarters = |a: i32, b: i32| a / 4 == b / 4;
        assert_eq!(of_two([6, 6], SHORT, quarters), None);
        // In a round of twelve the quarters 0, 1 and 2 have 1/2, 13/36 and 1/9; further rounds 1/36 of that.
        assert_eq!(of_two([6, 6], LONG, quarters), Some(Chance::new(509, 1295)));
    }

    #[test]
    fn a_rule_that_doubles_one_of_the_dice_needs_halves() {
        // Two exploding coins (1, or 2 and again): a = 2i + 1, b = 2j + 1 with 1/2ⁱ⁺¹ · 1/2ʲ⁺¹. a ≥ 2b is i ≥ 2j + 1:
        // Σ 1/2ʲ⁺¹ · 1/2²ʲ⁺¹ = 1/4 · (1 + 1/8 + 1/64 …) = 2/7.
        let doubled = |a: i32, b: i32| a >= 2 * b;
        assert_eq!(of_two([2, 2], LONG, doubled), None);
        assert_eq!(of_two([2, 2], HALVES, doubled), Some(Chance::new(2, 7)));
    }

    #[test]
    fn rounds_and_ratios_follow_from_the_dice() {
        let mut chains = Chains::default();
        chains.meet([8, 6].map(chain).into_iter());
        chains.meet([6].map(chain).into_iter());
        assert_eq!((chains.round(), chains.others), (24, false));
        let (eight, six) = (8u128.pow(3), 6u128.pow(4));
        let expected = [eight * six, six, eight].map(|whole| Chance::new(1, whole));
        assert_eq!(chains.ratios(24, false).unwrap(), expected);
        assert_eq!(chains.ratios(24, true).unwrap().len(), 8);
        chains.meet([8, 8, 10, 12].map(chain).into_iter());
        assert!(chains.ratios(120, false).is_none(), "too many dice");
        let mut best_of_two = Chains::default();
        best_of_two.meet([chain(8), None].into_iter());
        assert!(best_of_two.ratios(8, false).is_none(), "no single die");
    }
}
