//! Reading what people write.

mod cursor;
mod modifiers;
mod range;

use std::str::FromStr;

use smallvec::SmallVec;

use self::range::Range;
use super::error::ParseError;
use super::expr::{Expr, Op};
use crate::die::FUDGE;
use crate::limits::{MAX_DEPTH, MAX_DICE, MAX_LENGTH, MAX_SIDES, MAX_TOTAL};
use crate::roll::{MAX_GROUPS, Roll};

impl FromStr for Expr {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Expr, ParseError> {
        if text.len() > MAX_LENGTH {
            let found = format!("{} characters", text.len());
            let expected = format!("at most {MAX_LENGTH} characters");
            return Err(ParseError { position: 0, found, expected });
        }
        let mut parser = Parser { text, at: 0, depth: 0, ops: SmallVec::new(), ranges: SmallVec::new() };
        parser.sum().map_err(|refused| *refused)?;
        parser.skip_spaces();
        if parser.at < text.len() {
            return Err(*parser.expected(match parser.ops.last() {
                Some(Op::Roll(_)) => "an operator, something that follows dice (such as `kh3` or `!`), or the end",
                _ => "an operator or the end",
            }));
        }
        Ok(Expr { ops: parser.ops })
    }
}

impl FromStr for Roll {
    type Err = ParseError;

    /// Reads dice with at most a number added, such as `2d6+3`.
    fn from_str(text: &str) -> Result<Roll, ParseError> {
        text.parse::<Expr>()?.as_roll().ok_or_else(|| ParseError {
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
    depth: usize,
    ops: SmallVec<[Op; 3]>,
    /// What the parts on the stack can come to.
    ranges: SmallVec<[Range; 3]>,
}

impl Parser<'_> {
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

    /// Parts with `*` or `/` between them.
    fn product(&mut self) -> Parsed<()> {
        self.part()?;
        loop {
            let at = self.at_next();
            let op = match self.peek() {
                Some(b'*') => Op::Mul,
                Some(b'/') => Op::Div,
                _ => return Ok(()),
            };
            self.at += 1;
            let right = self.at_next();
            self.part()?;
            if op == Op::Div {
                let divisor = self.ranges[self.ranges.len() - 1];
                if divisor.has_dice || divisor.low.over == 0 {
                    let found = if divisor.has_dice { "dice to divide by" } else { "0 to divide by" };
                    return Err(self.error_at(right, found, "a number other than 0, without dice"));
                }
            }
            self.push(op, at)?;
        }
    }

    /// A number, dice, a pool, something in parentheses, or one of these with a sign.
    fn part(&mut self) -> Parsed<()> {
        let at = self.at_next();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let expected = format!("at most {MAX_DEPTH} parentheses and signs inside one another");
            return Err(self.error_at(at, "one more", &expected));
        }
        match self.peek().map(|byte| byte.to_ascii_lowercase()) {
            Some(b'+') => {
                self.at += 1;
                self.part()?;
            }
            Some(b'-') => {
                self.at += 1;
                self.part()?;
                self.push(Op::Neg, at)?;
            }
            Some(b'(') => self.parenthesis()?,
            Some(b'f') if self.eat("floor") => {
                self.skip_spaces();
                if self.peek() != Some(b'(') {
                    return Err(self.expected("`(`"));
                }
                self.parenthesis()?;
                self.push(Op::Floor, at)?;
            }
            Some(b'{') => self.pool()?,
            Some(b'd') => self.dice(1, at)?,
            Some(b'0'..=b'9') => {
                let number = self.digits();
                self.skip_spaces();
                if let Some(b'd' | b'D') = self.peek() {
                    self.dice(number, at)?;
                } else if number > MAX_TOTAL as u64 {
                    return Err(self.passed(at, &format!("a number up to {MAX_TOTAL}")));
                } else {
                    self.push_number(number as i32);
                }
            }
            _ => return Err(self.expected("a number, dice (such as `2d6`), `{`, `(` or `floor(`")),
        }
        self.depth -= 1;
        Ok(())
    }

    fn parenthesis(&mut self) -> Parsed<()> {
        self.at += 1;
        self.sum()?;
        self.skip_spaces();
        if !self.eat(")") {
            return Err(self.expected("an operator or `)`"));
        }
        Ok(())
    }

    /// Dice of one size, from the `d` on.
    fn dice(&mut self, count: u64, start: usize) -> Parsed<()> {
        let (count, sides) = self.size(count, start)?;
        let roll = Roll::of_groups(&[(count, sides)]);
        self.modifiers(roll.expect("count and sides were checked"), start)
    }

    /// `d6`, `d%` or `dF`, after a count.
    fn size(&mut self, count: u64, start: usize) -> Parsed<(u16, u16)> {
        if count == 0 || count > u64::from(MAX_DICE) {
            return Err(self.passed(start, &format!("1 to {MAX_DICE} dice")));
        }
        self.at += 1;
        let at = self.at_next();
        let sides = match self.peek() {
            Some(b'%') => {
                self.at += 1;
                100
            }
            Some(b'f' | b'F') => {
                self.at += 1;
                FUDGE
            }
            Some(b'0'..=b'9') => {
                let sides = self.digits();
                if sides == 0 || sides > u64::from(MAX_SIDES) {
                    return Err(self.passed(at, &format!("1 to {MAX_SIDES} sides")));
                }
                sides as u16
            }
            _ => return Err(self.expected("the sides of the dice: a number, `%` or `F`")),
        };
        Ok((count as u16, sides))
    }

    /// `{4d4, 5d8}`
    fn pool(&mut self) -> Parsed<()> {
        let start = self.at;
        let mut groups: SmallVec<[(u16, u16); MAX_GROUPS]> = SmallVec::new();
        loop {
            self.at += 1;
            let at = self.at_next();
            let count = match self.peek() {
                Some(b'0'..=b'9') => self.digits(),
                _ => 1,
            };
            self.skip_spaces();
            if !matches!(self.peek(), Some(b'd' | b'D')) {
                return Err(self.expected("dice (such as `2d6`)"));
            }
            let (count, sides) = self.size(count, at)?;
            if groups.len() < MAX_GROUPS {
                groups.push((count, sides));
            } else if let Some(same) = groups.iter_mut().find(|group| group.1 == sides) {
                same.0 += count;
            } else {
                return Err(self.passed(at, &format!("at most {MAX_GROUPS} sizes of dice in a pool")));
            }
            if groups.iter().map(|group| u32::from(group.0)).sum::<u32>() > MAX_DICE {
                return Err(self.passed(at, &format!("at most {MAX_DICE} dice in a pool")));
            }
            self.skip_spaces();
            match self.peek() {
                Some(b',' | b'+') => {}
                Some(b'}') => break,
                _ => return Err(self.expected("`,` or `}`")),
            }
        }
        self.at += 1;
        let roll = Roll::of_groups(&groups);
        self.modifiers(roll.expect("counts and sides were checked"), start)
    }
}
