//! The database: lines come to it in large groups, everything else one by one.

use super::{
    ahead::{Left, Taken},
    broken, rows,
    writer::{Desk, Reply, Snapshot},
};
use crate::store::{Append, NewTable, SeatRow, State, StoreError, TableId, TableRow};
use rusqlite::{Connection, Transaction, params};
use std::{collections::HashMap, sync::mpsc, time::Duration};

/// For so long nothing is tried after lines could not be written.
const PAUSE: Duration = Duration::from_millis(200);

/// Something for the database.
pub enum Job {
    /// The lines that are ahead of it.
    Fold(Option<Reply<()>>),
    /// A table with its seats.
    Create(Box<NewTable>, Reply<(TableRow, Vec<SeatRow>)>),
    /// A new seat.
    AddSeat(TableId, SeatRow, Reply<SeatRow>),
    /// A changed seat.
    ChangeSeat(TableId, SeatRow, Reply<()>),
    /// Another state.
    SetState(TableId, State, Reply<()>),
    /// Other settings, and the code for joining.
    SetSettings(TableId, Option<String>, String, Reply<()>),
    /// The end: what is ahead goes in, and no more comes.
    End,
}

/// The database, open for writing.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
    /// Place and row of the last line of each table that was written to.
    heads: HashMap<TableId, (u64, i64)>,
    /// The last row of the log.
    last: i64,
}

impl Archive {
    /// On a connection of its own.
    pub fn new(connection: Connection) -> Result<Archive, StoreError> {
        let last = "SELECT coalesce(max(id), 0) FROM log";
        let last = connection.query_row(last, [], |row| row.get(0)).map_err(broken)?;
        Ok(Archive { connection, heads: HashMap::new(), last })
    }

    /// The mark of this store, and the number of the last line that came from the file ahead.
    pub fn ahead(&self) -> Result<(u64, u64), StoreError> {
        let select = "SELECT mark, number FROM ahead";
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64));
        self.connection.query_row(select, [], read).map_err(broken)
    }

    /// Gives the store a mark that no other has, copies of it included.
    pub fn mark_anew(&self) -> Result<(), StoreError> {
        self.connection.execute("UPDATE ahead SET mark = random()", []).map(drop).map_err(broken)
    }

    /// Takes what a server left ahead of this database. Says which lines were missing, if any were: none after them are in.
    pub fn take(&mut self, left: Left) -> Result<Taken, StoreError> {
        let (mark, number) = self.ahead()?;
        let (lines, taken) = left.after(mark, number)?;
        if !lines.is_empty() {
            self.write(&lines, &[], number + lines.len() as u64)?;
            tracing::info!(lines = lines.len(), "lines were ahead of the database");
        }
        Ok(taken)
    }

    /// The connection, when there is nothing more to write.
    pub fn close(self) -> Connection {
        self.connection
    }

    /// Writes lines, up to the one with this number, and snapshots in one transaction.
    pub fn write(&mut self, lines: &[Append], snapshots: &[Snapshot], number: u64) -> Result<(), StoreError> {
        let result = self.write_all(lines, snapshots, number);
        if result.is_err() {
            // Nothing of it is in the file; where the journals end is read again.
            self.heads.clear();
            if !self.connection.is_autocommit() {
                let _ = say(&self.connection, "ROLLBACK");
            }
        }
        result
    }

    fn write_all(&mut self, lines: &[Append], snapshots: &[Snapshot], number: u64) -> Result<(), StoreError> {
        let Archive { connection, heads, last } = self;
        say(connection, "BEGIN IMMEDIATE")?;
        let mut row = *last;
        let mut changed = HashMap::new();
        for append in lines {
            let head = match heads.get(&append.table) {
                Some(head) => *head,
                None => rows::end(connection, append.table)?,
            };
            if append.place != head.0 + 1 {
                let why = format!("line {} of table {} comes after {}", append.place, append.table.0, head.0);
                return Err(StoreError::Damaged(why));
            }
            row += 1;
            insert_line(connection, row, append, head.1)?;
            heads.insert(append.table, (append.place, row));
            changed.insert(append.table, (append.place, row));
        }
        let mut update =
            connection.prepare_cached("UPDATE head SET place = ?2, last = ?3 WHERE id = ?1").map_err(broken)?;
        for (table, (place, row)) in changed {
            update.execute(params![table.0, place as i64, row]).map_err(broken)?;
        }
        for (table, place, text) in snapshots {
            // The lines do not need it.
            if let Err(error) = keep_snapshot(connection, *table, *place, text) {
                tracing::warn!(%error, "a snapshot could not be kept");
            }
        }
        let mut update = connection.prepare_cached("UPDATE ahead SET number = ?1").map_err(broken)?;
        update.execute([number as i64]).map_err(broken)?;
        say(connection, "COMMIT")?;
        *last = row;
        Ok(())
    }

    /// Brings the lines that are ahead into the database.
    fn fold(&mut self, desk: &Desk) -> Result<(), StoreError> {
        let (lines, snapshots, number) = desk.lock().take();
        if lines.is_empty() && snapshots.is_empty() {
            return Ok(());
        }
        let result = self.write(&lines, &snapshots, number);
        match &result {
            Ok(()) => desk.is_folded(number),
            Err(error) => {
                tracing::error!(%error, lines = lines.len(), "lines could not be brought into the database");
                desk.lock().take_back(lines);
                std::thread::sleep(PAUSE);
            }
        }
        result
    }

    fn create(&mut self, table: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError> {
        let mut last = self.last;
        let made = self.within(|transaction| create(transaction, table, &mut last))?;
        self.last = last;
        Ok(made)
    }

    fn within<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let transaction = self.connection.transaction().map_err(broken)?;
        let result = work(&transaction)?;
        transaction.commit().map_err(broken)?;
        Ok(result)
    }
}

/// Works until it is told to end. Whoever asked may be gone by then; it is done all the same.
pub fn run(mut archive: Archive, desk: &Desk, queue: &mpsc::Receiver<Job>) {
    while let Ok(job) = queue.recv() {
        match job {
            Job::Fold(reply) => {
                let folded = archive.fold(desk);
                let _ = reply.map(|reply| reply.send(folded));
            }
            Job::Create(table, reply) => {
                let _ = reply.send(archive.create(*table));
            }
            Job::AddSeat(table, seat, reply) => {
                let _ = reply.send(archive.within(|transaction| add_seat(transaction, table, seat)));
            }
            Job::ChangeSeat(table, seat, reply) => {
                let _ = reply.send(archive.within(|transaction| change_seat(transaction, table, &seat)));
            }
            Job::SetState(table, state, reply) => {
                let _ = reply.send(archive.within(|transaction| {
                    let update = "UPDATE tables SET state = ?2 WHERE id = ?1";
                    some(transaction.execute(update, params![table.0, state.word()]).map_err(broken)?, "table")
                }));
            }
            Job::SetSettings(table, invite, text, reply) => {
                let _ = reply.send(archive.within(|transaction| {
                    let set = "INSERT INTO settings (tbl, invite, text) VALUES (?1, ?2, ?3)
                               ON CONFLICT (tbl) DO UPDATE SET invite = excluded.invite, text = excluded.text";
                    transaction.execute(set, params![table.0, invite, text]).map(drop).map_err(broken)
                }));
            }
            Job::End => {
                if archive.fold(desk).is_ok() {
                    desk.lock().end();
                }
                return;
            }
        }
    }
}

/// Runs a statement without values, such as those that begin and end a transaction. It is not read anew each time.
fn say(connection: &Connection, what: &str) -> Result<(), StoreError> {
    connection.prepare_cached(what).and_then(|mut statement| statement.execute([])).map(drop).map_err(broken)
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
