//! Jobs: simulations and odds that take a while. Started, watched, cancelled.

use crate::{
    error::Problem,
    hall::open,
    heavy::{Heavy, Place},
    keys,
    metrics::Metrics,
    trials::{Trial, compared, swept},
    wire::{Origin, Reacting},
};
use axum::http::StatusCode;
use referee_engine::{Deciding, Effort, Filled, Reactions, Seat, key_of};
use referee_lab::Progress;
use referee_shelf::{Batch, OpenTable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::{Semaphore, watch};

/// Jobs that are known at once, waiting and ended ones included.
const MOST_JOBS: usize = 200;
/// An ended job is forgotten after this long.
const KEPT: Duration = Duration::from_secs(600);
/// The most fights in one job.
const MOST_RUNS: u64 = 100_000_000;
/// The most ways that exact odds follow in one job: some seconds of work.
const MOST_WAYS: usize = 2_000_000;

/// What is to be worked out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Work {
    /// Machines play many times.
    Simulate {
        /// How often.
        runs: u64,
        /// The result depends on this alone.
        #[serde(default)]
        seed: u64,
        /// Who plays how: later ones win.
        #[serde(default)]
        policies: Vec<Playing>,
    },
    /// The scene as it is against the scene with values set, fight by fight with the same seeds.
    Compare(Trial),
    /// The scene with every combination of values.
    Sweep {
        /// The fights.
        #[serde(flatten)]
        trial: Trial,
        /// What varies: `rules.first_round=1..4`, `mudo.reach_ft=5,10`.
        vary: Vec<String>,
    },
    /// The exact odds of an act.
    Odds {
        /// Who acts, by key.
        #[serde(default)]
        actor: Option<String>,
        /// The offer with its slots; its actor is taken from `actor` if that is given.
        filled: Filled,
        /// How those who are asked along the way decide.
        #[serde(default)]
        reactions: Reacting,
        /// Answers that are settled, by the keys of options.
        #[serde(default)]
        answers: Vec<String>,
    },
}

/// How a side plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    /// The side by its name; everybody if it is left out.
    #[serde(default)]
    pub side: Option<String>,
    /// One of the book's policies.
    pub policy: String,
}

/// A job that is to be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewJob {
    /// The scene.
    pub from: Origin,
    /// What is to be worked out.
    pub work: Work,
}

/// How a job stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobInfo {
    /// Its name. Nobody can guess it: whoever knows it may watch and cancel.
    pub id: String,
    /// How far it is.
    pub state: JobState,
    /// Fights played.
    pub done: u64,
    /// Of so many.
    pub of: u64,
    /// What came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Why nothing came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Others are before it.
    Waiting,
    /// Under way.
    Running,
    /// There is a result.
    Done,
    /// Somebody cancelled it.
    Cancelled,
    /// There is no result.
    Failed,
}

impl JobState {
    /// Will nothing more come?
    pub fn is_final(self) -> bool {
        matches!(self, JobState::Done | JobState::Cancelled | JobState::Failed)
    }
}

/// All jobs.
#[derive(Debug)]
pub struct Jobs {
    all: Arc<Mutex<HashMap<String, Job>>>,
    at_once: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

#[derive(Debug)]
struct Job {
    info: watch::Receiver<JobInfo>,
    cancelled: Arc<AtomicBool>,
    began: Instant,
}

impl Jobs {
    /// Jobs share the limit on heavy work, `at_once`, and leave one place of it to whoever waits for an answer.
    pub fn new(heavy: &Heavy, at_once: usize, metrics: Arc<Metrics>) -> Jobs {
        let at_once = Arc::new(Semaphore::new(at_once.saturating_sub(1).max(1)));
        Jobs { all: Arc::default(), at_once, heavy: heavy.at_once(), metrics }
    }

    /// Starts a job on a scene.
    pub async fn start(&self, place: Place, new: NewJob) -> Result<JobInfo, Problem> {
        let from = new.from;
        let opened = tokio::task::spawn_blocking(move || open(from, [0; 32])).await.map_err(Problem::internal)?;
        let (table, scene, _) = opened?;
        self.begin(place, table, scene, new.work)
    }

    /// Starts a job on a table.
    pub fn start_on(&self, place: Place, table: Box<dyn OpenTable>, work: Work) -> Result<JobInfo, Problem> {
        self.begin(place, table, None, work)
    }

    fn begin(
        &self,
        place: Place,
        table: Box<dyn OpenTable>,
        scene: Option<String>,
        work: Work,
    ) -> Result<JobInfo, Problem> {
        let of = match &work {
            Work::Simulate { runs, .. }
            | Work::Compare(Trial { runs, .. })
            | Work::Sweep { trial: Trial { runs, .. }, .. } => {
                if !(1..=MOST_RUNS).contains(runs) {
                    let message = format!("a simulation has 1 to {MOST_RUNS} runs");
                    return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-runs", message));
                }
                *runs
            }
            Work::Odds { .. } => 1,
        };
        let id = keys::new_job()?;
        let info = JobInfo { id: id.clone(), state: JobState::Waiting, done: 0, of, result: None, problem: None };
        let (tell, watch) = watch::channel(info.clone());
        let cancelled = Arc::new(AtomicBool::new(false));
        let job = Job { info: watch, cancelled: Arc::clone(&cancelled), began: Instant::now() };
        {
            let mut all = self.all();
            if all.len() >= MOST_JOBS {
                let message = "there are too many jobs; wait until some are done, or cancel some";
                return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-jobs", message));
            }
            all.insert(id, job);
        }
        let (at_once, heavy, metrics) = (Arc::clone(&self.at_once), Arc::clone(&self.heavy), Arc::clone(&self.metrics));
        tokio::spawn(async move {
            // Whoever started it has a place less until it has ended.
            let _place = place;
            let Ok(_own) = at_once.acquire_owned().await else { return };
            let Ok(_permit) = heavy.acquire_owned().await else { return };
            tell.send_modify(|info| info.state = JobState::Running);
            let finished = tokio::task::spawn_blocking(move || {
                let result = run(&*table, scene.as_deref(), work, &cancelled, &tell);
                tell.send_modify(|info| match result {
                    _ if cancelled.load(Ordering::Relaxed) => info.state = JobState::Cancelled,
                    Ok(result) => (info.state, info.done, info.result) = (JobState::Done, info.of, Some(result)),
                    Err(problem) => (info.state, info.problem) = (JobState::Failed, Some(problem)),
                });
            });
            if finished.await.is_err() {
                tracing::error!("a job panicked");
            }
            metrics.jobs.fetch_add(1, Ordering::Relaxed);
        });
        Ok(info)
    }

    /// How a job stands, now and from now on.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<JobInfo>, Problem> {
        let message = "there is no such job, or not any more";
        let missing = || Problem::new(StatusCode::NOT_FOUND, "no-such-job", message);
        self.all().get(id).map(|job| job.info.clone()).ok_or_else(missing)
    }

    /// Cancels a job.
    pub fn cancel(&self, id: &str) -> Result<JobInfo, Problem> {
        let info = self.watch(id)?;
        if let Some(job) = self.all().get(id) {
            job.cancelled.store(true, Ordering::Relaxed);
        }
        let info = info.borrow().clone();
        Ok(info)
    }

    /// Cancels all.
    pub fn cancel_all(&self) {
        self.all().values().for_each(|job| job.cancelled.store(true, Ordering::Relaxed));
    }

    /// Forgets those that ended long ago.
    pub fn forget_old(&self) {
        self.all().retain(|_, job| job.began.elapsed() < KEPT || !job.info.borrow().state.is_final());
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Job>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(
    table: &dyn OpenTable,
    scene: Option<&str>,
    work: Work,
    cancelled: &AtomicBool,
    tell: &watch::Sender<JobInfo>,
) -> Result<Value, Problem> {
    if cancelled.load(Ordering::Relaxed) {
        return Ok(Value::Null);
    }
    let hear = |now: Progress| {
        tell.send_if_modified(|info| {
            // A hundred steps are enough to draw a bar.
            let is_news = now.done.saturating_sub(info.done) >= (now.of / 100).max(1);
            if is_news {
                (info.done, info.of) = (now.done, now.of);
            }
            is_news
        });
    };
    let no_scene = || {
        let message = "only a scene can be changed; start this from a scene";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-scene", message)
    };
    match work {
        Work::Compare(trial) => compared(scene.ok_or_else(no_scene)?, &trial, cancelled, &hear),
        Work::Sweep { trial, vary } => swept(scene.ok_or_else(no_scene)?, &trial, &vary, cancelled, &hear),
        Work::Simulate { runs, seed, policies } => {
            let policies = policies.into_iter().map(|playing| (playing.side, playing.policy)).collect();
            // One thread: tables in play come first.
            let batch = Batch { runs, seed, policies, threads: 1 };
            let mut told = 0;
            let report = table.simulate(&batch, &mut |done| {
                // A hundred steps are enough to draw a bar.
                if done - told >= (runs / 100).max(1) {
                    told = done;
                    tell.send_modify(|info| info.done = done);
                }
                !cancelled.load(Ordering::Relaxed)
            })?;
            serde_json::to_value(report).map_err(Problem::internal)
        }
        Work::Odds { actor, mut filled, reactions, answers } => {
            if let Some(named) = actor {
                let cards = table.actors();
                let found = cards.iter().find(|card| card.key == key_of(&named)).map(|card| card.id);
                let message = format!("nobody here is called {named:?}");
                let unknown = || {
                    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-actor", message)
                        .allowing(cards.iter().map(|card| card.key.clone()))
                };
                filled.actor = Some(found.ok_or_else(unknown)?);
            }
            let reactions = match reactions {
                Reacting::Best => Reactions::Best,
                Reacting::Never => Reactions::Never,
                Reacting::Always => Reactions::Always,
                Reacting::All => Reactions::All,
            };
            let effort = Effort { ways: MOST_WAYS, is_wanted: &|| !cancelled.load(Ordering::Relaxed), closed: true };
            let odds = table.odds_within(effort, Seat::Gm, &filled, Deciding::from(reactions).with(answers))?;
            serde_json::to_value(&odds).map_err(Problem::internal)
        }
    }
}
