//! The odds of several deeds in a row, some answers settled, are what comes of playing them one after the other on every table.

use super::{
    Arena, Bench, Check,
    play::next_act,
    sampler::{Answering, Sampler},
    written,
};
use crate::{
    Audience, Deciding, ExploreError, Filled, Flow, Handler, Here, Mark, Marks, OddsError, Question, Reactions, Seat,
    Stop, System, Throw, Who,
    odds::{Deed, Ends, ends_of},
};
use referee_dice::{Chance, FastRng, Roll};
use std::collections::BTreeMap;

/// The most ways of a chain that are played through, one by one.
const MOST_WAYS: usize = 400;

/// How many chains are tried at each step.
const MOST_TRIES: u64 = 6;

/// The most dice and questions on one of them.
const DEEPEST: usize = 64;

/// What was counted, and the table as text.
type End = (Marks, String);

impl<A: Arena> Bench<'_, A> {
    /// Two or three deeds in a row, with answers settled that came up on one way of them. Several are tried, until one is found
    /// where an answer is asked for on some of the tables before a deed and not on others: there it is easily lost.
    pub(super) fn check_chains(&mut self, book: &A::Book, table: &<A::Book as System>::Table) {
        for number in 0..MOST_TRIES {
            let seed = self.seed ^ (self.step as u64) << 32 ^ number << 56;
            if self.check_chain(book, table, seed) {
                self.report.add("mixed chains");
                break;
            }
        }
    }

    /// True if an answer was asked for on some tables and not on others.
    fn check_chain(&mut self, book: &A::Book, table: &<A::Book as System>::Table, seed: u64) -> bool {
        let mut rng = FastRng::seed_from_u64(seed);
        let Some((mut deeds, came_up)) = self.tried(book, table, seed, &mut rng) else { return false };
        let is_settled = |_: &&String| rng.below(4) != 0;
        let answers: Vec<String> = came_up.iter().filter(is_settled).cloned().collect();
        for deed in &mut deeds {
            deed.deciding.answers.clone_from(&answers);
        }
        let Some(played) = played_through(book, table, &deeds) else {
            self.report.add("chains left out");
            return false;
        };
        let acts: Vec<String> = deeds.iter().map(|deed| deed.filled.to_string()).collect();
        let what = format!("{} with {}", acts.join("; "), answers.join(", "));
        match ends_of(book, table, &deeds, self.settings.ways.max(MOST_WAYS)) {
            Err(OddsError::Explore(ExploreError::Exhausted(_)) | OddsError::TooManyChoices) => {
                self.report.add("chains left out");
            }
            Err(OddsError::Explore(ExploreError::NeverAsked(_))) if !played.asked => {}
            Err(OddsError::Explore(ExploreError::Refused(_))) if played.refused => {}
            Err(error) => self.fault(Check::Chains, format!("no odds of {what}: {error}")),
            Ok(ends) => {
                self.report.add("chains");
                let found = summed(&ends);
                if found != played.ends {
                    let apart = difference(&found, &played.ends);
                    self.fault(Check::Chains, format!("the odds of {what} are not those of play: {apart}"));
                }
            }
        }
        played.is_mixed
    }

    /// Deeds that go on from each other on one way, and the keys of what was chosen there. `None` if nobody was asked.
    fn tried(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seed: u64,
        rng: &mut FastRng,
    ) -> Option<(Vec<Deed>, Vec<String>)> {
        let mut now = table.clone();
        let (mut deeds, mut came_up): (Vec<Deed>, Vec<String>) = (Vec::new(), Vec::new());
        let mut sampler = Sampler::new(book, Answering::Random, &mut self.dice, seed);
        for number in 0..2 + rng.below(2) {
            // The same once more is what people ask for: two blows at the same person.
            let again = deeds.last().filter(|_| number == 1 && rng.below(2) == 0);
            let again = again.map(|deed: &Deed| (deed.by, deed.filled.clone()));
            let again = again.filter(|(by, filled)| is_accepted(book, &now, *by, filled));
            let (by, filled) = match again {
                Some(again) => again,
                None => next_deed(book, &now, &self.seats, &deeds, rng)?,
            };
            let intent = book.intent(&now, by, &filled).ok()?;
            sampler.again();
            book.resolve_with(&mut now, by, &intent, &mut sampler).ok()?;
            came_up.extend(sampler.chosen.iter().map(|chosen| chosen.key.to_string()));
            deeds.push(Deed { by, filled, deciding: Deciding::from(Reactions::Never) });
        }
        (!came_up.is_empty()).then_some((deeds, came_up))
    }
}

/// Something that somebody may do next. What others do to the same person or thing comes first: what comes of one deed there
/// matters to the next.
fn next_deed<S: System>(
    book: &S,
    table: &S::Table,
    seats: &[Seat],
    before: &[Deed],
    rng: &mut FastRng,
) -> Option<(Seat, Filled)> {
    let is_about_the_same = |filled: &Filled| {
        let values = before.iter().flat_map(|deed| &deed.filled.slots).map(|(_, value)| value);
        values.into_iter().any(|known| filled.slots.iter().any(|(_, value)| value == known))
    };
    let mut next = None;
    for _ in 0..if before.is_empty() { 1 } else { 8 } {
        let (by, filled, _) = next_act(book, table, seats, rng).ok()??;
        let is_found = is_about_the_same(&filled);
        next = Some((by, filled));
        if is_found {
            break;
        }
    }
    next
}

fn is_accepted<S: System>(book: &S, table: &S::Table, by: Seat, filled: &Filled) -> bool {
    let Ok(intent) = book.intent(table, by, filled) else { return false };
    !matches!(resolved(book, table, by, &intent, &mut Walk::new(book, &[])), Some(Err(Stop::Refused(_))))
}

/// Runs the first way of a deed on a copy. `None` if it has no end.
fn resolved<S: System>(
    book: &S,
    table: &S::Table,
    by: Seat,
    intent: &S::Intent,
    walk: &mut Walk<'_, S>,
) -> Option<Flow<S::Table>> {
    let mut copy = table.clone();
    let result = book.resolve_with(&mut copy, by, intent, walk);
    (!walk.is_lost).then(|| result.map(|()| copy))
}

/// What comes of playing a chain on every way.
struct Played {
    ends: BTreeMap<End, Chance>,
    /// Has every settled answer been an option of some question?
    asked: bool,
    /// Was one of the deeds refused on every way?
    refused: bool,
    /// Was an answer asked for on some of the tables before a deed and not on others?
    is_mixed: bool,
}

/// Plays the deeds one after the other, on each table by itself. `None` if that is too much, or has no end.
fn played_through<S: System>(book: &S, table: &S::Table, deeds: &[Deed]) -> Option<Played> {
    let mut now: BTreeMap<End, (S::Table, Chance)> = BTreeMap::new();
    now.insert((Marks::default(), written(table)), (table.clone(), Chance::ONE));
    let mut asked = vec![false; deeds.first()?.deciding.answers.len()];
    let (mut ways, mut refused, mut is_mixed) = (0, false, false);
    for deed in deeds {
        let mut is_done = false;
        let mut here: Option<Vec<bool>> = None;
        let mut next: BTreeMap<End, (S::Table, Chance)> = BTreeMap::new();
        let mut add = |marks: Marks, table: S::Table, chance: Chance| {
            next.entry((marks, written(&table))).or_insert_with(|| (table, Chance::ZERO)).1 += chance;
        };
        for ((marks, _), (table, chance)) in now {
            let Ok(intent) = book.intent(&table, deed.by, &deed.filled) else {
                add(marks, table, chance);
                continue;
            };
            let mut walk = Walk::new(book, &deed.deciding.answers);
            loop {
                ways += 1;
                walk.begin(&marks);
                match resolved(book, &table, deed.by, &intent, &mut walk)? {
                    Ok(after) => {
                        is_done = true;
                        add(walk.marks.clone(), after, &chance * &walk.chance());
                    }
                    Err(Stop::Refused(_)) => add(marks.clone(), table.clone(), &chance * &walk.chance()),
                    Err(_) => return None,
                }
                if ways > MOST_WAYS {
                    return None;
                }
                if !walk.turn() {
                    break;
                }
            }
            asked.iter_mut().zip(&walk.asked).for_each(|(all, here)| *all |= here);
            is_mixed |= here.replace(walk.asked.clone()).is_some_and(|before| before != walk.asked);
        }
        refused |= !is_done;
        now = next;
    }
    let ends = now.into_iter().map(|(end, (_, chance))| (end, chance.reduced())).collect();
    Some(Played { ends, asked: asked.iter().all(|asked| *asked), refused, is_mixed })
}

fn summed<S: System>(ends: &Ends<S>) -> BTreeMap<End, Chance> {
    let texts: Vec<String> = ends.tables.iter().map(written).collect();
    let mut all: BTreeMap<End, Chance> = BTreeMap::new();
    for (_, marks, at, chance) in &ends.ways {
        *all.entry((marks.clone(), texts[*at].clone())).or_default() += chance;
    }
    all.into_iter().map(|(end, chance)| (end, chance.reduced())).collect()
}

/// The first end that differs, in words.
fn difference(found: &BTreeMap<End, Chance>, played: &BTreeMap<End, Chance>) -> String {
    let of = |all: &BTreeMap<End, Chance>, end: &End| all.get(end).cloned().unwrap_or_default();
    let apart = found.keys().chain(played.keys()).find(|end| of(found, end) != of(played, end));
    apart.map_or_else(String::new, |end| format!("{:?}: {}, in play {}", end.0, of(found, end), of(played, end)))
}

/// A handler that takes one way after the other: at each fork the first, then the next of the last fork that has one. Whoever
/// is asked gives the settled answer if the question has it, and nothing else.
struct Walk<'a, S: System> {
    book: &'a S,
    answers: &'a [String],
    asked: Vec<bool>,
    /// Each roll on this way: what can fall, and which of it is taken.
    rolls: Vec<(Vec<(i32, Chance)>, usize)>,
    depth: usize,
    marks: Marks,
    scratch: Vec<Mark>,
    /// The way is longer than anybody follows, or comes back to where it was.
    is_lost: bool,
}

impl<'a, S: System> Walk<'a, S> {
    fn new(book: &'a S, answers: &'a [String]) -> Self {
        let asked = vec![false; answers.len()];
        let (rolls, marks, scratch) = (Vec::new(), Marks::default(), Vec::new());
        Walk { book, answers, asked, rolls, depth: 0, marks, scratch, is_lost: false }
    }

    fn begin(&mut self, marks: &Marks) {
        self.depth = 0;
        self.marks.clone_from(marks);
    }

    /// The chance of this way.
    fn chance(&self) -> Chance {
        self.rolls.iter().fold(Chance::ONE, |chance, (falls, at)| &chance * &falls[*at].1)
    }

    /// Goes to the next way. False if this was the last.
    fn turn(&mut self) -> bool {
        while let Some((falls, at)) = self.rolls.last_mut() {
            *at += 1;
            if *at < falls.len() {
                return true;
            }
            self.rolls.pop();
        }
        false
    }
}

impl<S: System> Handler<S> for Walk<'_, S> {
    fn total(&mut self, _throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        if self.depth == self.rolls.len() {
            self.is_lost |= self.depth > DEEPEST;
            let all = dice.try_distribution().map_err(|error| Stop::broken(error.to_string()))?;
            let mut falls: Vec<(i32, Chance)> = Vec::new();
            for (total, chance) in all.chances() {
                match falls.iter_mut().find(|(known, _)| same(*known, total)) {
                    Some((_, sum)) => *sum += chance,
                    None => falls.push((total, chance)),
                }
            }
            self.rolls.push((falls, 0));
        }
        if self.is_lost {
            return Err(Stop::broken("too long to be followed"));
        }
        let (falls, at) = &self.rolls[self.depth];
        self.depth += 1;
        Ok(falls[*at].0)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let prompt = self.book.prompt(table, who, question);
        let mut taken = None;
        for (key, asked) in self.answers.iter().zip(&mut self.asked) {
            if let Some(option) = prompt.options.iter().position(|option| option.key == *key) {
                *asked = true;
                taken = taken.or(Some(option));
            }
        }
        Ok(taken.or(question.decline()).unwrap_or(question.usual()))
    }

    fn repeat(&mut self, _table: &S::Table, _since: Here) -> Flow<()> {
        self.is_lost = true;
        Err(Stop::broken("it is rolled again without end"))
    }

    fn hear(&mut self, _to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}
