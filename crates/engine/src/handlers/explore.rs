//! Explore: runs a rule once for each way it can go, and weighs what comes of it.

use super::closed::Chains;
use super::exact::{Deciding, Endless, Exact, Exploring, Fork, Frame, differs};
use super::met::{Met, Notebook};
use crate::{Chosen, Flow, Marks, Refusal, Side, Stop, System};
use referee_dice::Chance;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// One way things can go: what was counted, and the options chosen where every option is followed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way<K> {
    /// The options chosen on the way, under [`Reactions::All`](crate::Reactions::All); empty otherwise.
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
    /// Those dice.
    pub chains: Chains,
    /// How many ways were followed, equal ends counted each by itself.
    pub followed: usize,
    /// The reactions that came up, each once, where they were to be noted.
    pub met: Vec<Met>,
}

/// The work was larger than the limit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the exact odds need more than {limit} steps; simulate it instead")]
pub struct Exhausted {
    /// The limit that was passed.
    pub limit: usize,
}

/// How much work may be put into exact odds. A bare number is that many ways.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How many ways are followed at most.
    pub ways: usize,
    /// Asked before each way: false ends the work, because nobody waits for it any more.
    pub is_wanted: &'a dyn Fn() -> bool,
    /// Where dice explode without end: are fractions wanted in closed form? That takes a multiple of the time. Otherwise
    /// the sum ends where the rest is rare, with a bound of what it is off by.
    pub closed: bool,
}

impl From<usize> for Effort<'_> {
    fn from(ways: usize) -> Self {
        Effort { ways, is_wanted: &|| true, closed: true }
    }
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
    /// Nobody wanted to know any more.
    #[error("the exact odds were given up: nobody waits for them")]
    Unwanted,
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
            Stop::Broken(why) => ExploreError::Broken(*why),
            Stop::Pause => ExploreError::Broken("a rule paused although nobody has to be waited for".into()),
        }
    }
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
/// merged. A refusal on any way ends it all. `effort` bounds the number of ways followed.
pub fn explore<'e, S: System, K: Ord>(
    book: &S,
    table: &S::Table,
    deciding: impl Into<Deciding>,
    effort: impl Into<Effort<'e>>,
    run: impl FnMut(&mut S::Table, &mut Exact<'_, S>) -> Flow<()>,
    end: impl FnMut(&S::Table, &Marks) -> K,
) -> Result<Explored<K>, ExploreError> {
    explore_from(book, table, Exploring::by(deciding), effort, run, end)
}

/// The same as [`explore`], where policies decide or something has happened already.
pub fn explore_from<'a, 'e, S: System, K: Ord>(
    book: &'a S,
    table: &S::Table,
    how: Exploring<'a, S>,
    effort: impl Into<Effort<'e>>,
    mut run: impl FnMut(&mut S::Table, &mut Exact<'a, S>) -> Flow<()>,
    mut end: impl FnMut(&S::Table, &Marks) -> K,
) -> Result<Explored<K>, ExploreError> {
    let Effort { ways: limit, is_wanted, .. } = effort.into();
    let mut chains = Chains::default();
    let mut exact = Exact::new(book, how);
    let mut all = Found::nothing();
    let mut decisions: Vec<Decision<K>> = Vec::new();
    // For each frame: the chance of the way down to it and through it, since the last decision.
    let mut reached: Vec<Chance> = Vec::new();
    let mut copy = table.clone();
    for before in 0..limit {
        if !is_wanted() {
            return Err(ExploreError::Unwanted);
        }
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
                Fork::Roll { outcomes, endless } => {
                    if let Some(Endless { tail, .. }) = endless {
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
        chains.meet(exact.frames.iter().filter_map(|frame| match &frame.fork {
            Fork::Roll { endless, .. } => endless.as_ref().map(|endless| endless.chain),
            Fork::Ask { .. } => None,
        }));
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
                None => {
                    let met = exact.notebook.take().map_or(Vec::new(), Notebook::into_met);
                    Ok(Explored { ways: all.ways, error: all.error, chains, followed: before + 1, met })
                }
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
