//! Keeps the processors awake while lines follow each other closely.
//!
//! A line by itself takes a processor three times: when it comes, when the disk has it, and when the answer is taken.
//! Between two of these it has nothing to do and goes to sleep, and it takes as long to wake as the rules take for the
//! line, and longer in a virtual machine. So while lines come within a millisecond of each other there is something to do,
//! at the lowest priority that there is: whatever else wants the processor has it at once. At the pace of people nothing of
//! this ever runs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Lines that come within so much time follow each other closely.
const CLOSELY: Duration = Duration::from_millis(1);
/// A machine with more processors is left alone: a line by itself uses few of them, and nobody knows which.
const MOST: usize = 4;

/// What keeps the processors awake, one thread for each.
#[derive(Debug)]
pub struct Awake {
    state: Arc<State>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct State {
    began: Instant,
    /// When the last line came, in microseconds.
    last: AtomicU64,
    is_up: AtomicBool,
    is_over: AtomicBool,
}

impl State {
    fn now(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }

    /// Did a line come just now?
    fn is_wanted(&self) -> bool {
        self.now() < self.last.load(Ordering::SeqCst) + CLOSELY.as_micros() as u64
            && !self.is_over.load(Ordering::Relaxed)
    }

    fn run(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            while self.is_wanted() {
                for _ in 0..50 {
                    std::hint::spin_loop();
                }
            }
            self.is_up.store(false, Ordering::SeqCst);
            // A line that came before that woke nobody.
            if !self.is_wanted() {
                thread::park();
            }
        }
    }
}

impl Awake {
    /// For the processors of this machine; for none if they are many, if the process may not use all of them, since then it
    /// pays for what it uses, or if there is no lowest priority here.
    pub fn new() -> Awake {
        let (last, is_up, is_over) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
        // The first line comes after none.
        let state = Arc::new(State { began: Instant::now() - CLOSELY, last, is_up, is_over });
        let usable = thread::available_parallelism().map_or(0, usize::from);
        let count = if usable < processors() || usable > MOST { 0 } else { usable };
        let start = |_| {
            let state = Arc::clone(&state);
            let work = move || {
                if is_last_in_line() {
                    state.run();
                }
            };
            thread::Builder::new().name("awake".into()).spawn(work).ok()
        };
        let threads = (0..count).filter_map(start).collect();
        Awake { state, threads }
    }

    /// A line has come by itself.
    pub fn stir(&self) {
        let now = self.state.now();
        let before = self.state.last.swap(now, Ordering::SeqCst);
        if now < before + CLOSELY.as_micros() as u64 && !self.state.is_up.swap(true, Ordering::SeqCst) {
            self.threads.iter().for_each(|thread| thread.thread().unpark());
        }
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Gives this thread the lowest priority that there is, below that of any program.
#[cfg(target_os = "linux")]
fn is_last_in_line() -> bool {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
        thread_native_id,
    };
    let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, policy).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn is_last_in_line() -> bool {
    false
}

/// How many processors the machine has, whether this process may use them or not.
fn processors() -> usize {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    text.lines().filter(|line| line.starts_with("processor")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_follow_closely_keep_the_processors_awake_and_not_for_long() {
        let awake = Awake::new();
        if awake.threads.is_empty() {
            return; // not on such a machine
        }
        let is_up = || awake.state.is_up.load(Ordering::SeqCst);
        awake.stir();
        assert!(!is_up(), "a line by itself wakes nobody");
        let closely = (0..1_000).any(|_| {
            awake.stir();
            is_up()
        });
        assert!(closely);
        let until = Instant::now() + Duration::from_secs(60);
        while is_up() {
            assert!(Instant::now() < until, "they spin although no line comes");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
