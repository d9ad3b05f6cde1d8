//! The messages of a WebSocket, both ways.

use super::{Ack, Log, Reacting, SeatInfo, Situation, TableInfo, VERSION};
use crate::{error::Problem, store::SeatId};
use referee_engine::{Drawn, Filled, Slot};
use referee_shelf::{Heard, Put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a client sends over a WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message: who it is, and where it was.
    Hello {
        /// The version of the messages that the client knows.
        #[serde(default = "version")]
        version: u32,
        /// The key of the seat.
        key: String,
        /// The last line that the client has seen; the log after it is sent.
        #[serde(default)]
        after: u64,
        /// What is to be sent without asking; everything if it is left out.
        #[serde(default)]
        want: Option<Vec<Want>>,
    },
    /// Puts something in.
    Put {
        /// The client's name for this request.
        id: String,
        /// What.
        put: Put,
    },
    /// Lets a machine act or answer; for the game master.
    Bot {
        /// The client's name for this request.
        id: String,
        /// How it plays.
        policy: String,
    },
    /// Asks for the slots of an offer, given what is filled.
    Slots {
        /// The client's name for this request.
        id: String,
        /// What is filled.
        filled: Filled,
    },
    /// Asks for the odds of an offer.
    Odds {
        /// The client's name for this request.
        id: String,
        /// The question.
        #[serde(flatten)]
        odds: OddsQuery,
    },
    /// Asks for the odds of the action under way, for each option of a question that this seat is asked.
    OptionOdds {
        /// The client's name for this request.
        id: String,
        /// The question.
        ask: usize,
    },
    /// Points at a cell of the map, for everybody to see. Nothing is kept of it.
    Point {
        /// The client's name for this request.
        id: String,
        /// The cell.
        x: i16,
        /// The cell.
        y: i16,
    },
    /// Asks for an answer, to see whether anybody is there.
    Ping {
        /// The client's name for this request.
        id: String,
    },
}

/// As `OddsRequest`, inside a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OddsQuery {
    /// The offer with its slots.
    pub filled: Filled,
    /// How those who are asked along the way decide.
    #[serde(default)]
    pub reactions: Reacting,
    /// Answers that are settled, by the keys of options.
    #[serde(default)]
    pub answers: Vec<String>,
}

fn version() -> u32 {
    VERSION
}

/// What a connection may be sent without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// What happens: `told` and `undone`.
    Log,
    /// How things stand: `situation`.
    Situation,
    /// Who is here: `present`.
    Present,
}

/// What the server sends over a WebSocket.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the messages.
        version: u32,
        /// The table.
        table: TableInfo,
        /// The seat.
        seat: SeatInfo,
        /// The last line, by this seat's numbers: see `Situation`.
        line: u64,
    },
    /// The log after the line that `hello` named; the whole log if that line is not there.
    Log {
        /// The log.
        #[serde(flatten)]
        log: Log,
        /// Forget what you have: this is the whole log.
        reset: bool,
    },
    /// What a line let this seat know.
    Told {
        /// The line.
        line: u64,
        /// Not everybody at the table heard or saw all of what follows.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
        /// What was told.
        told: Vec<Heard>,
    },
    /// These lines are undone now, and no others.
    Undone {
        /// The lines.
        lines: Vec<u64>,
    },
    /// How things stand; the parts that changed.
    Situation(Box<Situation>),
    /// The table was paused, opened or ended.
    Table {
        /// The table.
        table: TableInfo,
    },
    /// Who is connected.
    Present {
        /// Their seats.
        seats: Vec<SeatId>,
    },
    /// A request is done and on the disk.
    Ack {
        /// The request.
        id: String,
        /// What came of it.
        #[serde(flatten)]
        ack: Ack,
    },
    /// The slots that were asked for.
    Slots {
        /// The request.
        id: String,
        /// The slots.
        slots: Vec<Slot>,
        /// What to draw on the map meanwhile: ranges, reach, areas, cover.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Drawn>,
    },
    /// The odds that were asked for.
    Odds {
        /// The request.
        id: String,
        /// The odds.
        odds: serde_json::Value,
    },
    /// The odds of the action under way that were asked for.
    OptionOdds {
        /// The request.
        id: String,
        /// The options with their odds.
        options: serde_json::Value,
    },
    /// Somebody points at a cell.
    Pointed {
        /// Who.
        seat: SeatId,
        /// The cell.
        x: i16,
        /// The cell.
        y: i16,
    },
    /// The answer to `ping` and `point`.
    Pong {
        /// The request.
        id: String,
    },
    /// A request was not done.
    Error {
        /// The request, if it could be read so far.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Why.
        #[serde(flatten)]
        problem: Problem,
    },
    /// The server ends this connection. What was acknowledged is kept.
    Closing {
        /// Why: `stopping`, `revoked`, `seat-changed`, `behind`.
        code: String,
        /// In a sentence.
        message: String,
    },
}

impl ServerMessage {
    /// The message as it is sent.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data")
    }
}
