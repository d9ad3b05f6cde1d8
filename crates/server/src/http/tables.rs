//! Creating, finding and changing tables and their seats.

use super::extract::{Asked, Body, Creator, Part, Seated};
use crate::{
    error::Problem,
    hall::Hall,
    store::{SeatId, State as Play},
    wire::{MadeTable, NewSeat, NewTable, SeatChange, SeatInfo, SeatKey, TableInfo},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use referee_shelf::Heard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

type Reply<T> = Result<Json<T>, Problem>;

#[derive(Debug, Deserialize)]
pub struct Listing {
    #[serde(default = "some")]
    most: usize,
}

fn some() -> usize {
    100
}

pub async fn list(_: Creator, State(hall): State<Arc<Hall>>, Asked(listing): Asked<Listing>) -> Reply<Vec<TableInfo>> {
    Ok(Json(hall.tables(None, listing.most.min(500)).await?))
}

pub async fn create(_: Creator, State(hall): State<Arc<Hall>>, Body(new): Body<NewTable>) -> Reply<MadeTable> {
    if hall.is_stopping() {
        return Err(Problem::stopping());
    }
    Ok(Json(hall.create(new).await?))
}

pub async fn info(Seated { table, .. }: Seated) -> Json<TableInfo> {
    Json(table.info())
}

pub async fn pause(seated: Seated) -> Reply<TableInfo> {
    set_state(seated, Play::Paused).await
}

pub async fn resume(seated: Seated) -> Reply<TableInfo> {
    set_state(seated, Play::Open).await
}

pub async fn end(seated: Seated) -> Reply<TableInfo> {
    set_state(seated, Play::Ended).await
}

async fn set_state(Seated { table, by }: Seated, state: Play) -> Reply<TableInfo> {
    whole(async move { table.set_state(&by, state).await }).await
}

/// Where a fork starts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkRequest {
    /// The line to fork after; the last one if omitted.
    #[serde(default)]
    pub line: Option<u64>,
    /// The new table's name; that of the original if omitted.
    #[serde(default)]
    pub name: Option<String>,
}

pub async fn fork(
    Seated { table, by }: Seated,
    State(hall): State<Arc<Hall>>,
    Body(fork): Body<ForkRequest>,
) -> Reply<MadeTable> {
    Ok(Json(hall.fork(&table, &by, fork.line, fork.name).await?))
}

pub async fn export_scene(Seated { table, by }: Seated) -> Result<Response, Problem> {
    Ok(file(table.scene(&by).await?, "application/toml", &table.code, "toml"))
}

pub async fn export_journal(Seated { table, by }: Seated) -> Result<Response, Problem> {
    Ok(file(table.journal(&by).await?, "application/jsonl", &table.code, "journal"))
}

pub async fn export_text(Seated { table, by }: Seated) -> Result<Response, Problem> {
    let log = table.log(&by, 0, None).await?;
    let mut text = String::new();
    for entry in &log.entries {
        let undone = if entry.undone { " (undone)" } else { "" };
        for heard in &entry.told {
            text.push_str(&in_words(heard));
            text.push_str(undone);
            text.push('\n');
        }
    }
    Ok(file(text, "text/plain; charset=utf-8", &table.code, "txt"))
}

fn in_words(heard: &Heard) -> String {
    match heard {
        Heard::Dice { name, roll, shown, typed, .. } => {
            format!("    {name}: {roll} {shown}{}", if *typed { " (physical dice)" } else { "" })
        }
        Heard::Line(line) if line.heading => format!("\n{}", line.text),
        Heard::Line(line) => {
            let factors: Vec<String> = line.factors.iter().map(|f| format!("{} {}", f.amount, f.why)).collect();
            let factors = if factors.is_empty() { String::new() } else { format!(" [{}]", factors.join(", ")) };
            let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
            let rules = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
            format!("{}{}{factors}{rules}", "  ".repeat(usize::from(line.depth)), line.text)
        }
    }
}

fn file(text: String, kind: &'static str, code: &str, ending: &str) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // A code contains only letters and digits.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{code}.{ending}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

pub async fn seats(Seated { table, by }: Seated) -> Json<Vec<SeatInfo>> {
    Json(table.seats(&by))
}

pub async fn add_seat(Seated { table, by }: Seated, Body(new): Body<NewSeat>) -> Reply<SeatKey> {
    whole(async move { table.add_seat(&by, new).await }).await
}

pub async fn change_seat(
    Seated { table, by }: Seated,
    Part(seat): Part<i64>,
    Body(change): Body<SeatChange>,
) -> Reply<SeatInfo> {
    whole(async move { table.change_seat(&by, SeatId(seat), change).await }).await
}

pub async fn revoke_seat(Seated { table, by }: Seated, Part(seat): Part<i64>) -> Reply<SeatInfo> {
    whole(async move { table.revoke(&by, SeatId(seat)).await }).await
}

pub async fn new_key(Seated { table, by }: Seated, Part(seat): Part<i64>) -> Reply<SeatKey> {
    whole(async move { table.new_key(&by, SeatId(seat)).await }).await
}

/// Runs work to completion even if the client disconnects in the middle.
pub async fn whole<T: Send + 'static>(work: impl Future<Output = Result<T, Problem>> + Send + 'static) -> Reply<T> {
    tokio::spawn(work).await.map_err(Problem::internal)?.map(Json)
}
