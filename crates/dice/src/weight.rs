//! Integers that count rolls.

use std::fmt;

use dashu_int::UBig;

use crate::chance::Chance;

/// How many of the equally likely rolls have an outcome: an integer of any size, without the heap up to 128 bits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(pub(crate) UBig);

impl Weight {
    /// The weight as a number, if it fits.
    pub fn as_u128(&self) -> Option<u128> {
        u128::try_from(&self.0).ok()
    }

    /// This part of a whole.
    ///
    /// # Panics
    /// If the whole is 0; that of a distribution never is.
    pub fn of(&self, whole: &Weight) -> Chance {
        assert!(!whole.0.is_zero(), "a part of nothing");
        Chance::from_big(self.0.clone(), whole.0.clone())
    }
}

impl From<u128> for Weight {
    fn from(weight: u128) -> Weight {
        Weight(UBig::from(weight))
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What the algorithms count in: 64 or 128 bits where the number of all rolls fits, big integers otherwise.
///
/// The machine integers wrap. Whatever is counted is a part of all rolls, and the kind is chosen so that all of them fit;
/// only coefficients of steps that no roll takes can wrap, and those meet no weight.
pub(crate) trait Count: Clone + PartialEq + fmt::Debug {
    fn zero() -> Self;
    fn from_u64(n: u64) -> Self;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn sub(&mut self, other: &Self);
    fn mul(&self, other: &Self) -> Self;
    /// `self += a * b`
    fn add_product(&mut self, a: &Self, b: &Self);
    /// `self / n`, where that leaves nothing over.
    fn div_small(&self, n: u64) -> Self;
    /// The low bits, where it does not fit.
    fn from_big_wrapping(n: &UBig) -> Self;
    fn into_big(self) -> UBig;
    fn into_u128(self) -> Option<u128>;

    fn pow(&self, exponent: usize) -> Self {
        let mut power = Self::from_u64(1);
        for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
            power = power.mul(&power);
            if exponent >> bit & 1 == 1 {
                power = power.mul(self);
            }
        }
        power
    }
}

macro_rules! machine {
    ($($int:ty),*) => {$(
        impl Count for $int {
            #[inline]
            fn zero() -> Self {
                0
            }
            #[inline]
            fn from_u64(n: u64) -> Self {
                <$int>::from(n)
            }
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }
            #[inline]
            fn add(&mut self, other: &Self) {
                *self = self.wrapping_add(*other);
            }
            #[inline]
            fn sub(&mut self, other: &Self) {
                *self = self.wrapping_sub(*other);
            }
            #[inline]
            fn mul(&self, other: &Self) -> Self {
                self.wrapping_mul(*other)
            }
            #[inline]
            fn add_product(&mut self, a: &Self, b: &Self) {
                *self = self.wrapping_add(a.wrapping_mul(*b));
            }
            #[inline]
            fn div_small(&self, n: u64) -> Self {
                *self / <$int>::from(n)
            }
            fn from_big_wrapping(n: &UBig) -> Self {
                let bytes = n.to_le_bytes();
                let mut low = [0; size_of::<$int>()];
                let len = bytes.len().min(low.len());
                low[..len].copy_from_slice(&bytes[..len]);
                <$int>::from_le_bytes(low)
            }
            fn into_big(self) -> UBig {
                UBig::from(self)
            }
            #[inline]
            fn into_u128(self) -> Option<u128> {
                Some(self.into())
            }
        }
    )*};
}
machine!(u64, u128);

impl Count for UBig {
    fn zero() -> Self {
        UBig::ZERO
    }
    fn from_u64(n: u64) -> Self {
        UBig::from(n)
    }
    fn is_zero(&self) -> bool {
        UBig::is_zero(self)
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn sub(&mut self, other: &Self) {
        *self -= other;
    }
    fn mul(&self, other: &Self) -> Self {
        self * other
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }
    fn div_small(&self, n: u64) -> Self {
        self / n
    }
    fn from_big_wrapping(n: &UBig) -> Self {
        n.clone()
    }
    fn into_big(self) -> UBig {
        self
    }
    fn into_u128(self) -> Option<u128> {
        u128::try_from(&self).ok()
    }
}
