//! What a roll comes to, and how often.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt;

use dashu_int::UBig;

use crate::chance::Chance;
use crate::weight::{Count, Weight};

/// An exact distribution: every outcome with the number of equally likely rolls that have it.
///
/// ```
/// use referee_dice::{Chance, Roll};
/// let best = Roll::highest_of(2, 10).plus(3).distribution();
/// assert_eq!(best.chance_of(|total| total > 7), Chance::new(21, 25));
/// assert_eq!(best.outcomes().next().map(|(total, weight)| (total, weight.as_u128())), Some((4, Some(1))));
/// assert_eq!(best.mean().to_string(), "203/20");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    outcomes: Outcomes,
    /// The outcome that stands for everything that was not followed, and the chance of that.
    tail: Option<(i32, Chance)>,
}

#[derive(Debug, Clone)]
enum Outcomes {
    /// Whose sum fits in 128 bits.
    Narrow(Vec<(i32, u128)>, u128),
    Wide(Vec<(i32, UBig)>, UBig),
}
use Outcomes::{Narrow, Wide};

impl PartialEq for Outcomes {
    fn eq(&self, other: &Outcomes) -> bool {
        match (self, other) {
            (Narrow(a, whole), Narrow(b, other)) => whole == other && a == b,
            (Wide(a, whole), Wide(b, other)) => whole == other && a == b,
            _ => false,
        }
    }
}

impl Eq for Outcomes {}

impl Distribution {
    /// From ascending outcomes, whose weights sum to `whole`; outcomes without weight are left out.
    pub(crate) fn collect<T: Count>(outcomes: impl Iterator<Item = (i32, T)>, whole: T) -> Distribution {
        let most = outcomes.size_hint().1.unwrap_or(0);
        let outcomes = outcomes.filter(|(_, weight)| !weight.is_zero());
        let outcomes = match whole.clone().into_u128() {
            Some(whole) => {
                let part = |weight: T| weight.into_u128().expect("a part is smaller than the whole");
                let mut list = Vec::with_capacity(most);
                list.extend(outcomes.map(|(outcome, weight)| (outcome, part(weight))));
                Narrow(list, whole)
            }
            None => {
                let mut list = Vec::with_capacity(most);
                list.extend(outcomes.map(|(outcome, weight)| (outcome, weight.into_big())));
                Wide(list, whole.into_big())
            }
        };
        Distribution { outcomes, tail: None }
    }

    /// The same, if `tail`, with the last outcome standing for everything that was not followed.
    pub(crate) fn with_last_as_tail(mut self, tail: bool) -> Distribution {
        self.tail = if tail { self.chances().next_back() } else { None };
        self
    }

    pub(crate) fn with_tail(mut self, tail: Option<(i32, Chance)>) -> Distribution {
        self.tail = tail;
        self
    }

    /// One outcome, always.
    pub fn constant(outcome: i32) -> Distribution {
        Distribution { outcomes: Narrow(vec![(outcome, 1)], 1), tail: None }
    }

    /// The possible outcomes, ascending, each with its weight. The weights sum to [`total_weight`](Self::total_weight).
    pub fn outcomes(&self) -> impl DoubleEndedIterator<Item = (i32, Weight)> + ExactSizeIterator + '_ {
        (0..self.len()).map(|index| match &self.outcomes {
            Narrow(list, _) => (list[index].0, Weight(UBig::from(list[index].1))),
            Wide(list, _) => (list[index].0, Weight(list[index].1.clone())),
        })
    }

    /// The possible outcomes, ascending, each with its chance.
    pub fn chances(&self) -> impl DoubleEndedIterator<Item = (i32, Chance)> + ExactSizeIterator + '_ {
        (0..self.len()).map(|index| match &self.outcomes {
            Narrow(list, whole) => (list[index].0, Chance::new(list[index].1, *whole)),
            Wide(list, whole) => (list[index].0, Chance::from_big(list[index].1.clone(), whole.clone())),
        })
    }

    /// The weights in 128 bits, if they fit: for sums in a hot loop.
    pub fn narrow(&self) -> Option<(&[(i32, u128)], u128)> {
        match &self.outcomes {
            Narrow(list, whole) => Some((list, *whole)),
            Wide(..) => None,
        }
    }

    /// How many outcomes are possible.
    pub fn len(&self) -> usize {
        match &self.outcomes {
            Narrow(list, _) => list.len(),
            Wide(list, _) => list.len(),
        }
    }

    /// Never: something always happens.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many equally likely rolls there are.
    pub fn total_weight(&self) -> Weight {
        match &self.outcomes {
            Narrow(_, whole) => Weight(UBig::from(*whole)),
            Wide(_, whole) => Weight(whole.clone()),
        }
    }

    /// The least outcome.
    pub fn lowest(&self) -> i32 {
        match &self.outcomes {
            Narrow(list, _) => list.first().map_or(0, |first| first.0),
            Wide(list, _) => list.first().map_or(0, |first| first.0),
        }
    }

    /// The greatest outcome.
    pub fn highest(&self) -> i32 {
        match &self.outcomes {
            Narrow(list, _) => list.last().map_or(0, |last| last.0),
            Wide(list, _) => list.last().map_or(0, |last| last.0),
        }
    }

    /// The chance of the outcomes that `holds` picks.
    #[inline]
    pub fn chance_of(&self, holds: impl Fn(i32) -> bool) -> Chance {
        match &self.outcomes {
            Narrow(list, whole) => {
                let part = list.iter().filter(|(outcome, _)| holds(*outcome)).map(|(_, weight)| weight).sum();
                Chance::new(part, *whole)
            }
            Wide(list, whole) => {
                let mut part = UBig::ZERO;
                for (_, weight) in list.iter().filter(|(outcome, _)| holds(*outcome)) {
                    part += weight;
                }
                Chance::from_big(part, whole.clone())
            }
        }
    }

    /// The chance of one outcome.
    pub fn exactly(&self, outcome: i32) -> Chance {
        self.chance_of(|total| total == outcome)
    }

    /// The chance of an outcome or any greater one.
    pub fn at_least(&self, outcome: i32) -> Chance {
        self.chance_of(|total| total >= outcome)
    }

    /// The chance of an outcome or any smaller one.
    pub fn at_most(&self, outcome: i32) -> Chance {
        self.chance_of(|total| total <= outcome)
    }

    /// The chances of what the outcomes are read as, ascending.
    ///
    /// ```
    /// use referee_dice::{Chance, Roll};
    /// let degrees = Roll::die(20).distribution().by_key(|total| (total - 1) / 10);
    /// assert_eq!(degrees, [(0, Chance::new(1, 2)), (1, Chance::new(1, 2))]);
    /// ```
    pub fn by_key<K: Ord>(&self, read: impl Fn(i32) -> K) -> Vec<(K, Chance)> {
        fn regroup<K: Ord, T: Count>(list: &[(i32, T)], read: impl Fn(i32) -> K) -> Vec<(K, T)> {
            let mut groups: Vec<(K, T)> = Vec::with_capacity(list.len().min(32));
            for (outcome, weight) in list {
                let key = read(*outcome);
                // Most readings rise with the outcome, so the place is mostly the end.
                match groups.last_mut() {
                    Some((last, sum)) if *last == key => sum.add(weight),
                    Some((last, _)) if *last > key => match groups.binary_search_by(|(known, _)| known.cmp(&key)) {
                        Ok(place) => groups[place].1.add(weight),
                        Err(place) => groups.insert(place, (key, weight.clone())),
                    },
                    _ => groups.push((key, weight.clone())),
                }
            }
            groups
        }
        match &self.outcomes {
            Narrow(list, whole) => {
                let groups = regroup(list, read).into_iter();
                groups.map(|(key, part)| (key, Chance::new(part, *whole))).collect()
            }
            Wide(list, whole) => {
                let groups = regroup(list, read).into_iter();
                groups.map(|(key, part)| (key, Chance::from_big(part, whole.clone()))).collect()
            }
        }
    }

    /// The distribution of a function of the outcome, with the same total weight.
    #[must_use]
    pub fn map(&self, change: impl Fn(i32) -> i32) -> Distribution {
        fn regroup<T: Count>(list: &[(i32, T)], whole: &T, change: impl Fn(i32) -> i32) -> Distribution {
            let mut groups: BTreeMap<i32, T> = BTreeMap::new();
            for (outcome, weight) in list {
                groups.entry(change(*outcome)).or_insert_with(T::zero).add(weight);
            }
            Distribution::collect(groups.into_iter(), whole.clone())
        }
        let tail = self.tail.as_ref().map(|(outcome, chance)| (change(*outcome), chance.clone()));
        match &self.outcomes {
            Narrow(list, whole) => regroup(list, whole, change),
            Wide(list, whole) => regroup(list, whole, change),
        }
        .with_tail(tail)
    }

    /// The mean, exactly. Where there is a [`tail`](Self::tail), its outcome counts as if it were the only one.
    pub fn mean(&self) -> Mean {
        Mean::of(self.chances())
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        let mean = self.mean().to_f64();
        self.chances()
            .map(|(outcome, chance)| chance.to_f64() * (f64::from(outcome) - mean).powi(2))
            .sum::<f64>()
            .sqrt()
    }

    /// Where dice explode without end: the outcome that stands for "this or more", and its chance, below 1e-12.
    /// Every other chance is exact. `None` if everything is exact.
    ///
    /// Where exploded dice are then dropped or kept one by one, or are part of a larger
    /// [expression](crate::Expr::distribution), the rolls that explode more often than was followed may belong
    /// elsewhere: the chance given here is that of those rolls, and no chance is wrong by more.
    pub fn tail(&self) -> Option<(i32, Chance)> {
        self.tail.clone()
    }

    /// The distribution moved by a number.
    #[must_use]
    pub(crate) fn plus(mut self, n: i32) -> Distribution {
        if n != 0 {
            if let Some((outcome, _)) = &mut self.tail {
                *outcome = outcome.saturating_add(n);
            }
            match &mut self.outcomes {
                Narrow(list, _) => list.iter_mut().for_each(|(outcome, _)| *outcome = outcome.saturating_add(n)),
                Wide(list, _) => list.iter_mut().for_each(|(outcome, _)| *outcome = outcome.saturating_add(n)),
            }
        }
        self
    }
}

/// The exact mean of a distribution, which may be below 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mean {
    /// Whether it is below 0.
    pub negative: bool,
    /// Its distance from 0.
    pub size: Chance,
}

impl Mean {
    /// The mean of numbers, each with its chance.
    pub fn of<C: Borrow<Chance>>(values: impl IntoIterator<Item = (i32, C)>) -> Mean {
        let (mut above, mut below) = (Chance::ZERO, Chance::ZERO);
        for (value, chance) in values {
            let part = chance.borrow() * &Chance::from(u64::from(value.unsigned_abs()));
            if value < 0 { below += part } else { above += part }
        }
        Mean::between(&below, &above)
    }

    /// `above` less `below`.
    pub fn between(below: &Chance, above: &Chance) -> Mean {
        match above.checked_sub(below) {
            Some(size) => Mean { negative: false, size: size.reduced() },
            None => Mean { negative: true, size: below.checked_sub(above).unwrap_or_default().reduced() },
        }
    }

    /// As a floating-point number.
    pub fn to_f64(&self) -> f64 {
        if self.negative { -self.size.to_f64() } else { self.size.to_f64() }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.size)
    }
}
