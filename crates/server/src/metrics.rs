//! Metrics in the Prometheus text format.

use std::{
    fmt::Write,
    sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// The upper bounds of the histogram buckets, in microseconds.
const CLASSES: [u64; 12] = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

/// The counters.
#[derive(Debug, Default)]
pub struct Metrics {
    pub open_tables: AtomicI64,
    pub connections: AtomicI64,
    /// Messages received over WebSockets.
    pub messages: AtomicU64,
    /// HTTP requests.
    pub requests: AtomicU64,
    /// Refused requests, over WebSocket and HTTP.
    pub problems: AtomicU64,
    /// Lines that another server wrote first.
    pub taken: AtomicU64,
    /// Lines replayed to load a table or to look back.
    pub played_again: AtomicU64,
    /// Requests above the rate limit.
    pub too_fast: AtomicU64,
    /// Finished jobs.
    pub jobs: AtomicU64,
    /// Tables with a scheduled situation update.
    pub pushes: AtomicI64,
    /// Submissions in progress.
    pub under_way: AtomicI64,
    times: [AtomicU64; CLASSES.len()],
    acknowledged: AtomicU64,
    microseconds: AtomicU64,
}

impl Metrics {
    /// Records the time until a line was acknowledged.
    pub fn acknowledged(&self, after: Duration) {
        let micros = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        if let Some(class) = CLASSES.iter().position(|&end| micros <= end) {
            self.times[class].fetch_add(1, Relaxed);
        }
        self.acknowledged.fetch_add(1, Relaxed);
        self.microseconds.fetch_add(micros, Relaxed);
    }

    /// The metrics as text. `stored` is the number of lines and commits of the store.
    pub fn text(&self, stored: (u64, u64)) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, help: &str, value: i64| {
            let _ =
                write!(text, "# HELP referee_{name} {help}\n# TYPE referee_{name} {kind}\nreferee_{name} {value}\n");
        };
        let of = |count: &AtomicU64| count.load(Relaxed) as i64;
        one("open_tables", "gauge", "Tables in memory.", self.open_tables.load(Relaxed));
        one("connections", "gauge", "WebSocket connections.", self.connections.load(Relaxed));
        one("under_way", "gauge", "Submissions in progress.", self.under_way.load(Relaxed));
        one("pushes", "gauge", "Tables with a scheduled situation update.", self.pushes.load(Relaxed));
        one("messages_total", "counter", "Messages received over WebSockets.", of(&self.messages));
        one("http_requests_total", "counter", "HTTP requests.", of(&self.requests));
        one("problems_total", "counter", "Refused requests.", of(&self.problems));
        one("taken_total", "counter", "Lines that another server wrote first.", of(&self.taken));
        one("played_again_total", "counter", "Lines replayed to load tables.", of(&self.played_again));
        one("too_fast_total", "counter", "Requests above the rate limit.", of(&self.too_fast));
        one("jobs_total", "counter", "Finished jobs.", of(&self.jobs));
        one("store_lines_total", "counter", "Journal lines written.", stored.0 as i64);
        one("store_commits_total", "counter", "Commits with journal lines.", stored.1 as i64);
        let name = "referee_acknowledge_seconds";
        let _ = write!(text, "# HELP {name} Time from a request to its acknowledgement.\n# TYPE {name} histogram\n");
        let mut sum = 0;
        for (end, count) in CLASSES.iter().zip(&self.times) {
            sum += count.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", *end as f64 / 1e6);
        }
        let all = self.acknowledged.load(Relaxed);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(text, "{name}_sum {}", self.microseconds.load(Relaxed) as f64 / 1e6);
        let _ = writeln!(text, "{name}_count {all}");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_by_class_and_in_sum() {
        let metrics = Metrics::default();
        for micros in [90, 100, 300, 9_000_000] {
            metrics.acknowledged(Duration::from_micros(micros));
        }
        let text = metrics.text((4, 2));
        for line in [
            "referee_acknowledge_seconds_bucket{le=\"0.0001\"} 2",
            "referee_acknowledge_seconds_bucket{le=\"0.0005\"} 3",
            "referee_acknowledge_seconds_bucket{le=\"2.5\"} 3",
            "referee_acknowledge_seconds_bucket{le=\"+Inf\"} 4",
            "referee_acknowledge_seconds_count 4",
            "referee_store_commits_total 2",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} in\n{text}");
        }
    }
}
