//! Dice that bring further dice.
//!
//! A die with all it brings is a chain. Followed without end, a chain's total has a closed form: after `j` explosions
//! the weight left is the `j`-th power of the exploding faces' weight. So every total below some end is exact, and
//! what remains of the whole is exactly the chance of "that end or more".

mod chain;
mod separate;

use dashu_int::UBig;
use smallvec::SmallVec;

use self::chain::{Chain, Until};
use crate::distribution::{Distribution, Mean};
use crate::limits::{TooLarge, allow_memory, allow_outcomes, allow_work};
use crate::odds::{Face, Faces, Width, cost, finish, lots_total, small_cost, whole_of};
use crate::pool::{Pool, Score};
use crate::roll::ENDLESS;
use crate::select::Lot;
use crate::sum::Totals;
use crate::weight::Count;

/// A tail is followed until it is rarer than one in two to the power of this: below 1e-12.
pub(crate) const USUAL: u32 = 40;

/// Dice that explode without end are followed until the rest is rarer than one in two to the power of `rare`.
pub(crate) fn distribution(pool: &Pool, groups: &[Faces], rare: u32) -> Result<Distribution, TooLarge> {
    let endless = pool.explosions() == ENDLESS;
    let counts = pool.score.counts();
    if pool.step() != 0 && !pool.is_compounding() && (counts || !pool.keeps_all()) {
        return Err(TooLarge::Unlisted("penetrating dice that are counted, kept or dropped one by one"));
    }
    match (pool.is_compounding(), pool.keeps_all()) {
        // Added up, it makes no difference whether a chain is one die or many.
        (_, true) if !counts => sum_of_chains(groups, |worth| worth, endless, pool, rare),
        (false, true) => sum_of_chains(groups, |worth| pool.score.of(worth), endless, pool, rare),
        (true, _) => compounding(pool, groups, endless, rare),
        (false, false) => separate::separate(pool, groups, endless, rare),
    }
}

/// Whether a part is rare enough to be a tail.
fn is_rare<T: Count>(part: &T, whole: &T, rare: u32) -> bool {
    (part.clone().into_big() << rare as usize) < whole.clone().into_big()
}

/// Everything that `parts` leaves of the whole.
fn remainder<T: Count>(parts: &[T], whole: &T) -> T {
    let mut rest = whole.clone();
    parts.iter().for_each(|part| rest.sub(part));
    rest
}

/// After how many explosions, each of these odds, more are rare.
fn explosions(odds: f64, rare: u32) -> f64 {
    f64::from(rare) / -odds.log2()
}

/// Where to end first: explosions so many that more are rare, on top of ordinary dice.
fn first_end(chains: &[Chain], rare: u32) -> (i32, i32) {
    let mut end = 1.0;
    let mut far: f64 = 1.0;
    for chain in chains {
        let worth = |face: &Face| f64::from(face.worth.max(0));
        let highest = chain.faces.iter().map(worth).fold(0.0, f64::max);
        let exploding: u64 = chain.faces.iter().filter(|face| face.explodes).map(|face| face.weight).sum();
        end += highest * chain.count as f64;
        if exploding > 0 {
            let odds = exploding as f64 / chain.whole as f64;
            far = far.max(explosions(odds, rare) * highest);
        }
    }
    ((end + far).min(1e9) as i32, (far / 4.0).min(1e8) as i32 + 1)
}

/// All dice stay: the sum of independent chains.
fn sum_of_chains(
    groups: &[Faces],
    score: impl Fn(i32) -> i32 + Copy,
    endless: bool,
    pool: &Pool,
    rare: u32,
) -> Result<Distribution, TooLarge> {
    let chains: Vec<Chain> =
        groups.iter().map(|group| Chain::of(group, score, endless, pool.step())).collect::<Result<_, TooLarge>>()?;
    let endless = endless && chains.iter().any(Chain::explodes);
    let (mut end, step) = first_end(&chains, rare);
    loop {
        let lows: i32 = chains.iter().map(|chain| chain.low(Until::Total(0)) * chain.count as i32).sum();
        let until = |chain: &Chain| match endless {
            true => Until::Total(end - lows + chain.low(Until::Total(0))),
            false => Until::Times(usize::from(pool.explosions())),
        };
        let bits: f64 = chains.iter().map(|chain| chain.bits(until(chain)) * chain.count as f64).sum();
        let (mut work, mut len) = (0.0, 1.0);
        for chain in &chains {
            let (steps, outcomes) = chain.steps(until(chain));
            let all = if endless { f64::from(end) } else { outcomes as f64 * chain.count as f64 };
            work += steps * small_cost(chain.bits(until(chain)));
            // By squaring; the first die is there already.
            let count = chain.count as f64;
            let convolutions = if count < 4.0 { count } else { 1.5 * count.log2() + 1.0 } - f64::from(len == 1.0);
            work += convolutions * all * all.max(len) * cost(bits) / 2.0;
            len = if endless { all } else { len + all };
        }
        allow_outcomes(len as u64)?;
        allow_memory(len, bits)?;
        allow_work(work)?;
        let limit = endless.then_some(end);
        let done = match Width::of(bits) {
            Width::Word => add_chains::<u64>(&chains, until, limit, rare),
            Width::Double => add_chains::<u128>(&chains, until, limit, rare),
            Width::Big => add_chains::<UBig>(&chains, until, limit, rare),
        };
        if let Some(done) = done {
            let times = |mean: Mean, count: usize| mean.times(&Mean::whole(count as i64));
            let means = chains.iter().map(|chain| times(chain.mean(), chain.count));
            let mean = endless.then(|| means.fold(Mean::whole(0), |sum, mean| sum.plus(&mean)));
            return Ok(done.with_last_as_tail(endless).with_mean(mean));
        }
        end += step;
    }
}

/// `None` if what lies past the end is not rare.
fn add_chains<T: Count>(
    chains: &[Chain],
    until: impl Fn(&Chain) -> Until,
    end: Option<i32>,
    rare: u32,
) -> Option<Distribution> {
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
        if !is_rare(&rest, &whole, rare) {
            return None;
        }
        debug_assert_eq!(all.low + all.weights.len() as i32, end, "every total below the end is listed");
        all.weights.push(rest);
    }
    Some(finish(all, whole))
}

/// Chains are dice: some are dropped or kept, or each counts once.
fn compounding(pool: &Pool, groups: &[Faces], endless: bool, rare: u32) -> Result<Distribution, TooLarge> {
    let chains: Vec<Chain> = groups
        .iter()
        .map(|group| Chain::of(group, |worth| worth, endless, pool.step()))
        .collect::<Result<_, TooLarge>>()?;
    let endless = endless && chains.iter().any(Chain::explodes);
    let (mut end, step) = first_end(&chains, rare);
    if let Score::Count { hits, misses } = &pool.score {
        // Only whether a chain reaches the number matters, so it is followed to there and no further.
        let lows = chains.iter().map(|chain| chain.low(Until::Total(0))).max().unwrap_or(0);
        end = hits.settled_from().max(misses.settled_from()).max(lows + 1);
    }
    loop {
        let until = if endless { Until::Total(end) } else { Until::Times(usize::from(pool.explosions())) };
        let bits: f64 = chains.iter().map(|chain| chain.bits(until) * chain.count as f64).sum();
        let (steps, outcomes) =
            chains.iter().map(|chain| chain.steps(until)).fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        allow_outcomes(outcomes)?;
        allow_memory(outcomes as f64, bits)?;
        allow_work(steps * small_cost(bits))?;
        let end_here = endless.then_some(end);
        let done = match Width::of(bits) {
            Width::Word => select_chains::<u64>(pool, &chains, until, end_here, (bits, rare)),
            Width::Double => select_chains::<u128>(pool, &chains, until, end_here, (bits, rare)),
            Width::Big => select_chains::<UBig>(pool, &chains, until, end_here, (bits, rare)),
        }?;
        if let Some(done) = done {
            return Ok(done);
        }
        end += step;
    }
}

fn select_chains<T: Count>(
    pool: &Pool,
    chains: &[Chain],
    until: Until,
    end: Option<i32>,
    (bits, rare): (f64, u32),
) -> Result<Option<Distribution>, TooLarge> {
    let mut lots: SmallVec<[Lot<T>; 4]> = SmallVec::new();
    for chain in chains {
        let (totals, whole) = chain.totals::<T>(until);
        let rest = remainder(&totals.weights, &whole);
        let listed = (totals.low..).zip(totals.weights);
        let faces = listed.chain(end.map(|end| (end, rest))).filter(|(_, weight)| !weight.is_zero()).collect();
        lots.push(Lot { count: chain.count, faces, whole });
    }
    let mut totals = lots_total(pool, &lots, bits)?;
    let whole = whole_of(&lots);
    let Some(end) = end.filter(|_| !pool.score.counts()) else {
        return Ok(Some(finish(totals, whole)));
    };
    // A chain past the end that stays brings the total at least here; below, everything is exact.
    let dice = lots.iter().map(|lot| lot.count).sum();
    let (from, to) = pool.kept_of(dice);
    if from == to {
        return Ok(Some(finish(totals, whole)));
    }
    let low = lots.iter().map(|lot| lot.faces[0].0).min().unwrap_or(0);
    let known = (end - low + low * (to - from) as i32 - totals.low).max(0) as usize;
    totals.weights.truncate(known);
    let rest = remainder(&totals.weights, &whole);
    if !is_rare(&rest, &whole, rare) {
        return Ok(None);
    }
    totals.weights.resize(known, T::zero());
    totals.weights.push(rest);
    Ok(Some(finish(totals, whole).with_last_as_tail(true)))
}
