//! The store in one SQLite file: nothing to install, one process at a time. Lines are on the disk ahead of it.

mod ahead;
mod archive;
mod awake;
mod rows;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use super::{Append, Change, NewTable, SeatId, SeatRow, State, Store, StoreError, TableId, TableRow, Written};
use ahead::Ahead;
use archive::{Archive, Job};
use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags};
use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio::sync::{broadcast, oneshot};
use writer::{Counts, Desk, Reply, Waiting, Writer};

pub(in crate::store) use rows::{actors_of, actors_text};

/// The seat of lines that no request made.
pub(in crate::store) const NOBODY: SeatId = SeatId(0);

/// How large the write-ahead log grows before it is folded into the file, in pages of 4 KiB.
const CHECKPOINT: u32 = 4_000;

/// A store in one file.
#[derive(Debug)]
pub struct Sqlite {
    lines: Option<mpsc::Sender<Waiting>>,
    jobs: mpsc::Sender<Job>,
    /// How many lines wait for the thread or are in its hands.
    waiting: Arc<AtomicUsize>,
    desk: Arc<Desk>,
    /// The one that writes lines, and the one that has the database.
    threads: [Option<JoinHandle<()>>; 2],
    readers: Arc<Readers>,
    counts: Arc<Counts>,
    /// Held while the store is open, so that no second server writes to the same file.
    _lock: File,
}

impl Sqlite {
    /// Opens the file, makes it if it is not there, and brings it to this version. What a crash left ahead of it goes in.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, StoreError> {
        let path = path.as_ref().to_owned();
        let lock = lock(&path)?;
        let mut connection = connect(&path, false)?;
        schema::migrate(&mut connection, &path.display().to_string())?;
        let mut archive = Archive::new(connection)?;
        archive.take(ahead::left(&path)?)?.whole()?;
        let (mark, number) = archive.ahead()?;
        let ahead = Ahead::make(&path, mark, number)?;

        let counts = Arc::new(Counts::default());
        let (jobs, job_queue) = mpsc::channel();
        let (lines, line_queue) = mpsc::channel();
        let readers = Arc::new(Readers { path, kept: Mutex::default() });
        let writer = Writer::new(ahead, Arc::clone(&readers), jobs.clone(), Arc::clone(&counts));
        let desk = Arc::new(Desk::new(writer));
        let waiting = Arc::new(AtomicUsize::new(0));
        let (lines_desk, archive_desk, count) = (Arc::clone(&desk), Arc::clone(&desk), Arc::clone(&waiting));
        let threads = [
            start("lines", move || writer::run(&lines_desk, &line_queue, &count))?,
            start("archive", move || archive::run(archive, &archive_desk, &job_queue))?,
        ];
        let threads = threads.map(Some);
        Ok(Sqlite { lines: Some(lines), jobs, waiting, desk, threads, readers, counts, _lock: lock })
    }

    /// Copies the store, also while a server writes to it, into a new file.
    pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Unusable(format!("{} is there already; name a new file", to.display())));
        }
        // First what is ahead: what goes into the database meanwhile is in the copy.
        let left = ahead::left(from)?;
        let source = connect(from, true)?;
        schema::check(&source, &from.display().to_string())?;
        let mut target = Connection::open(to).map_err(broken)?;
        let backup = rusqlite::backup::Backup::new(&source, &mut target).map_err(broken)?;
        backup.run_to_completion(1_000, Duration::ZERO, None).map_err(broken)?;
        drop(backup);
        target.pragma_update(None, "synchronous", "FULL").map_err(broken)?;
        schema::migrate(&mut target, &to.display().to_string())?;
        let mut archive = Archive::new(target)?;
        // Groups that were written while it was read may be seen without those before them.
        archive.take(left)?;
        archive.mark_anew()?;
        let target = archive.close();
        let sound: String = target.pragma_query_value(None, "quick_check", |row| row.get(0)).map_err(broken)?;
        target.close().map_err(|(_, error)| broken(error))?;
        let synced = File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreError::Unavailable(format!("{}: {error}", to.display())))?;
        if sound == "ok" { Ok(()) } else { Err(StoreError::Damaged(sound)) }
    }

    /// Is the file itself sound, as SQLite sees it?
    pub fn is_sound(path: &Path) -> Result<(), StoreError> {
        let connection = connect(path, true)?;
        schema::check(&connection, &path.display().to_string())?;
        let sound: String = connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).map_err(broken)?;
        if sound == "ok" { Ok(()) } else { Err(StoreError::Damaged(sound)) }
    }

    /// Puts a job to the database and waits until it is done.
    async fn write<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, done) = oneshot::channel();
        self.jobs.send(job(reply)).map_err(|_| stopped())?;
        done.await.map_err(|_| stopped())?
    }

    /// Reads what lines may change: those that are ahead go into the database first.
    async fn read_settled<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let is_settled = self.desk.lock().is_settled();
        if !is_settled {
            self.write(|reply| Job::Fold(Some(reply))).await?;
        }
        self.read(work)
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.readers.read(work)
    }
}

/// Connections for reading.
#[derive(Debug)]
struct Readers {
    path: PathBuf,
    kept: Mutex<Vec<Connection>>,
}

impl Readers {
    fn kept(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads with a connection of its own; what is being written is not waited for.
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
        // Lines end when nobody can send any more, and then the database does, which takes what is ahead of it.
        drop(self.lines.take());
        let [lines, archive] = &mut self.threads;
        let _ = lines.take().map(JoinHandle::join);
        // Whoever closes the file last folds the log into it and takes it away, which those who only read cannot.
        self.readers.kept().clear();
        let _ = self.jobs.send(Job::End);
        let _ = archive.take().map(JoinHandle::join);
    }
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StoreError> {
    let thread = thread::Builder::new().name(name.into()).spawn(work);
    thread.map_err(|error| StoreError::Unusable(format!("no thread for the store: {error}")))
}

fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let unusable = |why: String| StoreError::Unusable(format!("{}: {why}", path.display()));
    let file = File::create(&name).map_err(|error| unusable(format!("it cannot be locked: {error}")))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(unusable("another server has it open. Stop that one, name another file, or use PostgreSQL".into()))
        }
        Err(TryLockError::Error(error)) => Err(unusable(format!("it cannot be locked: {error}"))),
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
                "{}: it cannot keep a write-ahead log there; use a local disk",
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
    StoreError::Unavailable("the writer has stopped; start the server again".into())
}

fn broken(error: rusqlite::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

#[async_trait]
impl Store for Sqlite {
    async fn create(&self, table: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError> {
        self.write(|reply| Job::Create(Box::new(table), reply)).await
    }

    async fn table(&self, code: &str) -> Result<Option<TableRow>, StoreError> {
        self.read_settled(|connection| rows::table(connection, code)).await
    }

    async fn tables(&self, before: Option<TableId>, most: usize) -> Result<Vec<TableRow>, StoreError> {
        self.read_settled(|connection| rows::tables(connection, before, most)).await
    }

    async fn header(&self, table: TableId) -> Result<String, StoreError> {
        self.read(|connection| rows::column(connection, "header", table))
    }

    async fn scene(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.read(|connection| rows::column(connection, "scene", table))
    }

    async fn lines(&self, table: TableId, after: u64) -> Result<Vec<Written>, StoreError> {
        self.read_settled(|connection| rows::lines(connection, table, after)).await
    }

    async fn snapshot(&self, table: TableId) -> Result<Option<(u64, String)>, StoreError> {
        self.read_settled(|connection| rows::snapshot(connection, table)).await
    }

    async fn keep_snapshot(&self, table: TableId, place: u64, text: String) -> Result<(), StoreError> {
        // It goes along with the next lines; nobody waits for it.
        self.desk.lock().keep((table, place, text));
        Ok(())
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let length = ahead::length_of(&append);
        if length > ahead::LONGEST {
            return Err(StoreError::Unavailable(format!("a line of {length} bytes is too long for this store")));
        }
        // To wake the thread and to be woken by it takes longer than the rules do.
        let mut append = append;
        if self.waiting.load(Ordering::Acquire) == 0 {
            match self.desk.write_now(append) {
                Ok(written) => return written,
                Err(back) => append = back,
            }
        }
        let (reply, done) = oneshot::channel();
        self.waiting.fetch_add(1, Ordering::AcqRel);
        self.lines.as_ref().and_then(|lines| lines.send((append, reply)).ok()).ok_or_else(stopped)?;
        done.await.map_err(|_| stopped())?
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
        self.read_settled(|connection| rows::invited(connection, invite)).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.read(|connection| connection.query_row("SELECT 1", [], |_| Ok(())).map_err(broken))
    }

    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        None
    }

    fn counts(&self) -> (u64, u64) {
        (self.counts.lines.load(Ordering::Relaxed), self.counts.commits.load(Ordering::Relaxed))
    }
}
