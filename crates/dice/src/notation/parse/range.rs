//! What an expression can come to, known while it is read.

use super::{Parsed, Parser};
use crate::limits::MAX_TOTAL;
use crate::notation::error::ParseError;
use crate::notation::expr::Op;
use crate::notation::fraction::{Fraction, MAX_DENOMINATOR};
use crate::roll::Roll;

/// What a part of an expression can come to: so nothing that is accepted can overflow when it is rolled.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub low: Fraction,
    pub high: Fraction,
    /// Every value is a multiple of one part in this many.
    pub under: i64,
    pub has_dice: bool,
}

impl Parser<'_> {
    /// Adds a number within the limits.
    pub(super) fn push_number(&mut self, number: i32) {
        let value = Fraction::whole(i64::from(number));
        self.ranges.push(Range { low: value, high: value, under: 1, has_dice: false });
        self.ops.push(Op::Number(number));
    }

    /// Adds dice, and refuses them if their total could pass the limits.
    pub(super) fn push_roll(&mut self, roll: Roll, at: usize) -> Parsed<()> {
        let (low, high) = roll.bounds();
        if low < -MAX_TOTAL || high > MAX_TOTAL {
            return Err(self.too_far(Fraction::whole(low), Fraction::whole(high), at));
        }
        self.ranges.push(Range { low: Fraction::whole(low), high: Fraction::whole(high), under: 1, has_dice: true });
        self.ops.push(Op::Roll(roll));
        Ok(())
    }

    /// Adds an operator, and refuses it if its result could pass the limits.
    pub(super) fn push(&mut self, op: Op, at: usize) -> Parsed<()> {
        let right = self.ranges.pop().expect("operands come before their operator");
        let left = match op {
            Op::Neg | Op::Floor => right,
            _ => self.ranges.pop().expect("operands come before their operator"),
        };
        if let (Op::Add, 1, 1) = (op, left.under, right.under) {
            // By far the most frequent.
            let (low, high) = (left.low.over + right.low.over, left.high.over + right.high.over);
            if low >= -MAX_TOTAL && high <= MAX_TOTAL {
                let (low, high) = (Fraction::whole(low), Fraction::whole(high));
                self.ranges.push(Range { low, high, under: 1, has_dice: left.has_dice || right.has_dice });
                self.ops.push(op);
                return Ok(());
            }
        }
        let of = |left: Fraction, right: Fraction| op.apply(right, || left);
        let (low, high) = match op {
            Op::Add | Op::Floor => (of(left.low, right.low), of(left.high, right.high)),
            Op::Sub | Op::Neg => (of(left.low, right.high), of(left.high, right.low)),
            _ => {
                let (a, b) = (of(left.low, right.low), of(left.low, right.high));
                let (c, d) = (of(left.high, right.low), of(left.high, right.high));
                (a.min(b).min(c).min(d), a.max(b).max(c).max(d))
            }
        };
        let under = match op {
            Op::Floor => 1,
            Op::Neg => right.under,
            Op::Div => left.under.saturating_mul(right.low.over.abs()),
            Op::Add | Op::Sub if left.under == right.under => left.under,
            _ => left.under * right.under,
        };
        if under > MAX_DENOMINATOR {
            let expected = format!("at most one part in {MAX_DENOMINATOR}; floor() rounds");
            return Err(self.error_at(at, &format!("fractions of one part in {under}"), &expected));
        }
        if !low.is_moderate() || !high.is_moderate() {
            return Err(self.too_far(low, high, at));
        }
        self.ranges.push(Range { low, high, under, has_dice: left.has_dice || right.has_dice });
        self.ops.push(op);
        Ok(())
    }

    #[cold]
    fn too_far(&self, low: Fraction, high: Fraction, at: usize) -> Box<ParseError> {
        let far = if low.negated() > high { low } else { high };
        let expected = format!("totals from -{MAX_TOTAL} to {MAX_TOTAL}");
        self.error_at(at, &format!("a total that can reach {}", far.floor()), &expected)
    }
}
