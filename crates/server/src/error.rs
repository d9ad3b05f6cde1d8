//! Errors sent to clients: a stable code, the rule behind it, and what would be allowed.

use crate::store::StoreError;
use axum::{
    Json,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use referee_engine::{
    ExploreError, JournalError, OddsError, Refusal, RuleId, Seat, SessionError,
    door::{Mistake, Mistakes},
};
use referee_shelf::BatchError;
use schemars::JsonSchema;
use serde::Serialize;

/// Why a request was refused. Nothing has changed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// A stable identifier for programs: `refused/not-your-turn`, `not-asked`, `paused`. docs/protocol.md lists all of
    /// them.
    pub code: String,
    /// The rule behind the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// One sentence for people.
    pub message: String,
    /// What would be allowed instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// Every mistake in a scene, with its location.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
    #[serde(skip)]
    #[schemars(skip)]
    pub status: Status,
}

/// The status of an HTTP response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub StatusCode);

impl Default for Status {
    fn default() -> Self {
        Status(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl Problem {
    pub fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Problem {
        Problem {
            code: code.to_owned(),
            rule: None,
            message: message.into(),
            allowed: Vec::new(),
            mistakes: Vec::new(),
            status: Status(status),
        }
    }

    /// Adds what would be allowed.
    pub fn allowing(mut self, allowed: impl IntoIterator<Item = impl Into<String>>) -> Problem {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }

    /// The key is not valid. The message does not say whether the table, the seat or the key is wrong.
    pub fn no_seat() -> Problem {
        let message = "this link is not valid or has been revoked; ask the game master for a new one";
        Problem::new(StatusCode::UNAUTHORIZED, "no-such-seat", message)
    }

    /// Game master only.
    pub fn gm_only() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "gm-only", "only the game master may do this")
    }

    /// The request cannot be read.
    pub fn malformed(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// The server is shutting down.
    pub fn stopping() -> Problem {
        let message = "the server is shutting down; everything acknowledged is saved. Reconnect in a moment";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message)
    }

    /// The same seat has made a newer request.
    pub fn superseded() -> Problem {
        let message = "cancelled because a newer request replaced it";
        Problem::new(StatusCode::CONFLICT, "superseded", message)
    }

    /// An internal error.
    pub fn internal(why: impl std::fmt::Display) -> Problem {
        tracing::error!(%why, "internal error");
        let message = "internal server error; nothing has changed. See the server log for details";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Converts a session error, limited to what `seat` may know: a seat must not learn whether somebody else's
    /// question is open.
    pub fn of_session(error: SessionError, seat: Seat) -> Problem {
        let conflict = StatusCode::CONFLICT;
        match error {
            SessionError::Refused(refusal) => refusal.into(),
            SessionError::Busy(_) => {
                Problem::new(conflict, "busy", "an action is waiting for an answer; answer or abandon it first")
            }
            SessionError::NotYours { .. } if seat.is_gm() => {
                Problem::internal("the game master may answer every question")
            }
            SessionError::NotAsked { .. } | SessionError::NotYours { .. } => {
                Problem::new(conflict, "not-asked", "this question is no longer open, or is not yours to answer")
            }
            SessionError::OnlyWatches => {
                Problem::new(StatusCode::FORBIDDEN, "only-watches", "this is a spectator seat; it cannot act")
            }
            SessionError::BadAnswer { why, allowed } => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-answer", why).allowing(allowed)
            }
            SessionError::NoSuchLine { .. } => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-such-line", error.to_string())
            }
            SessionError::Forgotten { .. } => Problem::internal(error),
            SessionError::Broken(why) => Problem::internal(why),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let Refusal { code, rule, why, allowed } = refusal;
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &format!("refused/{code}"), why);
        Problem { rule, allowed, ..problem }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Taken => {
                let message = "another request was faster; check the table and try again";
                Problem::new(StatusCode::CONFLICT, "taken", message)
            }
            StoreError::Missing(_) => Problem::no_seat(),
            StoreError::Unwritable(why) => {
                tracing::error!(why, "writing to the store failed");
                let message = "this could not be saved and may not have happened; repeat it with the same id";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", message)
            }
            StoreError::Unreadable(why) => {
                tracing::error!(why, "reading from the store failed");
                let message = "reading from the store failed; nothing has changed, try again";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unreadable", message)
            }
            StoreError::Damaged(why) | StoreError::Unusable(why) => Problem::internal(why),
        }
    }
}

impl From<Mistakes> for Problem {
    fn from(mistakes: Mistakes) -> Problem {
        let more = if mistakes.more > 0 { format!(" (and {} more)", mistakes.more) } else { String::new() };
        let message = format!("the scene has {} mistakes{more}", mistakes.mistakes.len() + mistakes.more);
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "mistakes", message);
        Problem { mistakes: mistakes.mistakes, ..problem }
    }
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-journal", error.to_string())
    }
}

impl From<OddsError> for Problem {
    fn from(error: OddsError) -> Problem {
        match error {
            OddsError::Explore(ExploreError::Refused(refusal)) => refusal.into(),
            OddsError::Explore(ExploreError::Broken(why)) => Problem::internal(why),
            OddsError::Explore(ExploreError::Unwanted) => Problem::superseded(),
            OddsError::Explore(_) | OddsError::TooManyChoices => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many-ways", error.to_string())
            }
        }
    }
}

impl From<BatchError> for Problem {
    fn from(error: BatchError) -> Problem {
        match error {
            BatchError::Refused(refusal) => refusal.into(),
            BatchError::Broken { .. } => Problem::internal(error),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status.0, Json(&self)).into_response();
        if self.status.0 == StatusCode::UNAUTHORIZED {
            let challenge = header::HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
