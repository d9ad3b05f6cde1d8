//! What a database does by itself: fifty connections that commit one row each, over and over.

use crate::{
    Failure,
    measure::{Measured, Window, measured},
};
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
