//! A scene with its numbers varied: a grid of batches.

use crate::{
    Batch, BatchError, Change, ChangeError, Goal, Part, Plan, Progress, Swept, Vary, change,
    grid::{MOST_SPOTS, spots_of, values_at},
};
use referee_engine::{
    Refusal,
    door::{Mistakes, Source},
};
use referee_shelf::{Fights, Playing, open_scene};
use std::sync::atomic::{AtomicBool, Ordering};

/// A batch for every combination of values. Every spot has the same seeds, so that spots are compared fairly.
pub struct Sweep<'s> {
    /// The scene.
    pub scene: &'s Source,
    /// What is changed at every spot.
    pub fixed: &'s [Change],
    /// What varies.
    pub varied: &'s [Vary],
    /// Who plays how.
    pub playing: &'s Playing,
    /// The seed.
    pub seed: u64,
    /// Fights for each spot.
    pub runs: u64,
    /// When a spot is done.
    pub goal: Goal,
    /// Only this part of all fights, spot after spot.
    pub part: Part,
    /// On so many threads; the result is the same.
    pub threads: usize,
    /// Stops as soon as this is set.
    pub stop: &'s AtomicBool,
}

/// Why there is no grid.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// A path that leads nowhere.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// A scene that is wrong with these values.
    #[error("with {with}: {mistakes}")]
    Mistakes {
        /// The values.
        with: String,
        /// What is wrong.
        mistakes: Mistakes,
    },
    /// Unknown players.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A mistake of ours.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// One path varied twice.
    #[error("{0} is varied twice; give all its values in one series")]
    Twice(String),
    /// Too many spots.
    #[error("the grid has {0} spots; the limit is {MOST_SPOTS}")]
    TooLarge(usize),
}

impl Sweep<'_> {
    /// Runs it. `progress` hears now and then how far it is. Every scene is opened before the first fight: a mistake in one
    /// is told at once.
    pub fn run(&self, progress: &(dyn Fn(Progress) + Sync)) -> Result<Swept, SweepError> {
        let varied: Vec<_> = self.varied.iter().map(|vary| (vary.path.clone(), vary.values.clone())).collect();
        let mut paths: Vec<&String> = varied.iter().map(|(path, _)| path).collect();
        paths.sort();
        if let Some(twice) = paths.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SweepError::Twice(twice[0].clone()));
        }
        let count = spots_of(&varied);
        if count > MOST_SPOTS {
            return Err(SweepError::TooLarge(count));
        }
        let open = (0..count).map(|at| self.scene_with(&values_at(&varied, at))).collect::<Result<Vec<_>, _>>()?;
        let sides = open.first().map_or(Vec::new(), |(_, fights)| fights.lineup().sides.clone());
        let mut swept = Swept::new(varied, sides.into_iter().map(|side| side.name).collect(), self.seed, self.runs);
        let all = self.part.range(count as u64 * self.runs);
        for (at, (source, fights)) in open.into_iter().enumerate() {
            let before = at as u64 * self.runs;
            let [start, end] = [all.start, all.end].map(|fight| fight.saturating_sub(before).min(self.runs));
            if start == end {
                continue;
            }
            if self.stop.load(Ordering::Relaxed) {
                swept.is_partial = true;
                break;
            }
            let plan = Plan { watch_every: 0, ..Plan::new(&*fights, &source.text, self.seed, self.runs) };
            let done = before + start - all.start;
            let hear = |now: Progress| progress(Progress { done: done + now.done, of: all.end - all.start });
            let batch = Batch::new(&*fights, plan)
                .only(start..end)
                .threads(self.threads)
                .stopped_by(self.stop)
                .until(self.goal);
            let outcome = batch.run(&hear)?;
            swept.is_partial |= outcome.is_partial;
            swept.spots.insert(at, outcome);
        }
        Ok(swept)
    }

    /// The scene at the spot with these values, and its fights.
    fn scene_with(&self, values: &[String]) -> Result<(Source, Box<dyn Fights>), SweepError> {
        let set = |(vary, value): (&Vary, &String)| Change { path: vary.path.clone(), value: value.clone() };
        let set = self.varied.iter().zip(values).map(set);
        let changes: Vec<Change> = self.fixed.iter().cloned().chain(set).collect();
        let source = change(self.scene, &changes)?;
        let table = open_scene(&source, [0; 32]).map_err(|mistakes| {
            let with: Vec<String> = changes.iter().map(|change| format!("{}={}", change.path, change.value)).collect();
            SweepError::Mistakes { with: with.join(" "), mistakes }
        })?;
        Ok((source, table.fights(self.playing)?))
    }
}
