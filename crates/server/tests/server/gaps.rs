//! What a game master does in secret leaves no trace that a player can count. The same play runs in two worlds with the
//! same dice; in one of them the game master also acts in secret. The other seats must receive exactly the same bytes.

use crate::client::{Fresh, Made, Running, Socket};
use referee_dice::FastRng;
use referee_server::store::{NewTable, Role, SeatId, SeatRow, State, Store, TableId, TableRow, open};
use referee_shelf::{books, open_scene};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, time::Duration};

/// Number of public actions per scene; more with `REFEREE_ACTS=200`.
fn acts() -> usize {
    std::env::var("REFEREE_ACTS").ok().and_then(|acts| acts.parse().ok()).unwrap_or(10)
}

/// Actions of a game master that only write text or roll dice: nobody sees the table change.
const SILENT: [&str; 3] = ["note", "say", "check"];

/// A server with one table, identical in both worlds except for the secret actions.
struct World {
    server: Running,
    table: Made,
    /// The connections of all seats; the game master's is first.
    sockets: Vec<Socket>,
    /// What each seat was sent on connecting.
    greetings: Vec<Vec<String>>,
    next: usize,
    _store: Fresh,
}

impl World {
    async fn new(scene: &referee_shelf::Ready) -> World {
        let store = Fresh::new().await;
        let table = table_in(&*open(&store.address).await.unwrap(), scene).await;
        let server = Running::on(&store.address, |_| {}).await;
        let (sockets, greetings) = (Vec::new(), Vec::new());
        let mut world = World { server, table, sockets, greetings, next: 0, _store: store };
        for seat in 0..world.table.keys.len() {
            world.come(json!({ "kind": "hello", "key": world.table.keys[seat] })).await;
        }
        world
    }

    /// Connects the next seat. Everyone is told who is present, so seats connect one after another.
    async fn come(&mut self, hello: Value) {
        let mut socket = self.server.hello(&self.table, hello).await;
        socket.send(json!({ "kind": "ping", "id": "come" })).await;
        self.greetings.push(until_pong(&mut socket, "come").await);
        self.sockets.push(socket);
    }

    /// Reconnects a seat once its previous connection has ended.
    async fn come_again(&mut self, seat: usize, hello: Value) {
        let others = self.sockets.split_off(seat + 1);
        drop(self.sockets.pop());
        while self.server.metric("connections ").await > (self.sockets.len() + others.len()) as u64 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let greetings = self.greetings.split_off(seat + 1);
        self.greetings.truncate(seat);
        self.come(hello).await;
        self.greetings.extend(greetings);
        self.sockets.extend(others);
    }

    async fn situation(&self, seat: usize) -> Value {
        self.server.get(&self.table.path("/situation"), &self.table.keys[seat]).await
    }

    /// Submits input; returns the status and the answer as text.
    async fn put(&self, seat: usize, id: &str, put: &Value) -> (u16, Value) {
        let (status, answer) = self.server.put(&self.table, &self.table.keys[seat], id, put.clone()).await;
        (status.as_u16(), answer)
    }

    /// Submits something that only the game master may know.
    async fn in_secret(&mut self, put: Value) -> (u16, Value) {
        self.next += 1;
        self.put(0, &format!("secret{}", self.next), &put).await
    }

    async fn line(&self) -> u64 {
        self.situation(0).await["line"].as_u64().unwrap()
    }

    /// Performs secret actions that change nothing others may know.
    async fn keep_secrets(&mut self, rng: &mut FastRng) {
        let situation = self.situation(0).await;
        let line = situation["line"].clone();
        // A character that no player plays.
        let last = self.table.json["actors"].as_array().unwrap().len() - 1;
        let npc = if last > 1 { json!({ "actor": last }) } else { json!("gm") };
        let offers = situation["offers"].as_array().unwrap();
        let silent: Vec<&Value> = offers
            .iter()
            .filter(|offer| offer.get("refused").is_none() && offer.get("actor").is_none_or(Value::is_null))
            .filter(|offer| SILENT.iter().any(|verb| offer["verb"] == *verb))
            .collect();
        match rng.below(4) {
            0 if !silent.is_empty() && situation["waits_for"] == json!([]) => {
                let offer = silent[rng.below(silent.len() as u32) as usize];
                let mut filled = crate::secrets::fill(&self.server, &self.table, &self.table.keys[0], offer, rng).await;
                // What happens to a character that fails a check can be seen.
                filled["slots"].as_object_mut().unwrap().remove("fails");
                self.in_secret(json!({ "kind": "take", "filled": filled, "secrecy": "gm" })).await;
                if offer["verb"] == "check" {
                    // Returns to the line before, so that both worlds continue with the same dice.
                    self.in_secret(json!({ "kind": "goto", "line": line })).await;
                }
            }
            1 => {
                for answer in ["never", "ask"] {
                    let put = json!({ "kind": "standing", "who": npc, "question": "reaction", "answer": answer });
                    assert_eq!(self.in_secret(put).await.0, 200);
                }
            }
            2 => {
                for typed in [true, false] {
                    let put = json!({ "kind": "typed", "who": npc, "typed": typed });
                    assert_eq!(self.in_secret(put).await.0, 200);
                }
            }
            _ => assert_eq!(self.in_secret(json!({ "kind": "goto", "line": line })).await.0, 200),
        }
    }

    /// What each player's connection was sent since the last call.
    async fn sent(&mut self) -> Vec<Vec<String>> {
        // Once no update is pending, everything sent before the second of two pings has arrived after it.
        while self.server.metric("pushes ").await > 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let mut all = Vec::new();
        for (socket, greeting) in self.sockets.iter_mut().zip(&mut self.greetings) {
            socket.send(json!({ "kind": "ping", "id": "1" })).await;
            socket.send(json!({ "kind": "ping", "id": "2" })).await;
            let mut texts = std::mem::take(greeting);
            texts.extend(until_pong(socket, "1").await);
            texts.extend(until_pong(socket, "2").await);
            all.push(texts);
        }
        all.split_off(1)
    }

    /// Every answer that each player can request, with headers.
    async fn asked(&self) -> Vec<String> {
        let mut all = Vec::new();
        for key in &self.table.keys[1..] {
            let mut paths: Vec<String> =
                ["", "/situation", "/log", "/log?after=2", "/seats", "/export/text"].map(String::from).into();
            let log = self.server.get(&self.table.path("/log"), key).await;
            let last = log["entries"].as_array().unwrap().last().map_or(0, |entry| entry["line"].as_u64().unwrap());
            paths.extend((0..=last + 2).map(|line| format!("/at/{line}")));
            for path in paths {
                let address = format!("http://{}/api/v1{}", self.server.address, self.table.path(&path));
                let response = self.server.http.get(address).bearer_auth(key).send().await.unwrap();
                let headers: BTreeMap<String, String> = response
                    .headers()
                    .iter()
                    .filter(|(name, _)| *name != "date")
                    .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
                    .collect();
                all.push(format!("{path} {} {headers:?} {}", response.status(), response.text().await.unwrap()));
            }
        }
        all
    }
}

/// What a connection is sent before the answer to this ping.
async fn until_pong(socket: &mut Socket, id: &str) -> Vec<String> {
    let pong = json!({ "kind": "pong", "id": id }).to_string();
    let mut texts = Vec::new();
    loop {
        let text = socket.next_text().await.expect("the connection stays open");
        if text == pong {
            return texts;
        }
        texts.push(text);
    }
}

/// Stores a table with fixed seed, code and keys: a game master, two players and a spectator.
async fn table_in(store: &dyn Store, scene: &referee_shelf::Ready) -> Made {
    let session = open_scene(&scene.source(), [9; 32]).unwrap();
    let journal = session.journal();
    let keys: Vec<String> = (0..4).map(|seat| format!("the key of seat {seat}")).collect();
    let seat = |at: usize, role: Role, actors: &[u16]| SeatRow {
        id: SeatId(0),
        name: format!("Seat {at}"),
        role,
        actors: actors.to_vec(),
        key: Some(Sha256::digest(keys[at].as_bytes()).into()),
    };
    let row = TableRow {
        id: TableId(0),
        code: "thesametableeach".into(),
        name: "The same".into(),
        book: session.book().into(),
        created: 0,
        state: State::Open,
        commitment: Sha256::digest([9; 32]).iter().map(|byte| format!("{byte:02x}")).collect(),
        place: 0,
    };
    let seats = vec![
        seat(0, Role::Gm, &[]),
        seat(1, Role::Player, &[0]),
        seat(2, Role::Player, &[1]),
        seat(3, Role::Spectator, &[]),
    ];
    let header = journal.lines().next().unwrap().to_owned();
    let (row, seats) = store.create(NewTable { row, header, scene: None, lines: Vec::new(), seats }).await.unwrap();
    let actors: Vec<Value> = session.actors().iter().map(|card| json!({ "key": card.key })).collect();
    let ids = seats.iter().map(|seat| seat.id.0).collect();
    Made { code: row.code, keys, ids, json: json!({ "actors": actors }) }
}

/// The next step, chosen in the world without secrets: which seat submits what.
async fn something(world: &World, rng: &mut FastRng) -> Option<(usize, Value)> {
    let seat = rng.below(3) as usize;
    for asked in [seat, 0] {
        let situation = world.situation(asked).await;
        if let Some(question) = situation["questions"].as_array().unwrap().first() {
            let ask = question["ask"].clone();
            let options = question["prompt"]["options"].as_array().map_or(1, Vec::len);
            return Some((asked, json!({ "kind": "answer", "ask": ask, "option": rng.below(options as u32) })));
        }
    }
    let situation = world.situation(seat).await;
    let offers = situation["offers"].as_array().unwrap().iter().filter(|offer| offer.get("refused").is_none());
    let offers: Vec<&Value> = offers.collect();
    let offer = offers.get(rng.below(offers.len().max(1) as u32) as usize)?;
    let filled = crate::secrets::fill(&world.server, &world.table, &world.table.keys[seat], offer, rng).await;
    Some((seat, json!({ "kind": "take", "filled": filled })))
}

async fn compare(scene: &referee_shelf::Ready) {
    let (mut open, mut secretive) = (World::new(scene).await, World::new(scene).await);
    assert_eq!(open.sent().await, secretive.sent().await);
    let mut rng = FastRng::seed_from_u64(scene.text.len() as u64);
    // Line numbers differ between the two worlds.
    let mut lines = BTreeMap::from([(0, 0)]);
    for act in 0..acts() {
        for _ in 0..rng.below(3) {
            secretive.keep_secrets(&mut rng).await;
        }
        let id = format!("act{act}");
        let back = lines.keys().nth(rng.below(lines.len() as u32) as usize).copied().unwrap();
        let (seat, one, other) = if rng.below(5) == 0 {
            let goto = |line: u64| json!({ "kind": "goto", "line": line });
            (0, goto(back), goto(lines[&back]))
        } else if let Some((seat, put)) = something(&open, &mut rng).await {
            (seat, put.clone(), put)
        } else {
            continue;
        };
        let answers = (open.put(seat, &id, &one).await, secretive.put(seat, &id, &other).await);
        if seat > 0 {
            assert_eq!(answers.0, answers.1, "{}: act {act}, {one}", scene.name);
        }
        assert_eq!(answers.0.0, answers.1.0, "{}: {one}: {} {}", scene.name, answers.0.1, answers.1.1);
        lines.insert(open.line().await, secretive.line().await);
        for _ in 0..rng.below(3) {
            secretive.keep_secrets(&mut rng).await;
        }
        assert_eq!(open.sent().await, secretive.sent().await, "{}: act {act}, {one}", scene.name);
        if act % 5 == 4 {
            let answers = open.asked().await.into_iter().zip(secretive.asked().await);
            for (one, other) in answers {
                assert_eq!(one, other, "{}: after act {act}", scene.name);
            }
        }
    }
    let (line, longer) = (open.line().await, secretive.line().await);
    assert!(longer > line + acts() as u64 / 2, "{}: {line} lines, and {longer} with secrets", scene.name);
    // New and reconnecting clients are sent the same too.
    for after in [0, 1, 3, line, longer, 10_000] {
        for seat in 1..open.table.keys.len() {
            let mut sent = Vec::new();
            for world in [&mut open, &mut secretive] {
                let hello = json!({ "kind": "hello", "key": world.table.keys[seat], "after": after });
                world.come_again(seat, hello).await;
                sent.push(world.sent().await.swap_remove(seat - 1));
            }
            assert!(sent[0].len() >= 3 && sent[0] == sent[1], "{}: {seat} after {after}: {sent:#?}", scene.name);
        }
    }
}

#[tokio::test]
async fn what_is_done_in_secret_leaves_no_gap_that_a_player_can_count() {
    for book in books() {
        // A scene in which a character may be hidden, if the book has one; and any other.
        let scenes = book.scenes();
        compare(&scenes[0]).await;
        compare(&scenes[scenes.len() - 1]).await;
    }
}

/// A question to the game master in a secret action with a running timer: players are sent nothing.
#[tokio::test]
async fn nobody_learns_that_a_secret_deed_waits() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    let timer = json!({ "timer": { "seconds": 600, "then": "warn" } });
    server.post(&table.path("/timer"), gm, timer).await;
    let mut player = server.connect(&table, 1).await;
    let typed = json!({ "kind": "typed", "who": { "actor": 1 }, "typed": true });
    assert!(server.put(&table, gm, "typed", typed).await.0.is_success());
    player.drain(Duration::from_millis(200)).await;
    // A check for Vole that only the game master may know of, rolled with physical dice by her player.
    let check = json!({ "verb": "check", "slots": { "who": "vole", "skill": "acuity", "rank": "novice" } });
    let secret = json!({ "kind": "take", "filled": check, "secrecy": "gm" });
    let (status, answer) = server.put(&table, gm, "check", secret).await;
    assert!(status.is_success(), "{answer}");
    let asked = server.get(&table.path("/situation"), gm).await;
    assert_eq!(asked["questions"].as_array().unwrap().len(), 1, "{asked}");
    let standing = json!({ "kind": "standing", "who": { "actor": 1 }, "question": "reaction", "answer": "never" });
    assert!(server.put(&table, gm, "never", standing).await.0.is_success());
    let sent = player.drain(Duration::from_millis(200)).await;
    assert!(sent.is_empty(), "{sent:?}");
    let situation = server.get(&table.path("/situation"), &table.keys[1]).await;
    assert_eq!((&situation["waits_for"], &situation["answer_within"]), (&json!([]), &Value::Null));
    assert_eq!(situation["line"], 0);
}

/// The metrics count lines that players must not know of.
#[tokio::test]
async fn only_whoever_may_make_tables_sees_the_numbers_of_the_server() {
    let key = "a-key-of-some-length";
    let server = Running::with(|settings| settings.create_key = Some(key.into())).await;
    let metrics = |key: &'static str| {
        let request = server.http.get(format!("http://{}/metrics", server.address));
        async move { request.bearer_auth(key).send().await.unwrap().status() }
    };
    assert_eq!((metrics("").await, metrics(key).await), (reqwest::StatusCode::UNAUTHORIZED, reqwest::StatusCode::OK));
}
