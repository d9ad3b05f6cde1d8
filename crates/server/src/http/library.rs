//! Routes that belong to no table: books, rules, jobs, health and metrics.

use super::{
    client::Client,
    extract::{Asked, Body, Creator, Part},
};
use crate::{
    error::Problem,
    hall::Hall,
    heavy::Asker,
    jobs::{JobInfo, NewJob},
    wire::Card,
};
use axum::{
    Extension, Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use referee_dice::{Expr, ParseError};
use referee_engine::{RuleId, Seat, View};
use referee_shelf::{SchemaOf, book, books as all_books, open_scene, ready_scene};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

type Reply<T> = Result<Json<T>, Problem>;

/// A rulebook.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookInfo {
    /// Its name in files and commands.
    pub name: String,
    /// Its display name.
    pub title: String,
    /// The version of its rules.
    pub version: u32,
    /// A one-line description.
    pub about: String,
    /// The policies with which the computer can play it.
    pub policies: Vec<String>,
    /// Its ready-made scenes.
    pub scenes: Vec<SceneInfo>,
}

/// A ready-made scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SceneInfo {
    /// The name used to create a table: `clockworld:duel`.
    pub name: String,
    pub title: String,
}

pub async fn books() -> Json<Vec<BookInfo>> {
    let info = |book: &&'static dyn referee_shelf::Book| BookInfo {
        name: book.name().into(),
        title: book.title().into(),
        version: book.version(),
        about: book.about().into(),
        policies: book.policies().into_iter().map(Into::into).collect(),
        scenes: book
            .scenes()
            .iter()
            .map(|ready| SceneInfo { name: format!("{}:{}", ready.book, ready.name), title: ready.title().into() })
            .collect(),
    };
    Json(all_books().iter().map(info).collect())
}

pub async fn schema(Part(name): Part<String>) -> Reply<Value> {
    let book = book(&name).map_err(|error| {
        Problem::new(StatusCode::NOT_FOUND, "unknown-book", error.to_string()).allowing(error.known)
    })?;
    Ok(Json(book.schema(SchemaOf::Scene)))
}

pub async fn rule(Part(id): Part<String>) -> Reply<Value> {
    let missing = |message: String| Problem::new(StatusCode::NOT_FOUND, "unknown-rule", message);
    let id: RuleId = id.parse().map_err(|error: referee_engine::NotARuleId| missing(error.to_string()))?;
    let mut entries = all_books().iter().flat_map(|book| &book.ledger().entries);
    let entry = entries.find(|entry| entry.id == id).ok_or_else(|| missing(format!("no ledger has {id}")))?;
    Ok(Json(serde_json::to_value(entry).map_err(Problem::internal)?))
}

pub async fn rules(Part(name): Part<String>) -> Result<Response, Problem> {
    let name = name.as_str();
    let book = book(name).map_err(|error| {
        Problem::new(StatusCode::NOT_FOUND, "unknown-book", error.to_string()).allowing(error.known)
    })?;
    Ok(Json(book.ledger()).into_response())
}

/// A preview of a ready-made scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScenePreview {
    /// The name used to create a table.
    pub name: String,
    pub title: String,
    /// A short description.
    pub about: String,
    /// The source of the scene.
    pub text: String,
    /// The characters in it.
    pub actors: Vec<Card>,
    /// The game master's view.
    pub view: View,
}

pub async fn scene(Part(name): Part<String>) -> Reply<ScenePreview> {
    let missing =
        || Problem::new(StatusCode::NOT_FOUND, "unknown-scene", format!("there is no ready-made scene named {name:?}"));
    let ready = ready_scene(&name).ok_or_else(missing)?;
    let table = ready.source();
    let table = open_scene(&table, [0; 32]).map_err(Problem::internal)?;
    let about = ready.text.lines().find_map(|line| line.strip_prefix("about = \"")?.strip_suffix('"'));
    Ok(Json(ScenePreview {
        name: format!("{}:{}", ready.book, ready.name),
        title: ready.title().into(),
        about: about.unwrap_or_default().into(),
        text: ready.text.into(),
        actors: table.actors().into_iter().map(Card::from).collect(),
        view: table.view(Seat::Gm),
    }))
}

/// Maximum number of totals listed in an answer.
const MOST_TOTALS: usize = 2_000;

#[derive(Debug, Deserialize)]
pub struct Dice {
    roll: String,
}

/// The exact odds of a dice expression.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiceOdds {
    /// The expression as it was understood.
    pub roll: String,
    /// The expected total.
    pub mean: f64,
    /// Every total with its chance, lowest first.
    pub values: Vec<DiceTotal>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiceTotal {
    pub value: i32,
    /// Its chance as a fraction, if that is short enough to read; `referee odds --json` prints all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// Its chance.
    pub decimal: f64,
}

pub async fn dice(
    State(hall): State<Arc<Hall>>,
    client: Option<Extension<Client>>,
    Asked(Dice { roll }): Asked<Dice>,
) -> Reply<DiceOdds> {
    let wrong = |message: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-dice", message);
    if roll.len() > 200 {
        return Err(wrong("a dice expression has at most 200 characters".into()));
    }
    let turn = hall.heavy.turn(asker(client)).await?;
    let work = move || {
        // The turn is held until the work is done, even if the client has gone.
        let _turn = turn;
        let roll: Expr = roll.parse().map_err(|error: ParseError| wrong(error.to_string()))?;
        let odds = roll.distribution().map_err(|error| wrong(error.to_string()))?;
        if odds.len() > MOST_TOTALS {
            return Err(wrong(format!(
                "this expression has {} totals; at most {MOST_TOTALS} are listed here",
                odds.len()
            )));
        }
        let values = odds.chances().map(|(value, chance)| DiceTotal {
            value,
            decimal: chance.to_f64(),
            exact: chance.short().map(|chance| chance.to_string()),
        });
        Ok(DiceOdds { roll: roll.to_string(), mean: odds.mean().to_f64(), values: values.collect() })
    };
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?.map(Json)
}

pub async fn openapi() -> Json<&'static Value> {
    Json(super::document())
}

pub async fn start_job(
    _: Creator,
    State(hall): State<Arc<Hall>>,
    client: Option<Extension<Client>>,
    Body(new): Body<NewJob>,
) -> Reply<JobInfo> {
    let place = hall.heavy.place(asker(client))?;
    Ok(Json(hall.jobs.start(place, new).await?))
}

/// The asker for a request without a seat.
fn asker(client: Option<Extension<Client>>) -> Asker {
    Asker::Address(client.map(|Extension(Client(address))| address))
}

#[derive(Debug, Deserialize)]
pub struct Wait {
    #[serde(default)]
    wait: u64,
}

pub async fn job(
    State(hall): State<Arc<Hall>>,
    Part(id): Part<String>,
    Asked(Wait { wait }): Asked<Wait>,
) -> Reply<JobInfo> {
    let mut watch = hall.jobs.watch(&id)?;
    let is_final = watch.borrow_and_update().state.is_final();
    if wait > 0 && !is_final {
        let _ = tokio::time::timeout(Duration::from_millis(wait.min(30_000)), watch.changed()).await;
    }
    let info = watch.borrow().clone();
    Ok(Json(info))
}

pub async fn cancel_job(State(hall): State<Arc<Hall>>, Part(id): Part<String>) -> Reply<JobInfo> {
    Ok(Json(hall.jobs.cancel(&id)?))
}

/// Liveness probe: the process is running.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness probe: requests may be sent here.
pub async fn readyz(State(hall): State<Arc<Hall>>) -> Response {
    if hall.is_stopping() {
        return Problem::stopping().into_response();
    }
    match hall.store.ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => Problem::from(error).into_response(),
    }
}

/// Requires the create key: the numbers count lines that players must not know of.
pub async fn metrics(_: Creator, State(hall): State<Arc<Hall>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, hall.metrics.text(hall.store.counts())).into_response()
}
