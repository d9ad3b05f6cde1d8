//! Samples for simulations: one draw from the exact distribution.

mod table;
mod word;

pub use word::Packed;

use table::{Column, Table};
use word::{Simple, Word};

use crate::distribution::Distribution;
use crate::rng::FastRng;
use crate::roll::Roll;

/// Draws from the exact distribution of any [`Roll`], through tables made when a roll is first seen.
///
/// Every outcome has exactly the chance the distribution gives it, to the last bit. Single dice and the higher or lower
/// of two are drawn directly. After the first draw of a roll nothing is allocated for it again.
#[derive(Debug, Clone)]
pub struct FastDice {
    rng: FastRng,
    bag: Bag,
}

/// A roll that was looked at once, so that a draw need not look at it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ready {
    roll: Roll,
    word: Option<Word>,
    simple: Option<Simple>,
}

impl From<Roll> for Ready {
    fn from(roll: Roll) -> Ready {
        let word = Word::of(&roll);
        Ready { roll, word, simple: word.and_then(Word::simple) }
    }
}

/// What can be rolled: dice as they are described, or as they were packed.
pub trait Dice: Copy {
    /// Their description.
    fn roll(self) -> Roll;

    /// One total of them.
    fn draw(self, from: &mut FastDice) -> i32;
}

impl Dice for Roll {
    #[inline(always)]
    fn roll(self) -> Roll {
        self
    }

    #[inline(always)]
    fn draw(self, from: &mut FastDice) -> i32 {
        from.roll(&self)
    }
}

impl Dice for Packed {
    #[inline]
    fn roll(self) -> Roll {
        self.word().roll()
    }

    #[inline(always)]
    fn draw(self, from: &mut FastDice) -> i32 {
        from.bag.draw_word(self.word(), &mut from.rng)
    }
}

/// The tables, without the generator that draws from them.
#[derive(Debug, Clone)]
struct Bag {
    /// Where a roll in one word was last found: by a hash of it, there or next to it.
    words: Box<[WordSlot; WORD_SLOTS]>,
    /// Where any other roll was last found, in the same way.
    slots: Box<[Slot; SLOTS]>,
    /// The columns of all tables, one table after another.
    columns: Vec<Column>,
    tables: Vec<Table>,
}

const WORD_SLOTS: usize = 1024;
const SLOTS: usize = 512;
/// Columns kept at most, of all tables together: some megabytes.
const MAX_COLUMNS: usize = 1 << 20;
/// Outcomes of a table at most; rolls with more throw their dice one by one.
const MAX_OUTCOMES: usize = 1 << 16;
/// The key of an empty slot: no roll has this many dice.
const EMPTY: Slot = Slot { key: [u64::MAX; 5], start: 0, shift: 1 };

/// A roll, and where its columns are.
#[derive(Debug, Clone, Copy)]
struct Slot {
    key: [u64; 5],
    start: u32,
    /// The columns are a power of two many: so many random bits choose one, the other bits its outcome.
    shift: u32,
}

/// A roll in one word, and where its columns are.
#[derive(Debug, Clone, Copy)]
struct WordSlot {
    key: u64,
    start: u32,
    shift: u32,
}

/// The key of an empty slot, here too: no roll has all of these bits.
const EMPTY_WORD: WordSlot = WordSlot { key: u64::MAX, start: 0, shift: 1 };

impl FastDice {
    /// From a seed.
    pub fn new(seed: u64) -> FastDice {
        let bag = Bag {
            words: Box::new([EMPTY_WORD; WORD_SLOTS]),
            slots: Box::new([EMPTY; SLOTS]),
            columns: Vec::new(),
            tables: Vec::new(),
        };
        FastDice { rng: FastRng::seed_from_u64(seed), bag }
    }

    /// Begins again with another seed; the tables stay.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = FastRng::seed_from_u64(seed);
    }

    /// Begins again with the generator of one battle of a batch (see [`FastRng::derived`]); the tables stay.
    pub fn reseed_derived(&mut self, seed: u64, index: u64) {
        self.rng = FastRng::derived(seed, index);
    }

    /// The generator.
    #[inline]
    pub fn rng(&mut self) -> &mut FastRng {
        &mut self.rng
    }

    /// One total of the roll.
    #[inline(always)] // so that a die written in place is drawn without looking at its description at all
    pub fn roll(&mut self, roll: &Roll) -> i32 {
        self.bag.roll(roll, &mut self.rng)
    }

    /// One total of the roll from another generator: for many fights that go on side by side.
    #[inline]
    pub fn roll_from(&mut self, rng: &mut FastRng, ready: &Ready) -> i32 {
        match ready.simple {
            Some(simple) => simple.draw(ready.roll.groups[0].sides, rng).saturating_add(ready.roll.plus),
            None => match ready.word {
                Some(word) => self.bag.roll_word(word, rng).saturating_add(ready.roll.plus),
                None => self.bag.roll(&ready.roll, rng),
            },
        }
    }
}

impl Bag {
    #[inline(always)]
    fn roll(&mut self, roll: &Roll, rng: &mut FastRng) -> i32 {
        // Dice of several sizes are never plain, which one look at them says.
        if roll.groups[1].count > 0 {
            return self.roll_by_table(roll, rng).saturating_add(roll.plus);
        }
        let bare = match Word::of_plain(roll) {
            Some(word) => self.draw_word(word, rng),
            None => self.roll_by_table(roll, rng),
        };
        bare.saturating_add(roll.plus)
    }

    /// One total of a roll in one word: of its dice where they cost no more than a table.
    #[inline(always)]
    fn draw_word(&mut self, word: Word, rng: &mut FastRng) -> i32 {
        match word.simple() {
            Some(simple) => simple.draw(word.sides(), rng),
            None => self.roll_word(word, rng),
        }
    }

    /// The same by its table. It comes in a register: nothing of the roll is written down to be looked at.
    #[inline(never)]
    fn roll_word(&mut self, word: Word, rng: &mut FastRng) -> i32 {
        let place = word.place();
        let mut slot = self.words[place % WORD_SLOTS];
        if slot.key != word.0 {
            slot = self.words[(place ^ 1) % WORD_SLOTS];
            if slot.key != word.0 {
                return self.roll_word_elsewhere(word, rng);
            }
        }
        self.draw(slot.start, slot.shift, rng)
    }

    #[cold]
    #[inline(never)]
    fn roll_word_elsewhere(&mut self, word: Word, rng: &mut FastRng) -> i32 {
        let bare = word.roll();
        match self.table_of(&bare) {
            Some(Slot { start, shift, .. }) => {
                let place = word.place();
                let is_free = |place: usize| self.words[place].key == EMPTY_WORD.key;
                let place = if !is_free(place) && is_free(place ^ 1) { place ^ 1 } else { place };
                self.words[place] = WordSlot { key: word.0, start, shift };
                self.draw(start, shift, rng)
            }
            None => throw(&bare, rng),
        }
    }

    /// One total of the roll, without its modifier. What it is found by is made here, so that nothing of it is written down.
    #[inline(never)]
    fn roll_by_table(&mut self, roll: &Roll, rng: &mut FastRng) -> i32 {
        let key = key_of(roll);
        let place = slot_of(&key);
        let mut slot = &self.slots[place % SLOTS];
        if !same(&slot.key, &key) {
            slot = &self.slots[(place ^ 1) % SLOTS];
            if !same(&slot.key, &key) {
                return self.roll_elsewhere(roll, rng);
            }
        }
        self.draw(slot.start, slot.shift, rng)
    }

    #[inline]
    fn draw(&self, start: u32, shift: u32, rng: &mut FastRng) -> i32 {
        let bits = rng.next_u64();
        let index = start as usize + (bits >> (64 - shift)) as usize;
        let column = self.columns[index];
        let fraction = bits << shift;
        let first = (fraction >> 32) as u32;
        if first == column.threshold {
            return self.draw_closer(start, index, fraction, rng);
        }
        // No branch: which half is drawn cannot be predicted.
        let other = -i16::from(first > column.threshold);
        i32::from(column.own ^ ((column.own ^ column.other) & other))
    }

    /// Half of the bits say nothing: all of them, and more if those say nothing either, against more bits of the threshold.
    #[cold]
    #[inline(never)]
    fn draw_closer(&self, start: u32, index: usize, fraction: u64, rng: &mut FastRng) -> i32 {
        let column = self.columns[index];
        let table = self.tables.iter().find(|table| table.slot.start == start).expect("a slot points to a table");
        let at = index - start as usize;
        let (mut bits, mut threshold, mut rest) = (fraction, table.thresholds[at], table.rests[at].clone());
        loop {
            if bits != threshold {
                return i32::from(if bits < threshold { column.own } else { column.other });
            }
            // A threshold that ends here is reached, so the draw lies above it.
            if rest.is_zero() {
                return i32::from(column.other);
            }
            let scaled = rest << 64;
            threshold = u64::try_from(&(&scaled / &table.whole)).expect("less than one");
            rest = scaled % &table.whole;
            bits = rng.next_u64();
        }
    }

    #[cold]
    #[inline(never)]
    fn roll_elsewhere(&mut self, roll: &Roll, rng: &mut FastRng) -> i32 {
        let (bare, _) = roll.without_modifier();
        match self.table_of(&bare) {
            Some(slot) => {
                let place = slot_of(&slot.key);
                let neighbour_is_free = self.slots[place].key != EMPTY.key && self.slots[place ^ 1].key == EMPTY.key;
                self.slots[if neighbour_is_free { place ^ 1 } else { place }] = slot;
                self.draw(slot.start, slot.shift, rng)
            }
            None => throw(&bare, rng),
        }
    }

    /// Where the table of a roll is, made now if it is new; `None` if it cannot have one.
    fn table_of(&mut self, bare: &Roll) -> Option<Slot> {
        let key = key_of(bare);
        let known = self.tables.iter().map(|table| table.slot).find(|slot| slot.key == key);
        known.or_else(|| self.build(bare))
    }

    /// Makes the table of a roll, if it has one.
    fn build(&mut self, roll: &Roll) -> Option<Slot> {
        let is_small = |odds: &Distribution| {
            let ends = [odds.lowest(), odds.highest()];
            odds.len() <= MAX_OUTCOMES && ends.into_iter().all(|end| i16::try_from(end).is_ok())
        };
        let odds = roll.try_distribution().ok().filter(is_small)?;
        if self.columns.len() >= MAX_COLUMNS {
            self.columns.clear();
            self.tables.clear();
            self.slots.fill(EMPTY);
            self.words.fill(EMPTY_WORD);
        }
        let table = Table::build(key_of(roll), &odds, &mut self.columns);
        let slot = table.slot;
        self.tables.push(table);
        Some(slot)
    }
}

/// A roll without a table: its dice, one by one.
fn throw(roll: &Roll, rng: &mut FastRng) -> i32 {
    let faces =
        |die: crate::Die| Ok::<i32, std::convert::Infallible>(die.lowest() + rng.below(u32::from(die.sides())) as i32);
    match roll.evaluate(faces) {
        Ok(shown) => shown.total,
    }
}

/// Everything but the modifier, which is added after the draw.
#[inline]
fn key_of(roll: &Roll) -> [u64; 5] {
    let mut words = roll.words();
    words[4] &= 0xffff_ffff;
    words
}

#[inline]
fn same(a: &[u64; 5], b: &[u64; 5]) -> bool {
    (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]) | (a[4] ^ b[4]) == 0
}

#[inline]
fn slot_of(key: &[u64; 5]) -> usize {
    let mut hash = key[0] ^ key[1].rotate_left(17) ^ key[2].rotate_left(31) ^ key[3].rotate_left(43);
    hash = (hash ^ key[4].rotate_left(7)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> (u64::BITS - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn bits_that_equal_the_threshold_are_followed_by_more() {
        // Of two columns, 1 in 3 lies below the threshold of one: 2/3 = 0.101010... in binary.
        let roll = Roll::die(3).max_face(2); // 1 once, 2 twice
        let mut dice = FastDice::new(1);
        dice.roll(&roll);
        let FastDice { rng, bag } = &mut dice;
        let index = bag.columns.iter().position(|column| column.own != column.other).expect("a shared column");
        let (own, other) = (bag.columns[index].own.into(), bag.columns[index].other.into());
        let threshold = bag.tables[0].thresholds[index];
        // Where half of the bits are the same, the other half decides.
        assert_eq!(bag.draw_closer(0, index, threshold - 1, rng), own);
        assert_eq!(bag.draw_closer(0, index, threshold + 1, rng), other);
        let mut found = [0, 0];
        for _ in 0..30_000 {
            let outcome = bag.draw_closer(0, index, threshold, rng);
            found[usize::from(outcome == other)] += 1;
            assert!(outcome == own || outcome == other);
        }
        // What is left after 63 bits of 2/3 is again 1/3 or 2/3 of a step.
        let rest = Chance::from_big(bag.tables[0].rests[index].clone(), bag.tables[0].whole.clone()).to_f64();
        let share = f64::from(found[0]) / 30_000.0;
        assert!((share - rest).abs() < 0.02, "{share} of the draws, {rest} of the step");
    }

    /// Totals that do not fit into a column are drawn die by die.
    #[test]
    fn great_totals_are_thrown() {
        let roll = Roll::dice(5, 10_000);
        let mut dice = FastDice::new(2);
        let totals: Vec<i32> = (0..2_000).map(|_| dice.roll(&roll)).collect();
        assert!(dice.bag.tables.is_empty());
        assert!(totals.iter().all(|total| (5..=50_000).contains(total)));
        let mean = f64::from(totals.iter().sum::<i32>()) / 2_000.0;
        assert!((mean - 25_002.5).abs() < 600.0, "{mean}"); // four of its standard deviations, 6455 / √2000 each
    }
}
