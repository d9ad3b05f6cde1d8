//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Sub};
use std::str::FromStr;

use dashu_base::{BitTest, Gcd};
use dashu_int::UBig;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact fraction, 0 or more, of any size.
///
/// Numerator and denominator stay in 128 bits each as long as they fit, without the heap, and move to big integers when
/// they do not; nothing is ever rounded. Fractions are reduced when that is needed to stay small, or to be printed;
/// equality, order and hash look at the value.
///
/// ```
/// use referee_dice::Chance;
/// let hit = Chance::new(21, 25);
/// assert_eq!(hit.clone() * hit, "441/625".parse().unwrap());
/// assert_eq!(Chance::new(3, 6) + Chance::new(1, 4), Chance::new(3, 4));
/// ```
#[derive(Clone)]
pub struct Chance(Repr);

#[derive(Clone)]
enum Repr {
    Small(u128, u128),
    Big(Box<(UBig, UBig)>),
}
use Repr::{Big, Small};

impl Chance {
    /// Impossible.
    pub const ZERO: Chance = Chance(Small(0, 1));
    /// Certain.
    pub const ONE: Chance = Chance(Small(1, 1));

    /// `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is 0.
    #[inline]
    pub const fn new(numerator: u128, denominator: u128) -> Chance {
        assert!(denominator != 0, "a fraction needs a denominator");
        Chance(Small(numerator, denominator))
    }

    /// From integers of any size; the denominator is not 0.
    pub(crate) fn from_big(numerator: UBig, denominator: UBig) -> Chance {
        debug_assert!(!denominator.is_zero(), "a fraction needs a denominator");
        match (u128::try_from(&numerator), u128::try_from(&denominator)) {
            (Ok(n), Ok(d)) => Chance(Small(n, d)),
            _ => Chance(Big(Box::new((numerator, denominator)))),
        }
    }

    /// How many of `whole` this is, where that leaves nothing over.
    pub(crate) fn part_of(&self, whole: &UBig) -> UBig {
        let (n, d) = self.big();
        n * whole / d
    }

    /// The same value in lowest terms.
    #[must_use]
    pub fn reduced(&self) -> Chance {
        match &self.0 {
            Small(n, d) => {
                let (n, d) = lowest_terms(*n, *d);
                Chance(Small(n, d))
            }
            Big(parts) => {
                let (n, d) = (&parts.0, &parts.1);
                let common = n.gcd(d);
                let (n, d) = (n / &common, d / &common);
                match (u128::try_from(&n), u128::try_from(&d)) {
                    (Ok(n), Ok(d)) => Chance(Small(n, d)),
                    _ => Chance(Big(Box::new((n, d)))),
                }
            }
        }
    }

    /// Numerator and denominator in lowest terms, in decimal digits.
    pub fn parts(&self) -> (String, String) {
        match self.reduced().0 {
            Small(n, d) => (n.to_string(), d.to_string()),
            Big(parts) => (parts.0.to_string(), parts.1.to_string()),
        }
    }

    /// Numerator and denominator in lowest terms, if both fit in 128 bits.
    pub fn as_u128(&self) -> Option<(u128, u128)> {
        match self.reduced().0 {
            Small(n, d) => Some((n, d)),
            Big(_) => None,
        }
    }

    /// In lowest terms, if numerator and denominator fit in 128 bits: what people can read.
    pub fn short(&self) -> Option<Chance> {
        match &self.0 {
            Small(..) => Some(self.reduced()),
            // Dividing by a common factor seldom makes so much of a difference, and finding it is dear.
            Big(parts) if parts.1.bit_len() > 512 => None,
            Big(_) => Some(self.reduced()).filter(|reduced| matches!(reduced.0, Small(..))),
        }
    }

    /// Whether writing it out in lowest terms takes longer than anybody waits: it has thousands of digits.
    pub fn is_long(&self) -> bool {
        matches!(&self.0, Big(parts) if parts.1.bit_len() > 8_192)
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Small(n, _) => *n == 0,
            Big(parts) => parts.0.is_zero(),
        }
    }

    /// The nearest floating-point number, or one next to it.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small(n, d) => *n as f64 / *d as f64,
            Big(parts) => {
                let (n, d) = (&parts.0, &parts.1);
                if n.is_zero() {
                    return 0.0;
                }
                // Scaled so that the quotient keeps 65 bits or more.
                let shift = 66 + d.bit_len() as i64 - n.bit_len() as i64;
                let quotient = if shift >= 0 { (n << shift as usize) / d } else { n / (d << (-shift) as usize) };
                let quotient = u128::try_from(&quotient).unwrap_or(u128::MAX) as f64;
                // In two steps, since the power of two alone may be smaller than any number.
                let half = (shift / 2).clamp(-2000, 2000) as i32;
                let rest = (shift - shift / 2).clamp(-2000, 2000) as i32;
                quotient * 2f64.powi(-half) * 2f64.powi(-rest)
            }
        }
    }

    /// `self - other`, or `None` if that is below 0.
    pub fn checked_sub(&self, other: &Chance) -> Option<Chance> {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0)
            && b == d
        {
            return a.checked_sub(*c).map(|n| Chance(Small(n, *b)));
        }
        if let (Big(one), Big(other)) = (&self.0, &other.0)
            && one.1 == other.1
        {
            // Parts of one whole: reduced when somebody asks, not at every step of a long column.
            return (one.0 >= other.0).then(|| Chance::from_big(&one.0 - &other.0, one.1.clone()));
        }
        let ((a, b), (c, d)) = (self.big(), other.big());
        let (left, right) = (a * &d, c * &b);
        (left >= right).then(|| Chance::from_big(left - right, b * d).reduced())
    }

    /// `self / other`, or `None` if `other` is 0.
    pub fn checked_div(&self, other: &Chance) -> Option<Chance> {
        let inverse = match &other.0 {
            Small(0, _) => return None,
            Small(n, d) => Chance(Small(*d, *n)),
            Big(parts) if parts.0.is_zero() => return None,
            Big(parts) => Chance(Big(Box::new((parts.1.clone(), parts.0.clone())))),
        };
        Some(self * &inverse)
    }

    /// `1 - self`, or 0 if it is more than 1.
    #[must_use]
    pub fn complement(&self) -> Chance {
        Chance::ONE.checked_sub(self).unwrap_or(Chance::ZERO)
    }

    pub(crate) fn big(&self) -> (UBig, UBig) {
        match &self.0 {
            Small(n, d) => (UBig::from(*n), UBig::from(*d)),
            Big(parts) => (**parts).clone(),
        }
    }

    #[cold]
    fn add_wide(&self, other: &Chance) -> Chance {
        if let (Big(one), Big(other)) = (&self.0, &other.0)
            && one.1 == other.1
        {
            // Parts of one whole: reduced when somebody asks, not at every step of a long sum.
            return Chance::from_big(&one.0 + &other.0, one.1.clone());
        }
        // A sum begins with nothing: what comes first keeps its denominator, so that the next one has the same.
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other.clone() } else { self.clone() };
        }
        let (a, b) = (self.reduced(), other.reduced());
        if let (Small(a, b), Small(c, d)) = (&a.0, &b.0) {
            let common = gcd(*b, *d);
            let sum = (d / common)
                .checked_mul(*a)
                .and_then(|left| (b / common).checked_mul(*c).and_then(|right| left.checked_add(right)))
                .and_then(|n| b.checked_mul(d / common).map(|d| (n, d)));
            if let Some((n, d)) = sum {
                return Chance(Small(n, d));
            }
        }
        let ((a, b), (c, d)) = (a.big(), b.big());
        Chance::from_big(a * &d + c * &b, b * d).reduced()
    }

    #[cold]
    fn mul_wide(&self, other: &Chance) -> Chance {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            // What is common to one numerator and either denominator goes first, so that only what must grow grows.
            let ((a, b), (c, d)) = (lowest_terms(*a, *b), lowest_terms(*c, *d));
            let ((a, d), (c, b)) = (lowest_terms(a, d), lowest_terms(c, b));
            if let (Some(n), Some(d)) = (a.checked_mul(c), b.checked_mul(d)) {
                return Chance(Small(n, d));
            }
        }
        let ((a, b), (c, d)) = (self.big(), other.big());
        Chance::from_big(a * c, b * d).reduced()
    }
}

fn lowest_terms(n: u128, d: u128) -> (u128, u128) {
    let common = gcd(n, d);
    (n / common, d / common)
}

/// The greatest common divisor, in 64 bits as soon as both fit; of 0 and `n` it is `n`.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x);
        }
        (a, b) = (b, a % b);
    }
    a
}

impl Add for &Chance {
    type Output = Chance;

    #[inline]
    fn add(self, other: &Chance) -> Chance {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            if b == d {
                if let Some(n) = a.checked_add(*c) {
                    return Chance(Small(n, *b));
                }
            } else if *a == 0 {
                return other.clone();
            } else if *c == 0 {
                return self.clone();
            }
        }
        self.add_wide(other)
    }
}

impl Mul for &Chance {
    type Output = Chance;

    #[inline]
    fn mul(self, other: &Chance) -> Chance {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0)
            && let (Some(n), Some(d)) = (a.checked_mul(*c), b.checked_mul(*d))
        {
            return Chance(Small(n, d));
        }
        self.mul_wide(other)
    }
}

impl Sub for &Chance {
    type Output = Chance;

    /// # Panics
    /// If the result is below 0; see [`Chance::checked_sub`].
    fn sub(self, other: &Chance) -> Chance {
        self.checked_sub(other).expect("a chance is never below 0")
    }
}

impl Div for &Chance {
    type Output = Chance;

    /// # Panics
    /// If `other` is 0; see [`Chance::checked_div`].
    fn div(self, other: &Chance) -> Chance {
        self.checked_div(other).expect("nothing is divided by a chance of 0")
    }
}

macro_rules! by_value {
    ($($Op:ident $op:ident),*) => {$(
        impl $Op for Chance {
            type Output = Chance;
            #[inline]
            fn $op(self, other: Chance) -> Chance {
                $Op::$op(&self, &other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul, Div div);

impl AddAssign<&Chance> for Chance {
    #[inline]
    fn add_assign(&mut self, other: &Chance) {
        if let (Small(a, b), Small(c, d)) = (&mut self.0, &other.0)
            && b == d
            && let Some(n) = a.checked_add(*c)
        {
            *a = n;
            return;
        }
        *self = &*self + other;
    }
}

impl AddAssign for Chance {
    #[inline]
    fn add_assign(&mut self, other: Chance) {
        *self += &other;
    }
}

impl MulAssign<&Chance> for Chance {
    #[inline]
    fn mul_assign(&mut self, other: &Chance) {
        *self = &*self * other;
    }
}

impl Sum for Chance {
    fn sum<I: Iterator<Item = Chance>>(iter: I) -> Chance {
        iter.fold(Chance::ZERO, |sum, chance| sum + chance)
    }
}

impl Default for Chance {
    fn default() -> Chance {
        Chance::ZERO
    }
}

impl From<u64> for Chance {
    fn from(whole: u64) -> Chance {
        Chance::new(u128::from(whole), 1)
    }
}

impl From<(u128, u128)> for Chance {
    /// # Panics
    /// If the denominator is 0.
    fn from((numerator, denominator): (u128, u128)) -> Chance {
        Chance::new(numerator, denominator)
    }
}

impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Chance {}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Chance) -> Ordering {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            if b == d {
                return a.cmp(c);
            }
            if let (Some(left), Some(right)) = (a.checked_mul(*d), c.checked_mul(*b)) {
                return left.cmp(&right);
            }
        }
        if let (Big(one), Big(other)) = (&self.0, &other.0)
            && one.1 == other.1
        {
            return one.0.cmp(&other.0);
        }
        let ((a, b), (c, d)) = (self.big(), other.big());
        (a * d).cmp(&(c * b))
    }
}

impl Hash for Chance {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Reduced, a fraction that fits in 128 bits is always Small, so equal values hash alike.
        match self.reduced().0 {
            Small(n, d) => (n, d).hash(state),
            Big(parts) => parts.hash(state),
        }
    }
}

impl fmt::Display for Chance {
    /// In lowest terms, `21/25`; whole numbers alone, `1`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (n, d) = self.parts();
        if d == "1" { f.pad(&n) } else { f.pad(&format!("{n}/{d}")) }
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no fraction; a fraction is written `21/25` or `1`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no fraction; one is written `21/25` or `1`")]
pub struct NoFraction(String);

impl FromStr for Chance {
    type Err = NoFraction;

    fn from_str(text: &str) -> Result<Chance, NoFraction> {
        let refused = || NoFraction(text.chars().take(80).collect());
        let digits = |part: &str| {
            let part = part.trim();
            let plain = !part.is_empty() && part.len() <= 10_000 && part.bytes().all(|byte| byte.is_ascii_digit());
            if plain { UBig::from_str_radix(part, 10).map_err(|_| refused()) } else { Err(refused()) }
        };
        let (n, d) = text.split_once('/').unwrap_or((text, "1"));
        let (n, d) = (digits(n)?, digits(d)?);
        if d.is_zero() { Err(refused()) } else { Ok(Chance::from_big(n, d)) }
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chance, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
