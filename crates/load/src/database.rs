//! What a database does by itself: fifty connections that commit one row each, over and over; and the server's store, which
//! writes the same lines in groups.

use crate::{
    Failure,
    measure::{Measured, Window, measured},
};
use referee_server::store::{self, Append, NewTable, SeatId, State, TableId, TableRow};
use std::time::Instant;
use tokio_postgres::NoTls;

/// As long as a line of a journal is.
const LINE: usize = 330;

/// Rows a second that so many connections commit one by one, in a table laid out like the server's.
pub async fn row_by_row(address: &str, connections: usize, seconds: f64) -> Result<Measured, Failure> {
    let (client, connection) = tokio_postgres::connect(address, NoTls).await?;
    tokio::spawn(connection);
    let create = "CREATE TABLE one_by_one (tbl BIGINT, place BIGINT, seat BIGINT, request TEXT, line TEXT,
                  PRIMARY KEY (tbl, place))";
    client.batch_execute(create).await?;
    let mut clients = Vec::new();
    for table in 0..connections as i64 {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await?;
        tokio::spawn(connection);
        client.batch_execute("SET synchronous_commit = on").await?;
        let insert = "INSERT INTO one_by_one VALUES ($1, $2, 1, $3, $4)";
        clients.push((table, client.prepare(insert).await?, client));
    }
    let window = Window::of(seconds);
    let line = "x".repeat(LINE);
    let work = clients.into_iter().map(|(table, statement, client)| {
        let line = &line;
        async move {
            let mut times = Vec::new();
            for place in 0i64.. {
                if !window.is_open() {
                    break;
                }
                let began = Instant::now();
                client.execute(&statement, &[&table, &place, &place.to_string(), line]).await?;
                window.count(began, &mut times);
            }
            Ok::<_, tokio_postgres::Error>(times)
        }
    });
    let each = futures_util::future::try_join_all(work).await?;
    client.batch_execute("DROP TABLE one_by_one").await?;
    Ok(measured(&each, window))
}

/// Lines a second that the store writes for so many tables, each of which waits for one before it has the next.
pub async fn in_groups(address: &str, tables: usize, seconds: f64) -> Result<Measured, Failure> {
    // Tables stay in a store: each time they have names of their own.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_micros();
    let store = store::open(address).await?;
    let mut ids = Vec::new();
    for table in 0..tables {
        let row = TableRow {
            id: TableId(0),
            code: format!("alone-{now}-{table}"),
            name: String::new(),
            book: String::new(),
            created: 0,
            state: State::Open,
            commitment: String::new(),
            place: 0,
        };
        let new = NewTable { row, header: String::new(), scene: None, lines: Vec::new(), seats: Vec::new() };
        ids.push(store.create(new).await?.0.id);
    }
    let window = Window::of(seconds);
    let line = "x".repeat(LINE);
    let work = ids.into_iter().map(|table| {
        let (store, line) = (&store, &line);
        async move {
            let mut times = Vec::new();
            for place in 1.. {
                if !window.is_open() {
                    break;
                }
                let began = Instant::now();
                let append = Append { table, place, seat: SeatId(1), request: place.to_string(), line: line.clone() };
                store.append(append).await?;
                window.count(began, &mut times);
            }
            Ok::<_, store::StoreError>(times)
        }
    });
    let each = futures_util::future::try_join_all(work).await?;
    Ok(measured(&each, window))
}
