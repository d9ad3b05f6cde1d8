//! What a client is told when something is not done: a stable code, the rule behind it, and what would be allowed.

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

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// A stable word for programs: `refused/not-your-turn`, `not-asked`, `paused`. All of them are in docs/protocol.md.
    pub code: String,
    /// The rule that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// One sentence for people.
    pub message: String,
    /// What would be allowed instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// Every mistake in a scene, with its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
    /// The status of the HTTP answer.
    #[serde(skip)]
    #[schemars(skip)]
    pub status: Status,
}

/// The status of an HTTP answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub StatusCode);

impl Default for Status {
    fn default() -> Self {
        Status(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl Problem {
    /// A problem with its code and sentence.
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

    /// The same, with what would be allowed.
    pub fn allowing(mut self, allowed: impl IntoIterator<Item = impl Into<String>>) -> Problem {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }

    /// The link leads nowhere: no such table, no such seat, revoked. Which of them, nobody is told.
    pub fn no_seat() -> Problem {
        let message = "this link is not valid, or not any more; ask the game master for a new one";
        Problem::new(StatusCode::UNAUTHORIZED, "no-such-seat", message)
    }

    /// Only the game master may do this.
    pub fn gm_only() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "gm-only", "only the game master may do this")
    }

    /// What came in cannot be read.
    pub fn malformed(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// The server is stopping.
    pub fn stopping() -> Problem {
        let message = "the server is stopping; what was acknowledged is kept. Connect again in a moment";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message)
    }

    /// The same seat has asked about something newer since.
    pub fn superseded() -> Problem {
        let message = "something newer was asked for since; this was given up";
        Problem::new(StatusCode::CONFLICT, "superseded", message)
    }

    /// A mistake of ours.
    pub fn internal(why: impl std::fmt::Display) -> Problem {
        tracing::error!(%why, "a mistake of the server");
        let message = "a mistake of the server; nothing has changed. The log of the server says more";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// What a session answered, as far as `seat` may know it: whether a question is open that it was not asked, it
    /// does not learn.
    pub fn of_session(error: SessionError, seat: Seat) -> Problem {
        let conflict = StatusCode::CONFLICT;
        match error {
            SessionError::Refused(refusal) => refusal.into(),
            SessionError::Busy(_) => Problem::new(
                conflict,
                "busy",
                "an action is under way and waits for an answer; it has to be answered or abandoned first",
            ),
            SessionError::NotYours { .. } if seat.is_gm() => Problem::internal("the game master may answer for all"),
            SessionError::NotAsked { .. } | SessionError::NotYours { .. } => Problem::new(
                conflict,
                "not-asked",
                "this is not asked, or not any more, or not of this seat; nothing has to be done",
            ),
            SessionError::OnlyWatches => {
                Problem::new(StatusCode::FORBIDDEN, "only-watches", "this seat watches; it cannot put anything in")
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
                let message = "somebody else was quicker; look at the table and try again";
                Problem::new(StatusCode::CONFLICT, "taken", message)
            }
            StoreError::Missing(_) => Problem::no_seat(),
            StoreError::Unwritable(why) => {
                tracing::error!(why, "writing to the store failed");
                let message = "this could not be written down, so it may not have happened; repeat it with the same id";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", message)
            }
            StoreError::Unreadable(why) => {
                tracing::error!(why, "reading from the store failed");
                let message = "this could not be read from the store; nothing was changed, try again";
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
