//! Jobs: long-running simulations and odds. They can be started, watched and cancelled.

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

/// Maximum number of jobs kept, including waiting and finished ones.
const MOST_JOBS: usize = 200;
/// How long a finished job is kept.
const KEPT: Duration = Duration::from_secs(600);
/// Maximum number of fights per job.
const MOST_RUNS: u64 = 100_000_000;
/// Maximum number of branches that exact odds explore in one job: a few seconds of work.
const MOST_WAYS: usize = 2_000_000;

/// What a job computes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Work {
    /// Simulates fights between computer players.
    Simulate {
        /// The number of fights.
        runs: u64,
        /// The result depends only on the seed and the settings.
        #[serde(default)]
        seed: u64,
        /// Which policy each side uses; later entries override earlier ones.
        #[serde(default)]
        policies: Vec<Playing>,
    },
    /// Compares the scene as written with the scene after `set`, fight by fight with the same seeds.
    Compare(Trial),
    /// Simulates the scene for every combination of parameter values.
    Sweep {
        #[serde(flatten)]
        trial: Trial,
        /// The parameters and their values: `rules.reactions_before_first_turn=0..2`, `mudo.reach_ft=5,10`.
        vary: Vec<String>,
    },
    /// Computes the exact odds of an action.
    Odds {
        /// The key of the acting character.
        #[serde(default)]
        actor: Option<String>,
        /// The offer with its slots; its actor is replaced by `actor` if that is given.
        filled: Filled,
        /// How others decide about reactions along the way.
        #[serde(default)]
        reactions: Reacting,
        /// Fixed answers, by option key.
        #[serde(default)]
        answers: Vec<String>,
    },
}

/// The policy of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    /// The side's name; all sides if omitted.
    #[serde(default)]
    pub side: Option<String>,
    /// One of the book's policies.
    pub policy: String,
}

/// A job to start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewJob {
    pub from: Origin,
    pub work: Work,
}

/// The status of a job.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobInfo {
    /// An unguessable id: anyone who knows it may watch and cancel the job.
    pub id: String,
    pub state: JobState,
    /// Fights simulated so far.
    pub done: u64,
    /// Total number of fights.
    pub of: u64,
    /// The result, once the job is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The error, if the job failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Queued behind other jobs.
    Waiting,
    Running,
    /// Finished with a result.
    Done,
    Cancelled,
    Failed,
}

impl JobState {
    /// Whether the job has finished, with or without a result.
    pub fn is_final(self) -> bool {
        matches!(self, JobState::Done | JobState::Cancelled | JobState::Failed)
    }
}

/// All jobs of the server.
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
    /// Jobs share the limit on heavy work (`at_once`) but leave one slot free for interactive requests.
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

    /// Starts a job on the current state of a table.
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
                    let message = format!("the number of runs must be 1 to {MOST_RUNS}");
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
                let message = "too many jobs; wait for some to finish, or cancel some";
                return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-jobs", message));
            }
            all.insert(id, job);
        }
        let (at_once, heavy, metrics) = (Arc::clone(&self.at_once), Arc::clone(&self.heavy), Arc::clone(&self.metrics));
        tokio::spawn(async move {
            // The asker's place in the queue is taken until the job ends.
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

    /// Returns a receiver for the status of a job, now and whenever it changes.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<JobInfo>, Problem> {
        let message = "this job does not exist or has expired";
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

    /// Cancels all jobs.
    pub fn cancel_all(&self) {
        self.all().values().for_each(|job| job.cancelled.store(true, Ordering::Relaxed));
    }

    /// Removes jobs that finished some time ago.
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
            // Progress is reported in steps of one percent.
            let is_news = now.done.saturating_sub(info.done) >= (now.of / 100).max(1);
            if is_news {
                (info.done, info.of) = (now.done, now.of);
            }
            is_news
        });
    };
    let no_scene = || {
        let message = "this job needs a scene; it cannot run on a table";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-scene", message)
    };
    match work {
        Work::Compare(trial) => compared(scene.ok_or_else(no_scene)?, &trial, cancelled, &hear),
        Work::Sweep { trial, vary } => swept(scene.ok_or_else(no_scene)?, &trial, &vary, cancelled, &hear),
        Work::Simulate { runs, seed, policies } => {
            let policies = policies.into_iter().map(|playing| (playing.side, playing.policy)).collect();
            // One thread only: tables in play have priority.
            let batch = Batch { runs, seed, policies, threads: 1 };
            let mut told = 0;
            let report = table.simulate(&batch, &mut |done| {
                // Progress is reported in steps of one percent.
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
                let message = format!("there is no character named {named:?}");
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
