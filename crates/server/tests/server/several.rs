//! Several servers on one database under load, one of which is killed. Runs only where a shared database is configured.

use crate::{
    client::{Made, Running, database, note},
    crash::Process,
};
use referee_server::store::check;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    time::{Duration, Instant},
};

const TABLES: usize = 6;

/// What a client knows: the line of each of its requests, and when it was acknowledged.
type Acknowledged = BTreeMap<String, (u64, Instant)>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_three_servers_is_killed_under_load_and_nothing_is_lost_or_doubled() {
    let Ok(postgres) = std::env::var("REFEREE_TEST_POSTGRES") else { return };
    let store = database(&postgres).await;
    let (doomed, second) = (Process::start(&store), Process::start(&store));
    let watching = Running::on(&store, |_| {}).await;
    let servers = [doomed.address, second.address, watching.address];
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(watching.duel().await);
    }
    let mut watchers = Vec::new();
    for table in &tables {
        let mut socket = watching.connect(table, 3).await;
        socket.next_of("situation").await;
        watchers.push(tokio::spawn(async move {
            let mut seen = BTreeMap::new();
            while let Some(message) = socket.next().await {
                if message["kind"] == "told" {
                    seen.insert(message["line"].as_u64().unwrap(), Instant::now());
                }
            }
            seen
        }));
    }
    // Two clients per table, so that different servers compete for the same place.
    let end = Instant::now() + Duration::from_secs(4);
    let clients: Vec<_> = (0..2 * TABLES)
        .map(|client| tokio::spawn(load(servers, tables[client % TABLES].clone(), client, end)))
        .collect();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    doomed.kill();
    let mut known: Vec<Acknowledged> = vec![Acknowledged::new(); TABLES];
    for (client, task) in clients.into_iter().enumerate() {
        known[client % TABLES].extend(task.await.unwrap());
    }
    let mut lags = Vec::new();
    // The server without writers must have received everything by now; it sends `closing` when it stops.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut watching = watching;
    let mut logs = Vec::new();
    for table in &tables {
        logs.push(watching.get(&table.path("/log"), &table.keys[0]).await);
    }
    watching.stop().await;
    second.kill();
    for ((known, watcher), log) in known.iter().zip(watchers).zip(logs) {
        let seen = watcher.await.unwrap();
        assert!(known.len() > 10, "only {} requests were acknowledged", known.len());
        let mut lines: Vec<u64> = known.values().map(|(line, _)| *line).collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), known.len(), "two requests became the same line");
        for (id, (line, acknowledged)) in known {
            let entry = log["entries"].as_array().unwrap().iter().find(|entry| entry["line"] == *line);
            assert!(entry.is_some_and(|entry| entry.to_string().contains(id)), "{id} is not in line {line}");
            lags.push(
                seen.get(line)
                    .unwrap_or_else(|| panic!("line {line} was never seen"))
                    .saturating_duration_since(*acknowledged),
            );
        }
        let said: Vec<String> =
            log["entries"].as_array().unwrap().iter().map(|entry| entry["told"].to_string()).collect();
        let mut once = said.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), said.len(), "a request was executed twice");
    }
    assert_eq!(check::check(&store).await.unwrap().faults, []);
    lags.sort_unstable();
    println!("{} acknowledged; seen elsewhere after {:?} at most", lags.len(), lags.last().unwrap());
    assert!(lags[lags.len() * 99 / 100] < Duration::from_secs(1), "{:?}", lags.last());
}

/// Submits to the servers in turn; an unanswered request is repeated on another server with the same id.
async fn load(servers: [SocketAddr; 3], table: Made, client: usize, end: Instant) -> Acknowledged {
    let http = reqwest::Client::builder().timeout(Duration::from_secs(10)).build().unwrap();
    let mut known = Acknowledged::new();
    for step in client.. {
        if Instant::now() > end {
            break;
        }
        let id = format!("c{client}s{step}.");
        for attempt in 0.. {
            assert!(attempt < 60, "no server accepts {id}");
            let address = servers[(step + attempt) % servers.len()];
            let body = json!({ "id": id, "put": note(&id) });
            let request =
                http.post(format!("http://{address}/api/v1{}", table.path("/put"))).bearer_auth(&table.keys[0]);
            let Ok(response) = request.json(&body).send().await else { continue };
            let is_done = response.status().is_success();
            let Ok(answer) = response.json::<Value>().await else { continue };
            if is_done {
                known.insert(id, (answer["line"].as_u64().unwrap(), Instant::now()));
                break;
            }
            assert!(answer["code"] == "taken" || answer["code"] == "store-unavailable", "{answer}");
        }
    }
    known
}
