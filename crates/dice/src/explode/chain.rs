//! One die with all it brings.

use smallvec::SmallVec;

use crate::chance::Chance;
use crate::distribution::Mean;
use crate::limits::TooLarge;
use crate::odds::{Face, Faces};
use crate::sum::Totals;
use crate::weight::Count;

/// How far a chain is followed.
#[derive(Clone, Copy)]
pub(super) enum Until {
    /// So many further dice.
    Times(usize),
    /// Every total below this.
    Total(i32),
}

/// One chain of equal dice, scored face by face.
pub(super) struct Chain {
    pub count: usize,
    pub faces: SmallVec<[Face; 12]>,
    pub whole: u64,
    /// What each further die is worth more than the first. In an endless chain the faces that bring them hold it.
    step: i32,
}

/// Neighbouring exploding faces of equal weight.
struct Run {
    least: usize,
    most: usize,
    weight: u64,
}

impl Chain {
    pub fn of(group: &Faces, score: impl Fn(i32) -> i32, endless: bool, step: i32) -> Result<Chain, TooLarge> {
        let mut faces: SmallVec<[Face; 12]> = SmallVec::new();
        let mut whole = 0;
        for face in &group.faces {
            let step = if endless && face.explodes { step } else { 0 };
            let face = Face { worth: score(face.worth) + step, ..*face };
            // A die that explodes without adding anything is thrown again, no more: its face can be left out.
            if endless && face.explodes && face.worth == 0 {
                continue;
            }
            if endless && face.explodes && face.worth < 0 {
                return Err(TooLarge::Unlisted("dice with unlimited explosions on negative faces"));
            }
            whole += face.weight;
            match faces.last_mut() {
                Some(last) if last.worth == face.worth && last.explodes == face.explodes => last.weight += face.weight,
                _ => faces.push(face),
            }
        }
        Ok(Chain { count: group.count, faces, whole, step: if endless { 0 } else { step } })
    }

    /// The mean of an endless chain: each die brings another as often as it explodes.
    pub fn mean(&self) -> Mean {
        let ended: u64 = self.faces.iter().filter(|face| !face.explodes).map(|face| face.weight).sum();
        let part = |face: &Face| (face.worth, Chance::new(u128::from(face.weight), u128::from(ended)));
        Mean::of(self.faces.iter().map(part))
    }

    pub fn explodes(&self) -> bool {
        self.faces.iter().any(|face| face.explodes)
    }

    /// The least total.
    pub fn low(&self, until: Until) -> i32 {
        let worst = self.worst();
        match until {
            Until::Times(_) => worst.saturating_mul(if worst < 0 { self.depth(until) as i32 + 1 } else { 1 }),
            Until::Total(_) => {
                self.faces.iter().filter(|face| !face.explodes).map(|face| face.worth).min().unwrap_or(0)
            }
        }
    }

    /// The least that one die adds.
    fn worst(&self) -> i32 {
        let added = |face: &Face| face.worth + if face.explodes { self.step } else { 0 };
        self.faces.iter().map(added).min().unwrap_or(0)
    }

    /// The most explosions that are followed.
    fn depth(&self, until: Until) -> usize {
        match until {
            _ if !self.explodes() => 0,
            Until::Times(times) => times,
            Until::Total(end) => {
                let step = self.faces.iter().filter(|face| face.explodes).map(|face| face.worth).min().unwrap_or(1);
                ((end - 1 - self.low(until)) / step).max(0) as usize
            }
        }
    }

    /// The logarithm of the number of rolls of one chain.
    pub fn bits(&self, until: Until) -> f64 {
        (self.depth(until) + 1) as f64 * (self.whole as f64).log2()
    }

    /// Multiply-and-add steps of [`totals`](Chain::totals), about, and the totals there are.
    pub fn steps(&self, until: Until) -> (f64, u64) {
        let depth = self.depth(until) as f64;
        let highest = self.faces.iter().map(|face| f64::from(face.worth.abs())).fold(1.0, f64::max);
        let len = match until {
            Until::Times(_) => (depth + 1.0) * highest * 2.0 + 1.0,
            Until::Total(end) => f64::from((end - self.low(until)).max(1)),
        };
        let passes = match until {
            Until::Times(_) => depth + 1.0,
            Until::Total(_) => 1.0,
        };
        (passes * len * self.faces.len() as f64, len as u64)
    }

    /// The weights of a chain's totals, and the weight of all.
    pub fn totals<T: Count>(&self, until: Until) -> (Totals<T>, T) {
        let whole = T::from_u64(self.whole);
        let (depth, low) = (self.depth(until), self.low(until));
        let weights = match until {
            Until::Total(end) => self.totals_below(end, depth),
            // Dice that cannot explode have no further dice, whatever they are allowed.
            Until::Times(_) => self.totals_within(depth),
        };
        (Totals { low, weights }, whole.pow(depth + 1))
    }

    /// An endless chain, up to a total.
    ///
    /// The dice that explode come past a sum with a weight that follows from those of the sums one die earlier, divided
    /// by the weight of that die; `depth` powers of it are enough for every division to leave nothing over.
    fn totals_below<T: Count>(&self, end: i32, depth: usize) -> Vec<T> {
        let low = self.low(Until::Total(end));
        let mut passed: Vec<T> = vec![T::from_u64(self.whole).pow(depth)];
        let runs = self.exploding_runs();
        // For each run, the sum of what lies as far back as its faces are worth.
        let mut windows = vec![T::zero(); runs.len()];
        for sum in 1..(end - low).max(1) as usize {
            let mut ways = T::zero();
            for (run, window) in runs.iter().zip(&mut windows) {
                if sum >= run.least {
                    window.add(&passed[sum - run.least]);
                }
                if sum > run.most {
                    window.sub(&passed[sum - run.most - 1]);
                }
                ways.add_product(window, &T::from_u64(run.weight));
            }
            passed.push(ways.div_small(self.whole));
        }
        let mut weights = vec![T::zero(); (end - low).max(0) as usize];
        for face in self.faces.iter().filter(|face| !face.explodes) {
            let weight = T::from_u64(face.weight);
            for (slot, ways) in weights.iter_mut().skip((face.worth - low) as usize).zip(&passed) {
                slot.add_product(ways, &weight);
            }
        }
        weights
    }

    /// The exploding faces: neighbours of equal weight together.
    fn exploding_runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for face in self.faces.iter().filter(|face| face.explodes) {
            let worth = face.worth as usize;
            match runs.last_mut() {
                Some(run) if run.most + 1 == worth && run.weight == face.weight => run.most = worth,
                _ => runs.push(Run { least: worth, most: worth, weight: face.weight }),
            }
        }
        runs
    }

    /// A chain of so many further dice at most, one explosion after another.
    fn totals_within<T: Count>(&self, times: usize) -> Vec<T> {
        let low = self.low(Until::Times(times));
        let worst = self.worst().min(0);
        let best = self.faces.iter().map(|face| face.worth).max().unwrap_or(0).max(0);
        // Sums of exploded dice may lie below the least total, or above it.
        let base = worst * times as i32;
        let room = ((best - worst) * times as i32 + 1) as usize;
        let mut weights = vec![T::zero(); (best * (times as i32 + 1) - low + 1).max(1) as usize];
        let mut sums = vec![T::zero(); room]; // of the dice that exploded, from `base` up
        sums[-base as usize] = T::from_u64(1);
        for exploded in 0..=times {
            let scale = T::from_u64(self.whole).pow(times - exploded);
            let mut next = vec![T::zero(); room];
            for (index, ways) in sums.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                for face in &self.faces {
                    let ways = ways.mul(&T::from_u64(face.weight));
                    let total = base + index as i32 + face.worth;
                    // The last die may show an exploding face as well, and brings nothing.
                    if face.explodes && exploded < times {
                        next[(total + self.step - base) as usize].add(&ways);
                    } else {
                        weights[(total - low) as usize].add_product(&ways, &scale);
                    }
                }
            }
            sums = next;
        }
        weights
    }
}
