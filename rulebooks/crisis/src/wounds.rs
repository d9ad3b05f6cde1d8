//! Wounds, counted one by one, each with its time (CR-116, CR-117).

use crate::table::copied;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CR-116, CR-117: wounds of one kind, with the time at which each was suffered.
#[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wounds {
    /// Oldest first; those of one moment together.
    runs: SmallVec<[Run; 4]>,
    count: u16,
}

/// The wounds of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Run {
    at: u32,
    count: u16,
}

impl Clone for Wounds {
    #[inline]
    fn clone(&self) -> Wounds {
        Wounds { runs: copied(&self.runs), count: self.count }
    }
}

impl Wounds {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> u16 {
        self.count
    }

    /// Adds wounds that are suffered now.
    #[inline]
    pub fn add(&mut self, now: u64, count: u16) {
        let at = now.min(u64::from(u32::MAX)) as u32;
        if count == 0 {
            return;
        }
        self.count = self.count.saturating_add(count);
        match self.runs.last_mut() {
            Some(last) if last.at == at => last.count = last.count.saturating_add(count),
            _ => self.runs.push(Run { at, count }),
        }
    }

    /// CR-R100: the oldest wound, and when it was suffered.
    pub fn oldest(&self) -> Option<u64> {
        self.runs.first().map(|run| run.at.into())
    }

    /// CR-R99, CR-R100: the oldest wound that is not older than this.
    pub fn oldest_since(&self, since: u64) -> Option<u64> {
        self.runs.iter().map(|run| u64::from(run.at)).find(|&at| at >= since)
    }

    /// How many were suffered at this moment.
    pub fn of(&self, at: u64) -> u16 {
        self.runs.iter().filter(|run| u64::from(run.at) == at).map(|run| run.count).sum()
    }

    /// Takes away up to `count` wounds of this moment. Says how many.
    pub fn remove(&mut self, at: u64, count: u16) -> u16 {
        let Some(place) = self.runs.iter().position(|run| u64::from(run.at) == at) else { return 0 };
        let gone = self.runs[place].count.min(count);
        self.runs[place].count -= gone;
        self.count -= gone;
        if self.runs[place].count == 0 {
            self.runs.remove(place);
        }
        gone
    }

    /// Takes away the oldest wound.
    pub fn remove_oldest(&mut self) -> bool {
        self.oldest().is_some_and(|at| self.remove(at, 1) == 1)
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        *self = Wounds::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cr_117_wounds_keep_their_times() {
        let mut wounds = Wounds::default();
        wounds.add(0, 2);
        wounds.add(600, 1);
        wounds.add(600, 3);
        assert_eq!((wounds.count(), wounds.oldest(), wounds.of(600)), (6, Some(0), 4));
        assert_eq!(wounds.oldest_since(1), Some(600));
        assert_eq!(wounds.remove(600, 9), 4);
        assert!(wounds.remove_oldest() && wounds.remove_oldest() && !wounds.remove_oldest());
        assert_eq!(wounds.count(), 0);
    }
}
