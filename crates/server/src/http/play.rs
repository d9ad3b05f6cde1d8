//! Play over plain HTTP: everything a WebSocket can do, one request at a time.

use super::{
    extract::{Asked, Body, Part, Seated},
    tables::whole,
};
use crate::{
    error::Problem,
    hall::Hall,
    heavy::Asker,
    jobs::{JobInfo, Work},
    store::SeatId,
    table::Wish,
    wire::{Ack, BotRequest, Log, OddsRequest, PutRequest, Situation},
};
use axum::{Json, extract::State};
use referee_engine::{Filled, Slot, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

type Reply<T> = Result<Json<T>, Problem>;

pub async fn situation(Seated { table, by }: Seated) -> Reply<Situation> {
    Ok(Json(table.situation(&by).await?))
}

#[derive(Debug, Deserialize)]
pub struct After {
    #[serde(default)]
    after: u64,
    seat: Option<i64>,
}

pub async fn log(Seated { table, by }: Seated, Asked(asked): Asked<After>) -> Reply<Log> {
    Ok(Json(table.log(&by, asked.after, asked.seat.map(SeatId)).await?))
}

/// What a seat saw after a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Then {
    pub line: u64,
    pub view: View,
}

#[derive(Debug, Deserialize)]
pub struct Eyes {
    seat: Option<i64>,
}

pub async fn at(Seated { table, by }: Seated, Part(line): Part<u64>, Asked(eyes): Asked<Eyes>) -> Reply<Then> {
    Ok(Json(Then { line, view: table.seen_at(&by, line, eyes.seat.map(SeatId)).await? }))
}

pub async fn put(
    Seated { table, by }: Seated,
    State(hall): State<Arc<Hall>>,
    Body(request): Body<PutRequest>,
) -> Reply<Ack> {
    if hall.is_stopping() {
        return Err(Problem::stopping());
    }
    whole(async move { Ok(table.put(&by, &request.id, Wish::Put(request.put)).await?.ack) }).await
}

pub async fn bot(
    Seated { table, by }: Seated,
    State(hall): State<Arc<Hall>>,
    Body(request): Body<BotRequest>,
) -> Reply<Ack> {
    if hall.is_stopping() {
        return Err(Problem::stopping());
    }
    whole(async move { Ok(table.put(&by, &request.id, Wish::Bot(request.policy)).await?.ack) }).await
}

pub async fn slots(Seated { table, by }: Seated, Body(filled): Body<Filled>) -> Reply<Vec<Slot>> {
    Ok(Json(table.slots(&by, &filled).await?.0))
}

pub async fn odds(
    Seated { table, by }: Seated,
    State(hall): State<Arc<Hall>>,
    Body(asked): Body<OddsRequest>,
) -> Reply<Value> {
    let turn = hall.heavy.turn(Asker::Seat(by.seat.id)).await?;
    Ok(Json(table.odds(turn, &by, asked).await?))
}

pub async fn start_job(
    Seated { table, by }: Seated,
    State(hall): State<Arc<Hall>>,
    Body(work): Body<Work>,
) -> Reply<JobInfo> {
    by.must_be_gm()?;
    let place = hall.heavy.place(Asker::Seat(by.seat.id))?;
    Ok(Json(hall.jobs.start_on(place, table.copy(None).await?, work)?))
}
