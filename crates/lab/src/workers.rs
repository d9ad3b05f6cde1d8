//! Fights on all cores: every thread takes the next few, and what it counted is merged at the end.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How many fights a thread takes at once.
pub(crate) const CHUNK: u64 = 64;

/// How far a batch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Fights done.
    pub done: u64,
    /// Fights to do, as far as is known.
    pub of: u64,
}

/// What one thread does.
pub(crate) trait Worker: Send {
    /// The fights of this range come next: all that are taken at once.
    fn look_ahead(&mut self, _range: Range<u64>) {}

    /// The fight with this number. False if it was cancelled.
    fn run(&mut self, index: u64) -> Result<bool, String>;

    /// The fights from `start` on, all that were taken at once, are done.
    fn hand_over(&mut self, _start: u64) {}
}

/// A fight went wrong.
pub(crate) type Broken = (u64, String);

const PANICKED: &str = "a rule panicked; this is a bug, please report the scene and the seed";

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs the fights of a range on so many threads. Returns the workers, and whether all was done.
pub(crate) fn run_all<W: Worker>(
    range: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    make: impl Fn() -> W + Sync,
) -> Result<(Vec<W>, bool), Broken> {
    let (next, done, over) = (AtomicU64::new(range.start), AtomicU64::new(0), AtomicBool::new(false));
    let work = || -> Result<W, Broken> {
        let mut worker = make();
        while !stop.load(Ordering::Relaxed) && !over.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= range.end {
                break;
            }
            let end = (start + CHUNK).min(range.end);
            worker.look_ahead(start..end);
            let mut fought = 0;
            // Fights with a search take seconds each: after a stop, the rest of these must not be fought.
            for index in (start..end).take_while(|_| !stop.load(Ordering::Relaxed)) {
                match catch_unwind(AssertUnwindSafe(|| worker.run(index))).unwrap_or_else(|_| Err(PANICKED.into())) {
                    Ok(true) => fought += 1,
                    Ok(false) => break,
                    Err(why) => {
                        over.store(true, Ordering::Relaxed);
                        return Err((index, why));
                    }
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
            worker.hand_over(start);
            if fought < end - start {
                break;
            }
        }
        Ok(worker)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let pool = pool.map_err(|error| (range.start, format!("no threads: {error}")))?;
    let is_done = AtomicBool::new(false);
    let results = std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                progress(done.load(Ordering::Relaxed));
                std::thread::park_timeout(Duration::from_millis(50));
            }
        });
        // Also when this unwinds: the scope waits for the watching thread.
        let _done = SetOnDrop(&is_done);
        let results = pool.broadcast(|_| work());
        is_done.store(true, Ordering::Relaxed);
        watching.thread().unpark();
        results
    });
    let workers = results.into_iter().collect::<Result<Vec<W>, Broken>>()?;
    let done = done.load(Ordering::Relaxed);
    Ok((workers, done == range.end - range.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Stumbles;

    impl Worker for Stumbles {
        fn run(&mut self, index: u64) -> Result<bool, String> {
            assert!(index != 70, "a mistake in the rules");
            Ok(true)
        }
    }

    #[test]
    fn a_panic_names_its_fight_and_nobody_waits_for_ever() {
        let never = AtomicBool::new(false);
        let broken = run_all(0..200, 2, &never, &|_| {}, || Stumbles).err();
        assert_eq!(broken, Some((70, PANICKED.to_owned())));
    }

    /// Sets what stops it in the fight with this number.
    struct Stops<'s>(&'s AtomicBool);

    impl Worker for Stops<'_> {
        fn run(&mut self, index: u64) -> Result<bool, String> {
            self.0.store(index == 5, Ordering::Relaxed);
            Ok(index != 5)
        }
    }

    #[test]
    fn a_stopped_run_does_not_fight_the_rest_of_its_piece() {
        let (stop, most) = (AtomicBool::new(false), AtomicU64::new(0));
        let hear = |done: u64| {
            most.fetch_max(done, Ordering::Relaxed);
        };
        let (workers, all) = run_all(0..CHUNK, 1, &stop, &hear, || Stops(&stop)).unwrap();
        assert!(workers.len() == 1 && !all && most.load(Ordering::Relaxed) <= 5);
    }

    #[test]
    fn a_panic_outside_of_a_fight_goes_on_to_the_caller() {
        let never = AtomicBool::new(false);
        let make = || -> Stumbles { panic!("no worker") };
        assert!(catch_unwind(AssertUnwindSafe(|| run_all(0..200, 2, &never, &|_| {}, make))).is_err());
    }
}
