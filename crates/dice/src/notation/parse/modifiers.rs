//! What follows dice.

use super::{Parsed, Parser};
use crate::limits::{MAX_DICE, MAX_SIDES};
use crate::roll::Roll;

impl Parser<'_> {
    /// Whatever follows dice, in any order, each once.
    pub(super) fn modifiers(&mut self, mut roll: Roll, start: usize) -> Parsed<()> {
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
}
