//! Odds while people play: given up when nobody waits for them, refused when they would take too long.

use crate::client::{Made, Running};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A grenade among four in a room, each of whom may dodge: more ways than anybody waits for.
fn grenade() -> Value {
    json!({ "verb": "attack", "actor": 0, "slots": { "weapon": "frag-grenade", "square": "8,4" } })
}

/// A room in which the one with the grenades is to act.
async fn room(server: &Running) -> Made {
    let table = server.table("crisis:grenade-in-a-room", json!([])).await;
    for step in 0..20 {
        let situation = server.get(&table.path("/situation"), &table.keys[0]).await;
        let offers = situation["offers"].as_array().unwrap();
        if offers.iter().any(|offer| offer["verb"] == "attack" && offer["actor"] == 0) {
            return table;
        }
        server.bot(&table, &format!("b{step}")).await;
    }
    panic!("nobody throws a grenade");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_newer_odds_has_no_use_for_the_older() {
    let server = Running::new().await;
    let table = room(&server).await;
    let mut gm = server.connect(&table, 0).await;
    let began = Instant::now();
    gm.send(json!({ "kind": "odds", "id": "older", "filled": grenade() })).await;
    let small = json!({ "verb": "crouch", "actor": 0 });
    gm.send(json!({ "kind": "odds", "id": "newer", "filled": small })).await;
    assert_eq!(gm.answer_to("older").await["code"], "superseded");
    let newer = gm.answer_to("newer").await;
    assert!(newer["odds"]["groups"].is_array(), "{newer}");
    assert!(began.elapsed() < Duration::from_secs(2), "the older ones were worked out first: {:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odds_that_take_too_long_are_refused_in_time_and_left_to_a_job() {
    let server = Running::new().await;
    let table = room(&server).await;
    let mut gm = server.connect(&table, 0).await;
    let began = Instant::now();
    gm.send(json!({ "kind": "odds", "id": "much", "filled": grenade() })).await;
    let refused = gm.answer_to("much").await;
    assert_eq!(refused["code"], "too-many-ways", "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("start a job"), "{refused}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    // A job goes on for as long as it takes, and ends when it is cancelled.
    let work = json!({ "kind": "odds", "filled": grenade() });
    let job = server.post(&table.path("/jobs"), &table.keys[0], work).await;
    let path = format!("/jobs/{}", job["id"].as_str().unwrap());
    server.ask(reqwest::Method::DELETE, &path, &table.keys[0], None).await;
    let began = Instant::now();
    while server.get(&path, &table.keys[0]).await["state"] != "cancelled" {
        assert!(began.elapsed() < Duration::from_secs(10), "a cancelled job goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
