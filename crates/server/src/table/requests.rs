//! The requests of a table, so that a repeated one is executed once. Recent requests are kept in memory; of all others
//! a short hash tells whether the store must be asked.

use crate::store::{SeatId, Written};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{BuildHasher, RandomState},
};

/// Number of requests kept in memory; repetitions are nearly always among them.
const RECENT: usize = 500;

/// The requests of one table.
#[derive(Debug, Default)]
pub struct Requests {
    recent: HashMap<(SeatId, Box<str>), u64>,
    order: VecDeque<(SeatId, Box<str>)>,
    /// A 32-bit hash of each earlier request.
    earlier: HashSet<u32>,
    hasher: RandomState,
}

/// What is known about a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is new.
    No,
    /// It produced this line.
    Line(u64),
    /// It may be an old one; only the store knows.
    AskTheStore,
}

impl Requests {
    /// Looks up a request.
    pub fn find(&self, seat: SeatId, request: &str) -> Known {
        match self.recent.get(&(seat, Box::from(request))) {
            Some(&line) => Known::Line(line),
            None if self.earlier.contains(&self.hash(seat, request)) => Known::AskTheStore,
            None => Known::No,
        }
    }

    /// Records the line of a request. Lines without a request are ignored.
    pub fn note(&mut self, seat: SeatId, request: &str, line: u64) {
        if request.is_empty() {
            return;
        }
        let key = (seat, Box::from(request));
        self.order.push_back(key.clone());
        self.recent.insert(key, line);
        if self.order.len() > RECENT
            && let Some(oldest) = self.order.pop_front()
        {
            self.recent.remove(&oldest);
            self.note_earlier(oldest.0, &oldest.1);
        }
    }

    /// Records an old request.
    pub fn note_earlier(&mut self, seat: SeatId, request: &str) {
        if !request.is_empty() {
            self.earlier.insert(self.hash(seat, request));
        }
    }

    /// Records the request of a stored line.
    pub fn note_written(&mut self, written: &Written) {
        self.note(written.seat, &written.request, written.place);
    }

    fn hash(&self, seat: SeatId, request: &str) -> u32 {
        self.hasher.hash_one((seat, request)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_requests_are_known_by_their_line_and_earlier_ones_by_a_hash() {
        let mut requests = Requests::default();
        for line in 1..=2_000 {
            requests.note(SeatId(1), &format!("r{line}"), line);
        }
        requests.note(SeatId(1), "", 2_001);
        let find = |seat: i64, name: &str| requests.find(SeatId(seat), name);
        assert_eq!((find(1, "r2000"), find(1, "r1501")), (Known::Line(2_000), Known::Line(1_501)));
        assert_eq!((find(1, "r1500"), find(1, "r1")), (Known::AskTheStore, Known::AskTheStore));
        assert_eq!((find(2, "r2000"), find(1, "r2001"), find(1, "")), (Known::No, Known::No, Known::No));
        assert_eq!(requests.recent.len(), RECENT);
    }
}
