//! Everything that goes over the wire, as types. The OpenAPI document and the TypeScript types are made from these.

mod messages;
mod settings;

pub use messages::{ClientMessage, OddsQuery, ServerMessage, Want};
pub use settings::{FreeSeat, Invite, InviteRequest, Invited, JoinRequest, Joined, TimeUp, Timer, TimerRequest};

use crate::store::{Role, SeatId, SeatRow, State};
use referee_engine::{ActorCard, ActorId, Filled, Offer, Prompt, Standing, View, Waiting, Who};
use referee_shelf::{LogEntry, Put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the messages. A client that names another is told so.
pub const VERSION: u32 = 1;

/// A table as everybody at it may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableInfo {
    /// The word for it in addresses.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Its rulebook.
    pub book: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// Is it in play?
    pub state: State,
    /// The SHA-256 of the seed of its dice, in hexadecimal: told at the start, so that the seed cannot be another later.
    pub commitment: String,
    /// The seed, in hexadecimal: told when the table has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// How long whoever is asked has for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer: Option<Timer>,
}

/// A seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// Its number.
    pub id: SeatId,
    /// What to call whoever sits there.
    pub name: String,
    /// What they are.
    pub role: Role,
    /// The actors they play.
    pub actors: Vec<ActorId>,
    /// Is its link taken back?
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

/// A seat with its key. The key is told once, when it is made; only its hash is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatKey {
    /// The seat.
    pub seat: SeatInfo,
    /// The key.
    pub key: String,
    /// The way to the table's page with the key in it: what to send to whoever sits there.
    pub link: String,
}

/// A seat that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// What to call whoever sits there.
    #[serde(default)]
    pub name: String,
    /// What they are.
    pub role: Role,
    /// The actors they play, by key.
    #[serde(default)]
    pub actors: Vec<String>,
}

/// What is to be another at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    /// Another name.
    #[serde(default)]
    pub name: Option<String>,
    /// Another role.
    #[serde(default)]
    pub role: Option<Role>,
    /// Other actors, by key.
    #[serde(default)]
    pub actors: Option<Vec<String>>,
}

/// What a table is made from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// A scene that comes with a book.
    Ready {
        /// Its name: `clockworld:duel`.
        name: String,
    },
    /// The text of a scene.
    Scene {
        /// The text.
        text: String,
    },
    /// A journal: play goes on where it stood, with dice from a new seed.
    Journal {
        /// Its text.
        text: String,
    },
}

/// A table that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What people call it; the scene's title if it is left out.
    #[serde(default)]
    pub name: Option<String>,
    /// What it is made from.
    pub from: Origin,
    /// Seats besides the game master's.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
}

/// A table that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MadeTable {
    /// The table.
    pub table: TableInfo,
    /// Who is on it.
    pub actors: Vec<Card>,
    /// The seats with their keys, the game master's first.
    pub seats: Vec<SeatKey>,
}

/// Name and side of an actor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// Which.
    pub id: ActorId,
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// The side.
    pub side: u8,
}

impl From<ActorCard> for Card {
    fn from(card: ActorCard) -> Card {
        Card { id: card.id, key: card.key, name: card.name, side: card.side.0 }
    }
}

/// Something that a seat is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Question {
    /// To choose an option: put an `answer`.
    Answer {
        /// What the answer names.
        ask: usize,
        /// Who is asked.
        who: Who,
        /// The question and its options.
        prompt: Prompt,
    },
    /// To roll real dice: put the `dice`.
    Dice {
        /// What the dice name.
        ask: usize,
        /// Who rolls.
        who: Who,
        /// For what.
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

/// A standing answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StandingAnswer {
    /// Who is asked.
    pub who: Who,
    /// The kind of question.
    pub question: String,
    /// The answer.
    pub answer: Standing,
}

/// How things stand for a seat. Over a WebSocket only the parts that changed are sent; each is whole.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Situation {
    /// The last line. A game master's lines are numbered as in the journal, everybody else's by what their seat heard.
    pub line: u64,
    /// The last line that counts: that one, or one that an undo went back to.
    pub head: u64,
    /// What the seat sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What it may do now, and what it may not with the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<Vec<Offer>>,
    /// What it is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<Vec<Question>>,
    /// Who has to answer before the action under way goes on, by the name of their seat; empty if none is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<Vec<String>>,
    /// The standing answers that this seat may give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<StandingAnswer>>,
    /// Those for whom this seat rolls real dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<Vec<Who>>,
    /// In how many milliseconds the time for answers is over; nothing if nobody is asked or no time was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_within: Option<u64>,
}

/// The log of a table, as far as a seat may know it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Log {
    /// What was told, line by line, by the numbers of whoever asks.
    pub entries: Vec<LogEntry>,
    /// Every line that is undone now, also before those entries.
    pub undone: Vec<u64>,
}

/// A request to put something in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PutRequest {
    /// The client's name for this request, up to 64 characters: one that is repeated is done once.
    pub id: String,
    /// What to put in.
    pub put: Put,
}

/// A request to let a machine act or answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotRequest {
    /// The client's name for this request.
    pub id: String,
    /// How it plays: one of the book's policies.
    pub policy: String,
}

/// What was asked for is done and on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ack {
    /// The line that it became, or the last one that the seat heard if it told the seat nothing.
    pub line: u64,
    /// It was done before; nothing was done now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
}

/// A question about the odds of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// The offer with its slots.
    pub filled: Filled,
    /// How those who are asked along the way decide.
    #[serde(default)]
    pub reactions: Reacting,
    /// Answers that are settled, by the keys of options.
    #[serde(default)]
    pub answers: Vec<String>,
}

/// How those who are asked along the way decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reacting {
    /// What is best for their side.
    #[default]
    Best,
    /// Nobody reacts.
    Never,
    /// Whoever can react does.
    Always,
    /// One result for every combination of answers; for the game master.
    All,
}
