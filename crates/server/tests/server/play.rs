//! Play over a WebSocket: questions, acknowledgements, reconnecting, undo, physical dice.

use crate::client::{Made, Running, Socket, note};
use serde_json::{Value, json};
use std::time::Duration;

/// A duel in which Mudo has the turn; returns the attack to submit.
async fn at_the_ready(server: &Running) -> (Made, Value) {
    let table = server.duel().await;
    let first = json!({ "kind": "take", "filled": { "verb": "first-turn", "slots": { "side": "players" } } });
    let (status, answer) = server.put(&table, &table.keys[0], "first", first).await;
    if status != 200 {
        // The book may decide who goes first.
        panic!("{answer}");
    }
    let attack = json!({ "kind": "take", "filled": { "verb": "attack", "actor": 0, "slots": { "target": "vole" } } });
    (table, attack)
}

async fn question(socket: &mut Socket) -> Value {
    loop {
        let situation = socket.next_of("situation").await;
        if let Some(question) = situation["questions"].get(0) {
            return question.clone();
        }
    }
}

#[tokio::test]
async fn an_attack_asks_its_target_and_everybody_hears_what_came_of_it() {
    let server = Running::new().await;
    let (table, attack) = at_the_ready(&server).await;
    let mut mudo = server.connect(&table, 1).await;
    let mut vole = server.connect(&table, 2).await;
    let mut watcher = server.connect(&table, 3).await;
    assert_eq!(mudo.next_of("welcome").await["seat"]["actors"], json!([0]));
    let ack = mudo.put("shoot", attack).await;
    assert_eq!(ack["kind"], "ack", "{ack}");
    let asked = question(&mut vole).await;
    assert_eq!(asked["kind"], "answer");
    let ask = asked["ask"].as_u64().unwrap();
    // The attacker cannot answer for the target, and does not learn that a question is open.
    let forged = mudo.put("forged", json!({ "kind": "answer", "ask": ask, "option": 0 })).await;
    let invented = mudo.put("invented", json!({ "kind": "answer", "ask": 999, "option": 0 })).await;
    assert_eq!((&forged["code"], &forged["message"]), (&invented["code"], &invented["message"]));
    assert_eq!(forged["code"], "not-asked");
    let wrong = vole.put("wrong", json!({ "kind": "answer", "ask": ask, "option": 99 })).await;
    assert_eq!(wrong["code"], "bad-answer");
    assert!(!wrong["allowed"].as_array().unwrap().is_empty());
    // The game master answers for an absent player.
    let answer = json!({ "kind": "answer", "ask": ask, "option": 0 });
    let (status, done) = server.put(&table, &table.keys[0], "for vole", answer.clone()).await;
    assert_eq!(status, 400, "an id has no spaces: {done}");
    let (status, _) = server.put(&table, &table.keys[0], "for-vole", answer.clone()).await;
    assert_eq!(status, 200);
    // Late and repeated answers are harmless.
    assert_eq!(vole.put("late", answer.clone()).await["code"], "not-asked");
    let (_, again) = server.put(&table, &table.keys[0], "for-vole", answer).await;
    assert_eq!(again["repeated"], true);
    let told = watcher.next_of("told").await;
    assert!(told["told"].as_array().is_some_and(|told| !told.is_empty()));
}

#[tokio::test]
async fn a_connection_goes_on_where_it_was() {
    let server = Running::new().await;
    let table = server.duel().await;
    let mut socket = server.connect(&table, 1).await;
    socket.next_of("log").await;
    for text in ["one", "two"] {
        server.put(&table, &table.keys[0], text, note(text)).await;
    }
    assert_eq!(socket.next_of("told").await["line"], 1);
    drop(socket);
    server.put(&table, &table.keys[0], "three", note("three")).await;
    let hello = |after: u64| json!({ "kind": "hello", "key": table.keys[1], "after": after });
    let mut socket = server.hello(&table, hello(1)).await;
    let log = socket.next_of("log").await;
    let lines: Vec<&Value> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["line"]).collect();
    assert_eq!((lines, &log["reset"]), (vec![&json!(2), &json!(3)], &json!(false)));
    // A client that is ahead of the journal is reset: the store was restored from a backup.
    let mut socket = server.hello(&table, hello(77)).await;
    let log = socket.next_of("log").await;
    assert_eq!((log["entries"].as_array().unwrap().len(), &log["reset"]), (3, &json!(true)));
}

#[tokio::test]
async fn an_undo_marks_lines_and_only_the_game_master_can() {
    let server = Running::new().await;
    let table = server.duel().await;
    let mut player = server.connect(&table, 1).await;
    for step in 1..=3 {
        server.bot(&table, &format!("b{step}")).await;
    }
    let refused = player.put("u", json!({ "kind": "undo" })).await;
    assert_eq!(refused["code"], "gm-only");
    let mut gm = server.connect(&table, 0).await;
    assert_eq!(gm.put("u1", json!({ "kind": "undo", "dice": "new" })).await["line"], 4);
    let undone = player.next_of("undone").await;
    assert_eq!(undone["lines"], json!([3]), "the undone line, not the line of the undo");
    assert_eq!(gm.put("r1", json!({ "kind": "redo" })).await["line"], 5);
    assert_eq!(player.next_of("undone").await["lines"], json!([]));
    assert_eq!(gm.put("u2", json!({ "kind": "goto", "line": 99 })).await["code"], "no-such-line");
}

#[tokio::test]
async fn whoever_rolls_real_dice_is_asked_for_them() {
    let server = Running::new().await;
    let (table, attack) = at_the_ready(&server).await;
    let mut mudo = server.connect(&table, 1).await;
    let mine = json!({ "kind": "typed", "who": { "actor": 0 }, "typed": true });
    assert_eq!(mudo.put("t", mine).await["kind"], "ack");
    let others = json!({ "kind": "typed", "who": { "actor": 1 }, "typed": true });
    assert_eq!(mudo.put("t2", others).await["kind"], "error");
    // The other character never reacts, so only the dice are waited for.
    for kind in ["reaction", "react", "dodge"] {
        let never = json!({ "kind": "standing", "who": { "actor": 1 }, "question": kind, "answer": "never" });
        server.put(&table, &table.keys[0], kind, never).await;
    }
    assert_eq!(mudo.put("shoot", attack).await["kind"], "ack");
    let roll = loop {
        let situation = server.get(&table.path("/situation"), &table.keys[0]).await;
        let asked = situation["questions"][0].clone();
        let ask = asked["ask"].clone();
        match asked["kind"].as_str() {
            Some("dice") => break asked,
            Some(_) => {
                let id = format!("a{ask}");
                server.put(&table, &table.keys[0], &id, json!({ "kind": "answer", "ask": ask, "option": 0 })).await;
            }
            None => panic!("no roll was requested: {situation}"),
        }
    };
    // A player's questions are numbered separately: the first is question 0.
    let situation = server.get(&table.path("/situation"), &table.keys[1]).await;
    assert_eq!((&situation["questions"][0]["name"], &situation["questions"][0]["ask"]), (&roll["name"], &json!(0)));
    let roll = situation["questions"][0].clone();
    let wrong = mudo.put("d1", json!({ "kind": "dice", "ask": roll["ask"], "faces": [77] })).await;
    assert_eq!(wrong["code"], "refused/dice-do-not-fit", "{wrong}");
    let right = mudo.put("d2", json!({ "kind": "dice", "ask": roll["ask"], "faces": [7] })).await;
    assert!(right["kind"] == "ack" || right["code"] == "refused/dice-do-not-fit", "{right}");
    let log = server.get(&table.path("/log"), &table.keys[3]).await;
    if right["kind"] == "ack" {
        assert!(log.to_string().contains("\"typed\":true"), "{log}");
    }
}

#[tokio::test]
async fn slots_odds_and_pings_are_answered() {
    let server = Running::new().await;
    let (table, _) = at_the_ready(&server).await;
    let mut mudo = server.connect(&table, 1).await;
    mudo.send(json!({ "kind": "slots", "id": "s", "filled": { "verb": "attack", "actor": 0 } })).await;
    let slots = mudo.answer_to("s").await;
    assert!(slots["slots"].as_array().unwrap().iter().any(|slot| slot["name"] == "target"), "{slots}");
    let filled = json!({ "verb": "attack", "actor": 0, "slots": { "target": "vole" } });
    mudo.send(json!({ "kind": "odds", "id": "o", "filled": filled, "reactions": "never" })).await;
    let odds = mudo.answer_to("o").await;
    assert!(odds["odds"]["groups"][0]["marginals"][0]["values"][0]["chance"]["exact"].is_string(), "{odds}");
    assert_eq!(odds["odds"]["groups"][0].get("choices"), None);
    mudo.send(json!({ "kind": "odds", "id": "all", "filled": filled, "reactions": "all" })).await;
    assert_eq!(mudo.answer_to("all").await["code"], "gm-only");
    mudo.send(json!({ "kind": "ping", "id": "p" })).await;
    assert_eq!(mudo.answer_to("p").await["kind"], "pong");
}

#[tokio::test]
async fn a_client_is_sent_what_it_wants_and_nothing_twice() {
    let server = Running::new().await;
    let table = server.duel().await;
    let hello = json!({ "kind": "hello", "key": table.keys[0], "want": ["log"] });
    let mut quiet = server.hello(&table, hello).await;
    let mut all = server.connect(&table, 0).await;
    server.put(&table, &table.keys[0], "one", note("one")).await;
    let kinds = |all: &[Value]| all.iter().map(|m| m["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let quiet = quiet.drain(Duration::from_millis(300)).await;
    assert_eq!(kinds(&quiet), ["welcome", "log", "told"]);
    let all = all.drain(Duration::from_millis(300)).await;
    let situations: Vec<&Value> = all.iter().filter(|message| message["kind"] == "situation").collect();
    assert!(situations[0]["view"].is_object() && situations[0]["offers"].is_array());
    // A note changes nothing visible, so nothing is sent again.
    assert!(situations[1..].iter().all(|situation| situation.get("view").is_none()), "{situations:?}");
}

#[tokio::test]
async fn a_stopping_server_says_so() {
    let mut server = Running::new().await;
    let table = server.duel().await;
    let mut socket = server.connect(&table, 1).await;
    socket.next_of("situation").await;
    let (_, ()) = tokio::join!(
        async {
            let closing = socket.next_of("closing").await;
            assert_eq!(closing["code"], "stopping");
            assert_eq!(socket.next().await, None);
        },
        server.stop()
    );
}
