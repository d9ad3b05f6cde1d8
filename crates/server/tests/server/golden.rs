//! A stored database in `golden/store` with a table of every book. Each table must load, replay die by die from its
//! journal, and be in the recorded state. `REFEREE_GOLDEN=write` regenerates it, with other dice.

#[path = "../../../lab/tests/golden/facts.rs"]
mod facts;

use crate::client::{Made, Running};
use referee_engine::Seat;
use referee_server::store::{Store, TableRow, check, open};
use referee_shelf::{books, open_journal};
use reqwest::Method;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Number of lines that the computer plays at each table.
const LINES: usize = 24;

fn golden(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/store").join(file)
}

#[tokio::test]
async fn a_store_from_before_holds_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    if std::env::var("REFEREE_GOLDEN").is_ok_and(|word| word == "write") {
        write(&folder.path().join("new.db")).await;
    }
    let copy = folder.path().join("tables.db");
    std::fs::copy(golden("tables.db"), &copy).unwrap();
    let address = copy.display().to_string();
    let checked = check::check(&address).await.unwrap();
    assert_eq!((checked.tables, checked.faults), (books().len() as u64, vec![]));
    let store = open(&address).await.unwrap();
    let told = told(&*store).await;
    if std::env::var("REFEREE_GOLDEN").is_ok_and(|word| word == "write") {
        std::fs::write(golden("tables.txt"), &told).unwrap();
    }
    let known = std::fs::read_to_string(golden("tables.txt")).unwrap();
    for (known, now) in known.lines().zip(told.lines()) {
        assert_eq!(now, known);
    }
    assert_eq!(told.lines().count(), known.lines().count());
    // A server can continue with them.
    let mut tables = Vec::new();
    for row in store.tables(None, 100).await.unwrap() {
        let mut seats = store.seats(row.id).await.unwrap();
        seats[0].key = Some(Sha256::digest(row.code.as_bytes()).into());
        store.change_seat(row.id, seats[0].clone()).await.unwrap();
        tables.push(row);
    }
    drop(store);
    let mut server = Running::on(&address, |_| {}).await;
    for row in tables {
        let (code, keys) = (row.code.clone(), vec![row.code.clone()]);
        let table = Made { code, keys, ids: Vec::new(), json: json!(null) };
        let situation = server.get(&table.path("/situation"), &row.code).await;
        assert_eq!(situation["view"]["book"], row.book.as_str());
        let (_, ack) = server.put(&table, &row.code, "one-more", json!({ "kind": "undo" })).await;
        assert_eq!(ack["line"], row.place + 1, "{}: {ack}", row.book);
    }
    server.stop().await;
}

/// A short description of every table: its row in the store, and what changed since its opening.
async fn told(store: &dyn Store) -> String {
    let mut rows = store.tables(None, 100).await.unwrap();
    rows.reverse();
    let mut text = String::new();
    for row in rows {
        let table = open_journal(&journal(store, &row).await, true).unwrap();
        let seats = store.seats(row.id).await.unwrap();
        let seats: Vec<String> =
            seats.iter().map(|seat| format!("{} {:?} {:?}", seat.name, seat.role, seat.actors)).collect();
        let opening = table.fork(0).unwrap().facts();
        text += &format!(
            "{}: {} {:?}, {} lines, seats {}; {}\n",
            row.book,
            row.name,
            row.state,
            row.place,
            seats.join(", "),
            facts::changed(&opening, &table.facts())
        );
        for seat in [Seat::Gm, Seat::Player([table.actors()[0].id].into_iter().collect())] {
            let log = table.log(seat, 0);
            let lines: usize = log.iter().map(|entry| entry.told.len()).sum();
            text += &format!("  {} entries, {lines} lines are told to {seat:?}\n", log.len());
        }
    }
    text
}

async fn journal(store: &dyn Store, row: &TableRow) -> String {
    let header = store.header(row.id).await.unwrap();
    let lines = store.lines(row.id, 0).await.unwrap().into_iter().map(|line| line.line);
    [header].into_iter().chain(lines).map(|line| line + "\n").collect()
}

/// Creates the tables with a server and plays them; the copy of its store becomes the golden file.
async fn write(path: &Path) {
    let address = path.display().to_string();
    let mut server = Running::on(&address, |_| {}).await;
    for book in books() {
        let scene = book.scenes()[0];
        let opened = referee_shelf::open_scene(&scene.source(), [0; 32]).unwrap();
        let player = json!({ "role": "player", "actors": [opened.actors()[0].key], "name": "A player" });
        let name = format!("{}:{}", book.name(), scene.name);
        let table = server.table(&name, json!([player, { "role": "spectator" }])).await;
        for line in 0..LINES {
            let body = json!({ "id": format!("b{line}"), "policy": "bold" });
            let (status, _) = server.ask(Method::POST, &table.path("/bot"), &table.keys[0], Some(body)).await;
            // The fight may end early; then the table stays as it ended.
            if !status.is_success() {
                break;
            }
        }
        let (status, ack) = server.put(&table, &table.keys[0], "back", json!({ "kind": "undo" })).await;
        assert!(status.is_success(), "{ack}");
        server.bot(&table, "again").await;
    }
    server.stop().await;
    drop(server);
    std::fs::create_dir_all(golden("")).unwrap();
    let _ = std::fs::remove_file(golden("tables.db"));
    check::backup(&address, &golden("tables.db")).await.unwrap();
}
