//! Many fights from one table: the plain first version. The result depends on the seed alone, not on the threads.

use referee_dice::FastRng;
use referee_engine::{Refusal, Seat, Side, Simulate, Status, Stop, System, Who, key_of};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A fight that has not ended after so many acts counts as undecided.
const MOST_ACTS: u32 = 5_000;

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

/// The policy of a book by name.
pub(crate) fn policy<S: System>(name: &str) -> Result<S::Policy, Refusal> {
    let found = S::policies().iter().find(|(known, _)| *known == name);
    found.map(|(_, policy)| *policy).ok_or_else(|| {
        Refusal::plain("unknown-policy", format!("{} has no policy {name:?}", S::NAME))
            .allowing(S::policies().iter().map(|(known, _)| *known))
    })
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
    let sides = book.view(table, Seat::Gm).sides;
    let first = S::policies().first().map_or("", |(name, _)| name);
    // One policy a side, by the side's number; the last one is the game master's too.
    let count = sides.iter().map(|side| usize::from(side.side.0) + 1).max().unwrap_or(1);
    let mut names = vec![first.to_owned(); count];
    for (side, name) in &batch.policies {
        policy::<S>(name)?;
        match side {
            None => names.fill(name.clone()),
            Some(wanted) => {
                let named = |known: &str| key_of(known) == key_of(wanted);
                let found = sides.iter().find(|side| named(&side.name) || side.side.0.to_string() == *wanted);
                let found = found.ok_or_else(|| {
                    Refusal::plain("unknown-side", format!("there is no side {wanted:?}"))
                        .allowing(sides.iter().map(|side| key_of(&side.name)))
                })?;
                names[usize::from(found.side.0)].clone_from(name);
            }
        }
    }
    let policies = names.iter().map(|name| policy::<S>(name)).collect::<Result<Vec<_>, _>>()?;
    let tally = run_all(book, table, batch, &policies, count, progress)?;
    let rate = |count: u64| if tally.played == 0 { 0.0 } else { count as f64 / tally.played as f64 };
    let sides = sides.iter().map(|side| {
        let number = usize::from(side.side.0);
        let wins = tally.wins[number];
        let (low, high) = wilson(wins, tally.played);
        SideReport { name: side.name.clone(), policy: names[number].clone(), wins, rate: rate(wins), low, high }
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

fn run_all<S: System>(
    book: &S,
    table: &S::Table,
    batch: &Batch,
    policies: &[S::Policy],
    sides: usize,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Tally, BatchError> {
    let (next, done, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = || -> Result<Tally, (u64, String)> {
        let mut tally = Tally { wins: vec![0; sides], ..Tally::default() };
        let mut oracle = Simulate::new(book, policies, 0);
        let mut copy = table.clone();
        while !stop.load(Ordering::Relaxed) {
            let run = next.fetch_add(1, Ordering::Relaxed);
            if run >= batch.runs {
                break;
            }
            oracle.reseed(FastRng::derived(batch.seed, run).next_u64());
            copy.clone_from(table);
            if let Err(why) = one(book, &mut copy, &mut oracle, &mut tally) {
                stop.store(true, Ordering::Relaxed);
                return Err((run, why));
            }
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

/// One fight to its end.
fn one<S: System>(
    book: &S,
    table: &mut S::Table,
    oracle: &mut Simulate<'_, S>,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut acts = 0;
    let ended = loop {
        let who = match book.status(table) {
            Status::Over(winner) => break Some(winner),
            Status::Acting(_) if acts == MOST_ACTS => break None,
            Status::Acting(actors) => actors.first().map_or(Who::Gm, |&actor| Who::Actor(actor)),
        };
        let intent = oracle.choose(table, who);
        book.resolve(table, Seat::Gm, &intent, oracle).map_err(|stop| match stop {
            Stop::Refused(refusal) => format!("a policy chose {intent:?}, which is refused: {refusal}"),
            Stop::Broken(why) => why.into(),
            Stop::Pause => "a rule paused although a policy answers".into(),
        })?;
        acts += 1;
    };
    tally.played += 1;
    tally.acts += u64::from(acts);
    match ended {
        Some(Some(Side(side))) => {
            if let Some(wins) = tally.wins.get_mut(usize::from(side)) {
                *wins += 1;
            }
        }
        Some(None) => tally.drawn += 1,
        None => tally.undecided += 1,
    }
    let rounds = book.view(table, Seat::Gm).clock.round;
    tally.rounds += u64::from(rounds);
    tally.rounds_least = Some(tally.rounds_least.map_or(rounds, |least| least.min(rounds)));
    tally.rounds_most = tally.rounds_most.max(rounds);
    Ok(())
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
