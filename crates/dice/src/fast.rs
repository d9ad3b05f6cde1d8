//! Samples for simulations: one draw from the exact distribution.

use dashu_int::UBig;
use std::num::NonZeroU64;

use crate::die::FUDGE;
use crate::distribution::Distribution;
use crate::rng::FastRng;
use crate::roll::{Group, KEEP_LOWEST, Roll};

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
        match self.word().simple() {
            Some(simple) => simple.draw(self.word().sides(), &mut from.rng),
            None => from.bag.roll_word(self.word(), &mut from.rng),
        }
    }
}

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
    const fn word(self) -> Word {
        Word(self.0.get())
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

/// What is seldom needed of a table.
#[derive(Debug, Clone)]
struct Table {
    slot: Slot,
    /// The thresholds with all bits of one draw.
    thresholds: Vec<u64>,
    /// What those bits of a threshold leave, for the draw in 2⁵⁰ that needs more of them.
    rests: Vec<UBig>,
    whole: UBig,
}

/// One column of an alias table: `own` below the threshold, `other` above it. Small, as whatever is rolled in a fight should stay
/// near the processor together: half of a threshold decides nearly always.
#[derive(Debug, Clone, Copy)]
struct Column {
    threshold: u32,
    own: i16,
    other: i16,
}

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
            Some(word) => match word.simple() {
                Some(simple) => simple.draw(roll.groups[0].sides, rng),
                None => self.roll_word(word, rng),
            },
            None => self.roll_by_table(roll, rng),
        };
        bare.saturating_add(roll.plus)
    }

    /// One total of a roll in one word. It comes in a register: nothing of the roll is written down to be looked at.
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

/// A roll without its modifier in one word, of one of two kinds:
///
/// - plain: dice of one size, of which some may be kept or explode on their highest face. Nearly every check is; its word is
///   three parts of the roll as they stand in it.
/// - mixed: few small dice of two or three sizes, of which some of the highest may be dropped and some kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word(u64);

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
    fn of(roll: &Roll) -> Option<Word> {
        if roll.groups[1].count > 0 { Word::of_mixed(roll) } else { Word::of_plain(roll) }
    }

    #[inline(always)]
    fn of_plain(roll: &Roll) -> Option<Word> {
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
    fn roll(self) -> Roll {
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
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - WORD_SLOTS.trailing_zeros())) as usize
    }

    /// The sides of the dice of a plain word.
    #[inline(always)]
    fn sides(self) -> u16 {
        (self.0 >> 16) as u16
    }

    #[inline(always)]
    fn simple(self) -> Option<Simple> {
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
enum Simple {
    One,
    Higher,
    Lower,
}

impl Simple {
    #[inline(always)]
    fn draw(self, sides: u16, rng: &mut FastRng) -> i32 {
        match self {
            Simple::One => rng.face(sides),
            Simple::Higher => rng.face(sides).max(rng.face(sides)),
            Simple::Lower => rng.face(sides).min(rng.face(sides)),
        }
    }
}

impl Table {
    /// Vose's method in integers: a column holds `whole` units, every outcome brings its weight times the columns.
    fn build(key: [u64; 5], odds: &Distribution, all: &mut Vec<Column>) -> Table {
        let whole = odds.total_weight().0;
        let size = odds.len().next_power_of_two().max(2);
        let shift = size.trailing_zeros();
        let small = |outcome: i32| i16::try_from(outcome).expect("only rolls with small totals have a table");
        let mut units: Vec<(i16, UBig)> =
            odds.outcomes().map(|(outcome, weight)| (small(outcome), weight.0 << shift as usize)).collect();
        units.resize(size, (small(odds.lowest()), UBig::ZERO));
        let (mut lacking, mut large): (Vec<usize>, Vec<usize>) = (0..size).partition(|&index| units[index].1 < whole);
        let mut columns = vec![Column { threshold: 0, own: 0, other: 0 }; size];
        let (mut thresholds, mut rests) = (vec![0; size], vec![UBig::ZERO; size]);
        while let Some(index) = lacking.pop() {
            // What the column lacks comes from an outcome that has more than a column.
            let giver = *large.last().expect("what some columns lack, others have");
            let (own, units_here) = units[index].clone();
            units[giver].1 -= &whole - &units_here;
            // The first bits of units / whole, as many as are left after the column is chosen, and what they leave.
            let scaled = units_here << (64 - shift as usize);
            let (first, rest) = (&scaled / &whole, &scaled % &whole);
            let threshold = u64::try_from(&first).expect("less than a whole column") << shift;
            columns[index] = Column { threshold: (threshold >> 32) as u32, own, other: units[giver].0 };
            (thresholds[index], rests[index]) = (threshold, rest);
            if units[giver].1 < whole {
                large.pop();
                lacking.push(giver);
            }
        }
        for index in large {
            // Exactly full: both halves are the same.
            columns[index] = Column { threshold: 0, own: units[index].0, other: units[index].0 };
        }
        let slot = Slot { key, start: all.len() as u32, shift };
        all.append(&mut columns);
        Table { slot, thresholds, rests, whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// The chance of every outcome, read back from the columns and what their thresholds leave.
    fn read_back(table: &Table, columns: &[Column]) -> Vec<(i32, Chance)> {
        let each = Chance::new(1, columns.len() as u128);
        let mut parts: Vec<(i32, Chance)> = Vec::new();
        for (column, (threshold, rest)) in columns.iter().zip(table.thresholds.iter().zip(&table.rests)) {
            assert_eq!(u64::from(column.threshold), threshold >> 32);
            let bits = UBig::ONE << (64 - table.slot.shift as usize);
            let first = UBig::from(threshold >> table.slot.shift);
            let below = Chance::from_big(first * &table.whole + rest, bits * &table.whole);
            parts.push((column.own.into(), &each * &below));
            parts.push((column.other.into(), &each * &below.complement()));
        }
        parts.sort_by_key(|part| part.0);
        parts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        parts.retain(|part| !part.1.is_zero());
        parts
    }

    #[test]
    fn a_table_holds_the_exact_distribution() {
        let rolls = [
            Roll::die(3),
            Roll::dice(2, 6),
            Roll::highest_of(3, 10),
            Roll::fudge(4),
            Roll::exploding(6),
            Roll::pool(&[(4, 4), (5, 8), (5, 6)]).drop_highest(2).keep_highest(4),
            Roll::dice(30, 30), // weights past 128 bits
        ];
        for roll in rolls {
            let odds = roll.distribution();
            let mut columns = Vec::new();
            let table = Table::build(key_of(&roll), &odds, &mut columns);
            assert_eq!(read_back(&table, &columns), odds.chances().collect::<Vec<_>>(), "{roll}");
        }
    }

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
