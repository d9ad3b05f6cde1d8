//! The exact distribution of an expression.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::expr::Op;
use super::fraction::Fraction;
use crate::chance::Chance;
use crate::distribution::Distribution;
use crate::limits::{TooLarge, allow_outcomes, allow_work};
use crate::roll::Roll;

/// What a part of an expression comes to.
struct Part {
    /// Ascending.
    values: Vec<(Fraction, UBig)>,
    whole: UBig,
    /// The chance of the rolls that were not followed to the end of their explosions.
    cut: Chance,
}

/// Goes through the steps with distributions instead of numbers on the stack.
pub(super) fn distribution(ops: &[Op]) -> Result<Distribution, TooLarge> {
    let mut stack: Vec<Part> = Vec::new();
    let mut spent = 0.0;
    for op in ops {
        let part = match op {
            Op::Number(n) => Part::constant(Fraction::whole(i64::from(*n))),
            Op::Roll(roll) => Part::of_roll(roll)?,
            _ => {
                let right = stack.pop().expect("operands come before their operator");
                match op {
                    Op::Neg | Op::Floor => right.changed(|value| op.apply(value, || value)),
                    _ => {
                        let left = stack.pop().expect("operands come before their operator");
                        left.combined(right, *op, &mut spent)?
                    }
                }
            }
        };
        stack.push(part);
    }
    let part = stack.pop().expect("an expression has a value").changed(|value| Fraction::whole(value.floor()));
    let tail = (!part.cut.is_zero()).then(|| (part.values.last().map_or(0, |last| last.0.floor() as i32), part.cut));
    let values = part.values.into_iter().map(|(value, weight)| (value.floor() as i32, weight));
    Ok(Distribution::collect(values, part.whole).with_tail(tail))
}

impl Part {
    fn constant(value: Fraction) -> Part {
        Part { values: vec![(value, UBig::ONE)], whole: UBig::ONE, cut: Chance::ZERO }
    }

    fn of_roll(roll: &Roll) -> Result<Part, TooLarge> {
        let odds = roll.try_distribution()?;
        let values = odds.outcomes().map(|(total, weight)| (Fraction::whole(i64::from(total)), weight.0)).collect();
        Ok(Part { values, whole: odds.total_weight().0, cut: odds.tail().map_or(Chance::ZERO, |tail| tail.1) })
    }

    fn changed(mut self, change: impl Fn(Fraction) -> Fraction) -> Part {
        self.values.iter_mut().for_each(|value| value.0 = change(value.0));
        self.merge();
        self
    }

    /// Every value of one with every value of the other.
    fn combined(self, right: Part, op: Op, spent: &mut f64) -> Result<Part, TooLarge> {
        let pairs = self.values.len() as f64 * right.values.len() as f64;
        let words = (self.whole.bit_len() + right.whole.bit_len()) as f64 / 64.0;
        // A pair is multiplied, kept, sorted and added: that is many steps, and more for every word.
        *spent += pairs * (150.0 + words + words * words / 16.0);
        allow_work(*spent)?;
        let mut values = Vec::with_capacity(pairs as usize);
        for (left, weight) in &self.values {
            for (right, other) in &right.values {
                values.push((op.apply(*right, || *left), weight * other));
            }
        }
        let mut part = Part { values, whole: self.whole * right.whole, cut: self.cut + right.cut };
        part.merge();
        allow_outcomes(part.values.len() as u64)?;
        Ok(part)
    }

    /// Sorts, and adds up the weights of equal values.
    fn merge(&mut self) {
        // Stable: what is already sorted in runs, as sums are, is merged run by run.
        self.values.sort_by_key(|value| value.0);
        self.values.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
    }
}
