//! How often each number came up.

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::Bound};

use crate::Interval;

/// How often each number came up. Counts add up whatever the order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(i64, u64)>", into = "Vec<(i64, u64)>")]
pub struct Counts {
    /// Of 0 and the numbers after it, as far as one came up: most that is counted is small, and there are many fights.
    small: Vec<u64>,
    other: BTreeMap<i64, u64>,
}

/// Numbers from here on are not small.
const SMALL: i64 = 256;

impl From<Vec<(i64, u64)>> for Counts {
    fn from(pairs: Vec<(i64, u64)>) -> Counts {
        let mut counts = Counts::default();
        pairs.into_iter().for_each(|(number, count)| counts.add_many(number, count));
        counts
    }
}

impl From<Counts> for Vec<(i64, u64)> {
    fn from(counts: Counts) -> Self {
        counts.iter().collect()
    }
}

impl Counts {
    /// One more of this number.
    #[inline]
    pub fn add(&mut self, number: i64) {
        match usize::try_from(number).ok().and_then(|at| self.small.get_mut(at)) {
            Some(count) => *count += 1,
            None => self.add_many(number, 1),
        }
    }

    fn add_many(&mut self, number: i64, count: u64) {
        if count == 0 {
            return; // what never came up leaves no trace, so that equal counts are equal
        }
        if !(0..SMALL).contains(&number) {
            let other = self.other.entry(number).or_default();
            *other = other.saturating_add(count); // counts come from files, too
            return;
        }
        let at = number as usize;
        if at >= self.small.len() {
            self.small.resize(at + 1, 0);
        }
        self.small[at] = self.small[at].saturating_add(count);
    }

    /// The same with all of another.
    pub fn merge(&mut self, other: &Counts) {
        other.iter().for_each(|(number, count)| self.add_many(number, count));
    }

    /// The numbers in their order, each with how often it came up.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + '_ {
        let small = self.small.iter().enumerate().filter(|(_, count)| **count > 0);
        let small = small.map(|(number, count)| (number as i64, count));
        let other = |range| self.other.range::<i64, (Bound<i64>, Bound<i64>)>(range);
        let below = other((Bound::Unbounded, Bound::Excluded(0))).map(|(number, count)| (*number, count));
        let above = other((Bound::Included(SMALL), Bound::Unbounded)).map(|(number, count)| (*number, count));
        below.chain(small).chain(above).map(|(number, count)| (number, *count))
    }

    /// How many numbers came up in all.
    pub fn all(&self) -> u64 {
        self.iter().fold(0, |all: u64, (_, count)| all.saturating_add(count))
    }

    /// Did nothing come up?
    pub fn is_empty(&self) -> bool {
        self.small.is_empty() && self.other.is_empty()
    }

    /// The least number.
    pub fn least(&self) -> Option<i64> {
        self.iter().next().map(|(number, _)| number)
    }

    /// The greatest number.
    pub fn most(&self) -> Option<i64> {
        self.iter().next_back().map(|(number, _)| number)
    }

    /// The mean with its 95% interval, if `of` numbers came up of which those that are missing were 0.
    pub fn mean_of(&self, of: u64) -> Interval {
        let (mut sum, mut squares) = (0i128, 0i128);
        for (number, count) in self.iter() {
            let weighed = i128::from(number) * i128::from(count);
            sum = sum.saturating_add(weighed);
            squares = squares.saturating_add(weighed.saturating_mul(i128::from(number)));
        }
        Interval::mean(sum, squares, of)
    }

    /// The mean with its 95% interval.
    pub fn mean(&self) -> Interval {
        self.mean_of(self.all())
    }

    /// The number below which this part of them lies.
    pub fn quantile(&self, part: f64) -> Option<i64> {
        let wanted = (self.all() as f64 * part).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.iter().find_map(|(number, count)| {
            seen = count.saturating_add(seen);
            (seen >= wanted).then_some(number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_in_any_order() {
        let (mut one, mut two, mut all) = (Counts::default(), Counts::default(), Counts::default());
        for number in [3, 1, 4, 1, 5] {
            one.add(number);
            all.add(number);
        }
        for number in [9, 2, 6] {
            two.add(number);
            all.add(number);
        }
        let mut merged = two.clone();
        merged.merge(&one);
        one.merge(&two);
        assert_eq!(one, all);
        assert_eq!(merged, all);
        assert_eq!(all.mean().value, 31.0 / 8.0);
        assert_eq!((all.least(), all.most(), all.quantile(0.5), all.all()), (Some(1), Some(9), Some(3), 8));
    }

    #[test]
    fn numbers_of_any_size_are_counted_in_their_order() {
        let numbers = [300, -7, 255, 0, 256, i64::MAX, -7, i64::MIN, 12];
        let mut counts = Counts::default();
        numbers.iter().for_each(|number| counts.add(*number));
        let pairs = vec![(i64::MIN, 1), (-7, 2), (0, 1), (12, 1), (255, 1), (256, 1), (300, 1), (i64::MAX, 1)];
        assert_eq!(counts.iter().collect::<Vec<_>>(), pairs);
        assert_eq!(Counts::from(pairs), counts);
        assert_eq!((counts.least(), counts.most()), (Some(i64::MIN), Some(i64::MAX)));
    }
}
