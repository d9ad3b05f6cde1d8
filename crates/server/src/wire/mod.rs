//! All types of the protocol. The OpenAPI document and the TypeScript types are generated from them.

mod messages;
mod settings;

pub use messages::{ClientMessage, OddsQuery, ServerMessage, Want};
pub use settings::{FreeSeat, Invite, InviteRequest, Invited, JoinRequest, Joined, TimeUp, Timer, TimerRequest};

use crate::store::{Role, SeatId, SeatRow, State};
use referee_engine::{ActorCard, ActorId, Filled, Offer, Prompt, Standing, View, Waiting, Who};
use referee_shelf::{LogEntry, Put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The protocol version. A client with another version is refused.
pub const VERSION: u32 = 1;

/// The public information about a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableInfo {
    /// Its code in URLs.
    pub code: String,
    /// The display name.
    pub name: String,
    /// Its rulebook.
    pub book: String,
    /// Creation time, in seconds since 1970.
    pub created: i64,
    pub state: State,
    /// The commitment to the dice: SHA-256 of the seed, in hexadecimal. It is published at the start, so that the seed
    /// cannot be changed later.
    pub commitment: String,
    /// The dice seed in hexadecimal, revealed when the table has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The time limit for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer: Option<Timer>,
}

/// A seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    pub id: SeatId,
    /// The display name.
    pub name: String,
    pub role: Role,
    /// The actors this seat plays.
    pub actors: Vec<ActorId>,
    /// Whether its link has been revoked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revoked: bool,
}

impl From<&SeatRow> for SeatInfo {
    fn from(seat: &SeatRow) -> SeatInfo {
        SeatInfo {
            id: seat.id,
            name: seat.name.clone(),
            role: seat.role,
            actors: seat.actors.iter().map(|&actor| ActorId(actor)).collect(),
            revoked: seat.key.is_none(),
        }
    }
}

/// A seat with its key. The key is shown only once; the server stores its hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatKey {
    pub seat: SeatInfo,
    pub key: String,
    /// The path of the table's page including the key. Send it to the player.
    pub link: String,
}

/// A seat to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The display name.
    #[serde(default)]
    pub name: String,
    pub role: Role,
    /// The actors it plays, by key.
    #[serde(default)]
    pub actors: Vec<String>,
}

/// Changes to a seat. Omitted fields stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub role: Option<Role>,
    /// The actors it plays, by key.
    #[serde(default)]
    pub actors: Option<Vec<String>>,
}

/// What to create a table from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// A ready-made scene of a book.
    Ready {
        /// Its name: `clockworld:duel`.
        name: String,
    },
    /// The text of a scene.
    Scene { text: String },
    /// A journal: play continues where it ends, with a new dice seed.
    Journal { text: String },
}

/// A table to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The display name; the title of the scene if omitted.
    #[serde(default)]
    pub name: Option<String>,
    pub from: Origin,
    /// Seats in addition to the game master's.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
}

/// A newly created table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MadeTable {
    pub table: TableInfo,
    /// The characters.
    pub actors: Vec<Card>,
    /// The seats with their keys; the game master's is first.
    pub seats: Vec<SeatKey>,
}

/// A character's name and side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    pub id: ActorId,
    /// The identifier used in commands.
    pub key: String,
    pub name: String,
    /// The index of the side.
    pub side: u8,
}

impl From<ActorCard> for Card {
    fn from(card: ActorCard) -> Card {
        Card { id: card.id, key: card.key, name: card.name, side: card.side.0 }
    }
}

/// A question to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Question {
    /// Choose an option; submit an `answer`.
    Answer {
        /// The id to use in the answer.
        ask: usize,
        /// Who decides.
        who: Who,
        /// The question and its options.
        prompt: Prompt,
    },
    /// Roll physical dice; submit `dice`.
    Dice {
        /// The id to use in the answer.
        ask: usize,
        who: Who,
        /// What the roll is for.
        name: String,
        /// The dice in notation.
        roll: String,
    },
}

impl From<Waiting> for Question {
    fn from(waiting: Waiting) -> Question {
        match waiting {
            Waiting::Answer { ask, who, prompt } => Question::Answer { ask, who, prompt },
            Waiting::Dice { ask, who, name, roll } => Question::Dice { ask, who, name, roll },
        }
    }
}

/// A standing answer to a kind of question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StandingAnswer {
    /// Whose questions are answered.
    pub who: Who,
    /// The kind of question.
    pub question: String,
    pub answer: Standing,
}

/// The current state for a seat. Over a WebSocket only the parts that changed are sent, each complete.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Situation {
    /// The last line. For a game master, lines have their journal numbers; for everyone else, they count the lines
    /// their seat heard.
    pub line: u64,
    /// The last line in effect: `line` itself, or the line that an undo went back to.
    pub head: u64,
    /// What the seat sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What the seat can do now, and what it cannot, with the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<Vec<Offer>>,
    /// The open questions to this seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<Vec<Question>>,
    /// The names of the seats that must answer before the pending action continues; empty if none is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<Vec<String>>,
    /// The standing answers that this seat may set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<StandingAnswer>>,
    /// For whom this seat rolls physical dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<Vec<Who>>,
    /// Milliseconds left to answer; absent if no question is open or no limit is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_within: Option<u64>,
}

/// The log of a table, limited to what a seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Log {
    /// The entries, in the line numbering of the requesting seat.
    pub entries: Vec<LogEntry>,
    /// All lines that are currently undone, including lines before these entries.
    pub undone: Vec<u64>,
}

/// A request to submit an action, an answer or other input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PutRequest {
    /// The client's id for this request, up to 64 characters. A repeated id is not executed again.
    pub id: String,
    pub put: Put,
}

/// A request to let the computer act or answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotRequest {
    /// The client's id for this request.
    pub id: String,
    /// The policy to use: one of the book's policies.
    pub policy: String,
}

/// The request is done and on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ack {
    /// The line written, or the last line the seat heard if it heard nothing of this one.
    pub line: u64,
    /// The request was a repetition; nothing was done now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
}

/// A request for the odds of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// The offer with its slots.
    pub filled: Filled,
    /// How others decide about reactions along the way.
    #[serde(default)]
    pub reactions: Reacting,
    /// Fixed answers, by option key.
    #[serde(default)]
    pub answers: Vec<String>,
}

/// How others decide about reactions along the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reacting {
    /// Whatever is best for their side.
    #[default]
    Best,
    /// Nobody reacts.
    Never,
    /// Everyone reacts who can.
    Always,
    /// One result for every combination of answers. Game master only.
    All,
}
