//! The fights that come next.

/// The seeds of the fights that come next, in their order, and which of them comes first.
#[derive(Default)]
pub(super) struct Ahead {
    seeds: Vec<u64>,
    next: usize,
}

impl Ahead {
    /// These come next.
    pub fn set(&mut self, seeds: &[u64]) {
        self.seeds.clear();
        self.seeds.extend_from_slice(seeds);
        self.next = 0;
    }

    /// The number among them of the fight of this seed, if it is the one that comes next.
    #[inline]
    pub fn take(&mut self, seed: u64) -> Option<usize> {
        let at = self.next;
        let is_next = self.seeds.get(at) == Some(&seed);
        self.next += usize::from(is_next);
        is_next.then_some(at)
    }
}

/// So many walks side by side, a step of each in turn as long as it goes on: a step waits for memory, and while one waits the
/// others go on.
pub(super) fn side_by_side(walks: usize, mut goes_on: impl FnMut(usize) -> bool) {
    let mut under_way: Vec<usize> = (0..walks).collect();
    while !under_way.is_empty() {
        under_way.retain(|&at| goes_on(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_comes_next_is_taken() {
        let mut ahead = Ahead::default();
        assert_eq!(ahead.take(7), None);
        ahead.set(&[7, 3, 9]);
        assert_eq!([7, 9, 3, 3, 9, 9].map(|seed| ahead.take(seed)), [Some(0), None, Some(1), None, Some(2), None]);
        ahead.set(&[3]);
        assert_eq!(ahead.take(3), Some(0));
    }

    #[test]
    fn each_goes_on_until_it_has_arrived() {
        let mut steps = [0; 4];
        side_by_side(4, |at| {
            steps[at] += 1;
            steps[at] <= at
        });
        assert_eq!(steps, [1, 2, 3, 4]);
    }
}
