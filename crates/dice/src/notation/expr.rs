//! Arithmetic over rolls.

use std::convert::Infallible;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::fraction::Fraction;
use super::print;
use super::spread;
use crate::die::Die;
use crate::distribution::Distribution;
use crate::explode::USUAL;
use crate::limits::TooLarge;
use crate::rng::DiceRng;
use crate::roll::Roll;
use crate::shown::Shown;

/// An expression over rolls, as [written](crate::notation).
///
/// ```
/// use referee_dice::{DiceRng, Expr};
/// let expr: Expr = "4D6 kh3 + 2".parse().unwrap();
/// assert_eq!(expr.to_string(), "4d6kh3+2");
/// assert_eq!(expr.distribution().unwrap().highest(), 20);
/// let shown = expr.show(&mut DiceRng::from_number(1));
/// assert!(shown.to_string().ends_with(&format!(" + 2 = {}", shown.total)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// Operands before their operator, so that evaluating needs no recursion.
    pub(super) ops: SmallVec<[Op; 3]>,
}

/// One step of an expression: puts a number on the stack, or changes what lies on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    Number(i32),
    Roll(Roll),
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Floor,
}

impl Expr {
    /// The exact distribution; every roll in it is independent of the others.
    ///
    /// # Errors
    /// If it would take more work, or has more outcomes, than the documented limits.
    pub fn distribution(&self) -> Result<Distribution, TooLarge> {
        match self.as_roll() {
            Some(roll) => roll.try_distribution(),
            None => spread::distribution(&self.ops, USUAL),
        }
    }

    /// The exact distribution, where dice that explode without end are followed past `total`, as far as the limits allow: so
    /// that what is asked about that total has an exact answer.
    ///
    /// ```
    /// use referee_dice::{Chance, Expr};
    /// let expr: Expr = "d6!".parse().unwrap();
    /// let odds = expr.distribution_to(98).unwrap();
    /// // Sixteen sixes, and then a 2 or more.
    /// assert_eq!(odds.at_least(98), Chance::new(5, 6 * 6_u128.pow(16)));
    /// ```
    ///
    /// # Errors
    /// As [`distribution`](Expr::distribution).
    pub fn distribution_to(&self, total: i32) -> Result<Distribution, TooLarge> {
        spread::distribution_to(&self.ops, total)
    }

    /// Throws the dice with the seeded generator.
    pub fn show(&self, rng: &mut DiceRng) -> ShownExpr {
        let shown: Result<ShownExpr, Infallible> = self.evaluate(|die| Ok(rng.face(die)));
        match shown {
            Ok(shown) => shown,
        }
    }

    /// Asks for one face after another, from left to right, and reads the total from them; see [`Roll::evaluate`].
    ///
    /// # Errors
    /// Whatever the source of faces gives up with.
    #[inline]
    pub fn evaluate<E>(&self, mut next_face: impl FnMut(Die) -> Result<i32, E>) -> Result<ShownExpr, E> {
        let mut rolls = SmallVec::new();
        let mut stack: SmallVec<[Fraction; 4]> = SmallVec::new();
        for op in &self.ops {
            let value = match op {
                Op::Number(n) => Fraction::whole(i64::from(*n)),
                Op::Roll(roll) => {
                    let shown = roll.evaluate(&mut next_face)?;
                    let total = shown.total;
                    rolls.push(shown);
                    Fraction::whole(i64::from(total))
                }
                _ => {
                    let right = stack.pop().expect("operands come before their operator");
                    op.apply(right, || stack.pop().expect("operands come before their operator"))
                }
            };
            stack.push(value);
        }
        let total = stack.pop().map_or(0, |value| value.floor() as i32);
        Ok(ShownExpr { expression: Expr { ops: SmallVec::from_slice(&self.ops) }, rolls, total })
    }

    /// The expression as one roll, if it is no more than dice and a number added.
    pub fn as_roll(&self) -> Option<Roll> {
        match self.ops[..] {
            [Op::Roll(roll)] => Some(roll),
            [Op::Number(n)] => Some(Roll::pool(&[]).plus(n)),
            [Op::Roll(roll), Op::Number(n), Op::Add] | [Op::Number(n), Op::Roll(roll), Op::Add] => Some(roll.plus(n)),
            [Op::Roll(roll), Op::Number(n), Op::Sub] => Some(roll.plus(-n)),
            _ => None,
        }
    }

    /// The rolls in it, from left to right.
    pub fn rolls(&self) -> impl Iterator<Item = &Roll> {
        self.ops.iter().filter_map(|op| if let Op::Roll(roll) = op { Some(roll) } else { None })
    }
}

impl Op {
    /// What an operator makes of its operands; `left` is asked for where there are two.
    #[inline]
    pub fn apply(self, right: Fraction, left: impl FnOnce() -> Fraction) -> Fraction {
        match self {
            Op::Add => left().add(right),
            Op::Sub => left().add(right.negated()),
            Op::Mul => left().mul(right),
            Op::Div => left().div(right),
            Op::Neg => right.negated(),
            Op::Floor => Fraction::whole(right.floor()),
            Op::Number(_) | Op::Roll(_) => right,
        }
    }
}

impl From<Roll> for Expr {
    fn from(roll: Roll) -> Expr {
        let (bare, plus) = roll.without_modifier();
        let number = Op::Number(plus.saturating_abs());
        let mut ops = SmallVec::new();
        match (roll.count(), plus) {
            (0, 0..) => ops.push(number),
            (0, _) => ops.extend([number, Op::Neg]),
            (_, 0) => ops.push(Op::Roll(bare)),
            (_, 1..) => ops.extend([Op::Roll(bare), number, Op::Add]),
            (_, _) => ops.extend([Op::Roll(bare), number, Op::Sub]),
        }
        Expr { ops }
    }
}

/// An expression with every die that fell.
///
/// Printed as `4d6kh3+2: [6^, 4, 3, ~1~] + 2 = 15`; the marks are those of [`Fallen`](crate::Fallen).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownExpr {
    /// The expression.
    pub expression: Expr,
    /// What its rolls showed, from left to right.
    pub rolls: SmallVec<[Shown; 1]>,
    /// The total, rounded down.
    pub total: i32,
}

impl ShownExpr {
    /// Writes the expression with the dice in place of each roll, each die between what `style` gives before and after
    /// it; see [`Shown::write`]. The total is left to the caller.
    pub fn write<'s>(
        &self,
        out: &mut impl std::fmt::Write,
        style: impl Fn(&crate::Fallen) -> (&'s str, &'s str) + Copy,
    ) -> std::fmt::Result {
        let mut rolls = self.rolls.iter();
        out.write_str(&print::infix(&self.expression.ops, " ", |_| {
            let mut text = String::new();
            if let Some(shown) = rolls.next() {
                let _ = shown.write(&mut text, style);
            }
            text
        }))
    }
}

impl std::fmt::Display for ShownExpr {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let mut rolls = self.rolls.iter();
        let dice = print::infix(&self.expression.ops, " ", |_| {
            let mut text = String::new();
            if let Some(shown) = rolls.next() {
                let _ = shown.write_plain(&mut text);
            }
            text
        });
        write!(f, "{}: {dice} = {}", self.expression, self.total)
    }
}

impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Expr, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Roll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Roll {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roll, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
