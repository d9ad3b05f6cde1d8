//! Stores: check, backup, restore, and several servers on one store.

use crate::{
    client::{Fresh, Running, note},
    crash::Process,
};
use referee_engine::Seat;
use referee_server::store::{Append, SeatId, StoreError, TableId, check, open};
use referee_shelf::open_journal;
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
    // Of many writers to the same place, exactly one succeeds.
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
    // A backup works while the server is running.
    check::backup(&fresh.address, &copy).await.unwrap();
    assert!(
        matches!(check::backup(&fresh.address, &copy).await, Err(StoreError::Unusable(_))),
        "the file already exists"
    );
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
    assert!(error.contains("another server is using this file"), "{error}");
    drop(second);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let connection = rusqlite::Connection::open(&path).unwrap();
    let change = r#"UPDATE log SET line = replace(line, '"faces":[', '"faces":[1,')"#;
    assert_eq!(connection.execute(change, []).unwrap(), 1);
    drop(connection);
    let began = Instant::now();
    let checked = loop {
        // The other server releases the file when its last task has ended.
        match check::check(&address).await {
            Ok(checked) => break checked,
            Err(error) if began.elapsed() > Duration::from_secs(10) => panic!("{error}"),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    };
    assert_eq!(checked.faults.len(), 1, "{checked:?}");
    assert_eq!(checked.faults[0].table, table.code);
}

/// Only where a shared database is configured.
async fn shared() -> Option<String> {
    match std::env::var("REFEREE_TEST_POSTGRES") {
        Ok(server) => Some(crate::client::database(&server).await),
        Err(_) => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_write_at_once_share_commits() {
    const TABLES: i64 = 50;
    let Some(address) = shared().await else { return };
    let store = open(&address).await.unwrap();
    let each = (0..TABLES).map(|table| {
        let store = &store;
        async move {
            for place in 1..=20 {
                let (table, request) = (TableId(table), place.to_string());
                let append = Append { table, place, seat: SeatId(1), request, line: "a line".into() };
                store.append(append).await.unwrap();
            }
        }
    });
    futures_util::future::join_all(each).await;
    let (lines, commits) = store.counts();
    assert_eq!(lines, 1_000);
    // Four groups may be in progress at once, so without delays a commit holds a quarter of the tables.
    assert!(commits <= 250, "{commits} commits for {lines} lines");
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
    // A request done by one server is recognised by the other.
    let (_, again) = other.put(&table, &table.keys[0], "hello", note("hello")).await;
    assert_eq!((&again["line"], &again["repeated"]), (&json!(1), &json!(true)));
    // A link revoked on one server is invalid on the other.
    let path = table.path(&format!("/seats/{}", table.ids[3]));
    one.ask(reqwest::Method::DELETE, &path, &table.keys[0], None).await;
    watcher.next_of("closing").await;
    drop((one, other));
    assert_eq!(check::check(&store).await.unwrap().faults, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_which_nobody_was_told_is_found() {
    let Some(address) = shared().await else { return };
    let server = Running::on(&address, |_| {}).await;
    let table = server.duel().await;
    let mut watcher = server.connect(&table, 3).await;
    watcher.next_of("situation").await;
    // As written by a server that was killed before it could notify the others.
    let store = open(&address).await.unwrap();
    let id = store.table(&table.code).await.unwrap().unwrap().id;
    let mut session = open_journal(&store.header(id).await.unwrap(), false).unwrap();
    let line = session.put(Seat::Gm, serde_json::from_value(note("unsaid")).unwrap()).unwrap().text;
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let insert = "INSERT INTO referee_log (tbl, place, seat, request, line) VALUES ($1, 1, 1, 'unsaid', $2)";
    client.execute(insert, &[&id.0, &line]).await.unwrap();
    assert_eq!(watcher.next_of("told").await["line"], 1);
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
