//! The limit on CPU-heavy work: exact odds, dice, simulations. It is shared by the whole server, so that tables in play
//! stay responsive.

use crate::{error::Problem, store::SeatId};
use axum::http::StatusCode;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of queued and running requests per asker.
const EACH: usize = 8;
/// Maximum number of queued and running requests in total.
const MOST: usize = 512;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asker {
    /// A seat at a table; its number is unique in the store.
    Seat(SeatId),
    /// A client without a seat, by address. `None`: unknown, as in tests without a connection.
    Address(Option<IpAddr>),
}

/// The queue.
#[derive(Debug)]
pub struct Heavy {
    at_once: Arc<Semaphore>,
    waiting: Arc<Mutex<HashMap<Asker, usize>>>,
}

impl Heavy {
    /// Allows `at_once` concurrent tasks.
    pub fn new(at_once: usize) -> Heavy {
        Heavy { at_once: Arc::new(Semaphore::new(at_once)), waiting: Arc::default() }
    }

    /// The semaphore that all heavy work acquires.
    pub fn at_once(&self) -> Arc<Semaphore> {
        Arc::clone(&self.at_once)
    }

    /// Waits for a turn in FIFO order. Dropping the future leaves the queue.
    pub async fn turn(&self, asker: Asker) -> Result<Turn, Problem> {
        let place = self.place(asker)?;
        let permit = Arc::clone(&self.at_once).acquire_owned().await.map_err(Problem::internal)?;
        Ok(Turn { _permit: permit, _place: place })
    }

    /// Takes a place in the queue without waiting for a turn.
    pub fn place(&self, asker: Asker) -> Result<Place, Problem> {
        let mut waiting = lock(&self.waiting);
        let (own, all) = (waiting.get(&asker).copied().unwrap_or(0), waiting.values().sum::<usize>());
        if own >= EACH || all >= MOST {
            let message = "too many computations are running; wait for one to finish and try again";
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-much-work", message));
        }
        *waiting.entry(asker).or_default() += 1;
        Ok(Place { asker, waiting: Arc::clone(&self.waiting) })
    }
}

fn lock(waiting: &Mutex<HashMap<Asker, usize>>) -> MutexGuard<'_, HashMap<Asker, usize>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Permission to run; released when dropped.
#[derive(Debug)]
pub struct Turn {
    _permit: OwnedSemaphorePermit,
    _place: Place,
}

/// A place in the queue; released when dropped.
#[derive(Debug)]
pub struct Place {
    asker: Asker,
    waiting: Arc<Mutex<HashMap<Asker, usize>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut waiting = lock(&self.waiting);
        if let Some(own) = waiting.get_mut(&self.asker) {
            *own -= 1;
            if *own == 0 {
                waiting.remove(&self.asker);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn one_asker_fills_its_own_places_and_nobody_elses() {
        let heavy = Heavy::new(1);
        let (greedy, modest) = (Asker::Seat(SeatId(1)), Asker::Seat(SeatId(2)));
        let under_way = heavy.turn(greedy).await.unwrap();
        let waiting: Vec<Place> = (1..EACH).map(|_| heavy.place(greedy).unwrap()).collect();
        assert_eq!(heavy.turn(greedy).await.unwrap_err().code, "too-much-work");
        let mut turn = Box::pin(heavy.turn(modest));
        assert!(turn.as_mut().now_or_never().is_none(), "one at a time");
        drop(under_way);
        turn.await.unwrap();
        drop(waiting);
        assert!(lock(&heavy.waiting).is_empty(), "leaving the queue frees the place");
    }
}
