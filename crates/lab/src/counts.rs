//! How often each number came up.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::Interval;

/// How often each number came up. Counts add up whatever the order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(i64, u64)>", into = "Vec<(i64, u64)>")]
pub struct Counts(BTreeMap<i64, u64>);

impl From<Vec<(i64, u64)>> for Counts {
    fn from(pairs: Vec<(i64, u64)>) -> Counts {
        Counts(pairs.into_iter().collect())
    }
}

impl From<Counts> for Vec<(i64, u64)> {
    fn from(counts: Counts) -> Self {
        counts.0.into_iter().collect()
    }
}

impl Counts {
    /// One more of this number.
    #[inline]
    pub fn add(&mut self, number: i64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// The same with all of another.
    pub fn merge(&mut self, other: &Counts) {
        for (number, count) in &other.0 {
            *self.0.entry(*number).or_default() += count;
        }
    }

    /// The numbers in their order, each with how often it came up.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.0.iter().map(|(number, count)| (*number, *count))
    }

    /// How many numbers came up in all.
    pub fn all(&self) -> u64 {
        self.0.values().sum()
    }

    /// Did nothing come up?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least number.
    pub fn least(&self) -> Option<i64> {
        self.0.keys().next().copied()
    }

    /// The greatest number.
    pub fn most(&self) -> Option<i64> {
        self.0.keys().next_back().copied()
    }

    /// The mean with its 95% interval, if `of` numbers came up of which those that are missing were 0.
    pub fn mean_of(&self, of: u64) -> Interval {
        let (mut sum, mut squares) = (0i128, 0i128);
        for (number, count) in self.iter() {
            let weighed = i128::from(number) * i128::from(count);
            sum += weighed;
            squares += weighed * i128::from(number);
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
            seen += count;
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
}
