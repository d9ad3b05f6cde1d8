//! The writer, one at a time: whoever has a single line while nobody else writes, or a thread that takes whatever waits,
//! commits once, and then tells everybody who waited.

use super::{broken, rows};
use crate::store::{Append, NewTable, SeatRow, State, StoreError, TableId, TableRow};
use rusqlite::{Connection, Transaction, params};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The most lines in one commit. A table has one line under way at most, so a group holds each table once and nobody
/// is served twice while another waits.
const MOST: usize = 256;

/// Answered when it is on the disk.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to write.
pub enum Job {
    /// A line: these are grouped.
    Append(Append, Reply<()>),
    /// A table with its seats.
    Create(Box<NewTable>, Reply<(TableRow, Vec<SeatRow>)>),
    /// A new seat.
    AddSeat(TableId, SeatRow, Reply<SeatRow>),
    /// A changed seat.
    ChangeSeat(TableId, SeatRow, Reply<()>),
    /// A snapshot: it goes along with the lines.
    Snapshot(TableId, u64, String),
    /// Another state.
    SetState(TableId, State, Reply<()>),
    /// Other settings, and the code for joining.
    SetSettings(TableId, Option<String>, String, Reply<()>),
}

/// How many lines were written, in how many commits.
#[derive(Debug, Default)]
pub struct Counts {
    /// Lines.
    pub lines: AtomicU64,
    /// Commits.
    pub commits: AtomicU64,
}

/// The writer: its connection, and where each journal ends.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
    /// Place and row of the last line of each table that was written to. Nobody else writes to the file.
    heads: HashMap<TableId, (u64, i64)>,
    /// Snapshots that go along with the next group.
    snapshots: Vec<(TableId, u64, String)>,
    /// The last row of the log.
    last: i64,
    /// The last one that `head` knows of.
    folded: i64,
    /// How many lines the last commit held.
    together: usize,
    /// How many tables wrote something a moment ago.
    busy: Busy,
    counts: Arc<Counts>,
}

impl Writer {
    /// A writer on a connection of its own.
    pub fn new(connection: Connection, counts: Arc<Counts>) -> Result<Writer, StoreError> {
        fold(&connection)?;
        let last =
            connection.query_row("SELECT coalesce(max(id), 0) FROM log", [], |row| row.get(0)).map_err(broken)?;
        Ok(Writer {
            connection,
            heads: HashMap::new(),
            snapshots: Vec::new(),
            last,
            folded: last,
            together: 0,
            busy: Busy::default(),
            counts,
        })
    }

    /// Did the last commit hold one line at most? Then lines do not come together, and there is nothing to group.
    pub fn is_calm(&self) -> bool {
        self.together <= 1
    }

    /// Writes one line by itself.
    pub fn write_one(&mut self, append: &Append) -> Result<(), StoreError> {
        let written = self.commit(std::slice::from_ref(append))?;
        if written == [true] { Ok(()) } else { Err(StoreError::Taken) }
    }

    /// Writes a group of lines in one transaction. False for each whose place is taken.
    fn commit(&mut self, group: &[Append]) -> Result<Vec<bool>, StoreError> {
        self.together = group.len();
        let mut written = Vec::with_capacity(group.len());
        let connection = &self.connection;
        let is_much = self.last + group.len() as i64 >= self.folded + FOLDED_AFTER;
        // A single statement is a transaction by itself.
        let is_one = group.len() == 1 && self.snapshots.is_empty() && !is_much;
        let begun = if is_one { Ok(()) } else { say(connection, "BEGIN IMMEDIATE") };
        let result = begun.and_then(|()| {
            let mut last = self.last;
            for append in group {
                written.push(write(connection, append, &mut self.heads, &mut last)?);
            }
            for (table, place, text) in self.snapshots.drain(..) {
                // The lines do not need it.
                if let Err(error) = keep_snapshot(connection, table, place, &text) {
                    tracing::warn!(%error, "a snapshot could not be kept");
                }
            }
            if is_much {
                fold(connection)?;
            }
            if !is_one {
                say(connection, "COMMIT")?;
            }
            Ok((last, if is_much { last } else { self.folded }))
        });
        match result {
            Ok((last, folded)) => {
                (self.last, self.folded) = (last, folded);
                self.busy.look(&self.heads, last);
                self.counts.commits.fetch_add(1, Ordering::Relaxed);
                let lines = written.iter().filter(|is_written| **is_written).count();
                self.counts.lines.fetch_add(lines as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) => {
                // Nothing of the group is in the file; where the journals end is read again.
                self.heads.clear();
                if !connection.is_autocommit() {
                    let _ = say(connection, "ROLLBACK");
                }
                tracing::error!(%error, lines = group.len(), "a group of lines could not be written");
                Err(error)
            }
        }
    }

    fn alone(&mut self, job: Job) {
        match job {
            Job::Append(..) | Job::Snapshot(..) => debug_assert!(false, "lines and snapshots go into a group"),
            Job::Create(table, reply) => {
                let mut last = self.last;
                let made = self.within(|transaction| create(transaction, *table, &mut last));
                if let Ok((row, _)) = &made {
                    self.heads.insert(row.id, (row.place, if row.place > 0 { last } else { 0 }));
                    self.last = last;
                }
                let _ = reply.send(made);
            }
            Job::AddSeat(table, seat, reply) => {
                let _ = reply.send(self.within(|transaction| add_seat(transaction, table, seat)));
            }
            Job::ChangeSeat(table, seat, reply) => {
                let _ = reply.send(self.within(|transaction| change_seat(transaction, table, &seat)));
            }
            Job::SetState(table, state, reply) => {
                let _ = reply.send(self.within(|transaction| {
                    let update = "UPDATE tables SET state = ?2 WHERE id = ?1";
                    some(transaction.execute(update, params![table.0, state.word()]).map_err(broken)?, "table")
                }));
            }
            Job::SetSettings(table, invite, text, reply) => {
                let _ = reply.send(self.within(|transaction| {
                    let set = "INSERT INTO settings (tbl, invite, text) VALUES (?1, ?2, ?3)
                               ON CONFLICT (tbl) DO UPDATE SET invite = excluded.invite, text = excluded.text";
                    transaction.execute(set, params![table.0, invite, text]).map(drop).map_err(broken)
                }));
            }
        }
    }

    fn within<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let transaction = self.connection.transaction().map_err(broken)?;
        let result = work(&transaction)?;
        transaction.commit().map_err(broken)?;
        Ok(result)
    }
}

/// How many tables write: those that did in the last so many lines, looked at from time to time.
#[derive(Debug, Default)]
struct Busy {
    tables: usize,
    /// The last row of the log when they were counted.
    row: i64,
}

impl Busy {
    /// How many lines go by between two looks.
    const LINES: i64 = 1_000;

    fn look(&mut self, heads: &HashMap<TableId, (u64, i64)>, last: i64) {
        if last >= self.row + Busy::LINES {
            self.tables = heads.values().filter(|(_, row)| *row > self.row).count();
            self.row = last;
        }
    }

    /// How many lines are worth a commit: it costs the same for one and for many, and if many tables play, more lines come
    /// within its time than have come so far. A quarter of them, so that nobody waits for the slowest.
    fn worth(&self) -> usize {
        (self.tables / 4).min(MOST)
    }
}

/// For so long lines are waited for that come together with others, at most, and so often they are looked for.
const GATHERED_WITHIN: Duration = Duration::from_millis(2);
const LOOKED_FOR: Duration = Duration::from_micros(100);

/// Works until nobody can send any more. `waiting` counts the jobs that are in the queue or under way.
pub fn run(writer: &Mutex<Writer>, queue: &mpsc::Receiver<Job>, waiting: &AtomicUsize) {
    let (mut group, mut replies) = (Vec::with_capacity(MOST), Vec::with_capacity(MOST));
    while let Ok(first) = queue.recv() {
        let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut next, mut taken) = (Some(first), 0);
        let (worth, until) = (writer.busy.worth(), Instant::now() + GATHERED_WITHIN);
        loop {
            while let Some(job) = next.take() {
                taken += 1;
                match job {
                    Job::Append(append, reply) => {
                        group.push(append);
                        replies.push(reply);
                    }
                    Job::Snapshot(table, place, text) => writer.snapshots.push((table, place, text)),
                    other => writer.alone(other),
                }
                if group.len() < MOST {
                    next = queue.try_recv().ok();
                }
            }
            if group.is_empty() || group.len() >= worth || Instant::now() >= until {
                break;
            }
            std::thread::sleep(LOOKED_FOR);
            next = queue.try_recv().ok();
        }
        if !group.is_empty() || !writer.snapshots.is_empty() {
            let written = writer.commit(&group);
            for (at, reply) in replies.drain(..).enumerate() {
                let is_written = written.as_ref().map(|written| written[at]).map_err(Clone::clone);
                // Whoever asked may be gone; the line is written all the same.
                let _ = reply
                    .send(is_written.and_then(|is_written| if is_written { Ok(()) } else { Err(StoreError::Taken) }));
            }
            group.clear();
        }
        waiting.fetch_sub(taken, Ordering::AcqRel);
    }
}

/// Runs a statement without values, such as those that begin and end a transaction. It is not read anew each time.
fn say(connection: &Connection, what: &str) -> Result<(), StoreError> {
    connection.prepare_cached(what).and_then(|mut statement| statement.execute([])).map(drop).map_err(broken)
}

/// After so many lines `head` is brought up to date.
const FOLDED_AFTER: i64 = 4_096;

/// Brings `head` up to date with the log.
fn fold(connection: &Connection) -> Result<(), StoreError> {
    let update = "UPDATE head SET place = since.place, last = since.last
                  FROM (SELECT tbl, max(place) AS place, max(id) AS last FROM log
                        WHERE id > (SELECT row FROM folded) GROUP BY tbl) AS since
                  WHERE since.tbl = head.id";
    say(connection, update)?;
    say(connection, "UPDATE folded SET row = (SELECT coalesce(max(id), 0) FROM log)")
}

/// Writes one line if its place is the next one. False: it is taken.
fn write(
    transaction: &Connection,
    append: &Append,
    heads: &mut HashMap<TableId, (u64, i64)>,
    last: &mut i64,
) -> Result<bool, StoreError> {
    let table = append.table;
    let (place, before) = match heads.get(&table) {
        Some(&head) => head,
        None => {
            let select = "SELECT place, last FROM ends WHERE id = ?1";
            let head = transaction
                .prepare_cached(select)
                .map_err(broken)?
                .query_row([table.0], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)?)));
            head.map_err(|error| if is_missing(&error) { StoreError::Missing("table") } else { broken(error) })?
        }
    };
    if append.place != place + 1 {
        heads.insert(table, (place, before));
        return Ok(false);
    }
    let id = *last + 1;
    insert_line(transaction, id, append, before)?;
    heads.insert(table, (append.place, id));
    *last = id;
    Ok(true)
}

fn insert_line(transaction: &Connection, id: i64, append: &Append, before: i64) -> Result<(), StoreError> {
    let insert = "INSERT INTO log (id, tbl, place, before, seat, request, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut insert = transaction.prepare_cached(insert).map_err(broken)?;
    let values = params![id, append.table.0, append.place as i64, before, append.seat.0, append.request, append.line];
    insert.execute(values).map_err(broken)?;
    Ok(())
}

fn keep_snapshot(transaction: &Connection, table: TableId, place: u64, text: &str) -> Result<(), StoreError> {
    let insert = "INSERT INTO snapshots (id, place, text) VALUES (?1, ?2, ?3)
                  ON CONFLICT (id) DO UPDATE SET place = excluded.place, text = excluded.text";
    let mut insert = transaction.prepare_cached(insert).map_err(broken)?;
    insert.execute(params![table.0, place as i64, text]).map_err(broken)?;
    Ok(())
}

fn create(
    transaction: &Transaction<'_>,
    new: NewTable,
    last: &mut i64,
) -> Result<(TableRow, Vec<SeatRow>), StoreError> {
    let NewTable { mut row, header, scene, lines, seats } = new;
    let insert = "INSERT INTO tables (code, name, book, created, state, commitment, header, scene)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let values = params![row.code, row.name, row.book, row.created, row.state.word(), row.commitment, header, scene];
    transaction.execute(insert, values).map_err(broken)?;
    row.id = TableId(transaction.last_insert_rowid());
    let mut before = 0;
    for (line, place) in lines.into_iter().zip(1..) {
        let append = Append { table: row.id, place, seat: super::NOBODY, request: String::new(), line };
        *last += 1;
        insert_line(transaction, *last, &append, before)?;
        (row.place, before) = (place, *last);
    }
    let insert = "INSERT INTO head (id, place, last) VALUES (?1, ?2, ?3)";
    transaction.execute(insert, params![row.id.0, row.place as i64, before]).map_err(broken)?;
    let seats = seats.into_iter().map(|seat| add_seat(transaction, row.id, seat)).collect::<Result<_, _>>()?;
    Ok((row, seats))
}

fn add_seat(transaction: &Transaction<'_>, table: TableId, mut seat: SeatRow) -> Result<SeatRow, StoreError> {
    let insert = "INSERT INTO seats (tbl, name, role, actors, key) VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = params![table.0, seat.name, seat.role.word(), rows::actors_text(&seat.actors), seat.key];
    transaction.execute(insert, values).map_err(broken)?;
    seat.id.0 = transaction.last_insert_rowid();
    Ok(seat)
}

fn change_seat(transaction: &Transaction<'_>, table: TableId, seat: &SeatRow) -> Result<(), StoreError> {
    let update = "UPDATE seats SET name = ?3, role = ?4, actors = ?5, key = ?6 WHERE id = ?2 AND tbl = ?1";
    let actors = rows::actors_text(&seat.actors);
    let values = params![table.0, seat.id.0, seat.name, seat.role.word(), actors, seat.key];
    some(transaction.execute(update, values).map_err(broken)?, "seat")
}

fn some(changed: usize, what: &'static str) -> Result<(), StoreError> {
    if changed == 0 { Err(StoreError::Missing(what)) } else { Ok(()) }
}

pub(super) fn is_missing(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::QueryReturnedNoRows)
}
