//! What an expression can come to, known while it is read.

use std::sync::Arc;

use super::{Parsed, Parser};
use crate::limits::{MAX_DICE, MAX_TOTAL};
use crate::notation::error::ParseError;
use crate::notation::expr::{Group, Op, start_of_last};
use crate::notation::fraction::{Fraction, MAX_DENOMINATOR};
use crate::pool::{Pool, Score};

/// Exponents at most.
const MAX_EXPONENT: i64 = 32;

/// What a part of an expression can come to: so nothing that is accepted can overflow when it is rolled.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub low: Fraction,
    pub high: Fraction,
    /// Every value is a multiple of one part in this many; or, if they are mixed, of one part in at most this many.
    pub under: i64,
    /// Whether something was divided by dice.
    pub mixed: bool,
    pub has_dice: bool,
}

impl Range {
    pub fn spans_zero(self) -> bool {
        let zero = Fraction::whole(0);
        self.low <= zero && self.high >= zero
    }

    pub fn is_exponent(self) -> bool {
        self.under == 1 && self.low >= Fraction::whole(0) && self.high <= Fraction::whole(MAX_EXPONENT)
    }

    /// The greatest distance from 0.
    fn size(self) -> Fraction {
        self.low.abs().max(self.high.abs())
    }
}

impl Parser<'_> {
    /// What was read last.
    pub(super) fn top(&self) -> Range {
        *self.ranges.last().expect("something was read")
    }

    /// Adds a number within the limits.
    pub(super) fn push_number(&mut self, number: i32) {
        let value = Fraction::whole(i64::from(number));
        self.ranges.push(Range { low: value, high: value, under: 1, mixed: false, has_dice: false });
        self.ops.push(Op::Number(number));
    }

    /// Adds dice, and refuses them if their total could pass the limits.
    pub(super) fn push_pool(&mut self, pool: Pool, at: usize) -> Parsed<()> {
        let (low, high) = pool.bounds();
        let (low, high) = (Fraction::whole(low), Fraction::whole(high));
        if !low.is_moderate() || !high.is_moderate() {
            return Err(self.too_far(low, high, at));
        }
        self.ranges.push(Range { low, high, under: 1, mixed: false, has_dice: true });
        self.ops.push(match pool.as_roll() {
            Some(roll) => Op::Roll(roll),
            None => Op::Pool(Arc::new(pool)),
        });
        Ok(())
    }

    /// Adds what is chosen of the sub-rolls that were read last.
    pub(super) fn push_group(&mut self, parts: usize, choice: Pool, at: usize) -> Parsed<()> {
        let from = self.ranges.len() - parts;
        let of_parts: Vec<Range> = self.ranges.drain(from..).collect();
        let zero = Fraction::whole(0);
        let (mut low, mut high, mut under) = (zero, zero, 1i64);
        if parts > MAX_DICE as usize {
            return Err(self.passed(at, &format!("at most {MAX_DICE} sub-rolls")));
        }
        if choice.score.counts() {
            (low, high) = (Fraction::whole(-(parts as i64)), Fraction::whole(parts as i64));
            if of_parts.iter().any(|part| part.under > 1) {
                return Err(self.error_at(at, "fractions to count", "whole sub-rolls; use floor() to round"));
            }
        } else if choice.keep == 1 {
            // One of them.
            low = of_parts.iter().map(|part| part.low).min().unwrap_or(zero);
            high = of_parts.iter().map(|part| part.high).max().unwrap_or(zero);
            under = of_parts.iter().map(|part| part.under).fold(1, i64::saturating_mul);
        } else {
            for part in &of_parts {
                (low, high) = (low.add(part.low.min(zero)), high.add(part.high.max(zero)));
                under = under.saturating_mul(part.under);
            }
        }
        if choice.keep == 1 && usize::from(choice.drop_highest) + usize::from(choice.drop_lowest) >= parts {
            (low, high) = (low.min(zero), high.max(zero));
        }
        let has_dice = of_parts.iter().any(|part| part.has_dice);
        self.admit(Range { low, high, under, mixed: under > 1, has_dice }, at)?;
        let is_sum = choice.keeps_all() && choice.score == Score::Sum;
        if !is_sum {
            self.ops.push(Op::Group(Arc::new(Group { parts, choice })));
            return Ok(());
        }
        // One plus after each part but the first.
        let mut apart = Vec::new();
        for _ in 1..parts {
            let from = start_of_last(&self.ops);
            apart.push(self.ops.drain(from..).collect::<Vec<Op>>());
        }
        for part in apart.into_iter().rev() {
            self.ops.extend(part);
            self.ops.push(Op::Add);
        }
        Ok(())
    }

    /// Adds an operator, and refuses it if its result could pass the limits.
    pub(super) fn push(&mut self, op: Op, at: usize) -> Parsed<()> {
        let right = self.ranges.pop().expect("operands come before their operator");
        let left =
            if op.operands() == 1 { right } else { self.ranges.pop().expect("operands come before their operator") };
        if let (Op::Add, 1, 1) = (&op, left.under, right.under) {
            // By far the most frequent.
            let (low, high) = (left.low.over + right.low.over, left.high.over + right.high.over);
            if low >= -MAX_TOTAL && high <= MAX_TOTAL {
                let (low, high) = (Fraction::whole(low), Fraction::whole(high));
                let has_dice = left.has_dice || right.has_dice;
                self.ranges.push(Range { low, high, under: 1, mixed: false, has_dice });
                self.ops.push(op);
                return Ok(());
            }
        }
        let of = |left: Fraction, right: Fraction| op.apply(right, || left);
        let zero = Fraction::whole(0);
        let (low, high) = match op {
            Op::Add | Op::Floor | Op::Ceil | Op::Round | Op::Signum => {
                (of(left.low, right.low), of(left.high, right.high))
            }
            Op::Sub | Op::Neg => (of(left.low, right.high), of(left.high, right.low)),
            Op::Mul | Op::Div => {
                let (a, b) = (of(left.low, right.low), of(left.low, right.high));
                let (c, d) = (of(left.high, right.low), of(left.high, right.high));
                (a.min(b).min(c).min(d), a.max(b).max(c).max(d))
            }
            Op::Abs => (if right.spans_zero() { zero } else { right.low.abs().min(right.high.abs()) }, right.size()),
            // The remainder has the sign of what is divided.
            Op::Mod => {
                let most = right.size().min(left.size());
                (if left.low < zero { most.negated() } else { zero }, if left.high > zero { most } else { zero })
            }
            Op::Pow => {
                let most = left.size().max(Fraction::whole(1)).pow(right.high);
                (if left.low < zero { most.negated() } else { zero }, most)
            }
            Op::Compare(_) => (zero, Fraction::whole(1)),
            Op::Number(_) | Op::Roll(_) | Op::Pool(_) | Op::Group(_) => unreachable!("these are no operators"),
        };
        let times = |a: i64, b: i64| a.saturating_mul(b);
        let mixed = left.mixed || right.mixed || (op == Op::Div && right.low != right.high);
        let under = match op {
            Op::Floor | Op::Ceil | Op::Round | Op::Signum | Op::Compare(_) => 1,
            Op::Neg | Op::Abs => right.under,
            // Dividing by p/q is multiplying by q/p.
            Op::Div if right.low == right.high => times(left.under, right.low.over.abs()),
            Op::Div => times(left.under, times(right.size().floor() + 1, right.under)),
            Op::Add | Op::Sub if left.under == right.under && !mixed => left.under,
            Op::Pow => (0..right.high.over).fold(1, |under, _| times(under, left.under)),
            _ => times(left.under, right.under),
        };
        let has_dice = left.has_dice || right.has_dice;
        self.admit(Range { low, high, under, mixed: mixed && under > 1, has_dice }, at)?;
        self.ops.push(op);
        Ok(())
    }

    /// Adds a range, and refuses it if it passes the limits.
    fn admit(&mut self, range: Range, at: usize) -> Parsed<()> {
        if range.under > MAX_DENOMINATOR {
            let expected = format!("a denominator of at most {MAX_DENOMINATOR}; use floor() to round");
            return Err(self.error_at(at, &format!("fractions with the denominator {}", range.under), &expected));
        }
        if !range.low.is_moderate() || !range.high.is_moderate() {
            return Err(self.too_far(range.low, range.high, at));
        }
        self.ranges.push(range);
        Ok(())
    }

    #[cold]
    fn too_far(&self, low: Fraction, high: Fraction, at: usize) -> Box<ParseError> {
        let far = if low.negated() > high { low } else { high };
        let expected = format!("totals from -{MAX_TOTAL} to {MAX_TOTAL}");
        self.error_at(at, &format!("a total that can reach {}", far.floor()), &expected)
    }
}
