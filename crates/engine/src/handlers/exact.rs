//! Exact: every way things can go, with its weight.

use super::{
    Input, Inputs,
    closed::{Chain, Cut},
    live::read_faces,
    met::Notebook,
};
use crate::{Audience, Flow, Handler, Here, Marks, Prompt, Question, Side, Stop, System, Throw, Who};
use referee_dice::{Chance, Distribution, FastRng, Roll};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

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
    /// The kind of question. Shared, like the key: each of thousands of ways has them.
    pub kind: Arc<str>,
    /// The key of the option.
    pub key: Arc<str>,
    /// Among how many options.
    pub of: usize,
}

/// A roll or an answer that is known already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// The total of a roll.
    Total(i32),
    /// The option that was chosen.
    Option(usize),
}

/// How to explore: who decides how, and what has happened already.
#[derive(Clone, Debug)]
pub struct Exploring<'a, S: System> {
    /// How the people who are asked decide.
    pub deciding: Deciding,
    /// With policies, these decide instead: one for each side, the last for all others. They must not draw lots.
    pub policies: Option<&'a [S::Policy]>,
    /// The first rolls and answers, in their order.
    pub given: &'a [Given],
    /// Dice that fell and answers that were given already, by their number within the action.
    pub recorded: Inputs,
    /// Where to cut dice that explode without end; `None`: where the rest is rare.
    pub cut: Option<Cut>,
    /// Ways that are rarer than this are left out, and the chances of the others come to less than one by as much. None are at 0.
    /// What people would best do is not asked of what is left: this is for policies.
    pub rare: f64,
    /// Are the reactions that come up to be noted ([`Explored::met`](crate::Explored::met))? Thinking ahead needs none.
    pub notes: bool,
}

impl<S: System> Exploring<'_, S> {
    /// From the start, by these decisions.
    pub fn by(deciding: impl Into<Deciding>) -> Self {
        let (deciding, recorded) = (deciding.into(), Inputs::new());
        Exploring { deciding, policies: None, given: &[], recorded, cut: None, rare: 0.0, notes: false }
    }
}

/// The handler that follows every way. It is run once for each way; see [`explore`](crate::explore).
pub struct Exact<'a, S: System> {
    book: &'a S,
    pub(super) deciding: Deciding,
    policies: Option<&'a [S::Policy]>,
    prefix: &'a [Given],
    /// Which of the settled answers are options of a question that has come up.
    asked: Vec<bool>,
    /// The distributions asked for so far: a big pool is worked out once.
    known: BTreeMap<Roll, Distribution>,
    pub(super) frames: Vec<Frame>,
    pub(super) depth: usize,
    pub(super) marks: Marks,
    scratch: Vec<crate::Mark>,
    /// What has happened of it already, by its number within the action: dice that fell, answers that were given.
    recorded: Inputs,
    /// Where to cut dice that explode without end; `None`: where the rest is rare.
    cut: Option<Cut>,
    /// Ways that are rarer than this are left out.
    rare: f64,
    /// The reactions that came up, if they are noted.
    pub(super) notebook: Option<Notebook<S>>,
    /// The moments of this way to which a rule may come back.
    pub(super) moments: Vec<Moment<S>>,
    /// The fork before which this way has come back to stand.
    pub(super) back: Option<usize>,
}

/// How things stood before a fork.
pub(super) struct Moment<S: System> {
    pub(super) fork: usize,
    table: S::Table,
    marks: Marks,
}

/// One point where the way forks, and which fork is being followed.
pub(super) struct Frame {
    pub(super) fork: Fork,
    pub(super) at: usize,
}

pub(super) enum Fork {
    /// The totals that read the same, and what the distribution leaves out.
    Roll { outcomes: Vec<Outcome>, endless: Option<Endless> },
    /// The options that are followed. With `side`, that side takes the best of them.
    Ask { options: SmallVec<[usize; 8]>, side: Option<Side>, chosen: Vec<Chosen> },
}

/// The totals that read the same: one of them, and the chance of them all together.
pub(super) struct Outcome {
    total: i32,
    pub(super) chance: Chance,
}

/// Dice that explode without end.
#[derive(Clone)]
pub(super) struct Endless {
    /// What the distribution leaves out, though it matters.
    pub(super) tail: Chance,
    /// The die, if it is a single one.
    pub(super) chain: Option<Chain>,
}

impl Frame {
    pub(super) fn count(&self) -> usize {
        match &self.fork {
            Fork::Roll { outcomes, .. } => outcomes.len(),
            Fork::Ask { options, .. } => options.len(),
        }
    }

    /// How likely the outcome is that is being followed.
    fn chance(&self) -> f64 {
        match &self.fork {
            Fork::Roll { outcomes, .. } => outcomes[self.at].chance.to_f64(),
            Fork::Ask { .. } => 1.0,
        }
    }

    /// The side that chooses the best here.
    pub(super) fn decides(&self) -> Option<Side> {
        match &self.fork {
            Fork::Ask { side, .. } => *side,
            Fork::Roll { .. } => None,
        }
    }
}

impl<'a, S: System> Exact<'a, S> {
    pub(super) fn new(book: &'a S, how: Exploring<'a, S>) -> Self {
        Exact {
            book,
            asked: vec![false; how.deciding.answers.len()],
            deciding: how.deciding,
            policies: how.policies,
            prefix: how.given,
            known: BTreeMap::new(),
            frames: Vec::new(),
            depth: 0,
            marks: Marks::default(),
            scratch: Vec::new(),
            recorded: how.recorded,
            cut: how.cut,
            rare: how.rare,
            notebook: how.notes.then(Notebook::new),
            moments: Vec::new(),
            back: None,
        }
    }

    /// The fork of a roll that falls now: the totals that do not read alike.
    fn thrown(&mut self, name: &str, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<Fork> {
        let sides = sides_of_chain(&dice);
        if let Some((cut, sides)) = self.cut.zip(sides) {
            let short = self.distribution(name, cut.shorten(dice, sides))?;
            // Its highest total is all that lies beyond.
            let tail = short.chances().next_back().map_or(Chance::ZERO, |(_, chance)| chance);
            let chain = Some(Chain { sides, listed: 0 });
            return Ok(Fork::Roll { outcomes: merged(short, same), endless: Some(Endless { tail, chain }) });
        }
        let whole = self.distribution(name, dice)?;
        let endless = whole.tail().map(|(from, chance)| {
            let tail = if sides.is_some() && is_settled(from, same) { Chance::ZERO } else { chance };
            let listed = from.saturating_sub(dice.modifier()).unsigned_abs();
            Endless { tail, chain: sides.map(|sides| Chain { sides, listed }) }
        });
        Ok(Fork::Roll { outcomes: merged(whole, same), endless })
    }

    /// Leaves out what a roll seldom comes to after all that fell before. One stays in any case, of the likeliest.
    fn leave_out_rare(&self, fork: &mut Fork) {
        let Fork::Roll { outcomes, .. } = fork else { return };
        let before: f64 = self.frames.iter().map(Frame::chance).product();
        let chances: Vec<f64> = outcomes.iter().map(|outcome| before * outcome.chance.to_f64()).collect();
        let likeliest = (0..chances.len()).rev().max_by(|&one, &other| chances[one].total_cmp(&chances[other]));
        let mut at = 0..chances.len();
        outcomes.retain(|_| at.next().is_some_and(|at| chances[at] >= self.rare || Some(at) == likeliest));
    }

    fn distribution(&mut self, name: &str, dice: Roll) -> Flow<&Distribution> {
        let refused = |error| Stop::broken(format!("no exact odds for {name} ({dice}): {error}"));
        match self.known.entry(dice) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(free) => Ok(free.insert(dice.try_distribution().map_err(refused)?)),
        }
    }

    /// The fork of a roll that fell already: one way.
    fn fallen(&self, name: &str, dice: Roll) -> Flow<Option<Fork>> {
        let total = match self.recorded.get(&self.depth) {
            None => return Ok(None),
            Some(Input::Dice { faces, typed, .. }) => read_faces(dice, name, faces, *typed)?.total,
            Some(_) => return Err(differs("rolled where it asked before")),
        };
        Ok(Some(Fork::Roll { outcomes: vec![Outcome { total, chance: Chance::ONE }], endless: None }))
    }

    /// The fork of a question that is answered already: one way.
    fn answered(&self, question: &S::Question) -> Flow<Option<Fork>> {
        match self.recorded.get(&self.depth) {
            None => Ok(None),
            Some(Input::Answer { option, .. }) if *option < question.options() => {
                let options = SmallVec::from_slice(&[*option]);
                Ok(Some(Fork::Ask { options, side: None, chosen: Vec::new() }))
            }
            Some(_) => Err(differs("asked something else than before")),
        }
    }

    /// What has been counted on this way.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The settled answers that were no option of any question.
    pub(super) fn unasked(&self) -> Vec<String> {
        let answers = self.deciding.answers.iter().zip(&self.asked);
        answers.filter(|(_, asked)| !**asked).map(|(key, _)| key.clone()).collect()
    }

    /// The option that is settled for a question: of several answers that fit, the one named first. All that fit are asked for.
    fn settled(&mut self, prompt: &Prompt) -> Option<usize> {
        let mut first = None;
        for (key, asked) in self.deciding.answers.iter().zip(&mut self.asked) {
            if let Some(option) = prompt.options.iter().position(|option| option.key == *key) {
                *asked = true;
                first = first.or(Some(option));
            }
        }
        first
    }

    /// A question that comes up for the first time.
    fn fork(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<Fork> {
        let count = question.options();
        if count <= 1 {
            let only = (count == 1).then_some(0).ok_or_else(|| Stop::broken("a question without options"))?;
            if !self.deciding.answers.is_empty() {
                self.settled(&self.book.prompt(table, who, question));
            }
            return Ok(Fork::Ask { options: SmallVec::from_slice(&[only]), side: None, chosen: Vec::new() });
        }
        if let Some(policies) = self.policies {
            let option = policy_answer(self.book, policies, table, who, question)?;
            return Ok(Fork::Ask { options: SmallVec::from_slice(&[option]), side: None, chosen: Vec::new() });
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
            if let Some(option) = self.settled(&prompt) {
                options = SmallVec::from_slice(&[option]);
            } else if reactions == Reactions::All {
                let kind: Arc<str> = prompt.kind.into();
                let name = |option: &crate::Choice| {
                    let (kind, key) = (kind.clone(), option.key.as_str().into());
                    Chosen { who, kind, key, of: count }
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

impl<S: System> Handler<S> for Exact<'_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        if self.depth == self.frames.len() && self.depth < self.prefix.len() {
            let Given::Total(total) = self.prefix[self.depth] else {
                return Err(differs("rolled where it asked before"));
            };
            let outcomes = vec![Outcome { total, chance: Chance::ONE }];
            self.frames.push(Frame { fork: Fork::Roll { outcomes, endless: None }, at: 0 });
        }
        if self.depth == self.frames.len()
            && let Some(fork) = self.fallen(throw.name, dice)?
        {
            self.frames.push(Frame { fork, at: 0 });
        }
        if self.depth == self.frames.len() {
            let mut fork = self.thrown(throw.name, dice, same)?;
            if self.rare > 0.0 {
                self.leave_out_rare(&mut fork);
            }
            self.frames.push(Frame { fork, at: 0 });
        }
        let Frame { fork: Fork::Roll { outcomes, .. }, at } = &self.frames[self.depth] else {
            return Err(differs("rolled where it asked before"));
        };
        self.depth += 1;
        Ok(outcomes[*at].total)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        if self.depth == self.frames.len() {
            let fork = match (self.prefix.get(self.depth), self.answered(question)?) {
                (Some(Given::Option(option)), _) => {
                    Fork::Ask { options: SmallVec::from_slice(&[*option]), side: None, chosen: Vec::new() }
                }
                (Some(Given::Total(_)), _) => return Err(differs("asked where it rolled before")),
                (None, Some(answered)) => answered,
                (None, None) => {
                    if let Some(notebook) = &mut self.notebook {
                        notebook.note(self.book, table, who, question);
                    }
                    self.fork(table, who, question)?
                }
            };
            self.frames.push(Frame { fork, at: 0 });
        }
        let Frame { fork: Fork::Ask { options, .. }, at } = &self.frames[self.depth] else {
            return Err(differs("asked where it rolled before"));
        };
        self.depth += 1;
        let option = options[*at];
        if option < question.options() { Ok(option) } else { Err(differs("asked something else than before")) }
    }

    fn moment(&mut self, table: &S::Table) -> Here {
        self.moments.push(Moment { fork: self.depth, table: table.clone(), marks: self.marks.clone() });
        Here(self.moments.len() - 1)
    }

    /// Where dice alone have led back, this way ends. Where something was chosen or is settled on the way, something has been
    /// counted or things stand otherwise, the ways from here are not those from there, and it goes on.
    fn repeat(&mut self, table: &S::Table, since: Here) -> Flow<()> {
        let Some(Moment { fork, table: before, marks }) = self.moments.get(since.0) else { return Ok(()) };
        let is_free = |(at, frame): (usize, &Frame)| {
            let is_roll = matches!(frame.fork, Fork::Roll { .. });
            (is_roll || frame.count() == 1) && at >= self.prefix.len() && !self.recorded.contains_key(&at)
        };
        let mut frames = self.frames.iter().enumerate().take(self.depth).skip(*fork);
        if *fork == self.depth || *marks != self.marks || !frames.all(is_free) || table != before {
            return Ok(());
        }
        self.back = Some(*fork);
        Err(Stop::Pause)
    }

    fn hear(&mut self, _to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}

/// What a policy answers, if it does not draw lots.
fn policy_answer<S: System>(
    book: &S,
    policies: &[S::Policy],
    table: &S::Table,
    who: Who,
    question: &S::Question,
) -> Flow<usize> {
    let last = policies.len().saturating_sub(1);
    let at = book.side_of(table, who).map_or(last, |side| usize::from(side.0).min(last));
    let policy = *policies.get(at).ok_or_else(|| Stop::broken("no policy for whoever is asked"))?;
    let fresh = FastRng::seed_from_u64(0);
    let mut rng = fresh.clone();
    let option = book.answer(table, policy, who, question, &mut rng);
    if rng == fresh { Ok(option) } else { Err(Stop::broken(DRAWS_LOTS)) }
}

/// Why there are no exact odds with a policy like `random`.
pub(crate) const DRAWS_LOTS: &str = "a policy draws lots; exact odds need policies that do not";

pub(super) fn differs(what: &str) -> Stop {
    Stop::broken(format!("a rule {what}: it depends on something outside the table"))
}

/// The sides of one die with all it brings, added up: what its distribution lists last is exactly "this or more".
fn sides_of_chain(dice: &Roll) -> Option<u16> {
    let (plain, _) = dice.without_modifier();
    let sides = dice.sizes().next().map(|(_, die)| die.sides())?;
    (dice.count() == 1 && plain == Roll::exploding(sides)).then_some(sides)
}

/// Does everything from this total on read the same? Then it does not matter that the distribution lists it as one.
///
/// Rules read dice against numbers, so what reads the same for the next totals and for one that is far away reads the
/// same for all between: a check against a number has no error, however long its dice may explode.
fn is_settled(from: i32, same: &dyn Fn(i32, i32) -> bool) -> bool {
    (1..=32).chain([1 << 10, 1 << 20]).all(|further| same(from, from.saturating_add(further)))
}

/// The outcomes of `distribution` that a rule does not read alike.
fn merged(distribution: &Distribution, same: &dyn Fn(i32, i32) -> bool) -> Vec<Outcome> {
    let Some((outcomes, all)) = distribution.narrow() else {
        return group(distribution.chances(), same, |sum, chance| *sum += chance, |chance| chance);
    };
    // Weights that fit in 128 bits, the usual case: their sum is at most that of all, so it cannot overflow.
    group(outcomes.iter().copied(), same, |sum, weight| *sum += weight, |weight| Chance::new(weight, all))
}

fn group<W>(
    outcomes: impl Iterator<Item = (i32, W)>,
    same: &dyn Fn(i32, i32) -> bool,
    add: impl Fn(&mut W, W),
    chance: impl Fn(W) -> Chance,
) -> Vec<Outcome> {
    let mut readings: SmallVec<[(i32, W); 16]> = SmallVec::new();
    for (total, weight) in outcomes {
        match readings.iter_mut().find(|(known, _)| same(*known, total)) {
            Some((_, sum)) => add(sum, weight),
            None => readings.push((total, weight)),
        }
    }
    readings.into_iter().map(|(total, weight)| Outcome { total, chance: chance(weight) }).collect()
}
