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

    /// All of it.
    #[inline]
    pub const fn bits(self) -> u128 {
        (self.one as u128) << 64 | self.other as u128
    }
}
