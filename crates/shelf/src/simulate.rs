//! Many fights from one table: the plain first version. The result depends on the seed alone, not on the threads.

use crate::{Fights, fights::Ring};
use referee_dice::FastRng;
use referee_engine::{
    Refusal, Side, System,
    fight::{Ended, Fought, Watch},
};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What to simulate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// How many fights.
    pub runs: u64,
    /// The seed.
    pub seed: u64,
    /// Who plays how: a side by its name, or everybody. Later ones win.
    pub policies: Vec<(Option<String>, String)>,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
}

/// Why nothing was simulated.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A policy or side that is not there.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A policy did what the rules refuse: a mistake of ours.
    #[error("fight {run}: {why}")]
    Broken {
        /// Which fight.
        run: u64,
        /// What went wrong.
        why: String,
    },
}

/// How the fights went.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Report {
    /// How many were asked for.
    pub runs: u64,
    /// How many were played.
    pub played: u64,
    /// The seed.
    pub seed: u64,
    /// The sides, in their order.
    pub sides: Vec<SideReport>,
    /// Fights that nobody won.
    pub drawn: u64,
    /// Fights that did not end.
    pub undecided: u64,
    /// Rounds a fight, on average.
    pub rounds_mean: f64,
    /// The fewest rounds.
    pub rounds_least: u32,
    /// The most rounds.
    pub rounds_most: u32,
    /// Acts a fight, on average.
    pub acts_mean: f64,
}

/// How one side fared.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct SideReport {
    /// Its name.
    pub name: String,
    /// Its policy.
    pub policy: String,
    /// Fights that it won.
    pub wins: u64,
    /// The part of all fights.
    pub rate: f64,
    /// The 95% interval of that part, after Wilson.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

#[derive(Clone, Default)]
struct Tally {
    played: u64,
    wins: Vec<u64>,
    drawn: u64,
    undecided: u64,
    rounds: u64,
    rounds_least: Option<u32>,
    rounds_most: u32,
    acts: u64,
}

impl Tally {
    fn add(&mut self, fought: &Fought) {
        self.played += 1;
        self.acts += u64::from(fought.acts);
        self.rounds += u64::from(fought.rounds);
        self.rounds_least = Some(self.rounds_least.map_or(fought.rounds, |least| least.min(fought.rounds)));
        self.rounds_most = self.rounds_most.max(fought.rounds);
        match fought.ended {
            Ended::Won(Side(side)) => {
                if let Some(wins) = self.wins.get_mut(usize::from(side)) {
                    *wins += 1;
                }
            }
            Ended::Drawn => self.drawn += 1,
            Ended::Undecided => self.undecided += 1,
        }
    }

    fn join(&mut self, other: &Tally) {
        self.played += other.played;
        for (sum, wins) in self.wins.iter_mut().zip(&other.wins) {
            *sum += wins;
        }
        self.drawn += other.drawn;
        self.undecided += other.undecided;
        self.rounds += other.rounds;
        self.rounds_least = [self.rounds_least, other.rounds_least].into_iter().flatten().min();
        self.rounds_most = self.rounds_most.max(other.rounds_most);
        self.acts += other.acts;
    }
}

pub(crate) fn simulate<S: System>(
    book: &S,
    table: &S::Table,
    batch: &Batch,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Report, BatchError> {
    let ring = Ring::new(book, table, &batch.policies)?;
    let sides = &ring.lineup().sides;
    let tally = run_all(&ring, batch, sides.len(), progress)?;
    let rate = |count: u64| if tally.played == 0 { 0.0 } else { count as f64 / tally.played as f64 };
    let sides = sides.iter().zip(&tally.wins).map(|(side, &wins)| {
        let (low, high) = wilson(wins, tally.played);
        SideReport { name: side.name.clone(), policy: side.policy.clone(), wins, rate: rate(wins), low, high }
    });
    Ok(Report {
        runs: batch.runs,
        played: tally.played,
        seed: batch.seed,
        sides: sides.collect(),
        drawn: tally.drawn,
        undecided: tally.undecided,
        rounds_mean: rate(tally.rounds),
        rounds_least: tally.rounds_least.unwrap_or(0),
        rounds_most: tally.rounds_most,
        acts_mean: rate(tally.acts),
    })
}

fn run_all(
    fights: &dyn Fights,
    batch: &Batch,
    sides: usize,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Tally, BatchError> {
    let (next, done, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = || -> Result<Tally, (u64, String)> {
        let mut tally = Tally { wins: vec![0; sides], ..Tally::default() };
        let mut fighter = fights.fighter(batch.runs);
        let mut fought = Fought::default();
        while !stop.load(Ordering::Relaxed) {
            let run = next.fetch_add(1, Ordering::Relaxed);
            if run >= batch.runs {
                break;
            }
            if let Err(why) = fighter.fight(FastRng::derived(batch.seed, run).next_u64(), Watch::End, &mut fought) {
                stop.store(true, Ordering::Relaxed);
                return Err((run, why));
            }
            tally.add(&fought);
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(tally)
    };
    let mut results = Vec::new();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..batch.threads.max(1)).map(|_| scope.spawn(work)).collect();
        while threads.iter().any(|thread| !thread.is_finished()) {
            if !progress(done.load(Ordering::Relaxed)) {
                stop.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        results.extend(threads.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| Err((0, "a rule panicked; please report the scene and the seed".into())))
        }));
    });
    let mut all = Tally { wins: vec![0; sides], ..Tally::default() };
    for result in results {
        all.join(&result.map_err(|(run, why)| BatchError::Broken { run, why })?);
    }
    Ok(all)
}

/// The 95% interval of a part, after Wilson: it never leaves 0 to 1 and is honest for few runs too.
///
/// ```
/// let (low, high) = referee_shelf::wilson(50, 100);
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// assert_eq!(referee_shelf::wilson(0, 0), (0.0, 1.0));
/// ```
pub fn wilson(part: u64, all: u64) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, p) = (all as f64, part as f64 / all as f64);
    let middle = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    // At the two ends the bounds are 0 and 1 exactly; the arithmetic leaves a crumb.
    let low = if part == 0 { 0.0 } else { ((middle - spread) / whole).max(0.0) };
    let high = if part == all { 1.0 } else { ((middle + spread) / whole).min(1.0) };
    (low, high)
}
