//! What belongs to no table: books, rules, jobs, and how the server is.

use super::extract::{Asked, Body, Creator, Part};
use crate::{
    error::Problem,
    hall::Hall,
    jobs::{JobInfo, NewJob},
};
use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use referee_engine::RuleId;
use referee_shelf::{SchemaOf, book, books as all_books};
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
    /// Its name as a person writes it.
    pub title: String,
    /// The version of its rules.
    pub version: u32,
    /// What it is like, in a line.
    pub about: String,
    /// The ways a machine can play it.
    pub policies: Vec<String>,
    /// Scenes that are ready to play.
    pub scenes: Vec<SceneInfo>,
}

/// A scene that is ready to play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SceneInfo {
    /// What a new table names: `clockworld:duel`.
    pub name: String,
    /// What it is called.
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

pub async fn openapi() -> Json<&'static Value> {
    Json(super::document())
}

pub async fn start_job(_: Creator, State(hall): State<Arc<Hall>>, Body(new): Body<NewJob>) -> Reply<JobInfo> {
    Ok(Json(hall.jobs.start(new).await?))
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

/// Is the process alive?
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// May requests be sent here?
pub async fn readyz(State(hall): State<Arc<Hall>>) -> Response {
    if hall.is_stopping() {
        return Problem::stopping().into_response();
    }
    match hall.store.ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => Problem::from(error).into_response(),
    }
}

pub async fn metrics(State(hall): State<Arc<Hall>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, hall.metrics.text(hall.store.counts())).into_response()
}
