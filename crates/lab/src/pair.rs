//! Two variants fought with the same seeds, and how they differ.

use crate::{
    BatchError, Interval, MergeError, Outcome, Part, Plan, Progress, Tally,
    batch::{look_ahead, seed_of, watch},
    interval::Z,
    plan::Parts,
    watcher::Watcher,
    workers::{Worker, run_all},
};
use referee_engine::{
    Side,
    fight::{Ended, Fought, Watch},
};
use referee_shelf::{Fighting, Fights};
use serde::{Deserialize, Serialize};
use std::{ops::Range, sync::atomic::AtomicBool};

/// Two variants and their fights.
pub struct Pair<'f> {
    /// One.
    pub one: (&'f dyn Fights, Plan),
    /// The other, with as many fights and the same seed.
    pub other: (&'f dyn Fights, Plan),
}

/// How two variants differ. Differences are the other less the one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairReport {
    /// Pairs of fights.
    pub pairs: u64,
    /// Was it stopped early?
    pub is_partial: bool,
    /// Each side that both have.
    pub sides: Vec<PairSide>,
    /// Rounds.
    pub rounds: Interval,
    /// Acts.
    pub acts: Interval,
}

/// How a side fares in both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairSide {
    /// Its name.
    pub name: String,
    /// Its win rate in the one.
    pub one: Interval,
    /// In the other.
    pub other: Interval,
    /// The difference, with the interval of pairs.
    pub difference: Interval,
    /// Pairs that it won only in the one, and only in the other.
    pub only: (u64, u64),
}

/// Sums of differences, in whole numbers.
#[derive(Clone, Default)]
struct Differences {
    /// By side: won only in the one, only in the other.
    only: Vec<(u64, u64)>,
    rounds: (i64, i64),
    acts: (i64, i64),
}

struct Both<'f> {
    fighters: [Box<dyn Fighting + 'f>; 2],
    fought: [Fought; 2],
    watchers: [Watcher; 2],
    plans: [&'f Plan; 2],
    differences: Differences,
}

fn has_won(fought: &Fought, side: usize) -> bool {
    matches!(fought.ended, Ended::Won(Side(winner)) if usize::from(winner) == side)
}

impl Worker for Both<'_> {
    fn look_ahead(&mut self, range: Range<u64>) {
        for (fighter, plan) in self.fighters.iter_mut().zip(self.plans) {
            look_ahead(&mut **fighter, plan, range.clone());
        }
    }

    fn run(&mut self, index: u64) -> Result<bool, String> {
        for at in 0..2 {
            let watch = watch(self.plans[at], index);
            self.fighters[at].fight(seed_of(self.plans[at].seed, index), watch, &mut self.fought[at])?;
            if self.fought[at].is_stopped {
                return Ok(false);
            }
        }
        for at in 0..2 {
            self.watchers[at].add(&mut self.fought[at], watch(self.plans[at], index) != Watch::End);
        }
        let [one, other] = &self.fought;
        for (side, only) in self.differences.only.iter_mut().enumerate() {
            let (one, other) = (has_won(one, side), has_won(other, side));
            only.0 += u64::from(one && !other);
            only.1 += u64::from(other && !one);
        }
        let add = |sums: &mut (i64, i64), one: u32, other: u32| {
            let difference = i64::from(other) - i64::from(one);
            sums.0 += difference;
            sums.1 += difference * difference;
        };
        add(&mut self.differences.rounds, one.rounds, other.rounds);
        add(&mut self.differences.acts, one.acts, other.acts);
        Ok(true)
    }
}

/// What pairs of fights came to: a result that merges with other parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paired {
    /// What the one came to.
    pub one: Outcome,
    /// And the other.
    pub other: Outcome,
    /// By side: pairs that it won only in the one, and only in the other.
    pub only: Vec<(u64, u64)>,
    /// Differences of rounds, and of their squares, added up.
    pub rounds: (i64, i64),
    /// The same of acts.
    pub acts: (i64, i64),
}

impl Parts for Paired {
    fn unsound(&self) -> Option<&'static str> {
        let [one, other] = [&self.one, &self.other];
        let sides = one.tally.won.len().min(other.tally.won.len());
        let most = one.tally.fights;
        let are_pairs = one.fought == other.fought && most == other.tally.fights && self.only.len() == sides;
        let is_too_many = self.only.iter().any(|only| only.0.saturating_add(only.1) > most);
        let facts = [(are_pairs, "pairs of fights"), (!is_too_many, "more differences than fights")];
        let wrong = facts.into_iter().find(|(holds, _)| !holds).map(|(_, why)| why);
        one.unsound().or(other.unsound()).or(wrong)
    }

    fn is_partial(&self) -> bool {
        self.one.is_partial
    }

    fn add(&mut self, number: usize, part: &Paired) -> Result<(), MergeError> {
        self.one.add(number, &part.one)?;
        self.other.add(number, &part.other)?;
        for (sum, only) in self.only.iter_mut().zip(&part.only) {
            *sum = (sum.0 + only.0, sum.1 + only.1);
        }
        let add = |sum: &mut (i64, i64), part: (i64, i64)| {
            *sum = (sum.0.saturating_add(part.0), sum.1.saturating_add(part.1));
        };
        add(&mut self.rounds, part.rounds);
        add(&mut self.acts, part.acts);
        Ok(())
    }
}

/// Puts parts of one comparison together. All parts together are equal to the whole, bit for bit.
pub fn merge_pairs(parts: &[Paired]) -> Result<Paired, MergeError> {
    Paired::merged(parts)
}

impl PairReport {
    /// What pairs of fights say.
    pub fn of(paired: &Paired) -> PairReport {
        let tallies = [&paired.one.tally, &paired.other.tally];
        let pairs = tallies[0].fights;
        let side = |(at, only): (usize, &(u64, u64))| PairSide {
            name: paired.one.plan.lineup.sides[at].name.clone(),
            one: Interval::part(tallies[0].won[at], pairs),
            other: Interval::part(tallies[1].won[at], pairs),
            difference: self::paired(*only, pairs),
            only: *only,
        };
        let mean = |(sum, squares): (i64, i64)| Interval::mean(sum.into(), squares.into(), pairs);
        PairReport {
            pairs,
            is_partial: !paired.one.is_whole(),
            sides: paired.only.iter().enumerate().map(side).collect(),
            rounds: mean(paired.rounds),
            acts: mean(paired.acts),
        }
    }
}

/// Fights both variants, seed by seed.
pub fn compare(
    pair: &Pair<'_>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(PairReport, [Outcome; 2]), BatchError> {
    let paired = compare_part(pair, Part::WHOLE, threads, stop, progress)?;
    Ok((PairReport::of(&paired), [paired.one, paired.other]))
}

/// Fights a part of the pairs.
pub fn compare_part(
    pair: &Pair<'_>,
    part: Part,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Paired, BatchError> {
    let plans = [&pair.one.1, &pair.other.1];
    let range = part.range(plans[0].runs.min(plans[1].runs));
    let runs = range.end - range.start;
    let sides = plans[0].lineup.sides.len().min(plans[1].lineup.sides.len());
    let make = || Both {
        fighters: [&pair.one, &pair.other].map(|variant| variant.0.fighter_until(runs / threads.max(1) as u64, stop)),
        fought: Default::default(),
        watchers: [Watcher::new(&plans[0].lineup), Watcher::new(&plans[1].lineup)],
        plans,
        differences: Differences { only: vec![(0, 0); sides], ..Differences::default() },
    };
    let hear = |done: u64| progress(Progress { done, of: runs });
    let (workers, all) = run_all(range.clone(), threads, stop, &hear, make).map_err(|(fight, why)| BatchError {
        fight,
        seed: plans[0].seed,
        why,
    })?;
    let new = |plan: &Plan| {
        let lineup = &plan.lineup;
        Tally::new(lineup.sides.len(), lineup.actors.len(), lineup.gauges.len())
    };
    let mut tallies = [new(plans[0]), new(plans[1])];
    let mut sums = Differences { only: vec![(0, 0); sides], ..Differences::default() };
    for worker in workers {
        for (sum, only) in sums.only.iter_mut().zip(&worker.differences.only) {
            *sum = (sum.0 + only.0, sum.1 + only.1);
        }
        for (sum, part) in [(&mut sums.rounds, worker.differences.rounds), (&mut sums.acts, worker.differences.acts)] {
            *sum = (sum.0 + part.0, sum.1 + part.1);
        }
        for (tally, watcher) in tallies.iter_mut().zip(worker.watchers) {
            tally.merge(&watcher.tally());
        }
    }
    let [one, other] = tallies;
    let fought = vec![(range.start, range.end)];
    let outcome = |plan: &Plan, tally| Outcome { plan: plan.clone(), fought: fought.clone(), is_partial: !all, tally };
    let (one, other) = (outcome(plans[0], one), outcome(plans[1], other));
    Ok(Paired { one, other, only: sums.only, rounds: sums.rounds, acts: sums.acts })
}

/// The difference of two parts of the same pairs: only the pairs that differ tell anything. The interval adds one half
/// to each of the four cells (after Bonett and Price), so that it is honest where few pairs differ.
fn paired((one, other): (u64, u64), pairs: u64) -> Interval {
    if pairs == 0 {
        return Interval { value: 0.0, low: -1.0, high: 1.0 };
    }
    let n = pairs as f64;
    let value = (other as f64 - one as f64) / n;
    let (a, b) = ((one as f64 + 1.0) / (n + 2.0), (other as f64 + 1.0) / (n + 2.0));
    let error = Z * ((a + b - (b - a).powi(2)) / (n + 2.0)).sqrt();
    Interval { value, low: ((b - a) - error).max(-1.0), high: ((b - a) + error).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_pairs_is_what_differs() {
        let same = paired((0, 0), 1_000);
        assert!(same.value == 0.0 && same.holds(0.0) && same.error() < 0.005);
        let more = paired((50, 150), 1_000);
        assert!((more.value - 0.1).abs() < 1e-12 && !more.holds(0.0));
    }
}
