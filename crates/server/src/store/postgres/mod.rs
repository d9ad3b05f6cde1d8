//! The PostgreSQL store. Several servers can share it; any of them can serve any table.

mod listen;
mod schema;
mod tls;
mod writer;

use super::{
    Append, Change, NewTable, Role, SeatId, SeatRow, State, Store, StoreError, TableId, TableRow, Written, actors_of,
    actors_text,
};
use async_trait::async_trait;
use data_encoding::HEXLOWER;
use std::sync::{Arc, atomic::Ordering};
use tokio::sync::{Mutex, MutexGuard, broadcast, mpsc, oneshot};
use tokio_postgres::{Client, Config, Row, types::ToSql};
use tokio_postgres_rustls::MakeRustlsConnect;
use writer::{Counts, Job};

const TABLE: &str = "SELECT id, code, name, book, created, state, commitment,
    (SELECT coalesce(max(place), 0) FROM referee_log WHERE tbl = referee_tables.id) FROM referee_tables";

/// The address of the database and the id of this server.
pub struct Address {
    config: Config,
    tls: MakeRustlsConnect,
    server: String,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Address").field("config", &self.config).field("server", &self.server).finish_non_exhaustive()
    }
}

impl Address {
    async fn connect(&self) -> Result<Client, StoreError> {
        let (client, connection) = self.config.connect(self.tls.clone()).await.map_err(broken)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a database connection closed");
            }
        });
        // Overrides the configuration of the database: an acknowledged line must be on disk.
        client.batch_execute("SET synchronous_commit = on").await.map_err(broken)?;
        Ok(client)
    }
}

/// A store in PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    address: Arc<Address>,
    jobs: mpsc::UnboundedSender<Job>,
    /// The connection for everything except journal lines.
    client: Mutex<Option<Client>>,
    changes: broadcast::Sender<Change>,
    counts: Arc<Counts>,
    listening: tokio::task::JoinHandle<()>,
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Postgres {
    /// Connects, and migrates the database to the current version.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        let (config, tls) = tls::read(address)?;
        let mut server = [0; 8];
        getrandom::fill(&mut server).map_err(|error| StoreError::Unusable(error.to_string()))?;
        let address = Arc::new(Address { config, tls, server: HEXLOWER.encode(&server) });
        let mut client = address.connect().await?;
        schema::migrate(&mut client).await?;
        let (changes, _) = broadcast::channel(4_096);
        let listening = tokio::spawn(listen::run(Arc::clone(&address), changes.clone()));
        let (jobs, waiting) = mpsc::unbounded_channel();
        let counts = Arc::new(Counts::default());
        writer::begin(&address, waiting, &counts);
        Ok(Postgres { address, jobs, client: Mutex::new(Some(client)), changes, counts, listening })
    }

    /// An open connection, reconnected if it was lost.
    async fn client(&self) -> Result<Held<'_>, StoreError> {
        let mut held = self.client.lock().await;
        if held.as_ref().is_none_or(Client::is_closed) {
            *held = Some(self.address.connect().await?);
        }
        Ok(Held(held))
    }

    /// Executes a statement that writes.
    async fn write(&self, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        self.client().await?.get()?.query(query, values).await.map_err(broken)
    }

    /// Executes a query.
    async fn rows(&self, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        self.write(query, values).await.map_err(StoreError::of_a_read)
    }

    /// Changes a table and notifies other servers, in one commit.
    async fn change(&self, table: TableId, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, StoreError> {
        let mut held = self.client().await?;
        let transaction = held.get()?.transaction().await.map_err(broken)?;
        let changed = transaction.execute(query, values).await.map_err(broken)?;
        let payload = format!("{} table {}", self.address.server, table.0);
        transaction.execute("SELECT pg_notify('referee', $1)", &[&payload]).await.map_err(broken)?;
        transaction.commit().await.map_err(broken)?;
        Ok(changed)
    }

    async fn column<T: for<'r> tokio_postgres::types::FromSql<'r>>(
        &self,
        query: &str,
        table: TableId,
    ) -> Result<T, StoreError> {
        let rows = self.rows(query, &[&table.0]).await?;
        rows.first().ok_or(StoreError::Missing("table"))?.try_get(0).map_err(broken)
    }
}

/// The connection for everything except journal lines, while locked.
struct Held<'s>(MutexGuard<'s, Option<Client>>);

impl Held<'_> {
    fn get(&mut self) -> Result<&mut Client, StoreError> {
        self.0.as_mut().ok_or_else(|| StoreError::Unwritable("not connected".into()))
    }
}

fn broken(error: tokio_postgres::Error) -> StoreError {
    // The outer error only says that something failed; the details are in its sources.
    let mut why = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        why = format!("{why}: {inner}");
        cause = inner.source();
    }
    StoreError::Unwritable(why)
}

fn table_row(row: &Row) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        id: TableId(row.get(0)),
        code: row.get(1),
        name: row.get(2),
        book: row.get(3),
        created: row.get(4),
        state: State::of(row.get(5))?,
        commitment: row.get(6),
        place: row.get::<_, i64>(7) as u64,
    })
}

#[async_trait]
impl Store for Postgres {
    async fn create(&self, new: NewTable) -> Result<(TableRow, Vec<SeatRow>), StoreError> {
        let NewTable { mut row, header, scene, lines, mut seats } = new;
        let mut held = self.client().await?;
        let transaction = held.get()?.transaction().await.map_err(broken)?;
        let insert = "INSERT INTO referee_tables (code, name, book, created, state, commitment, header, scene)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id";
        let state = row.state.word();
        let values: [&(dyn ToSql + Sync); 8] =
            [&row.code, &row.name, &row.book, &row.created, &state, &row.commitment, &header, &scene];
        row.id = TableId(transaction.query_one(insert, &values).await.map_err(broken)?.get(0));
        row.place = lines.len() as u64;
        let insert = "INSERT INTO referee_log (tbl, place, seat, request, line)
                      SELECT $1, place, 0, '', line FROM unnest($2::text[]) WITH ORDINALITY AS lines (line, place)";
        transaction.execute(insert, &[&row.id.0, &lines]).await.map_err(broken)?;
        for seat in &mut seats {
            let insert =
                "INSERT INTO referee_seats (tbl, name, role, actors, key) VALUES ($1, $2, $3, $4, $5) RETURNING id";
            let (actors, key) = (actors_text(&seat.actors), seat.key.map(|key| key.to_vec()));
            let values: [&(dyn ToSql + Sync); 5] = [&row.id.0, &seat.name, &seat.role.word(), &actors, &key];
            seat.id = SeatId(transaction.query_one(insert, &values).await.map_err(broken)?.get(0));
        }
        transaction.commit().await.map_err(broken)?;
        Ok((row, seats))
    }

    async fn table(&self, code: &str) -> Result<Option<TableRow>, StoreError> {
        self.rows(&format!("{TABLE} WHERE code = $1"), &[&code]).await?.first().map(table_row).transpose()
    }

    async fn tables(&self, before: Option<TableId>, most: usize) -> Result<Vec<TableRow>, StoreError> {
        let (before, most) = (before.map_or(i64::MAX, |id| id.0), i64::try_from(most).unwrap_or(i64::MAX));
        let query = format!("{TABLE} WHERE id < $1 ORDER BY id DESC LIMIT $2");
        self.rows(&query, &[&before, &most]).await?.iter().map(table_row).collect()
    }

    async fn header(&self, table: TableId) -> Result<String, StoreError> {
        self.column("SELECT header FROM referee_tables WHERE id = $1", table).await
    }

    async fn scene(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.column("SELECT scene FROM referee_tables WHERE id = $1", table).await
    }

    async fn lines(&self, table: TableId, after: u64) -> Result<Vec<Written>, StoreError> {
        let query = "SELECT place, seat, request, line FROM referee_log WHERE tbl = $1 AND place > $2 ORDER BY place";
        let rows = self.rows(query, &[&table.0, &(after as i64)]).await?;
        let lines = rows.iter().map(|row| Written {
            place: row.get::<_, i64>(0) as u64,
            seat: SeatId(row.get(1)),
            request: row.get(2),
            line: row.get(3),
        });
        let lines: Vec<Written> = lines.collect();
        if lines.iter().zip(after + 1..).any(|(line, place)| line.place != place) {
            return Err(StoreError::Damaged(format!("the journal of table {} has a gap", table.0)));
        }
        Ok(lines)
    }

    async fn requests(&self, table: TableId, up_to: u64) -> Result<Vec<(SeatId, String, u64)>, StoreError> {
        let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
        let query = "SELECT seat, request, place FROM referee_log WHERE tbl = $1 AND place <= $2";
        let rows = self.rows(query, &[&table.0, &up_to]).await?;
        Ok(rows.iter().map(|row| (SeatId(row.get(0)), row.get(1), row.get::<_, i64>(2) as u64)).collect())
    }

    async fn snapshot(&self, table: TableId) -> Result<Option<(u64, String)>, StoreError> {
        let rows = self.rows("SELECT place, text FROM referee_snapshots WHERE tbl = $1", &[&table.0]).await?;
        Ok(rows.first().map(|row| (row.get::<_, i64>(0) as u64, row.get(1))))
    }

    async fn keep_snapshot(&self, table: TableId, place: u64, text: String) -> Result<(), StoreError> {
        let insert = "INSERT INTO referee_snapshots (tbl, place, text) VALUES ($1, $2, $3)
                      ON CONFLICT (tbl) DO UPDATE SET place = excluded.place, text = excluded.text";
        self.write(insert, &[&table.0, &(place as i64), &text]).await.map(drop)
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let gone = || StoreError::Unwritable("the writer has stopped; start the server again".into());
        let (reply, done) = oneshot::channel();
        self.jobs.send((append, reply)).map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }

    async fn seats(&self, table: TableId) -> Result<Vec<SeatRow>, StoreError> {
        let query = "SELECT id, name, role, actors, key FROM referee_seats WHERE tbl = $1 ORDER BY id";
        let rows = self.rows(query, &[&table.0]).await?;
        let seat = |row: &Row| {
            let key: Option<Vec<u8>> = row.get(4);
            let key = key.map(|key| key.try_into().map_err(|_| StoreError::Damaged("a key is too short".into())));
            Ok(SeatRow {
                id: SeatId(row.get(0)),
                name: row.get(1),
                role: Role::of(row.get(2))?,
                actors: actors_of(row.get(3))?,
                key: key.transpose()?,
            })
        };
        rows.iter().map(seat).collect()
    }

    async fn add_seat(&self, table: TableId, mut seat: SeatRow) -> Result<SeatRow, StoreError> {
        let insert =
            "INSERT INTO referee_seats (tbl, name, role, actors, key) VALUES ($1, $2, $3, $4, $5) RETURNING id";
        let (actors, key) = (actors_text(&seat.actors), seat.key.map(|key| key.to_vec()));
        let rows = self.write(insert, &[&table.0, &seat.name, &seat.role.word(), &actors, &key]).await?;
        seat.id = SeatId(rows.first().ok_or(StoreError::Missing("seat"))?.get(0));
        // Notifies other servers, which must learn the new key.
        self.change(table, "SELECT 1", &[]).await?;
        Ok(seat)
    }

    async fn change_seat(&self, table: TableId, seat: SeatRow) -> Result<(), StoreError> {
        let update = "UPDATE referee_seats SET name = $3, role = $4, actors = $5, key = $6 WHERE id = $2 AND tbl = $1";
        let (actors, key) = (actors_text(&seat.actors), seat.key.map(|key| key.to_vec()));
        let values: [&(dyn ToSql + Sync); 6] = [&table.0, &seat.id.0, &seat.name, &seat.role.word(), &actors, &key];
        match self.change(table, update, &values).await? {
            0 => Err(StoreError::Missing("seat")),
            _ => Ok(()),
        }
    }

    async fn set_state(&self, table: TableId, state: State) -> Result<(), StoreError> {
        let update = "UPDATE referee_tables SET state = $2 WHERE id = $1";
        match self.change(table, update, &[&table.0, &state.word()]).await? {
            0 => Err(StoreError::Missing("table")),
            _ => Ok(()),
        }
    }

    async fn settings(&self, table: TableId) -> Result<Option<String>, StoreError> {
        let rows = self.rows("SELECT text FROM referee_settings WHERE tbl = $1", &[&table.0]).await?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    async fn set_settings(&self, table: TableId, invite: Option<String>, text: String) -> Result<(), StoreError> {
        let set = "INSERT INTO referee_settings (tbl, invite, text) VALUES ($1, $2, $3)
                   ON CONFLICT (tbl) DO UPDATE SET invite = excluded.invite, text = excluded.text";
        self.change(table, set, &[&table.0, &invite, &text]).await.map(drop)
    }

    async fn invited(&self, invite: &str) -> Result<Option<TableRow>, StoreError> {
        let query = format!("{TABLE} WHERE id = (SELECT tbl FROM referee_settings WHERE invite = $1)");
        self.rows(&query, &[&invite]).await?.first().map(table_row).transpose()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.rows("SELECT id FROM referee_tables LIMIT 1", &[]).await?;
        if !self.counts.is_failing.load(Ordering::Relaxed) {
            return Ok(());
        }
        let touch = "UPDATE referee_tables SET state = state WHERE id = (SELECT max(id) FROM referee_tables)";
        self.write(touch, &[]).await?;
        self.counts.is_failing.store(false, Ordering::Relaxed);
        Ok(())
    }

    async fn places(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let tables: Vec<i64> = tables.iter().map(|table| table.0).collect();
        let query = "SELECT tbl, (SELECT coalesce(max(place), 0) FROM referee_log WHERE referee_log.tbl = asked.tbl)
                     FROM unnest($1::bigint[]) AS asked (tbl)";
        let rows = self.rows(query, &[&tables]).await?;
        Ok(rows.iter().map(|row| (TableId(row.get(0)), row.get::<_, i64>(1) as u64)).collect())
    }

    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        Some(self.changes.subscribe())
    }

    fn counts(&self) -> (u64, u64) {
        (self.counts.lines.load(Ordering::Relaxed), self.counts.commits.load(Ordering::Relaxed))
    }
}
