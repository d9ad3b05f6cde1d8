//! Exact: every way things can go, with its weight.

use crate::{Audience, Face, Flow, Marks, Oracle, Question, Rolled, Side, Stop, System, Throw, Who};
use referee_dice::{Chance, Distribution, Roll};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How the people who are asked along the way decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reactions {
    /// Whoever is offered a reaction does what is best for their side.
    #[default]
    Best,
    /// Nobody reacts.
    Never,
    /// Whoever can react does, in the way that is best for their side.
    Always,
    /// Every option at every question is followed: one result for each combination.
    All,
}

/// One way things can go: what was counted, and the options chosen where every option is followed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way<K> {
    /// The options chosen on the way, under [`Reactions::All`]; empty otherwise.
    pub choices: Vec<(Who, String)>,
    /// What the caller made of the end.
    pub end: K,
}

/// The work was larger than the limit.
#[derive(Debug, thiserror::Error)]
#[error("the exact odds need more than {limit} steps; simulate it instead")]
pub struct Exhausted {
    /// The limit that was passed.
    pub limit: usize,
}

/// The handler that follows every way. It is run once for each way; see [`explore`].
pub struct Exact<'a, S: System> {
    book: &'a S,
    reactions: Reactions,
    /// The distributions asked for so far: a big pool is worked out once.
    known: BTreeMap<Roll, Distribution>,
    frames: Vec<Frame>,
    depth: usize,
    marks: Marks,
    scratch: Vec<crate::Mark>,
}

/// One point where the way forks, and which fork is being followed.
enum Frame {
    Roll { outcomes: SmallVec<[Outcome; 8]>, at: usize },
    Ask { who: Who, side: Option<Side>, options: SmallVec<[usize; 8]>, keys: Vec<String>, at: usize },
}

/// The totals that read the same: one of them, and the chance of them all together.
struct Outcome {
    total: i32,
    chance: Chance,
}

impl<'a, S: System> Exact<'a, S> {
    fn new(book: &'a S, reactions: Reactions) -> Self {
        Exact {
            book,
            reactions,
            known: BTreeMap::new(),
            frames: Vec::new(),
            depth: 0,
            marks: Marks::default(),
            scratch: Vec::new(),
        }
    }

    /// What has been counted on this way.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The options worth following: all, or those the way of reacting leaves.
    fn options(&self, question: &S::Question) -> SmallVec<[usize; 8]> {
        let count = question.options();
        match (self.reactions, question.decline()) {
            (Reactions::All, _) | (Reactions::Best, Some(_)) => (0..count).collect(),
            (Reactions::Never, Some(decline)) => SmallVec::from_slice(&[decline]),
            (Reactions::Always, Some(decline)) if count > 1 => (0..count).filter(|&option| option != decline).collect(),
            _ => SmallVec::from_slice(&[question.usual()]),
        }
    }
}

impl<S: System> Oracle<S> for Exact<'_, S> {
    fn roll<T: Copy + Ord>(&mut self, _throw: Throw, dice: Roll, read: impl Fn(i32) -> T) -> Flow<Rolled<T>> {
        if self.depth == self.frames.len() {
            let distribution = self.known.entry(dice).or_insert_with(|| dice.distribution());
            self.frames.push(Frame::Roll { outcomes: merged(distribution, &read), at: 0 });
        }
        let Frame::Roll { outcomes, at } = &self.frames[self.depth] else {
            return Err(Stop::Broken(
                "a rule rolled where it asked before: it depends on something outside the table".into(),
            ));
        };
        self.depth += 1;
        let total = outcomes[*at].total;
        Ok(Rolled { value: read(total), face: Face(total) })
    }

    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        if self.depth == self.frames.len() {
            let options = self.options(question);
            let keys = if self.reactions == Reactions::All {
                let prompt = self.book.prompt(table, who, question);
                options.iter().map(|&option| prompt.options[option].key.clone()).collect()
            } else {
                Vec::new()
            };
            let side = self.book.side_of(table, who);
            self.frames.push(Frame::Ask { who, side, options, keys, at: 0 });
        }
        let Frame::Ask { options, at, .. } = &self.frames[self.depth] else {
            return Err(Stop::Broken(
                "a rule asked where it rolled before: it depends on something outside the table".into(),
            ));
        };
        self.depth += 1;
        Ok(options[*at])
    }

    fn tell(&mut self, _to: Audience, event: impl FnOnce() -> S::Event) {
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}

/// The outcomes of `distribution` that `read` tells apart.
fn merged<T: Copy + Ord>(distribution: &Distribution, read: &impl Fn(i32) -> T) -> SmallVec<[Outcome; 8]> {
    let Some((outcomes, all)) = distribution.narrow() else {
        return group(distribution.chances(), read, |sum, chance| *sum += chance, |chance| chance);
    };
    // Weights that fit in 128 bits, the usual case: their sum is at most that of all, so it cannot overflow.
    group(outcomes.iter().copied(), read, |sum, weight| *sum += weight, |weight| Chance::new(weight, all))
}

fn group<T: Copy + Ord, W>(
    outcomes: impl Iterator<Item = (i32, W)>,
    read: &impl Fn(i32) -> T,
    add: impl Fn(&mut W, W),
    chance: impl Fn(W) -> Chance,
) -> SmallVec<[Outcome; 8]> {
    let mut readings: SmallVec<[(T, i32, W); 16]> = SmallVec::new();
    for (total, weight) in outcomes {
        let reading = read(total);
        match readings.iter_mut().find(|(known, ..)| *known == reading) {
            Some((_, _, sum)) => add(sum, weight),
            None => readings.push((reading, total, weight)),
        }
    }
    readings.into_iter().map(|(_, total, weight)| Outcome { total, chance: chance(weight) }).collect()
}

/// The ways found below one fork, and how they score for the side that chooses there.
struct Found<K> {
    ways: BTreeMap<Way<K>, Chance>,
    /// For each side that has to choose further up: the expected score.
    scores: Vec<(Side, Chance)>,
}

impl<K: Ord> Found<K> {
    fn nothing() -> Self {
        Found { ways: BTreeMap::new(), scores: Vec::new() }
    }

    /// Joins what was found under another outcome of the same roll.
    fn join(&mut self, other: Found<K>, weight: &Chance) {
        for (way, chance) in other.ways {
            let chance = chance * weight.clone();
            self.ways.entry(way).and_modify(|sum| *sum += chance.clone()).or_insert(chance);
        }
        for (side, score) in other.scores {
            let score = score * weight.clone();
            match self.scores.iter_mut().find(|(known, _)| *known == side) {
                Some((_, sum)) => *sum += score,
                None => self.scores.push((side, score)),
            }
        }
    }

    fn score(&self, side: Side) -> Chance {
        self.scores.iter().find(|(known, _)| *known == side).map_or(Chance::ZERO, |(_, score)| score.clone())
    }
}

/// Every way `run` can go on `table`, with its exact chance; the chances sum to one.
///
/// `run` is called once for each way, on a fresh copy of the table; `end` makes the key under which equal ends are
/// merged. A refusal on any way ends it all. `limit` bounds the number of ways followed.
pub fn explore<S: System, K: Ord + Clone>(
    book: &S,
    table: &S::Table,
    reactions: Reactions,
    limit: usize,
    mut run: impl FnMut(&mut S::Table, &mut Exact<'_, S>) -> Flow<()>,
    mut end: impl FnMut(&S::Table, &Marks) -> K,
) -> Result<BTreeMap<Way<K>, Chance>, Stop> {
    let mut exact = Exact::new(book, reactions);
    // One entry a frame that is being followed: what was found under its earlier outcomes or options.
    let mut found: Vec<Vec<Found<K>>> = Vec::new();
    let mut copy = table.clone();
    for _ in 0..limit {
        copy.clone_from(table);
        exact.depth = 0;
        exact.marks.0.clear();
        run(&mut copy, &mut exact)?;
        if exact.depth != exact.frames.len() {
            return Err(Stop::Broken(
                "a rule took fewer steps when run again: it depends on something outside the table".into(),
            ));
        }
        found.resize_with(exact.frames.len(), Vec::new);
        let mut sides: SmallVec<[Side; 4]> = SmallVec::new();
        let mut choices = Vec::new();
        for frame in &exact.frames {
            if let Frame::Ask { who, side, options, keys, at } = frame {
                if let Some(side) = side.filter(|side| options.len() > 1 && !sides.contains(side)) {
                    sides.push(side);
                }
                if let Some(key) = keys.get(*at) {
                    choices.push((*who, key.clone()));
                }
            }
        }
        let mut leaf = Found::nothing();
        leaf.ways.insert(Way { choices, end: end(&copy, &exact.marks) }, Chance::ONE);
        leaf.scores = sides.iter().map(|&side| (side, Chance::from(u64::from(book.score(&copy, side))))).collect();
        // Climb back to the last fork that has something left to follow, joining what is complete.
        loop {
            let Some(frame) = exact.frames.last_mut() else { return Ok(leaf.ways) };
            let below = found.last_mut().expect("one entry for each frame");
            below.push(leaf);
            let (at, count) = match frame {
                Frame::Roll { outcomes, at } => (at, outcomes.len()),
                Frame::Ask { options, at, .. } => (at, options.len()),
            };
            *at += 1;
            if *at < count {
                break;
            }
            let below = found.pop().expect("one entry for each frame");
            leaf = match exact.frames.pop().expect("looked at above") {
                Frame::Roll { outcomes, .. } => {
                    let mut sum = Found::nothing();
                    for (branch, outcome) in below.into_iter().zip(&outcomes) {
                        sum.join(branch, &outcome.chance);
                    }
                    sum
                }
                Frame::Ask { side, .. } => decide(below, reactions, side),
            };
        }
    }
    Err(Stop::Broken(Exhausted { limit }.to_string().into()))
}

/// What remains of the options of one question: all of them, or the one that is best for the side that is asked.
fn decide<K: Ord>(below: Vec<Found<K>>, reactions: Reactions, side: Option<Side>) -> Found<K> {
    if reactions == Reactions::All {
        let mut all = Found::nothing();
        for branch in below {
            all.join(branch, &Chance::ONE);
        }
        return all;
    }
    let mut options = below.into_iter();
    let mut best = options.next().unwrap_or_else(Found::nothing);
    for option in options {
        if side.is_some_and(|side| option.score(side) > best.score(side)) {
            best = option;
        }
    }
    best
}
