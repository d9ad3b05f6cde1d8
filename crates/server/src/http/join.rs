//! Join codes and the answer timer.

use super::{
    client::Client,
    extract::{Body, Seated},
    tables::whole,
};
use crate::{
    error::Problem,
    hall::Hall,
    keys,
    wire::{InviteRequest, Invited, JoinRequest, Joined, TableInfo, TimerRequest},
};
use axum::{Extension, Json, extract::State, http::StatusCode};
use std::sync::Arc;

type Reply<T> = Result<Json<T>, Problem>;

pub async fn join(
    State(hall): State<Arc<Hall>>,
    client: Option<Extension<Client>>,
    Body(asked): Body<JoinRequest>,
) -> Reply<Joined> {
    hall.joins.try_one(client.map(|Extension(Client(address))| address))?;
    // The message does not say whether a code never existed or has expired.
    let wrong = || {
        let message = "this join code is not valid; ask the game master for the current one";
        Problem::new(StatusCode::NOT_FOUND, "no-such-code", message)
    };
    let code = keys::read_invite(&asked.code).ok_or_else(wrong)?;
    let row = hall.store.invited(&code).await?.ok_or_else(wrong)?;
    let table = hall.table(&row.code).await?;
    whole(async move { table.join(&code, asked.seat).await?.ok_or_else(wrong) }).await
}

pub async fn invite(Seated { table, by }: Seated) -> Reply<Invited> {
    Ok(Json(table.invite(&by)?))
}

pub async fn make_invite(Seated { table, by }: Seated, Body(asked): Body<InviteRequest>) -> Reply<Invited> {
    whole(async move { table.make_invite(&by, asked.minutes).await }).await
}

pub async fn end_invite(Seated { table, by }: Seated) -> Reply<Invited> {
    whole(async move { table.end_invite(&by).await }).await
}

pub async fn set_timer(Seated { table, by }: Seated, Body(asked): Body<TimerRequest>) -> Reply<TableInfo> {
    whole(async move { table.set_timer(&by, asked.timer).await }).await
}
