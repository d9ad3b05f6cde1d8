//! Tables told apart by a hash.

use crate::walk::{Visit, walk};
use serde::Serialize;

/// What a table hashes to in 128 bits: among a quarter of a million tables two alike by chance are out of the question.
pub(super) fn print_of<T: Serialize>(table: &T, has_setup: bool) -> u128 {
    let mut print = Print { bits: Bits::START, has_setup };
    walk(table, &mut print);
    print.bits.all()
}

/// A hash of words, in 128 bits.
#[derive(Clone, Copy)]
struct Bits {
    one: u64,
    other: u64,
}

impl Bits {
    const START: Bits = Bits { one: 0x9e37_79b9_7f4a_7c15, other: 0xc2b2_ae3d_27d4_eb4f };

    /// With one word more; the order counts.
    fn and(self, word: u64) -> Bits {
        let one = (self.one ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let other = (self.other ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
        Bits { one: one ^ (one >> 32), other: other ^ (other >> 29) }
    }

    fn all(self) -> u128 {
        u128::from(self.one) << 64 | u128::from(self.other)
    }
}

struct Print {
    bits: Bits,
    /// The setup is compared otherwise.
    has_setup: bool,
}

/// The field that a book keeps its setup in.
const SETUP: &str = "setup";

impl Visit for Print {
    #[inline]
    fn word(&mut self, bits: u64) {
        self.bits = self.bits.and(bits);
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            self.word(part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    #[inline]
    fn field(&mut self, name: &'static str) -> bool {
        !(self.has_setup && name == SETUP)
    }

    fn left_out(&mut self) {
        self.word(u64::MAX);
    }

    fn end(&mut self) {
        self.word(u64::MAX - 1);
    }
}
