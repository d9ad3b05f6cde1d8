//! Seats: add, change, replace the key, revoke.

use crate::client::Running;
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn a_link_is_the_key_and_can_be_changed_or_taken_back() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    let seat = |at: usize| table.path(&format!("/seats/{}", table.ids[at]));
    let mut player = server.connect(&table, 1).await;
    player.next_of("situation").await;
    // A new key: the old link is invalid, and its connection is closed.
    let made = server.post(&table.path(&format!("/keys/{}", table.ids[1])), gm, json!(null)).await;
    assert_eq!(player.next_of("closing").await["code"], "revoked");
    server.refused(Method::GET, &table.path("/log"), &table.keys[1], None, "no-such-seat").await;
    let key = made["key"].as_str().unwrap();
    assert!(made["link"].as_str().unwrap().ends_with(&format!("#{key}")));
    server.get(&table.path("/log"), key).await;
    // Other characters: from then on the seat has their view.
    let moved = server.ask(Method::PATCH, &seat(1), gm, Some(json!({ "actors": ["vole"], "name": "Ann" }))).await.1;
    assert_eq!((&moved["actors"], &moved["name"]), (&json!([1]), &json!("Ann")));
    let (_, revoked) = server.ask(Method::DELETE, &seat(1), gm, None).await;
    assert_eq!(revoked["revoked"], true);
    server.refused(Method::GET, &table.path("/log"), key, None, "no-such-seat").await;
    // A table needs a game master.
    server.refused(Method::DELETE, &seat(0), gm, None, "last-gm").await;
    server.refused(Method::PATCH, &seat(0), gm, Some(json!({ "role": "player" })), "last-gm").await;
}

#[tokio::test]
async fn only_the_game_master_deals_with_seats() {
    let server = Running::new().await;
    let (table, other) = (server.duel().await, server.duel().await);
    let new = json!({ "role": "gm", "name": "me too" });
    for key in &table.keys[1..] {
        server.refused(Method::POST, &table.path("/seats"), key, Some(new.clone()), "gm-only").await;
        let path = table.path(&format!("/keys/{}", table.ids[0]));
        server.refused(Method::POST, &path, key, None, "gm-only").await;
    }
    // A seat id of another table is rejected, even for a game master.
    let path = table.path(&format!("/keys/{}", other.ids[1]));
    server.refused(Method::POST, &path, &table.keys[0], None, "no-such-seat-here").await;
    server.get(&other.path("/log"), &other.keys[1]).await;
    let seats = server.get(&table.path("/seats"), &table.keys[3]).await;
    assert_eq!(seats[1]["actors"], json!([]), "a spectator does not learn who plays whom");
    assert!(!seats.to_string().contains("key"));
    let bad = json!({ "role": "player", "actors": ["nobody"] });
    let answer = server.refused(Method::POST, &table.path("/seats"), &table.keys[0], Some(bad), "unknown-actor").await;
    assert_eq!(answer["allowed"], json!(["mudo", "vole"]));
    let bad = json!({ "role": "player", "name": "x".repeat(200) });
    server.refused(Method::POST, &table.path("/seats"), &table.keys[0], Some(bad), "bad-name").await;
}

#[tokio::test]
async fn making_tables_needs_the_key_where_there_is_one() {
    let server = Running::with(|settings| settings.create_key = Some("a-key-of-some-length".into())).await;
    let body = json!({ "from": { "kind": "ready", "name": "clockworld:duel" } });
    for key in ["", "a-key-of-some-lengtH", "a-key"] {
        server.refused(Method::POST, "/tables", key, Some(body.clone()), "create-key").await;
        server.refused(Method::GET, "/tables", key, None, "create-key").await;
    }
    server.post("/tables", "a-key-of-some-length", body).await;
}
