//! Progress of a long run on standard error, and stopping it early.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a rate needs a clock; no result depends on it"
)]

use referee_lab::Progress;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Set by Ctrl-C, SIGTERM or SIGHUP. A second one ends the program at once.
pub fn stop() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static SET: OnceLock<()> = OnceLock::new();
    SET.get_or_init(|| {
        // Where no handler can be set, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    &STOP
}

/// A progress line on standard error, if that is a terminal.
pub struct Meter {
    shown: bool,
    what: &'static str,
    start: Instant,
    /// When something was told last, in tenths of a second.
    told: AtomicU64,
}

impl Meter {
    /// For so many of these: `fights`.
    pub fn new(what: &'static str) -> Meter {
        Meter { shown: std::io::stderr().is_terminal(), what, start: Instant::now(), told: AtomicU64::new(0) }
    }

    /// Shows how far it is.
    pub fn show(&self, progress: Progress) {
        let seconds = self.start.elapsed().as_secs_f64();
        if !self.shown || progress.done == 0 || seconds < 0.2 {
            return;
        }
        let rate = progress.done as f64 / seconds;
        let left = progress.of.saturating_sub(progress.done) as f64 / rate;
        let part = 100.0 * progress.done as f64 / progress.of.max(1) as f64;
        let (done, rate, left) = (thousands(progress.done), thousands(rate as u64), time(left));
        let text = format!("{part:3.0}%  {done} {}  {rate} per second  {left} left", self.what);
        let _ = write!(std::io::stderr(), "\r{text:<76}");
        let _ = std::io::stderr().flush();
    }

    /// Shows progress in words, where the total is unknown. At most ten times a second.
    pub fn tell(&self, text: impl FnOnce() -> String) {
        let tenths = (self.start.elapsed().as_secs_f64() * 10.0) as u64;
        if self.shown && tenths >= 2 && self.told.swap(tenths, Ordering::Relaxed) != tenths {
            let _ = write!(std::io::stderr(), "\r{:<76}", text());
            let _ = std::io::stderr().flush();
        }
    }

    /// Clears the line.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r{:76}\r", "");
        }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// A number with its thousands apart: `12 345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(thousands(999), "999");
        assert_eq!((time(5.0), time(120.0), time(7200.0)), ("5 s".into(), "2 min".into(), "2.0 h".into()));
    }
}
