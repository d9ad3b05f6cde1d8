//! The numbers inside an expression.

use std::cmp::Ordering;

use crate::limits::MAX_TOTAL;

/// The denominator of a number inside an expression at most.
pub(super) const MAX_DENOMINATOR: i128 = 1_000_000;

/// A whole number or a fraction, in lowest terms, with a positive denominator.
///
/// An expression is only accepted if no number in it can pass [`MAX_TOTAL`] or [`MAX_DENOMINATOR`], so that nothing here
/// overflows: the largest intermediate value is the product of two numerators, below 10³⁰.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    pub over: i128,
    pub under: i128,
}

impl Fraction {
    #[inline]
    pub fn whole(n: i64) -> Fraction {
        Fraction { over: i128::from(n), under: 1 }
    }

    fn new(over: i128, under: i128) -> Fraction {
        let (mut a, mut b) = (over.unsigned_abs(), under.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1) as i128 * under.signum();
        Fraction { over: over / common, under: under / common }
    }

    #[inline]
    pub fn add(self, other: Fraction) -> Fraction {
        if self.under == 1 && other.under == 1 {
            return Fraction { over: self.over + other.over, under: 1 };
        }
        Fraction::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    #[inline]
    pub fn negated(self) -> Fraction {
        Fraction { over: -self.over, ..self }
    }

    #[inline]
    pub fn mul(self, other: Fraction) -> Fraction {
        if self.under == 1 && other.under == 1 {
            return Fraction { over: self.over * other.over, under: 1 };
        }
        Fraction::new(self.over * other.over, self.under * other.under)
    }

    /// `other` is not 0.
    pub fn div(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under, self.under * other.over)
    }

    #[inline]
    pub fn floor(self) -> i64 {
        if self.under == 1 { self.over as i64 } else { self.over.div_euclid(self.under) as i64 }
    }

    /// Whether it lies within the limits.
    pub fn is_moderate(self) -> bool {
        self.under <= MAX_DENOMINATOR && self.over.abs() <= i128::from(MAX_TOTAL) * self.under
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl Fraction {
    /// Rounded down, for a message about numbers past every limit.
    pub fn floor_wide(self) -> i128 {
        self.over.div_euclid(self.under)
    }
}
