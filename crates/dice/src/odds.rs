//! From a description of dice to its exact distribution.

use dashu_int::UBig;
use smallvec::SmallVec;

use crate::distribution::Distribution;
use crate::explode;
use crate::limits::{MAX_TOTAL, TooLarge, allow_memory, allow_outcomes, allow_work};
use crate::pool::{Pool, Size};
use crate::roll::Roll;
use crate::select::{self, Lot};
use crate::sum::Totals;
use crate::unique;
use crate::weight::Count;

impl Roll {
    /// The exact distribution.
    ///
    /// # Panics
    /// If it would take more than the documented limits: some hundred ordinary dice do not.
    /// See [`try_distribution`](Roll::try_distribution) for descriptions that come from outside.
    pub fn distribution(&self) -> Distribution {
        match self.try_distribution() {
            Ok(distribution) => distribution,
            Err(refused) => panic!("no exact odds for {self}: {refused}"),
        }
    }

    /// The exact distribution.
    ///
    /// # Errors
    /// If it would take more than [`MAX_WORK`](crate::MAX_WORK) steps or has more than
    /// [`MAX_OUTCOMES`](crate::MAX_OUTCOMES) outcomes; known before the work is begun.
    pub fn try_distribution(&self) -> Result<Distribution, TooLarge> {
        match self.quick_distribution() {
            Some(odds) => Ok(odds.plus(self.plus)),
            None => self.followed(explode::USUAL),
        }
    }

    /// The same, with dice that explode without end followed until the rest is rarer than one in two to the power of `rare`.
    pub(crate) fn followed(&self, rare: u32) -> Result<Distribution, TooLarge> {
        let (low, high) = self.bounds();
        if low < -MAX_TOTAL || high > MAX_TOTAL {
            return Err(TooLarge::Total);
        }
        Ok(Pool::from(self).followed(rare)?.plus(self.plus))
    }
}

impl Pool {
    /// The exact distribution, with dice that explode without end followed until the rest is rarer than one in two to the power
    /// of `rare`.
    pub fn followed(&self, rare: u32) -> Result<Distribution, TooLarge> {
        self.check()?;
        let groups: SmallVec<[Faces; 4]> = self.sizes.iter().map(|size| Faces::of(self, size)).collect();
        if let Some(unique) = &self.unique {
            return unique::distribution(self, unique);
        }
        if self.explode.is_some() {
            return explode::distribution(self, &groups, rare);
        }
        let bits = groups.iter().map(|group| group.count as f64 * (group.whole as f64).log2()).sum();
        match Width::of(bits) {
            Width::Word => plain::<u64>(self, &groups, bits),
            Width::Double => plain::<u128>(self, &groups, bits),
            Width::Big => plain::<UBig>(self, &groups, bits),
        }
    }
}

/// Equal dice, face by face, after rerolls.
#[derive(Debug, Clone)]
pub(crate) struct Faces {
    pub count: usize,
    /// Ascending.
    pub faces: SmallVec<[Face; 12]>,
    /// The sum of the weights.
    pub whole: u64,
}

/// One face that can stay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Face {
    pub worth: i32,
    pub weight: u64,
    pub explodes: bool,
}

impl Faces {
    pub fn of(pool: &Pool, size: &Size) -> Faces {
        let sides = u64::from(size.die.sides());
        let count_of = |again: &dyn Fn(i32) -> bool| size.values().filter(|&value| again(value)).count() as u64;
        // Of each throw, these faces are left; and these of them are thrown again once.
        let left = if pool.reroll.is_empty() { sides } else { sides - count_of(&|value| pool.reroll.holds(value)) };
        let is_again = |value| pool.reroll_once.holds(value) && !pool.reroll.holds(value);
        let again = if pool.reroll_once.is_empty() { 0 } else { count_of(&is_again) };
        let mut faces: SmallVec<[Face; 12]> = SmallVec::new();
        let mut whole = 0;
        for value in size.values() {
            let weight = match again {
                _ if !pool.reroll.is_empty() && pool.reroll.holds(value) => continue,
                0 => 1,
                _ if is_again(value) => again,
                _ => again + left,
            };
            whole += weight;
            let (worth, explodes) = (pool.worth(value, false), pool.is_exploding(size, value));
            match faces.last_mut() {
                Some(last) if last.worth == worth && last.explodes == explodes => last.weight += weight,
                _ => faces.push(Face { worth, weight, explodes }),
            }
        }
        Faces { count: usize::from(size.count), faces, whole }
    }
}

/// The integers that a number of rolls fits in.
pub(crate) enum Width {
    Word,
    Double,
    Big,
}

impl Width {
    /// `bits` is the logarithm of the number of rolls, exact to a thousandth.
    pub fn of(bits: f64) -> Width {
        match bits {
            _ if bits < 63.99 => Width::Word,
            _ if bits < 127.99 => Width::Double,
            _ => Width::Big,
        }
    }
}

/// How much one step costs if numbers have so many bits and one of the two multiplied is small.
pub(crate) fn small_cost(bits: f64) -> f64 {
    if bits < 128.0 { 1.0 } else { 8.0 + bits / 64.0 }
}

/// How much one step costs if numbers have so many bits.
pub(crate) fn cost(bits: f64) -> f64 {
    if bits < 128.0 { 1.0 } else { 8.0 + bits / 64.0 + (bits / 64.0).powi(2) / 16.0 }
}

/// Dice that do not explode.
fn plain<T: Count>(pool: &Pool, groups: &[Faces], bits: f64) -> Result<Distribution, TooLarge> {
    let lot = |group: &Faces| Lot {
        count: group.count,
        faces: group.faces.iter().map(|face| (face.worth, T::from_u64(face.weight))).collect(),
        whole: T::from_u64(group.whole),
    };
    let lots: SmallVec<[Lot<T>; 4]> = groups.iter().map(lot).collect();
    let totals = lots_total(pool, &lots, bits)?;
    Ok(finish(totals, whole_of(&lots)))
}

/// What independent lots come to, by whatever way is shortest.
pub(crate) fn lots_total<T: Count>(pool: &Pool, lots: &[Lot<T>], bits: f64) -> Result<Totals<T>, TooLarge> {
    let score = |worth| pool.score.of(worth);
    if pool.keeps_all() {
        let scored = |lot: &Lot<T>| {
            let mut scores: Vec<(i32, T)> = lot.faces.iter().map(|face| (score(face.0), face.1.clone())).collect();
            // Already so, unless low faces count and high ones do not.
            scores.sort_by_key(|score| score.0);
            scores
        };
        let scores: Vec<Vec<(i32, T)>> = lots.iter().map(scored).collect();
        let (mut steps, mut len) = (0.0, 1.0);
        for (lot, scores) in lots.iter().zip(&scores) {
            let span = f64::from(scores[scores.len() - 1].0 - scores[0].0);
            let uniform = lot.faces.iter().all(|face| face.1 == T::from_u64(1)) && span > 1.0;
            let all = span * lot.count as f64;
            steps += if uniform { lot.count as f64 * (len + all / 2.0) * 2.0 } else { all * all + len * all };
            len += all;
        }
        allow_outcomes(len as u64)?;
        allow_memory(len, bits)?;
        allow_work(steps * small_cost(bits))?;
        let mut totals = Totals::nothing();
        for (lot, scores) in lots.iter().zip(&scores) {
            totals.add_dice(&Totals::of_die(scores), lot.count, None);
        }
        return Ok(totals);
    }
    let dice = lots.iter().map(|lot| lot.count).sum();
    let kept = pool.kept_of(dice);
    let score: Option<&dyn Fn(i32) -> i32> = if pool.score.counts() { Some(&score) } else { None };
    let (steps, weights) = select::steps(lots, kept, score);
    allow_memory(weights, bits)?;
    allow_work(steps * cost(bits))?;
    Ok(select::select(lots, kept, score))
}

pub(crate) fn whole_of<T: Count>(lots: &[Lot<T>]) -> T {
    lots.iter().fold(T::from_u64(1), |whole, lot| whole.mul(&lot.whole.pow(lot.count)))
}

pub(crate) fn finish<T: Count>(totals: Totals<T>, whole: T) -> Distribution {
    Distribution::collect((totals.low..).zip(totals.weights), whole)
}
