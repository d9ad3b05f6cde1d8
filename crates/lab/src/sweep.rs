//! A scene with its numbers varied: a grid of batches.

use crate::{Batch, BatchError, Change, ChangeError, Interval, Plan, Progress, Report, Vary, change};
use referee_engine::{
    Refusal,
    door::{Mistakes, Source},
};
use referee_shelf::{Playing, open_scene};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most spots of a grid.
const MOST_SPOTS: usize = 10_000;

/// A grid of batches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grid {
    /// What varies: path and values.
    pub varied: Vec<(String, Vec<String>)>,
    /// The sides.
    pub sides: Vec<String>,
    /// Fights for each spot.
    pub runs: u64,
    /// The seed, the same for every spot.
    pub seed: u64,
    /// The spots, the last path varying fastest.
    pub spots: Vec<Spot>,
    /// Was it stopped early?
    pub is_partial: bool,
}

/// One batch of the grid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    /// The values, in the order of the paths.
    pub values: Vec<String>,
    /// Fights fought.
    pub fights: u64,
    /// The win rate of each side.
    pub won: Vec<Interval>,
    /// Fights that nobody won.
    pub drawn: Interval,
    /// Rounds.
    pub rounds: Interval,
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
    /// Too many spots.
    #[error("the grid has {0} spots; more than {MOST_SPOTS} are too many to look at")]
    TooLarge(usize),
}

/// Runs a batch for every combination of values. Every spot has the same seeds, so that spots are compared fairly.
///
/// Every scene is opened before the first fight: a mistake in one is told at once.
#[allow(clippy::too_many_arguments, reason = "each says what it is")]
pub fn sweep(
    scene: &Source,
    fixed: &[Change],
    varied: &[Vary],
    playing: &Playing,
    (seed, runs): (u64, u64),
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Grid, SweepError> {
    let count: usize = varied.iter().map(|vary| vary.values.len()).product();
    if count > MOST_SPOTS {
        return Err(SweepError::TooLarge(count));
    }
    let mut open = Vec::new();
    for number in 0..count {
        let values = values_of(varied, number);
        let set =
            varied.iter().zip(&values).map(|(vary, value)| Change { path: vary.path.clone(), value: value.clone() });
        let changes: Vec<Change> = fixed.iter().cloned().chain(set).collect();
        let source = change(scene, &changes)?;
        let with: Vec<String> = changes.iter().map(|change| format!("{}={}", change.path, change.value)).collect();
        let table =
            open_scene(&source, [0; 32]).map_err(|mistakes| SweepError::Mistakes { with: with.join(" "), mistakes })?;
        open.push((values, source, table.fights(playing)?));
    }
    let mut grid = Grid {
        varied: varied.iter().map(|vary| (vary.path.clone(), vary.values.clone())).collect(),
        sides: open
            .first()
            .map_or(Vec::new(), |spot| spot.2.lineup().sides.iter().map(|side| side.name.clone()).collect()),
        runs,
        seed,
        spots: Vec::new(),
        is_partial: false,
    };
    for (at, (values, source, fights)) in open.into_iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            grid.is_partial = true;
            break;
        }
        let plan = Plan { watch_every: 0, ..Plan::new(&*fights, &source.text, seed, runs) };
        let hear = |now: Progress| progress(Progress { done: at as u64 * runs + now.done, of: count as u64 * runs });
        let outcome = Batch::new(&*fights, plan).threads(threads).stopped_by(stop).run(&hear)?;
        grid.is_partial |= outcome.is_partial;
        let report = Report::of(&outcome);
        grid.spots.push(Spot {
            values,
            fights: report.fights,
            won: report.sides.iter().map(|side| side.rate).collect(),
            drawn: report.drawn,
            rounds: report.rounds_mean,
        });
    }
    Ok(grid)
}

/// The values at a spot; the last path varies fastest.
fn values_of(varied: &[Vary], number: usize) -> Vec<String> {
    let mut left = number;
    let mut values: Vec<String> = varied
        .iter()
        .rev()
        .map(|vary| {
            let value = vary.values[left % vary.values.len()].clone();
            left /= vary.values.len();
            value
        })
        .collect();
    values.reverse();
    values
}
