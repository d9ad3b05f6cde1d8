//! No connection carries what its seat may not know: the feeds of all seats, over random play, in every rulebook.

use crate::client::{Made, Running};
use referee_engine::Seat;
use referee_shelf::{OpenTable, open_journal, ready_scenes};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// Acts that are played in each scene.
const ACTS: usize = 12;

/// Everything that a seat was ever sent, and whatever it could have asked for.
struct Feed {
    seat: Seat,
    text: String,
}

#[tokio::test]
async fn feeds_hold_what_their_seat_may_know_and_no_more() {
    let server = Running::new().await;
    for ready in ready_scenes() {
        let name = format!("{}:{}", ready.book, ready.name);
        play_and_compare(&server, &name).await;
    }
}

async fn play_and_compare(server: &Running, scene: &str) {
    let probe = server.table(scene, json!([])).await;
    let cards = probe.json["actors"].as_array().unwrap().clone();
    let player = |card: &Value| json!({ "role": "player", "actors": [card["key"]] });
    let players: Vec<Value> = cards.iter().take(4).map(player).collect();
    let seats: Vec<Value> = players.into_iter().chain([json!({ "role": "spectator" })]).collect();
    let table = server.table(scene, json!(seats)).await;
    let mut sockets = Vec::new();
    for seat in 0..table.keys.len() {
        sockets.push(server.connect(&table, seat).await);
    }
    let policies = server.get("/books", "").await;
    let policy = policies.as_array().unwrap().iter().find(|book| scene.starts_with(book["name"].as_str().unwrap()));
    let policy = policy.unwrap()["policies"][0].clone();
    for act in 0..ACTS {
        let body = json!({ "id": format!("b{act}"), "policy": policy });
        let (status, _) = server.ask(reqwest::Method::POST, &table.path("/bot"), &table.keys[0], Some(body)).await;
        if !status.is_success() {
            break; // It is over.
        }
    }
    let mut feeds = Vec::new();
    for (at, socket) in sockets.iter_mut().enumerate() {
        let seat = match at {
            0 => Seat::Gm,
            at if at == table.keys.len() - 1 => Seat::Spectator,
            at => Seat::Player([referee_engine::ActorId(at as u16 - 1)].into_iter().collect()),
        };
        let mut text: String =
            socket.drain(Duration::from_millis(150)).await.iter().map(|message| format!("{message}\n")).collect();
        for path in ["/situation", "/log", "/seats", "", "/export/text"] {
            text.push_str(&server.get(&table.path(path), &table.keys[at]).await.to_string());
        }
        feeds.push(Feed { seat, text });
    }
    compare(server, &table, &feeds).await;
}

/// Replays the journal beside the feeds: what the session tells a seat line by line is what its feed may hold.
async fn compare(server: &Running, table: &Made, feeds: &[Feed]) {
    let journal = server.get(&table.path("/export/journal"), &table.keys[0]).await;
    let session = open_journal(journal.as_str().unwrap(), false).unwrap();
    let all = sentences(&*session, Seat::Gm);
    for feed in feeds.iter().skip(1) {
        let mine = sentences(&*session, feed.seat);
        for secret in all.difference(&mine) {
            // A short sentence may be part of another that is no secret.
            let is_elsewhere = mine.iter().any(|known| known.contains(secret.as_str()));
            assert!(is_elsewhere || !feed.text.contains(secret.as_str()), "{:?} was sent {secret}", feed.seat);
        }
        for moment in 0..=session.line() {
            let then = session.fork(moment).unwrap();
            let known: BTreeSet<u16> = then.view(feed.seat).actors.iter().map(|actor| actor.id.0).collect();
            let ever: BTreeSet<u16> = (0..=session.line())
                .flat_map(|line| session.fork(line).unwrap().view(feed.seat).actors)
                .map(|actor| actor.id.0)
                .collect();
            for hidden in then.actors().iter().filter(|card| !known.contains(&card.id.0) && !ever.contains(&card.id.0))
            {
                let name = serde_json::to_string(&hidden.name).unwrap();
                assert!(!feed.text.contains(&name), "{:?} learnt of {}", feed.seat, hidden.name);
            }
            if moment == session.line() {
                break;
            }
        }
        // The seed, the keys, other people's questions.
        for (at, key) in table.keys.iter().enumerate() {
            assert!(!feed.text.contains(key), "a key of seat {at} was sent to {:?}", feed.seat);
        }
        assert!(!feed.text.contains("\"seed\""), "{:?} was sent a seed", feed.seat);
        let asked =
            |seat| session.waiting(seat).iter().map(|w| serde_json::to_string(w).unwrap()).collect::<BTreeSet<_>>();
        for question in asked(Seat::Gm).difference(&asked(feed.seat)) {
            let text = &serde_json::from_str::<Value>(question).unwrap()["answer"]["prompt"]["text"];
            assert!(!text.is_string() || !feed.text.contains(&text.to_string()), "{:?} saw {text}", feed.seat);
        }
    }
}

/// Everything that the log lets a seat know, each thing as it stands on the wire.
fn sentences(session: &dyn OpenTable, seat: Seat) -> BTreeSet<String> {
    let told = session.log(seat, 0).into_iter().flat_map(|entry| entry.told);
    told.map(|heard| serde_json::to_string(&heard).unwrap()).collect()
}
