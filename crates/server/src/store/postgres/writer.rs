//! The tasks that write lines: whatever waits goes into one statement, and is answered when that is committed.
//!
//! There are a few of them, each with its own connection, so that one group is gathered and sent while another waits for the
//! disk; the database flushes for both at once. It would not if they notified in the same commit: whoever does holds a
//! lock until the commit is on the disk. So other servers are told by a task of its own, right after. Should a server be
//! killed in between, they find the line by themselves, because they look once a second ([`Store::places`]).
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

/// The most lines in one commit, as with SQLite.
const MOST: usize = 256;
/// A commit that takes longer is given up; whether it arrived is not known then.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many groups may be under way at once.
const LANES: usize = 2;
/// So long lies between two notifications of other servers: each is a commit of its own, and wakes everybody who listens.
const BETWEEN: Duration = Duration::from_millis(5);

/// Writes the lines whose place is free, and says which those are.
const WRITE: &str = "
    INSERT INTO referee_log (tbl, place, seat, request, line)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
    ON CONFLICT DO NOTHING
    RETURNING tbl, place";

/// A line, and who waits for it.
pub type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// How many lines were written, in how many commits.
#[derive(Debug, Default)]
pub struct Counts {
    /// Lines.
    pub lines: AtomicU64,
    /// Commits.
    pub commits: AtomicU64,
    /// The last group could not be written.
    pub is_failing: AtomicBool,
}

/// Table and place of a line that was written.
type Place = (i64, i64);

/// Begins to work, until nobody can send any more.
pub fn begin(address: &Arc<Address>, jobs: mpsc::UnboundedReceiver<Job>, counts: &Arc<Counts>) {
    let jobs = Arc::new(Mutex::new(jobs));
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(notify(Arc::clone(address), told));
    for _ in 0..LANES {
        tokio::spawn(run(Arc::clone(address), Arc::clone(&jobs), tell.clone(), Arc::clone(counts)));
    }
}

/// Tells other servers what was written. Whatever comes within a short time after one notification goes into the next.
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
            tracing::warn!(%error, "other servers were not told; they will look by themselves");
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
        // Whoever waits for lines has the lock; the others have a group under way, or are next.
        if jobs.lock().await.recv_many(&mut group, MOST).await == 0 {
            return;
        }
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

/// A connection that is open and knows this statement, made again if it was lost.
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
    connection.as_ref().ok_or_else(|| StoreError::Unwritable("there is no connection".into()))
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
