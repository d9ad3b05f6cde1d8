//! Storage of tables. The journal is the source of truth: everything acknowledged is a line in the store.
//!
//! A store guarantees two things. When [`append`](Store::append) returns, the line is on disk. And each place in a
//! journal holds one line forever: of two writers, the later one gets [`StoreError::Taken`].

pub mod check;
mod postgres;
mod sqlite;

pub use postgres::Postgres;
pub use sqlite::Sqlite;

use sqlite::{actors_of, actors_text};

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::broadcast;

/// The id of a table within its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub i64);

/// The id of a seat within its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SeatId(pub i64);

/// The state of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In play.
    Open,
    /// Paused: only the game master may act.
    Paused,
    /// Ended for good; the dice seed is revealed.
    Ended,
}

impl State {
    /// The state as stored.
    pub fn word(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Paused => "paused",
            State::Ended => "ended",
        }
    }

    fn of(word: &str) -> Result<State, StoreError> {
        match word {
            "open" => Ok(State::Open),
            "paused" => Ok(State::Paused),
            "ended" => Ok(State::Ended),
            other => Err(StoreError::Damaged(format!("a table has the state {other:?}"))),
        }
    }
}

/// The role of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The game master: sees everything and may correct anything.
    Gm,
    /// Plays characters.
    Player,
    /// Watches.
    Spectator,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Role::Gm => "gm",
            Role::Player => "player",
            Role::Spectator => "spectator",
        }
    }

    fn of(word: &str) -> Result<Role, StoreError> {
        match word {
            "gm" => Ok(Role::Gm),
            "player" => Ok(Role::Player),
            "spectator" => Ok(Role::Spectator),
            other => Err(StoreError::Damaged(format!("a seat has the role {other:?}"))),
        }
    }
}

/// A table, without its journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    pub id: TableId,
    /// Its code in URLs. Not a secret.
    pub code: String,
    /// The display name.
    pub name: String,
    /// Its rulebook.
    pub book: String,
    /// Creation time, in seconds since 1970.
    pub created: i64,
    pub state: State,
    /// The commitment to the dice: SHA-256 of the seed, in hexadecimal.
    pub commitment: String,
    /// The place of the last line of its journal.
    pub place: u64,
}

/// A seat, with the hash of its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    pub id: SeatId,
    /// The display name.
    pub name: String,
    pub role: Role,
    /// The actors it plays, by index in the roster.
    pub actors: Vec<u16>,
    /// The SHA-256 of its key; `None` if it was revoked.
    pub key: Option<[u8; 32]>,
}

/// A table to create.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// As in [`TableRow`], except that the store assigns the id, and the place follows from the lines.
    pub row: TableRow,
    /// The first line of the journal, which contains the seed.
    pub header: String,
    /// The text of the scene, if the table was created from one.
    pub scene: Option<String>,
    /// The initial lines.
    pub lines: Vec<String>,
    /// The seats; the store assigns their ids.
    pub seats: Vec<SeatRow>,
}

/// A line to append.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub table: TableId,
    /// The place of the line in the journal: the last place plus one.
    pub place: u64,
    /// The seat that sent the request.
    pub seat: SeatId,
    /// The request id, used to recognise repetitions.
    pub request: String,
    pub line: String,
}

/// A stored line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub place: u64,
    /// The seat that sent the request; 0 for the initial lines of a table.
    pub seat: SeatId,
    /// The request id.
    pub request: String,
    pub line: String,
}

/// A change made by another server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The journal has lines up to this place.
    Lines(TableId, u64),
    /// The seats or the state of the table changed.
    Table(TableId),
    /// Notifications may have been missed: check everything.
    Everything,
}

/// The error for a store whose journals this program cannot read.
const TOO_OLD: &str = "it was written by Referee 0.1, whose tables this version does not read. Use version 0.1 for them, or \
                       name another store";

/// Why a store operation failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another line occupies that place. Read it and decide again.
    #[error("another line already occupies that place in the journal")]
    Taken,
    #[error("there is no such {0} in the store")]
    Missing(&'static str),
    /// A read failed.
    #[error("reading from the store failed: {0}")]
    Unreadable(String),
    /// A write failed. It is unknown whether it took effect.
    #[error("writing to the store failed: {0}")]
    Unwritable(String),
    /// Invalid data in the store, caused by a bug or a disk fault.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// The store cannot be opened.
    #[error("{0}")]
    Unusable(String),
}

impl StoreError {
    /// Converts a write error into a read error, where nothing was to be written.
    fn of_a_read(self) -> StoreError {
        match self {
            StoreError::Unwritable(why) => StoreError::Unreadable(why),
            other => other,
        }
    }
}

/// A store of tables.
#[async_trait]
pub trait Store: Send + Sync + std::fmt::Debug {
    /// Creates a table atomically.
    async fn create(&self, table: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError>;
    /// A table by its code.
    async fn table(&self, code: &str) -> Result<Option<TableRow>, StoreError>;
    /// The tables, newest first; only those created before `before` if that is given.
    async fn tables(&self, before: Option<TableId>, most: usize) -> Result<Vec<TableRow>, StoreError>;
    /// The first line of a journal, which contains the seed.
    async fn header(&self, table: TableId) -> Result<String, StoreError>;
    /// The scene that a table was created from.
    async fn scene(&self, table: TableId) -> Result<Option<String>, StoreError>;
    /// The lines after a place, in order.
    async fn lines(&self, table: TableId, after: u64) -> Result<Vec<Written>, StoreError>;
    /// The requests of a table's lines up to a place: seat, request id and line.
    async fn requests(&self, table: TableId, up_to: u64) -> Result<Vec<(SeatId, String, u64)>, StoreError>;
    /// The latest snapshot of a table and its place, if there is one.
    async fn snapshot(&self, table: TableId) -> Result<Option<(u64, String)>, StoreError>;
    /// Replaces the snapshot of a table. It may be lost, since the lines contain everything.
    async fn keep_snapshot(&self, table: TableId, place: u64, text: String) -> Result<(), StoreError>;
    /// Appends a line. When this returns, the line is on disk.
    async fn append(&self, append: Append) -> Result<(), StoreError>;
    /// The seats of a table, including revoked ones.
    async fn seats(&self, table: TableId) -> Result<Vec<SeatRow>, StoreError>;
    /// Adds a seat.
    async fn add_seat(&self, table: TableId, seat: SeatRow) -> Result<SeatRow, StoreError>;
    /// Changes a seat.
    async fn change_seat(&self, table: TableId, seat: SeatRow) -> Result<(), StoreError>;
    /// Pauses, resumes or ends a table.
    async fn set_state(&self, table: TableId, state: State) -> Result<(), StoreError>;
    /// The settings of a table as text; `None` if there are none.
    async fn settings(&self, table: TableId) -> Result<Option<String>, StoreError>;
    /// Stores the settings and the join code, if there is one. Codes are unique among tables.
    async fn set_settings(&self, table: TableId, invite: Option<String>, text: String) -> Result<(), StoreError>;
    /// The table with this join code.
    async fn invited(&self, invite: &str) -> Result<Option<TableRow>, StoreError>;
    /// Checks that reading works and that the last write succeeded.
    async fn ping(&self) -> Result<(), StoreError>;
    /// Where the journals of these tables end, if other servers may write to them.
    async fn places(&self, _tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        Ok(Vec::new())
    }
    /// The changes made by other servers, if the store is shared.
    fn changes(&self) -> Option<broadcast::Receiver<Change>>;
    /// Lines written and commits made so far, for metrics.
    fn counts(&self) -> (u64, u64);
}

/// Opens a store by address: `postgres://…`, or the path of an SQLite file.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    if is_postgres(address) {
        return Ok(Arc::new(Postgres::open(address).await?));
    }
    Ok(Arc::new(Sqlite::open(address.strip_prefix("sqlite:").unwrap_or(address))?))
}

/// Whether an address names a PostgreSQL server.
pub fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}
