//! Comparisons and sweeps of a scene for the designer. The `lab` crate computes them; this module reads and checks the
//! request and formats the result.

use crate::{error::Problem, jobs::Playing};
use axum::http::StatusCode;
use referee_engine::door::Source;
use referee_lab::{
    BatchError, Change, ChangeError, Goal, Grid, Pair, Part, Plan, Progress, Sweep, SweepError, Vary, change, compare,
};
use referee_shelf::{Fights, open_scene};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// Maximum number of grid cells in a sweep requested over the network.
const MOST_SPOTS: usize = 400;

/// The fights to simulate and the policies used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The number of fights.
    pub runs: u64,
    /// The result depends only on the seed and the settings.
    #[serde(default)]
    pub seed: u64,
    /// Which policy each side uses; later entries override earlier ones.
    #[serde(default)]
    pub policies: Vec<Playing>,
    /// Changes applied to the scene first: `rules.cover_and_concealment=best`.
    #[serde(default)]
    pub set: Vec<String>,
}

impl Trial {
    fn playing(&self) -> referee_shelf::Playing {
        self.policies.iter().map(|playing| (playing.side.clone(), playing.policy.clone())).collect()
    }
}

/// Compares the scene with and without the changes, fight by fight with the same seeds.
pub fn compared(
    scene: &str,
    trial: &Trial,
    stop: &AtomicBool,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Value, Problem> {
    let one = Source::new("scene", scene);
    let other = change(&one, &changes(&trial.set)?)?;
    let playing = trial.playing();
    let fights =
        |source: &Source| -> Result<Box<dyn Fights>, Problem> { Ok(open_scene(source, [0; 32])?.fights(&playing)?) };
    let (first, second) = (fights(&one)?, fights(&other)?);
    // Only the outcomes are recorded: recording every action would take most of the time.
    let plan = |fights: &dyn Fights, source: &Source| Plan {
        watch_every: 0,
        ..Plan::new(fights, &source.text, trial.seed, trial.runs)
    };
    let pair = Pair { one: (&*first, plan(&*first, &one)), other: (&*second, plan(&*second, &other)) };
    let (report, _) = compare(&pair, 1, stop, tell)?;
    serde_json::to_value(report).map_err(Problem::internal)
}

/// Each side's win rate for every combination of values.
pub fn swept(
    scene: &str,
    trial: &Trial,
    vary: &[String],
    stop: &AtomicBool,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Value, Problem> {
    let varied = vary.iter().map(|text| text.parse()).collect::<Result<Vec<Vary>, ChangeError>>()?;
    let spots: usize = varied.iter().map(|vary| vary.values.len()).product();
    if varied.is_empty() || spots > MOST_SPOTS {
        let message = format!("a sweep needs at least one parameter and at most {MOST_SPOTS} combinations");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-sweep", message));
    }
    let scene = Source::new("scene", scene);
    let sweep = Sweep {
        scene: &scene,
        fixed: &changes(&trial.set)?,
        varied: &varied,
        playing: &trial.playing(),
        seed: trial.seed,
        runs: trial.runs,
        goal: Goal::Runs,
        part: Part::WHOLE,
        threads: 1,
        stop,
    };
    serde_json::to_value(Grid::of(&sweep.run(tell)?)).map_err(Problem::internal)
}

fn changes(set: &[String]) -> Result<Vec<Change>, ChangeError> {
    set.iter().map(|text| text.parse()).collect()
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-change", error.to_string())
    }
}

impl From<BatchError> for Problem {
    fn from(error: BatchError) -> Problem {
        Problem::internal(error)
    }
}

impl From<SweepError> for Problem {
    fn from(error: SweepError) -> Problem {
        match error {
            SweepError::Change(error) => error.into(),
            SweepError::Mistakes { with, mistakes } => {
                let problem = Problem::from(mistakes);
                Problem { message: format!("with {with}: {}", problem.message), ..problem }
            }
            SweepError::Refused(refusal) => refusal.into(),
            SweepError::Batch(error) => error.into(),
            SweepError::TooLarge(_) | SweepError::Twice(_) => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-sweep", error.to_string())
            }
        }
    }
}
