//! The arrangements that are measured, one after the other.

use crate::{
    Failure, Flags, clients, database, fdatasync,
    measure::{Measured, Window, headings, measured},
};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Everything that was asked for.
pub async fn all(flags: &Flags) -> Result<(), Failure> {
    // Beside the program: the folder for short-lived files may be in memory, where nothing is ever on a disk.
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("a program is in a folder")?)?;
    let is_wanted = |name: &str| name.contains(&flags.only);
    let probe = fdatasync(folder.path())?;
    println!("one write of 4 KiB and fdatasync: {probe} us (median)\n");
    headings();
    let mut peers = [None; 2];
    for (peer, matches) in peers.iter_mut().zip([1, 50]) {
        let name = format!("boardgame.io in memory, {matches} {}", if matches == 1 { "match" } else { "matches" });
        if let Some(installed) = flags.boardgame.as_deref().filter(|_| is_wanted(&name)) {
            let result = boardgame(Path::new(installed), matches, flags.seconds).await?;
            result.show(&name);
            *peer = Some(result.rate);
        }
    }
    for (at, tables) in [1, 50, 500].into_iter().enumerate() {
        let name = format!("SQLite, {tables} {}", if tables == 1 { "table" } else { "tables" });
        if !is_wanted(&name) {
            continue;
        }
        let store = folder.path().join(format!("{tables}.db")).display().to_string();
        let result = tables_of(&store, tables, 0, flags.seconds).await?;
        result.show(&name);
        if let Some(peer) = peers.get(at).copied().flatten() {
            println!("{:44} {:>8.1} times boardgame.io", "", result.rate / peer);
        }
        if tables == 1 {
            println!("{:44} p50 is {:.1} times one fdatasync", "", f64::from(result.p50) / probe as f64);
        }
    }
    let name = "SQLite, 50 tables, five pages each";
    if is_wanted(name) {
        let store = folder.path().join("pages.db").display().to_string();
        tables_of(&store, 50, 4, flags.seconds).await?.show(name);
    }
    if let Some(postgres) = flags.postgres.as_deref().filter(|_| is_wanted("PostgreSQL")) {
        on_postgres(postgres, flags.seconds).await?;
    }
    for (name, idle) in [("idle tables, in memory", 3_600), ("idle tables, at rest", 2)] {
        if is_wanted(name) {
            let store = folder.path().join(format!("idle{idle}.db")).display().to_string();
            idle_tables(name, &store, idle).await?;
        }
    }
    Ok(())
}

/// The server of a measurement, gone when it is dropped.
struct Process {
    child: Child,
    address: String,
}

impl Process {
    fn start(mut command: Command) -> Result<Process, Failure> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().ok_or("a server has an output")?).lines();
        let address = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("listening ").map(str::to_owned));
        Ok(Process { address: address.ok_or("the server did not start")?, child })
    }

    fn referee(store: &str, idle: u64) -> Result<Process, Failure> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", store, &idle.to_string()]);
        Process::start(command)
    }

    /// What it holds in memory, in KiB.
    fn memory(&self) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let held =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
        held.ok_or_else(|| "the system does not say how much memory a process has".into())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A referee server with so many tables, each played by one client that wants to hear what happens. So many more are
/// pages, which want everything.
async fn tables_of(store: &str, tables: usize, pages: usize, seconds: f64) -> Result<Measured, Failure> {
    let server = Process::referee(store, 300)?;
    let http = reqwest::Client::new();
    let mut sockets = Vec::new();
    for _ in 0..tables {
        let table = clients::new_table(&http, &server.address).await?;
        sockets.push(clients::sit_down(&server.address, &table, 0, Some(&["log"])).await?);
        for seat in 1..=pages {
            tokio::spawn(clients::listen(clients::sit_down(&server.address, &table, seat, None).await?));
        }
    }
    let window = Window::of(seconds);
    let playing = sockets.into_iter().map(|socket| tokio::spawn(clients::play(socket, window)));
    let mut each = Vec::new();
    for client in playing.collect::<Vec<_>>() {
        each.push(client.await??);
    }
    Ok(measured(&each, seconds))
}

/// boardgame.io with its store in memory.
async fn boardgame(installed: &Path, matches: usize, seconds: f64) -> Result<Measured, Failure> {
    let mut command = Command::new("node");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/load/boardgame.cjs");
    command.arg(script).env("NODE_PATH", installed.join("node_modules"));
    let server = Process::start(command)?;
    let window = Window::of(seconds);
    let playing = (0..matches).map(|name| tokio::spawn(clients::play_boardgame(server.address.clone(), name, window)));
    let mut each = Vec::new();
    for client in playing.collect::<Vec<_>>() {
        each.push(client.await??);
    }
    Ok(measured(&each, seconds))
}

/// Fifty tables, and fifty connections that commit row by row.
async fn on_postgres(postgres: &str, seconds: f64) -> Result<(), Failure> {
    let plain = format!("{postgres}?sslmode=disable");
    let alone = database::row_by_row(&plain, 50, seconds).await?;
    alone.show("PostgreSQL, 50 connections, a commit a row");
    for tables in [1, 50] {
        let result = tables_of(&plain, tables, 0, seconds).await?;
        result.show(&format!("PostgreSQL, {tables} {}", if tables == 1 { "table" } else { "tables" }));
        if tables == 50 {
            println!("{:44} {:>8.1} times a commit a row", "", result.rate / alone.rate);
        }
    }
    Ok(())
}

/// A thousand tables with five connections each that do nothing; then each table does something.
async fn idle_tables(name: &str, store: &str, idle: u64) -> Result<(), Failure> {
    const TABLES: usize = 1_000;
    const EACH: usize = 5; // seats, each with a page
    let server = Process::referee(store, idle)?;
    let http = reqwest::Client::new();
    let empty = server.memory()?;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(clients::new_table(&http, &server.address).await?);
    }
    let mut errors = 0;
    for table in &tables {
        // Opens the table as a page would.
        let situation = format!("http://{}/api/v1/tables/{}/situation", server.address, table.code);
        errors += usize::from(!http.get(situation).bearer_auth(&table.keys[0]).send().await?.status().is_success());
    }
    tokio::time::sleep(Duration::from_secs(if idle < 10 { 3 * idle } else { 1 })).await;
    let opened = server.memory()?;
    let (mut playing, mut listening) = (Vec::new(), Vec::new());
    for table in &tables {
        playing.push(clients::sit_down(&server.address, table, 0, None).await?);
        for seat in 1..EACH {
            let page = clients::sit_down(&server.address, table, seat, None).await?;
            listening.push(tokio::spawn(clients::listen(page)));
        }
    }
    tokio::time::sleep(Duration::from_secs(if idle < 10 { 3 * idle } else { 1 })).await;
    let connected = server.memory()?;
    let began = Instant::now();
    let window = Window::of(2.0);
    let playing = playing.into_iter().map(|socket| tokio::spawn(clients::play(socket, window)));
    let mut acknowledged = 0;
    for client in playing.collect::<Vec<_>>() {
        match client.await? {
            Ok(times) => acknowledged += times.len(),
            Err(_) => errors += 1,
        }
    }
    errors += listening.iter().filter(|listener| listener.is_finished()).count();
    println!(
        "{name}: {TABLES} tables {:.0} KiB each; with {EACH} connections each {:.0} KiB a table more; \
         then {acknowledged} acknowledged in {:.1} s; {errors} errors",
        (opened - empty) / TABLES as f64,
        (connected - opened) / TABLES as f64,
        began.elapsed().as_secs_f64(),
    );
    Ok(())
}
