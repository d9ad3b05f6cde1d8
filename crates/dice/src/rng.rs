//! The two generators: one for dice that are shown and kept, one for simulations.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::die::Die;

/// The generator of shown dice: ChaCha20, and a way to draw a face that never changes.
///
/// A seed gives the same dice on every platform and in every later version:
///
/// - The words are the key stream of ChaCha20 (20 rounds, 64-bit block counter from 0, 64-bit stream number from 0),
///   read as little-endian 32-bit words.
/// - A numeric seed is the key whose first 8 bytes are the number, little-endian, and whose other 24 bytes are 0.
/// - The face of a die with `n` faces takes words until one is below the greatest multiple of `n` that is at most 2³²;
///   the face is the lowest face plus that word modulo `n`. Every face is exactly equally likely.
///
/// ```
/// use referee_dice::{DiceRng, Roll};
/// let mut rng = DiceRng::from_number(7);
/// let before = rng.position();
/// let shown = Roll::dice(3, 6).show(&mut rng);
/// rng.rewind(before);
/// assert_eq!(Roll::dice(3, 6).show(&mut rng), shown);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceRng(ChaCha20Rng);

/// A place in the words of a [`DiceRng`], for a journal to come back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Position {
    /// The stream: one seed has 2⁶⁴ independent ones.
    pub stream: u64,
    /// The words of the stream that were taken.
    pub word: u64,
}

impl DiceRng {
    /// From a number.
    pub fn from_number(seed: u64) -> DiceRng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        DiceRng::from_key(key)
    }

    /// The same as [`from_number`](DiceRng::from_number), by the name generators usually have for it.
    pub fn seed_from_u64(seed: u64) -> DiceRng {
        DiceRng::from_number(seed)
    }

    /// From a whole key.
    pub fn from_key(key: [u8; 32]) -> DiceRng {
        DiceRng(ChaCha20Rng::from_seed(key))
    }

    /// The key it was made from.
    pub fn key(&self) -> [u8; 32] {
        self.0.get_seed()
    }

    /// Where the next word will come from.
    pub fn position(&self) -> Position {
        Position { stream: self.0.get_stream(), word: self.0.get_word_pos() as u64 }
    }

    /// Goes to a position, back or ahead.
    pub fn rewind(&mut self, to: Position) {
        self.0.set_stream(to.stream);
        self.0.set_word_pos(u128::from(to.word));
    }

    /// Goes to the beginning of another stream of the same seed.
    pub fn set_stream(&mut self, stream: u64) {
        self.rewind(Position { stream, word: 0 });
    }

    /// The next word.
    #[inline]
    pub fn next_word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Throws a die.
    #[inline]
    pub fn face(&mut self, die: Die) -> i32 {
        let sides = u32::from(die.sides());
        loop {
            let word = self.next_word();
            // 2³² modulo `sides` words are too many. That is less than `sides`, so only the last words need it computed.
            if word <= u32::MAX - sides || word <= u32::MAX - sides.wrapping_neg() % sides {
                return die.lowest() + (word % sides) as i32;
            }
        }
    }
}

/// The generator of simulations: xoshiro256++, seeded through SplitMix64.
///
/// Its dice are as unbiased as those of [`DiceRng`], and ten times cheaper; they are never recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FastRng(Xoshiro256PlusPlus);

impl FastRng {
    /// From a number.
    #[inline]
    pub fn seed_from_u64(seed: u64) -> FastRng {
        FastRng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The generator of one battle of a batch: neighbouring numbers give unrelated generators, and a battle has the
    /// same one whichever thread runs it.
    #[inline]
    pub fn derived(seed: u64, index: u64) -> FastRng {
        FastRng::seed_from_u64(mix(seed ^ mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// Skips 2¹²⁸ words.
    pub fn jump(&mut self) {
        self.0.jump();
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `n - 1`, each exactly equally likely; `n` is not 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        // Lemire's multiplication; the rejection that makes it exact is nearly never entered.
        let n = u64::from(n);
        let product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n { self.below_again(n, product) } else { (product >> 64) as u32 }
    }

    #[cold]
    fn below_again(&mut self, n: u64, mut product: u128) -> u32 {
        let rejected = n.wrapping_neg() % n.max(1);
        while (product as u64) < rejected {
            product = u128::from(self.next_u64()) * u128::from(n);
        }
        (product >> 64) as u32
    }

    /// The face, 1 to `sides`, of a die; a die has at least one side.
    #[inline]
    pub fn face(&mut self, sides: u16) -> i32 {
        debug_assert!(sides > 0, "a die has at least one side");
        1 + self.below(u32::from(sides)) as i32
    }
}

/// The finishing step of SplitMix64: every bit of the input moves every bit of the output.
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
