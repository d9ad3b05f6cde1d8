//! A batch: so many fights, or until it is sure enough.

use crate::{
    Interval, Outcome, Part, Plan, Progress, Row, RowSink, Tally,
    rows::Ordered,
    watcher::Watcher,
    workers::{Worker, run_all},
};
use referee_dice::FastRng;
use referee_engine::fight::{Fought, Watch};
use referee_shelf::{Fighting, Fights};
use std::{
    ops::Range,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
};

/// The first fights, which are looked at most closely: what could have been done is noted too.
const CLOSELY: u64 = 16;

/// When a batch is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    /// After the fights of the plan.
    Runs,
    /// When half the width of the interval of every win rate is at most this; at the latest after the fights of the
    /// plan.
    Error(f64),
}

/// A batch of fights.
pub struct Batch<'f> {
    fights: &'f dyn Fights,
    plan: Plan,
    range: Range<u64>,
    goal: Goal,
    threads: usize,
    stop: Option<&'f AtomicBool>,
}

/// Why a batch came to nothing: a mistake of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("fight {fight} of seed {seed}: {why}")]
pub struct BatchError {
    /// Which fight.
    pub fight: u64,
    /// The seed of the batch.
    pub seed: u64,
    /// What went wrong.
    pub why: String,
}

/// The seed of one fight of a batch, by its number from 0.
pub fn seed_of(seed: u64, index: u64) -> u64 {
    FastRng::derived(seed, index).next_u64()
}

/// How closely a fight is watched.
pub(crate) fn watch(plan: &Plan, index: u64) -> Watch {
    match plan.watch_every {
        0 => Watch::End,
        _ if index < CLOSELY => Watch::Offers,
        every if index.is_multiple_of(every) => Watch::Acts,
        _ => Watch::End,
    }
}

/// Lets somebody look ahead at the fights of a range that are not watched.
pub(crate) fn look_ahead(fighter: &mut dyn Fighting, plan: &Plan, range: Range<u64>) {
    let unwatched = range.filter(|&index| watch(plan, index) == Watch::End);
    fighter.look_ahead(&unwatched.map(|index| seed_of(plan.seed, index)).collect::<Vec<_>>());
}

struct Counting<'f, 's> {
    rows: Option<&'f Mutex<Ordered<'s>>>,
    gathered: Vec<Row>,
    fighter: Box<dyn Fighting + 'f>,
    fought: Fought,
    watcher: Watcher,
    plan: &'f Plan,
}

impl Worker for Counting<'_, '_> {
    fn look_ahead(&mut self, range: Range<u64>) {
        look_ahead(&mut *self.fighter, self.plan, range);
    }

    fn run(&mut self, index: u64) -> Result<bool, String> {
        let watch = watch(self.plan, index);
        self.fighter.fight(seed_of(self.plan.seed, index), watch, &mut self.fought)?;
        if self.fought.is_stopped {
            return Ok(false);
        }
        if self.rows.is_some() {
            self.gathered.push(Row::of(index, seed_of(self.plan.seed, index), &self.fought));
        }
        self.watcher.add(&mut self.fought, watch != Watch::End);
        Ok(true)
    }

    fn hand_over(&mut self, start: u64) {
        if let Some(rows) = self.rows {
            let mut ordered = rows.lock().unwrap_or_else(PoisonError::into_inner);
            ordered.put(start, std::mem::take(&mut self.gathered));
        }
    }
}

impl<'f> Batch<'f> {
    /// All fights of a plan, on all cores.
    pub fn new(fights: &'f dyn Fights, plan: Plan) -> Batch<'f> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Batch { fights, range: 0..plan.runs, plan, goal: Goal::Runs, threads, stop: None }
    }

    /// Only a part of it.
    pub fn part(self, part: Part) -> Self {
        Batch { range: self.plan.range(part), ..self }
    }

    /// Only these fights of it, by number.
    pub(crate) fn only(self, range: Range<u64>) -> Self {
        Batch { range, ..self }
    }

    /// Until then.
    pub fn until(self, goal: Goal) -> Self {
        Batch { goal, ..self }
    }

    /// On so many threads; the result is the same.
    pub fn threads(self, threads: usize) -> Self {
        Batch { threads: threads.clamp(1, 1024), ..self }
    }

    /// Stops as soon as this is set.
    pub fn stopped_by(self, stop: &'f AtomicBool) -> Self {
        Batch { stop: Some(stop), ..self }
    }

    /// Runs it. `progress` hears now and then how far it is.
    pub fn run(self, progress: &(dyn Fn(Progress) + Sync)) -> Result<Outcome, BatchError> {
        self.run_into(None, progress).map(|(outcome, _)| outcome)
    }

    /// Runs it and writes a row for every fight, in order. Also returns what went wrong with the writing.
    pub fn run_into(
        mut self,
        sink: Option<&mut (dyn RowSink + Send)>,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<(Outcome, Option<String>), BatchError> {
        let never = AtomicBool::new(false);
        let stop = self.stop.unwrap_or(&never);
        let range = self.range.clone();
        let lineup = &self.plan.lineup;
        let mut tally = Tally::new(lineup.sides.len(), lineup.actors.len(), lineup.gauges.len());
        let ordered = sink.map(|sink| Mutex::new(Ordered::new(range.start, sink)));
        let (mut done, mut is_partial) = (range.start, false);
        let most = self.most(range.end - range.start);
        // The same fighters go on, so that what they learnt before the first check is kept.
        let experienced = Mutex::new(Vec::new());
        while done < range.end && !is_partial {
            let end = self.next_stop(&tally, done, range.end);
            let hear = |now: u64| progress(Progress { done: done - range.start + now, of: end - range.start });
            let plan = &self.plan;
            let new = || Counting {
                rows: ordered.as_ref(),
                gathered: Vec::new(),
                fighter: self.fights.fighter_until(most / self.threads as u64, stop),
                fought: Fought::default(),
                watcher: Watcher::new(&plan.lineup),
                plan,
            };
            let make = || experienced.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_else(new);
            let (mut workers, all) = run_all(done..end, self.threads, stop, &hear, make)
                .map_err(|(fight, why)| BatchError { fight, seed: plan.seed, why })?;
            for worker in &mut workers {
                let seen = std::mem::replace(&mut worker.watcher, Watcher::new(&plan.lineup));
                tally.merge(&seen.tally());
            }
            experienced.lock().unwrap_or_else(PoisonError::into_inner).extend(workers);
            is_partial = !all;
            done = end;
            if self.is_sure(&tally) {
                break;
            }
        }
        drop(experienced);
        if let Goal::Error(_) = self.goal
            && !is_partial
        {
            // What was run is the plan now: the same number of fights gives the same result.
            self.plan.runs = done;
        }
        let ordered = ordered.map(|ordered| ordered.into_inner().unwrap_or_else(PoisonError::into_inner));
        let trouble = ordered.and_then(Ordered::finish);
        Ok((Outcome { plan: self.plan, fought: vec![(range.start, done)], is_partial, tally }, trouble))
    }

    fn is_sure(&self, tally: &Tally) -> bool {
        match self.goal {
            Goal::Runs => false,
            Goal::Error(error) => {
                tally.fights > 0 && tally.won.iter().all(|won| Interval::part(*won, tally.fights).error() <= error)
            }
        }
    }

    /// How many fights there will be at most, of so many: those that a rate of one half needs.
    fn most(&self, all: u64) -> u64 {
        match self.goal {
            Goal::Runs => all,
            Goal::Error(error) => all.min(((crate::interval::Z / error).powi(2) * 0.25 * 1.01) as u64),
        }
    }

    /// Where to look next whether it is sure enough. That depends on what was counted, never on how fast it was.
    fn next_stop(&self, tally: &Tally, done: u64, end: u64) -> u64 {
        let Goal::Error(error) = self.goal else { return end };
        let part = |won: &u64| *won as f64 / tally.fights.max(1) as f64;
        let widest = tally.won.iter().map(part).map(|part| part * (1.0 - part)).fold(0.0, f64::max);
        let needed = (crate::interval::Z / error).powi(2) * if tally.fights == 0 { 0.0 } else { widest };
        let next = (needed * 1.01) as u64;
        next.clamp(done + (done / 20).max(1_000), done.saturating_mul(4).max(1_000)).min(end)
    }
}
