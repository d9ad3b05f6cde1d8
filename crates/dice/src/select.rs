//! Pools by order statistics: which dice stay depends on their rank, and no roll is ever listed.
//!
//! Faces are gone through from the highest down. When a face is reached, some dice already lie on higher faces; of the
//! others, some number shows this face. The dice placed so far are the highest ones, so their number alone says which
//! ranks the next ones take, and so which of them stay.

use smallvec::SmallVec;

use crate::sum::Totals;
use crate::weight::Count;

/// Equal dice: each is worth one of `faces`, ascending, with a weight; `whole` is the sum of those.
#[derive(Debug, Clone)]
pub(crate) struct Lot<T> {
    pub count: usize,
    pub faces: SmallVec<[(i32, T); 12]>,
    pub whole: T,
}

impl<T: Count> Lot<T> {
    /// The same dice, each worth its score.
    fn scored(&self, score: impl Fn(i32) -> i32) -> Lot<T> {
        let mut faces: SmallVec<[(i32, T); 12]> = SmallVec::new();
        for (worth, weight) in &self.faces {
            match faces.last_mut() {
                Some(last) if last.0 == score(*worth) => last.1.add(weight),
                _ => faces.push((score(*worth), weight.clone())),
            }
        }
        Lot { count: self.count, faces, whole: self.whole.clone() }
    }
}

/// What the dice on the ranks `from..to`, counted from the highest, bring together.
///
/// `score` says what a die of some worth brings if it stays; `None` if that is its worth.
pub(crate) fn select<T: Count>(
    lots: &[Lot<T>],
    (from, to): (usize, usize),
    score: Option<&dyn Fn(i32) -> i32>,
) -> Totals<T> {
    if from >= to {
        let mut whole = T::from_u64(1);
        for lot in lots {
            whole = whole.mul(&lot.whole.pow(lot.count));
        }
        return Totals { low: 0, weights: vec![whole] };
    }
    let ladder = Ladder::build(lots);
    let Some(score) = score else {
        return match ladder {
            Some(ladder) => ladder.select(from, to, |worth| worth),
            None => select_apart(lots, from, to, |worth| worth),
        };
    };
    if !rises(lots, score) {
        return match ladder {
            Some(ladder) => ladder.select(from, to, score),
            None => select_apart(lots, from, to, score),
        };
    }
    // Dice with the same score can stand for one another: there are far fewer scores than faces.
    let scored: SmallVec<[Lot<T>; 4]> = lots.iter().map(|lot| lot.scored(score)).collect();
    match (Ladder::build(&scored), ladder) {
        (Some(ladder), _) => ladder.select(from, to, |score| score),
        (None, Some(ladder)) => ladder.select(from, to, score),
        (None, None) => select_apart(&scored, from, to, |score| score),
    }
}

/// Whether the score never falls when the worth rises.
fn rises<T>(lots: &[Lot<T>], score: &dyn Fn(i32) -> i32) -> bool {
    let mut worths: Vec<i32> = lots.iter().flat_map(|lot| lot.faces.iter().map(|face| face.0)).collect();
    worths.sort_unstable();
    worths.is_sorted_by_key(|&worth| score(worth))
}

/// Least and greatest score of any die.
fn scores<T>(lots: &[Lot<T>], score: impl Fn(i32) -> i32) -> (i32, i32) {
    let scores = || lots.iter().flat_map(|lot| &lot.faces).map(|face| score(face.0));
    (scores().min().unwrap_or(0), scores().max().unwrap_or(0))
}

/// Multiply-and-add steps that [`select`] takes, and weights it needs at once, about.
pub(crate) fn steps<T: Count>(
    lots: &[Lot<T>],
    (from, to): (usize, usize),
    score: Option<&dyn Fn(i32) -> i32>,
) -> (f64, f64) {
    let score = |worth: i32| score.map_or(worth, |score| score(worth));
    let (low, high) = scores(lots, score);
    let kept = to.saturating_sub(from) as f64;
    let width = kept * f64::from(high - low) + 1.0;
    if Ladder::build(lots).is_some() {
        let faces = lots.iter().map(|lot| lot.faces.len()).max().unwrap_or(0) as f64;
        let dice: usize = lots.iter().map(|lot| lot.count).sum();
        let steps = faces * (from as f64 * to as f64 + kept * kept * width / 3.0 + (to * dice) as f64);
        (steps, to as f64 * width)
    } else {
        let shapes: SmallVec<[[(usize, usize); 2]; 4]> =
            lots.iter().map(|lot| [(lot.count, lot.faces.len()), (0, 1)]).collect();
        (steps_apart(&shapes, width), cells_apart(&shapes, width))
    }
}

/// The same for lots that are no ladder, each as (count, faces), with so many different sums. Of the two lots of one
/// entry, all dice of the first lie above all of the second.
pub(crate) fn steps_apart(lots: &[[(usize, usize); 2]], width: f64) -> f64 {
    // While a lot is being placed, it can have any number of dice placed.
    let states = |(count, faces): (usize, usize)| if faces > 1 { count as f64 + 1.0 } else { 1.0 };
    let moves = |(count, faces): (usize, usize)| {
        let (count, between) = (count as f64, faces.saturating_sub(2) as f64);
        1.0 + if faces > 1 { between * count * count / 2.0 + 2.0 * count } else { 0.0 }
    };
    let all: f64 = lots.iter().map(|pair| states(pair[0]).max(states(pair[1]))).product();
    let steps = lots.iter().map(|pair| (moves(pair[0]) + moves(pair[1])) / states(pair[0]).max(states(pair[1])));
    steps.sum::<f64>() * all * width + cells_apart(lots, width)
}

/// How many weights lots that are no ladder need at once.
pub(crate) fn cells_apart(lots: &[[(usize, usize); 2]], width: f64) -> f64 {
    let digits = |&(count, faces): &(usize, usize)| match (count, faces) {
        (0, _) => 1.0,
        (_, 1) => 2.0,
        _ => count as f64 + 1.0,
    };
    lots.iter().flatten().map(digits).product::<f64>() * width
}

/// Lots of which each one's faces are the lower faces of the largest one.
///
/// Then all dice that did not yet lie on a higher face are alike, whatever lot they come from, and the number of dice
/// placed is all that has to be remembered besides the sum. Plain dice of any sizes are such a ladder.
struct Ladder<'a, T> {
    lots: &'a [Lot<T>],
    longest: &'a Lot<T>,
    faces: &'a [(i32, T)],
}

impl<'a, T: Count> Ladder<'a, T> {
    fn build(lots: &'a [Lot<T>]) -> Option<Ladder<'a, T>> {
        let longest = lots.iter().max_by_key(|lot| lot.faces.len())?;
        let faces = &longest.faces[..];
        let fits = |lot: &Lot<T>| lot.faces[..] == faces[..lot.faces.len()];
        lots.iter().all(fits).then_some(Ladder { lots, longest, faces })
    }

    fn select(&self, from: usize, to: usize, score: impl Fn(i32) -> i32) -> Totals<T> {
        let (low, high) = scores(std::slice::from_ref(self.longest), &score);
        let gain = |face: usize| (score(self.faces[face].0) - low) as usize;
        let top_gain = (high - low) as usize;
        let rises = self.faces.is_sorted_by_key(|face| score(face.0));
        let width = (to - from) * top_gain + 1;
        let kept = |placed: usize| placed.clamp(from, to) - from;

        let choose = Choose::up_to(self.lots.iter().map(|lot| lot.count).sum());
        let one = T::from_u64(1);
        let mut below = T::zero(); // the weight of all faces below the current one
        let mut rest = T::from_u64(1); // the rolls of all dice that have no face as high as the current one
        for lot in self.lots {
            below = if lot.faces.len() == self.faces.len() { lot.whole.clone() } else { below };
            rest = rest.mul(&lot.whole.pow(lot.count));
        }

        // rows[placed][sum so far]: only fewer than `to` placed dice are followed further; whatever the dice after
        // those show, the sum is known, and all their rolls are counted at once.
        let mut rows = vec![T::zero(); to * width];
        rows[0] = one.clone();
        let mut reached = 0; // the most dice placed in any row with weight
        let mut sums = vec![T::zero(); width];
        let mut present = 0; // dice that can show the current face, placed ones included
        let mut weights = Vec::new(); // powers of the current face's weight
        let mut completions = Vec::new(); // powers of the weight below it, times `rest`

        for face in (0..self.faces.len()).rev() {
            for lot in self.lots.iter().filter(|lot| lot.faces.len() == face + 1) {
                present += lot.count;
                rest = rest_without(self.lots, face);
            }
            if present == 0 {
                below.sub(&self.faces[face].1);
                continue;
            }
            let weight = &self.faces[face].1;
            below.sub(weight);
            let plain = *weight == one;
            powers(&mut weights, &one, weight, if plain { 0 } else { present });
            powers(&mut completions, &rest, &below, present);
            let gain = gain(face);
            for placed in (0..=reached.min(to - 1).min(present)).rev() {
                let free = present - placed;
                // The sums a row can hold: what is kept so far lies between this face's gain and the top gain.
                let (least, most) = (if rises { kept(placed) * gain } else { 0 }, kept(placed) * top_gain);
                let (head, tail) = rows.split_at_mut((placed + 1) * width);
                let row = &head[placed * width + least..=placed * width + most];
                let coefficient = |shown: usize| {
                    let ways = choose.ways::<T>(free, shown);
                    if plain { ways } else { ways.mul(&weights[shown]) }
                };
                // Enough dice show this face to fill every rank that is kept.
                if free >= to - placed {
                    let mut ways = T::zero();
                    for shown in to - placed..=free {
                        ways.add_product(&coefficient(shown), &completions[free - shown]);
                    }
                    let gained = (to - from - kept(placed)) * gain;
                    add_scaled(&mut sums[least + gained..], row, &ways);
                }
                if below.is_zero() {
                    continue; // the lowest face: every die has to show it
                }
                for shown in 1..=free.min(to - 1 - placed) {
                    let gained = (kept(placed + shown) - kept(placed)) * gain;
                    add_scaled(&mut tail[(shown - 1) * width + least + gained..], row, &coefficient(shown));
                }
            }
            reached = present;
        }
        Totals { low: low * (to - from) as i32, weights: sums }
    }
}

/// The rolls of all dice whose highest face lies below `face`.
fn rest_without<T: Count>(lots: &[Lot<T>], face: usize) -> T {
    let mut rest = T::from_u64(1);
    for lot in lots.iter().filter(|lot| lot.faces.len() <= face) {
        rest = rest.mul(&lot.whole.pow(lot.count));
    }
    rest
}

/// `first`, `first * base`, and so on, up to the power `most`.
fn powers<T: Count>(list: &mut Vec<T>, first: &T, base: &T, most: usize) {
    list.clear();
    list.push(first.clone());
    for index in 0..most {
        let next = list[index].mul(base);
        list.push(next);
    }
}

#[inline]
fn add_scaled<T: Count>(sums: &mut [T], row: &[T], factor: &T) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        sum.add_product(weight, factor);
    }
}

/// How many ways there are to choose k of n.
enum Choose {
    Small,
    Large(Vec<Vec<dashu_int::UBig>>),
}

const TRIANGLE_ROWS: usize = 68; // the last rows whose entries fit in 64 bits
/// Of so many dice, the ways to choose some are listed beforehand.
pub(crate) const FEW_DICE: usize = TRIANGLE_ROWS - 1;

static TRIANGLE: [[u64; TRIANGLE_ROWS]; TRIANGLE_ROWS] = {
    let mut rows = [[0u64; TRIANGLE_ROWS]; TRIANGLE_ROWS];
    let mut n = 0;
    while n < TRIANGLE_ROWS {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

impl Choose {
    fn up_to(n: usize) -> Choose {
        if n < TRIANGLE_ROWS {
            return Choose::Small;
        }
        let mut rows: Vec<Vec<dashu_int::UBig>> = vec![vec![dashu_int::UBig::ONE]];
        for row in 1..=n {
            let above = &rows[row - 1];
            let inner = (1..row).map(|k| &above[k - 1] + &above[k]);
            rows.push(std::iter::once(dashu_int::UBig::ONE).chain(inner).chain([dashu_int::UBig::ONE]).collect());
        }
        Choose::Large(rows)
    }

    #[inline]
    fn ways<T: Count>(&self, n: usize, k: usize) -> T {
        match self {
            Choose::Small => T::from_u64(TRIANGLE[n][k]),
            Choose::Large(rows) => T::from_big_wrapping(&rows[n][k]),
        }
    }
}

/// The same for lots that are no ladder: how many dice are placed has to be remembered for every lot.
#[allow(clippy::needless_range_loop)] // `shown` is a number of dice first, and an index second
fn select_apart<T: Count>(lots: &[Lot<T>], from: usize, to: usize, score: impl Fn(i32) -> i32) -> Totals<T> {
    let (low, high) = scores(lots, &score);
    let width = (to - from) * (high - low) as usize + 1;
    let kept = |placed: usize| placed.clamp(from, to) - from;
    let choose = Choose::up_to(lots.iter().map(|lot| lot.count).max().unwrap_or(0));

    // A state is the number of dice placed of each lot, as the digits of one number. Dice with a single face are all
    // placed at once.
    let unit = |lot: &Lot<T>| if lot.faces.len() > 1 { 1 } else { lot.count };
    let digits = |lot: &Lot<T>| lot.count / unit(lot) + 1;
    let mut strides: SmallVec<[usize; 8]> = SmallVec::new();
    let mut states = 1;
    for lot in lots {
        strides.push(states);
        states *= digits(lot);
    }
    let placed_of = |state: usize, lot: usize| state / strides[lot] % digits(&lots[lot]) * unit(&lots[lot]);
    let placed = |state: usize| (0..lots.len()).map(|lot| placed_of(state, lot)).sum::<usize>();

    let mut rows = vec![T::zero(); states * width];
    rows[0] = T::from_u64(1);
    let mut spans: Vec<Option<(usize, usize)>> = vec![None; states]; // the sums that have a weight, if any does
    spans[0] = Some((0, 0));
    let mut worths: Vec<i32> = lots.iter().flat_map(|lot| lot.faces.iter().map(|face| face.0)).collect();
    worths.sort_unstable();
    worths.dedup();
    let mut weights = Vec::new();
    for worth in worths.into_iter().rev() {
        let gain = (score(worth) - low) as usize;
        for (index, lot) in lots.iter().enumerate() {
            let Ok(face) = lot.faces.binary_search_by_key(&worth, |face| face.0) else { continue };
            powers(&mut weights, &T::from_u64(1), &lot.faces[face].1, lot.count);
            // Downwards, so that a row is read before this face adds to it.
            for state in (0..states).rev() {
                let Some((least, most)) = spans[state] else { continue };
                let free = lot.count - placed_of(state, index);
                let before = kept(placed(state));
                let (head, tail) = rows.split_at_mut((state + 1) * width);
                let row = &mut head[state * width + least..=state * width + most];
                // On its lowest face a lot has to place every die that is left.
                let fewest = if face == 0 { free } else { 1 };
                for shown in fewest.max(1)..=free {
                    let gained = (kept(placed(state) + shown) - before) * gain;
                    let target = shown / unit(lot) * strides[index];
                    let ways = choose.ways::<T>(free, shown).mul(&weights[shown]);
                    add_scaled(&mut tail[(target - 1) * width + least + gained..], row, &ways);
                    let (from, to) = spans[state + target].unwrap_or((usize::MAX, 0));
                    spans[state + target] = Some((from.min(least + gained), to.max(most + gained)));
                }
                if face == 0 && free > 0 {
                    row.fill(T::zero());
                    spans[state] = None;
                }
            }
        }
    }
    Totals { low: low * (to - from) as i32, weights: rows.split_off((states - 1) * width) }
}
