//! A database over an encrypted connection. Only where one is configured: see `with-postgres`.

use crate::client::{Running, database, note};
use referee_server::store::open;

/// A new database on `localhost`, the name in its certificate, with these connection parameters.
async fn address(parameters: &str) -> Option<String> {
    let server = std::env::var("REFEREE_TEST_POSTGRES").ok()?;
    let certificate = std::env::var("REFEREE_TEST_POSTGRES_CERTIFICATE").unwrap();
    let plain = database(&server).await;
    let base = plain.split('?').next().unwrap().replace("127.0.0.1", "localhost");
    Some(format!("{base}?{}", parameters.replace("CERTIFICATE", &certificate)))
}

/// Which connections of this database are encrypted, except our own.
async fn encrypted(plain: &str) -> Vec<bool> {
    let plain = format!("{}?sslmode=disable", plain.split('?').next().unwrap());
    let (client, connection) = tokio_postgres::connect(&plain, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let query = "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let rows = client.query(query, &[]).await.unwrap();
    connection.abort();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_played_over_encrypted_connections_alone() {
    let modes = [
        ("sslmode=require", true),
        ("sslmode=prefer", true),
        ("sslmode=verify-full&sslrootcert=CERTIFICATE", true),
        ("sslmode=disable", false),
    ];
    for (mode, is_encrypted) in modes {
        let Some(store) = address(mode).await else { return };
        let server = Running::on(&store, |_| {}).await;
        let table = server.duel().await;
        assert_eq!(server.put(&table, &table.keys[0], "hello", note("hello")).await.1["line"], 1, "{mode}");
        let all = encrypted(&store).await;
        // The connection that listens, the one that writes, and the one for everything else.
        assert!(all.len() >= 3 && all.iter().all(|one| *one == is_encrypted), "{mode}: {all:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_that_does_not_hold_is_refused() {
    // A host name that is not in the certificate, and a certificate that is not trusted.
    let Some(store) = address("sslmode=verify-full&sslrootcert=CERTIFICATE").await else { return };
    let error = open(&store.replace("localhost", "127.0.0.1")).await.unwrap_err().to_string();
    assert!(error.contains("certificate"), "{error}");
    let store = address("sslmode=verify-full").await.unwrap();
    let error = open(&store).await.unwrap_err().to_string();
    assert!(error.contains("certificate"), "{error}");
}
