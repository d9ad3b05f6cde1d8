//! The store in one SQLite file: nothing to install, one process at a time.

mod rows;
mod schema;
mod writer;

use super::{Append, Change, NewTable, SeatId, SeatRow, State, Store, StoreError, TableId, TableRow, Written};
use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};
use tokio::sync::{broadcast, oneshot};
use writer::{Counts, Job, Reply, Writer};

pub(in crate::store) use rows::{actors_of, actors_text};

/// The seat of lines that no request made.
pub(in crate::store) const NOBODY: SeatId = SeatId(0);

/// How large the write-ahead log grows before it is folded into the file, in pages of 4 KiB.
const CHECKPOINT: u32 = 4_000;

/// A store in one file.
#[derive(Debug)]
pub struct Sqlite {
    jobs: Option<mpsc::Sender<Job>>,
    /// How many jobs wait for the thread or are in its hands.
    waiting: Arc<AtomicUsize>,
    writer: Arc<Mutex<Writer>>,
    thread: Option<std::thread::JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    path: PathBuf,
    counts: Arc<Counts>,
    /// Held while the store is open, so that no second server writes to the same file.
    _lock: File,
}

impl Sqlite {
    /// Opens the file, makes it if it is not there, and brings it to this version.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, StoreError> {
        let path = path.as_ref().to_owned();
        let lock = lock(&path)?;
        let mut connection = connect(&path, false)?;
        schema::migrate(&mut connection, &path.display().to_string())?;
        make_room(&path)?;
        let counts = Arc::new(Counts::default());
        let writer = Arc::new(Mutex::new(Writer::new(connection, Arc::clone(&counts))?));
        let (jobs, queue) = mpsc::channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let (hand, count) = (Arc::clone(&writer), Arc::clone(&waiting));
        let thread = std::thread::Builder::new().name("store".into()).spawn(move || writer::run(&hand, &queue, &count));
        let thread = thread.map_err(|error| StoreError::Unusable(format!("no thread for the store: {error}")))?;
        let readers = Mutex::new(Vec::new());
        Ok(Sqlite { jobs: Some(jobs), waiting, writer, thread: Some(thread), readers, path, counts, _lock: lock })
    }

    /// Copies the store, also while a server writes to it, into a new file.
    pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Unusable(format!("{} is there already; name a new file", to.display())));
        }
        let source = connect(from, true)?;
        schema::check(&source, &from.display().to_string())?;
        let mut target = Connection::open(to).map_err(broken)?;
        let backup = rusqlite::backup::Backup::new(&source, &mut target).map_err(broken)?;
        backup.run_to_completion(1_000, Duration::ZERO, None).map_err(broken)?;
        drop(backup);
        target.pragma_update(None, "synchronous", "FULL").map_err(broken)?;
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

    fn send(&self, job: Job) -> Result<(), StoreError> {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        self.jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or_else(stopped)
    }

    /// Puts a job to the writer and waits until it is on the disk.
    async fn write<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, done) = oneshot::channel();
        self.send(job(reply))?;
        done.await.map_err(|_| stopped())?
    }

    /// Writes a line on the thread that has it, while nobody else writes: to wake the writer and to be woken by it takes
    /// longer than the rules do. `None` if lines come together, and are better written together by the writer.
    fn write_here(&self, append: &Append) -> Option<Result<(), StoreError>> {
        if self.waiting.load(Ordering::Acquire) > 0 {
            return None;
        }
        let mut writer = self.writer.try_lock().ok()?;
        writer.is_calm().then(|| writer.write_one(append))
    }

    /// Reads with a connection of its own; what is being written is not waited for.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match kept {
            Some(connection) => connection,
            None => connect(&self.path, true)?,
        };
        let result = work(&connection);
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < 4 {
            readers.push(connection);
        }
        result
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The writer ends when nobody can send any more; what it has taken is committed first.
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // Whoever closes the file last folds the log into it and takes it away, which those who only read cannot.
        self.readers.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Gives the write-ahead log the size that it grows to before it is folded. A file that grows has to have its size on the disk
/// too, which makes a commit half as long again; what was written over before does not. Nobody takes zeros for a part of
/// the log: each page of it carries a checksum.
fn make_room(path: &Path) -> Result<(), StoreError> {
    const PAGE: u64 = 4_096 + 24;
    static ZEROS: [u8; 1 << 16] = [0; 1 << 16];
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    let make = || {
        // It is there: the writer has looked at the version of the schema.
        let mut log = OpenOptions::new().append(true).create(true).open(&name)?;
        let (mut size, full) = (log.metadata()?.len(), 32 + u64::from(CHECKPOINT) * PAGE);
        while size < full {
            let part = ZEROS.len().min(usize::try_from(full - size).unwrap_or(usize::MAX));
            log.write_all(&ZEROS[..part])?;
            size += part as u64;
        }
        log.sync_data()
    };
    make().map_err(|error: std::io::Error| {
        StoreError::Unusable(format!("{}: there is no room: {error}", Path::new(&name).display()))
    })
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

    async fn snapshot(&self, table: TableId) -> Result<Option<(u64, String)>, StoreError> {
        self.read(|connection| rows::snapshot(connection, table))
    }

    async fn keep_snapshot(&self, table: TableId, place: u64, text: String) -> Result<(), StoreError> {
        // It goes along with the next lines; nobody waits for it.
        self.send(Job::Snapshot(table, place, text))
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        match self.write_here(&append) {
            Some(written) => written,
            None => self.write(|reply| Job::Append(append, reply)).await,
        }
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
        self.read(|connection| connection.query_row("SELECT 1", [], |_| Ok(())).map_err(broken))
    }

    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        None
    }

    fn counts(&self) -> (u64, u64) {
        (self.counts.lines.load(Ordering::Relaxed), self.counts.commits.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_table() -> NewTable {
        let row = TableRow {
            id: TableId(0),
            code: "t".into(),
            name: "T".into(),
            book: "toy".into(),
            created: 0,
            state: State::Open,
            commitment: String::new(),
            place: 0,
        };
        NewTable { row, header: "{}".into(), scene: None, lines: Vec::new(), seats: Vec::new() }
    }

    #[tokio::test]
    async fn after_a_crash_the_log_ends_with_its_last_line_and_not_with_the_room_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let [path, copy] = ["a.db", "b.db"].map(|name| folder.path().join(name));
        let store = Sqlite::open(&path).unwrap();
        let (table, _) = store.create(new_table()).await.unwrap();
        for place in 1..=3 {
            store.append(a_line(table.id, place)).await.unwrap();
        }
        assert!(store.counts() >= (3, 3), "each was written when it came");
        // What a disk holds when the power fails.
        for end in ["", "-wal"] {
            let at = |path: &Path| PathBuf::from(format!("{}{end}", path.display()));
            std::fs::copy(at(&path), at(&copy)).unwrap();
        }
        let log = std::fs::read(format!("{}-wal", copy.display())).unwrap();
        assert_eq!(log.len(), 32 + CHECKPOINT as usize * 4_120);
        assert!(log.ends_with(&[0; 4_120]), "there is room behind it");
        let again = Sqlite::open(&copy).unwrap();
        let lines = again.lines(table.id, 0).await.unwrap();
        assert_eq!(lines.iter().map(|line| line.line.as_str()).collect::<Vec<_>>(), ["1:1", "1:2", "1:3"]);
        assert!(matches!(again.append(a_line(table.id, 3)).await, Err(StoreError::Taken)));
        drop(again);
        assert!(!Path::new(&format!("{}-wal", copy.display())).exists(), "a store that was closed has no log");
    }

    fn a_line(table: TableId, place: u64) -> Append {
        Append { table, place, seat: NOBODY, request: String::new(), line: format!("{}:{place}", table.0) }
    }

    /// Where the journals end, by the table that is brought up to date now and then.
    fn heads(path: &Path) -> Vec<(i64, i64)> {
        let connection = connect(path, true).unwrap();
        let mut select = connection.prepare("SELECT place, last FROM head ORDER BY id").unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    #[tokio::test]
    async fn where_a_journal_ends_is_known_before_and_after_it_is_noted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let store = Sqlite::open(&path).unwrap();
        let mut tables = Vec::new();
        for code in ["one", "two", "three"] {
            let mut table = new_table();
            table.row.code = code.into();
            tables.push(store.create(table).await.unwrap().0.id);
        }
        for place in 1..=1_400 {
            let each = tables.iter().map(|table| store.append(a_line(*table, place)));
            assert!(futures_util::future::join_all(each).await.iter().all(Result::is_ok));
            if place == 1_000 {
                assert_eq!(heads(&path), [(0, 0); 3], "nothing is noted for each line");
            }
        }
        let noted = heads(&path);
        assert!(noted.iter().all(|(place, _)| (1_365..=1_366).contains(place)), "{noted:?}: after 4,096 lines it is");
        for table in &tables {
            let lines = store.lines(*table, 0).await.unwrap();
            assert_eq!(lines.len(), 1_400);
            assert_eq!(lines[1_399].line, a_line(*table, 1_400).line);
        }
        assert_eq!(store.table("two").await.unwrap().unwrap().place, 1_400);
        drop(store);
        let again = Sqlite::open(&path).unwrap();
        assert_eq!(
            heads(&path).iter().map(|(place, _)| *place).collect::<Vec<_>>(),
            [1_400; 3],
            "and when it is opened"
        );
        assert_eq!(again.lines(tables[1], 1_398).await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn a_file_of_the_version_before_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let store = Sqlite::open(&path).unwrap();
        let (table, _) = store.create(new_table()).await.unwrap();
        store.append(a_line(table.id, 1)).await.unwrap();
        drop(store);
        let before = "DROP VIEW ends; DROP TABLE folded; UPDATE head SET place = 1, last = 1; PRAGMA user_version = 3";
        connect(&path, false).unwrap().execute_batch(before).unwrap();
        let store = Sqlite::open(&path).unwrap();
        assert!(matches!(store.append(a_line(table.id, 1)).await, Err(StoreError::Taken)));
        store.append(a_line(table.id, 2)).await.unwrap();
        assert_eq!(store.lines(table.id, 0).await.unwrap().len(), 2);
    }
}
