//! What stands in braces: dice of one pool, or sub-rolls.

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::limits::MAX_DICE;
use crate::notation::expr::Op;
use crate::pool::{Pool, Size};

impl Parser<'_> {
    /// `{4d4+5d8}`: one pool of dice; `{2d6, d10+1}`: sub-rolls, each by its total.
    pub(super) fn braces(&mut self) -> Parsed<()> {
        let start = self.at;
        if let Some(pool) = self.pool()? {
            return self.modifiers(pool, start);
        }
        self.at = start;
        let first = self.ops.len();
        let parts = self.list(b'}')?;
        let (inside, end) = (self.at, self.at);
        let choice = self.choice()?;
        let chooses = !choice.keeps_all();
        match parts {
            1 if !chooses && !choice.score.counts() => Ok(()),
            1 if chooses => match mixed(&self.ops[first..]) {
                // The dice are one pool, and the number stays what it is.
                Some((sizes, plus)) => {
                    self.ops.truncate(first);
                    self.ranges.pop();
                    self.at = end;
                    self.modifiers(Pool::of(sizes), start)?;
                    self.push_number(plus.abs());
                    self.push(if plus < 0 { Op::Sub } else { Op::Add }, inside)
                }
                None => {
                    let expected = "dice joined by `+` as one pool, or sub-rolls separated by commas";
                    Err(self.error_at(start, "one expression to keep or drop dice of", expected))
                }
            },
            _ => self.push_group(parts, choice, start),
        }
    }

    /// Plain dice with `+` between them, up to the brace; `None` if it is anything else.
    fn pool(&mut self) -> Parsed<Option<Pool>> {
        let mut sizes: SmallVec<[Size; 2]> = SmallVec::new();
        loop {
            self.at += 1;
            let at = self.at_next();
            let count = match self.peek() {
                Some(b'0'..=b'9') => self.digits(),
                _ => 1,
            };
            self.skip_spaces();
            if self.low(0) != b'd' {
                return Ok(None);
            }
            sizes.push(self.size(count, at)?);
            if sizes.iter().map(|size| u32::from(size.count)).sum::<u32>() > MAX_DICE {
                return Err(self.passed(at, &format!("at most {MAX_DICE} dice in a pool")));
            }
            self.skip_words()?;
            match self.peek() {
                Some(b'+') => {}
                Some(b'}') => break,
                _ => return Ok(None),
            }
        }
        self.at += 1;
        Ok(Some(Pool::of(sizes)))
    }

    /// What is kept, dropped or counted of sub-rolls: as of dice.
    fn choice(&mut self) -> Parsed<Pool> {
        let (ops, ranges) = (self.ops.len(), self.ranges.len());
        let start = self.at;
        // Read as what follows a die that can show anything, which is then left out.
        self.modifiers(Pool::of(SmallVec::new()), start)?;
        let read = self.ops.pop();
        self.ranges.truncate(ranges);
        debug_assert_eq!(self.ops.len(), ops, "modifiers make one pool");
        let choice = match read {
            Some(Op::Pool(pool)) => (*pool).clone(),
            Some(Op::Roll(roll)) => Pool::from(&roll),
            _ => Pool::of(SmallVec::new()),
        };
        let only = Pool { sizes: SmallVec::new(), score: choice.score.clone(), ..Pool::of(SmallVec::new()) };
        let same = Pool {
            drop_highest: choice.drop_highest,
            drop_lowest: choice.drop_lowest,
            keep: choice.keep,
            keeps_lowest: choice.keeps_lowest,
            ..only
        };
        if same != choice {
            let found = format!("`{}`", self.text[start..self.at].trim());
            return Err(self.error_at(start, &found, "keep, drop or count (the only modifiers of sub-rolls)"));
        }
        Ok(choice)
    }
}

/// A sum of plain dice and numbers, as the dice and the number; `None` if it is anything else.
fn mixed(ops: &[Op]) -> Option<(SmallVec<[Size; 2]>, i32)> {
    let mut stack: Vec<(SmallVec<[Size; 2]>, i32)> = Vec::new();
    for op in ops {
        let part = match op {
            Op::Number(n) => (SmallVec::new(), *n),
            Op::Roll(roll) => {
                let pool = Pool::from(roll);
                (Pool::of(pool.sizes.clone()) == pool).then_some((pool.sizes, 0))?
            }
            Op::Add => {
                let right = stack.pop()?;
                let mut left = stack.pop()?;
                left.0.extend(right.0);
                (left.0, left.1 + right.1)
            }
            Op::Sub => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                if !right.0.is_empty() {
                    return None;
                }
                (left.0, left.1 - right.1)
            }
            _ => return None,
        };
        stack.push(part);
    }
    stack.pop().filter(|(sizes, _)| !sizes.is_empty())
}
