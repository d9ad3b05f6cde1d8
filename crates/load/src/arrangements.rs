//! The arrangements that are measured, one after the other.

use crate::{
    Failure, Flags, beside, clients, database, fdatasync,
    measure::{Measured, Times, Window, headings, measured},
    process::Process,
};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// One thing to measure.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Arrangement {
    /// boardgame.io with so many matches.
    Boardgame(usize),
    /// A server on SQLite with so many tables, and so many pages at each that only listen.
    Sqlite { tables: usize, pages: usize },
    /// So many connections to PostgreSQL, each of which commits row by row.
    RowByRow(usize),
    /// The server's store on PostgreSQL alone, with so many tables.
    StoreAlone(usize),
    /// A server on PostgreSQL with so many tables.
    Postgres(usize),
}

use Arrangement::{Boardgame, Postgres, RowByRow, Sqlite, StoreAlone};

/// What is compared is measured in turns, so that a machine that is slow for a minute is slow for all of them.
const GROUPS: [&[Arrangement]; 4] = [
    &[Boardgame(1), Sqlite { tables: 1, pages: 0 }],
    &[Boardgame(50), Sqlite { tables: 50, pages: 0 }, Sqlite { tables: 500, pages: 0 }],
    &[Sqlite { tables: 50, pages: 4 }],
    &[RowByRow(50), StoreAlone(50), Postgres(1), Postgres(50)],
];

impl Arrangement {
    fn name(self) -> String {
        let so_many = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        match self {
            Boardgame(matches) => format!("boardgame.io in memory, {}", so_many(matches, "match", "matches")),
            Sqlite { tables, pages: 0 } => format!("SQLite, {}", so_many(tables, "table", "tables")),
            Sqlite { tables, pages } => format!("SQLite, {tables} tables, {} pages each", pages + 1),
            RowByRow(connections) => format!("PostgreSQL, {connections} connections, a commit a row"),
            StoreAlone(tables) => format!("PostgreSQL, the store alone, {tables} tables"),
            Postgres(tables) => format!("PostgreSQL, {}", so_many(tables, "table", "tables")),
        }
    }

    /// What it is held against.
    fn beside(self) -> Option<Arrangement> {
        match self {
            Sqlite { tables: tables @ (1 | 50), pages: 0 } => Some(Boardgame(tables)),
            Sqlite { tables: 500, .. } => Some(Sqlite { tables: 50, pages: 0 }),
            StoreAlone(50) | Postgres(50) => Some(RowByRow(50)),
            _ => None,
        }
    }

    /// One table on the disk: held against what one flush of the disk takes.
    fn is_alone(self) -> bool {
        matches!(self, Sqlite { tables: 1, .. })
    }

    fn is_wanted(self, flags: &Flags) -> bool {
        let is_there = match self {
            Boardgame(_) => flags.boardgame.is_some(),
            Sqlite { .. } => true,
            RowByRow(_) | StoreAlone(_) | Postgres(_) => flags.postgres.is_some(),
        };
        is_there && self.name().contains(&flags.only)
    }

    /// Measures it once; `folder` is empty.
    async fn measure(self, flags: &Flags, folder: &Path) -> Result<Measured, Failure> {
        let postgres = format!("{}?sslmode=disable", flags.postgres.as_deref().unwrap_or_default());
        match self {
            Boardgame(matches) => {
                let installed = flags.boardgame.as_deref().ok_or("boardgame.io is not installed")?;
                boardgame(Path::new(installed), matches, flags.seconds).await
            }
            Sqlite { tables, pages } => {
                tables_of(flags, &folder.join("store.db").display().to_string(), tables, pages).await
            }
            RowByRow(connections) => database::row_by_row(&postgres, connections, flags.seconds).await,
            StoreAlone(tables) => database::in_groups(&postgres, tables, flags.seconds).await,
            Postgres(tables) => tables_of(flags, &postgres, tables, 0).await,
        }
    }
}

/// Everything that was asked for.
pub async fn all(flags: &Flags) -> Result<(), Failure> {
    // Beside the program: the folder for short-lived files may be in memory, where nothing is ever on a disk.
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("a program is in a folder")?)?;
    println!("each row: the median of {} rounds of {} seconds\n", flags.rounds, flags.seconds);
    headings();
    for group in GROUPS {
        in_turns(flags, group, folder.path()).await?;
    }
    if "long table".contains(&flags.only) {
        beside::long_table(flags, folder.path()).await?;
    }
    if "busy server".contains(&flags.only) {
        beside::busy(flags, folder.path()).await?;
    }
    for (name, idle) in [("idle tables, in memory", 3_600), ("idle tables, at rest", 2)] {
        if name.contains(&flags.only) {
            let store = folder.path().join(format!("idle{idle}.db")).display().to_string();
            idle_tables(flags, name, &store, idle).await?;
        }
    }
    Ok(())
}

/// Measures these in turns, as often as was asked for, and prints what came of it.
async fn in_turns(flags: &Flags, group: &[Arrangement], folder: &Path) -> Result<(), Failure> {
    let group: Vec<Arrangement> = group.iter().copied().filter(|one| one.is_wanted(flags)).collect();
    let mut rounds: Vec<Vec<Measured>> = vec![Vec::new(); group.len()];
    let mut flushes = Vec::new();
    for _ in 0..flags.rounds {
        if group.iter().any(|one| one.is_alone()) {
            flushes.push(f64::from(fdatasync(tempfile::tempdir_in(folder)?.path())?));
        }
        for (one, rounds) in group.iter().zip(&mut rounds) {
            let empty = tempfile::tempdir_in(folder)?;
            rounds.push(one.measure(flags, empty.path()).await?);
        }
    }
    for (one, own) in group.iter().zip(&rounds) {
        median(own, |measured| measured.rate).show(&one.name());
        let other = one.beside().and_then(|other| group.iter().position(|one| *one == other).zip(Some(other)));
        if let Some((at, other)) = other {
            let times: Vec<f64> = own.iter().zip(&rounds[at]).map(|(one, other)| one.rate / other.rate).collect();
            let (least, most) =
                (times.iter().copied().fold(f64::INFINITY, f64::min), times.iter().copied().fold(0.0, f64::max));
            let times = median(&times, |times| *times);
            println!("{:44} {times:>9.2} times {} ({least:.2} to {most:.2})", "", other.name());
        }
        if one.is_alone() {
            let (flush, p50) = (median(&flushes, |flush| *flush), median(own, |measured| f64::from(measured.p50)).p50);
            println!("{:44} p50 is {:.1} times one write and fdatasync, {flush} us", "", f64::from(p50) / flush);
        }
    }
    Ok(())
}

/// The one in the middle.
fn median<T: Copy>(all: &[T], by: impl Fn(&T) -> f64) -> T {
    let mut all = all.to_vec();
    all.sort_by(|one, other| by(one).total_cmp(&by(other)));
    all[all.len() / 2]
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
