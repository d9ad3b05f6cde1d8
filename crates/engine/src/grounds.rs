//! What a decision follows from, as a number.

/// Everything that a decision follows from, hashed into 128 bits: where the grounds are the same, so is the decision.
///
/// ```
/// use referee_engine::Grounds;
///
/// let near = Grounds::default().and(3).and(7);
/// assert_eq!(near, Grounds::default().and(3).and(7));
/// assert_ne!(near, Grounds::default().and(7).and(3), "the order counts");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grounds {
    one: u64,
    other: u64,
}

impl Default for Grounds {
    fn default() -> Grounds {
        Grounds { one: 0x9e37_79b9_7f4a_7c15, other: 0xc2b2_ae3d_27d4_eb4f }
    }
}

impl Grounds {
    /// These, and this. Small numbers are best packed into one word before.
    #[inline]
    #[must_use]
    pub const fn and(self, word: u64) -> Grounds {
        let one = (self.one ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let other = (self.other ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
        Grounds { one: one ^ (one >> 32), other: other ^ (other >> 29) }
    }

    /// These, and what many have a part in.
    #[inline]
    #[must_use]
    pub const fn and_all(self, shares: Shares) -> Grounds {
        let one = (self.one ^ shares.one).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let other = (self.other ^ shares.other).wrapping_mul(0x9fb2_1c65_1e98_df25);
        Grounds { one: one ^ (one >> 32), other: other ^ (other >> 29) }
    }

    /// All of it.
    #[inline]
    pub const fn bits(self) -> u128 {
        (self.one as u128) << 64 | self.other as u128
    }
}

/// Grounds that many have a part in, whatever their order: where one part changes, nobody looks at the others. Kept beside a
/// roster it says in two words where everybody stands.
///
/// ```
/// use referee_engine::Shares;
///
/// let both = Shares::default().with(3).with(7);
/// assert_eq!(both, Shares::default().with(7).with(3));
/// assert_eq!(both.changed(3, 5), Shares::default().with(5).with(7));
/// assert_ne!(both, Shares::default().with(3).with(3).with(7), "what comes twice counts twice");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shares {
    one: u64,
    other: u64,
}

impl Shares {
    /// With this part. Whose it is should be in it.
    #[inline]
    #[must_use]
    pub const fn with(self, word: u64) -> Shares {
        let Grounds { one, other } = Shares::of(word);
        Shares { one: self.one.wrapping_add(one), other: self.other.wrapping_add(other) }
    }

    /// Without a part that is in it.
    #[inline]
    #[must_use]
    pub const fn without(self, word: u64) -> Shares {
        let Grounds { one, other } = Shares::of(word);
        Shares { one: self.one.wrapping_sub(one), other: self.other.wrapping_sub(other) }
    }

    /// With one part in place of another.
    #[inline]
    #[must_use]
    pub const fn changed(self, from: u64, to: u64) -> Shares {
        self.without(from).with(to)
    }

    /// One part, mixed twice: sums of parts that differ in few bits must not be alike.
    #[inline]
    const fn of(word: u64) -> Grounds {
        Grounds { one: 0x9e37_79b9_7f4a_7c15, other: 0xc2b2_ae3d_27d4_eb4f }.and(word).and(word.rotate_left(32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Eight people in two rows of places, each arrangement told from all others.
    #[test]
    fn arrangements_are_told_apart() {
        let word = |who: u64, place: u64| who << 32 | place;
        let start = (0..8).fold(Shares::default(), |all, who| all.with(word(who, 0)));
        let mut seen = BTreeSet::new();
        for places in 0..1_u64 << 16 {
            let moved = (0..8).fold(start, |all, who| all.changed(word(who, 0), word(who, places >> (2 * who) & 3)));
            assert!(seen.insert(Grounds::default().and_all(moved)), "{places:b}");
        }
    }
}
