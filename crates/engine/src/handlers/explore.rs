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
    /// The settled answers that no question on any way has as an option. Whether that is a mistake is for the caller to say:
    /// an answer may be meant for another deed, or for another table.
    pub unasked: Vec<String>,
}

impl<K> Explored<K> {
    /// An error if a settled answer fits no question.
    pub(crate) fn all_asked(self) -> Result<Self, ExploreError> {
        match self.unasked.into_iter().next() {
            Some(key) => Err(ExploreError::NeverAsked(key)),
            None => Ok(Explored { unasked: Vec::new(), ..self }),
        }
    }
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

/// What was found below a point where somebody chooses the best or to which a rule may come back, or in all.
struct Found<K> {
    ways: BTreeMap<Way<K>, Chance>,
    /// How likely it comes back to each moment further up, by the fork after it.
    back: SmallVec<[(usize, Chance); 1]>,
    /// For each side that chooses at that point or further up: the expected score.
    scores: SmallVec<[(Side, Chance); 2]>,
    error: Chance,
}

impl<K: Ord> Found<K> {
    fn nothing() -> Self {
        Found { ways: BTreeMap::new(), back: SmallVec::new(), scores: SmallVec::new(), error: Chance::ZERO }
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

    fn add_back(&mut self, fork: usize, chance: Chance) {
        match self.back.iter_mut().find(|(known, _)| *known == fork) {
            Some((_, sum)) => *sum += chance,
            None => self.back.push((fork, chance)),
        }
    }

    /// What comes of the moment before this fork, however often things come back to it: of all the ways that go on, each has
    /// its part. What comes of endless dice may be off in those that come back, too.
    fn over_and_over(mut self, fork: usize) -> Found<K> {
        let Some(at) = self.back.iter().position(|(known, _)| *known == fork) else { return self };
        let goes_on = self.back.swap_remove(at).1.complement();
        if goes_on.is_zero() {
            return self; // nothing ever comes of it
        }
        let chances = self.ways.values_mut().chain(self.back.iter_mut().map(|(_, chance)| chance));
        for chance in chances.chain(self.scores.iter_mut().map(|(_, score)| score)) {
            *chance = &*chance / &goes_on;
        }
        self.error = &(&self.error + &self.error) / &goes_on;
        self
    }

    /// Takes in what was found further down, which is reached with this chance.
    fn absorb(&mut self, below: Found<K>, reached: &Chance) {
        for (fork, chance) in below.back {
            self.add_back(fork, &chance * reached);
        }
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

/// A point below which ways are put together before they count further up.
struct Point<K> {
    /// The place of what comes after it among the frames.
    frame: usize,
    /// The chance to get here from the point above, or from the start.
    reached: Chance,
    /// The side that takes the best of its options here, if it is a question, and the best of those that were followed to their
    /// ends. Otherwise it is a moment to which a rule may come back.
    decision: Option<(Side, Option<Found<K>>)>,
    /// What is being followed.
    now: Found<K>,
}

impl<K: Ord> Point<K> {
    fn new(frame: usize, reached: Chance, side: Option<Side>) -> Self {
        Point { frame, reached, decision: side.map(|side| (side, None)), now: Found::nothing() }
    }
}

/// More different ends than these are kept by nobody: they would fill hundreds of megabytes.
const MOST_ENDS: usize = 150_000;

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
    explore_from(book, table, Exploring::by(deciding), effort, run, end)?.all_asked()
}

/// The same as [`explore`], where policies decide or something has happened already. Settled answers that fit no question are
/// told in [`Explored::unasked`].
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
    let mut points: Vec<Point<K>> = Vec::new();
    // For each frame: the chance of the way down to it and through it, since the last point.
    let mut reached: Vec<Chance> = Vec::new();
    let mut copy = table.clone();
    for before in 0..limit {
        if !is_wanted() {
            return Err(ExploreError::Unwanted);
        }
        copy.clone_from(table);
        exact.depth = 0;
        exact.marks.0.clear();
        exact.moments.clear();
        let ran = run(&mut copy, &mut exact);
        let back = exact.back.take();
        if back.is_none() {
            ran?;
        }
        if exact.depth != exact.frames.len() {
            return Err(differs("took fewer steps when it was run again").into());
        }
        for index in reached.len()..exact.frames.len() {
            let frame = &exact.frames[index];
            let mut before = reached.last().unwrap_or(&Chance::ONE).clone();
            if exact.moments.iter().any(|moment| moment.fork == index) {
                points.push(Point::new(index, before, None));
                before = Chance::ONE;
            }
            let found = points.last_mut().map_or(&mut all, |point| &mut point.now);
            match &frame.fork {
                Fork::Roll { outcomes, endless } => {
                    if let Some(Endless { tail, .. }) = endless {
                        found.error += &before * tail;
                    }
                    reached.push(&before * &outcomes[frame.at].chance);
                }
                Fork::Ask { side: None, .. } => reached.push(before),
                Fork::Ask { side: Some(side), .. } => {
                    points.push(Point::new(index, before, Some(*side)));
                    reached.push(Chance::ONE);
                }
            }
        }
        chains.meet(exact.frames.iter().filter_map(|frame| match &frame.fork {
            Fork::Roll { endless, .. } => endless.as_ref().map(|endless| endless.chain),
            Fork::Ask { .. } => None,
        }));
        let chance = reached.last().unwrap_or(&Chance::ONE);
        let mut sides: SmallVec<[Side; 4]> =
            points.iter().filter_map(|point| point.decision.as_ref().map(|(side, _)| *side)).collect();
        sides.sort_unstable();
        sides.dedup();
        let found = points.last_mut().map_or(&mut all, |point| &mut point.now);
        if let Some(fork) = back {
            found.add_back(fork, chance.clone());
        } else {
            let way = Way { choices: choices(&exact.frames), end: end(&copy, &exact.marks) };
            found.add_way(way, chance.clone());
            if found.ways.len() > MOST_ENDS {
                return Err(Exhausted { limit: MOST_ENDS }.into());
            }
            for side in sides {
                found.add_score(side, &Chance::from(u64::from(book.score(&copy, side))) * chance);
            }
        }
        if !climb(&mut exact.frames, &mut reached, &mut points, &mut all) {
            let met = exact.notebook.take().map_or(Vec::new(), Notebook::into_met);
            let unasked = exact.unasked();
            return Ok(Explored { ways: all.ways, error: all.error, chains, followed: before + 1, met, unasked });
        }
    }
    Err(Exhausted { limit }.into())
}

/// Goes back to the last fork that has something left to follow and takes the next of it. False if there is none.
fn climb<K: Ord>(
    frames: &mut Vec<Frame>,
    reached: &mut Vec<Chance>,
    points: &mut Vec<Point<K>>,
    all: &mut Found<K>,
) -> bool {
    while let Some(frame) = frames.last_mut() {
        reached.pop();
        frame.at += 1;
        let is_left = frame.at < frame.count();
        let index = reached.len();
        if frame.decides().is_some() {
            let Point { frame, decision, now, .. } = points.last_mut().expect("one for each frame that decides");
            debug_assert_eq!(*frame, index, "points and frames go together");
            let (side, best) = decision.as_mut().expect("it decides");
            let option = std::mem::replace(now, Found::nothing());
            if best.as_ref().is_none_or(|best| option.score(*side) > best.score(*side)) {
                *best = Some(option);
            }
            if is_left {
                reached.push(Chance::ONE);
                return true;
            }
            let done = points.pop().expect("looked at above");
            let best = done.decision.and_then(|(_, best)| best).expect("at least one option");
            points.last_mut().map_or(&mut *all, |point| &mut point.now).absorb(best, &done.reached);
        } else if is_left {
            let begins = points.last().is_some_and(|point| point.frame == index);
            let before = if begins { &Chance::ONE } else { reached.last().unwrap_or(&Chance::ONE) };
            reached.push(match &frame.fork {
                Fork::Roll { outcomes, .. } => before * &outcomes[frame.at].chance,
                Fork::Ask { .. } => before.clone(),
            });
            return true;
        }
        if let Some(moment) = points.pop_if(|point| point.frame == index) {
            let found = moment.now.over_and_over(index);
            points.last_mut().map_or(&mut *all, |point| &mut point.now).absorb(found, &moment.reached);
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
