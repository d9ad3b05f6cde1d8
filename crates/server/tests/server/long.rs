//! A long table: only its last lines are in memory, and clients cannot tell.

use crate::{
    client::{Fresh, Made, Running, note},
    snapshots::{kept, released},
};
use reqwest::Method;
use serde_json::{Value, json};

const LINES: u64 = 700;

/// Everything that each seat can read.
async fn everything(server: &Running, table: &Made) -> Vec<Value> {
    let mut all = Vec::new();
    for key in &table.keys {
        for path in ["/situation", "/log", "/log?after=650", "/at/10", "/at/460", "/export/text"] {
            all.push(server.get(&table.path(path), key).await);
        }
    }
    all
}

#[tokio::test]
async fn what_is_not_in_memory_is_read_back_when_somebody_looks_at_it() {
    let fresh = Fresh::new().await;
    let mut server = Running::on(&fresh.address, |_| {}).await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    let mut socket = server.connect(&table, 0).await;
    for line in 1..=LINES {
        let mut put = note(&format!("line {line}"));
        if line % 3 == 0 {
            put["secrecy"] = json!("gm");
        }
        assert_eq!(socket.put(&format!("n{line}"), put).await["line"], line);
    }
    assert_eq!(server.metric("played_again_total ").await, 0, "no lines were replayed before someone looked back");
    let known = everything(&server, &table).await;
    assert!(server.metric("played_again_total ").await >= LINES / 2, "most lines were only in the store");
    let player = &known[7]["entries"].as_array().unwrap();
    assert_eq!((player.len() as u64, &player[9]["line"]), (LINES - LINES / 3, &json!(10)));
    assert_eq!(player[9]["told"][0]["text"], "line 14", "the tenth that is told to players");

    // An old request is still executed only once, and no other is mistaken for it.
    let (_, again) = server.put(&table, gm, "n5", note("again")).await;
    assert_eq!((&again["line"], &again["repeated"]), (&json!(5), &json!(true)));
    let (_, fresh_one) = server.put(&table, &table.keys[1], "n5", json!({ "kind": "abandon" })).await;
    assert_eq!(fresh_one["code"], "not-asked", "{fresh_one}");

    // Far back, and forward again.
    assert_eq!(server.put(&table, gm, "back", json!({ "kind": "goto", "line": 3 })).await.1["line"], LINES + 1);
    let log = server.get(&table.path("/log?after=690"), gm).await;
    assert_eq!(log["undone"], json!((4..=LINES).collect::<Vec<u64>>()));
    let log = server.get(&table.path("/log"), &table.keys[1]).await;
    assert_eq!(log["undone"], json!((3..=LINES - LINES / 3).collect::<Vec<u64>>()), "of what players heard");
    server.refused(Method::GET, &table.path("/at/468"), &table.keys[1], None, "no-such-line").await;
    assert_eq!(server.put(&table, gm, "forward", json!({ "kind": "redo" })).await.1["line"], LINES + 2);
    assert_eq!(server.get(&table.path("/situation"), gm).await["head"], LINES);
    let known = everything(&server, &table).await;
    drop(socket);
    server.stop().await;
    drop(server);

    // After a restart everything is the same. Undoing that far also stored a snapshot.
    let store = released(&fresh.address).await;
    let id = store.table(&table.code).await.unwrap().unwrap().id;
    kept(&*store, id, LINES + 1).await;
    drop(store);
    let server = Running::on(&fresh.address, |_| {}).await;
    assert_eq!(server.get(&table.path("/situation"), gm).await, known[0]);
    assert!(server.metric("played_again_total ").await < 10);
    assert_eq!(everything(&server, &table).await, known);
    let (_, again) = server.put(&table, gm, "n7", note("again")).await;
    assert_eq!((&again["line"], &again["repeated"]), (&json!(7), &json!(true)));
}

/// A seat that gets other characters has another log, with its own numbering.
#[tokio::test]
async fn a_seat_with_other_characters_counts_anew() {
    let server = Running::new().await;
    let table = server.duel().await;
    let (gm, player) = (&table.keys[0], &table.keys[1]);
    for (number, secrecy) in [(1, "public"), (2, "gm"), (3, "public")] {
        let mut put = note("said");
        put["secrecy"] = json!(secrecy);
        assert!(server.put(&table, gm, &format!("n{number}"), put).await.0.is_success());
    }
    let lines = |log: &Value| log["entries"].as_array().unwrap().iter().map(|e| e["line"].clone()).collect::<Vec<_>>();
    assert_eq!(lines(&server.get(&table.path("/log"), player).await), [1, 2]);
    let change = json!({ "actors": ["mudo", "vole"] });
    let path = table.path(&format!("/seats/{}", table.ids[1]));
    assert!(server.ask(Method::PATCH, &path, gm, Some(change)).await.0.is_success());
    assert_eq!(lines(&server.get(&table.path("/log"), player).await), [1, 2]);
    assert_eq!(lines(&server.get(&table.path("/log"), gm).await), [1, 2, 3]);
}
