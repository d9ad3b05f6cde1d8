//! A Move that can go on (CW-030).

use referee_engine::ActorSet;
use std::num::NonZeroU16;

/// A Move that can go on (CW-030). Who notices a sneaker on its way is with what is rare
/// ([`Rare::near`](crate::table::Rare::near)).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moving {
    /// Feet of Speed used, twice as many on the ground (CW-R95).
    pub spent_ft: u16,
    /// Feet of focus used (CW-031).
    pub extra_spent_ft: u16,
    /// Feet moved (CW-186).
    pub moved_ft: u16,
    /// How.
    pub manner: Manner,
    /// CW-R70: those who had their chance of a Pot Shot.
    pub shot_by: ActorSet,
}

/// How somebody Moves, in two bytes: everybody has room for a Move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner(NonZeroU16);

/// The lowest bit is always set; above these is the direction, and one more.
const FOCUS: u16 = 1 << 1;
const SNEAKILY: u16 = 1 << 2;
const CRAWLING: u16 = 1 << 3;
const LOOKS: u32 = 4;

impl Manner {
    /// As it is declared: with focus, sneakily, and looking in this direction all the time.
    #[inline]
    pub fn new(focus: bool, sneakily: bool, looks: Option<u16>) -> Manner {
        debug_assert!(looks.is_none_or(|degrees| degrees < 360), "directions go from 0 to 359 degrees");
        let looks = looks.map_or(0, |degrees| degrees % 360 + 1);
        Manner(NonZeroU16::MIN | (FOCUS * u16::from(focus)) | (SNEAKILY * u16::from(sneakily)) | looks << LOOKS)
    }

    /// CW-021.
    #[inline]
    pub fn is_focused(self) -> bool {
        self.0.get() & FOCUS != 0
    }

    /// CW-181.
    #[inline]
    pub fn is_sneaky(self) -> bool {
        self.0.get() & SNEAKILY != 0
    }

    /// CW-177: the direction it looks all the time, whichever way it moves.
    #[inline]
    pub fn looks(self) -> Option<u16> {
        (self.0.get() >> LOOKS).checked_sub(1)
    }

    /// CW-R95: it moves on the ground.
    #[inline]
    pub fn is_crawling(self) -> bool {
        self.0.get() & CRAWLING != 0
    }

    /// The same on the ground, or on foot.
    #[inline]
    #[must_use]
    pub fn crawling(self, yes: bool) -> Manner {
        Manner(NonZeroU16::MIN | self.0.get() & !CRAWLING | (CRAWLING * u16::from(yes)))
    }
}

/// Openly and on foot, looking where it goes.
impl Default for Manner {
    #[inline]
    fn default() -> Manner {
        Manner::new(false, false, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cw_030_how_somebody_moves_takes_two_bytes() {
        assert_eq!((size_of::<Manner>(), size_of::<Option<Moving>>()), (2, 16));
        for looks in (0..360).map(Some).chain([None]) {
            for bits in 0..8 {
                let [focus, sneakily, crawling] = [0, 1, 2].map(|bit| bits >> bit & 1 == 1);
                let manner = Manner::new(focus, sneakily, looks).crawling(crawling);
                assert_eq!((manner.is_focused(), manner.is_sneaky(), manner.looks()), (focus, sneakily, looks));
                assert_eq!(manner.is_crawling(), crawling);
                assert_eq!(manner.crawling(false), Manner::new(focus, sneakily, looks));
            }
        }
        assert_eq!(Manner::default(), Manner::new(false, false, None));
    }
}
