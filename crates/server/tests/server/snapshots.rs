//! Snapshots: loading a long table replays only its last lines, and the result is the same without a snapshot.

use crate::client::{Fresh, Made, Running, note};
use referee_engine::Seat;
use referee_server::store::{Store, TableId, check, open};
use referee_shelf::{OpenTable, Put, open_scene, ready_scene};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// The journal of a fight between computer players, padded with notes to a given length; a few lines are undone.
fn long_journal(lines: u64) -> String {
    let ready = ready_scene("clockworld:duel").unwrap();
    let mut table: Box<dyn OpenTable> = open_scene(&ready.source(), [5; 32]).unwrap();
    while table.line() < lines {
        let line = table.line();
        match line % 50 {
            7 => table.put(Seat::Gm, Put::Undo { dice: Default::default() }).map(drop).unwrap(),
            step if step < 7 && table.waiting(Seat::Gm).is_empty() => {
                // The fight may be over; then nobody acts any more.
                if table.act_by_policy("bold", line).is_err() {
                    table.put(Seat::Gm, a_note(line)).unwrap();
                }
            }
            _ if !table.waiting(Seat::Gm).is_empty() => table.put(Seat::Gm, Put::Abandon).map(drop).unwrap(),
            _ => table.put(Seat::Gm, a_note(line)).map(drop).unwrap(),
        }
    }
    table.journal()
}

fn a_note(line: u64) -> Put {
    serde_json::from_value(note(&format!("line {line}"))).unwrap()
}

async fn import(server: &Running, journal: &str) -> Made {
    let seats = json!([{ "role": "player", "actors": ["mudo"] }]);
    let body = json!({ "from": { "kind": "journal", "text": journal }, "seats": seats });
    Made::of(server.post("/tables", "", body).await)
}

/// Everything that a seat can read of a table.
async fn everything(server: &Running, table: &Made) -> Vec<Value> {
    let mut all = Vec::new();
    for key in &table.keys {
        all.push(server.get(&table.path("/situation"), key).await);
        all.push(server.get(&table.path("/log"), key).await);
        all.push(server.get(&table.path("/at/3"), key).await);
    }
    all
}

/// The store, once no server has it open.
pub async fn released(address: &str) -> Arc<dyn Store> {
    for _ in 0..200 {
        match open(address).await {
            Ok(store) => return store,
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    panic!("the store was not released")
}

/// Waits until a snapshot of at least this line is stored.
pub async fn kept(store: &dyn Store, table: TableId, least: u64) -> (u64, String) {
    for _ in 0..200 {
        if let Some(snapshot) = store.snapshot(table).await.unwrap().filter(|(place, _)| *place >= least) {
            return snapshot;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no snapshot was stored")
}

#[tokio::test]
async fn a_long_table_is_opened_without_playing_all_of_it_and_a_damaged_snapshot_changes_nothing() {
    let fresh = Fresh::new().await;
    let mut server = Running::on(&fresh.address, |_| {}).await;
    let table = import(&server, &long_journal(1_200)).await;
    let known = everything(&server, &table).await;
    assert!(server.metric("played_again_total ").await >= 1_200, "the first load replays everything");
    server.stop().await;
    drop(server);
    let store = released(&fresh.address).await;
    let row = store.table(&table.code).await.unwrap().unwrap();
    let (place, snapshot) = kept(&*store, row.id, 1).await;
    assert_eq!(place, 1_200);
    drop(store);

    // With the snapshot, reading the situation replays nothing, and a returning client gets only what is new.
    let mut server = Running::on(&fresh.address, |_| {}).await;
    assert_eq!(server.get(&table.path("/situation"), &table.keys[1]).await, known[3]);
    let last = known[4]["entries"].as_array().unwrap().last().unwrap()["line"].as_u64().unwrap();
    let hello = json!({ "kind": "hello", "key": table.keys[1], "after": last });
    let mut socket = server.hello(&table, hello).await;
    socket.next_of("situation").await;
    assert_eq!(server.put(&table, &table.keys[0], "more", note("more")).await.1["line"], 1_201);
    assert_eq!(socket.next_of("told").await["line"], last + 1);
    assert_eq!(server.metric("played_again_total ").await, 0);
    // Looking back shows everything, including undone lines.
    let undo = json!({ "kind": "undo" });
    assert_eq!(server.put(&table, &table.keys[0], "back", undo).await.1["line"], 1_202);
    let whole = everything(&server, &table).await;
    assert_eq!(whole[2]["view"], known[2]["view"]);
    assert!(whole[1]["undone"].as_array().unwrap().contains(&json!(1_201)));
    drop(socket);
    server.stop().await;
    drop(server);

    // If it is missing, damaged, or belongs to another line or version, the journal is replayed with the same result.
    let newer = snapshot.replacen("\"rules\":", "\"rules\":9", 1);
    for (place, text) in
        [(1_200, "nonsense".to_owned()), (1_200, snapshot[..900].to_owned()), (7, newer), (5_000, snapshot)]
    {
        let store = released(&fresh.address).await;
        store.keep_snapshot(row.id, place, text.clone()).await.unwrap();
        drop(store);
        let mut server = Running::on(&fresh.address, |_| {}).await;
        assert_eq!(everything(&server, &table).await, whole, "{place} {text:.80}");
        server.stop().await;
    }
    drop(released(&fresh.address).await);
    assert_eq!(check::check(&fresh.address).await.unwrap().faults, []);
}
