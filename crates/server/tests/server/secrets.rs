//! No connection carries what its seat may not know: the feeds of all seats during random play in every rulebook.

use crate::client::{Made, Running};
use referee_dice::FastRng;
use referee_engine::{Seat, Waiting};
use referee_shelf::{OpenTable, open_journal, ready_scenes};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// Number of actions per scene; more with `REFEREE_ACTS=50`.
fn acts() -> usize {
    std::env::var("REFEREE_ACTS").ok().and_then(|acts| acts.parse().ok()).unwrap_or(10)
}

/// Everything that a seat was sent, and everything it could have requested.
struct Feed {
    seat: Seat,
    messages: Vec<Value>,
    text: String,
}

#[tokio::test]
async fn feeds_hold_what_their_seat_may_know_and_no_more() {
    let server = Running::new().await;
    let scenes = ready_scenes();
    let books: BTreeSet<&str> = scenes.iter().map(|ready| ready.book).collect();
    assert_eq!(books.len(), referee_shelf::books().len(), "every book has a scene to look at");
    for ready in scenes {
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
    let mut rng = FastRng::seed_from_u64(scene.len() as u64);
    for act in 0..acts() {
        do_something(server, &table, act, &mut rng).await;
    }
    let mut feeds = Vec::new();
    for (at, socket) in sockets.iter_mut().enumerate() {
        let seat = match at {
            0 => Seat::Gm,
            at if at == table.keys.len() - 1 => Seat::Spectator,
            at => Seat::Player([referee_engine::ActorId(at as u16 - 1)].into_iter().collect()),
        };
        let messages = socket.drain(Duration::from_millis(150)).await;
        let mut text: String = messages.iter().map(|message| format!("{message}\n")).collect();
        for path in ["/situation", "/log", "/seats", "", "/export/text"] {
            text.push_str(&server.get(&table.path(path), &table.keys[at]).await.to_string());
        }
        feeds.push(Feed { seat, messages, text });
    }
    compare(server, &table, &feeds).await;
}

/// Picks a random step: answers a question, lets the computer act, corrects, rolls in secret or undoes as the game
/// master, or takes an offer as a player. Refused steps change nothing.
async fn do_something(server: &Running, table: &Made, act: usize, rng: &mut FastRng) {
    let id = format!("a{act}");
    let seat = match rng.below(3) {
        0 => rng.below(table.keys.len() as u32 - 1) as usize,
        _ => 0,
    };
    let key = &table.keys[seat];
    let situation = server.get(&table.path("/situation"), key).await;
    let questions = situation["questions"].as_array().unwrap();
    if let Some(question) = questions.first().filter(|question| question["kind"] == "answer") {
        let options = question["prompt"]["options"].as_array().unwrap().len();
        let answer = json!({ "kind": "answer", "ask": question["ask"], "option": rng.below(options as u32) });
        server.put(table, key, &id, answer).await;
        return;
    }
    match rng.below(10) {
        0..4 => {
            let body = json!({ "id": id, "policy": "bold" });
            server.ask(reqwest::Method::POST, &table.path("/bot"), &table.keys[0], Some(body)).await;
        }
        4 => {
            server.put(table, &table.keys[0], &id, json!({ "kind": "undo" })).await;
        }
        _ => {
            let offers = situation["offers"].as_array().unwrap().iter().filter(|offer| offer.get("refused").is_none());
            let offers: Vec<&Value> = offers.collect();
            let Some(offer) = offers.get(rng.below(offers.len().max(1) as u32) as usize) else { return };
            let filled = fill(server, table, key, offer, rng).await;
            server.put(table, key, &id, json!({ "kind": "take", "filled": filled })).await;
        }
    }
}

/// Fills the slots of an offer with legal values; those with a default half of the time.
pub async fn fill(server: &Running, table: &Made, key: &str, offer: &Value, rng: &mut FastRng) -> Value {
    let mut filled = json!({ "verb": offer["verb"], "actor": offer["actor"], "slots": {} });
    for _ in 0..16 {
        let body = Some(filled.clone());
        let (status, slots) = server.ask(reqwest::Method::POST, &table.path("/slots"), key, body).await;
        if !status.is_success() {
            break;
        }
        let is_open = |slot: &&Value| filled["slots"].get(slot["name"].as_str().unwrap()).is_none();
        let Some(slot) = slots.as_array().unwrap().iter().find(is_open).cloned() else { break };
        let of = slot["domain"]["of"].as_array().cloned().unwrap_or_default();
        let chosen = of.get(rng.below(of.len().max(1) as u32) as usize);
        let value = match chosen.map(|chosen| chosen["key"].clone()) {
            Some(key) if slot.get("default").is_none() || rng.below(2) == 0 => key,
            _ if slot["default"].is_string() => slot["default"].clone(),
            _ => slot["domain"].get("min").map_or(json!("words"), |min| json!(min.to_string())),
        };
        filled["slots"][slot["name"].as_str().unwrap()] = value;
    }
    filled
}

/// Replays the journal and compares: what the session tells a seat line by line is all that its feed may contain.
async fn compare(server: &Running, table: &Made, feeds: &[Feed]) {
    let journal = server.get(&table.path("/export/journal"), &table.keys[0]).await;
    let session = open_journal(journal.as_str().unwrap(), false).unwrap();
    for feed in feeds {
        is_as_it_was(&*session, feed);
    }
    let all = sentences(&*session, Seat::Gm);
    for feed in feeds.iter().skip(1) {
        let mine = sentences(&*session, feed.seat);
        for secret in all.difference(&mine) {
            // A short sentence may be part of another that is not secret.
            let is_elsewhere = mine.iter().any(|known| known.contains(secret.as_str()));
            assert!(is_elsewhere || !feed.text.contains(secret.as_str()), "{:?} was sent {secret}", feed.seat);
        }
        let moments: Vec<Box<dyn OpenTable>> = (0..=session.line()).map(|line| session.fork(line).unwrap()).collect();
        let seen = moments.iter().flat_map(|then| then.view(feed.seat).actors);
        let ever: BTreeSet<u16> = seen.map(|actor| actor.id.0).collect();
        for hidden in moments.iter().flat_map(|then| then.actors()).filter(|card| !ever.contains(&card.id.0)) {
            let name = serde_json::to_string(&hidden.name).unwrap();
            assert!(!feed.text.contains(&name), "{:?} learnt of {}", feed.seat, hidden.name);
        }
        // The seed, the keys, and other players' questions.
        for (at, key) in table.keys.iter().enumerate() {
            assert!(!feed.text.contains(key), "a key of seat {at} was sent to {:?}", feed.seat);
        }
        assert!(!feed.text.contains("\"seed\""), "{:?} was sent a seed", feed.seat);
        let numbers = numbers_of(&*session, feed.seat);
        for (line, then) in moments.iter().enumerate() {
            let asked =
                |then: &dyn OpenTable, seat| then.waiting(seat).iter().map(|one| json!(one)).collect::<Vec<_>>();
            // Several lines have one number if the seat heard nothing of the later ones.
            let alike = moments.iter().zip(&numbers).filter(|(_, number)| **number == numbers[line]);
            let mine: Vec<Value> = alike.flat_map(|(then, _)| asked(&**then, feed.seat)).collect();
            for question in asked(&**then, Seat::Gm).iter().filter(|question| !mine.contains(question)) {
                let text = &question["answer"]["prompt"]["text"];
                // If two players are asked the same, each sees it as their own question.
                let is_mine = mine.iter().any(|own| own["answer"]["prompt"]["text"] == *text);
                let is_sent = |message: &&Value| {
                    message["line"] == numbers[line] && message["questions"].to_string().contains(&text.to_string())
                };
                let sent = feed.messages.iter().filter(|message| message["kind"] == "situation").find(is_sent);
                assert!(is_mine || !text.is_string() || sent.is_none(), "{:?} saw {text}", feed.seat);
            }
        }
    }
}

/// A seat's number for each line of the journal: the game master's are the same, others count what they heard.
fn numbers_of(session: &dyn OpenTable, seat: Seat) -> Vec<u64> {
    let heard: BTreeSet<u64> = session.log(seat, 0).iter().map(|entry| entry.line).collect();
    (0..=session.line()).map(|line| if seat.is_gm() { line } else { heard.range(..=line).count() as u64 }).collect()
}

/// Every situation sent to a seat equals exactly what the rules let that seat see after a line of that number.
fn is_as_it_was(session: &dyn OpenTable, feed: &Feed) {
    let numbers = numbers_of(session, feed.seat);
    let situations: Vec<&Value> = feed.messages.iter().filter(|message| message["kind"] == "situation").collect();
    assert!(!situations.is_empty());
    for message in situations {
        let number = message["line"].as_u64().unwrap();
        let lines = (0..=session.line()).filter(|&line| numbers[line as usize] == number);
        let is_then = |then: &dyn OpenTable| {
            let parts = [("view", json!(then.view(feed.seat))), ("offers", json!(then.offers(feed.seat)))];
            let prompts: Vec<Value> = then.waiting(feed.seat).iter().map(prompt_of).collect();
            let mut asked = message["questions"].as_array().into_iter().flatten();
            parts.iter().all(|(part, own)| message.get(*part).is_none_or(|sent| sent == own))
                && asked.all(|question| prompts.contains(&question["prompt"]))
        };
        let fits = lines.clone().any(|line| is_then(&*session.fork(line).unwrap()));
        let lines: Vec<u64> = lines.collect();
        assert!(fits, "{:?} was sent a situation that fits none of the lines {lines:?}: {message}", feed.seat);
    }
}

/// The question and its options; empty for physical dice.
fn prompt_of(waiting: &Waiting) -> Value {
    match waiting {
        Waiting::Answer { prompt, .. } => json!(prompt),
        Waiting::Dice { .. } => Value::Null,
    }
}

/// Everything that the log tells a seat, in its form on the wire.
fn sentences(session: &dyn OpenTable, seat: Seat) -> BTreeSet<String> {
    let told = session.log(seat, 0).into_iter().flat_map(|entry| entry.told);
    told.map(|heard| serde_json::to_string(&heard).unwrap()).collect()
}
