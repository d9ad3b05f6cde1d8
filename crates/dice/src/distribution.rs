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
    /// Where dice explode without end.
    endless: Option<Box<Endless>>,
}

/// What a list of outcomes cannot say where dice explode without end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Endless {
    /// The least outcome stands for itself and all below it.
    pub below: bool,
    /// The greatest outcome stands for itself and all above it.
    pub above: bool,
    /// The chance of the rolls whose outcome is not known: no chance is off by more.
    pub error: Chance,
    /// The mean, where it is known in spite of that.
    pub mean: Option<Mean>,
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
        Distribution { outcomes, endless: None }
    }

    /// The same with what it cannot list.
    pub(crate) fn with_endless(mut self, endless: Option<Endless>) -> Distribution {
        self.endless = endless.map(Box::new);
        self
    }

    /// The same, if `endless`, with the last outcome standing for all above it.
    pub(crate) fn with_last_as_tail(self, endless: bool) -> Distribution {
        self.with_endless(endless.then(|| Endless { above: true, ..Endless::default() }))
    }

    /// The same with a mean that is known although not every outcome can be listed.
    pub(crate) fn with_mean(mut self, mean: Option<Mean>) -> Distribution {
        if let Some(endless) = &mut self.endless {
            endless.mean = mean;
        }
        self
    }

    /// One outcome, always.
    pub fn constant(outcome: i32) -> Distribution {
        Distribution { outcomes: Narrow(vec![(outcome, 1)], 1), endless: None }
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
        // Where the ends lead is not known, only how likely they are.
        let endless = self.endless.as_ref().map(|endless| {
            let ends = [self.lower_tail(), self.upper_tail()].into_iter().flatten().map(|tail| tail.1);
            Endless { error: ends.fold(endless.error.clone(), |sum, end| sum + end), ..Endless::default() }
        });
        match &self.outcomes {
            Narrow(list, whole) => regroup(list, whole, change),
            Wide(list, whole) => regroup(list, whole, change),
        }
        .with_endless(endless)
    }

    /// The mean. Exact, unless [`is_mean_exact`](Self::is_mean_exact) says otherwise: then what an end stands for counts as
    /// if it were the only outcome there.
    pub fn mean(&self) -> Mean {
        let known = self.endless.as_ref().and_then(|endless| endless.mean.clone());
        known.unwrap_or_else(|| Mean::of(self.chances()))
    }

    /// Whether the mean is known exactly.
    pub fn is_mean_exact(&self) -> bool {
        self.endless.as_ref().is_none_or(|endless| endless.mean.is_some())
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        let mean = self.mean().to_f64();
        self.chances()
            .map(|(outcome, chance)| chance.to_f64() * (f64::from(outcome) - mean).powi(2))
            .sum::<f64>()
            .sqrt()
    }

    /// Where dice explode without end: the outcome that stands for "this or more", and its chance. Every chance below it is
    /// exact, except for the [`error`](Self::error).
    pub fn upper_tail(&self) -> Option<(i32, Chance)> {
        self.endless.as_ref().filter(|endless| endless.above).and_then(|_| self.chances().next_back())
    }

    /// The same at the other end: "this or less".
    pub fn lower_tail(&self) -> Option<(i32, Chance)> {
        self.endless.as_ref().filter(|endless| endless.below).and_then(|_| self.chances().next())
    }

    /// The chance of the rolls whose outcome is not known: no chance is off by more. It is 0 unless exploding dice are kept or
    /// dropped one by one, or endless dice are taken from endless dice.
    pub fn error(&self) -> Chance {
        self.endless.as_ref().map_or(Chance::ZERO, |endless| endless.error.clone())
    }

    /// Where dice explode without end: from which outcome on not every chance is exact, and how likely what was not
    /// followed is. `None` if everything is exact.
    pub fn tail(&self) -> Option<(i32, Chance)> {
        let error = self.error();
        self.upper_tail().or_else(|| (!error.is_zero()).then(|| (self.highest(), error)))
    }

    /// The distribution moved by a number.
    #[must_use]
    pub(crate) fn plus(mut self, n: i32) -> Distribution {
        if n != 0 {
            if let Some(mean) = self.endless.as_mut().and_then(|endless| endless.mean.as_mut()) {
                *mean = mean.plus(&Mean::whole(i64::from(n)));
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

    /// A whole number.
    pub(crate) fn whole(n: i64) -> Mean {
        Mean { negative: n < 0, size: Chance::from(n.unsigned_abs()) }
    }

    /// Of the sum of two.
    pub(crate) fn plus(&self, other: &Mean) -> Mean {
        match (self.negative, other.negative) {
            (false, false) => Mean { negative: false, size: (&self.size + &other.size).reduced() },
            (true, true) => Mean { negative: true, size: (&self.size + &other.size).reduced() },
            (true, false) => Mean::between(&self.size, &other.size),
            (false, true) => Mean::between(&other.size, &self.size),
        }
    }

    /// Of the product of two that are independent.
    pub(crate) fn times(&self, other: &Mean) -> Mean {
        let size = (&self.size * &other.size).reduced();
        Mean { negative: self.negative != other.negative && !size.is_zero(), size }
    }

    pub(crate) fn divided(&self, by: &Mean) -> Mean {
        let size = (&self.size / &by.size).reduced();
        Mean { negative: self.negative != by.negative && !size.is_zero(), size }
    }

    pub(crate) fn negated(self) -> Mean {
        Mean { negative: !self.negative && !self.size.is_zero(), ..self }
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
