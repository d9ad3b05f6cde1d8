//! A number and how sure it is.

use referee_shelf::wilson;
use serde::{Deserialize, Serialize};

/// The 95% point of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// An estimate with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A part of a whole, after Wilson. Of nothing, anything from 0 to 1 is possible.
    pub fn part(part: u64, all: u64) -> Interval {
        let (low, high) = wilson(part, all);
        Interval { value: if all == 0 { 0.5 } else { part as f64 / all as f64 }, low, high }
    }

    /// A part of a whole counted in halves, such as wins where a draw is half a one; after Wilson, for the whole ones.
    pub fn of_halves(halves: u64, all: u64) -> Interval {
        if all == 0 {
            return Interval::part(0, 0);
        }
        let (low, high) = (wilson(halves / 2, all).0, wilson(halves.div_ceil(2), all).1);
        Interval { value: halves as f64 / (2 * all) as f64, low, high }
    }

    /// A mean, from the sum of the numbers and of their squares.
    pub fn mean(sum: i128, squares: i128, all: u64) -> Interval {
        if all == 0 {
            return Interval { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let n = all as f64;
        let value = sum as f64 / n;
        // n·Σx² − (Σx)² in whole numbers: nothing is lost by subtracting what is nearly equal.
        let spread = i128::from(all).saturating_mul(squares).saturating_sub(sum.saturating_mul(sum)).max(0) as f64;
        Interval::around(value, if all < 2 { f64::INFINITY } else { (spread / (n * (n - 1.0)) / n).sqrt() })
    }

    /// An estimate with its standard error.
    pub fn around(value: f64, error: f64) -> Interval {
        Interval { value, low: value - Z * error, high: value + Z * error }
    }

    /// Half the width.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Does the interval hold this number?
    pub fn holds(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_interval_of_its_standard_error() {
        // 1, 2, 3, 4: mean 2.5, standard deviation √(5/3), standard error √(5/12).
        let mean = Interval::mean(10, 30, 4);
        assert!((mean.value - 2.5).abs() < 1e-12);
        assert!((mean.error() - Z * (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Interval::mean(5, 25, 1).high, f64::INFINITY);
        assert_eq!(Interval::part(0, 0).high, 1.0);
    }
}
