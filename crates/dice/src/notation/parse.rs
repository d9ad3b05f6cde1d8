//! Reading what people write.

use std::str::FromStr;

use smallvec::SmallVec;

use super::error::ParseError;
use super::expr::{Expr, Op};
use super::fraction::{Fraction, MAX_DENOMINATOR};
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

/// What a part of an expression can come to: so nothing that is accepted can overflow when it is rolled.
#[derive(Clone, Copy)]
struct Range {
    low: Fraction,
    high: Fraction,
    /// Every value is a multiple of one part in this many.
    under: i64,
    has_dice: bool,
}

impl<'a> Parser<'a> {
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

    /// Whatever follows dice, in any order, each once.
    fn modifiers(&mut self, mut roll: Roll, start: usize) -> Parsed<()> {
        let mut seen = 0u8;
        loop {
            let at = self.at_next();
            let (bit, name) = match self.peek().map(|byte| byte.to_ascii_lowercase()) {
                Some(b'k') => (1, "keep"),
                Some(b'd') => match self.byte(1) {
                    Some(b'h' | b'H') => (2, "`dh`"),
                    Some(b'l' | b'L') => (4, "`dl`"),
                    _ => {
                        self.at += 1;
                        return Err(self.expected("`dh` or `dl`"));
                    }
                },
                Some(b'!') => (8, "`!`"),
                Some(b'r') => (16, "reroll"),
                Some(b'm') => match self.byte(1) {
                    Some(b'a' | b'A') => (32, "`max`"),
                    _ => (64, "`min`"),
                },
                Some(b'>') => (128, "count"),
                _ => break,
            };
            if seen & bit != 0 {
                return Err(self.error_at(at, &format!("a second {name}"), "each of these once"));
            }
            seen |= bit;
            roll = match bit {
                1 => {
                    self.at += 1;
                    let lowest = self.peek().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'l'));
                    if lowest || self.peek().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'h')) {
                        self.at += 1;
                    }
                    let keep = self.how_many()?;
                    if lowest { roll.keep_lowest(keep) } else { roll.keep_highest(keep) }
                }
                2 | 4 => {
                    self.at += 2;
                    let drop = self.how_many()?;
                    if bit == 2 { roll.drop_highest(drop) } else { roll.drop_lowest(drop) }
                }
                8 => self.explosion(roll)?,
                16 => self.reroll(roll)?,
                32 if self.eat("max") => roll.max_face(self.face()?),
                64 if self.eat("min") => roll.min_face(self.face()?),
                128 => {
                    let above = self.above()?.unwrap_or(0);
                    roll.count_at_least(self.face()? + above)
                }
                _ => return Err(self.expected("`min` or `max`")),
            };
        }
        if let Err(refused) = roll.check() {
            let found = format!("`{}`", self.text[start..self.at].trim());
            return Err(self.error_at(start, &found, &format!("dice that come to an end: {refused}")));
        }
        self.push_roll(roll, start)
    }

    /// The number of dice to keep or drop, one if none is given.
    fn how_many(&mut self) -> Parsed<u16> {
        let at = self.at_next();
        match self.peek() {
            Some(b'0'..=b'9') => match self.digits() {
                0 => Err(self.passed(at, &format!("1 to {MAX_DICE} dice"))),
                n if n > u64::from(MAX_DICE) => Err(self.passed(at, &format!("1 to {MAX_DICE} dice"))),
                n => Ok(n as u16),
            },
            _ => Ok(1),
        }
    }

    /// `!`, `!!`, `!>4`, `!>=5`, `!x6`
    fn explosion(&mut self, mut roll: Roll) -> Parsed<Roll> {
        self.at += 1;
        roll = roll.explode();
        if self.eat("!") {
            roll = roll.compounding();
        }
        self.skip_spaces();
        if let Some(above) = self.above()? {
            roll = roll.explode_on(self.face()? + above);
        }
        self.skip_spaces();
        if self.eat("x") {
            let at = self.at_next();
            match self.peek() {
                Some(b'0'..=b'9') => match self.digits() {
                    times @ 1..=254 => roll = roll.explode_at_most(times as u8),
                    _ => return Err(self.passed(at, "1 to 254 explosions")),
                },
                _ => return Err(self.expected("how often at most: a number")),
            }
        }
        Ok(roll)
    }

    /// `r1`, `r<3`, `ro>=5`, `r2..4`
    fn reroll(&mut self, roll: Roll) -> Parsed<Roll> {
        self.at += 1;
        let once = self.eat("o");
        self.skip_spaces();
        let (from, to) = if self.eat("<") {
            let strictly = i16::from(!self.eat("="));
            (i16::MIN, self.face()? - strictly)
        } else if let Some(above) = self.above()? {
            (self.face()? + above, i16::MAX)
        } else {
            self.eat("=");
            let from = self.face()?;
            self.skip_spaces();
            let to = if self.eat("..") { self.face()? } else { from };
            (from, to)
        };
        Ok(if once { roll.reroll_once(from, to) } else { roll.reroll(from, to) })
    }

    /// What `>` (1) or `>=` (0) adds to the number that follows; `None` if neither is there.
    fn above(&mut self) -> Parsed<Option<i16>> {
        if !self.eat(">") {
            return Ok(None);
        }
        Ok(Some(i16::from(!self.eat("="))))
    }

    /// A face, which may be below 0.
    fn face(&mut self) -> Parsed<i16> {
        self.skip_spaces();
        let sign = if self.eat("-") { -1 } else { 1 };
        let at = self.at_next();
        match self.peek() {
            Some(b'0'..=b'9') => match self.digits() {
                n if n > u64::from(MAX_SIDES) => Err(self.passed(at, &format!("a face up to {MAX_SIDES}"))),
                n => Ok(n as i16 * sign),
            },
            _ => Err(self.expected("a face: a number")),
        }
    }

    /// Adds a number within the limits.
    fn push_number(&mut self, number: i32) {
        let value = Fraction::whole(i64::from(number));
        self.ranges.push(Range { low: value, high: value, under: 1, has_dice: false });
        self.ops.push(Op::Number(number));
    }

    /// Adds dice, and refuses them if their total could pass the limits.
    fn push_roll(&mut self, roll: Roll, at: usize) -> Parsed<()> {
        let (low, high) = roll.bounds();
        if low < -MAX_TOTAL || high > MAX_TOTAL {
            return Err(self.too_far(Fraction::whole(low), Fraction::whole(high), at));
        }
        self.ranges.push(Range { low: Fraction::whole(low), high: Fraction::whole(high), under: 1, has_dice: true });
        self.ops.push(Op::Roll(roll));
        Ok(())
    }

    /// Adds an operator, and refuses it if its result could pass the limits.
    fn push(&mut self, op: Op, at: usize) -> Parsed<()> {
        let right = self.ranges.pop().expect("operands come before their operator");
        let left = match op {
            Op::Neg | Op::Floor => right,
            _ => self.ranges.pop().expect("operands come before their operator"),
        };
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

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.byte(0)
    }

    #[inline]
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    #[inline]
    fn skip_spaces(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes to the next thing, and says where that is.
    #[inline]
    fn at_next(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    /// Goes past a word, whatever its case, if it is there.
    #[inline]
    fn eat(&mut self, word: &str) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let there = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// The number that stands here; one that is too large for any limit stays too large.
    #[inline]
    fn digits(&mut self) -> u64 {
        let mut number = 0u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    #[cold]
    fn error_at(&self, at: usize, found: &str, expected: &str) -> Box<ParseError> {
        let position = self.text[..at].chars().count();
        Box::new(ParseError { position, found: found.to_string(), expected: expected.to_string() })
    }

    /// Something else is expected here.
    #[cold]
    fn expected(&self, expected: &str) -> Box<ParseError> {
        self.error_at(self.at, &self.found(self.at), expected)
    }

    /// What stands at `start` passes a limit.
    #[cold]
    fn passed(&self, start: usize, expected: &str) -> Box<ParseError> {
        self.error_at(start, &self.found(start), expected)
    }

    /// The word, number or sign at a place.
    #[cold]
    fn found(&self, at: usize) -> String {
        let rest = &self.text[at..];
        let Some(first) = rest.chars().next() else { return "the end".into() };
        let alike = |c: &char| c.is_ascii_digit() == first.is_ascii_digit() && c.is_alphanumeric();
        let word: String = match first.is_alphanumeric() {
            true => rest.chars().take_while(alike).take(24).collect(),
            false => first.escape_debug().collect(),
        };
        format!("`{word}`")
    }
}
