//! Samples for simulations: one draw from the exact distribution.

use dashu_int::UBig;

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
    simple: Option<Simple>,
}

impl From<Roll> for Ready {
    fn from(roll: Roll) -> Ready {
        Ready { roll, simple: Plain::of(&roll).and_then(Plain::simple) }
    }
}

/// The tables, without the generator that draws from them.
#[derive(Debug, Clone)]
struct Bag {
    /// Where a plain roll was last found: by a hash of its one word, there or next to it.
    plain: Box<[PlainSlot; PLAIN_SLOTS]>,
    /// Where any other roll was last found, in the same way.
    slots: Box<[Slot; SLOTS]>,
    /// The columns of all tables, one table after another.
    columns: Vec<Column>,
    tables: Vec<Table>,
}

const PLAIN_SLOTS: usize = 1024;
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

/// A plain roll, and where its columns are.
#[derive(Debug, Clone, Copy)]
struct PlainSlot {
    key: u64,
    start: u32,
    shift: u32,
}

/// The key of an empty slot, here too: no roll has this many dice.
const EMPTY_PLAIN: PlainSlot = PlainSlot { key: u64::MAX, start: 0, shift: 1 };

/// What is seldom needed of a table.
#[derive(Debug, Clone)]
struct Table {
    slot: Slot,
    /// What the first bits of a threshold leave, for the draw in 2⁵⁰ that needs more bits.
    rests: Vec<UBig>,
    whole: UBig,
}

/// One column of an alias table: `own` below the threshold, `other` above it.
#[derive(Debug, Clone, Copy)]
struct Column {
    threshold: u64,
    own: i32,
    other: i32,
}

impl FastDice {
    /// From a seed.
    pub fn new(seed: u64) -> FastDice {
        let bag = Bag {
            plain: Box::new([EMPTY_PLAIN; PLAIN_SLOTS]),
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
            None => self.bag.roll(&ready.roll, rng),
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
        let bare = match Plain::of(roll) {
            Some(plain) => match plain.simple() {
                Some(simple) => simple.draw(roll.groups[0].sides, rng),
                None => self.roll_plain(plain, rng),
            },
            None => self.roll_by_table(roll, rng),
        };
        bare.saturating_add(roll.plus)
    }

    /// One total of a plain roll. It comes in a register: nothing of the roll is written down to be looked at.
    #[inline(never)]
    fn roll_plain(&mut self, plain: Plain, rng: &mut FastRng) -> i32 {
        let place = plain.place();
        let mut slot = self.plain[place % PLAIN_SLOTS];
        if slot.key != plain.0 {
            slot = self.plain[(place ^ 1) % PLAIN_SLOTS];
            if slot.key != plain.0 {
                return self.roll_plain_elsewhere(plain, rng);
            }
        }
        self.draw(slot.start, slot.shift, rng)
    }

    #[cold]
    #[inline(never)]
    fn roll_plain_elsewhere(&mut self, plain: Plain, rng: &mut FastRng) -> i32 {
        let bare = plain.roll();
        match self.table_of(&bare) {
            Some(Slot { start, shift, .. }) => {
                let place = plain.place();
                let is_free = |place: usize| self.plain[place].key == EMPTY_PLAIN.key;
                let place = if !is_free(place) && is_free(place ^ 1) { place ^ 1 } else { place };
                self.plain[place] = PlainSlot { key: plain.0, start, shift };
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
        if fraction == column.threshold {
            return self.draw_more(start, index, rng);
        }
        // No branch: which half is drawn cannot be predicted.
        let other = -i32::from(fraction > column.threshold);
        column.own ^ ((column.own ^ column.other) & other)
    }

    /// The bits so far say nothing: more of them, against more bits of the threshold.
    #[cold]
    #[inline(never)]
    fn draw_more(&self, start: u32, index: usize, rng: &mut FastRng) -> i32 {
        let column = self.columns[index];
        let table = self.tables.iter().find(|table| table.slot.start == start).expect("a slot points to a table");
        let mut rest = table.rests[index - start as usize].clone();
        loop {
            // A threshold that ends here is reached, so the draw lies above it.
            if rest.is_zero() {
                return column.other;
            }
            let scaled = rest << 64;
            let next = u64::try_from(&(&scaled / &table.whole)).expect("less than one");
            rest = scaled % &table.whole;
            let bits = rng.next_u64();
            if bits != next {
                return if bits < next { column.own } else { column.other };
            }
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
        let odds = roll.try_distribution().ok().filter(|odds| odds.len() <= MAX_OUTCOMES)?;
        if self.columns.len() >= MAX_COLUMNS {
            self.columns.clear();
            self.tables.clear();
            self.slots.fill(EMPTY);
            self.plain.fill(EMPTY_PLAIN);
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

/// Dice of one size, of which some may be kept or explode on their highest face: nearly every check there is. One word holds
/// all of it but the modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plain(u64);

impl Plain {
    #[inline(always)]
    fn of(roll: &Roll) -> Option<Plain> {
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
        (other == 0).then_some(Plain(word))
    }

    /// The roll, without its modifier.
    fn roll(self) -> Roll {
        let part = |at: u32| (self.0 >> at) as u16;
        let mut roll = Roll::die(1);
        roll.groups[0] = Group { count: part(0), sides: part(16) };
        roll.keep = part(32);
        [roll.explosions, roll.flags] = part(48).to_le_bytes();
        roll
    }

    #[inline(always)]
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLAIN_SLOTS.trailing_zeros())) as usize
    }

    #[inline(always)]
    fn simple(self) -> Option<Simple> {
        let (count, sides, keep) = (self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16);
        let (explosions, keeps_lowest) = ((self.0 >> 48) as u8, self.0 >> 56 & KEEP_LOWEST as u64 != 0);
        match (count, keep) {
            _ if explosions != 0 || sides == FUDGE => None,
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
        let mut units: Vec<(i32, UBig)> =
            odds.outcomes().map(|(outcome, weight)| (outcome, weight.0 << shift as usize)).collect();
        units.resize(size, (odds.lowest(), UBig::ZERO));
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..size).partition(|&index| units[index].1 < whole);
        let mut columns = vec![Column { threshold: 0, own: 0, other: 0 }; size];
        let mut rests = vec![UBig::ZERO; size];
        while let Some(index) = small.pop() {
            // What the column lacks comes from an outcome that has more than a column.
            let giver = *large.last().expect("what some columns lack, others have");
            let (own, units_here) = units[index].clone();
            let lacking = &whole - &units_here;
            units[giver].1 -= lacking;
            // The first bits of units / whole, as many as are left after the column is chosen, and what they leave.
            let scaled = units_here << (64 - shift as usize);
            let (first, rest) = (&scaled / &whole, &scaled % &whole);
            let first = u64::try_from(&first).expect("less than a whole column");
            columns[index] = Column { threshold: first << shift, own, other: units[giver].0 };
            rests[index] = rest;
            if units[giver].1 < whole {
                large.pop();
                small.push(giver);
            }
        }
        for index in large {
            // Exactly full: both halves are the same.
            columns[index] = Column { threshold: 0, own: units[index].0, other: units[index].0 };
        }
        let slot = Slot { key, start: all.len() as u32, shift };
        all.append(&mut columns);
        Table { slot, rests, whole }
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
        for (column, rest) in columns.iter().zip(&table.rests) {
            let bits = UBig::ONE << (64 - table.slot.shift as usize);
            let first = UBig::from(column.threshold >> table.slot.shift);
            let below = Chance::from_big(first * &table.whole + rest, bits * &table.whole);
            parts.push((column.own, &each * &below));
            parts.push((column.other, &each * &below.complement()));
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
            let word = Plain::of(&roll.plus(3)).expect("plain");
            assert_eq!(word.roll(), *roll, "{roll}");
            assert!(plain[..at].iter().all(|other| Plain::of(other) != Some(word)), "{roll}");
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
            assert_eq!(Plain::of(&roll), None, "{roll}");
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
        let (own, other) = (bag.columns[index].own, bag.columns[index].other);
        let mut found = [0, 0];
        for _ in 0..30_000 {
            let outcome = bag.draw_more(0, index, rng);
            found[usize::from(outcome == other)] += 1;
            assert!(outcome == own || outcome == other);
        }
        // What is left after 63 bits of 2/3 is again 1/3 or 2/3 of a step.
        let rest = Chance::from_big(bag.tables[0].rests[index].clone(), bag.tables[0].whole.clone()).to_f64();
        let share = f64::from(found[0]) / 30_000.0;
        assert!((share - rest).abs() < 0.02, "{share} of the draws, {rest} of the step");
    }
}
