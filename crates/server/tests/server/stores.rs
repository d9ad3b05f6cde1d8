//! Stores: checked, copied, brought back; and several servers on one of them.

use crate::{
    client::{Fresh, Running, note},
    crash::Process,
};
use referee_server::store::{Append, SeatId, StoreError, TableId, check, open};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn one_place_holds_one_line_for_ever() {
    let fresh = Fresh::new().await;
    let mut server = Running::on(&fresh.address, |_| {}).await;
    let table = server.duel().await;
    server.put(&table, &table.keys[0], "one", note("one")).await;
    server.stop().await;
    let store = open(&fresh.address).await.unwrap();
    let row = store.table(&table.code).await.unwrap().unwrap();
    let append = |place: u64, line: &str| Append {
        table: row.id,
        place,
        seat: SeatId(1),
        request: format!("r{line}"),
        line: line.into(),
    };
    assert!(matches!(store.append(append(1, "another")).await, Err(StoreError::Taken)));
    // Of many who want the same place at once, one gets it.
    let line = |number: usize| store.append(append(2, ["a", "b", "c", "d"][number]));
    let (a, b, c, d) = tokio::join!(line(0), line(1), line(2), line(3));
    assert_eq!([a, b, c, d].iter().filter(|result| result.is_ok()).count(), 1);
    let lines = store.lines(row.id, 0).await.unwrap();
    assert_eq!(lines.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(store.lines(row.id, 1).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_store_is_checked_copied_and_brought_back() {
    let fresh = Fresh::new().await;
    let mut server = Running::on(&fresh.address, |_| {}).await;
    let table = server.duel().await;
    for step in 0..4 {
        server.bot(&table, &format!("b{step}")).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    // Also while the server runs.
    check::backup(&fresh.address, &copy).await.unwrap();
    assert!(matches!(check::backup(&fresh.address, &copy).await, Err(StoreError::Unusable(_))), "it is there already");
    server.bot(&table, "after the copy".split(' ').next().unwrap()).await;
    server.stop().await;
    let checked = check::check(&fresh.address).await.unwrap();
    assert_eq!((checked.tables, checked.lines, checked.faults.len()), (1, 5, 0));
    let again = Fresh::new().await;
    assert_eq!(check::restore(&copy, &again.address).await.unwrap(), 1);
    let server = Running::on(&again.address, |_| {}).await;
    assert_eq!(server.get(&table.path("/situation"), &table.keys[1]).await["line"], 4);
    server.bot(&table, "on").await;
}

#[tokio::test]
async fn a_changed_line_is_found_by_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.db");
    let address = path.display().to_string();
    let mut server = Running::on(&address, |_| {}).await;
    let table = server.duel().await;
    server.bot(&table, "one").await;
    server.stop().await;
    let second = Running::on(&address, |_| {}).await;
    let error = open(&address).await.unwrap_err().to_string();
    assert!(error.contains("another server has it open"), "{error}");
    drop(second);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let connection = rusqlite::Connection::open(&path).unwrap();
    let change = r#"UPDATE log SET line = replace(line, '"faces":[', '"faces":[1,')"#;
    assert_eq!(connection.execute(change, []).unwrap(), 1);
    drop(connection);
    let began = Instant::now();
    let checked = loop {
        // The other server lets go of the file when its last task has ended.
        match check::check(&address).await {
            Ok(checked) => break checked,
            Err(error) if began.elapsed() > Duration::from_secs(10) => panic!("{error}"),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    };
    assert_eq!(checked.faults.len(), 1, "{checked:?}");
    assert_eq!(checked.faults[0].table, table.code);
}

/// Only where there is a server to share.
async fn shared() -> Option<String> {
    match std::env::var("REFEREE_TEST_POSTGRES") {
        Ok(server) => Some(crate::client::database(&server).await),
        Err(_) => None,
    }
}

/// So many write at once, each its own journal.
const WRITERS: i64 = 50;

/// Rows a second that are on the disk if so many write line after line, each waiting for the one before.
async fn written_by_all(write: impl AsyncFn(i64, u64)) -> f64 {
    let time = Duration::from_millis(1_500);
    let began = Instant::now();
    let each = (0..WRITERS).map(|writer| {
        let write = &write;
        async move {
            let mut written = 0;
            while began.elapsed() < time {
                written += 1;
                write(writer, written).await;
            }
            written
        }
    });
    let written: u64 = futures_util::future::join_all(each).await.into_iter().sum();
    written as f64 / began.elapsed().as_secs_f64()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_tables_that_commit_together_are_no_slower_than_fifty_connections() {
    let Some(address) = shared().await else { return };
    let line = "x".repeat(330); // as long as a line of a journal is
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let create = "CREATE TABLE one_by_one (tbl BIGINT, place BIGINT, seat BIGINT, request TEXT, line TEXT,
                  PRIMARY KEY (tbl, place))";
    client.batch_execute(create).await.unwrap();
    let mut clients = Vec::new();
    for _ in 0..WRITERS {
        let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let insert = client.prepare("INSERT INTO one_by_one VALUES ($1, $2, 1, $3, $4)").await.unwrap();
        clients.push((client, insert));
    }
    let alone = written_by_all(async |writer, place| {
        let ((client, insert), place) = (&clients[writer as usize], place as i64);
        client.execute(insert, &[&writer, &place, &place.to_string(), &line]).await.unwrap();
    });
    let alone = alone.await;
    let store = open(&address).await.unwrap();
    let together = written_by_all(async |writer, place| {
        let append =
            Append { table: TableId(writer), place, seat: SeatId(1), request: place.to_string(), line: line.clone() };
        store.append(append).await.unwrap();
    });
    let together = together.await;
    assert!(together > alone, "together {together:.0} lines a second, one by one {alone:.0}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_serve_one_table_and_each_hears_the_other() {
    let Some(store) = shared().await else { return };
    let one = Running::on(&store, |_| {}).await;
    let other = Running::on(&store, |_| {}).await;
    let table = one.duel().await;
    let mut watcher = other.connect(&table, 3).await;
    watcher.next_of("situation").await;
    let began = Instant::now();
    assert_eq!(one.put(&table, &table.keys[0], "hello", note("hello")).await.1["line"], 1);
    assert_eq!(watcher.next_of("told").await["line"], 1);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    // Both at once: every request becomes a line of its own.
    let both = (0..40).map(|step| {
        let server = if step % 2 == 0 { &one } else { &other };
        let table = &table;
        async move {
            let id = format!("n{step}");
            server.put(table, &table.keys[0], &id, note(&id)).await
        }
    });
    let mut lines = Vec::new();
    for (status, answer) in futures_util::future::join_all(both).await {
        assert!(status.is_success(), "{answer}");
        lines.push(answer["line"].as_u64().unwrap());
    }
    lines.sort_unstable();
    assert_eq!(lines, (2..=41).collect::<Vec<u64>>());
    // What one server did, the other knows by its name.
    let (_, again) = other.put(&table, &table.keys[0], "hello", note("hello")).await;
    assert_eq!((&again["line"], &again["repeated"]), (&json!(1), &json!(true)));
    // A link that is taken back on one server is not valid on the other.
    let path = table.path(&format!("/seats/{}", table.ids[3]));
    one.ask(reqwest::Method::DELETE, &path, &table.keys[0], None).await;
    watcher.next_of("closing").await;
    drop((one, other));
    assert_eq!(check::check(&store).await.unwrap().faults, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_one_server_is_killed_the_other_carries_its_tables_on() {
    let Some(store) = shared().await else { return };
    let doomed = Process::start(&store);
    let other = Running::on(&store, |_| {}).await;
    let table = other.duel().await;
    let base = format!("http://{}/api/v1", doomed.address);
    let body = json!({ "id": "by-the-doomed", "put": note("last words") });
    let request = reqwest::Client::new().post(format!("{base}{}", table.path("/put")));
    let answer = request.bearer_auth(&table.keys[0]).json(&body).send().await.unwrap();
    assert!(answer.status().is_success());
    doomed.kill();
    let log = other.get(&table.path("/log"), &table.keys[1]).await;
    assert!(log.to_string().contains("last words"), "{log}");
    assert_eq!(other.put(&table, &table.keys[0], "on", note("on we go")).await.1["line"], 2);
}
