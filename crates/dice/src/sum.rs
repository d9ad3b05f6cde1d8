//! Sums of independent dice.

use crate::weight::Count;

/// Weights of consecutive totals.
#[derive(Debug, Clone)]
pub(crate) struct Totals<T> {
    pub low: i32,
    pub weights: Vec<T>,
}

impl<T: Count> Totals<T> {
    /// Nothing thrown: always 0.
    pub fn nothing() -> Totals<T> {
        Totals { low: 0, weights: vec![T::from_u64(1)] }
    }

    /// What one die brings, as (score, weight); scores do not fall.
    pub fn of_die(scores: &[(i32, T)]) -> Totals<T> {
        let (low, high) = (scores[0].0, scores[scores.len() - 1].0);
        let mut weights = vec![T::zero(); (high - low + 1) as usize];
        for (score, weight) in scores {
            weights[(score - low) as usize].add(weight);
        }
        Totals { low, weights }
    }

    /// Adds one of `count` equal dice after another. Totals at or past `end`, if there is one, are left out.
    pub fn add_dice(&mut self, die: &Totals<T>, count: usize, end: Option<i32>) {
        let one = T::from_u64(1);
        if end.is_none() && die.weights.iter().all(|weight| *weight == one) {
            for _ in 0..count {
                self.slide(die.weights.len());
            }
            self.low += die.low * count as i32;
        } else if count < 4 {
            for _ in 0..count {
                *self = self.convolve(die, end);
            }
        } else {
            // By squaring. With an end, whatever is left out could only have become larger: lows are made 0 for that.
            let mut result: Option<Totals<T>> = None;
            let lows = self.low + die.low * count as i32;
            let end = end.map(|end| end - lows);
            let mut square = Totals { low: 0, weights: die.weights.clone() };
            let mut left = count;
            loop {
                if left & 1 == 1 {
                    result = Some(match &result {
                        Some(product) => product.convolve(&square, end),
                        None => square.clone(),
                    });
                }
                left >>= 1;
                if left == 0 {
                    break;
                }
                square = square.convolve(&square, end);
            }
            let start = Totals { low: 0, weights: std::mem::take(&mut self.weights) };
            *self = start.convolve(&result.unwrap_or_else(Totals::nothing), end);
            self.low = lows;
        }
    }

    /// Adds a die whose `width` scores are equally likely: every total is a sum over a window of the former ones.
    fn slide(&mut self, width: usize) {
        let old = self.weights.len();
        let mut window = T::zero();
        let mut next = Vec::with_capacity(old + width - 1);
        for index in 0..old + width - 1 {
            if index < old {
                window.add(&self.weights[index]);
            }
            if index >= width {
                window.sub(&self.weights[index - width]);
            }
            next.push(window.clone());
        }
        self.weights = next;
    }

    pub fn convolve(&self, other: &Totals<T>, end: Option<i32>) -> Totals<T> {
        let low = self.low + other.low;
        let mut len = self.weights.len() + other.weights.len() - 1;
        if let Some(end) = end {
            len = len.min((end - low).max(0) as usize);
        }
        let mut weights = vec![T::zero(); len];
        for (i, a) in self.weights.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
            let room = len.saturating_sub(i).min(other.weights.len());
            for (sum, b) in weights[i.min(len)..].iter_mut().zip(&other.weights[..room]) {
                sum.add_product(a, b);
            }
        }
        Totals { low, weights }
    }
}
