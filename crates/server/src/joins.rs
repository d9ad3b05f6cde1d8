//! Rate limits for guessing join codes: per address, and for all clients together.
//!
//! There are 29^8 codes, about 5·10^11. Ten attempts a second for all clients together make 864,000 a day, so the
//! chance to find one of a hundred codes valid for a whole day is below 0.02%.

use crate::{error::Problem, http::Bucket};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

/// Attempts per second for one address, and for all clients together. A client that has been idle may use four times as
/// many at once.
const RATE: (u32, u32) = (1, 10);
/// Maximum number of addresses tracked.
const MOST_ADDRESSES: usize = 1_000;

/// Recent attempts to use join codes.
#[derive(Debug)]
pub struct Joins {
    buckets: Mutex<(HashMap<IpAddr, Bucket>, Bucket)>,
}

impl Joins {
    pub fn new() -> Joins {
        Joins { buckets: Mutex::new((HashMap::new(), Bucket::full(RATE.1))) }
    }

    /// Counts one attempt, or refuses it.
    pub fn try_one(&self, address: Option<IpAddr>) -> Result<(), Problem> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let (each, all) = &mut *buckets;
        if each.len() >= MOST_ADDRESSES {
            each.clear();
        }
        let own = address.map(|address| each.entry(address).or_insert_with(|| Bucket::full(RATE.0)));
        if own.is_none_or(|bucket| bucket.take(RATE.0)) && all.take(RATE.1) {
            return Ok(());
        }
        Err(crate::http::too_fast())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_few_tries_and_all_together_not_many() {
        let joins = Joins::new();
        let at = |last: u8| Some(IpAddr::from([10, 0, 0, last]));
        assert_eq!((0..20).filter(|_| joins.try_one(at(1)).is_ok()).count(), 4);
        let others = (2..250).flat_map(|last| std::iter::repeat_n(last, 4));
        let left = others.filter(|&last| joins.try_one(at(last)).is_ok()).count();
        assert!((36..=38).contains(&left), "{left}");
    }
}
