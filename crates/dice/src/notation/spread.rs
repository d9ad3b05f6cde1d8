//! The exact distribution of an expression.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::UBig;
use smallvec::SmallVec;

use super::expr::{Group, Op, Sign};
use super::fraction::Fraction;
use crate::chance::Chance;
use crate::distribution::{Distribution, Endless, Mean};
use crate::explode::USUAL;
use crate::limits::{MAX_TOTAL, TooLarge, allow_outcomes, allow_work};
use crate::odds::{lots_total, whole_of};
use crate::roll::Roll;
use crate::select::Lot;

/// What a part of an expression comes to.
struct Part {
    /// Values that are known exactly, ascending.
    values: Vec<(Fraction, UBig)>,
    /// Rolls of dice that explode without end: a value that they reach or fall below, and how many there are.
    ends: Vec<(End, UBig)>,
    /// Rolls of which nothing is known.
    unknown: UBig,
    whole: UBig,
    /// The mean, where it is known.
    mean: Option<Mean>,
}

/// What is known of a roll that was not followed to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    AtLeast(Fraction),
    AtMost(Fraction),
}

/// The exact distribution. Dice that explode without end are followed until the ends of the whole are rarer than one in two
/// to the power of `rare`, or as far as the limits allow.
pub(super) fn distribution(ops: &[Op], rare: u32) -> Result<Distribution, TooLarge> {
    // What an expression adds up is followed further than a roll by itself, so that its ends are as rare.
    let mut depth = rare + 10;
    let mut odds = followed(ops, depth)?;
    let is_rare = |odds: &Distribution| {
        let ends = [odds.lower_tail(), odds.upper_tail()].into_iter().flatten().map(|tail| tail.1);
        ends.chain([odds.error()]).all(|chance| chance.to_f64() < 0.5_f64.powi(rare as i32))
    };
    while !is_rare(&odds) {
        depth *= 2;
        match followed(ops, depth) {
            Ok(further) => odds = further,
            Err(_) => break,
        }
    }
    Ok(odds)
}

/// Goes through the steps with distributions instead of numbers on the stack. The dice of each roll are followed until
/// the rest is rarer than one in two to the power of `rare`.
fn followed(ops: &[Op], rare: u32) -> Result<Distribution, TooLarge> {
    let mut stack: Vec<Part> = Vec::new();
    let mut spent = 0.0;
    for op in ops {
        let part = match op {
            Op::Number(n) => Part::constant(*n),
            Op::Roll(roll) => Part::of_roll(roll, rare)?,
            Op::Pool(pool) => Part::of(&pool.followed(rare)?),
            Op::Group(group) => Part::chosen(group, stack.split_off(stack.len() - group.parts))?,
            Op::Neg | Op::Floor | Op::Ceil | Op::Round | Op::Abs | Op::Signum => {
                stack.pop().expect("operands come before their operator").changed(op)
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Pow | Op::Compare(_) => {
                let right = stack.pop().expect("operands come before their operator");
                let left = stack.pop().expect("operands come before their operator");
                left.combined(right, op, &mut spent)?
            }
        };
        stack.push(part);
    }
    Ok(stack.pop().expect("an expression has a value").changed(&Op::Floor).finished())
}

impl Part {
    fn constant(n: i32) -> Part {
        let values = vec![(Fraction::whole(i64::from(n)), UBig::ONE)];
        let mean = Some(Mean::whole(i64::from(n)));
        Part { values, ends: Vec::new(), unknown: UBig::ZERO, whole: UBig::ONE, mean }
    }

    fn of_roll(roll: &Roll, rare: u32) -> Result<Part, TooLarge> {
        let odds = match roll.quick_distribution() {
            Some(odds) if odds.tail().is_none() => odds.plus(roll.modifier()),
            _ => roll.followed(rare)?,
        };
        Ok(Part::of(&odds))
    }

    fn of(odds: &Distribution) -> Part {
        let mut values: Vec<(Fraction, UBig)> =
            odds.outcomes().map(|(total, weight)| (Fraction::whole(i64::from(total)), weight.0)).collect();
        let whole = odds.total_weight().0;
        let above = odds.upper_tail().and_then(|_| values.pop()).map(|(from, weight)| (End::AtLeast(from), weight));
        let mut unknown = UBig::ZERO;
        if let (error, Some(last)) = (odds.error(), values.last_mut())
            && !error.is_zero()
        {
            // They were counted with the last outcome.
            unknown = error.part_of(&whole);
            last.1 -= &unknown;
        }
        let mean = odds.is_mean_exact().then(|| odds.mean());
        Part { values, ends: above.into_iter().collect(), unknown, whole, mean }
    }

    /// Sub-rolls, of which some are chosen. They are dice of their own kind, each with its totals for faces; a roll in which one
    /// of them was not followed to its end is not known.
    fn chosen(group: &Group, parts: Vec<Part>) -> Result<Part, TooLarge> {
        // In units of which every total is a whole number.
        let unders = parts.iter().flat_map(|part| &part.values).map(|(value, _)| value.under);
        let unit = unders.fold(1i64, |unit, under| Fraction::whole(unit).div(Fraction::whole(under)).under * unit);
        let scaled =
            |value: Fraction| i32::try_from(value.mul(Fraction::whole(unit)).over).map_err(|_| TooLarge::Total);
        let mut lots: Vec<Lot<UBig>> = Vec::new();
        let mut whole = UBig::ONE;
        for part in &parts {
            let faces = part.values.iter().map(|(value, weight)| Ok((scaled(*value)?, weight.clone())));
            let faces: SmallVec<[(i32, UBig); 12]> = faces.collect::<Result<_, TooLarge>>()?;
            let known = &part.whole - &part.unknown - part.ends.iter().fold(UBig::ZERO, |sum, end| sum + &end.1);
            // The shortest list there is: one that is not known at all.
            if faces.is_empty() {
                return Err(TooLarge::Unlisted("sub-rolls of unknown odds"));
            }
            lots.push(Lot { count: 1, faces, whole: known });
            whole *= &part.whole;
        }
        let bits = lots.iter().map(|lot| lot.whole.bit_len() as f64).sum();
        let totals = lots_total(&group.choice, &lots, bits)?;
        let unknown = &whole - whole_of(&lots);
        let value = |total: i64| Fraction::whole(total).div(Fraction::whole(unit));
        let values = (i64::from(totals.low)..).zip(totals.weights).filter(|(_, weight)| !weight.is_zero());
        let values = values.map(|(total, weight)| (value(total), weight)).collect();
        Ok(Part { values, ends: Vec::new(), unknown, whole, mean: None })
    }

    /// What an operator makes of every value by itself.
    fn changed(mut self, op: &Op) -> Part {
        let change = |value: Fraction| op.apply(value, || value);
        self.values.iter_mut().for_each(|value| value.0 = change(value.0));
        if let Op::Abs = op {
            // What lies past an end may have a distance from 0 that others have too.
            for (end, weight) in std::mem::take(&mut self.ends) {
                match end {
                    End::AtLeast(value) if value.over >= 0 => self.ends.push((end, weight)),
                    End::AtMost(value) if value.over <= 0 => self.ends.push((End::AtLeast(value.negated()), weight)),
                    End::AtLeast(_) | End::AtMost(_) => self.unknown += weight,
                }
            }
        }
        for (end, _) in &mut self.ends {
            *end = match (*end, op) {
                (End::AtLeast(value), Op::Neg) => End::AtMost(change(value)),
                (End::AtMost(value), Op::Neg) => End::AtLeast(change(value)),
                (End::AtLeast(value), _) => End::AtLeast(change(value)),
                (End::AtMost(value), _) => End::AtMost(change(value)),
            };
        }
        let is_whole = self.values.iter().all(|(value, _)| value.under == 1);
        self.mean = match op {
            Op::Neg => self.mean.map(Mean::negated),
            _ if self.ends.is_empty() && self.unknown.is_zero() => None,
            Op::Floor | Op::Ceil | Op::Round => self.mean.filter(|_| is_whole),
            _ => None,
        };
        self.merge();
        self
    }

    /// Every value of one with every value of the other.
    fn combined(self, right: Part, op: &Op, spent: &mut f64) -> Result<Part, TooLarge> {
        let pairs = self.values.len() as f64 * right.values.len() as f64;
        let words = (self.whole.bit_len() + right.whole.bit_len()) as f64 / 64.0;
        // A pair is multiplied, kept, sorted and added: that is many steps, and more for every word.
        *spent += pairs * (150.0 + words + words * words / 16.0);
        allow_work(*spent)?;
        let mut values = Vec::with_capacity(pairs as usize);
        for (left, weight) in &self.values {
            for (right, other) in &right.values {
                values.push((op.apply(*right, || *left), weight * other));
            }
        }
        let mut ends = Vec::new();
        let mut unknown = &self.unknown * &right.whole + (&self.whole - &self.unknown) * &right.unknown;
        for (left, weight) in self.spans() {
            for (right, other) in right.spans() {
                let weight = weight * other;
                match left.with(right, op) {
                    // Counted above.
                    Span(Some(low), Some(high)) if left.is_point() && right.is_point() => debug_assert_eq!(low, high),
                    Span(Some(low), Some(high)) if low == high => values.push((low, weight)),
                    Span(Some(low), None) => ends.push((End::AtLeast(low), weight)),
                    Span(None, Some(high)) => ends.push((End::AtMost(high), weight)),
                    Span(_, _) => unknown += weight,
                }
            }
        }
        let divides = right.values.len() == 1 && right.ends.is_empty() && right.unknown.is_zero();
        let mean = self.mean.zip(right.mean).and_then(|(left, right)| match op {
            Op::Add => Some(left.plus(&right)),
            Op::Sub => Some(left.plus(&right.negated())),
            Op::Mul => Some(left.times(&right)),
            Op::Div if divides => Some(left.divided(&right)),
            _ => None,
        });
        let mut part = Part { values, ends, unknown, whole: self.whole * right.whole, mean };
        part.merge();
        allow_outcomes(part.values.len() as u64)?;
        Ok(part)
    }

    /// Everything that is known: values and ends.
    fn spans(&self) -> impl Iterator<Item = (Span, &UBig)> {
        let values = self.values.iter().map(|(value, weight)| (Span(Some(*value), Some(*value)), weight));
        let ends = self.ends.iter().map(|(end, weight)| match end {
            End::AtLeast(value) => (Span(Some(*value), None), weight),
            End::AtMost(value) => (Span(None, Some(*value)), weight),
        });
        // Where nothing ends openly, every pair is a pair of values, and those are counted already.
        values.chain(ends)
    }

    /// Sorts, and adds up the weights of equal values; what lies past an end belongs to it.
    fn merge(&mut self) {
        // Stable: what is already sorted in runs, as sums are, is merged run by run.
        self.values.sort_by_key(|value| value.0);
        self.values.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        if self.ends.is_empty() {
            return;
        }
        let least = |end: &(End, UBig)| if let End::AtLeast(value) = end.0 { Some(value) } else { None };
        let most = |end: &(End, UBig)| if let End::AtMost(value) = end.0 { Some(value) } else { None };
        let above = self.ends.iter().filter_map(least).min();
        let below = self.ends.iter().filter_map(most).max();
        let (mut over, mut under) = (UBig::ZERO, UBig::ZERO);
        for (end, weight) in self.ends.drain(..) {
            match end {
                End::AtLeast(_) => over += weight,
                End::AtMost(_) => under += weight,
            }
        }
        if above.zip(below).is_some_and(|(above, below)| below >= above) {
            // Every value may hide one of the others.
            self.unknown += over + under;
            return;
        }
        self.values.retain(|(value, weight)| {
            let (is_over, is_under) = (above.is_some_and(|end| *value >= end), below.is_some_and(|end| *value <= end));
            if is_over {
                over += weight;
            } else if is_under {
                under += weight;
            }
            !(is_over || is_under)
        });
        self.ends.extend(above.map(|end| (End::AtLeast(end), over)));
        self.ends.extend(below.map(|end| (End::AtMost(end), under)));
    }

    /// The distribution of whole values.
    fn finished(self) -> Distribution {
        let mut endless = Endless { mean: self.mean, ..Endless::default() };
        let mut values: Vec<(i32, UBig)> =
            self.values.into_iter().map(|(value, weight)| (value.floor() as i32, weight)).collect();
        for (end, weight) in self.ends {
            match end {
                End::AtLeast(value) => {
                    endless.above = true;
                    values.push((value.floor() as i32, weight));
                }
                End::AtMost(value) => {
                    endless.below = true;
                    values.insert(0, (value.floor() as i32, weight));
                }
            }
        }
        if !self.unknown.is_zero() {
            endless.error = Chance::from_big(self.unknown.clone(), self.whole.clone());
            match values.last_mut() {
                Some(last) => last.1 += self.unknown,
                None => values.push((0, self.unknown)),
            }
        }
        let is_endless = endless.above || endless.below || !endless.error.is_zero();
        Distribution::collect(values.into_iter(), self.whole).with_endless(is_endless.then_some(endless))
    }
}

/// Where a value lies: not below the first, not above the second.
#[derive(Clone, Copy)]
struct Span(Option<Fraction>, Option<Fraction>);

impl Span {
    fn is_point(self) -> bool {
        matches!(self, Span(Some(low), Some(high)) if low == high)
    }

    /// Where the result of an operator lies.
    fn with(self, right: Span, op: &Op) -> Span {
        let add = |a: Option<Fraction>, b: Option<Fraction>| Some(a?.add(b?));
        let turned = |Span(low, high): Span| Span(high.map(Fraction::negated), low.map(Fraction::negated));
        match op {
            Op::Add => Span(add(self.0, right.0), add(self.1, right.1)),
            Op::Sub => self.with(turned(right), &Op::Add),
            Op::Div => match right.0 {
                Some(by) if right.is_point() => self.scaled(Fraction::whole(1).div(by)),
                _ => Span(None, None),
            },
            Op::Compare(sign) => self.compared(right, *sign),
            Op::Mod | Op::Pow if self.is_point() && right.is_point() => {
                let value = self.0.zip(right.0).map(|(left, right)| op.apply(right, || left));
                Span(value, value)
            }
            Op::Mod | Op::Pow => Span(None, None),
            _ => match (self.0.filter(|_| self.is_point()), right.0.filter(|_| right.is_point())) {
                (_, Some(by)) => self.scaled(by),
                (Some(by), _) => right.scaled(by),
                _ => Span::product(self, right),
            },
        }
    }

    /// 1 or 0, where that is certain.
    fn compared(self, right: Span, sign: Sign) -> Span {
        let order = match (self, right) {
            (Span(Some(low), _), Span(_, Some(high))) if low > high => Some(Ordering::Greater),
            (Span(_, Some(high)), Span(Some(low), _)) if high < low => Some(Ordering::Less),
            _ if self.is_point() && right.is_point() => Some(Ordering::Equal),
            _ => None,
        };
        let yes = order.map(|order| Fraction::whole(i64::from(sign.holds(order))));
        Span(yes, yes)
    }

    /// Times a number.
    fn scaled(self, by: Fraction) -> Span {
        let zero = Fraction::whole(0);
        let times = |end: Option<Fraction>| end.map(|end| end.mul(by));
        match by.cmp(&zero) {
            Ordering::Equal => Span(Some(zero), Some(zero)),
            Ordering::Greater => Span(times(self.0), times(self.1)),
            Ordering::Less => Span(times(self.1), times(self.0)),
        }
    }

    /// Two values that are not known exactly: the product has an end where neither changes its sign.
    fn product(self, right: Span) -> Span {
        let zero = Fraction::whole(0);
        let sign = |span: Span| match span {
            Span(Some(low), _) if low >= zero => Some((false, low)),
            Span(_, Some(high)) if high <= zero => Some((true, high)),
            Span(_, _) => None,
        };
        match (sign(self), sign(right)) {
            (Some((a, x)), Some((b, y))) if a == b => Span(Some(x.mul(y)), None),
            (Some((_, x)), Some((_, y))) => Span(None, Some(x.mul(y))),
            _ => Span(None, None),
        }
    }
}

/// The exact distribution, followed at least as far as a total that is asked about; as far as the limits allow.
pub(super) fn distribution_to(ops: &[Op], total: i32) -> Result<Distribution, TooLarge> {
    let reaches = |odds: &Distribution| {
        let total = i64::from(total).clamp(-MAX_TOTAL, MAX_TOTAL) as i32;
        odds.upper_tail().is_none_or(|(from, _)| total < from) && odds.lower_tail().is_none_or(|(to, _)| total > to)
    };
    let mut rare = USUAL;
    let mut odds = distribution(ops, rare)?;
    while !reaches(&odds) {
        rare *= 2;
        match distribution(ops, rare) {
            Ok(further) => odds = further,
            Err(_) => break,
        }
    }
    Ok(odds)
}
