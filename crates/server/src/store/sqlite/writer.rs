//! The writer thread. It batches all waiting jobs into one transaction and answers them when it is on disk.

use super::{failed_write as failed, files::Files, rows};
use crate::store::{Append, NewTable, SeatRow, State, StoreError, TableId, TableRow};
use rusqlite::{Connection, params};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// Maximum number of jobs in one transaction, to bound its duration.
const MOST: usize = 1_024;

/// Receives the result when it is on disk.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to write.
pub enum Job {
    /// A journal line.
    Append(Append, Reply<()>),
    /// A table with its seats.
    Create(Box<NewTable>, Reply<(TableRow, Vec<SeatRow>)>),
    AddSeat(TableId, SeatRow, Reply<SeatRow>),
    ChangeSeat(TableId, SeatRow, Reply<()>),
    SetState(TableId, State, Reply<()>),
    /// Table settings and the join code.
    SetSettings(TableId, Option<String>, String, Reply<()>),
    /// Replaces the previous snapshot. No reply.
    KeepSnapshot(TableId, u64, String),
    /// Writes a test row, to see whether writing works.
    Probe(Reply<()>),
}

/// A success this recent counts as proof that writing works.
const LATELY: Duration = Duration::from_secs(2);

/// Statistics of the writer.
#[derive(Debug, Default)]
pub struct Counts {
    pub lines: AtomicU64,
    /// Transactions that contained lines.
    pub commits: AtomicU64,
    /// Time of the last successful transaction; `None` after a failure.
    succeeded: Mutex<Option<Instant>>,
}

impl Counts {
    /// Whether writing worked recently.
    pub fn works(&self) -> bool {
        let succeeded = self.succeeded.lock().unwrap_or_else(PoisonError::into_inner);
        succeeded.is_some_and(|then| then.elapsed() < LATELY)
    }

    fn ended(&self, is_ok: bool) {
        *self.succeeded.lock().unwrap_or_else(PoisonError::into_inner) = is_ok.then(Instant::now);
    }
}

/// Sends the result of a job, unless the transaction failed.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Runs until all senders are dropped.
pub fn run(connection: Connection, files: Files, queue: &mpsc::Receiver<Job>, counts: &Arc<Counts>) {
    let mut writer = Writer { connection, files, heads: HashMap::new(), lines: 0 };
    while let Ok(first) = queue.recv() {
        let group: Vec<Job> = [first].into_iter().chain(queue.try_iter().take(MOST - 1)).collect();
        writer.lines = 0;
        let (answers, result) = writer.commit(group);
        counts.ended(result.is_ok());
        match &result {
            Ok(()) if writer.lines > 0 => {
                counts.lines.fetch_add(writer.lines, Ordering::Relaxed);
                counts.commits.fetch_add(1, Ordering::Relaxed);
            }
            Ok(()) => {}
            Err(error) => tracing::error!(%error, jobs = answers.len(), "a transaction failed"),
        }
        for answer in answers {
            answer(result.clone());
        }
    }
}

struct Writer {
    connection: Connection,
    files: Files,
    /// Place and row of the last line of each table written to. This thread is the only writer, so the cache stays
    /// valid.
    heads: HashMap<TableId, (u64, i64)>,
    /// Lines in the current transaction.
    lines: u64,
}

impl Writer {
    /// Commits a batch. A refused job is left out; if the transaction fails, nothing is written.
    fn commit(&mut self, group: Vec<Job>) -> (Vec<Answer>, Result<(), StoreError>) {
        let begun = self.say("BEGIN IMMEDIATE");
        let answers: Vec<Answer> = group.into_iter().map(|job| self.job(job, begun.is_ok())).collect();
        // Data written to a deleted or replaced file would be lost silently.
        let result = begun.and_then(|()| self.say("COMMIT")).and_then(|()| self.files.are_the_same());
        if result.is_err() {
            self.heads.clear();
            // Does nothing if no transaction was begun.
            let _ = self.say("ROLLBACK");
        }
        (answers, result)
    }

    fn job(&mut self, job: Job, is_begun: bool) -> Answer {
        match job {
            Job::Append(append, reply) => self.done(is_begun, reply, |writer| writer.append(&append)),
            Job::Create(table, reply) => self.done(is_begun, reply, |writer| create(&writer.connection, *table)),
            Job::AddSeat(table, seat, reply) => {
                self.done(is_begun, reply, |writer| add_seat(&writer.connection, table, seat))
            }
            Job::ChangeSeat(table, seat, reply) => {
                self.done(is_begun, reply, |writer| change_seat(&writer.connection, table, &seat))
            }
            Job::SetState(table, state, reply) => self.done(is_begun, reply, |writer| {
                let update = "UPDATE tables SET state = ?2 WHERE id = ?1";
                let changed = writer.connection.execute(update, params![table.0, state.word()]).map_err(failed)?;
                some(changed, "table")
            }),
            Job::SetSettings(table, invite, text, reply) => self.done(is_begun, reply, |writer| {
                let set = "INSERT INTO settings (tbl, invite, text) VALUES (?1, ?2, ?3)
                           ON CONFLICT (tbl) DO UPDATE SET invite = excluded.invite, text = excluded.text";
                writer.connection.execute(set, params![table.0, invite, text]).map(drop).map_err(failed)
            }),
            Job::KeepSnapshot(table, place, text) => {
                let (reply, _) = oneshot::channel();
                self.done(is_begun, reply, |writer| keep_snapshot(&writer.connection, table, place, &text))
            }
            Job::Probe(reply) => self.done(is_begun, reply, |writer| {
                let touch = "UPDATE head SET place = place WHERE id = (SELECT max(id) FROM head)";
                writer.connection.execute(touch, []).map_err(failed)?;
                // SQLite skips an unchanged row, but the user version is always written, with its page.
                let version: i64 =
                    writer.connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
                writer.connection.pragma_update(None, "user_version", version).map_err(failed)
            }),
        }
    }

    /// Runs one job in a savepoint and keeps its answer until the transaction ends.
    fn done<T: Send + 'static>(
        &mut self,
        is_begun: bool,
        reply: Reply<T>,
        work: impl FnOnce(&mut Writer) -> Result<T, StoreError>,
    ) -> Answer {
        let done = if is_begun { Some(self.whole(work)) } else { None };
        Box::new(move |committed: Result<(), StoreError>| {
            let result = match (committed, done) {
                (Ok(()), Some(done)) => done,
                (Err(error), _) => Err(error),
                (Ok(()), None) => Err(super::stopped()),
            };
            // The asker may be gone; the line is written anyway.
            let _ = reply.send(result);
        })
    }

    /// Runs `work` in a savepoint that is rolled back on error.
    fn whole<T>(&mut self, work: impl FnOnce(&mut Writer) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.connection.is_autocommit() {
            // SQLite rolls a transaction back by itself when, for example, the disk is full.
            return Err(StoreError::Unwritable("the transaction was rolled back".into()));
        }
        self.say("SAVEPOINT job")?;
        let result = work(self);
        if result.is_err() {
            self.say("ROLLBACK TO job")?;
        }
        self.say("RELEASE job")?;
        result
    }

    /// Writes a line if its place is the next one.
    fn append(&mut self, append: &Append) -> Result<(), StoreError> {
        let (place, last) = match self.heads.get(&append.table) {
            Some(head) => *head,
            None => rows::end(&self.connection, append.table)?,
        };
        if append.place != place + 1 {
            return Err(StoreError::Taken);
        }
        let row = insert_line(&self.connection, append, last)?;
        let update = "UPDATE head SET place = ?2, last = ?3 WHERE id = ?1";
        let mut update = self.connection.prepare_cached(update).map_err(failed)?;
        update.execute(params![append.table.0, append.place as i64, row]).map_err(failed)?;
        self.heads.insert(append.table, (append.place, row));
        self.lines += 1;
        Ok(())
    }

    /// Executes a statement without parameters, such as `BEGIN` and `COMMIT`.
    fn say(&self, what: &str) -> Result<(), StoreError> {
        self.connection.prepare_cached(what).and_then(|mut statement| statement.execute([])).map(drop).map_err(failed)
    }
}

/// Appends a row to the log and returns its row id.
fn insert_line(connection: &Connection, append: &Append, before: i64) -> Result<i64, StoreError> {
    let insert = "INSERT INTO log (tbl, place, before, seat, request, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = connection.prepare_cached(insert).map_err(failed)?;
    let values = params![append.table.0, append.place as i64, before, append.seat.0, append.request, append.line];
    insert.insert(values).map_err(failed)
}

fn keep_snapshot(connection: &Connection, table: TableId, place: u64, text: &str) -> Result<(), StoreError> {
    let insert = "INSERT INTO snapshots (id, place, text) VALUES (?1, ?2, ?3)
                  ON CONFLICT (id) DO UPDATE SET place = excluded.place, text = excluded.text";
    let mut insert = connection.prepare_cached(insert).map_err(failed)?;
    insert.execute(params![table.0, place as i64, text]).map(drop).map_err(failed)
}

fn create(connection: &Connection, new: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError> {
    let NewTable { mut row, header, scene, lines, seats } = new;
    let insert = "INSERT INTO tables (code, name, book, created, state, commitment, header, scene)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let values = params![row.code, row.name, row.book, row.created, row.state.word(), row.commitment, header, scene];
    connection.execute(insert, values).map_err(failed)?;
    row.id = TableId(connection.last_insert_rowid());
    let mut last = 0;
    for (line, place) in lines.into_iter().zip(1..) {
        let append = Append { table: row.id, place, seat: super::NOBODY, request: String::new(), line };
        last = insert_line(connection, &append, last)?;
        row.place = place;
    }
    let insert = "INSERT INTO head (id, place, last) VALUES (?1, ?2, ?3)";
    connection.execute(insert, params![row.id.0, row.place as i64, last]).map_err(failed)?;
    let seats = seats.into_iter().map(|seat| add_seat(connection, row.id, seat)).collect::<Result<_, _>>()?;
    Ok((row, seats))
}

fn add_seat(connection: &Connection, table: TableId, mut seat: SeatRow) -> Result<SeatRow, StoreError> {
    let insert = "INSERT INTO seats (tbl, name, role, actors, key) VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = params![table.0, seat.name, seat.role.word(), rows::actors_text(&seat.actors), seat.key];
    connection.execute(insert, values).map_err(failed)?;
    seat.id.0 = connection.last_insert_rowid();
    Ok(seat)
}

fn change_seat(connection: &Connection, table: TableId, seat: &SeatRow) -> Result<(), StoreError> {
    let update = "UPDATE seats SET name = ?3, role = ?4, actors = ?5, key = ?6 WHERE id = ?2 AND tbl = ?1";
    let actors = rows::actors_text(&seat.actors);
    let values = params![table.0, seat.id.0, seat.name, seat.role.word(), actors, seat.key];
    some(connection.execute(update, values).map_err(failed)?, "seat")
}

fn some(changed: usize, what: &'static str) -> Result<(), StoreError> {
    if changed == 0 { Err(StoreError::Missing(what)) } else { Ok(()) }
}
