//! The task that writes lines: whatever waits goes into one statement, and is answered when that is committed.

use super::{Address, broken};
use crate::store::{Append, StoreError};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};
use tokio_postgres::{Client, Statement};

/// The most lines in one commit, as with SQLite.
const MOST: usize = 256;
/// A commit that takes longer is given up; whether it arrived is not known then.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes the lines whose place is free, and tells other servers which those are, in one commit.
const WRITE: &str = "
    WITH written AS (
        INSERT INTO referee_log (tbl, place, seat, request, line)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
        ON CONFLICT DO NOTHING
        RETURNING tbl, place
    ), told AS MATERIALIZED (
        SELECT pg_notify('referee', $6 || (SELECT string_agg(tbl || ':' || place, ',') FROM written)) AS told
    )
    SELECT tbl, place FROM written CROSS JOIN (SELECT count(told) FROM told) AS done";

/// A line, and who waits for it.
pub type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// How many lines were written, in how many commits.
#[derive(Debug, Default)]
pub struct Counts {
    /// Lines.
    pub lines: AtomicU64,
    /// Commits.
    pub commits: AtomicU64,
}

/// Works until nobody can send any more.
pub async fn run(address: Arc<Address>, mut jobs: mpsc::UnboundedReceiver<Job>, counts: Arc<Counts>) {
    let mut connection: Option<(Client, Statement)> = None;
    let mut group: Vec<Job> = Vec::with_capacity(MOST);
    while jobs.recv_many(&mut group, MOST).await > 0 {
        // Servers that write the same tables at once take them in the same order, so neither waits for the other.
        group.sort_by_key(|(append, _)| (append.table, append.place));
        // Of two for one place, the first is written; the statement could not say which it was.
        let mut doubled = Vec::new();
        for at in (1..group.len()).rev() {
            let (one, other) = (&group[at - 1].0, &group[at].0);
            if (one.table, one.place) == (other.table, other.place) {
                doubled.push(group.remove(at));
            }
        }
        for (_, reply) in doubled {
            let _ = reply.send(Err(StoreError::Taken));
        }
        let written = match timeout(PATIENCE, write(&address, &mut connection, &group)).await {
            Ok(written) => written,
            Err(_) => Err(StoreError::Unavailable("the database did not answer in time".into())),
        };
        match written {
            Ok(written) => {
                counts.commits.fetch_add(1, Ordering::Relaxed);
                counts.lines.fetch_add(written.len() as u64, Ordering::Relaxed);
                for (append, reply) in group.drain(..) {
                    let is_written = written.contains(&(append.table.0, append.place as i64));
                    let _ = reply.send(if is_written { Ok(()) } else { Err(StoreError::Taken) });
                }
            }
            Err(error) => {
                connection = None;
                tracing::error!(%error, lines = group.len(), "a group of lines could not be written");
                for (_, reply) in group.drain(..) {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
    }
}

async fn write(
    address: &Address,
    connection: &mut Option<(Client, Statement)>,
    group: &[Job],
) -> Result<HashSet<(i64, i64)>, StoreError> {
    if connection.as_ref().is_none_or(|(client, _)| client.is_closed()) {
        let client = address.connect().await?;
        let statement = client.prepare(WRITE).await.map_err(broken)?;
        *connection = Some((client, statement));
    }
    let Some((client, statement)) = connection else {
        return Err(StoreError::Unavailable("there is no connection".into()));
    };
    let tables: Vec<i64> = group.iter().map(|(append, _)| append.table.0).collect();
    let places: Vec<i64> = group.iter().map(|(append, _)| append.place as i64).collect();
    let seats: Vec<i64> = group.iter().map(|(append, _)| append.seat.0).collect();
    let requests: Vec<&str> = group.iter().map(|(append, _)| append.request.as_str()).collect();
    let lines: Vec<&str> = group.iter().map(|(append, _)| append.line.as_str()).collect();
    let by = format!("{} lines ", address.server);
    let rows = client.query(statement, &[&tables, &places, &seats, &requests, &lines, &by]).await.map_err(broken)?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}
