//! Wounds, counted one by one, each with its time (CR-116, CR-117).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CR-116, CR-117: wounds of one kind, with the time at which each was suffered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wounds {
    /// Oldest first; those of one moment together.
    runs: SmallVec<[Run; 4]>,
}

/// The wounds of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Run {
    at: u64,
    count: u16,
}

impl Wounds {
    /// How many there are.
    pub fn count(&self) -> u16 {
        self.runs.iter().fold(0, |sum, run| sum.saturating_add(run.count))
    }

    /// Adds wounds that are suffered now.
    pub fn add(&mut self, now: u64, count: u16) {
        match self.runs.last_mut() {
            _ if count == 0 => {}
            Some(last) if last.at == now => last.count = last.count.saturating_add(count),
            _ => self.runs.push(Run { at: now, count }),
        }
    }

    /// CR-R100: the oldest wound, and when it was suffered.
    pub fn oldest(&self) -> Option<u64> {
        self.oldest_since(0)
    }

    /// CR-R99, CR-R100: the oldest wound that is not older than this.
    pub fn oldest_since(&self, since: u64) -> Option<u64> {
        self.runs.iter().map(|run| run.at).find(|&at| at >= since)
    }

    /// How many were suffered at this moment.
    pub fn of(&self, at: u64) -> u16 {
        self.runs.iter().filter(|run| run.at == at).map(|run| run.count).sum()
    }

    /// Takes away up to `count` wounds of this moment. Says how many.
    pub fn remove(&mut self, at: u64, count: u16) -> u16 {
        let Some(place) = self.runs.iter().position(|run| run.at == at) else { return 0 };
        let gone = self.runs[place].count.min(count);
        self.runs[place].count -= gone;
        if self.runs[place].count == 0 {
            self.runs.remove(place);
        }
        gone
    }

    /// Takes away the oldest wound.
    pub fn remove_oldest(&mut self) -> bool {
        self.oldest().is_some_and(|at| self.remove(at, 1) == 1)
    }

    /// CR-R161: makes them so many: more are suffered now, and of too many the newest go. The others keep their times.
    pub fn correct_to(&mut self, now: u64, count: u16) {
        self.add(now, count.saturating_sub(self.count()));
        while self.count() > count
            && let Some(newest) = self.runs.last().map(|run| run.at)
        {
            self.remove(newest, self.count() - count);
        }
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

    #[test]
    fn cr_r161_a_correction_leaves_the_times_of_the_others() {
        let mut wounds = Wounds::default();
        wounds.add(0, 2);
        wounds.add(600, 2);
        wounds.correct_to(1_200, 4);
        assert_eq!((wounds.count(), wounds.of(0), wounds.of(600)), (4, 2, 2));
        wounds.correct_to(1_200, 5);
        assert_eq!((wounds.of(0), wounds.of(600), wounds.of(1_200)), (2, 2, 1));
        wounds.correct_to(1_800, 1);
        assert_eq!((wounds.count(), wounds.of(0)), (1, 1));
        wounds.correct_to(1_800, 0);
        assert_eq!(wounds, Wounds::default());
    }

    #[test]
    fn wounds_stop_at_the_most_that_can_be_counted() {
        let mut wounds = Wounds::default();
        wounds.add(3, u16::MAX);
        wounds.add(3, 9);
        wounds.add(4, 9);
        assert_eq!((wounds.count(), wounds.of(3), wounds.of(4)), (u16::MAX, u16::MAX, 9));
    }
}
