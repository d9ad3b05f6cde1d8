//! Rolls and expressions, written.

use std::fmt;

use super::expr::{Expr, Op};
use crate::faces::FaceSet;
use crate::limits::MAX_SIDES;
use crate::pool::{Explode, Pool, Score, Size, Unique};
use crate::roll::{ENDLESS, Roll};

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&infix(&self.ops, "", &mut dice))
    }
}

/// The dice of a step, written.
pub(super) fn dice(op: &Op) -> String {
    match op {
        Op::Roll(roll) => roll.to_string(),
        Op::Pool(pool) => pool.to_string(),
        _ => String::new(),
    }
}

/// How tightly a part of an expression holds together.
#[derive(PartialEq, PartialOrd, Clone, Copy)]
enum Bond {
    Comparison,
    Sum,
    Product,
    Sign,
    Power,
    Whole,
    Dice,
}

/// The expression with operators between their operands, `space` around them, and no parentheses that are not needed.
/// `leaf` writes dice.
pub(super) fn infix(ops: &[Op], space: &str, leaf: &mut dyn FnMut(&Op) -> String) -> String {
    let mut stack: Vec<(String, Bond)> = Vec::new();
    for op in ops {
        let part = match op {
            Op::Number(n) => (n.to_string(), Bond::Whole),
            Op::Roll(_) | Op::Pool(_) => (leaf(op), Bond::Dice),
            Op::Group(group) => {
                let parts = stack.split_off(stack.len().saturating_sub(group.parts));
                let parts: Vec<String> = parts.into_iter().map(|part| part.0).collect();
                (format!("{{{}}}{}", parts.join(", "), Modifiers(&group.choice)), Bond::Whole)
            }
            Op::Neg | Op::Floor | Op::Ceil | Op::Round | Op::Abs | Op::Signum => {
                let right = stack.pop().unwrap_or((String::new(), Bond::Whole));
                let name = match op {
                    Op::Floor => "floor",
                    Op::Ceil => "ceil",
                    Op::Round => "round",
                    Op::Abs => "abs",
                    Op::Signum => "sign",
                    _ => "",
                };
                match op {
                    Op::Neg => (format!("-{}", enclosed(right, Bond::Sign)), Bond::Sign),
                    _ => (format!("{name}({})", right.0), Bond::Whole),
                }
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Pow | Op::Compare(_) => {
                let right = stack.pop().unwrap_or((String::new(), Bond::Whole));
                let left = stack.pop().unwrap_or((String::new(), Bond::Whole));
                // How tightly it holds, and its left and right side have to.
                let (sign, bond, least, tighter) = match op {
                    Op::Add => ("+", Bond::Sum, Bond::Sum, Bond::Product),
                    Op::Sub => ("-", Bond::Sum, Bond::Sum, Bond::Product),
                    Op::Mul => ("*", Bond::Product, Bond::Product, Bond::Sign),
                    Op::Mod => ("%", Bond::Product, Bond::Product, Bond::Sign),
                    Op::Pow => ("^", Bond::Power, Bond::Whole, Bond::Sign),
                    Op::Compare(sign) => (sign.text(), Bond::Comparison, Bond::Sum, Bond::Sum),
                    _ => ("/", Bond::Product, Bond::Product, Bond::Sign),
                };
                let space = if bond == Bond::Comparison { " " } else { space };
                // Next to dice alone, a comparison would count them.
                let left = match bond == Bond::Comparison && left.1 == Bond::Dice {
                    true => format!("({})", left.0),
                    false => enclosed(left, least),
                };
                (format!("{left}{space}{sign}{space}{}", enclosed(right, tighter)), bond)
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
        Pool::from(self).fmt(f)?;
        match self.plus {
            0 => Ok(()),
            plus => write!(f, "{plus:+}"),
        }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let in_braces = self.sizes.len() > 1;
        f.write_str(if in_braces { "{" } else { "" })?;
        for (index, size) in self.sizes.iter().enumerate() {
            write!(f, "{}{size}", if index > 0 { "+" } else { "" })?;
        }
        f.write_str(if in_braces { "}" } else { "" })?;
        Modifiers(self).fmt(f)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.count != 1 {
            write!(f, "{}", self.count)?;
        }
        match self.own.as_deref() {
            None => write!(f, "{}", self.die),
            Some([-1, 0, 0, 0, 0, 1]) => f.write_str("dF.1"),
            Some(faces) => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                write!(f, "d{{{}}}", faces.join(","))
            }
        }
    }
}

impl fmt::Debug for Roll {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What follows dice or sub-rolls.
struct Modifiers<'a>(&'a Pool);

impl fmt::Display for Modifiers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let pool = self.0;
        each(f, "r", &pool.reroll, false)?;
        each(f, "ro", &pool.reroll_once, false)?;
        // A count directly after a bare `!` would be read as the faces that explode.
        if let Score::Count { hits, misses } = &pool.score {
            each(f, "", hits, true)?;
            each(f, "f", misses, false)?;
        }
        if let Some(Unique { on, once }) = &pool.unique {
            let name = if *once { "uo" } else { "u" };
            match on.ranges() {
                [(i32::MIN, i32::MAX)] => f.write_str(name)?,
                _ => each(f, name, on, false)?,
            }
        }
        if let Some(Explode { on, most, compounding, penetrating }) = &pool.explode {
            let name = format!("{}{}", if *compounding { "!!" } else { "!" }, if *penetrating { "p" } else { "" });
            let limit = if *most == ENDLESS { String::new() } else { format!("x{most}") };
            match on {
                None => write!(f, "{name}{limit}")?,
                Some(faces) => {
                    for range in apart(faces, false) {
                        write!(f, "{name}{range}{limit}")?;
                    }
                }
            }
        }
        if pool.min != i32::MIN {
            write!(f, "min{}", pool.min)?;
        }
        if pool.max != i32::MAX {
            write!(f, "max{}", pool.max)?;
        }
        if pool.drop_highest > 0 {
            write!(f, "dh{}", pool.drop_highest)?;
        }
        if pool.drop_lowest > 0 {
            write!(f, "dl{}", pool.drop_lowest)?;
        }
        match pool.keep {
            u16::MAX => Ok(()),
            keep => write!(f, "k{}{keep}", if pool.keeps_lowest { "l" } else { "h" }),
        }
    }
}

/// A modifier for each range of faces.
fn each(f: &mut fmt::Formatter, name: &str, faces: &FaceSet, sign: bool) -> fmt::Result {
    apart(faces, sign).iter().try_for_each(|range| write!(f, "{name}{range}"))
}

/// The ranges of faces, written; a single face with `=` before it, if it needs a `sign`.
fn apart(faces: &FaceSet, sign: bool) -> Vec<String> {
    if let Some(face) = faces.but() {
        return vec![format!("<>{face}")];
    }
    if faces.ranges() == [(i32::MIN, i32::MAX)] {
        return vec!["<=0".into(), ">=1".into()];
    }
    let most = i32::from(MAX_SIDES);
    let written = |&(from, to): &(i32, i32)| {
        // Alone, a number below 0 would be subtracted.
        let equal = if sign || from < 0 { "=" } else { "" };
        match (from, to) {
            (from, to) if from == to => format!("{equal}{from}"),
            // A face that no die can have is written as one past those that can be written.
            (i32::MIN, to) if to < -most => format!("<{}", to + 1),
            (from, i32::MAX) if from > most => format!(">{}", from - 1),
            (i32::MIN, to) => format!("<={to}"),
            (from, i32::MAX) => format!(">={from}"),
            (from, to) => format!("{equal}{from}..{to}"),
        }
    };
    faces.ranges().iter().map(written).collect()
}
