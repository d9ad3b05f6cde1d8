//! Exploding dice that are dropped or kept one by one.

use std::collections::BTreeMap;

use dashu_int::UBig;
use smallvec::SmallVec;

use super::{explosions, is_rare, remainder};
use crate::chance::Chance;
use crate::distribution::{Distribution, Endless};
use crate::limits::{TooLarge, allow_memory, allow_work};
use crate::odds::{Faces, Width, cost};
use crate::pool::Pool;
use crate::select::{self, Lot};
use crate::weight::Count;

/// Every die counts on its own, and some are dropped or kept.
///
/// How many faces exploded in all, and how many dice ended a chain, says how many dice there are; and which faces they
/// show is then independent: those that exploded show exploding faces, the last ones of their chains others.
/// So each such pair of numbers is an ordinary pool.
pub(super) fn separate(pool: &Pool, groups: &[Faces], endless: bool, rare: u32) -> Result<Distribution, TooLarge> {
    let times = (!endless).then_some(usize::from(pool.explosions()));
    // How many explosions are followed for each group, all its dice together.
    let first = |group: &Faces| match times {
        Some(times) => group.count * (times + 1),
        None => {
            let exploding: u64 = group.faces.iter().filter(|face| face.explodes).map(|face| face.weight).sum();
            let odds = exploding as f64 / group.whole as f64;
            if exploding == 0 { 0 } else { explosions(odds, rare).ceil() as usize + 1 }
        }
    };
    let mut most: SmallVec<[usize; 4]> = groups.iter().map(first).collect();
    loop {
        let dice = |group: &Faces, most: usize| if endless { group.count + most } else { most };
        let bits = |(group, &most): (&Faces, &usize)| dice(group, most) as f64 * (group.whole as f64).log2();
        let bits: f64 = groups.iter().zip(&most).map(bits).sum();
        let (steps, weights) = separate_steps(pool, groups, times, &most);
        allow_memory(weights, bits)?;
        allow_work(steps * cost(bits))?;
        let done = match Width::of(bits) {
            Width::Word => separate_in::<u64>(pool, groups, times, &most, rare),
            Width::Double => separate_in::<u128>(pool, groups, times, &most, rare),
            Width::Big => separate_in::<UBig>(pool, groups, times, &most, rare),
        };
        if let Some(done) = done {
            return Ok(done);
        }
        most.iter_mut().for_each(|most| *most += *most / 4 + usize::from(*most > 0));
    }
}

/// Multiply-and-add steps of [`separate_in`], and weights it needs at once, about.
fn separate_steps(pool: &Pool, groups: &[Faces], times: Option<usize>, most: &[usize]) -> (f64, f64) {
    let (mut pools, mut dice, mut high) = (1.0, 0, 1);
    let mut lots: SmallVec<[[(usize, usize); 2]; 4]> = SmallVec::new();
    for (group, &most) in groups.iter().zip(most) {
        let exploding = group.faces.iter().filter(|face| face.explodes).count();
        let faces = |faces: usize| if !pool.score.counts() { faces } else { faces.min(2) };
        pools *= (most + 1) as f64 * if times.is_some() { group.count as f64 } else { 1.0 };
        let (brings, ends) = ((most, faces(exploding)), (group.count, faces(group.faces.len() - exploding)));
        let is_sorted = group.faces.is_sorted_by_key(|face| face.explodes);
        match is_sorted {
            true => lots.push([brings, ends]),
            false => lots.extend([[brings, (0, 1)], [ends, (0, 1)]]),
        }
        dice += most + group.count;
        high = group.faces.iter().map(|face| pool.score.of(face.worth).abs()).fold(high, i32::max);
    }
    let (from, to) = pool.kept_of(dice);
    // The largest pool; most are about half as large in every respect.
    let width = (to - from) as f64 * f64::from(high) + 1.0;
    // Each pool of many dice lists in how many ways any of them can be chosen.
    let choices = if dice > select::FEW_DICE { (dice * dice) as f64 } else { 0.0 };
    (pools * (64.0 + choices + select::steps_apart(&lots, width) / 4.0), select::cells_apart(&lots, width))
}

/// One way a group can have exploded: dice on exploding faces, dice on others, and in how many orders.
struct Split<T> {
    exploded: usize,
    ended: usize,
    orders: T,
}

/// The ways `count` chains can explode, each at most `times`, and `room` times in all.
fn splits<T: Count>(count: usize, times: Option<usize>, room: usize) -> Vec<Split<T>> {
    // ways[ended][exploded], one chain after another.
    let mut ways = vec![vec![T::zero(); room + 1]; count + 1];
    ways[0][0] = T::from_u64(1);
    for chain in 0..count {
        let mut next = vec![vec![T::zero(); room + 1]; count + 1];
        for ended in 0..=chain {
            for exploded in 0..=room {
                let here = ways[ended][exploded].clone();
                if here.is_zero() {
                    continue;
                }
                for more in 0..=times.unwrap_or(room).min(room - exploded) {
                    next[ended + 1][exploded + more].add(&here);
                }
                // The last die that a bounded chain can bring explodes too, and brings nothing.
                if let Some(times) = times.filter(|times| exploded + times < room) {
                    next[ended][exploded + times + 1].add(&here);
                }
            }
        }
        ways = next;
    }
    let mut splits = Vec::new();
    for (ended, row) in ways.into_iter().enumerate() {
        for (exploded, orders) in row.into_iter().enumerate().filter(|(_, orders)| !orders.is_zero()) {
            splits.push(Split { exploded, ended, orders });
        }
    }
    splits
}

/// `None` if more explosions than `most` are not rare.
fn separate_in<T: Count>(
    pool: &Pool,
    groups: &[Faces],
    times: Option<usize>,
    most: &[usize],
    rare: u32,
) -> Option<Distribution> {
    let mut sums: BTreeMap<i32, T> = BTreeMap::new();
    let mut whole = T::from_u64(1);
    let mut options = Vec::new();
    for (group, &most) in groups.iter().zip(most) {
        let dice = if times.is_some() { most } else { group.count + most };
        whole = whole.mul(&T::from_u64(group.whole).pow(dice));
        let lot = |explodes: bool, count: usize| {
            let picked = group.faces.iter().filter(|face| face.explodes == explodes);
            let faces: SmallVec<[(i32, T); 12]> = picked.map(|face| (face.worth, T::from_u64(face.weight))).collect();
            let mut whole = T::zero();
            faces.iter().for_each(|face| whole.add(&face.1));
            Lot { count, faces, whole }
        };
        let mut ways = Vec::new();
        for split in splits::<T>(group.count, times, most) {
            let unused = T::from_u64(group.whole).pow(dice - split.exploded - split.ended);
            let lots: SmallVec<[Lot<T>; 2]> =
                [lot(true, split.exploded), lot(false, split.ended)].into_iter().filter(|lot| lot.count > 0).collect();
            // No roll shows a face that the die does not have.
            if lots.iter().all(|lot| !lot.faces.is_empty()) {
                ways.push((lots, split.orders.mul(&unused)));
            }
        }
        options.push(ways);
    }
    // One option of each group, in every combination.
    let mut chosen = vec![0; options.len()];
    loop {
        let mut lots: Vec<Lot<T>> = Vec::new();
        let mut factor = T::from_u64(1);
        for (ways, &index) in options.iter().zip(&chosen) {
            lots.extend(ways[index].0.iter().cloned());
            factor = factor.mul(&ways[index].1);
        }
        let kept = pool.kept_of(lots.iter().map(|lot| lot.count).sum());
        let score = |worth| pool.score.of(worth);
        let totals = select::select(&lots, kept, if !pool.score.counts() { None } else { Some(&score) });
        for (total, weight) in (totals.low..).zip(totals.weights).filter(|(_, weight)| !weight.is_zero()) {
            sums.entry(total).or_insert_with(T::zero).add_product(&weight, &factor);
        }
        let Some(turn) = (0..chosen.len()).find(|&turn| chosen[turn] + 1 < options[turn].len()) else { break };
        chosen[turn] += 1;
        chosen[..turn].fill(0);
    }
    let listed: Vec<T> = sums.values().cloned().collect();
    let rest = remainder(&listed, &whole);
    if rest.is_zero() {
        return Some(Distribution::collect(sums.into_iter(), whole));
    }
    if !is_rare(&rest, &whole, rare) {
        return None;
    }
    // What so many explosions come to is known where they fill everything that is kept.
    if let Some(total) = settled(pool, groups, most) {
        sums.entry(total).or_insert_with(T::zero).add(&rest);
        return Some(Distribution::collect(sums.into_iter(), whole));
    }
    let error = Chance::from_big(rest.clone().into_big(), whole.clone().into_big());
    sums.last_entry().expect("some roll always ends").get_mut().add(&rest);
    let endless = Endless { error, ..Endless::default() };
    Some(Distribution::collect(sums.into_iter(), whole).with_endless(Some(endless)))
}

/// What a roll comes to in which some group explodes more often than was followed, if that is always the same: when all
/// dice that stay are among the exploded ones, and those are worth as much as any die can be.
fn settled(pool: &Pool, groups: &[Faces], most: &[usize]) -> Option<i32> {
    let best = groups.iter().flat_map(|group| &group.faces).map(|face| face.worth).max()?;
    let is_best = |group: &Faces| group.faces.iter().filter(|face| face.explodes).all(|face| face.worth == best);
    let exploding = || groups.iter().zip(most).filter(|(_, most)| **most > 0);
    let fewest = exploding().map(|(_, most)| most + 1).min()?;
    let keeps_highest = pool.keep != u16::MAX && !pool.keeps_lowest;
    let kept = usize::from(pool.keep);
    let filled = keeps_highest && usize::from(pool.drop_highest) + kept + usize::from(pool.drop_lowest) <= fewest;
    (filled && exploding().all(|(group, _)| is_best(group))).then(|| pool.score.of(best) * kept as i32)
}
