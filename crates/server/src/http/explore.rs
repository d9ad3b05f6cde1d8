//! Questions about a scene without a table: which actions are possible and which slots they need. Also the worked
//! examples for a rule.

use super::extract::{Body, Creator, Part};
use crate::{
    error::Problem,
    hall::open,
    wire::{Card, Origin},
};
use axum::{Json, http::StatusCode};
use referee_engine::{Filled, Offer, RuleId, Seat, Slot, View};
use referee_shelf::cases_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

type Reply<T> = Result<Json<T>, Problem>;

/// A request to explore a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    pub from: Origin,
    /// An offer whose slots are wanted.
    #[serde(default)]
    pub filled: Option<Filled>,
}

/// The start of a scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Explored {
    /// The characters in it.
    pub actors: Vec<Card>,
    /// The game master's view.
    pub view: View,
    /// The actions possible at the start.
    pub offers: Vec<Offer>,
    /// The slots of the requested offer.
    pub slots: Vec<Slot>,
}

pub async fn explore(_: Creator, Body(asked): Body<ExploreRequest>) -> Reply<Explored> {
    let work = move || {
        let (table, ..) = open(asked.from, [0; 32])?;
        let slots = match &asked.filled {
            Some(filled) => table.slots(Seat::Gm, filled)?,
            None => Vec::new(),
        };
        let actors = table.actors().into_iter().map(Card::from).collect();
        Ok(Explored { actors, view: table.view(Seat::Gm), offers: table.offers(Seat::Gm), slots })
    };
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?.map(Json)
}

/// A worked example for a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShownCase {
    /// Its path from the root of the repository.
    pub file: &'static str,
    /// What it demonstrates.
    pub title: String,
    /// The whole file: the scene, the steps with their dice, and the expected results.
    pub text: &'static str,
}

pub async fn cases(Part(id): Part<String>) -> Reply<Vec<ShownCase>> {
    let missing = |message: String| Problem::new(StatusCode::NOT_FOUND, "unknown-rule", message);
    let id: RuleId = id.parse().map_err(|error: referee_engine::NotARuleId| missing(error.to_string()))?;
    let shown = cases_of(id).into_iter();
    Ok(Json(shown.map(|case| ShownCase { file: case.file, title: case.title(), text: case.text }).collect()))
}
