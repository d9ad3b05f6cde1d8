//! The WebSocket messages in both directions.

use super::{Ack, Log, Reacting, SeatInfo, Situation, TableInfo, VERSION};
use crate::{error::Problem, store::SeatId};
use referee_engine::{Drawn, Filled, Slot};
use referee_shelf::{Heard, Put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message from a client over a WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message: identifies the seat and where to resume.
    Hello {
        /// The protocol version of the client.
        #[serde(default = "version")]
        version: u32,
        /// The key of the seat.
        key: String,
        /// The last line the client has seen; the log after it is sent.
        #[serde(default)]
        after: u64,
        /// Which notifications to send; all if omitted.
        #[serde(default)]
        want: Option<Vec<Want>>,
    },
    /// Submits an action, an answer or other input.
    Put {
        /// The client's id for this request.
        id: String,
        put: Put,
    },
    /// Lets the computer act or answer. Game master only.
    Bot {
        /// The client's id for this request.
        id: String,
        /// The policy to use.
        policy: String,
    },
    /// Requests the slots of an offer, given the values filled in so far.
    Slots {
        /// The client's id for this request.
        id: String,
        filled: Filled,
    },
    /// Requests the odds of an offer.
    Odds {
        /// The client's id for this request.
        id: String,
        #[serde(flatten)]
        odds: OddsQuery,
    },
    /// Requests the odds of the pending action for each option of a question put to this seat.
    OptionOdds {
        /// The client's id for this request.
        id: String,
        /// The id of the question.
        ask: usize,
    },
    /// Points at a cell of the map, visible to everyone. Not recorded.
    Point {
        /// The client's id for this request.
        id: String,
        /// The column of the cell.
        x: i16,
        /// The row of the cell.
        y: i16,
    },
    /// Asks for a reply, to check that the connection is alive.
    Ping {
        /// The client's id for this request.
        id: String,
    },
}

/// An odds request inside a message; see `OddsRequest`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OddsQuery {
    /// The offer with its slots.
    pub filled: Filled,
    /// How others decide about reactions along the way.
    #[serde(default)]
    pub reactions: Reacting,
    /// Fixed answers, by option key.
    #[serde(default)]
    pub answers: Vec<String>,
}

fn version() -> u32 {
    VERSION
}

/// A kind of notification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// Log entries: `told` and `undone`.
    Log,
    /// The current state: `situation`.
    Situation,
    /// Who is connected: `present`.
    Present,
}

/// A message from the server over a WebSocket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The protocol version of the server.
        version: u32,
        table: TableInfo,
        seat: SeatInfo,
        /// The last line, in this seat's numbering; see `Situation`.
        line: u64,
    },
    /// The log after the line named in `hello`, or the whole log if that line does not exist.
    Log {
        #[serde(flatten)]
        log: Log,
        /// Discard what you have: this is the whole log.
        reset: bool,
    },
    /// The log entry of a new line, as this seat hears it.
    Told {
        /// The number of the line.
        line: u64,
        /// Some seats did not hear or see all of the following.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
        told: Vec<Heard>,
    },
    /// The complete list of lines that are currently undone.
    Undone { lines: Vec<u64> },
    /// The current state; only the parts that changed.
    Situation(Box<Situation>),
    /// The table was paused, resumed or ended.
    Table { table: TableInfo },
    /// Who is connected.
    Present { seats: Vec<SeatId> },
    /// A request is done and on disk.
    Ack {
        /// The id of the request.
        id: String,
        #[serde(flatten)]
        ack: Ack,
    },
    /// The requested slots.
    Slots {
        /// The id of the request.
        id: String,
        slots: Vec<Slot>,
        /// What to draw on the map: ranges, reach, areas, cover.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Drawn>,
    },
    /// The requested odds.
    Odds {
        /// The id of the request.
        id: String,
        odds: serde_json::Value,
    },
    /// The requested odds of the pending action.
    OptionOdds {
        /// The id of the request.
        id: String,
        /// The options with their odds.
        options: serde_json::Value,
    },
    /// Someone points at a cell.
    Pointed {
        /// The seat that points.
        seat: SeatId,
        /// The column of the cell.
        x: i16,
        /// The row of the cell.
        y: i16,
    },
    /// The answer to `ping` and `point`.
    Pong {
        /// The id of the request.
        id: String,
    },
    /// A request was refused.
    Error {
        /// The id of the request, if it could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        #[serde(flatten)]
        problem: Problem,
    },
    /// The server closes this connection. Everything acknowledged is saved.
    Closing {
        /// The reason: `stopping`, `revoked`, `seat-changed`, `behind`.
        code: String,
        /// The reason as a sentence.
        message: String,
    },
}

impl ServerMessage {
    /// The message as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data")
    }
}
