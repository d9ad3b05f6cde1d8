//! The arrangements that are measured, one after the other.

use crate::{
    Failure, Flags, clients, database, fdatasync,
    measure::{Measured, Times, Window, headings, measured},
    process::Process,
};
use std::{
    path::Path,
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
        let result = tables_of(flags, &store, tables, 0).await?;
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
        tables_of(flags, &store, 50, 4).await?.show(name);
    }
    if let Some(postgres) = flags.postgres.as_deref().filter(|_| is_wanted("PostgreSQL")) {
        on_postgres(flags, postgres).await?;
    }
    for (name, idle) in [("idle tables, in memory", 3_600), ("idle tables, at rest", 2)] {
        if is_wanted(name) {
            let store = folder.path().join(format!("idle{idle}.db")).display().to_string();
            idle_tables(flags, name, &store, idle).await?;
        }
    }
    Ok(())
}

/// A referee server with so many tables, each played by one client that wants to hear what happens. So many more are
/// pages, which want everything.
async fn tables_of(flags: &Flags, store: &str, tables: usize, pages: usize) -> Result<Measured, Failure> {
    let server = Process::referee(&flags.server, store, 300)?;
    let http = reqwest::Client::new();
    let mut sockets = Vec::new();
    for _ in 0..tables {
        let table = clients::new_table(&http, &server.address).await?;
        sockets.push(clients::sit_down(&server.address, &table, 0, Some(&["log"])).await?);
        for seat in 1..=pages {
            tokio::spawn(clients::listen(clients::sit_down(&server.address, &table, seat, None).await?));
        }
    }
    let window = Window::of(flags.seconds);
    let each = sockets.into_iter().map(|socket| clients::play(socket, window));
    counted(&server, window, each).await
}

/// What comes of it if all of these play at once.
async fn counted<C>(server: &Process, window: Window, clients: impl Iterator<Item = C>) -> Result<Measured, Failure>
where
    C: Future<Output = Result<Times, Failure>> + Send + 'static,
{
    let playing: Vec<_> = clients.map(tokio::spawn).collect();
    tokio::time::sleep_until(window.from.into()).await;
    let before = server.processor_times()?;
    tokio::time::sleep_until(window.to.into()).await;
    let after = server.processor_times()?;
    let mut each = Vec::new();
    for client in playing {
        each.push(client.await??);
    }
    let spent = (after.0 - before.0, after.1 - before.1);
    Ok(measured(&each, window).with_costs(spent, window.seconds()))
}

/// boardgame.io with its store in memory.
async fn boardgame(installed: &Path, matches: usize, seconds: f64) -> Result<Measured, Failure> {
    let server = Process::boardgame(installed)?;
    let window = Window::of(seconds);
    let each = (0..matches).map(|name| clients::play_boardgame(server.address.clone(), name, window));
    counted(&server, window, each).await
}

/// Fifty tables, and fifty connections that commit row by row.
async fn on_postgres(flags: &Flags, postgres: &str) -> Result<(), Failure> {
    let plain = format!("{postgres}?sslmode=disable");
    let alone = database::row_by_row(&plain, 50, flags.seconds).await?;
    alone.show("PostgreSQL, 50 connections, a commit a row");
    let times = |result: &Measured| println!("{:44} {:>8.1} times a commit a row", "", result.rate / alone.rate);
    let grouped = database::in_groups(&plain, 50, flags.seconds).await?;
    grouped.show("PostgreSQL, the store alone, 50 tables");
    times(&grouped);
    for tables in [1, 50] {
        let result = tables_of(flags, &plain, tables, 0).await?;
        result.show(&format!("PostgreSQL, {tables} {}", if tables == 1 { "table" } else { "tables" }));
        if tables == 50 {
            times(&result);
        }
    }
    Ok(())
}

/// A thousand tables with five connections each that do nothing; then each table does something.
async fn idle_tables(flags: &Flags, name: &str, store: &str, idle: u64) -> Result<(), Failure> {
    const TABLES: usize = 1_000;
    const EACH: usize = 5; // seats, each with a page
    let server = Process::referee(&flags.server, store, idle)?;
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
