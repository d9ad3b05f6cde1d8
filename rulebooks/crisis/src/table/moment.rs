//! When something is due.

use serde::{Deserialize, Serialize};

/// A moment of the clock at which something is due, or never. Written as the number, or as nothing.
///
/// It takes half a word, which is 136 years of seconds: what would be due after that never is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "Option<u64>", into = "Option<u64>")]
pub struct Moment(u32);

impl Moment {
    /// Not at all; the last of all moments.
    pub const NEVER: Moment = Moment(u32::MAX);

    /// At this time of the clock.
    pub const fn at(time: u64) -> Moment {
        if time < u32::MAX as u64 { Moment(time as u32) } else { Moment::NEVER }
    }

    /// Will it ever be due?
    #[inline]
    pub const fn is_set(self) -> bool {
        self.0 != Moment::NEVER.0
    }

    /// Is it due by now?
    #[inline]
    pub const fn is_due(self, now: u64) -> bool {
        self.0 as u64 <= now && self.is_set()
    }

    /// This one, or that time if there is none.
    #[inline]
    #[must_use]
    pub const fn or_at(self, time: u64) -> Moment {
        if self.is_set() { self } else { Moment::at(time) }
    }

    /// So much later, if it is ever due.
    #[must_use]
    pub const fn later(self, by: u64) -> Moment {
        if self.is_set() { Moment::at(self.0 as u64 + by) } else { self }
    }

    /// This one if it is so, else never.
    #[inline]
    #[must_use]
    pub const fn only_if(self, so: bool) -> Moment {
        if so { self } else { Moment::NEVER }
    }
}

impl From<Option<u64>> for Moment {
    fn from(time: Option<u64>) -> Moment {
        time.map_or(Moment::NEVER, Moment::at)
    }
}

impl From<Moment> for Option<u64> {
    fn from(moment: Moment) -> Option<u64> {
        moment.is_set().then_some(moment.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_as_its_time_or_as_nothing() {
        for (moment, written) in [(Moment::at(3_600), "3600"), (Moment::NEVER, "null")] {
            assert_eq!(serde_json::to_string(&moment).unwrap(), written);
            assert_eq!(serde_json::from_str::<Moment>(written).unwrap(), moment);
        }
    }

    #[test]
    fn what_is_never_due_stays_so() {
        assert!(Moment::at(5).is_due(5) && !Moment::at(5).is_due(4) && !Moment::NEVER.is_due(u64::MAX));
        assert_eq!((Moment::NEVER.later(5), Moment::at(5).later(5)), (Moment::NEVER, Moment::at(10)));
        assert_eq!((Moment::NEVER.or_at(7), Moment::at(5).or_at(7)), (Moment::at(7), Moment::at(5)));
        let last = u64::from(u32::MAX) - 1;
        assert!(Moment::at(last).is_due(last) && !Moment::at(last + 1).is_set() && !Moment::at(last).later(1).is_set());
        assert_eq!(Moment::at(1).min(Moment::NEVER), Moment::at(1));
        assert_eq!((Moment::at(1).only_if(false), Moment::at(1).only_if(true)), (Moment::NEVER, Moment::at(1)));
    }
}
