//! The alias table of a distribution.

use dashu_int::UBig;

use super::Slot;
use crate::distribution::Distribution;

/// What is seldom needed of a table.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub slot: Slot,
    /// The thresholds with all bits of one draw.
    pub thresholds: Vec<u64>,
    /// What those bits of a threshold leave, for the draw in 2⁵⁰ that needs more of them.
    pub rests: Vec<UBig>,
    pub whole: UBig,
}

/// One column of an alias table: `own` below the threshold, `other` above it. Small, as whatever is rolled in a fight should stay
/// near the processor together: half of a threshold decides nearly always.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub threshold: u32,
    pub own: i16,
    pub other: i16,
}

impl Table {
    /// Vose's method in integers: a column holds `whole` units, every outcome brings its weight times the columns.
    pub fn build(key: [u64; 5], odds: &Distribution, all: &mut Vec<Column>) -> Table {
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
    use crate::fast::key_of;
    use crate::roll::Roll;

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
}
