//! What does not show in a rate: the memory of one long table, and a table beside which others keep the processors busy.

use crate::{Failure, Flags, clients, measure::Window, process::Process};
use serde_json::{Value, json};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Lines of one table after which its memory is looked at.
const LINES: [usize; 4] = [1_000, 5_000, 10_000, 20_000];
/// Odds of one seat, and dice from one address, at once.
const GREEDY: (usize, usize) = (24, 20);

/// How much the server holds in memory as one table grows, and after it was opened again.
pub async fn long_table(flags: &Flags, folder: &Path) -> Result<(), Failure> {
    let store = folder.join("long.db").display().to_string();
    let server = Process::referee(&flags.server, &store, 300)?;
    let http = reqwest::Client::new();
    let table = clients::new_table(&http, &server.address).await?;
    let mut playing = clients::sit_down(&server.address, &table, 0, Some(&["log"])).await?;
    for seat in 1..table.keys.len() {
        tokio::spawn(clients::listen(clients::sit_down(&server.address, &table, seat, None).await?));
    }
    clients::put_many(&mut playing, 0..100).await?;
    let before = server.memory()?;
    let mut done = 100;
    for lines in LINES {
        clients::put_many(&mut playing, done..lines).await?;
        done = lines;
        println!("one table of {lines} lines: {:.0} KiB more than at 100", server.memory()? - before);
    }
    let began = Instant::now();
    let log = format!("http://{}/api/v1/tables/{}/log", server.address, table.code);
    let whole = http.get(&log).bearer_auth(&table.keys[1]).send().await?.bytes().await?;
    println!(
        "its whole log: {} KiB in {} ms, then {:.0} KiB more than at 100",
        whole.len() / 1024,
        began.elapsed().as_millis(),
        server.memory()? - before
    );
    drop((playing, server));
    let server = Process::referee(&flags.server, &store, 300)?;
    let empty = server.memory()?;
    let began = Instant::now();
    let situation = format!("http://{}/api/v1/tables/{}/situation", server.address, table.code);
    http.get(&situation).bearer_auth(&table.keys[1]).send().await?.error_for_status()?;
    println!("opened again: {} ms, {:.0} KiB", began.elapsed().as_millis(), server.memory()? - empty);
    Ok(())
}

/// How long a table waits for its acknowledgements while others ask for odds and dice, and while nobody does: in turns.
pub async fn busy(flags: &Flags, folder: &Path) -> Result<(), Failure> {
    let server = Process::referee(&flags.server, &folder.join("busy.db").display().to_string(), 300)?;
    let http = reqwest::Client::new();
    let (table, other) = (
        clients::new_table(&http, &server.address).await?,
        clients::new_table_of(&http, &server.address, SCENE).await?,
    );
    let (asked, took) = slowest(&http, &server.address, &other).await?;
    println!("the slowest odds of {SCENE}: {} in {} ms", asked["filled"], took.as_millis());
    let mut rounds = Vec::new();
    for _ in 0..flags.rounds {
        let idle = p95(&server.address, &table, flags.seconds).await?;
        let mut greedy = Vec::new();
        for number in 0..GREEDY.0 + GREEDY.1 {
            let is_odds = number < GREEDY.0;
            greedy.push(tokio::spawn(ask(
                http.clone(),
                server.address.clone(),
                is_odds.then(|| (other.code.clone(), other.keys[0].clone(), asked.clone())),
            )));
        }
        let beside = p95(&server.address, &table, flags.seconds).await?;
        greedy.iter().for_each(tokio::task::JoinHandle::abort);
        // What is under way is given up soon after nobody waits for it.
        tokio::time::sleep(Duration::from_secs(3)).await;
        println!("p95 {idle} us alone, {beside} us beside, {:.2} times", f64::from(beside) / f64::from(idle));
        rounds.push(f64::from(beside) / f64::from(idle));
    }
    rounds.sort_by(f64::total_cmp);
    println!(
        "beside {} odds of one seat and {} dice of one address: p95 is {:.2} times that of an idle server ({:.2} to {:.2})",
        GREEDY.0,
        GREEDY.1,
        rounds[rounds.len() / 2],
        rounds[0],
        rounds[rounds.len() - 1]
    );
    Ok(())
}

/// A scene whose odds take long.
const SCENE: &str = "crisis:street-fight";

/// The offer of a table whose odds take longest, of the first that it has.
async fn slowest(http: &reqwest::Client, address: &str, table: &clients::Table) -> Result<(Value, Duration), Failure> {
    let base = format!("http://{address}/api/v1/tables/{}", table.code);
    let gm = &table.keys[0];
    let situation: Value = http.get(format!("{base}/situation")).bearer_auth(gm).send().await?.json().await?;
    let mut slowest = (json!({ "filled": { "verb": "none" } }), Duration::ZERO);
    for offer in situation["offers"].as_array().into_iter().flatten().filter(|offer| offer.get("refused").is_none()) {
        let filled = json!({ "verb": offer["verb"], "actor": offer["actor"], "slots": {} });
        let asked = json!({ "filled": filled, "reactions": "all" });
        let began = Instant::now();
        http.post(format!("{base}/odds")).bearer_auth(gm).json(&asked).send().await?.bytes().await?;
        if began.elapsed() > slowest.1 {
            slowest = (asked, began.elapsed());
        }
    }
    Ok(slowest)
}

/// Asks for odds or dice, over and over; whoever is refused asks again in a moment.
async fn ask(http: reqwest::Client, address: String, odds: Option<(String, String, Value)>) {
    loop {
        let request = match &odds {
            Some((code, key, asked)) => {
                http.post(format!("http://{address}/api/v1/tables/{code}/odds")).bearer_auth(key).json(asked)
            }
            None => http.get(format!("http://{address}/api/v1/dice?roll=1000d6")),
        };
        let is_refused = match request.send().await {
            Ok(response) => response.status().as_u16() == 429 || response.bytes().await.is_err(),
            Err(_) => true,
        };
        if is_refused {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// What one of twenty acknowledgements exceeds, in microseconds.
async fn p95(address: &str, table: &clients::Table, seconds: f64) -> Result<u32, Failure> {
    let socket = clients::sit_down(address, table, 0, Some(&["log"])).await?;
    let mut times = clients::play(socket, Window::of(seconds)).await?;
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().ok_or_else(|| "nothing was acknowledged".into())
}
