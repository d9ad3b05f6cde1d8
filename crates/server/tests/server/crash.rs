//! Killing the server at any moment under load: everything acknowledged is in the store, and every table replays to the
//! same digest.

use crate::client::{Fresh, Made, note};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Number of kills; 200 with `REFEREE_KILLS=200`.
fn kills() -> u64 {
    std::env::var("REFEREE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(5)
}

/// A server in a separate process: this test program, started again.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(store: &str) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::serve_as_a_process", "--ignored", "--nocapture"])
            .env("REFEREE_TEST_STORE", store)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.map_while(Result::ok).find_map(|line| line.split("listening ").nth(1)?.parse().ok());
        Process { child, address: address.expect("the server prints its address") }
    }

    /// Kills it without warning.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
#[ignore = "only run as a child process"]
fn serve_as_a_process() {
    let Ok(store) = std::env::var("REFEREE_TEST_STORE") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let settings = referee_server::Settings { listen, store, rate: 0, ..Default::default() };
        let server = referee_server::Server::open(settings).await.unwrap();
        println!("listening {}", server.address());
        server.run(std::future::pending()).await;
    });
}

/// The requests known to be acknowledged, with their lines.
type Known = Vec<(u64, String)>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_under_load_nothing_acknowledged_is_lost() {
    let fresh = Fresh::new().await;
    let store = fresh.address.clone();
    let http = reqwest::Client::new();
    let mut tables: Vec<(Made, Known)> = Vec::new();
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..kills() {
        let server = Process::start(&store);
        let base = format!("http://{}/api/v1", server.address);
        for (table, known) in &tables {
            is_all_there(&http, &base, table, known).await;
        }
        if tables.len() < 8 {
            for _ in 0..4 {
                let body = json!({ "from": { "kind": "ready", "name": "clockworld:duel" } });
                let made = http.post(format!("{base}/tables")).json(&body).send().await.unwrap();
                tables.push((Made::of(made.json().await.unwrap()), Known::new()));
            }
        }
        let workers: Vec<_> = std::mem::take(&mut tables)
            .into_iter()
            .enumerate()
            .map(|(at, (table, known))| tokio::spawn(load(http.clone(), base.clone(), table, known, round, at)))
            .collect();
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        tokio::time::sleep(Duration::from_millis(30 + (dice >> 33) % 300)).await;
        server.kill();
        for worker in workers {
            tables.push(worker.await.unwrap());
        }
    }
    let acknowledged: usize = tables.iter().map(|(_, known)| known.len()).sum();
    assert!(acknowledged > 0, "nothing was ever acknowledged");
    let checked = referee_server::store::check::check(&store).await.unwrap();
    assert_eq!(checked.faults, []);
    assert!(checked.lines >= acknowledged as u64, "{} lines of {acknowledged}", checked.lines);
    println!("{} kills, {acknowledged} acknowledged, {} lines", kills(), checked.lines);
}

/// Submits input until the server is gone.
async fn load(
    http: reqwest::Client,
    base: String,
    table: Made,
    mut known: Known,
    round: u64,
    at: usize,
) -> (Made, Known) {
    for step in 0.. {
        let id = format!("r{round}-{step}");
        // Half of the clients play, half of them only write notes.
        let (path, body) = match at % 2 {
            0 => ("put", json!({ "id": id, "put": note(&id) })),
            _ => ("bot", json!({ "id": id, "policy": "bold" })),
        };
        let request = http.post(format!("{base}/tables/{}/{path}", table.code)).bearer_auth(&table.keys[0]).json(&body);
        let Ok(response) = request.send().await else { break };
        let is_ok = response.status().is_success();
        let Ok(answer) = response.json::<Value>().await else { break };
        if !is_ok {
            assert_ne!(answer["code"], "internal", "{answer}");
            break; // The fight is over.
        }
        known.push((answer["line"].as_u64().unwrap(), id));
    }
    (table, known)
}

/// Every acknowledged request is known and has the line that was reported.
async fn is_all_there(http: &reqwest::Client, base: &str, table: &Made, known: &Known) {
    let get = |path: &str| http.get(format!("{base}/tables/{}{path}", table.code)).bearer_auth(&table.keys[0]);
    let situation: Value = get("/situation").send().await.unwrap().json().await.unwrap();
    let last = known.last().map_or(0, |(line, _)| *line);
    assert!(situation["line"].as_u64().unwrap() >= last, "{situation} has less than {last}");
    for (line, id) in known.iter().rev().take(3) {
        let body = json!({ "id": id, "put": note("again") });
        let request = http.post(format!("{base}/tables/{}/put", table.code)).bearer_auth(&table.keys[0]).json(&body);
        let again: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!((&again["line"], &again["repeated"]), (&json!(line), &json!(true)), "{id}");
    }
}
