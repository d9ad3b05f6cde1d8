//! Wounds, counted one by one, each with its time (CR-116, CR-117).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CR-116, CR-117: wounds of one kind, with the time at which each was suffered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Wounds(Kept);

/// A table is copied for every fight, so what most of them bring about lies in two words. The number, which is asked for at
/// every blow, lies at the same place in both: so it takes no question.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Kept {
    /// Of up to four moments, all within some hours.
    Few {
        /// How many are of each later moment, as far as there are such moments; the others are of the first.
        later: [u8; 3],
        count: u16,
        /// Seconds from the first moment to each later one.
        after: [u16; 3],
        first: u32,
    },
    /// Any others, and only those.
    Many {
        /// What `later` takes in few.
        room: [u8; 3],
        count: u16,
        #[expect(clippy::box_collection, reason = "a list alone takes three words")]
        runs: Box<Vec<Run>>,
    },
}

/// The wounds of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Run {
    at: u32,
    count: u16,
}

/// Wounds as they are written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Wounds")]
struct Written {
    /// Oldest first; those of one moment together.
    runs: SmallVec<[Run; 4]>,
    count: u16,
}

impl Wounds {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> u16 {
        match &self.0 {
            Kept::Few { count, .. } | Kept::Many { count, .. } => *count,
        }
    }

    /// Adds wounds that are suffered now.
    #[inline]
    pub fn add(&mut self, now: u64, count: u16) {
        let at = now.min(u64::from(u32::MAX)) as u32;
        if count > 0 && !self.add_near(at, count) {
            self.add_anyway(at, count);
        }
    }

    /// Adds them if they are no more and no later than few can be.
    #[inline]
    fn add_near(&mut self, at: u32, more: u16) -> bool {
        let Kept::Few { later, count, after, first } = &mut self.0 else { return false };
        if *count == 0 || (at == *first && later[0] == 0) {
            (*count, *first) = (count.saturating_add(more), at);
            return true;
        }
        let Some(all) = count.checked_add(more) else { return false };
        let Some(since) = at.checked_sub(*first).and_then(|since| u16::try_from(since).ok()) else { return false };
        let moments = later.iter().take_while(|wounds| **wounds > 0).count();
        let is_last = moments > 0 && after[moments - 1] == since;
        let place = moments - usize::from(is_last);
        let Some(wounds) = later.get_mut(place) else { return false };
        let Some(sum) = u8::try_from(more).ok().and_then(|more| wounds.checked_add(more)) else { return false };
        (*wounds, after[place], *count) = (sum, since, all);
        true
    }

    #[inline(never)]
    fn add_anyway(&mut self, at: u32, more: u16) {
        if let Kept::Few { count, .. } = self.0 {
            let mut runs = Vec::with_capacity(8); // whoever bleeds has one more each round
            runs.extend_from_slice(&self.runs());
            self.0 = Kept::Many { room: [0; 3], count, runs: Box::new(runs) };
        }
        let Kept::Many { count, runs, .. } = &mut self.0 else { return };
        *count = count.saturating_add(more);
        match runs.last_mut() {
            Some(last) if last.at == at => last.count = last.count.saturating_add(more),
            _ => runs.push(Run { at, count: more }),
        }
    }

    /// The wounds of each moment, oldest first.
    fn runs(&self) -> SmallVec<[Run; 4]> {
        match &self.0 {
            Kept::Few { count: 0, .. } => SmallVec::new(),
            Kept::Few { later, count, after, first } => {
                let others: u16 = later.iter().copied().map(u16::from).sum();
                let later = later.iter().zip(after).take_while(|(wounds, _)| **wounds > 0);
                let later = later.map(|(&wounds, &after)| Run { at: first + u32::from(after), count: wounds.into() });
                std::iter::once(Run { at: *first, count: count - others }).chain(later).collect()
            }
            Kept::Many { runs, .. } => SmallVec::from_slice(runs),
        }
    }

    /// CR-R100: the oldest wound, and when it was suffered.
    pub fn oldest(&self) -> Option<u64> {
        self.oldest_since(0)
    }

    /// CR-R99, CR-R100: the oldest wound that is not older than this.
    pub fn oldest_since(&self, since: u64) -> Option<u64> {
        self.runs().iter().map(|run| u64::from(run.at)).find(|&at| at >= since)
    }

    /// How many were suffered at this moment.
    pub fn of(&self, at: u64) -> u16 {
        self.runs().iter().filter(|run| u64::from(run.at) == at).map(|run| run.count).sum()
    }

    /// Takes away up to `count` wounds of this moment. Says how many.
    pub fn remove(&mut self, at: u64, count: u16) -> u16 {
        let Written { mut runs, count: all } = self.clone().into();
        let Some(place) = runs.iter().position(|run| u64::from(run.at) == at) else { return 0 };
        let gone = runs[place].count.min(count);
        runs[place].count -= gone;
        if runs[place].count == 0 {
            runs.remove(place);
        }
        *self = Written { runs, count: all - gone }.into();
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
            && let Some(newest) = self.runs().last().map(|run| u64::from(run.at))
        {
            self.remove(newest, self.count() - count);
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        *self = Wounds::default();
    }
}

impl Default for Wounds {
    fn default() -> Wounds {
        Wounds(Kept::Few { later: [0; 3], count: 0, after: [0; 3], first: 0 })
    }
}

impl From<Wounds> for Written {
    fn from(wounds: Wounds) -> Written {
        Written { runs: wounds.runs(), count: wounds.count() }
    }
}

impl From<Written> for Wounds {
    fn from(Written { runs, count }: Written) -> Wounds {
        let mut few = Wounds::default();
        let fit = runs.iter().all(|run| run.count > 0 && few.add_near(run.at, run.count));
        // Two runs of one moment, or another number than theirs, are kept as they were read.
        if fit && few.count() == count && few.runs() == runs {
            return few;
        }
        Wounds(Kept::Many { room: [0; 3], count, runs: Box::new(runs.into_vec()) })
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

    fn runs(of: &[(u32, u16)]) -> Written {
        let count = of.iter().map(|(_, count)| count).sum();
        Written { runs: of.iter().map(|&(at, count)| Run { at, count }).collect(), count }
    }

    /// However they are kept, they are the same wounds: few and near, too many, too late, too many moments.
    #[test]
    fn cr_117_wounds_of_any_number_and_time_are_kept() {
        assert_eq!(size_of::<Wounds>(), 2 * size_of::<u64>());
        let cases: [(&[(u32, u16)], bool); 9] = [
            (&[], true),
            (&[(7, 2_000)], true),
            (&[(6, 3), (12, 1), (18, 255), (65_541, 4)], true),
            (&[(6, 3), (12, 256)], false),
            (&[(6, 3), (65_542, 1)], false),
            (&[(0, 1), (6, 1), (12, 1), (18, 1), (24, 1)], false),
            (&[(12, 1), (6, 1)], false),
            (&[(0, 1), (6, 0), (12, 1)], false),
            (&[(0, 1), (u32::MAX, 5)], false),
        ];
        for (of, few) in cases {
            let read = Wounds::from(runs(of));
            assert_eq!(matches!(read.0, Kept::Few { .. }), few, "{of:?}");
            assert_eq!(Written::from(read.clone()).runs, runs(of).runs, "{of:?}");
            let mut added = Wounds::default();
            for &(at, count) in of {
                added.add(at.into(), count);
                added.add(at.into(), 0);
            }
            assert_eq!(added.count(), read.count(), "{of:?}");
            for &(at, count) in of {
                assert_eq!((read.of(at.into()), added.of(at.into())), (count, count), "{of:?}");
                assert_eq!(added.remove(at.into(), u16::MAX), count);
            }
            assert_eq!(added, Wounds::default(), "{of:?}");
        }
        let mut full = Wounds::from(runs(&[(3, u16::MAX)]));
        full.add(3, 9);
        full.add(4, 9);
        assert_eq!((full.count(), full.of(3), full.of(4)), (u16::MAX, u16::MAX, 9), "it stops at the most");
    }

    #[test]
    fn wounds_are_written_as_those_of_each_moment() {
        let mut wounds = Wounds::default();
        for (written, at) in [
            (r#"{"runs":[],"count":0}"#, 6),
            (r#"{"runs":[{"at":6,"count":2}],"count":2}"#, 12),
            (r#"{"runs":[{"at":6,"count":2},{"at":12,"count":2}],"count":4}"#, 18),
        ] {
            assert_eq!(serde_json::to_string(&wounds).unwrap(), written);
            assert_eq!(serde_json::from_str::<Wounds>(written).unwrap(), wounds);
            wounds.add(at, 2);
        }
    }
}
