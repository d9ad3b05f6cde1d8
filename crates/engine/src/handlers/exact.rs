//! Exact: every way things can go, with its weight.

use crate::{Audience, Face, Flow, Marks, Oracle, Question, Refusal, Rolled, Side, Stop, System, Throw, Who};
use referee_dice::{Chance, Distribution, Roll};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::{BTreeMap, btree_map::Entry};

/// How the people who are asked along the way decide.
///
/// A question that offers no reaction (it has nothing to decline) gets its usual answer, except under
/// [`Reactions::All`]. The game master has no side whose good could be measured, and gets the first option that is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reactions {
    /// Whoever is offered a reaction does what is best for their side: the option with the highest expected
    /// [`score`](System::score) given everything that has happened so far; of equals, the first.
    #[default]
    Best,
    /// Nobody reacts.
    Never,
    /// Whoever can react does, in the way that is best for their side.
    Always,
    /// Every option at every question is followed: one result for each combination.
    All,
}

/// How the people who are asked decide, where some answers are settled beforehand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deciding {
    /// How they decide where nothing is settled.
    pub reactions: Reactions,
    /// Keys of options: a question that has one of them gets it; of several, the one named first.
    pub answers: Vec<String>,
}

impl From<Reactions> for Deciding {
    fn from(reactions: Reactions) -> Deciding {
        Deciding { reactions, answers: Vec::new() }
    }
}

impl Deciding {
    /// The same with answers that are settled beforehand.
    pub fn with(mut self, answers: impl IntoIterator<Item = impl Into<String>>) -> Deciding {
        self.answers.extend(answers.into_iter().map(Into::into));
        self
    }
}

/// An option that was chosen on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Chosen {
    /// Who was asked.
    pub who: Who,
    /// The kind of question.
    pub kind: String,
    /// The key of the option.
    pub key: String,
    /// Among how many options.
    pub of: usize,
}

/// One way things can go: what was counted, and the options chosen where every option is followed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way<K> {
    /// The options chosen on the way, under [`Reactions::All`]; empty otherwise.
    pub choices: Vec<Chosen>,
    /// What the caller made of the end.
    pub end: K,
}

/// Every way things can go.
#[derive(Clone, Debug)]
pub struct Explored<K> {
    /// The ways with their chances. For any one way of choosing they sum to exactly one.
    pub ways: BTreeMap<Way<K>, Chance>,
    /// Where dice explode without end: how far, at most, the chances can be off in sum. Zero otherwise.
    pub error: Chance,
}

/// The work was larger than the limit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the exact odds need more than {limit} steps; simulate it instead")]
pub struct Exhausted {
    /// The limit that was passed.
    pub limit: usize,
}

/// Why there are no exact odds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExploreError {
    /// The table refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Too much work.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// An answer that was settled beforehand fits no question.
    #[error("no question on any way has the option {0:?}")]
    NeverAsked(String),
    /// A rule does not do the same when it is run again, or its dice are too many: a mistake of ours.
    #[error("internal: {0}")]
    Broken(String),
}

impl From<Stop> for ExploreError {
    fn from(stop: Stop) -> ExploreError {
        match stop {
            Stop::Refused(refusal) => ExploreError::Refused(*refusal),
            Stop::Broken(why) => ExploreError::Broken(why.into()),
            Stop::Pause => ExploreError::Broken("a rule paused although nobody has to be waited for".into()),
        }
    }
}

/// The handler that follows every way. It is run once for each way; see [`explore`].
pub struct Exact<'a, S: System> {
    book: &'a S,
    deciding: Deciding,
    /// Which of the settled answers have been given.
    given: Vec<bool>,
    /// The distributions asked for so far: a big pool is worked out once.
    known: BTreeMap<Roll, Distribution>,
    frames: Vec<Frame>,
    depth: usize,
    marks: Marks,
    scratch: Vec<crate::Mark>,
}

/// One point where the way forks, and which fork is being followed.
struct Frame {
    fork: Fork,
    at: usize,
}

enum Fork {
    /// The totals that read the same, and the chance of what the distribution leaves out.
    Roll { outcomes: Vec<Outcome>, tail: Option<Chance> },
    /// The options that are followed. With `side`, that side takes the best of them.
    Ask { options: SmallVec<[usize; 8]>, side: Option<Side>, chosen: Vec<Chosen> },
}

/// The totals that read the same: one of them, and the chance of them all together.
struct Outcome {
    total: i32,
    chance: Chance,
}

impl Frame {
    fn count(&self) -> usize {
        match &self.fork {
            Fork::Roll { outcomes, .. } => outcomes.len(),
            Fork::Ask { options, .. } => options.len(),
        }
    }

    /// The side that chooses the best here.
    fn decides(&self) -> Option<Side> {
        match &self.fork {
            Fork::Ask { side, .. } => *side,
            Fork::Roll { .. } => None,
        }
    }
}

impl<'a, S: System> Exact<'a, S> {
    fn new(book: &'a S, deciding: Deciding) -> Self {
        Exact {
            book,
            given: vec![false; deciding.answers.len()],
            deciding,
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

    /// A question that comes up for the first time.
    fn fork(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<Fork> {
        let count = question.options();
        if count <= 1 {
            let only = (count == 1).then_some(0).ok_or_else(|| Stop::Broken("a question without options".into()))?;
            return Ok(Fork::Ask { options: SmallVec::from_slice(&[only]), side: None, chosen: Vec::new() });
        }
        let reactions = self.deciding.reactions;
        let mut options: SmallVec<[usize; 8]> = match (reactions, question.decline()) {
            (Reactions::All, _) | (Reactions::Best, Some(_)) => (0..count).collect(),
            (Reactions::Never, Some(decline)) => SmallVec::from_slice(&[decline]),
            (Reactions::Always, Some(decline)) => (0..count).filter(|&option| option != decline).collect(),
            (_, None) => SmallVec::from_slice(&[question.usual()]),
        };
        let mut chosen = Vec::new();
        if reactions == Reactions::All || !self.deciding.answers.is_empty() {
            let prompt = self.book.prompt(table, who, question);
            let position = |key: &String| prompt.options.iter().position(|option| option.key == *key);
            let settled =
                self.deciding.answers.iter().enumerate().find_map(|(index, key)| Some((index, position(key)?)));
            if let Some((index, option)) = settled {
                self.given[index] = true;
                options = SmallVec::from_slice(&[option]);
            } else if reactions == Reactions::All {
                let name = |option: &crate::Choice| Chosen {
                    who,
                    kind: prompt.kind.clone(),
                    key: option.key.clone(),
                    of: count,
                };
                chosen = prompt.options.iter().map(name).collect();
            }
        }
        let side = match reactions {
            Reactions::Best | Reactions::Always => self.book.side_of(table, who),
            Reactions::Never | Reactions::All => None,
        };
        if reactions != Reactions::All && side.is_none() {
            options.truncate(1);
        }
        Ok(Fork::Ask { side: side.filter(|_| options.len() > 1), options, chosen })
    }
}

impl<S: System> Oracle<S> for Exact<'_, S> {
    fn roll<T: Copy + Ord>(&mut self, throw: Throw, dice: Roll, read: impl Fn(i32) -> T) -> Flow<Rolled<T>> {
        if self.depth == self.frames.len() {
            let distribution = match self.known.entry(dice) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(free) => free.insert(dice.try_distribution().map_err(|error| {
                    Stop::Broken(format!("no exact odds for {} ({dice}): {error}", throw.name).into())
                })?),
            };
            let fork =
                Fork::Roll { outcomes: merged(distribution, &read), tail: distribution.tail().map(|tail| tail.1) };
            self.frames.push(Frame { fork, at: 0 });
        }
        let Frame { fork: Fork::Roll { outcomes, .. }, at } = &self.frames[self.depth] else {
            return Err(differs("rolled where it asked before"));
        };
        self.depth += 1;
        let total = outcomes[*at].total;
        Ok(Rolled { value: read(total), face: Face(total) })
    }

    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        if self.depth == self.frames.len() {
            let fork = self.fork(table, who, question)?;
            self.frames.push(Frame { fork, at: 0 });
        }
        let Frame { fork: Fork::Ask { options, .. }, at } = &self.frames[self.depth] else {
            return Err(differs("asked where it rolled before"));
        };
        self.depth += 1;
        let option = options[*at];
        if option < question.options() { Ok(option) } else { Err(differs("asked something else than before")) }
    }

    fn tell(&mut self, _to: Audience, event: impl FnOnce() -> S::Event) {
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}

fn differs(what: &str) -> Stop {
    Stop::Broken(format!("a rule {what}: it depends on something outside the table").into())
}

/// The outcomes of `distribution` that `read` tells apart.
fn merged<T: Copy + Ord>(distribution: &Distribution, read: &impl Fn(i32) -> T) -> Vec<Outcome> {
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
) -> Vec<Outcome> {
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

/// What was found below a point where somebody chooses the best, or in all.
struct Found<K> {
    ways: BTreeMap<Way<K>, Chance>,
    /// For each side that chooses at that point or further up: the expected score.
    scores: SmallVec<[(Side, Chance); 2]>,
    error: Chance,
}

impl<K: Ord> Found<K> {
    fn nothing() -> Self {
        Found { ways: BTreeMap::new(), scores: SmallVec::new(), error: Chance::ZERO }
    }

    fn add_way(&mut self, way: Way<K>, chance: Chance) {
        self.ways.entry(way).and_modify(|sum| *sum += &chance).or_insert(chance);
    }

    fn add_score(&mut self, side: Side, score: Chance) {
        match self.scores.iter_mut().find(|(known, _)| *known == side) {
            Some((_, sum)) => *sum += score,
            None => self.scores.push((side, score)),
        }
    }

    /// Takes in what was found further down, which is reached with this chance.
    fn absorb(&mut self, below: Found<K>, reached: &Chance) {
        for (way, chance) in below.ways {
            self.add_way(way, &chance * reached);
        }
        for (side, score) in below.scores {
            self.add_score(side, &score * reached);
        }
        self.error += &below.error * reached;
    }

    fn score(&self, side: Side) -> &Chance {
        self.scores.iter().find(|(known, _)| *known == side).map_or(&Chance::ZERO, |(_, score)| score)
    }
}

/// A question where a side takes the best of its options.
struct Decision<K> {
    /// Its place among the frames.
    frame: usize,
    side: Side,
    /// The chance to get here from the decision above, or from the start.
    reached: Chance,
    /// The best of the options that were followed to their ends.
    best: Option<Found<K>>,
    /// The option that is being followed.
    now: Found<K>,
}

/// Every way `run` can go on `table`, with its exact chance; the chances sum to one.
///
/// `run` is called once for each way, on a fresh copy of the table; `end` makes the key under which equal ends are
/// merged. A refusal on any way ends it all. `limit` bounds the number of ways followed.
pub fn explore<S: System, K: Ord>(
    book: &S,
    table: &S::Table,
    deciding: impl Into<Deciding>,
    limit: usize,
    mut run: impl FnMut(&mut S::Table, &mut Exact<'_, S>) -> Flow<()>,
    mut end: impl FnMut(&S::Table, &Marks) -> K,
) -> Result<Explored<K>, ExploreError> {
    let mut exact = Exact::new(book, deciding.into());
    let mut all = Found::nothing();
    let mut decisions: Vec<Decision<K>> = Vec::new();
    // For each frame: the chance of the way down to it and through it, since the last decision.
    let mut reached: Vec<Chance> = Vec::new();
    let mut copy = table.clone();
    for _ in 0..limit {
        copy.clone_from(table);
        exact.depth = 0;
        exact.marks.0.clear();
        run(&mut copy, &mut exact)?;
        if exact.depth != exact.frames.len() {
            return Err(differs("took fewer steps when it was run again").into());
        }
        for index in reached.len()..exact.frames.len() {
            let frame = &exact.frames[index];
            let before = reached.last().unwrap_or(&Chance::ONE).clone();
            let found = decisions.last_mut().map_or(&mut all, |decision| &mut decision.now);
            match &frame.fork {
                Fork::Roll { outcomes, tail } => {
                    if let Some(tail) = tail {
                        found.error += &before * tail;
                    }
                    reached.push(&before * &outcomes[frame.at].chance);
                }
                Fork::Ask { side: None, .. } => reached.push(before),
                Fork::Ask { side: Some(side), .. } => {
                    let (best, now) = (None, Found::nothing());
                    decisions.push(Decision { frame: index, side: *side, reached: before, best, now });
                    reached.push(Chance::ONE);
                }
            }
        }
        let chance = reached.last().unwrap_or(&Chance::ONE);
        let way = Way { choices: choices(&exact.frames), end: end(&copy, &exact.marks) };
        let mut sides: SmallVec<[Side; 4]> = decisions.iter().map(|decision| decision.side).collect();
        sides.sort_unstable();
        sides.dedup();
        let found = decisions.last_mut().map_or(&mut all, |decision| &mut decision.now);
        found.add_way(way, chance.clone());
        for side in sides {
            found.add_score(side, &Chance::from(u64::from(book.score(&copy, side))) * chance);
        }
        if !climb(&mut exact.frames, &mut reached, &mut decisions, &mut all) {
            return match exact.given.iter().position(|given| !given) {
                Some(never) => Err(ExploreError::NeverAsked(exact.deciding.answers[never].clone())),
                None => Ok(Explored { ways: all.ways, error: all.error }),
            };
        }
    }
    Err(Exhausted { limit }.into())
}

/// Goes back to the last fork that has something left to follow and takes the next of it. False if there is none.
fn climb<K: Ord>(
    frames: &mut Vec<Frame>,
    reached: &mut Vec<Chance>,
    decisions: &mut Vec<Decision<K>>,
    all: &mut Found<K>,
) -> bool {
    while let Some(frame) = frames.last_mut() {
        reached.pop();
        frame.at += 1;
        let is_left = frame.at < frame.count();
        if frame.decides().is_some() {
            let decision = decisions.last_mut().expect("one for each frame that decides");
            debug_assert_eq!(decision.frame, reached.len(), "decisions and frames go together");
            let option = std::mem::replace(&mut decision.now, Found::nothing());
            let side = decision.side;
            if decision.best.as_ref().is_none_or(|best| option.score(side) > best.score(side)) {
                decision.best = Some(option);
            }
            if is_left {
                reached.push(Chance::ONE);
                return true;
            }
            let done = decisions.pop().expect("looked at above");
            let above = decisions.last_mut().map_or(&mut *all, |decision| &mut decision.now);
            above.absorb(done.best.expect("at least one option"), &done.reached);
        } else if is_left {
            let before = reached.last().unwrap_or(&Chance::ONE);
            reached.push(match &frame.fork {
                Fork::Roll { outcomes, .. } => before * &outcomes[frame.at].chance,
                Fork::Ask { .. } => before.clone(),
            });
            return true;
        }
        frames.pop();
    }
    false
}

/// The options that were chosen, where every option is followed.
fn choices(frames: &[Frame]) -> Vec<Chosen> {
    let chosen = |frame: &Frame| match &frame.fork {
        Fork::Ask { chosen, .. } => chosen.get(frame.at).cloned(),
        Fork::Roll { .. } => None,
    };
    frames.iter().filter_map(chosen).collect()
}
