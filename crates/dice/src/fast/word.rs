//! Rolls in one word.

use std::num::NonZeroU64;

use super::WORD_SLOTS;
use crate::die::FUDGE;
use crate::rng::FastRng;
use crate::roll::{Group, KEEP_LOWEST, Roll};

/// A roll in one word, for whoever keeps it and draws from it again and again: it is found faster than one of five words.
/// Most rolls of up to three sizes of dice without a modifier are so small.
///
/// ```
/// use referee_dice::{Dice, Packed, Roll};
///
/// let pool = Roll::pool(&[(4, 4), (5, 8), (3, 6)]).drop_highest(2).keep_highest(4);
/// let packed = Packed::of(&pool).expect("few small dice");
/// assert_eq!(packed.roll(), pool);
/// assert_eq!(Packed::of(&pool.plus(1)), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed(NonZeroU64); // so that none of them takes no more room

impl Packed {
    /// This roll, if it is small enough.
    pub fn of(roll: &Roll) -> Option<Packed> {
        let word = Word::of(roll).filter(|_| roll.plus == 0)?;
        NonZeroU64::new(word.0).map(Packed)
    }

    #[inline(always)]
    pub(super) const fn word(self) -> Word {
        Word(self.0.get())
    }
}

/// A roll without its modifier in one word, of one of two kinds:
///
/// - plain: dice of one size, of which some may be kept or explode on their highest face. Nearly every check is; its word is
///   three parts of the roll as they stand in it.
/// - mixed: few small dice of two or three sizes, of which some of the highest may be dropped and some kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word(pub u64);

/// Of a mixed word. A plain one has no such bit: there are fewer flags.
const MIXED: u64 = 1 << 63;
const MIXED_GROUPS: usize = 3;
/// How many bits there are for the number of dice in a mixed word, here and of those dropped and kept, and for their sides.
const COUNT_BITS: u32 = 6;
const SIDES_BITS: u32 = 7;
const DROP_AT: u32 = MIXED_GROUPS as u32 * (COUNT_BITS + SIDES_BITS);
const KEEP_AT: u32 = DROP_AT + COUNT_BITS;
const FLAG_AT: u32 = KEEP_AT + COUNT_BITS;
/// In place of a number of dice that are kept: all.
const ALL: u64 = (1 << COUNT_BITS) - 1;

impl Word {
    pub fn of(roll: &Roll) -> Option<Word> {
        if roll.groups[1].count > 0 { Word::of_mixed(roll) } else { Word::of_plain(roll) }
    }

    #[inline(always)]
    pub fn of_plain(roll: &Roll) -> Option<Word> {
        // Everything but the first size, the keep, the explosions, the flags and the modifier is as in a plain die.
        const PLAIN: [u64; 5] = Roll::die(1).words();
        const KEEP: u64 = 0xffff << 32;
        let words = roll.words();
        let other = (words[0] >> 32)
            | words[1]
            | ((words[2] ^ PLAIN[2]) & !KEEP)
            | (words[3] ^ PLAIN[3])
            | ((words[4] ^ PLAIN[4]) & 0xffff);
        let explosions_and_flags = words[4] >> 16 & 0xffff;
        let word = words[0] & 0xffff_ffff | words[2] & KEEP | explosions_and_flags << 48;
        (other == 0).then_some(Word(word))
    }

    fn of_mixed(roll: &Roll) -> Option<Word> {
        let small = |number: u16, bits: u32| Some(u64::from(number)).filter(|&number| number < (1 << bits) - 1);
        let mut word = MIXED;
        for (at, group) in (0..).zip(&roll.groups[..MIXED_GROUPS]) {
            let dice = small(group.count, COUNT_BITS)? | small(group.sides, SIDES_BITS)? << COUNT_BITS;
            word |= dice << (at * (COUNT_BITS + SIDES_BITS));
        }
        let keep = if roll.keep == u16::MAX { ALL } else { small(roll.keep, COUNT_BITS)? };
        word |= small(roll.drop_highest, COUNT_BITS)? << DROP_AT | keep << KEEP_AT;
        word |= u64::from(roll.keeps_lowest()) << FLAG_AT;
        // Whatever else there is to a roll would be lost.
        Some(Word(word)).filter(|word| word.roll() == roll.without_modifier().0)
    }

    /// The roll, without its modifier.
    pub fn roll(self) -> Roll {
        let mut roll = Roll::die(1);
        if self.0 & MIXED == 0 {
            let part = |at: u32| (self.0 >> at) as u16;
            roll.groups[0] = Group { count: part(0), sides: part(16) };
            roll.keep = part(32);
            [roll.explosions, roll.flags] = part(48).to_le_bytes();
            return roll;
        }
        let part = |at: u32, bits: u32| (self.0 >> at & ((1 << bits) - 1)) as u16;
        for (at, group) in (0..).zip(&mut roll.groups[..MIXED_GROUPS]) {
            let at = at * (COUNT_BITS + SIDES_BITS);
            *group = Group { count: part(at, COUNT_BITS), sides: part(at + COUNT_BITS, SIDES_BITS) };
        }
        roll.drop_highest = part(DROP_AT, COUNT_BITS);
        let keep = part(KEEP_AT, COUNT_BITS);
        roll.keep = if u64::from(keep) == ALL { u16::MAX } else { keep };
        roll.flags = if part(FLAG_AT, 1) == 1 { KEEP_LOWEST } else { 0 };
        roll
    }

    #[inline(always)]
    pub fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - WORD_SLOTS.trailing_zeros())) as usize
    }

    /// The sides of the dice of a plain word.
    #[inline(always)]
    pub fn sides(self) -> u16 {
        (self.0 >> 16) as u16
    }

    #[inline(always)]
    pub fn simple(self) -> Option<Simple> {
        let (count, sides, keep) = (self.0 as u16, self.sides(), (self.0 >> 32) as u16);
        let (explosions, keeps_lowest) = ((self.0 >> 48) as u8, self.0 >> 56 & KEEP_LOWEST as u64 != 0);
        match (count, keep) {
            _ if self.0 & MIXED != 0 || explosions != 0 || sides == FUDGE => None,
            (1, 1..) => Some(Simple::One),
            (2, 1) if keeps_lowest => Some(Simple::Lower),
            (2, 1) => Some(Simple::Higher),
            _ => None,
        }
    }
}

/// Rolls whose dice cost no more than a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Simple {
    One,
    Higher,
    Lower,
}

impl Simple {
    #[inline(always)]
    pub fn draw(self, sides: u16, rng: &mut FastRng) -> i32 {
        match self {
            Simple::One => rng.face(sides),
            Simple::Higher => rng.face(sides).max(rng.face(sides)),
            Simple::Lower => rng.face(sides).min(rng.face(sides)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::{Dice, FastDice, Ready};

    /// Whatever is told apart by five words is told apart by the one word of a plain roll, and can be read from it.
    #[test]
    fn one_word_holds_a_plain_roll() {
        let plain = [
            Roll::die(10),
            Roll::dice(3, 6),
            Roll::dice(0, 6),
            Roll::highest_of(2, 10),
            Roll::lowest_of(2, 10),
            Roll::lowest_of(5, 8),
            Roll::dice(4, 6).keep_highest(3),
            Roll::exploding(8),
            Roll::exploding(8).explode_at_most(6),
            Roll::exploding(8).compounding(),
            Roll::fudge(4),
        ];
        for (at, roll) in plain.iter().enumerate() {
            let word = Word::of_plain(&roll.plus(3)).expect("plain");
            assert_eq!(word.roll(), *roll, "{roll}");
            assert!(plain[..at].iter().all(|other| Word::of_plain(other) != Some(word)), "{roll}");
            assert_eq!(Packed::of(roll).map(Packed::word), Some(word), "{roll}");
            assert_eq!(Packed::of(&roll.plus(3)), None, "{roll}");
        }
        let others = [
            Roll::pool(&[(1, 6), (1, 8)]),
            Roll::dice(4, 6).drop_lowest(1),
            Roll::dice(4, 6).drop_highest(1),
            Roll::die(10).explode_on(9),
            Roll::die(10).reroll(1, 1),
            Roll::die(10).min_face(2),
            Roll::die(10).max_face(9),
            Roll::dice(5, 10).count_at_least(7),
        ];
        for roll in others {
            assert_eq!(Word::of_plain(&roll), None, "{roll}");
        }
    }

    /// The same of dice of several sizes; and what does not fit into a word is in none.
    #[test]
    fn one_word_holds_a_small_mixed_roll() {
        let pool = Roll::pool(&[(4, 4), (5, 8), (3, 6)]);
        let mixed = [
            pool,
            pool.drop_highest(2),
            pool.keep_highest(2),
            pool.keep_lowest(2),
            pool.keep_highest(0),
            pool.drop_highest(2).keep_highest(4),
            pool.drop_highest(4).keep_highest(2),
            Roll::pool(&[(4, 4), (5, 8)]),
            Roll::pool(&[(5, 8), (4, 4)]),
            Roll::pool(&[(62, 126), (62, 126), (62, 126)]).drop_highest(62).keep_highest(62),
        ];
        for (at, roll) in mixed.iter().enumerate() {
            let packed = Packed::of(roll).unwrap_or_else(|| panic!("{roll} fits"));
            assert_eq!(packed.roll(), *roll, "{roll}");
            assert!(mixed[..at].iter().all(|other| Packed::of(other) != Some(packed)), "{roll}");
            // One word or five, the same draws.
            let (mut by_word, mut by_words) = (FastDice::new(3), FastDice::new(3));
            for _ in 0..20 {
                assert_eq!(packed.draw(&mut by_word), by_words.roll(roll), "{roll}");
                let ready = Ready::from(roll.plus(2));
                let mut rng = by_word.rng().clone();
                assert_eq!(by_word.roll_from(&mut rng, &ready), by_words.roll(roll) + 2, "{roll}");
                *by_word.rng() = rng;
            }
        }
        let others = [
            pool.plus(1),
            pool.drop_lowest(1),
            pool.explode(),
            pool.reroll(1, 1),
            pool.min_face(2),
            pool.max_face(3),
            pool.count_at_least(4),
            pool.drop_highest(63),
            pool.keep_highest(63),
            Roll::pool(&[(63, 4), (5, 8)]),
            Roll::pool(&[(4, 4), (5, 127)]),
            Roll::pool(&[(4, 4), (5, 8), (3, 6), (1, 10)]),
        ];
        for roll in others {
            assert_eq!(Packed::of(&roll), None, "{roll}");
        }
    }

    /// A single die is drawn in the same way whether it is packed or not.
    #[test]
    fn packed_dice_of_one_size_fall_as_others_do() {
        for roll in [Roll::die(10), Roll::highest_of(2, 8), Roll::lowest_of(2, 8), Roll::dice(3, 6), Roll::exploding(6)]
        {
            let (mut packed, mut plain) = (FastDice::new(5), FastDice::new(5));
            for _ in 0..50 {
                assert_eq!(Packed::of(&roll).expect("plain").draw(&mut packed), plain.roll(&roll), "{roll}");
            }
        }
    }
}
