//! Arithmetic over rolls.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::fraction::Fraction;
use super::print;
use super::spread;
use super::words;
use crate::die::Die;
use crate::distribution::Distribution;
use crate::explode::USUAL;
use crate::limits::TooLarge;
use crate::pool::Pool;
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Op {
    Number(i32),
    Roll(Roll),
    /// Dice that do not fit in a [`Roll`].
    Pool(Arc<Pool>),
    /// Some of the numbers on top of the stack, or how many of them count.
    Group(Arc<Group>),
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    /// 1 if it holds, 0 if it does not.
    Compare(Sign),
    Neg,
    Floor,
    Ceil,
    Round,
    Abs,
    Signum,
}

/// Sub-rolls, of which some are chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub parts: usize,
    /// Which, and what they count: as of dice, but without dice.
    pub choice: Pool,
}

/// What a comparison asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `>=`
    AtLeast,
    /// `>`
    Above,
    /// `<=`
    AtMost,
    /// `<`
    Below,
    /// `=`
    Equal,
    /// `<>`
    Unequal,
}

impl Sign {
    /// As they are written, the longer ones first.
    pub(super) const ALL: [(&'static str, Sign); 8] = [
        (">=", Sign::AtLeast),
        ("<=", Sign::AtMost),
        ("<>", Sign::Unequal),
        ("!=", Sign::Unequal),
        ("==", Sign::Equal),
        (">", Sign::Above),
        ("<", Sign::Below),
        ("=", Sign::Equal),
    ];

    /// Whether it holds between two numbers that are so to each other.
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Sign::AtLeast => order.is_ge(),
            Sign::Above => order.is_gt(),
            Sign::AtMost => order.is_le(),
            Sign::Below => order.is_lt(),
            Sign::Equal => order.is_eq(),
            Sign::Unequal => order.is_ne(),
        }
    }

    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Sign::AtLeast => ">=",
            Sign::Above => ">",
            Sign::AtMost => "<=",
            Sign::Below => "<",
            Sign::Equal => "=",
            Sign::Unequal => "<>",
        }
    }
}

/// Where the steps begin that the last one belongs to, with all its operands.
pub(super) fn start_of_last(ops: &[Op]) -> usize {
    let mut missing = 1;
    for (index, op) in ops.iter().enumerate().rev() {
        missing += op.operands();
        missing -= 1;
        if missing == 0 {
            return index;
        }
    }
    0
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
        let mut rolls: SmallVec<[Shown; 1]> = SmallVec::new();
        // Each number with the first roll that it is made of.
        let mut stack: SmallVec<[(Fraction, usize); 4]> = SmallVec::new();
        for op in &self.ops {
            let first = rolls.len();
            let entry = match op {
                Op::Number(n) => (Fraction::whole(i64::from(*n)), first),
                Op::Roll(_) | Op::Pool(_) => {
                    let shown = match op {
                        Op::Pool(pool) => pool.evaluate(&mut next_face)?,
                        Op::Roll(roll) => roll.evaluate(&mut next_face)?,
                        _ => unreachable!("dice are either"),
                    };
                    let total = shown.total;
                    rolls.push(shown);
                    (Fraction::whole(i64::from(total)), first)
                }
                Op::Group(group) => {
                    let parts: Vec<(Fraction, usize)> = stack.drain(stack.len() - group.parts..).collect();
                    (group.choose(&parts, &mut rolls), parts[0].1)
                }
                _ => {
                    let (right, mut first) = stack.pop().expect("operands come before their operator");
                    let value = op.apply(right, || {
                        let left = stack.pop().expect("operands come before their operator");
                        first = left.1;
                        left.0
                    });
                    (value, first)
                }
            };
            stack.push(entry);
        }
        let total = stack.pop().map_or(0, |(value, _)| value.floor() as i32);
        Ok(ShownExpr { expression: self.clone(), rolls, total })
    }

    /// The expression as one roll, if it is no more than dice and a number added.
    pub fn as_roll(&self) -> Option<Roll> {
        match &self.ops[..] {
            [Op::Roll(roll)] => Some(*roll),
            [Op::Number(n)] => Some(Roll::pool(&[]).plus(*n)),
            [Op::Roll(roll), Op::Number(n), Op::Add] | [Op::Number(n), Op::Roll(roll), Op::Add] => Some(roll.plus(*n)),
            [Op::Roll(roll), Op::Number(n), Op::Sub] => Some(roll.plus(-n)),
            _ => None,
        }
    }

    /// Least and greatest number that any dice in it can come to.
    pub fn bounds_of_dice(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.ops.iter().filter_map(|op| match op {
            Op::Roll(roll) => Some(roll.bounds()),
            Op::Pool(pool) => Some(pool.bounds()),
            _ => None,
        })
    }

    /// The question that it asks: an expression, and the number that it is compared with.
    ///
    /// ```
    /// use referee_dice::{Expr, notation::Sign};
    /// let expr: Expr = "d20+5 >= 15".parse().unwrap();
    /// assert_eq!(expr.question(), Some(("d20+5".parse().unwrap(), Sign::AtLeast, 15)));
    /// ```
    pub fn question(&self) -> Option<(Expr, Sign, i32)> {
        let (rest, sign, number) = match &self.ops[..] {
            [rest @ .., Op::Number(n), Op::Compare(sign)] => (rest, *sign, *n),
            [rest @ .., Op::Number(n), Op::Neg, Op::Compare(sign)] => (rest, *sign, -n),
            _ => return None,
        };
        Some((Expr { ops: rest.iter().cloned().collect() }, sign, number))
    }

    /// Whether it asks something, so that its total is 1 for yes and 0 for no.
    pub fn is_question(&self) -> bool {
        matches!(self.ops.last(), Some(Op::Compare(_)))
    }

    /// How it was read, in words: what could be read in another way elsewhere. Empty for plain dice.
    ///
    /// ```
    /// use referee_dice::Expr;
    /// let reading = |text: &str| text.parse::<Expr>().unwrap().reading();
    /// assert_eq!(reading("5d10 > 7"), "5d10>=8: counts the dice worth 8 or more");
    /// assert_eq!(reading("d20+5 > 12"), "asks whether the total is above 12");
    /// assert_eq!(reading("4d6kh3+2"), "");
    /// ```
    pub fn reading(&self) -> String {
        words::reading(&self.ops)
    }
}

impl Group {
    /// What the parts come to; the dice of those that are not chosen do not count.
    fn choose(&self, parts: &[(Fraction, usize)], rolls: &mut [Shown]) -> Fraction {
        let mut order: SmallVec<[usize; 8]> = (0..parts.len()).collect();
        order.sort_by_key(|&part| std::cmp::Reverse(parts[part].0));
        let (from, to) = self.choice.kept_of(parts.len());
        let mut total = Fraction::whole(0);
        for (rank, &part) in order.iter().enumerate() {
            let (value, first) = parts[part];
            if (from..to).contains(&rank) {
                total = total.add(self.score(value));
                continue;
            }
            let next = parts.get(part + 1).map_or(rolls.len(), |next| next.1);
            for die in rolls[first..next].iter_mut().flat_map(|shown| &mut shown.dice) {
                (die.kept, die.success) = (false, false);
            }
        }
        total
    }

    /// What a part brings that is chosen.
    pub fn score(&self, value: Fraction) -> Fraction {
        match self.choice.score.counts() {
            true => Fraction::whole(i64::from(self.choice.score.of(value.floor() as i32))),
            false => value,
        }
    }
}

impl Op {
    /// How many numbers it takes from the stack.
    pub fn operands(&self) -> usize {
        match self {
            Op::Number(_) | Op::Roll(_) | Op::Pool(_) => 0,
            Op::Neg | Op::Floor | Op::Ceil | Op::Round | Op::Abs | Op::Signum => 1,
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Pow | Op::Compare(_) => 2,
            Op::Group(group) => group.parts,
        }
    }

    /// What an operator makes of its operands; `left` is asked for where there are two.
    #[inline]
    pub fn apply(&self, right: Fraction, left: impl FnOnce() -> Fraction) -> Fraction {
        match self {
            Op::Add => left().add(right),
            Op::Sub => left().add(right.negated()),
            Op::Mul => left().mul(right),
            Op::Div => left().div(right),
            Op::Mod => left().remainder(right),
            Op::Pow => left().pow(right),
            Op::Compare(sign) => Fraction::whole(i64::from(sign.holds(left().cmp(&right)))),
            Op::Neg => right.negated(),
            Op::Floor => Fraction::whole(right.floor()),
            Op::Ceil => Fraction::whole(-right.negated().floor()),
            Op::Round => right.rounded(),
            Op::Abs => right.abs(),
            Op::Signum => Fraction::whole(right.over.signum()),
            Op::Number(_) | Op::Roll(_) | Op::Pool(_) | Op::Group(_) => right,
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
        out.write_str(&print::infix(&self.expression.ops, " ", &mut |_| {
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
        let dice = print::infix(&self.expression.ops, " ", &mut |_| {
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
    /// As [written](crate::notation), but with commas between the sizes of a pool: so journals have had it from the start, and
    /// a journal has to be written as it was read.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        match text.split_once('}') {
            Some((sizes, modifiers)) => serializer.collect_str(&format!("{}}}{modifiers}", sizes.replace('+', ", "))),
            None => serializer.collect_str(&text),
        }
    }
}

impl<'de> Deserialize<'de> for Roll {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roll, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
