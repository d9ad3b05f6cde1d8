//! The tasks that write journal lines in groups: all waiting lines go into one statement and are acknowledged when it
//! is committed.
//!
//! There are a few tasks, each with its own connection, so that one group is collected and sent while another waits for
//! the disk; the database flushes both at once. Notifying in the same commit would prevent that, because a notifying
//! transaction holds a lock until it is on disk. So a separate task notifies other servers right after the commit. If a
//! server is killed in between, the others find the line when they poll once a second ([`Store::places`]).
//!
//! [`Store::places`]: crate::store::Store::places

use super::{Address, broken};
use crate::store::{Append, StoreError};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    time::{sleep, timeout},
};
use tokio_postgres::{Client, Statement};

/// Maximum number of lines per commit, as with SQLite.
const MOST: usize = 256;
/// A commit that takes longer is abandoned, with an unknown result.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many groups may be in progress at once.
const LANES: usize = 2;
/// The interval between notifications: each is a commit of its own and wakes every listener.
const BETWEEN: Duration = Duration::from_millis(5);

/// Inserts the lines whose place is free, and returns which ones those are.
const WRITE: &str = "
    INSERT INTO referee_log (tbl, place, seat, request, line)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
    ON CONFLICT DO NOTHING
    RETURNING tbl, place";

/// A line, and the channel for its result.
pub type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// Totals for metrics.
#[derive(Debug, Default)]
pub struct Counts {
    pub lines: AtomicU64,
    pub commits: AtomicU64,
    /// Whether the last group failed.
    pub is_failing: AtomicBool,
}

/// The table and place of a line.
type Place = (i64, i64);

/// Spawns the tasks; they run until all senders are dropped.
pub fn begin(address: &Arc<Address>, jobs: mpsc::UnboundedReceiver<Job>, counts: &Arc<Counts>) {
    let jobs = Arc::new(Mutex::new(jobs));
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(notify(Arc::clone(address), told));
    for _ in 0..LANES {
        tokio::spawn(run(Arc::clone(address), Arc::clone(&jobs), tell.clone(), Arc::clone(counts)));
    }
}

/// Notifies other servers of new lines. Lines written shortly after a notification are batched into the next.
async fn notify(address: Arc<Address>, mut told: mpsc::UnboundedReceiver<Place>) {
    let mut connection: Option<(Client, Statement)> = None;
    let mut places: Vec<Place> = Vec::new();
    while told.recv_many(&mut places, MOST).await > 0 {
        let lines: Vec<String> = places.drain(..).map(|(table, place)| format!("{table}:{place}")).collect();
        let payload = format!("{} lines {}", address.server, lines.join(","));
        let sent = match prepared(&address, &mut connection, "SELECT pg_notify('referee', $1)").await {
            Ok((client, statement)) => client.execute(statement, &[&payload]).await.map(drop).map_err(broken),
            Err(error) => Err(error),
        };
        if let Err(error) = sent {
            tracing::warn!(%error, "notifying other servers failed; they will find the lines by polling");
        }
        sleep(BETWEEN).await;
    }
}

async fn run(
    address: Arc<Address>,
    jobs: Arc<Mutex<mpsc::UnboundedReceiver<Job>>>,
    tell: mpsc::UnboundedSender<Place>,
    counts: Arc<Counts>,
) {
    let mut connection: Option<(Client, Statement)> = None;
    let mut group: Vec<Job> = Vec::with_capacity(MOST);
    loop {
        // The task that waits for lines holds the lock; the others are writing a group or are next.
        if jobs.lock().await.recv_many(&mut group, MOST).await == 0 {
            return;
        }
        // Servers that write the same tables at once lock them in the same order, which prevents deadlocks.
        group.sort_by_key(|(append, _)| (append.table, append.place));
        // If two lines want one place, the first is written; the statement cannot report which one it was.
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
            Err(_) => Err(StoreError::Unwritable("the database did not answer in time".into())),
        };
        counts.is_failing.store(written.is_err(), Ordering::Relaxed);
        match written {
            Ok(written) => {
                counts.commits.fetch_add(1, Ordering::Relaxed);
                counts.lines.fetch_add(written.len() as u64, Ordering::Relaxed);
                for place in &written {
                    let _ = tell.send(*place);
                }
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

/// An open connection with this statement prepared, reconnected if it was lost.
async fn prepared<'c>(
    address: &Address,
    connection: &'c mut Option<(Client, Statement)>,
    query: &str,
) -> Result<&'c (Client, Statement), StoreError> {
    if connection.as_ref().is_none_or(|(client, _)| client.is_closed()) {
        let client = address.connect().await?;
        let statement = client.prepare(query).await.map_err(broken)?;
        *connection = Some((client, statement));
    }
    connection.as_ref().ok_or_else(|| StoreError::Unwritable("not connected".into()))
}

async fn write(
    address: &Address,
    connection: &mut Option<(Client, Statement)>,
    group: &[Job],
) -> Result<HashSet<Place>, StoreError> {
    let (client, statement) = prepared(address, connection, WRITE).await?;
    let tables: Vec<i64> = group.iter().map(|(append, _)| append.table.0).collect();
    let places: Vec<i64> = group.iter().map(|(append, _)| append.place as i64).collect();
    let seats: Vec<i64> = group.iter().map(|(append, _)| append.seat.0).collect();
    let requests: Vec<&str> = group.iter().map(|(append, _)| append.request.as_str()).collect();
    let lines: Vec<&str> = group.iter().map(|(append, _)| append.line.as_str()).collect();
    let rows = client.query(statement, &[&tables, &places, &seats, &requests, &lines]).await.map_err(broken)?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}
