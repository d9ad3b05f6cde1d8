//! Dice that are thrown again where they show what an earlier die shows.

use std::collections::{BTreeMap, BTreeSet};

use dashu_base::Gcd;
use dashu_int::UBig;
use smallvec::SmallVec;

use crate::distribution::Distribution;
use crate::limits::{TooLarge, allow_work};
use crate::pool::{Pool, Unique};

/// What has fallen so far, in ascending order.
type Fallen = SmallVec<[i32; 8]>;

/// One die after another: what it may show follows from what fell before, in whatever order that fell.
pub(crate) fn distribution(pool: &Pool, unique: &Unique) -> Result<Distribution, TooLarge> {
    let [size] = &pool.sizes[..] else {
        return Err(TooLarge::Unlisted("unique dice of several sizes"));
    };
    if pool.explode.is_some() || !pool.reroll_once.is_empty() {
        return Err(TooLarge::Unlisted("unique dice that explode or are rerolled once"));
    }
    let mut faces: BTreeMap<i32, u64> = BTreeMap::new();
    for value in size.values().filter(|&value| !pool.reroll.holds(value)) {
        *faces.entry(value).or_default() += 1;
    }
    let sides: u64 = faces.values().sum();
    let is_strict = !unique.once && faces.keys().all(|&value| unique.on.holds(value));
    allow(faces.len(), usize::from(size.count), is_strict)?;

    let mut states: BTreeMap<Fallen, UBig> = [(Fallen::new(), UBig::ONE)].into();
    let mut whole = UBig::ONE;
    for _ in 0..size.count {
        // Of so many sides, these may not fall.
        let is_double = |fallen: &Fallen, value: i32| unique.on.holds(value) && fallen.binary_search(&value).is_ok();
        let doubles = |fallen: &Fallen| -> u64 {
            faces.iter().filter(|(value, _)| is_double(fallen, **value)).map(|(_, weight)| weight).sum()
        };
        let counted: Vec<(Fallen, UBig, u64)> = states
            .into_iter()
            .map(|(fallen, ways)| (doubles(&fallen), fallen, ways))
            .map(|(n, f, w)| (f, w, n))
            .collect();
        let step = if unique.once {
            UBig::from(sides * sides)
        } else {
            let left: BTreeSet<u64> = counted.iter().map(|state| sides - state.2).collect();
            if left.contains(&0) {
                return Err(TooLarge::Endless);
            }
            left.into_iter().fold(UBig::ONE, |all, left| {
                let left = UBig::from(left);
                &all / (&all).gcd(&left) * left
            })
        };
        let mut next: BTreeMap<Fallen, UBig> = BTreeMap::new();
        for (fallen, ways, doubles) in counted {
            for (&value, &weight) in &faces {
                let part = match (unique.once, is_double(&fallen, value)) {
                    (true, false) => UBig::from(weight * (sides + doubles)),
                    (true, true) => UBig::from(weight * doubles),
                    (false, false) => &step / UBig::from(sides - doubles) * UBig::from(weight),
                    (false, true) => continue,
                };
                if part.is_zero() {
                    continue;
                }
                let mut more = fallen.clone();
                more.insert(more.partition_point(|&other| other < value), value);
                *next.entry(more).or_default() += &ways * part;
            }
        }
        states = next;
        whole *= step;
    }
    let mut totals: BTreeMap<i32, UBig> = BTreeMap::new();
    for (fallen, ways) in states {
        let (from, to) = pool.kept_of(fallen.len());
        let mut worths: Fallen = fallen.iter().map(|&value| pool.worth(value, false)).collect();
        worths.reverse(); // the highest first
        let total = worths[from..to].iter().map(|&worth| pool.score.of(worth)).sum();
        *totals.entry(total).or_default() += ways;
    }
    Ok(Distribution::collect(totals.into_iter(), whole))
}

/// Refuses more states than are listed in some tenths of a second.
fn allow(faces: usize, dice: usize, is_strict: bool) -> Result<(), TooLarge> {
    let (mut states, mut steps) = (1.0, 0.0);
    for fallen in 0..dice {
        steps += states * faces as f64 * 400.0;
        let (faces, fallen) = (faces as f64, fallen as f64);
        states *= if is_strict { faces - fallen } else { faces + fallen } / (fallen + 1.0);
    }
    allow_work(steps)
}
