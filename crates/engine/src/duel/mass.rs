//! A chance in fixed point: sums do not depend on their order, and what rounding loses is known.

use referee_dice::Chance;
use std::iter::Sum;
use std::ops::AddAssign;

/// A part of the whole, in units of 2⁻¹²⁰, always rounded down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Mass(u128);

const ONE: u128 = 1 << 120;

impl Mass {
    /// Nothing.
    pub const ZERO: Mass = Mass(0);
    /// Everything.
    pub const ONE: Mass = Mass(ONE);

    /// As a number from 0 to 1.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / ONE as f64
    }

    /// What is missing to the whole.
    pub fn rest(self) -> Mass {
        Mass(ONE.saturating_sub(self.0))
    }

    /// This part of that chance.
    pub fn times(self, chance: &Chance) -> Mass {
        let Some((numerator, denominator)) = chance.as_u128() else {
            // Beyond 128 bits a chance is a sum over many dice; the nearest number below is close enough, and the
            // difference shows in what is missing to the whole.
            return self.scaled((chance.to_f64() * (1.0 - f64::EPSILON) * (1u64 << 63) as f64) as u64, 63);
        };
        if numerator == denominator {
            return self;
        }
        // The quotient to 64 binary digits, by long division.
        let (mut rest, mut digits) = (numerator, 0u64);
        for _ in 0..64 {
            let carry = rest >> 127 == 1;
            rest = rest.wrapping_shl(1);
            digits <<= 1;
            if carry || rest >= denominator {
                rest = rest.wrapping_sub(denominator);
                digits |= 1;
            }
        }
        self.scaled(digits, 64)
    }

    fn scaled(self, digits: u64, places: u32) -> Mass {
        let digits = u128::from(digits);
        let high = (self.0 >> 64) * digits;
        let low = (self.0 & u128::from(u64::MAX)) * digits;
        Mass((high << (64 - places)) + (low >> places))
    }
}

impl AddAssign for Mass {
    fn add_assign(&mut self, other: Mass) {
        self.0 += other.0;
    }
}

impl Sum for Mass {
    fn sum<I: Iterator<Item = Mass>>(all: I) -> Mass {
        all.fold(Mass::ZERO, |mut sum, mass| {
            sum += mass;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_rounded_down_by_less_than_two_to_the_minus_64() {
        let cases = [(1, 2), (1, 3), (9, 10), (1, 1), (0, 7), (u128::MAX - 1, u128::MAX), (1, u128::MAX)];
        for (numerator, denominator) in cases {
            let chance = Chance::new(numerator, denominator);
            let mass = Mass::ONE.times(&chance);
            let off = chance.to_f64() - mass.to_f64();
            assert!((-1e-16..1e-15).contains(&off), "{numerator}/{denominator}: {off}");
            let third = mass.times(&Chance::new(1, 3));
            assert!((third.to_f64() - chance.to_f64() / 3.0).abs() < 1e-15);
        }
    }

    #[test]
    fn parts_of_a_whole_miss_next_to_nothing() {
        let parts: Mass = (0..10).map(|_| Mass::ONE.times(&Chance::new(1, 10))).sum();
        assert!(parts <= Mass::ONE && parts.rest().to_f64() < 1e-18);
    }
}
