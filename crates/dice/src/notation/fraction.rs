//! The numbers inside an expression.

use std::cmp::Ordering;

use crate::limits::MAX_TOTAL;

/// The denominator of a number inside an expression at most.
pub(super) const MAX_DENOMINATOR: i64 = 1_000_000;

/// A whole number or a fraction, in lowest terms, with a positive denominator.
///
/// An expression is only accepted if no number in it can pass [`MAX_TOTAL`] or [`MAX_DENOMINATOR`], so that nothing here
/// overflows: what is met when an expression is rolled fits in 10⁹ times 10⁶. What is met when it is read, one step
/// past the limits, stops at the ends of 64 bits, and so stays past the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    pub over: i64,
    pub under: i64,
}

impl Fraction {
    #[inline]
    pub fn whole(n: i64) -> Fraction {
        Fraction { over: n, under: 1 }
    }

    fn new(over: i128, under: i128) -> Fraction {
        let (mut a, mut b) = (over.unsigned_abs(), under.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1) as i128 * under.signum();
        let narrow = |n: i128| n.clamp(i128::from(-i64::MAX), i128::from(i64::MAX)) as i64;
        Fraction { over: narrow(over / common), under: narrow(under / common) }
    }

    fn wide(self) -> (i128, i128) {
        (i128::from(self.over), i128::from(self.under))
    }

    #[inline]
    pub fn add(self, other: Fraction) -> Fraction {
        if self.under == 1 && other.under == 1 {
            return Fraction::whole(self.over.saturating_add(other.over));
        }
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        Fraction::new(a * d + c * b, b * d)
    }

    #[inline]
    pub fn negated(self) -> Fraction {
        Fraction { over: -self.over, ..self }
    }

    #[inline]
    pub fn mul(self, other: Fraction) -> Fraction {
        if self.under == 1 && other.under == 1 {
            return Fraction::whole(self.over.saturating_mul(other.over).max(-i64::MAX));
        }
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        Fraction::new(a * c, b * d)
    }

    /// `other` is not 0.
    pub fn div(self, other: Fraction) -> Fraction {
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        Fraction::new(a * d, b * c)
    }

    pub fn abs(self) -> Fraction {
        Fraction { over: self.over.abs(), ..self }
    }

    /// What dividing leaves, with the sign of what is divided; `other` is not 0.
    pub fn remainder(self, other: Fraction) -> Fraction {
        let quotient = self.div(other);
        let whole = Fraction::whole(quotient.over / quotient.under);
        self.add(whole.mul(other).negated())
    }

    /// `exponent` is a whole number, 0 or more.
    pub fn pow(self, exponent: Fraction) -> Fraction {
        (0..exponent.over).fold(Fraction::whole(1), |power, _| power.mul(self))
    }

    /// To the nearest whole number, halves away from 0.
    pub fn rounded(self) -> Fraction {
        let half = Fraction { over: 1, under: 2 };
        let size = self.abs().add(half).floor();
        Fraction::whole(if self.over < 0 { -size } else { size })
    }

    #[inline]
    pub fn floor(self) -> i64 {
        if self.under == 1 { self.over } else { self.over.div_euclid(self.under) }
    }

    /// Whether it lies within the limits.
    #[inline]
    pub fn is_moderate(self) -> bool {
        self.under <= MAX_DENOMINATOR && self.over.abs() <= MAX_TOTAL * self.under
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        if self.under == other.under {
            return self.over.cmp(&other.over);
        }
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        (a * d).cmp(&(c * b))
    }
}
