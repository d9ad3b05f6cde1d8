//! The tables of the SQLite store, and how a file of an earlier version becomes one of this.

use super::failed_write;
use crate::store::StoreError;
use rusqlite::Connection;

/// Each step brings a file from the version of its index to the next. Never change one that was released.
///
/// The log is only ever appended to: its key is the order of arrival, so a group of lines from many tables lands on the
/// same few pages. Each row names the row before it of its table, and `head` names the last, so no index is needed
/// that would spread every commit over as many pages as there are tables.
const STEPS: &[&str] = &[
    "
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        book TEXT NOT NULL,
        created INTEGER NOT NULL,
        state TEXT NOT NULL,
        commitment TEXT NOT NULL,
        header TEXT NOT NULL,
        scene TEXT
    ) STRICT;
    CREATE TABLE head (
        id INTEGER PRIMARY KEY REFERENCES tables (id),
        place INTEGER NOT NULL,
        last INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE log (
        id INTEGER PRIMARY KEY,
        tbl INTEGER NOT NULL,
        place INTEGER NOT NULL,
        before INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        request TEXT NOT NULL,
        line TEXT NOT NULL
    ) STRICT;
    CREATE TABLE seats (
        id INTEGER PRIMARY KEY,
        tbl INTEGER NOT NULL REFERENCES tables (id),
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        actors TEXT NOT NULL,
        key BLOB
    ) STRICT;
    CREATE INDEX seats_of_table ON seats (tbl);
",
    "
    CREATE TABLE settings (
        tbl INTEGER PRIMARY KEY REFERENCES tables (id),
        invite TEXT UNIQUE,
        text TEXT NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE snapshots (
        id INTEGER PRIMARY KEY REFERENCES tables (id),
        place INTEGER NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE folded (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        row INTEGER NOT NULL
    ) STRICT;
    INSERT INTO folded (id, row) VALUES (1, (SELECT coalesce(max(id), 0) FROM log));
    CREATE VIEW ends (id, place, last) AS
        SELECT head.id, coalesce(since.place, head.place), coalesce(since.last, head.last)
        FROM head LEFT JOIN (
            SELECT tbl, max(place) AS place, max(id) AS last FROM log WHERE id > (SELECT row FROM folded) GROUP BY tbl
        ) AS since ON since.tbl = head.id;
",
    "
    UPDATE head SET place = ends.place, last = ends.last FROM ends WHERE ends.id = head.id;
    DROP VIEW ends;
    DROP TABLE folded;
    CREATE TABLE ahead (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        mark INTEGER NOT NULL,
        number INTEGER NOT NULL
    ) STRICT;
    INSERT INTO ahead (id, mark, number) VALUES (1, random(), 0);
",
    "
    DROP TABLE ahead;
",
];

/// The mark in the file's header that says whose it is: `Refe`.
const MARK: i64 = 0x5265_6665;

/// Brings a file to the version of this program, or says why that cannot be.
pub fn migrate(connection: &mut Connection, path: &str) -> Result<(), StoreError> {
    let version = check(connection, path)?;
    for (index, step) in STEPS.iter().enumerate().skip(version) {
        let transaction = connection.transaction().map_err(failed_write)?;
        transaction.execute_batch(step).map_err(failed_write)?;
        transaction.pragma_update(None, "application_id", MARK).map_err(failed_write)?;
        transaction.pragma_update(None, "user_version", index as i64 + 1).map_err(failed_write)?;
        transaction.commit().map_err(failed_write)?;
        tracing::info!(path, version = index + 1, "the store was brought to a new version");
    }
    Ok(())
}

/// The version of a file that is one of ours, or an empty one.
pub fn check(connection: &Connection, path: &str) -> Result<usize, StoreError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let not_ours = |why: String| StoreError::Unusable(format!("{path}: {why}"));
    let unreadable = |error: rusqlite::Error| not_ours(format!("it cannot be read as a store: {error}"));
    let (mark, version) = (pragma("application_id").map_err(unreadable)?, pragma("user_version").map_err(unreadable)?);
    let count = "SELECT count(*) FROM sqlite_schema";
    let things: i64 = connection.query_row(count, [], |row| row.get(0)).map_err(unreadable)?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    match (mark, version) {
        (0, 0) if things == 0 => Ok(0),
        (MARK, 1..) if version <= STEPS.len() => Ok(version),
        (MARK, _) => Err(not_ours(format!(
            "it has version {version}; this program knows versions up to {}. Use a later release",
            STEPS.len()
        ))),
        _ => Err(not_ours("it is an SQLite file of something else. Name another file".to_owned())),
    }
}
