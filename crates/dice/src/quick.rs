//! The distributions that are asked for most, each in one pass: a few equal dice, the highest or lowest of some, one
//! exploding die. What they give is what the general algorithms give, only sooner.

use smallvec::{SmallVec, smallvec};

use crate::chance::Chance;
use crate::distribution::{Distribution, Mean};
use crate::roll::{ENDLESS, NO_COUNT, Roll, TOP_FACE};

/// Dice with more totals take the general way.
const MOST: usize = 128;

impl Roll {
    /// `None` if the roll is none of the simple ones, or its rolls do not fit in 64 bits.
    pub(crate) fn quick_distribution(&self) -> Option<Distribution> {
        let [group, second, ..] = self.groups;
        let plain = group.count > 0
            && group.sides as usize <= MOST
            && second.count == 0
            && !self.rerolls()
            && self.min_face == i16::MIN
            && self.max_face == i16::MAX
            && self.count == NO_COUNT
            && self.drop_highest == 0
            && self.drop_lowest == 0;
        if !plain {
            return None;
        }
        let (count, sides) = (usize::from(group.count), usize::from(group.sides));
        match (self.explosions, self.keep) {
            (0, u16::MAX) => sum(count, sides),
            (0, 1) => extreme(count, sides, self.keeps_lowest()),
            (1.., u16::MAX) if count == 1 && sides > 1 && self.explode_on == TOP_FACE => chain(sides, self.explosions),
            _ => None,
        }
    }
}

/// Every total is a sum over a window of those of one die fewer.
fn sum(count: usize, sides: usize) -> Option<Distribution> {
    let whole = (sides as u64).checked_pow(count as u32)?;
    let totals = count * (sides - 1) + 1;
    if totals > MOST {
        return None;
    }
    let mut weights: SmallVec<[u64; MOST]> = smallvec![1; sides];
    let mut next: SmallVec<[u64; MOST]> = SmallVec::new();
    for _ in 1..count {
        next.clear();
        let mut window = 0;
        for total in 0..weights.len() + sides - 1 {
            window += weights.get(total).copied().unwrap_or(0);
            window -= total.checked_sub(sides).map_or(0, |left| weights[left]);
            next.push(window);
        }
        std::mem::swap(&mut weights, &mut next);
    }
    Some(Distribution::collect((count as i32..).zip(weights), whole))
}

/// All dice show at most `face` in so many ways: the differences are those of the highest.
fn extreme(count: usize, sides: usize, lowest: bool) -> Option<Distribution> {
    let whole = (sides as u64).checked_pow(count as u32)?;
    let ways = |rank: usize| (rank as u64).pow(count as u32) - (rank as u64 - 1).pow(count as u32);
    let weight = |face: usize| ways(if lowest { sides + 1 - face } else { face });
    Some(Distribution::collect((1..=sides).map(|face| (face as i32, weight(face))), whole))
}

/// One die that explodes on its highest face: after `j` explosions the other faces have one part in `sides` to the
/// `j + 1` each.
fn chain(sides: usize, explosions: u8) -> Option<Distribution> {
    let endless = explosions == ENDLESS;
    let side = sides as u64;
    // Without end, until the part that is left is rarer than one in 10¹².
    let depth = match endless {
        true => (1..).find(|&depth| side.checked_pow(depth).is_none_or(|power| power > 1_000_000_000_000))? - 1,
        false => u32::from(explosions),
    };
    let whole = side.checked_pow(depth + 1)?;
    if !(endless || sides * (depth as usize + 1) <= MOST * 4) {
        return None;
    }
    let mut totals = Vec::with_capacity(sides * (depth as usize + 1) + 1);
    let mut weight = whole;
    for exploded in 0..=depth as usize {
        weight /= side;
        totals.extend((1..sides).map(|face| ((exploded * sides + face) as i32, weight)));
    }
    // The last die of a bounded chain explodes no more; of an endless one it stands for all that follows.
    let last = sides * (depth as usize + 1) + usize::from(endless);
    totals.push((last as i32, weight));
    // A die is worth half of one more than its sides, and one in `sides` brings another.
    let mean = Mean::between(&Chance::ZERO, &Chance::new(u128::from(side * (side + 1)), u128::from(2 * (side - 1))));
    Some(Distribution::collect(totals.into_iter(), whole).with_last_as_tail(endless).with_mean(Some(mean)))
}
