//! Load on a server, beside its peer on the same machine in the same run. Started by `crates/server/tests/load`, which
//! builds it and the server.
//!
//! `load --server REFEREE [--seconds N] [--rounds N] [--only WORD] [--boardgame FOLDER] [--postgres ADDRESS]` prints one row for each
//! arrangement: acknowledgements a second, how long each took, how the slowest table fared, and what an acknowledgement
//! cost the server and the clients in processor time; both share the machine. Each table has one connection that puts
//! something in and waits for its acknowledgement, over and over; what it puts in rolls a die by the rules.
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "it measures time")]

mod arrangements;
mod beside;
mod clients;
mod database;
mod measure;
mod process;

use std::time::{Duration, Instant};

/// Why a measurement could not be made.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What was asked for.
#[derive(Debug, Default)]
pub struct Flags {
    /// The program to measure: `referee`.
    pub server: String,
    /// How long each arrangement is measured.
    pub seconds: f64,
    /// How often each arrangement is measured.
    pub rounds: usize,
    /// Only the arrangements whose name holds this.
    pub only: String,
    /// The folder in which boardgame.io is installed.
    pub boardgame: Option<String>,
    /// A PostgreSQL server for the arrangements that need one.
    pub postgres: Option<String>,
}

fn flags() -> Result<Flags, Failure> {
    let mut flags = Flags { seconds: 4.0, rounds: 5, ..Flags::default() };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        match name.as_str() {
            "--server" => flags.server = value,
            "--seconds" => flags.seconds = value.parse()?,
            "--rounds" => flags.rounds = value.parse::<usize>()?.max(1),
            "--only" => flags.only = value,
            "--boardgame" => flags.boardgame = Some(value),
            "--postgres" => flags.postgres = Some(value),
            _ => {
                return Err(
                    format!("{name} is none of --server --seconds --rounds --only --boardgame --postgres").into()
                );
            }
        }
    }
    Ok(flags)
}

fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(arrangements::all(&flags()?))
}

/// How long one write of 4 KiB takes until it is on the disk: the median, in microseconds.
pub fn fdatasync(folder: &std::path::Path) -> Result<u32, Failure> {
    use std::os::unix::fs::FileExt;
    let file = std::fs::File::create(folder.join("probe"))?;
    let mut times = Vec::new();
    for at in 0..500 {
        let began = Instant::now();
        file.write_all_at(&[7; 4096], at * 4096)?;
        file.sync_data()?;
        times.push(u32::try_from(began.elapsed().as_micros())?);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

/// How long nothing is counted at the beginning.
pub const WARM_UP: Duration = Duration::from_secs(2);
