//! Rolls and expressions, written.

use std::fmt;

use super::expr::{Expr, Op};
use crate::die::Die;
use crate::roll::{ENDLESS, NO_COUNT, Roll, TOP_FACE};

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&infix(&self.ops, "", |roll| roll.to_string()))
    }
}

/// How tightly a part of an expression holds together.
#[derive(PartialEq, PartialOrd, Clone, Copy)]
enum Bond {
    Sum,
    Product,
    Sign,
    Whole,
}

/// The expression with operators between their operands, `space` around them, and no parentheses that are not needed.
pub(super) fn infix(ops: &[Op], space: &str, mut leaf: impl FnMut(&Roll) -> String) -> String {
    let mut stack: Vec<(String, Bond)> = Vec::new();
    for op in ops {
        let part = match op {
            Op::Number(n) => (n.to_string(), Bond::Whole),
            Op::Roll(roll) => (leaf(roll), Bond::Whole),
            _ => {
                let right = stack.pop().unwrap_or((String::new(), Bond::Whole));
                match op {
                    Op::Neg => (format!("-{}", enclosed(right, Bond::Sign)), Bond::Sign),
                    Op::Floor => (format!("floor({})", right.0), Bond::Whole),
                    _ => {
                        let left = stack.pop().unwrap_or((String::new(), Bond::Whole));
                        let (sign, bond, tighter) = match op {
                            Op::Add => ('+', Bond::Sum, Bond::Product),
                            Op::Sub => ('-', Bond::Sum, Bond::Product),
                            Op::Mul => ('*', Bond::Product, Bond::Sign),
                            _ => ('/', Bond::Product, Bond::Sign),
                        };
                        let (left, right) = (enclosed(left, bond), enclosed(right, tighter));
                        (format!("{left}{space}{sign}{space}{right}"), bond)
                    }
                }
            }
        };
        stack.push(part);
    }
    stack.pop().map(|part| part.0).unwrap_or_default()
}

fn enclosed((text, bond): (String, Bond), least: Bond) -> String {
    if bond < least { format!("({text})") } else { text }
}

impl fmt::Display for Roll {
    /// As [written](crate::notation).
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.count() == 0 {
            return write!(f, "{}", self.plus);
        }
        let write_group = |f: &mut fmt::Formatter, count: u16, die: Die| match count {
            1 => write!(f, "{die}"),
            _ => write!(f, "{count}{die}"),
        };
        let groups = self.sizes().count();
        if groups > 1 {
            f.write_str("{")?;
        }
        for (index, (count, die)) in self.sizes().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            write_group(f, count, die)?;
        }
        if groups > 1 {
            f.write_str("}")?;
        }
        self.write_modifiers(f)?;
        match self.plus {
            0 => Ok(()),
            plus => write!(f, "{plus:+}"),
        }
    }
}

impl fmt::Debug for Roll {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Roll {
    fn write_modifiers(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.rerolls() {
            f.write_str(if self.rerolls_once() { "ro" } else { "r" })?;
            match (self.reroll_from, self.reroll_to) {
                (from, to) if from == to => write!(f, "{from}"),
                (i16::MIN, to) => write!(f, "<={to}"),
                (from, i16::MAX) => write!(f, ">={from}"),
                (from, to) => write!(f, "{from}..{to}"),
            }?;
        }
        // A count directly after a bare `!` would be read as the faces that explode.
        if self.count != NO_COUNT {
            write!(f, ">={}", self.count)?;
        }
        if self.explosions > 0 {
            f.write_str(if self.is_compounding() { "!!" } else { "!" })?;
            if self.explode_on != TOP_FACE {
                write!(f, ">={}", self.explode_on)?;
            }
            if self.explosions != ENDLESS {
                write!(f, "x{}", self.explosions)?;
            }
        }
        if self.min_face != i16::MIN {
            write!(f, "min{}", self.min_face)?;
        }
        if self.max_face != i16::MAX {
            write!(f, "max{}", self.max_face)?;
        }
        if self.drop_highest > 0 {
            write!(f, "dh{}", self.drop_highest)?;
        }
        if self.drop_lowest > 0 {
            write!(f, "dl{}", self.drop_lowest)?;
        }
        match self.keep {
            u16::MAX => Ok(()),
            keep => write!(f, "k{}{keep}", if self.keeps_lowest() { "l" } else { "h" }),
        }
    }
}
