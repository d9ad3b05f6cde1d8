//! The store in one SQLite file: nothing to install, one process at a time.
//!
//! A line, its place and its request id are one row; that row and the new end of its journal are written in one
//! transaction, so a crash leaves both or neither. One thread writes and batches everything that waits into one
//! transaction: a commit costs the same for one line and for a hundred. Reads run in parallel (write-ahead log,
//! `synchronous = FULL`).

mod files;
mod rows;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use super::{Append, Change, NewTable, SeatId, SeatRow, State, Store, StoreError, TableId, TableRow, Written};
use async_trait::async_trait;
use files::Files;
use rusqlite::{Connection, OpenFlags};
use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering, mpsc},
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio::sync::{broadcast, oneshot};
use writer::{Counts, Job, Reply};

pub(in crate::store) use rows::{actors_of, actors_text};

/// The seat of lines that no request made.
pub(in crate::store) const NOBODY: SeatId = SeatId(0);

/// Size at which the write-ahead log is checkpointed, in pages of 4 KiB.
const CHECKPOINT: u32 = 4_000;

/// A store in one file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: Option<mpsc::Sender<Job>>,
    writer: Option<JoinHandle<()>>,
    readers: Readers,
    counts: Arc<Counts>,
    /// The file lock, held while the store is open: no second server may write to the same file.
    _lock: File,
}

impl Sqlite {
    /// Opens the file, creates it if it does not exist, and migrates it to the current version.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, StoreError> {
        let path = path.as_ref().to_owned();
        let lock = lock(&path)?;
        let mut connection = connect(&path, false)?;
        schema::migrate(&mut connection, &path.display().to_string())?;
        let counts = Arc::new(Counts::default());
        let (jobs, queue) = mpsc::channel();
        let writer_counts = Arc::clone(&counts);
        let files = Files::of(&path);
        let writer = thread::Builder::new().name("store".into());
        let writer = writer.spawn(move || writer::run(connection, files, &queue, &writer_counts));
        let writer =
            writer.map_err(|error| StoreError::Unusable(format!("cannot start the store's thread: {error}")))?;
        let readers = Readers { path, kept: Mutex::default() };
        Ok(Sqlite { jobs: Some(jobs), writer: Some(writer), readers, counts, _lock: lock })
    }

    /// Copies the store into a new file. A server may be writing to it at the same time.
    pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Unusable(format!("{} already exists; name a new file", to.display())));
        }
        let source = connect(from, true)?;
        schema::check(&source, &from.display().to_string())?;
        let mut target = Connection::open(to).map_err(failed_write)?;
        let backup = rusqlite::backup::Backup::new(&source, &mut target).map_err(failed_write)?;
        backup.run_to_completion(1_000, Duration::ZERO, None).map_err(failed_write)?;
        drop(backup);
        schema::migrate(&mut target, &to.display().to_string())?;
        let sound: String = target.pragma_query_value(None, "quick_check", |row| row.get(0)).map_err(failed_read)?;
        target.close().map_err(|(_, error)| failed_write(error))?;
        let synced = File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreError::Unwritable(format!("{}: {error}", to.display())))?;
        if sound == "ok" { Ok(()) } else { Err(StoreError::Damaged(sound)) }
    }

    /// Runs SQLite's integrity check.
    pub fn is_sound(path: &Path) -> Result<(), StoreError> {
        let connection = connect(path, true)?;
        schema::check(&connection, &path.display().to_string())?;
        let sound: String =
            connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).map_err(failed_read)?;
        if sound == "ok" { Ok(()) } else { Err(StoreError::Damaged(sound)) }
    }

    /// Sends a job to the writer thread and waits until it is on disk.
    async fn write<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, done) = oneshot::channel();
        self.send(job(reply))?;
        done.await.map_err(|_| stopped())?
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        self.jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or_else(stopped)
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.readers.read(work)
    }
}

/// A pool of connections for reading.
#[derive(Debug)]
struct Readers {
    path: PathBuf,
    kept: Mutex<Vec<Connection>>,
}

impl Readers {
    fn kept(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads with a connection from the pool, in parallel with the writer.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let kept = self.kept().pop();
        let connection = match kept {
            Some(connection) => connection,
            None => connect(&self.path, true)?,
        };
        let result = work(&connection);
        let mut kept = self.kept();
        if kept.len() < 4 {
            kept.push(connection);
        }
        result
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // Only a writing connection can fold the log into the file and remove it, so it has to be the last to close.
        self.readers.kept().clear();
        drop(self.jobs.take());
        let _ = self.writer.take().map(JoinHandle::join);
    }
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let unusable = |why: String| StoreError::Unusable(format!("{}: {why}", path.display()));
    let file = File::create(&name).map_err(|error| unusable(format!("cannot lock the file: {error}")))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(unusable(
            "another server is using this file. Stop that server, name another file, or use PostgreSQL".into(),
        )),
        Err(TryLockError::Error(error)) => Err(unusable(format!("cannot lock the file: {error}"))),
    }
}

fn connect(path: &Path, is_reader: bool) -> Result<Connection, StoreError> {
    let access = if is_reader {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    } else {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
    };
    let unusable = |error: rusqlite::Error| StoreError::Unusable(format!("{}: {error}", path.display()));
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(unusable)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(unusable)?;
    if !is_reader {
        let mode: String =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).map_err(unusable)?;
        if mode != "wal" {
            return Err(StoreError::Unusable(format!(
                "{}: a write-ahead log cannot be used here; use a local disk",
                path.display()
            )));
        }
        connection.pragma_update(None, "synchronous", "FULL").map_err(unusable)?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT).map_err(unusable)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(unusable)?;
    }
    Ok(connection)
}

fn stopped() -> StoreError {
    StoreError::Unwritable("the writer thread has stopped; restart the server".into())
}

fn failed_read(error: rusqlite::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

fn failed_write(error: rusqlite::Error) -> StoreError {
    StoreError::Unwritable(error.to_string())
}

#[async_trait]
impl Store for Sqlite {
    async fn create(&self, table: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError> {
        self.write(|reply| Job::Create(Box::new(table), reply)).await
    }

    async fn table(&self, code: &str) -> Result<Option<TableRow>, StoreError> {
        self.read(|connection| rows::table(connection, code))
    }

    async fn tables(&self, before: Option<TableId>, most: usize) -> Result<Vec<TableRow>, StoreError> {
        self.read(|connection| rows::tables(connection, before, most))
    }

    async fn header(&self, table: TableId) -> Result<String, StoreError> {
        self.read(|connection| rows::column(connection, "header", table))
    }

    async fn scene(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.read(|connection| rows::column(connection, "scene", table))
    }

    async fn lines(&self, table: TableId, after: u64) -> Result<Vec<Written>, StoreError> {
        self.read(|connection| rows::lines(connection, table, after))
    }

    async fn requests(&self, table: TableId, up_to: u64) -> Result<Vec<(SeatId, String, u64)>, StoreError> {
        self.read(|connection| rows::requests(connection, table, up_to))
    }

    async fn snapshot(&self, table: TableId) -> Result<Option<(u64, String)>, StoreError> {
        self.read(|connection| rows::snapshot(connection, table))
    }

    async fn keep_snapshot(&self, table: TableId, place: u64, text: String) -> Result<(), StoreError> {
        self.send(Job::KeepSnapshot(table, place, text))
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(|reply| Job::Append(append, reply)).await
    }

    async fn seats(&self, table: TableId) -> Result<Vec<SeatRow>, StoreError> {
        self.read(|connection| rows::seats(connection, table))
    }

    async fn add_seat(&self, table: TableId, seat: SeatRow) -> Result<SeatRow, StoreError> {
        self.write(|reply| Job::AddSeat(table, seat, reply)).await
    }

    async fn change_seat(&self, table: TableId, seat: SeatRow) -> Result<(), StoreError> {
        self.write(|reply| Job::ChangeSeat(table, seat, reply)).await
    }

    async fn set_state(&self, table: TableId, state: State) -> Result<(), StoreError> {
        self.write(|reply| Job::SetState(table, state, reply)).await
    }

    async fn settings(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.read(|connection| rows::settings(connection, table))
    }

    async fn set_settings(&self, table: TableId, invite: Option<String>, text: String) -> Result<(), StoreError> {
        self.write(|reply| Job::SetSettings(table, invite, text, reply)).await
    }

    async fn invited(&self, invite: &str) -> Result<Option<TableRow>, StoreError> {
        self.read(|connection| rows::invited(connection, invite))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.read(rows::any)?;
        // Probing costs as much as writing a line, so it is done only after a failure or when nothing was written
        // recently.
        if self.counts.works() { Ok(()) } else { self.write(Job::Probe).await }
    }

    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        None
    }

    fn counts(&self) -> (u64, u64) {
        (self.counts.lines.load(Ordering::Relaxed), self.counts.commits.load(Ordering::Relaxed))
    }
}
