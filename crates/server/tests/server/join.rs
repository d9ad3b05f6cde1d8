//! Join codes and the answer timer.

use crate::client::{Running, note};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_code_leads_to_the_free_seats_and_takes_one_once() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    server.refused(Method::POST, &table.path("/invite"), &table.keys[1], Some(json!({})), "gm-only").await;
    // A seat in use cannot be taken.
    let mut vole = server.connect(&table, 2).await;
    vole.next_of("situation").await;
    let made = server.post(&table.path("/invite"), gm, json!({ "minutes": 10 })).await;
    assert_eq!(made["invite"]["seats"], json!([table.ids[1]]));
    let code = made["invite"]["code"].as_str().unwrap().to_owned();
    let typed = format!("{}-{}", &code[..4], &code[4..]).to_lowercase();
    let seen = server.post("/join", "", json!({ "code": typed })).await;
    assert_eq!(seen["free"], json!([{ "id": table.ids[1], "name": "plays mudo", "plays": ["Mudo"] }]));
    assert!(seen["taken"].is_null() && !seen.to_string().contains("key"));
    let taken = server.post("/join", "", json!({ "code": code, "seat": table.ids[1] })).await;
    let key = taken["taken"]["key"].as_str().unwrap();
    assert_eq!((key.len(), &taken["free"]), (43, &json!([])));
    server.get(&table.path("/log"), key).await;
    // The old, unused link is now invalid, and the seat cannot be taken twice.
    server.refused(Method::GET, &table.path("/log"), &table.keys[1], None, "no-such-seat").await;
    let again = json!({ "code": code, "seat": table.ids[1] });
    server.refused(Method::POST, "/join", "", Some(again), "seat-taken").await;
}

#[tokio::test]
async fn a_code_is_turned_off_replaced_and_slow_to_guess() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    let code = |made: Value| made["invite"]["code"].clone();
    let first = code(server.post(&table.path("/invite"), gm, json!({})).await);
    let second = code(server.post(&table.path("/invite"), gm, json!({})).await);
    server.refused(Method::POST, "/join", "", Some(json!({ "code": first })), "no-such-code").await;
    assert_eq!(server.get(&table.path("/invite"), gm).await["invite"]["code"], second);
    server.ask(Method::DELETE, &table.path("/invite"), gm, None).await;
    server.refused(Method::POST, "/join", "", Some(json!({ "code": second })), "no-such-code").await;
    assert_eq!(server.get(&table.path("/invite"), gm).await["invite"], json!(null));
    // Four attempts at once, then one a second, even on a server without a rate limit for requests.
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(server.ask(Method::POST, "/join", "", Some(json!({ "code": "BCDF2345" }))).await.1["code"].clone());
    }
    assert!(codes.contains(&json!("too-fast")), "{codes:?}");
}

#[tokio::test]
async fn a_code_outlives_the_server_but_not_its_time() {
    let store = crate::client::Fresh::new().await;
    let mut server = Running::on(&store.address, |_| {}).await;
    let table = server.duel().await;
    let made = server.post(&table.path("/invite"), &table.keys[0], json!({ "minutes": 1 })).await;
    server.stop().await;
    let server = Running::on(&store.address, |_| {}).await;
    let code = made["invite"]["code"].clone();
    assert_eq!(server.post("/join", "", json!({ "code": code })).await["table"], "Duel at the water tower");
    let until = made["invite"]["until"].as_i64().unwrap() - made_at(&table.json);
    assert!((50..=70).contains(&until), "{until}");
}

fn made_at(table: &Value) -> i64 {
    table["table"]["created"].as_i64().unwrap()
}

/// A duel in which Mudo's attack has put a question to Vole, with this timer.
async fn asked(server: &Running, timer: Value) -> (crate::client::Made, crate::client::Socket, Value) {
    let table = server.duel().await;
    let set = server.post(&table.path("/timer"), &table.keys[0], json!({ "timer": timer })).await;
    assert_eq!(set["timer"]["seconds"], timer["seconds"]);
    let first = json!({ "kind": "take", "filled": { "verb": "first-turn", "slots": { "side": "players" } } });
    server.put(&table, &table.keys[0], "first", first).await;
    let mut vole = server.connect(&table, 2).await;
    let attack = json!({ "kind": "take", "filled": { "verb": "attack", "actor": 0, "slots": { "target": "vole" } } });
    server.put(&table, &table.keys[1], "attack", attack).await;
    loop {
        let situation = vole.next_of("situation").await;
        if situation["questions"].get(0).is_some() {
            return (table, vole, situation);
        }
    }
}

#[tokio::test]
async fn whoever_is_late_declines_if_the_game_master_wants_it() {
    let server = Running::new().await;
    let (table, mut vole, situation) = asked(&server, json!({ "seconds": 5, "then": "decline" })).await;
    let within = situation["answer_within"].as_u64().unwrap();
    assert!((3_000..=5_000).contains(&within), "{within}");
    // Nobody answers, so the server declines and the action continues.
    let told = vole.next_of("told").await;
    assert!(told["line"].as_u64().unwrap() > situation["line"].as_u64().unwrap(), "{told}");
    let now = server.get(&table.path("/situation"), &table.keys[2]).await;
    let is_asked_again =
        now["questions"].as_array().unwrap().iter().any(|question| question["ask"] == situation["questions"][0]["ask"]);
    assert!(!is_asked_again, "{now}");
}

#[tokio::test]
async fn a_time_that_only_warns_changes_nothing_and_a_strange_one_is_refused() {
    let server = Running::new().await;
    let (table, mut vole, situation) = asked(&server, json!({ "seconds": 5 })).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    let came = vole.drain(Duration::from_millis(200)).await;
    assert!(came.iter().all(|message| message["kind"] != "told"), "{came:?}");
    let now = server.get(&table.path("/situation"), &table.keys[2]).await;
    assert_eq!((&now["questions"], &now["answer_within"]), (&situation["questions"], &json!(0)));
    for seconds in [0, 4, 3601] {
        let body = json!({ "timer": { "seconds": seconds } });
        server.refused(Method::POST, &table.path("/timer"), &table.keys[0], Some(body), "bad-timer").await;
    }
    let off = json!({ "timer": null });
    server.refused(Method::POST, &table.path("/timer"), &table.keys[1], Some(off.clone()), "gm-only").await;
    let set = server.post(&table.path("/timer"), &table.keys[0], off).await;
    assert!(set["timer"].is_null());
    server.put(&table, &table.keys[0], "note", note("time")).await;
}
