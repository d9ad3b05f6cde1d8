//! What is counted, and how a row of it looks.

use std::time::{Duration, Instant};

/// How long each request of one client took, in microseconds.
pub type Times = Vec<u32>;

/// When clients begin to count, and when they end.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// From here on.
    pub from: Instant,
    /// Until here.
    pub to: Instant,
}

impl Window {
    /// A window that opens after the warm-up.
    pub fn of(seconds: f64) -> Window {
        let from = Instant::now() + crate::WARM_UP;
        Window { from, to: from + Duration::from_secs_f64(seconds) }
    }

    /// How long it is open.
    pub fn seconds(&self) -> f64 {
        (self.to - self.from).as_secs_f64()
    }

    /// Is there time for another request?
    pub fn is_open(&self) -> bool {
        Instant::now() < self.to
    }

    /// Counts a request that began then and is done now.
    pub fn count(&self, began: Instant, times: &mut Times) {
        let now = Instant::now();
        if began >= self.from && now < self.to {
            times.push(u32::try_from((now - began).as_micros()).unwrap_or(u32::MAX));
        }
    }
}

/// What came of an arrangement.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Acknowledgements a second.
    pub rate: f64,
    /// The median, in microseconds.
    pub p50: u32,
    /// What one of a hundred exceeds.
    pub p99: u32,
    /// The longest.
    pub worst: u32,
    /// What the slowest table got, as a part of the mean.
    pub slowest: f64,
    /// What an acknowledgement cost the server and the clients, in microseconds of a processor, if that is known.
    pub costs: Option<(f64, f64)>,
}

/// Adds up what the clients counted.
pub fn measured(each: &[Times], window: Window) -> Measured {
    let mut all: Vec<u32> = each.iter().flatten().copied().collect();
    all.sort_unstable();
    let at = |part: f64| all.get(((all.len() as f64 * part) as usize).min(all.len().saturating_sub(1)));
    let at = |part| at(part).copied().unwrap_or(0);
    let slowest = each.iter().map(Vec::len).min().unwrap_or(0) as f64;
    let mean = all.len() as f64 / each.len().max(1) as f64;
    Measured {
        rate: all.len() as f64 / window.seconds(),
        p50: at(0.5),
        p99: at(0.99),
        worst: at(1.0),
        slowest: if mean > 0.0 { slowest / mean } else { 0.0 },
        costs: None,
    }
}

/// The headings of the rows.
pub fn headings() {
    println!(
        "{:44} {:>9} {:>10} {:>10} {:>10} {:>14} {:>22}",
        "", "acks/s", "p50", "p99", "worst", "slowest table", "server + clients"
    );
}

impl Measured {
    /// With what it cost in all: the seconds of a processor that the server took, and those that the clients took.
    pub fn with_costs(self, (server, clients): (f64, f64), seconds: f64) -> Measured {
        let each = |spent: f64| spent * 1e6 / (self.rate * seconds).max(1.0);
        Measured { costs: Some((each(server), each(clients))), ..self }
    }

    /// Prints a row.
    pub fn show(&self, name: &str) {
        let time = |micros: u32| match micros {
            0..10_000 => format!("{micros} us"),
            _ => format!("{:.1} ms", f64::from(micros) / 1e3),
        };
        let costs = self.costs.map_or(String::new(), |(server, clients)| format!("{server:.0} + {clients:.0} us each"));
        println!(
            "{name:44} {:>9.0} {:>10} {:>10} {:>10} {:>14} {costs:>22}",
            self.rate,
            time(self.p50),
            time(self.p99),
            time(self.worst),
            format!("{:.0} % of mean", self.slowest * 100.0)
        );
    }
}
