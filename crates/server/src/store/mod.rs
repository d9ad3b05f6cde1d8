//! Where tables are kept. The journal is the truth: whatever is acknowledged is a line in the store.
//!
//! A store promises two things. An [`append`](Store::append) that came back is on the disk, and one place in a journal
//! holds one line for ever: of two writers the later one gets [`StoreError::Taken`].

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

/// The number of a table within its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub i64);

/// The number of a seat within its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SeatId(pub i64);

/// Is a table in play?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In play.
    Open,
    /// Only the game master may put something in.
    Paused,
    /// Over for good; its seed is told.
    Ended,
}

impl State {
    /// The word for it in a store.
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

/// What somebody at the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sees everything, may correct anything.
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
    /// Its number.
    pub id: TableId,
    /// The word for it in addresses. Not a secret.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Its rulebook.
    pub book: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// Is it in play?
    pub state: State,
    /// The SHA-256 of the seed, in hexadecimal: what the dice are held to.
    pub commitment: String,
    /// The last line of its journal.
    pub place: u64,
}

/// One seat: who they are, and the hash of the key in their link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Its number.
    pub id: SeatId,
    /// What to call whoever sits there.
    pub name: String,
    /// What they are.
    pub role: Role,
    /// The actors they play, by their place in the roster.
    pub actors: Vec<u16>,
    /// The SHA-256 of their key; `None` when it was revoked.
    pub key: Option<[u8; 32]>,
}

/// A table that is to be made.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// As in [`TableRow`]; its number is given by the store and its place follows from the lines.
    pub row: TableRow,
    /// The first line of the journal, with the seed in it.
    pub header: String,
    /// The text of the scene, if it was made from one.
    pub scene: Option<String>,
    /// The lines that it begins with.
    pub lines: Vec<String>,
    /// The seats; their numbers are given by the store.
    pub seats: Vec<SeatRow>,
}

/// One line that is to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The place of the line in the journal: one more than that of the last.
    pub place: u64,
    /// Whose request it was.
    pub seat: SeatId,
    /// The name that they gave to the request, so that a repetition is known.
    pub request: String,
    /// The line.
    pub line: String,
}

/// One line as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its place.
    pub place: u64,
    /// Whose request it was; 0 for lines that a table began with.
    pub seat: SeatId,
    /// The name of the request.
    pub request: String,
    /// The line.
    pub line: String,
}

/// A change that another server made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The journal has lines up to here.
    Lines(TableId, u64),
    /// The seats or the state are others.
    Table(TableId),
    /// Something may have been missed: look at everything.
    Everything,
}

/// What is said of a store whose journals this program does not read.
const TOO_OLD: &str = "it was written by Referee 0.1, whose tables this version does not read. Use version 0.1 for them, or \
                       name another store";

/// Why a store did not do what it was asked for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another line is in that place. Read it, and decide again.
    #[error("another line is in that place of the journal already")]
    Taken,
    /// There is no such table or seat.
    #[error("there is no such {0} in the store")]
    Missing(&'static str),
    /// A read failed.
    #[error("reading from the store failed: {0}")]
    Unreadable(String),
    /// A write failed. Whether it arrived is not known.
    #[error("writing to the store failed: {0}")]
    Unwritable(String),
    /// What is in the store cannot be: a mistake of ours, or of the disk.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// It cannot be opened as it is.
    #[error("{0}")]
    Unusable(String),
}

impl StoreError {
    /// The same, where nothing was to be written.
    fn of_a_read(self) -> StoreError {
        match self {
            StoreError::Unwritable(why) => StoreError::Unreadable(why),
            other => other,
        }
    }
}

/// Where tables are kept.
#[async_trait]
pub trait Store: Send + Sync + std::fmt::Debug {
    /// Makes a table, all of it or nothing.
    async fn create(&self, table: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError>;
    /// A table by its code.
    async fn table(&self, code: &str) -> Result<Option<TableRow>, StoreError>;
    /// The tables, the newest first; those made before `before` if that is given.
    async fn tables(&self, before: Option<TableId>, most: usize) -> Result<Vec<TableRow>, StoreError>;
    /// The first line of a journal, with the seed in it.
    async fn header(&self, table: TableId) -> Result<String, StoreError>;
    /// The scene that a table was made from.
    async fn scene(&self, table: TableId) -> Result<Option<String>, StoreError>;
    /// The lines after a place, in their order.
    async fn lines(&self, table: TableId, after: u64) -> Result<Vec<Written>, StoreError>;
    /// The names of the requests that became the first lines of a table, up to a place: whose, and which line.
    async fn requests(&self, table: TableId, up_to: u64) -> Result<Vec<(SeatId, String, u64)>, StoreError>;
    /// The last snapshot of a table and its place, if there is one.
    async fn snapshot(&self, table: TableId) -> Result<Option<(u64, String)>, StoreError>;
    /// Keeps a snapshot in the place of the one before. It may be lost: whatever is in it is in the lines too.
    async fn keep_snapshot(&self, table: TableId, place: u64, text: String) -> Result<(), StoreError>;
    /// Writes a line. When this comes back the line is on the disk.
    async fn append(&self, append: Append) -> Result<(), StoreError>;
    /// The seats of a table, revoked ones included.
    async fn seats(&self, table: TableId) -> Result<Vec<SeatRow>, StoreError>;
    /// Adds a seat.
    async fn add_seat(&self, table: TableId, seat: SeatRow) -> Result<SeatRow, StoreError>;
    /// Changes a seat.
    async fn change_seat(&self, table: TableId, seat: SeatRow) -> Result<(), StoreError>;
    /// Pauses, opens or ends a table.
    async fn set_state(&self, table: TableId, state: State) -> Result<(), StoreError>;
    /// What a game master has set for a table, as text; `None` if nothing.
    async fn settings(&self, table: TableId) -> Result<Option<String>, StoreError>;
    /// Sets it, and the code by which people may join, if there is one. No two tables have the same.
    async fn set_settings(&self, table: TableId, invite: Option<String>, text: String) -> Result<(), StoreError>;
    /// The table that a code leads to.
    async fn invited(&self, invite: &str) -> Result<Option<TableRow>, StoreError>;
    /// Can it be read, and did the last write succeed?
    async fn ping(&self) -> Result<(), StoreError>;
    /// Where the journals of these tables end, if others may write to them too.
    async fn places(&self, _tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        Ok(Vec::new())
    }
    /// What other servers change, if the store is shared.
    fn changes(&self) -> Option<broadcast::Receiver<Change>>;
    /// Lines written and commits made so far, for metrics.
    fn counts(&self) -> (u64, u64);
}

/// Opens the store that an address names: `postgres://…`, or the path of an SQLite file.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    if is_postgres(address) {
        return Ok(Arc::new(Postgres::open(address).await?));
    }
    Ok(Arc::new(Sqlite::open(address.strip_prefix("sqlite:").unwrap_or(address))?))
}

/// Does this address name a PostgreSQL server?
pub fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}
