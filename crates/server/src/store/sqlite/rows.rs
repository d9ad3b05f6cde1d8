//! Converts rows to types.

use super::failed_read;
use crate::store::{Role, SeatId, SeatRow, State, StoreError, TableId, TableRow, Written};
use rusqlite::{Connection, Row, params};

const TABLE: &str = "SELECT t.id, t.code, t.name, t.book, t.created, t.state, t.commitment, h.place
                     FROM tables t JOIN head h ON h.id = t.id";

/// The actors of a seat as stored: `3,7`.
pub fn actors_text(actors: &[u16]) -> String {
    actors.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}

/// The inverse of [`actors_text`].
pub fn actors_of(text: &str) -> Result<Vec<u16>, StoreError> {
    let numbers = text.split(',').filter(|part| !part.is_empty()).map(str::parse);
    numbers.collect::<Result<_, _>>().map_err(|_| StoreError::Damaged(format!("a seat has the actors {text:?}")))
}

/// A table by its code.
pub fn table(connection: &Connection, code: &str) -> Result<Option<TableRow>, StoreError> {
    one(connection, &format!("{TABLE} WHERE t.code = ?1"), code)
}

fn one(connection: &Connection, select: &str, value: &str) -> Result<Option<TableRow>, StoreError> {
    let mut select = connection.prepare_cached(select).map_err(failed_read)?;
    match select.query_row([value], |row| Ok(table_row(row))) {
        Ok(row) => row.map(Some),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(failed_read(error)),
    }
}

/// The table with this join code.
pub fn invited(connection: &Connection, invite: &str) -> Result<Option<TableRow>, StoreError> {
    let select = format!("{TABLE} JOIN settings s ON s.tbl = t.id WHERE s.invite = ?1");
    one(connection, &select, invite)
}

/// The settings of a table.
pub fn settings(connection: &Connection, table: TableId) -> Result<Option<String>, StoreError> {
    let mut select = connection.prepare_cached("SELECT text FROM settings WHERE tbl = ?1").map_err(failed_read)?;
    match select.query_row([table.0], |row| row.get(0)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(failed_read(error)),
    }
}

/// Reads anything, to see whether reading works.
pub fn any(connection: &Connection) -> Result<(), StoreError> {
    let mut select = connection.prepare_cached("SELECT id FROM tables LIMIT 1").map_err(failed_read)?;
    select.exists([]).map(drop).map_err(failed_read)
}

/// The tables, newest first.
pub fn tables(connection: &Connection, before: Option<TableId>, most: usize) -> Result<Vec<TableRow>, StoreError> {
    let select = format!("{TABLE} WHERE t.id < ?1 ORDER BY t.id DESC LIMIT ?2");
    let mut select = connection.prepare_cached(&select).map_err(failed_read)?;
    let before = before.map_or(i64::MAX, |id| id.0);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = select.query_map(params![before, most], |row| Ok(table_row(row))).map_err(failed_read)?;
    rows.map(|row| row.map_err(failed_read)?).collect()
}

fn table_row(row: &Row<'_>) -> Result<TableRow, StoreError> {
    let text = |at: usize| row.get::<_, String>(at).map_err(failed_read);
    Ok(TableRow {
        id: TableId(row.get(0).map_err(failed_read)?),
        code: text(1)?,
        name: text(2)?,
        book: text(3)?,
        created: row.get(4).map_err(failed_read)?,
        state: State::of(&text(5)?)?,
        commitment: text(6)?,
        place: row.get::<_, i64>(7).map_err(failed_read)? as u64,
    })
}

/// One column of one table.
pub fn column<T: rusqlite::types::FromSql>(
    connection: &Connection,
    name: &'static str,
    table: TableId,
) -> Result<T, StoreError> {
    let mut select =
        connection.prepare_cached(&format!("SELECT {name} FROM tables WHERE id = ?1")).map_err(failed_read)?;
    select
        .query_row([table.0], |row| row.get(0))
        .map_err(|error| if is_missing(&error) { StoreError::Missing("table") } else { failed_read(error) })
}

/// The lines of a table after a place: follows the chain back from the last line, then reverses it.
pub fn lines(connection: &Connection, table: TableId, after: u64) -> Result<Vec<Written>, StoreError> {
    let select = "
        WITH RECURSIVE chain (id, tbl, place, before, seat, request, line) AS (
            SELECT log.id, tbl, log.place, before, seat, request, line FROM head JOIN log ON log.id = head.last
            WHERE head.id = ?1 AND log.place > ?2
            UNION ALL
            SELECT log.id, log.tbl, log.place, log.before, log.seat, log.request, log.line
            FROM chain JOIN log ON log.id = chain.before WHERE log.place > ?2
        )
        SELECT tbl, place, seat, request, line FROM chain";
    let mut select = connection.prepare_cached(select).map_err(failed_read)?;
    let read = |row: &Row<'_>| {
        let place = row.get::<_, i64>(1)? as u64;
        let written = Written { place, seat: SeatId(row.get(2)?), request: row.get(3)?, line: row.get(4)? };
        Ok((row.get::<_, i64>(0)?, written))
    };
    let rows = select.query_map(params![table.0, after as i64], read).map_err(failed_read)?;
    let mut lines = Vec::new();
    for row in rows {
        let (of, written) = row.map_err(failed_read)?;
        if of != table.0 {
            return Err(StoreError::Damaged(format!(
                "place {} of table {} belongs to another table",
                written.place, table.0
            )));
        }
        lines.push(written);
    }
    lines.reverse();
    let first = lines.first().map_or(after + 1, |line| line.place);
    if first != after + 1 || lines.windows(2).any(|pair| pair[1].place != pair[0].place + 1) {
        return Err(StoreError::Damaged(format!("the journal of table {} has a gap", table.0)));
    }
    Ok(lines)
}

/// The requests of a table's lines up to a place, newest first.
pub fn requests(connection: &Connection, table: TableId, up_to: u64) -> Result<Vec<(SeatId, String, u64)>, StoreError> {
    let select = "
        WITH RECURSIVE chain (place, before, seat, request) AS (
            SELECT log.place, before, seat, request FROM head JOIN log ON log.id = head.last WHERE head.id = ?1
            UNION ALL
            SELECT log.place, log.before, log.seat, log.request FROM chain JOIN log ON log.id = chain.before
        )
        SELECT seat, request, place FROM chain WHERE place <= ?2";
    let mut select = connection.prepare_cached(select).map_err(failed_read)?;
    let read = |row: &Row<'_>| Ok((SeatId(row.get(0)?), row.get(1)?, row.get::<_, i64>(2)? as u64));
    let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
    let rows = select.query_map(params![table.0, up_to], read).map_err(failed_read)?;
    rows.map(|row| row.map_err(failed_read)).collect()
}

/// The end of a journal: the place and the row of its last line.
pub fn end(connection: &Connection, table: TableId) -> Result<(u64, i64), StoreError> {
    let mut select = connection.prepare_cached("SELECT place, last FROM head WHERE id = ?1").map_err(failed_read)?;
    let head = select.query_row([table.0], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)));
    head.map_err(|error| if is_missing(&error) { StoreError::Missing("table") } else { failed_read(error) })
}

fn is_missing(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::QueryReturnedNoRows)
}

/// The latest snapshot of a table.
pub fn snapshot(connection: &Connection, table: TableId) -> Result<Option<(u64, String)>, StoreError> {
    let select = "SELECT place, text FROM snapshots WHERE id = ?1";
    let mut select = connection.prepare_cached(select).map_err(failed_read)?;
    match select.query_row([table.0], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))) {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(failed_read(error)),
    }
}

/// The seats of a table.
pub fn seats(connection: &Connection, table: TableId) -> Result<Vec<SeatRow>, StoreError> {
    let select = "SELECT id, name, role, actors, key FROM seats WHERE tbl = ?1 ORDER BY id";
    let mut select = connection.prepare_cached(select).map_err(failed_read)?;
    let read = |row: &Row<'_>| {
        let (role, actors): (String, String) = (row.get(2)?, row.get(3)?);
        Ok((SeatId(row.get(0)?), row.get::<_, String>(1)?, role, actors, row.get::<_, Option<[u8; 32]>>(4)?))
    };
    let rows = select.query_map([table.0], read).map_err(failed_read)?;
    rows.map(|row| {
        let (id, name, role, actors, key) = row.map_err(failed_read)?;
        Ok(SeatRow { id, name, role: Role::of(&role)?, actors: actors_of(&actors)?, key })
    })
    .collect()
}
