//! Creating, pausing, ending, forking, exporting and importing tables.

use crate::client::{Fresh, Made, Running, note};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

#[tokio::test]
async fn a_table_is_made_listed_paused_and_ended() {
    let server = Running::new().await;
    let table = server.duel().await;
    let [gm, player, ..] = &table.keys[..] else { panic!("four seats") };
    let listed = server.get("/tables?most=10", "").await;
    assert_eq!(listed[0]["code"], table.code.as_str());
    assert_eq!(listed[0].get("seed"), None);
    server.refused(Method::POST, &table.path("/pause"), player, None, "gm-only").await;
    let paused = server.post(&table.path("/pause"), gm, json!(null)).await;
    assert_eq!(paused["state"], "paused");
    let (_, refused) = server.put(&table, player, "p1", json!({ "kind": "abandon" })).await;
    assert_eq!(refused["code"], "paused");
    assert_eq!(server.put(&table, gm, "g1", note("a moment please")).await.1["line"], 1);
    server.post(&table.path("/resume"), gm, json!(null)).await;
    let ended = server.post(&table.path("/end"), gm, json!(null)).await;
    assert_eq!(ended["state"], "ended");
    assert_eq!(server.put(&table, gm, "g2", note("too late")).await.1["code"], "ended");
    server.refused(Method::POST, &table.path("/resume"), gm, None, "ended").await;
}

#[tokio::test]
async fn the_dice_are_promised_at_the_start_and_the_seed_told_at_the_end() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    for step in 0..6 {
        server.bot(&table, &format!("b{step}")).await;
    }
    let info = server.get(&table.path(""), gm).await;
    assert_eq!(info.get("seed"), None);
    let before = server.get(&table.path("/export/journal"), gm).await;
    let ended = server.post(&table.path("/end"), gm, json!(null)).await;
    let seed = ended["seed"].as_str().unwrap();
    let bytes: Vec<u8> = (0..32).map(|at| u8::from_str_radix(&seed[2 * at..2 * at + 2], 16).unwrap()).collect();
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(table.json["table"]["commitment"], hash.as_str());
    let after = server.get(&table.path("/export/journal"), gm).await;
    let (before, after) = (before.as_str().unwrap(), after.as_str().unwrap());
    assert!(!before.contains(seed), "the seed was revealed while the table was in play");
    assert!(after.contains(seed));
    referee_shelf::open_journal(after, true).unwrap();
    // A journal exported earlier is valid too, with another seed from that line on.
    referee_shelf::open_journal(before, true).unwrap();
}

#[tokio::test]
async fn a_fork_begins_as_the_other_stood_and_goes_its_own_way() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    for text in ["one", "two", "three"] {
        assert_eq!(server.put(&table, gm, text, note(text)).await.0, 200);
    }
    let fork = Made::of(server.post(&table.path("/fork"), gm, json!({ "line": 2, "name": "What if" })).await);
    assert_ne!(fork.json["table"]["commitment"], table.json["table"]["commitment"]);
    assert_eq!(fork.keys.len(), table.keys.len());
    let heard = |log: &Value| log["entries"].as_array().unwrap().len();
    assert_eq!(heard(&server.get(&fork.path("/log"), &fork.keys[0]).await), 2);
    server.put(&fork, &fork.keys[0], "four", note("four")).await;
    assert_eq!(heard(&server.get(&table.path("/log"), gm).await), 3);
    // A key is valid for one table only.
    server.refused(Method::GET, &fork.path("/log"), gm, None, "no-such-seat").await;
    server.refused(Method::POST, &table.path("/fork"), gm, Some(json!({ "line": 99 })), "no-such-line").await;
}

#[tokio::test]
async fn what_is_exported_can_be_imported() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    server.bot(&table, "b").await;
    let text = server.get(&table.path("/export/text"), &table.keys[3]).await;
    assert!(text.as_str().unwrap().contains("First Turn"), "{text}");
    for (path, kind) in [("/export/scene", "scene"), ("/export/journal", "journal")] {
        server.refused(Method::GET, &table.path(path), &table.keys[1], None, "gm-only").await;
        let exported = server.get(&table.path(path), gm).await;
        let body = json!({ "from": { "kind": kind, "text": exported }, "name": kind });
        let again = Made::of(server.post("/tables", "", body).await);
        let lines = server.get(&again.path("/situation"), &again.keys[0]).await["line"].as_u64().unwrap();
        assert_eq!(lines, u64::from(kind == "journal"));
        server.bot(&again, "b").await;
    }
}

#[tokio::test]
async fn a_scene_with_mistakes_is_refused_with_all_of_them() {
    let server = Running::new().await;
    let scene = "book = \"clockworld\"\nscenario = { kind = \"feast\" }\n[[characters]]\nfrom = \"nobody\"\n";
    let body = json!({ "from": { "kind": "scene", "text": scene } });
    let answer = server.refused(Method::POST, "/tables", "", Some(body), "mistakes").await;
    assert!(answer["mistakes"].as_array().unwrap().len() >= 2, "{answer}");
    assert!(answer["mistakes"][0]["line"].as_u64().unwrap() > 0);
    let unknown = json!({ "from": { "kind": "ready", "name": "clockworld:../../etc/passwd" } });
    server.refused(Method::POST, "/tables", "", Some(unknown), "unknown-scene").await;
    let journal = json!({ "from": { "kind": "journal", "text": "{\"journal\":\"chess\"}" } });
    server.refused(Method::POST, "/tables", "", Some(journal), "bad-journal").await;
}

#[tokio::test]
async fn everything_is_there_after_a_restart() {
    let store = Fresh::new().await;
    let mut server = Running::on(&store.address, |_| {}).await;
    let table = server.duel().await;
    for step in 0..5 {
        server.bot(&table, &format!("b{step}")).await;
    }
    let before = server.get(&table.path("/situation"), &table.keys[1]).await;
    let log = server.get(&table.path("/log"), &table.keys[1]).await;
    server.stop().await;
    let server = Running::on(&store.address, |_| {}).await;
    assert_eq!(server.get(&table.path("/situation"), &table.keys[1]).await, before);
    assert_eq!(server.get(&table.path("/log"), &table.keys[1]).await, log);
    // A request that was done before the restart is still known.
    let body = json!({ "id": "b4", "policy": "bold" });
    let ack = server.post(&table.path("/bot"), &table.keys[0], body).await;
    assert_eq!((&ack["line"], &ack["repeated"]), (&json!(5), &json!(true)));
}

#[tokio::test]
async fn an_idle_table_leaves_memory_and_comes_back() {
    let server = Running::with(|settings| settings.idle_seconds = 1).await;
    let table = server.duel().await;
    let mut socket = server.connect(&table, 0).await;
    socket.next_of("situation").await;
    server.bot(&table, "one").await;
    let metric = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("referee_open_tables ")).unwrap().to_owned();
        line.split(' ').nth(1).unwrap().parse::<i64>().unwrap()
    };
    let read = async || {
        let url = format!("http://{}/metrics", server.address);
        metric(&server.http.get(url).send().await.unwrap().text().await.unwrap())
    };
    assert_eq!(read().await, 1);
    let began = std::time::Instant::now();
    while read().await > 0 {
        assert!(began.elapsed() < crate::client::PATIENCE);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    // Listeners still receive what comes next.
    server.bot(&table, "two").await;
    loop {
        if socket.next_of("told").await["line"] == 2 {
            break;
        }
    }
}
