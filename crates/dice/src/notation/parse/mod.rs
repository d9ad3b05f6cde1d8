//! Reading what people write.

mod braces;
mod cursor;
mod modifiers;
mod range;

use std::str::FromStr;

use smallvec::{SmallVec, smallvec};

use self::range::Range;
use super::error::ParseError;
use super::expr::{Expr, Op, Sign};
use super::fraction::MAX_DENOMINATOR;
use crate::die::{Die, FUDGE};
use crate::limits::{MAX_DEPTH, MAX_DICE, MAX_LENGTH, MAX_SIDES, MAX_TOTAL};
use crate::pool::{Pool, Size};
use crate::roll::Roll;

impl FromStr for Expr {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Expr, ParseError> {
        if text.len() > MAX_LENGTH {
            let found = format!("{} characters", text.len());
            let expected = format!("at most {MAX_LENGTH} characters");
            return Err(ParseError { position: 0, found, expected });
        }
        let mut parser = Parser { text, at: 0, begin: 0, depth: 0, ops: SmallVec::new(), ranges: SmallVec::new() };
        parser.whole().map_err(|refused| *refused)?;
        Ok(Expr { ops: parser.ops })
    }
}

impl FromStr for Roll {
    type Err = ParseError;

    /// Reads dice with at most a number added, such as `2d6+3`.
    ///
    /// A roll has no sub-rolls, so that a comma in braces is read as a `+`: journals of older versions wrote it so.
    fn from_str(text: &str) -> Result<Roll, ParseError> {
        let pooled = text.replace(',', "+");
        pooled.parse::<Expr>()?.as_roll().ok_or_else(|| ParseError {
            position: 0,
            found: "an expression".into(),
            expected: "dice with at most one number added".into(),
        })
    }
}

/// Refusals are boxed on their way out, so that what is accepted is handed on in registers.
type Parsed<T> = Result<T, Box<ParseError>>;

struct Parser<'a> {
    text: &'a str,
    /// The next byte; only ever moved over whole characters.
    at: usize,
    /// Where the comparison or sum that is being read began.
    begin: usize,
    depth: usize,
    ops: SmallVec<[Op; 3]>,
    /// What the parts on the stack can come to.
    ranges: SmallVec<[Range; 3]>,
}

/// Functions of one number, as they are written.
const FUNCTIONS: [(&str, Op); 5] =
    [("floor", Op::Floor), ("ceil", Op::Ceil), ("round", Op::Round), ("abs", Op::Abs), ("sign", Op::Signum)];

impl Parser<'_> {
    fn whole(&mut self) -> Parsed<()> {
        self.comparison()?;
        self.skip_spaces();
        if self.at < self.text.len() {
            return Err(self.expected(match self.ops.last() {
                Some(Op::Roll(_) | Op::Pool(_)) => "an operator, a modifier (such as `kh3` or `!`), or the end",
                _ => "an operator or the end",
            }));
        }
        Ok(())
    }

    /// A sum, or two with a comparison between them.
    fn comparison(&mut self) -> Parsed<()> {
        let outer = self.begin;
        self.begin = self.at_next();
        self.sum()?;
        let at = self.at_next();
        if let Some((_, sign)) = Sign::ALL.into_iter().find(|(text, _)| self.eat(text)) {
            self.begin = self.at_next();
            self.sum()?;
            self.push(Op::Compare(sign), at)?;
        }
        self.begin = outer;
        Ok(())
    }

    /// Parts with `+` or `-` between them.
    fn sum(&mut self) -> Parsed<()> {
        self.product()?;
        loop {
            let at = self.at_next();
            let op = match self.peek() {
                Some(b'+') => Op::Add,
                Some(b'-') => Op::Sub,
                _ => return Ok(()),
            };
            self.at += 1;
            self.product()?;
            self.push(op, at)?;
        }
    }

    /// Parts with `*`, `/` or `%` between them.
    fn product(&mut self) -> Parsed<()> {
        self.signed()?;
        loop {
            let at = self.at_next();
            let op = match self.peek() {
                Some(b'*') => Op::Mul,
                Some(b'/') => Op::Div,
                Some(b'%') => Op::Mod,
                _ => return Ok(()),
            };
            self.at += 1;
            let right = self.at_next();
            self.signed()?;
            if op != Op::Mul && self.top().spans_zero() {
                let (found, expected) = match self.top().has_dice {
                    true => ("a division by dice that can be 0", "a number, or dice that cannot be 0"),
                    false => ("a division by 0", "a number other than 0"),
                };
                return Err(self.error_at(right, found, expected));
            }
            self.push(op, at)?;
        }
    }

    /// A power, or one with a sign.
    fn signed(&mut self) -> Parsed<()> {
        let at = self.at_next();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let expected = format!("at most {MAX_DEPTH} nested parentheses and signs");
            return Err(self.error_at(at, "one more", &expected));
        }
        match self.peek() {
            Some(b'+') => {
                self.at += 1;
                self.signed()?;
            }
            Some(b'-') => {
                self.at += 1;
                self.signed()?;
                self.push(Op::Neg, at)?;
            }
            _ => self.power()?,
        }
        self.depth -= 1;
        Ok(())
    }

    /// A part, or one to the power of another: `d6^2`, `d6**2`.
    fn power(&mut self) -> Parsed<()> {
        self.part()?;
        self.skip_words()?;
        let at = self.at;
        if self.eat("^") || self.eat("**") {
            let right = self.at_next();
            self.signed()?;
            if !self.top().is_exponent() {
                return Err(self.error_at(
                    right,
                    "this exponent",
                    "a whole number from 0 to 32, or dice with such totals",
                ));
            }
            self.push(Op::Pow, at)?;
        }
        Ok(())
    }

    /// A number, dice, braces, a function or something in parentheses.
    fn part(&mut self) -> Parsed<()> {
        let at = self.at_next();
        match self.low(0) {
            b'(' => {
                self.parenthesis(")")?;
                if self.low(0) == b'd' {
                    let count = self.constant(at, MAX_DICE, "dice")?;
                    self.dice(count, at)?;
                }
            }
            b'[' if self.low(1) == b'[' => {
                self.at += 1;
                self.parenthesis("]]")?;
            }
            b'{' => self.braces()?,
            b'd' => self.dice(1, at)?,
            b'0'..=b'9' | b'.' => {
                let number = self.digits();
                let whole = self.at;
                self.skip_spaces();
                if self.low(0) == b'd' && self.byte(0) != Some(b'.') {
                    self.dice(number, at)?;
                } else if number > MAX_TOTAL as u64 {
                    return Err(self.passed(at, &format!("a number up to {MAX_TOTAL}")));
                } else {
                    self.push_number(number as i32);
                    self.at = whole;
                    self.decimals(number)?;
                }
            }
            b'a'..=b'z' => self.function()?,
            _ => return Err(self.expected("a number, dice (such as `2d6`), `{`, `(` or a function")),
        }
        Ok(())
    }

    /// `.5` after a number, which lies on the stack.
    fn decimals(&mut self, whole: u64) -> Parsed<()> {
        if self.peek() != Some(b'.') || self.byte(1) == Some(b'.') {
            return Ok(());
        }
        let at = self.at;
        self.at += 1;
        let start = self.at;
        let part = self.digits();
        let under = 10u64.saturating_pow((self.at - start) as u32);
        if self.at == start || under > MAX_DENOMINATOR as u64 {
            return Err(self.error_at(start, "this fraction", "one to six digits"));
        }
        let over = whole.saturating_mul(under).saturating_add(part);
        if over > MAX_TOTAL as u64 {
            return Err(self.passed(at, &format!("fewer digits: at most {MAX_TOTAL} without the point")));
        }
        if part > 0 {
            self.ops.pop();
            self.ranges.pop();
            self.push_number(over as i32);
            self.push_number(under as i32);
            self.push(Op::Div, at)?;
        }
        Ok(())
    }

    fn parenthesis(&mut self, close: &str) -> Parsed<()> {
        self.at += 1;
        self.comparison()?;
        self.skip_spaces();
        if !self.eat(close) {
            return Err(self.expected(&format!("an operator or `{close}`")));
        }
        Ok(())
    }

    /// `floor(…)` and its like; `max(…, …)` and `min(…, …)`; `pow(…, …)`
    fn function(&mut self) -> Parsed<()> {
        let at = self.at;
        let list = ["max", "min"].into_iter().find(|name| self.eat(name));
        let one = FUNCTIONS.iter().find(|(name, _)| list.is_none() && self.eat(name));
        let is_power = list.is_none() && one.is_none() && self.eat("pow");
        if list.is_none() && one.is_none() && !is_power {
            let irrational = ["sqrt", "exp", "log", "sin", "cos", "tan"];
            if irrational.into_iter().any(|name| self.eat(name)) {
                let expected = "one of the functions floor, ceil, round, abs, sign, min, max, pow";
                return Err(self.passed(at, expected));
            }
            return Err(self.expected("a number, dice (such as `2d6`), `{`, `(` or a function"));
        }
        self.skip_spaces();
        if self.peek() != Some(b'(') {
            return Err(self.expected("`(`"));
        }
        if let Some((_, op)) = one {
            self.parenthesis(")")?;
            return self.push(op.clone(), at);
        }
        let parts = self.list(b')')?;
        if is_power {
            if parts != 2 || !self.top().is_exponent() {
                return Err(self.error_at(at, "`pow`", "two numbers, the second a whole number from 0 to 32"));
            }
            return self.push(Op::Pow, at);
        }
        let mut choice = Pool::of(SmallVec::new());
        choice.keep = 1;
        choice.keeps_lowest = list == Some("min");
        self.push_group(parts, choice, at)
    }

    /// Expressions apart by commas, up to the sign that closes the list; says how many there are.
    fn list(&mut self, close: u8) -> Parsed<usize> {
        let mut parts = 0;
        loop {
            self.at += 1;
            self.comparison()?;
            parts += 1;
            self.skip_words()?;
            match self.peek() {
                Some(b',') => {}
                Some(byte) if byte == close => break,
                _ => return Err(self.expected(if close == b')' { "`,` or `)`" } else { "`,` or `}`" })),
            }
        }
        self.at += 1;
        Ok(parts)
    }

    /// Takes what was read last off the stack, if it is a whole number without dice from 1 to so many.
    fn constant(&mut self, at: usize, most: u32, what: &str) -> Parsed<u64> {
        let range = self.top();
        let is_known = !range.has_dice && range.low == range.high && range.low.under == 1;
        if !is_known || range.low.over < 1 || range.low.over > i64::from(most) {
            let found = format!("`{}`", self.text[at..self.at].trim());
            return Err(self.error_at(at, &found, &format!("1 to {most} {what}, as a constant")));
        }
        let from = super::expr::start_of_last(&self.ops);
        self.ops.truncate(from);
        self.ranges.pop();
        Ok(range.low.over as u64)
    }

    /// Dice of one size, from the `d` on.
    fn dice(&mut self, count: u64, start: usize) -> Parsed<()> {
        let size = self.size(count, start)?;
        self.modifiers(Pool::of(smallvec![size]), start)
    }

    /// `d6`, `d%`, `dF`, `d(2*3)` or `d{1,2,3,5}`, after a count.
    fn size(&mut self, count: u64, start: usize) -> Parsed<Size> {
        if count == 0 || count > u64::from(MAX_DICE) {
            return Err(self.passed(start, &format!("1 to {MAX_DICE} dice")));
        }
        let count = count as u16;
        self.at += 1;
        let at = self.at_next();
        match self.peek() {
            Some(b'%') => {
                self.at += 1;
                Ok(Size::new(count, Die::of(100)))
            }
            Some(b'f' | b'F') => {
                self.at += 1;
                if self.eat(".1") {
                    return Ok(Size::own(count, vec![-1, 0, 0, 0, 0, 1]));
                }
                self.eat(".2");
                Ok(Size::new(count, Die::of(FUDGE)))
            }
            Some(b'0'..=b'9') => {
                let sides = self.digits();
                if sides == 0 || sides > u64::from(MAX_SIDES) {
                    return Err(self.passed(at, &format!("1 to {MAX_SIDES} sides")));
                }
                Ok(Size::new(count, Die::of(sides as u16)))
            }
            Some(b'(') => {
                self.parenthesis(")")?;
                let sides = self.constant(at, u32::from(MAX_SIDES), "sides")?;
                Ok(Size::new(count, Die::of(sides as u16)))
            }
            Some(b'{') => self.own_faces(count),
            _ => Err(self.expected("the sides of the dice: a number, `%`, `F` or `{faces}`")),
        }
    }

    /// `{1,2,3,5}`, `{1..4,6}`
    fn own_faces(&mut self, count: u16) -> Parsed<Size> {
        let mut faces: Vec<i16> = Vec::new();
        loop {
            self.at += 1;
            let at = self.at_next();
            let from = self.face()?;
            self.skip_spaces();
            let to = if self.eat("..") { self.face()? } else { from };
            if to < from || faces.len() + (to - from) as usize >= 1_000 {
                return Err(self.passed(at, "up to 1000 faces, from the lower to the higher"));
            }
            faces.extend((from..=to).map(|face| face as i16));
            self.skip_spaces();
            match self.peek() {
                Some(b',') => {}
                Some(b'}') => break,
                _ => return Err(self.expected("`,` or `}`")),
            }
        }
        self.at += 1;
        Ok(Size::own(count, faces))
    }
}
