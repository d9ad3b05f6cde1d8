//! The servers that are measured: processes of their own, so that their memory and their work are their own.

use crate::Failure;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// A server, gone when it is dropped.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: String,
}

impl Process {
    /// A referee server over a store; tables rest when nobody uses them for so many seconds.
    pub fn referee(program: &str, store: &str, idle: u64) -> Result<Process, Failure> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", store, "--idle-seconds", &idle.to_string()]);
        command.args(["--rate", "0", "--connections", "100000", "--log", "warn"]);
        Process::start(command, "listening on http://")
    }

    /// boardgame.io with its store in memory.
    pub fn boardgame(installed: &Path) -> Result<Process, Failure> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("boardgame.cjs");
        let mut command = Command::new("node");
        command.arg(script).env("NODE_PATH", installed.join("node_modules"));
        Process::start(command, "listening ")
    }

    fn start(mut command: Command, says: &str) -> Result<Process, Failure> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(child.stdout.take().ok_or("a server has an output")?).lines();
        let address = lines.map_while(Result::ok).find_map(|line| line.strip_prefix(says).map(str::to_owned));
        Ok(Process { address: address.ok_or("the server did not start")?, child })
    }

    /// What it holds in memory, in KiB.
    pub fn memory(&self) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let held =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
        held.ok_or_else(|| "the system does not say how much memory a process has".into())
    }

    /// How many seconds of a processor the server has taken so far, and how many this program has.
    pub fn processor_times(&self) -> Result<(f64, f64), Failure> {
        Ok((processor_time(&self.child.id().to_string())?, processor_time("self")?))
    }
}

fn processor_time(process: &str) -> Result<f64, Failure> {
    const TICKS: f64 = 100.0; // a second; Linux has never told programs anything else
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name of the program is in brackets and may hold spaces; user and system time are the 12th and 13th after it.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>());
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS)
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
