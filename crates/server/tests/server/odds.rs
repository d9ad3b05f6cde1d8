//! Odds during play: cancelled when nobody waits for them any more.

use crate::client::{Made, Running};
use serde_json::json;
use std::time::Duration;

/// A room in which the character with the grenades has the turn. The dice decide whose turn it is, so several seeds are
/// tried.
async fn room(server: &Running) -> Made {
    for _ in 0..20 {
        let table = server.table("crisis:grenade-in-a-room", json!([])).await;
        for step in 0..12 {
            let situation = server.get(&table.path("/situation"), &table.keys[0]).await;
            let offers = situation["offers"].as_array().unwrap();
            let is_open = |offer: &serde_json::Value| offer["refused"].is_null();
            if offers.iter().any(|offer| offer["verb"] == "attack" && offer["actor"] == 0 && is_open(offer)) {
                return table;
            }
            server.bot(&table, &format!("b{step}")).await;
        }
    }
    panic!("no seed gives the turn to the grenadier");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_newer_odds_has_no_use_for_the_older() {
    let server = Running::new().await;
    let table = room(&server).await;
    let mut gm = server.connect(&table, 0).await;
    gm.drain(Duration::from_millis(200)).await;
    // Several characters stand in the blast and may each dodge: about a second of work. The next request comes
    // immediately.
    let grenade = json!({ "verb": "attack", "actor": 0, "slots": { "weapon": "frag-grenade", "square": "9,5" } });
    let kneel = json!({ "verb": "kneel", "actor": 0 });
    gm.send(json!({ "kind": "odds", "id": "older", "filled": grenade, "reactions": "all" })).await;
    gm.send(json!({ "kind": "odds", "id": "newer", "filled": kneel })).await;
    let answers = [gm.next().await.unwrap(), gm.next().await.unwrap()];
    let to = |id: &str| answers.iter().find(|answer| answer["id"] == id).unwrap_or_else(|| panic!("{answers:?}"));
    assert_eq!(to("older")["code"], "superseded", "{answers:?}");
    assert!(to("newer")["odds"]["groups"].is_array(), "{answers:?}");
}
