//! Dice that bring further dice.
//!
//! A die with all it brings is a chain. Followed without end, a chain's total has a closed form: after `j` explosions
//! the weight left is the `j`-th power of the exploding faces' weight. So every total below some end is exact, and
//! what remains of the whole is exactly the chance of "that end or more".

use dashu_int::UBig;
use smallvec::SmallVec;

use crate::chance::Chance;
use crate::distribution::Distribution;
use crate::limits::{TooLarge, allow_outcomes, allow_work};
use crate::odds::{Face, Faces, Width, cost, finish, lots_total, whole_of};
use crate::pool::{self, Lot};
use crate::roll::{ENDLESS, NO_COUNT, Roll};
use crate::sum::Totals;
use crate::weight::Count;

/// A tail is followed until it is rarer than one in this many.
const RARE: u64 = 1_000_000_000_000;

pub(crate) fn distribution(roll: &Roll, groups: &[Faces]) -> Result<Distribution, TooLarge> {
    let endless = roll.explosions == ENDLESS;
    match (roll.is_compounding(), roll.keeps_all()) {
        // Added up, it makes no difference whether a chain is one die or many.
        (_, true) if roll.count == NO_COUNT => sum_of_chains(groups, |worth| worth, endless, roll),
        (false, true) => sum_of_chains(groups, |worth| roll.score(worth), endless, roll),
        (true, _) => compounding(roll, groups, endless),
        (false, false) => separate(roll, groups, endless),
    }
}

/// How far a chain is followed.
#[derive(Clone, Copy)]
enum Until {
    /// So many further dice.
    Times(usize),
    /// Every total below this.
    Total(i32),
}

/// One chain of equal dice, scored face by face.
struct Chain {
    count: usize,
    faces: SmallVec<[Face; 12]>,
    whole: u64,
}

impl Chain {
    fn of(group: &Faces, score: impl Fn(i32) -> i32, endless: bool) -> Result<Chain, TooLarge> {
        let mut faces: SmallVec<[Face; 12]> = SmallVec::new();
        let mut whole = 0;
        for face in &group.faces {
            let face = Face { worth: score(face.worth), ..*face };
            // A die that explodes without adding anything is thrown again, no more: its face can be left out.
            if endless && face.explodes && face.worth == 0 {
                continue;
            }
            if endless && face.explodes && face.worth < 0 {
                return Err(TooLarge::Endless);
            }
            whole += face.weight;
            match faces.last_mut() {
                Some(last) if last.worth == face.worth && last.explodes == face.explodes => last.weight += face.weight,
                _ => faces.push(face),
            }
        }
        Ok(Chain { count: group.count, faces, whole })
    }

    fn explodes(&self) -> bool {
        self.faces.iter().any(|face| face.explodes)
    }

    /// The least total.
    fn low(&self, until: Until) -> i32 {
        let worst = self.faces.iter().map(|face| face.worth).min().unwrap_or(0);
        match until {
            Until::Times(times) => worst.saturating_mul(if worst < 0 { times as i32 + 1 } else { 1 }),
            Until::Total(_) => {
                self.faces.iter().filter(|face| !face.explodes).map(|face| face.worth).min().unwrap_or(0)
            }
        }
    }

    /// The most explosions that are followed.
    fn depth(&self, until: Until) -> usize {
        match until {
            _ if !self.explodes() => 0,
            Until::Times(times) => times,
            Until::Total(end) => {
                let step = self.faces.iter().filter(|face| face.explodes).map(|face| face.worth).min().unwrap_or(1);
                ((end - 1 - self.low(until)) / step).max(0) as usize
            }
        }
    }

    /// The logarithm of the number of rolls of one chain.
    fn bits(&self, until: Until) -> f64 {
        (self.depth(until) + 1) as f64 * (self.whole as f64).log2()
    }

    /// Multiply-and-add steps of [`totals`](Chain::totals), about, and the totals there are.
    fn steps(&self, until: Until) -> (f64, u64) {
        let depth = self.depth(until) as f64;
        let highest = self.faces.iter().map(|face| f64::from(face.worth.abs())).fold(1.0, f64::max);
        let len = match until {
            Until::Times(_) => (depth + 1.0) * highest * 2.0 + 1.0,
            Until::Total(end) => f64::from((end - self.low(until)).max(1)),
        };
        ((depth + 1.0) * len * self.faces.len() as f64, len as u64)
    }

    /// The weights of a chain's totals, and the weight of all.
    fn totals<T: Count>(&self, until: Until) -> (Totals<T>, T) {
        let depth = self.depth(until);
        let low = self.low(until);
        let worst = self.faces.iter().map(|face| face.worth).min().unwrap_or(0).min(0);
        let best = self.faces.iter().map(|face| face.worth).max().unwrap_or(0).max(0);
        let len = match until {
            Until::Times(times) => (best * (times as i32 + 1) - low + 1).max(1) as usize,
            Until::Total(end) => (end - low).max(0) as usize,
        };
        // Explosions may add up to less than the least total ever can: their sums start where that is no problem.
        let base = worst * depth as i32;
        let room = (low - base + len as i32).max(0) as usize;
        let whole = T::from_u64(self.whole);
        let mut weights = vec![T::zero(); len];
        let mut sums = vec![T::zero(); room]; // of the dice that exploded, from `base` up
        if let Some(start) = sums.get_mut(-base as usize) {
            *start = T::from_u64(1);
        }
        for exploded in 0..=depth {
            let last = exploded == depth && matches!(until, Until::Times(_));
            let scale = whole.pow(depth - exploded);
            let mut next = vec![T::zero(); room];
            for (index, ways) in sums.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                let sum = base + index as i32;
                for face in &self.faces {
                    let ways = ways.mul(&T::from_u64(face.weight));
                    let total = sum + face.worth;
                    if face.explodes && !last {
                        if let Some(slot) = usize::try_from(total - base).ok().and_then(|index| next.get_mut(index)) {
                            slot.add(&ways);
                        }
                    } else if let Some(slot) =
                        usize::try_from(total - low).ok().and_then(|index| weights.get_mut(index))
                    {
                        slot.add_product(&ways, &scale);
                    }
                }
            }
            sums = next;
        }
        (Totals { low, weights }, whole.pow(depth + 1))
    }
}

/// Whether a part is rare enough to be a tail.
fn is_rare<T: Count>(part: &T, whole: &T) -> bool {
    part.clone().into_big() * UBig::from(RARE) < whole.clone().into_big()
}

/// Everything that `parts` leaves of the whole.
fn remainder<T: Count>(parts: &[T], whole: &T) -> T {
    let mut rest = whole.clone();
    parts.iter().for_each(|part| rest.sub(part));
    rest
}

/// Where to end first: explosions so many that more are rare, on top of ordinary dice.
fn first_end(chains: &[Chain]) -> (i32, i32) {
    let mut end = 1.0;
    let mut far: f64 = 1.0;
    for chain in chains {
        let worth = |face: &Face| f64::from(face.worth.max(0));
        let highest = chain.faces.iter().map(worth).fold(0.0, f64::max);
        let exploding: u64 = chain.faces.iter().filter(|face| face.explodes).map(|face| face.weight).sum();
        end += highest * chain.count as f64;
        if exploding > 0 {
            let odds = exploding as f64 / chain.whole as f64;
            far = far.max((RARE as f64).ln() / -odds.ln() * highest);
        }
    }
    ((end + far).min(1e9) as i32, (far / 4.0).min(1e8) as i32 + 1)
}

/// All dice stay: the sum of independent chains.
fn sum_of_chains(
    groups: &[Faces],
    score: impl Fn(i32) -> i32 + Copy,
    endless: bool,
    roll: &Roll,
) -> Result<Distribution, TooLarge> {
    let chains: Vec<Chain> =
        groups.iter().map(|group| Chain::of(group, score, endless)).collect::<Result<_, TooLarge>>()?;
    let endless = endless && chains.iter().any(Chain::explodes);
    let (mut end, step) = first_end(&chains);
    loop {
        let lows: i32 = chains.iter().map(|chain| chain.low(Until::Total(0)) * chain.count as i32).sum();
        let until = |chain: &Chain| match endless {
            true => Until::Total(end - lows + chain.low(Until::Total(0))),
            false => Until::Times(usize::from(roll.explosions)),
        };
        let bits: f64 = chains.iter().map(|chain| chain.bits(until(chain)) * chain.count as f64).sum();
        let (mut work, mut len) = (0.0, 1.0);
        for chain in &chains {
            let (steps, outcomes) = chain.steps(until(chain));
            let all = if endless { f64::from(end) } else { outcomes as f64 * chain.count as f64 };
            work += steps * cost(chain.bits(until(chain)));
            work += all * (all + len) * (1.0 + (chain.count as f64).log2() / 2.0) * cost(bits) / 2.0;
            len = if endless { all } else { len + all };
        }
        allow_outcomes(len as u64)?;
        allow_work(work)?;
        let limit = endless.then_some(end);
        let done = match Width::of(bits) {
            Width::Word => add_chains::<u64>(&chains, until, limit),
            Width::Double => add_chains::<u128>(&chains, until, limit),
            Width::Big => add_chains::<UBig>(&chains, until, limit),
        };
        if let Some(done) = done {
            return Ok(done.with_last_as_tail(endless));
        }
        end += step;
    }
}

/// `None` if what lies past the end is not rare.
fn add_chains<T: Count>(chains: &[Chain], until: impl Fn(&Chain) -> Until, end: Option<i32>) -> Option<Distribution> {
    let mut all = Totals::<T>::nothing();
    let mut whole = T::from_u64(1);
    for chain in chains {
        let (totals, one) = chain.totals::<T>(until(chain));
        whole = whole.mul(&one.pow(chain.count));
        // The end holds for the sum of all; what is still to come adds the least it can.
        let later: i32 = chains.iter().map(|chain| chain.low(until(chain)) * chain.count as i32).sum::<i32>();
        let so_far = all.low + totals.low * chain.count as i32;
        all.add_dice(&totals, chain.count, end.map(|end| end - later + so_far));
    }
    if let Some(end) = end {
        let rest = remainder(&all.weights, &whole);
        if !is_rare(&rest, &whole) {
            return None;
        }
        debug_assert_eq!(all.low + all.weights.len() as i32, end, "every total below the end is listed");
        all.weights.push(rest);
    }
    Some(finish(all, whole))
}

/// Chains are dice: some are dropped or kept, or each counts once.
fn compounding(roll: &Roll, groups: &[Faces], endless: bool) -> Result<Distribution, TooLarge> {
    let chains: Vec<Chain> =
        groups.iter().map(|group| Chain::of(group, |worth| worth, endless)).collect::<Result<_, TooLarge>>()?;
    let endless = endless && chains.iter().any(Chain::explodes);
    let counts = roll.count != NO_COUNT;
    let (mut end, step) = first_end(&chains);
    if counts {
        // Only whether a chain reaches the number matters, so it is followed to there and no further.
        let lows = chains.iter().map(|chain| chain.low(Until::Total(0))).max().unwrap_or(0);
        end = i32::from(roll.count).max(lows + 1);
    }
    loop {
        let until = if endless { Until::Total(end) } else { Until::Times(usize::from(roll.explosions)) };
        let bits: f64 = chains.iter().map(|chain| chain.bits(until) * chain.count as f64).sum();
        let (steps, outcomes) =
            chains.iter().map(|chain| chain.steps(until)).fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        allow_outcomes(outcomes)?;
        allow_work(steps * cost(bits))?;
        let end_here = endless.then_some(end);
        let done = match Width::of(bits) {
            Width::Word => select_chains::<u64>(roll, &chains, until, end_here, bits),
            Width::Double => select_chains::<u128>(roll, &chains, until, end_here, bits),
            Width::Big => select_chains::<UBig>(roll, &chains, until, end_here, bits),
        }?;
        if let Some(done) = done {
            return Ok(done);
        }
        end += step;
    }
}

fn select_chains<T: Count>(
    roll: &Roll,
    chains: &[Chain],
    until: Until,
    end: Option<i32>,
    bits: f64,
) -> Result<Option<Distribution>, TooLarge> {
    let mut lots: SmallVec<[Lot<T>; 4]> = SmallVec::new();
    for chain in chains {
        let (totals, whole) = chain.totals::<T>(until);
        let rest = remainder(&totals.weights, &whole);
        let listed = (totals.low..).zip(totals.weights);
        let faces = listed.chain(end.map(|end| (end, rest))).filter(|(_, weight)| !weight.is_zero()).collect();
        lots.push(Lot { count: chain.count, faces, whole });
    }
    let mut totals = lots_total(roll, &lots, bits)?;
    let whole = whole_of(&lots);
    let Some(end) = end.filter(|_| roll.count == NO_COUNT) else {
        return Ok(Some(finish(totals, whole)));
    };
    // A chain past the end that stays brings the total at least here; below, everything is exact.
    let dice = lots.iter().map(|lot| lot.count).sum();
    let (from, to) = roll.kept_of(dice);
    if from == to {
        return Ok(Some(finish(totals, whole)));
    }
    let low = lots.iter().map(|lot| lot.faces[0].0).min().unwrap_or(0);
    let known = (end - low + low * (to - from) as i32 - totals.low).max(0) as usize;
    totals.weights.truncate(known);
    let rest = remainder(&totals.weights, &whole);
    if !is_rare(&rest, &whole) {
        return Ok(None);
    }
    totals.weights.resize(known, T::zero());
    totals.weights.push(rest);
    Ok(Some(finish(totals, whole).with_last_as_tail(true)))
}

/// Every die counts on its own, and some are dropped or kept.
///
/// How many faces exploded in all, and how many dice ended a chain, says how many dice there are; and which faces they
/// show is then independent: those that exploded show exploding faces, the last ones of their chains others.
/// So each such pair of numbers is an ordinary pool.
fn separate(roll: &Roll, groups: &[Faces], endless: bool) -> Result<Distribution, TooLarge> {
    let times = (!endless).then_some(usize::from(roll.explosions));
    // How many explosions are followed for each group, all its dice together.
    let first = |group: &Faces| match times {
        Some(times) => group.count * (times + 1),
        None => {
            let exploding: u64 = group.faces.iter().filter(|face| face.explodes).map(|face| face.weight).sum();
            let odds = exploding as f64 / group.whole as f64;
            if exploding == 0 { 0 } else { ((RARE as f64).ln() / -odds.ln()).ceil() as usize + 1 }
        }
    };
    let mut most: SmallVec<[usize; 4]> = groups.iter().map(first).collect();
    loop {
        let dice = |group: &Faces, most: usize| if endless { group.count + most } else { most };
        let bits = |(group, &most): (&Faces, &usize)| dice(group, most) as f64 * (group.whole as f64).log2();
        let bits: f64 = groups.iter().zip(&most).map(bits).sum();
        allow_work(separate_steps(roll, groups, times, &most) * cost(bits))?;
        let done = match Width::of(bits) {
            Width::Word => separate_in::<u64>(roll, groups, times, &most),
            Width::Double => separate_in::<u128>(roll, groups, times, &most),
            Width::Big => separate_in::<UBig>(roll, groups, times, &most),
        };
        if let Some(done) = done {
            return Ok(done);
        }
        most.iter_mut().for_each(|most| *most += *most / 4 + usize::from(*most > 0));
    }
}

/// Multiply-and-add steps of [`separate_in`], about.
fn separate_steps(roll: &Roll, groups: &[Faces], times: Option<usize>, most: &[usize]) -> f64 {
    let (mut pools, mut dice, mut high) = (1.0, 0, 1);
    let mut lots: SmallVec<[[(usize, usize); 2]; 4]> = SmallVec::new();
    for (group, &most) in groups.iter().zip(most) {
        let exploding = group.faces.iter().filter(|face| face.explodes).count();
        let faces = |faces: usize| if roll.count == NO_COUNT { faces } else { faces.min(2) };
        pools *= (most + 1) as f64 * if times.is_some() { group.count as f64 } else { 1.0 };
        lots.push([(most, faces(exploding)), (group.count, faces(group.faces.len() - exploding))]);
        dice += most + group.count;
        high = group.faces.iter().map(|face| roll.score(face.worth).abs()).fold(high, i32::max);
    }
    let (from, to) = roll.kept_of(dice);
    // The largest pool; most are about half as large in every respect.
    pools * (64.0 + pool::steps_apart(&lots, (to - from) as f64 * f64::from(high) + 1.0) / 4.0)
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
fn separate_in<T: Count>(roll: &Roll, groups: &[Faces], times: Option<usize>, most: &[usize]) -> Option<Distribution> {
    let mut sums: std::collections::BTreeMap<i32, T> = std::collections::BTreeMap::new();
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
        let kept = roll.kept_of(lots.iter().map(|lot| lot.count).sum());
        let score = |worth| roll.score(worth);
        let totals = pool::select(&lots, kept, if roll.count == NO_COUNT { None } else { Some(&score) });
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
    if !is_rare(&rest, &whole) {
        return None;
    }
    let mut last = sums.last_entry().expect("some roll always ends");
    last.get_mut().add(&rest);
    let tail = (*last.key(), Chance::from_big(rest.into_big(), whole.clone().into_big()));
    Some(Distribution::collect(sums.into_iter(), whole).with_tail(Some(tail)))
}
