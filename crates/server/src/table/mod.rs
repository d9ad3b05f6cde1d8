//! One table: its session in memory when it is used, its line of people who want something, and who listens.
//!
//! Whoever puts something in holds the table until the line is on the disk. So nobody, not even by reading, learns of
//! anything that a crash could take back, each table has one line under way at most, and a store that refuses a line
//! costs no more than opening the table again.

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

/// A table that somebody has named since the server began.
#[derive(Debug)]
pub struct Table {
    /// Its number in the store.
    pub id: TableId,
    /// The word for it in addresses.
    pub code: String,
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    about: Mutex<About>,
    play: tokio::sync::Mutex<Play>,
    listeners: Mutex<feed::Listeners>,
    /// Since when whoever is asked is asked.
    asked: Mutex<timer::Asked>,
    /// Is a push of situations on its way?
    pushing: AtomicBool,
    /// The last line that those who listen were told of.
    told: AtomicU64,
    /// Milliseconds since the server began, when it was used last.
    used: AtomicU64,
    began: Instant,
}

/// What is known of a table without opening it.
#[derive(Clone, Debug)]
struct About {
    row: TableRow,
    seats: Vec<SeatRow>,
    seed: Option<String>,
    settings: TableSettings,
}

/// What is known of a table in play.
#[derive(Debug, Default)]
struct Play {
    session: Option<Box<dyn OpenTable>>,
    /// What each request became, so that a repetition is known.
    requests: requests::Requests,
    /// Which lines each seat heard.
    heard: heard::Heard,
    /// When somebody last looked back at lines that were not in memory.
    looked_back: Option<Instant>,
    /// The line of the last snapshot.
    snapshot: u64,
    /// A line is on its way to the store. Found by the next to come only if the one before was cut off in the middle.
    under_way: bool,
}

/// Whoever speaks: the seat, and what it may do.
#[derive(Clone, Debug)]
pub struct Speaker {
    /// The seat.
    pub seat: SeatInfo,
    /// What it may do and see.
    pub rights: Seat,
}

impl Speaker {
    fn of(seat: &SeatRow) -> Speaker {
        Speaker { seat: SeatInfo::from(seat), rights: rights_of(seat) }
    }

    /// Refuses everybody but the game master.
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
    /// A table of the store; nothing of its journal is read yet.
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

    /// The table as everybody at it may know it.
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

    /// Is it in play?
    pub fn state(&self) -> State {
        self.about().row.state
    }

    /// Who holds this key.
    pub fn speaker(&self, key: &str) -> Result<Speaker, Problem> {
        let hash = keys::hash_of(key);
        let about = self.about();
        let seat = about.seats.iter().find(|seat| seat.key == Some(hash));
        seat.map(Speaker::of).ok_or_else(Problem::no_seat)
    }

    /// Pauses, opens or ends the table.
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

    /// Reads seats and state again: another server changed them.
    pub async fn look_again(self: &Arc<Self>) -> Result<(), Problem> {
        let mut play = self.lock().await;
        let row = self.store.table(&self.code).await?.ok_or_else(Problem::no_seat)?;
        let seats = self.store.seats(self.id).await?;
        let settings = Table::read_settings(&*self.store, self.id).await?;
        // Whoever they are now, they are counted for.
        self.shut(&mut play);
        let gone: Vec<SeatId> = {
            let mut about = self.about();
            let is_other = |old: &&SeatRow| !seats.contains(old);
            let gone = about.seats.iter().filter(is_other).map(|seat| seat.id).collect();
            (about.row, about.seats, about.settings) = (row, seats, settings);
            gone
        };
        for seat in gone {
            self.send_away(seat, "seat-changed", "the game master changed this seat; connect again");
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

    /// Everybody else has finished; nobody else begins.
    async fn lock(&self) -> MutexGuard<'_, Play> {
        self.used.store(self.began.elapsed().as_millis() as u64, Ordering::Relaxed);
        let mut play = self.play.lock().await;
        if std::mem::take(&mut play.under_way) {
            // Whoever was here last never learnt what became of their line: read it from the store.
            self.shut(&mut play);
        }
        play
    }

    /// Forgets the session if nobody has used it for so long; it is opened again when somebody does. True if nobody
    /// listens either, and the whole table can be forgotten.
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

    /// Lets go of the session; it is read from the store when somebody needs it.
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
    let message = "this table has ended; fork it to go on";
    Problem::new(axum::http::StatusCode::CONFLICT, "ended", message)
}
