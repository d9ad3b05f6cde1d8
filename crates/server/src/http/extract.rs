//! Extractors: who is speaking and what they sent, or a problem with a code.

use crate::{
    error::Problem,
    hall::Hall,
    keys,
    table::{Speaker, Table},
};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

type State = Arc<Hall>;

/// How long a client may take to send the body of a request.
const PATIENCE: Duration = Duration::from_secs(15);

/// A seat at the table in the path, identified by the key in the header.
#[derive(Debug)]
pub struct Seated {
    pub table: Arc<Table>,
    pub by: Speaker,
}

impl FromRequestParts<State> for Seated {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, hall: &State) -> Result<Seated, Problem> {
        let code = path_part(parts, hall, "table").await?;
        let key = bearer(&parts.headers).ok_or_else(Problem::no_seat)?.to_owned();
        let table = hall.table(&code).await?;
        let by = table.speaker(&key)?;
        Ok(Seated { table, by })
    }
}

/// A client that may create tables.
#[derive(Clone, Copy, Debug)]
pub struct Creator;

impl FromRequestParts<State> for Creator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, hall: &State) -> Result<Creator, Problem> {
        let Some(key) = &hall.settings.create_key else { return Ok(Creator) };
        let given = bearer(&parts.headers);
        if given.is_some_and(|given| keys::is_same(given, key)) {
            return Ok(Creator);
        }
        let message = "creating tables requires the create key of this server";
        Err(Problem::new(StatusCode::UNAUTHORIZED, "create-key", message))
    }
}

/// The key in `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(key.trim())
}

/// A named path parameter.
pub async fn path_part(parts: &mut Parts, hall: &State, name: &str) -> Result<String, Problem> {
    let params = RawPathParams::from_request_parts(parts, hall).await;
    let params = params.map_err(|error| Problem::malformed(error.to_string()))?;
    let found = params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
    found.ok_or_else(|| Problem::internal(format!("the path has no {name}")))
}

/// A parsed path parameter.
#[derive(Debug)]
pub struct Part<T>(pub T);

impl<T: std::str::FromStr> FromRequestParts<State> for Part<T> {
    type Rejection = Problem;

    /// Parses the last named path parameter.
    async fn from_request_parts(parts: &mut Parts, hall: &State) -> Result<Part<T>, Problem> {
        let params = RawPathParams::from_request_parts(parts, hall).await;
        let params = params.map_err(|error| Problem::malformed(error.to_string()))?;
        let (name, value) = params.iter().last().ok_or_else(|| Problem::internal("the path has no part"))?;
        let unreadable = |_| {
            let shown: String = value.chars().take(40).collect();
            Problem::new(StatusCode::NOT_FOUND, "not-found", format!("{shown:?} is no {name}"))
        };
        value.parse().map(Part).map_err(unreadable)
    }
}

/// The query parameters.
#[derive(Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<State> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, hall: &State) -> Result<Asked<T>, Problem> {
        let query = Query::<T>::from_request_parts(parts, hall).await;
        query.map(|Query(asked)| Asked(asked)).map_err(|error| Problem::malformed(error.body_text()))
    }
}

/// A JSON body.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<State> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, hall: &State) -> Result<Body<T>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
            // Another site's page can send plain forms cross-origin without a preflight, but not JSON.
            let message = "the body must be JSON, sent as application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
        }
        let bytes = timeout(PATIENCE, Bytes::from_request(request, hall)).await.map_err(|_| {
            let message = format!("the body must arrive within {} seconds", PATIENCE.as_secs());
            Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message)
        })?;
        let bytes = bytes.map_err(|error| {
            let status = error.status();
            let code = if status == StatusCode::PAYLOAD_TOO_LARGE { "too-large" } else { "malformed" };
            Problem::new(status, code, error.body_text())
        })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| Problem::malformed(error.to_string()))
    }
}
