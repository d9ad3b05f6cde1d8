//! The SQLite schema and its migrations.

use super::failed_write;
use crate::store::{StoreError, TOO_OLD};
use rusqlite::Connection;

/// The version after the first migration. Earlier versions belong to Referee 0.1, whose journals this program cannot
/// read.
const FIRST: usize = 7;

/// The migrations: the first turns an empty file into version [`FIRST`], each other leads to the next version. Never
/// change a released one.
///
/// The log is append-only and keyed by order of arrival, so a batch of lines from many tables touches the same few
/// pages. Each row links to the previous row of its table, and `head` names the last, so no index is needed. An index
/// would spread every commit over as many pages as there are tables.
const STEPS: &[&str] = &["
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
    CREATE TABLE settings (
        tbl INTEGER PRIMARY KEY REFERENCES tables (id),
        invite TEXT UNIQUE,
        text TEXT NOT NULL
    ) STRICT;
    CREATE TABLE snapshots (
        id INTEGER PRIMARY KEY REFERENCES tables (id),
        place INTEGER NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
"];

/// The current version.
const LATEST: usize = FIRST + STEPS.len() - 1;

/// The application id in the file header: `Refe`.
const MARK: i64 = 0x5265_6665;

/// Migrates a file to the current version, or says why it cannot.
pub fn migrate(connection: &mut Connection, path: &str) -> Result<(), StoreError> {
    let version = check(connection, path)?;
    let done = version.map_or(0, |version| version - FIRST + 1);
    for (index, step) in STEPS.iter().enumerate().skip(done) {
        let version = FIRST + index;
        let transaction = connection.transaction().map_err(failed_write)?;
        transaction.execute_batch(step).map_err(failed_write)?;
        transaction.pragma_update(None, "application_id", MARK).map_err(failed_write)?;
        transaction.pragma_update(None, "user_version", version as i64).map_err(failed_write)?;
        transaction.commit().map_err(failed_write)?;
        tracing::info!(path, version, "the store was migrated");
    }
    Ok(())
}

/// The version of one of our files; `None` if the file is empty.
pub fn check(connection: &Connection, path: &str) -> Result<Option<usize>, StoreError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let not_ours = |why: String| StoreError::Unusable(format!("{path}: {why}"));
    let unreadable = |error: rusqlite::Error| not_ours(format!("cannot read the file as a store: {error}"));
    let (mark, version) = (pragma("application_id").map_err(unreadable)?, pragma("user_version").map_err(unreadable)?);
    let count = "SELECT count(*) FROM sqlite_schema";
    let things: i64 = connection.query_row(count, [], |row| row.get(0)).map_err(unreadable)?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    match (mark, version) {
        (0, 0) if things == 0 => Ok(None),
        (MARK, FIRST..=LATEST) => Ok(Some(version)),
        (MARK, ..FIRST) => Err(not_ours(TOO_OLD.to_owned())),
        (MARK, _) => Err(not_ours(format!(
            "the store has version {version}; this program supports versions up to {LATEST}. Use a later release"
        ))),
        _ => Err(not_ours("this SQLite file belongs to another program. Name another file".to_owned())),
    }
}
