//! What each request became, so that one that is repeated is done once. The last ones are in memory, of all others a short
//! hash: it says when the store has to be asked.

use crate::store::{SeatId, Written};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{BuildHasher, RandomState},
};

/// So many requests are in memory; one that is repeated is nearly always among them.
const RECENT: usize = 500;

/// The requests of one table.
#[derive(Debug, Default)]
pub struct Requests {
    recent: HashMap<(SeatId, Box<str>), u64>,
    order: VecDeque<(SeatId, Box<str>)>,
    /// 32 bits of a hash of each earlier one.
    earlier: HashSet<u32>,
    hasher: RandomState,
}

/// What is known of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is new.
    No,
    /// It became this line.
    Line(u64),
    /// It may have been done long ago: the store knows.
    AskTheStore,
}

impl Requests {
    /// What is known of a request.
    pub fn find(&self, seat: SeatId, request: &str) -> Known {
        match self.recent.get(&(seat, Box::from(request))) {
            Some(&line) => Known::Line(line),
            None if self.earlier.contains(&self.hash(seat, request)) => Known::AskTheStore,
            None => Known::No,
        }
    }

    /// Takes note of what a request became. Lines that no request made have none.
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

    /// The same of one that was done long ago.
    pub fn note_earlier(&mut self, seat: SeatId, request: &str) {
        if !request.is_empty() {
            self.earlier.insert(self.hash(seat, request));
        }
    }

    /// The same of a line as it is kept.
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
