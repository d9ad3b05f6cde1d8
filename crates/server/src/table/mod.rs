//! One table: its session (in memory while in use), the queue of requests, and the listeners.
//!
//! A request locks the table until its line is on disk. So nobody, not even a reader, sees anything that a crash could
//! undo. Each table has at most one line in flight, and if the store refuses a line, the table is simply reloaded.

mod feed;
mod heard;
mod open;
mod put;
mod read;
mod requests;
mod seats;
mod settings;
mod timer;

pub use feed::{Connection, Listener};
pub use put::{Done, Wish};
pub use seats::{checked_name, new_seat};

use settings::TableSettings;

use crate::{
    error::Problem,
    keys,
    metrics::Metrics,
    store::{SeatId, SeatRow, State, Store, TableId, TableRow},
    wire::{SeatInfo, TableInfo},
};
use data_encoding::HEXLOWER;
use referee_engine::{ActorId, Seat};
use referee_shelf::OpenTable;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};
use tokio::sync::MutexGuard;

/// A table loaded since the server started.
#[derive(Debug)]
pub struct Table {
    pub id: TableId,
    /// Its code in URLs.
    pub code: String,
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    about: Mutex<About>,
    play: tokio::sync::Mutex<Play>,
    listeners: Mutex<feed::Listeners>,
    /// Since when a question has been open.
    asked: Mutex<timer::Asked>,
    /// Whether a situation update is scheduled.
    pushing: AtomicBool,
    /// The last line sent to listeners.
    told: AtomicU64,
    /// Time of last use, in milliseconds since the server started.
    used: AtomicU64,
    began: Instant,
}

/// Table data available without loading the session.
#[derive(Clone, Debug)]
struct About {
    row: TableRow,
    seats: Vec<SeatRow>,
    seed: Option<String>,
    settings: TableSettings,
}

/// The state of a table in play.
#[derive(Debug, Default)]
struct Play {
    session: Option<Box<dyn OpenTable>>,
    /// The request of each line, to recognise repetitions.
    requests: requests::Requests,
    /// Which lines each seat heard.
    heard: heard::Heard,
    /// When lines not in memory were last looked at.
    looked_back: Option<Instant>,
    /// The line of the latest snapshot.
    snapshot: u64,
    /// A line is being written. Still set when the next request gets the lock only if the previous one was cancelled
    /// midway.
    under_way: bool,
}

/// The sender of a request.
#[derive(Clone, Debug)]
pub struct Speaker {
    pub seat: SeatInfo,
    /// What it may do and see.
    pub rights: Seat,
}

impl Speaker {
    fn of(seat: &SeatRow) -> Speaker {
        Speaker { seat: SeatInfo::from(seat), rights: rights_of(seat) }
    }

    /// Refuses everyone but the game master.
    pub fn must_be_gm(&self) -> Result<(), Problem> {
        if self.rights.is_gm() { Ok(()) } else { Err(Problem::gm_only()) }
    }
}

/// What a seat may do and see.
fn rights_of(seat: &SeatRow) -> Seat {
    match seat.role {
        crate::store::Role::Gm => Seat::Gm,
        crate::store::Role::Player => Seat::Player(seat.actors.iter().map(|&actor| ActorId(actor)).collect()),
        crate::store::Role::Spectator => Seat::Spectator,
    }
}

impl Table {
    /// Finds a table in the store without reading its journal.
    pub async fn find(store: Arc<dyn Store>, metrics: Arc<Metrics>, row: TableRow) -> Result<Table, Problem> {
        let seats = store.seats(row.id).await?;
        let settings = Table::read_settings(&*store, row.id).await?;
        let table = Table {
            id: row.id,
            code: row.code.clone(),
            store,
            metrics,
            play: tokio::sync::Mutex::default(),
            listeners: Mutex::default(),
            asked: Mutex::default(),
            pushing: AtomicBool::new(false),
            told: AtomicU64::new(row.place),
            used: AtomicU64::new(0),
            began: Instant::now(),
            about: Mutex::new(About { row, seats, seed: None, settings }),
        };
        table.tell_seed_if_ended().await?;
        Ok(table)
    }

    /// The public information about the table.
    pub fn info(&self) -> TableInfo {
        let about = self.about();
        TableInfo {
            code: about.row.code.clone(),
            name: about.row.name.clone(),
            book: about.row.book.clone(),
            created: about.row.created,
            state: about.row.state,
            commitment: about.row.commitment.clone(),
            seed: about.seed.clone(),
            timer: about.settings.timer,
        }
    }

    pub fn state(&self) -> State {
        self.about().row.state
    }

    /// The seat that holds this key.
    pub fn speaker(&self, key: &str) -> Result<Speaker, Problem> {
        let hash = keys::hash_of(key);
        let about = self.about();
        let seat = about.seats.iter().find(|seat| seat.key == Some(hash));
        seat.map(Speaker::of).ok_or_else(Problem::no_seat)
    }

    /// Pauses, resumes or ends the table.
    pub async fn set_state(self: &Arc<Self>, by: &Speaker, state: State) -> Result<TableInfo, Problem> {
        by.must_be_gm()?;
        let _play = self.lock().await;
        if self.state() == State::Ended {
            return Err(ended());
        }
        self.store.set_state(self.id, state).await?;
        self.about().row.state = state;
        self.tell_seed_if_ended().await?;
        self.announce();
        Ok(self.info())
    }

    /// Reloads seats and state after a change by another server.
    pub async fn look_again(self: &Arc<Self>) -> Result<(), Problem> {
        let mut play = self.lock().await;
        let row = self.store.table(&self.code).await?.ok_or_else(Problem::no_seat)?;
        let seats = self.store.seats(self.id).await?;
        let settings = Table::read_settings(&*self.store, self.id).await?;
        // Line numbers depend on the seats, so they are counted again.
        self.shut(&mut play);
        let gone: Vec<SeatId> = {
            let mut about = self.about();
            let is_other = |old: &&SeatRow| !seats.contains(old);
            let gone = about.seats.iter().filter(is_other).map(|seat| seat.id).collect();
            (about.row, about.seats, about.settings) = (row, seats, settings);
            gone
        };
        for seat in gone {
            self.send_away(seat, "seat-changed", "the game master changed this seat; reconnect");
        }
        self.tell_seed_if_ended().await?;
        self.announce();
        Ok(())
    }

    async fn tell_seed_if_ended(&self) -> Result<(), Problem> {
        if self.state() == State::Ended && self.about().seed.is_none() {
            let header = self.store.header(self.id).await?;
            self.about().seed = keys::seed_of(&header).map(|seed| HEXLOWER.encode(&seed));
        }
        Ok(())
    }

    /// Waits for exclusive access to the table.
    async fn lock(&self) -> MutexGuard<'_, Play> {
        self.used.store(self.began.elapsed().as_millis() as u64, Ordering::Relaxed);
        let mut play = self.play.lock().await;
        if std::mem::take(&mut play.under_way) {
            // The previous request was cancelled before its result was known: reload from the store.
            self.shut(&mut play);
        }
        play
    }

    /// Unloads the session if it has been idle that long; it is reloaded on demand. True if there are no listeners
    /// either, so that the whole table can be dropped.
    pub fn rest(&self, idle: std::time::Duration) -> bool {
        let Ok(mut play) = self.play.try_lock() else { return false };
        play.forget_the_past();
        let used = self.used.load(Ordering::Relaxed);
        let now = self.began.elapsed().as_millis() as u64;
        if now.saturating_sub(used) < idle.as_millis() as u64 {
            return false;
        }
        self.shut(&mut play);
        self.is_alone()
    }

    /// Unloads the session; it is reloaded on demand.
    fn shut(&self, play: &mut Play) {
        *play = Play { session: play.session.take(), ..Play::default() };
        if play.session.take().is_some() {
            self.metrics.open_tables.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn about(&self) -> std::sync::MutexGuard<'_, About> {
        self.about.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn ended() -> Problem {
    let message = "this table has ended; fork it to continue";
    Problem::new(axum::http::StatusCode::CONFLICT, "ended", message)
}
