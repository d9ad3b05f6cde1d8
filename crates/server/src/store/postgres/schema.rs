//! The tables of the PostgreSQL store, and how a database of an earlier version becomes one of this.

use super::broken;
use crate::store::{StoreError, TOO_OLD};
use tokio_postgres::Client;

/// The version that a new database has after the first step. Earlier ones belong to Referee 0.1, whose journals this program
/// does not read.
const FIRST: usize = 5;

/// The first step makes the tables of [`FIRST`]; each other brings a database to the next version. Never change one that was
/// released.
///
/// The key of the log is what keeps two servers from writing two lines in one place. It does not refer to its table: the
/// database would look that up and lock its row for each line, which halved what a commit could hold. Lines are only ever
/// written for tables that were found, and no table is ever taken away.
const STEPS: &[&str] = &["
    CREATE TABLE referee_tables (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        book TEXT NOT NULL,
        created BIGINT NOT NULL,
        state TEXT NOT NULL,
        commitment TEXT NOT NULL,
        header TEXT NOT NULL,
        scene TEXT
    );
    CREATE TABLE referee_log (
        tbl BIGINT NOT NULL,
        place BIGINT NOT NULL,
        seat BIGINT NOT NULL,
        request TEXT NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (tbl, place)
    );
    CREATE TABLE referee_seats (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tbl BIGINT NOT NULL REFERENCES referee_tables (id),
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        actors TEXT NOT NULL,
        key BYTEA
    );
    CREATE INDEX referee_seats_of_table ON referee_seats (tbl);
    CREATE TABLE referee_settings (
        tbl BIGINT PRIMARY KEY REFERENCES referee_tables (id),
        invite TEXT UNIQUE,
        text TEXT NOT NULL
    );
    CREATE TABLE referee_snapshots (
        tbl BIGINT PRIMARY KEY REFERENCES referee_tables (id),
        place BIGINT NOT NULL,
        text TEXT NOT NULL
    );
"];

/// The version of this program's databases.
const LATEST: usize = FIRST + STEPS.len() - 1;

/// A number of our own, so that two servers that start at once do not both migrate.
const LOCK: i64 = 0x5265_6665_7265_6500;

/// Brings a database to the version of this program, or says why that cannot be.
pub async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let transaction = client.transaction().await.map_err(broken)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(broken)?;
    let create = "CREATE TABLE IF NOT EXISTS referee_schema (version BIGINT NOT NULL)";
    transaction.batch_execute(create).await.map_err(broken)?;
    let version = transaction.query_opt("SELECT max(version) FROM referee_schema", &[]).await.map_err(broken)?;
    let version = version.and_then(|row| row.get::<_, Option<i64>>(0)).unwrap_or(0);
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    let done = match version {
        0 => 0,
        FIRST..=LATEST => version - FIRST + 1,
        1..FIRST => return Err(StoreError::Unusable(format!("the database: {TOO_OLD}"))),
        _ => {
            let why = format!("the database has version {version}; this program knows versions up to {LATEST}");
            return Err(StoreError::Unusable(format!("{why}. Use a later release")));
        }
    };
    for (index, step) in STEPS.iter().enumerate().skip(done) {
        let version = FIRST + index;
        transaction.batch_execute(step).await.map_err(broken)?;
        let insert = "INSERT INTO referee_schema (version) VALUES ($1)";
        transaction.execute(insert, &[&(version as i64)]).await.map_err(broken)?;
        tracing::info!(version, "the database was brought to a new version");
    }
    transaction.commit().await.map_err(broken)
}
