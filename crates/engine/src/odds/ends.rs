//! The odds of several deeds in a row.

use super::{Odds, OddsError, name_of};
use crate::{
    Chosen, Deciding, ExploreError, Exploring, Filled, Marks, Seat, System, explore_from,
    handlers::{Chains, Cut, Rounds, Series},
};
use referee_dice::Chance;
use std::collections::{BTreeMap, BTreeSet};

/// One thing to do in a row of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Whose seat.
    pub by: Seat,
    /// What.
    pub filled: Filled,
    /// How those who are asked decide.
    pub deciding: Deciding,
}

/// A chance, and how well it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// The fraction itself.
    Exactly(Chance),
    /// As far as dice that explode without end were followed.
    About(Chance),
}

/// Every way in which a row of deeds can end.
#[derive(Clone, Debug)]
pub struct Ends<S: System> {
    /// The tables at the end, each once.
    pub tables: Vec<S::Table>,
    /// The ways: choices, what was counted, the index of the table, and the chance.
    pub ways: Vec<(Vec<Chosen>, Marks, usize, Chance)>,
    /// How far, at most, the chances can be off in sum, where there is no closed form.
    pub error: Chance,
    /// The dice that explode without end.
    pub(super) endless: Endless<S>,
}

/// The dice that explode without end, and the same deeds with these dice cut.
#[derive(Clone, Debug)]
pub(super) struct Endless<S: System> {
    chains: Chains,
    /// How many ways were followed.
    followed: usize,
    series: Option<Box<Series<Ends<S>>>>,
}

impl<S: System> Default for Endless<S> {
    fn default() -> Self {
        Endless { chains: Chains::default(), followed: 0, series: None }
    }
}

/// Follows deeds one after the other. Between them equal tables are merged.
///
/// Whoever is asked looks as far ahead as the end of that deed. A later deed that is refused on some ways (its target
/// is out by then) does nothing there; one that is refused on all ways is an error. A settled answer is given wherever it
/// is asked for, and need not be everywhere: it is an error if none of the deeds asks for it on any way.
pub fn ends_of<S: System>(book: &S, table: &S::Table, deeds: &[Deed], limit: usize) -> Result<Ends<S>, OddsError> {
    let now = Ends {
        tables: vec![table.clone()],
        ways: vec![(Vec::new(), Marks::default(), 0, Chance::ONE)],
        error: Chance::ZERO,
        endless: Endless::default(),
    };
    ends_from(book, now, deeds, limit)
}

/// The same from several tables, such as those of [`next_turn_of`](super::next_turn_of).
pub fn ends_from<S: System>(book: &S, from: Ends<S>, deeds: &[Deed], limit: usize) -> Result<Ends<S>, OddsError> {
    let (mut ends, asked) = ends_at(book, from.clone(), deeds, limit, None)?;
    if let Some(key) = answers_of(deeds).find(|key| !asked.contains(key.as_str())) {
        return Err(ExploreError::NeverAsked(key.clone()).into());
    }
    let mut found = ends.odds(book)?;
    for rounds in Rounds::ALL {
        if found.is_closed() {
            break;
        }
        let at = |cut| ends_at(book, from.clone(), deeds, limit, Some(cut)).ok().map(|(ends, _)| ends);
        let Some(series) = Series::of(&ends.endless.chains, rounds, ends.endless.followed, at) else { continue };
        let before = ends.endless.series.replace(Box::new(series));
        let odds = ends.odds(book)?;
        if odds.open() < found.open() {
            found = odds;
        } else {
            ends.endless.series = before;
        }
    }
    Ok(ends)
}

/// All answers that are settled for some deed.
fn answers_of(deeds: &[Deed]) -> impl Iterator<Item = &String> {
    deeds.iter().flat_map(|deed| &deed.deciding.answers)
}

/// The same with the dice cut that explode without end, and which of the settled answers some question has as an option.
fn ends_at<'d, S: System>(
    book: &S,
    from: Ends<S>,
    deeds: &'d [Deed],
    limit: usize,
    cut: Option<Cut>,
) -> Result<(Ends<S>, BTreeSet<&'d str>), OddsError> {
    let (mut now, mut asked) = (from, BTreeSet::new());
    for deed in deeds {
        now = follow(book, &now, deed, limit, cut, &mut asked)?;
    }
    Ok((now, asked))
}

/// Follows one deed from every table. The settled answers that some question has are added to `asked`.
fn follow<'d, S: System>(
    book: &S,
    before: &Ends<S>,
    deed: &'d Deed,
    limit: usize,
    cut: Option<Cut>,
    asked: &mut BTreeSet<&'d str>,
) -> Result<Ends<S>, OddsError> {
    let mut tables = Tables::<S>::default();
    let mut ways: BTreeMap<(Vec<Chosen>, Marks, usize), Chance> = BTreeMap::new();
    let mut error = before.error.clone();
    let mut chains = Chains::default();
    let mut followed = before.endless.followed;
    let mut refusals = Vec::new();
    for (index, table) in before.tables.iter().enumerate() {
        let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| done(book, table, deed, oracle);
        let end = |table: &S::Table, marks: &Marks| (marks.clone(), tables.index_of(book, table));
        let how = Exploring { cut, ..Exploring::by(deed.deciding.clone()) };
        let explored = match explore_from(book, table, how, limit, run, end) {
            Err(ExploreError::Refused(refusal)) => {
                refusals.push(refusal);
                None
            }
            other => Some(other?),
        };
        if let Some(explored) = &explored {
            chains = chains.or(&explored.chains);
            followed += explored.followed;
            let answers = deed.deciding.answers.iter().filter(|key| !explored.unasked.contains(key));
            asked.extend(answers.map(String::as_str));
        }
        let here = before.ways.iter().filter(|(_, _, at, _)| *at == index);
        for (choices, marks, _, chance) in here {
            let Some(explored) = &explored else {
                let same = tables.index_of(book, table);
                *ways.entry((choices.clone(), marks.clone(), same)).or_default() += chance;
                continue;
            };
            error += &explored.error * chance;
            for (way, further) in &explored.ways {
                let mut marks = marks.clone();
                way.end.0.0.iter().for_each(|mark| marks.add(*mark));
                let choices = choices.iter().chain(&way.choices).cloned().collect();
                *ways.entry((choices, marks, way.end.1)).or_default() += chance * further;
            }
        }
    }
    if refusals.len() == before.tables.len() {
        return Err(refusals.swap_remove(0).into());
    }
    let ways = ways.into_iter().map(|((choices, marks, at), chance)| (choices, marks, at, chance.reduced())).collect();
    let endless = Endless { chains: before.endless.chains.clone().and(&chains), followed, series: None };
    Ok(Ends { tables: tables.all, ways, error, endless })
}

fn done<S: System>(book: &S, table: &mut S::Table, deed: &Deed, oracle: &mut crate::Exact<'_, S>) -> crate::Flow<()> {
    let intent = book.intent(table, deed.by, &deed.filled)?;
    book.resolve_with(table, deed.by, &intent, oracle)
}

/// Tables, each once.
pub(crate) struct Tables<S: System> {
    pub(crate) all: Vec<S::Table>,
    /// How often a table was there already.
    pub(crate) merged: usize,
    known: BTreeMap<u64, Vec<usize>>,
}

impl<S: System> Default for Tables<S> {
    fn default() -> Self {
        Tables { all: Vec::new(), merged: 0, known: BTreeMap::new() }
    }
}

impl<S: System> Tables<S> {
    /// The number of a table, whether or not it is new.
    pub(crate) fn index_of(&mut self, book: &S, table: &S::Table) -> usize {
        let places = self.known.entry(book.fingerprint(table)).or_default();
        if let Some(&place) = places.iter().find(|&&place| self.all[place] == *table) {
            self.merged += 1;
            return place;
        }
        places.push(self.all.len());
        self.all.push(table.clone());
        self.all.len() - 1
    }
}

impl<S: System> Ends<S> {
    /// The odds of what was counted.
    pub fn odds(&self, book: &S) -> Result<Odds, OddsError> {
        let ways = self.ways.iter().map(|(choices, marks, _, chance)| (choices.clone(), marks.clone(), chance.clone()));
        let name = |who| self.tables.first().map_or_else(String::new, |table| name_of(book, table, who));
        let mut odds = Odds::new(ways.collect(), self.error.clone(), name)?;
        if let Some(series) = &self.endless.series {
            let cuts = series.try_map(|cut| cut.odds(book))?;
            odds.close(&cuts);
        }
        Ok(odds)
    }

    /// The chance of the ways for which `holds` is true of what was counted and of the table at the end. Meaningful for
    /// one way of choosing: not under [`Reactions::All`](crate::Reactions::All).
    pub fn chance_of(&self, holds: impl FnMut(&Marks, &S::Table) -> bool) -> Chance {
        match self.known_chance_of(holds) {
            Known::Exactly(chance) | Known::About(chance) => chance,
        }
    }

    /// The same, and whether that is the fraction itself. Where dice explode without end and no closed form is found for this
    /// chance, it is a sum that ends where the rest is rare: off by [`error`](Ends::error) at most.
    pub fn known_chance_of(&self, mut holds: impl FnMut(&Marks, &S::Table) -> bool) -> Known {
        let mut of = |ends: &Ends<S>| {
            let held = ends.ways.iter().filter(|(_, marks, at, _)| holds(marks, &ends.tables[*at]));
            held.map(|(.., chance)| chance.clone()).sum::<Chance>().reduced()
        };
        if self.error.is_zero() {
            return Known::Exactly(of(self));
        }
        let limit = self.endless.series.as_ref().and_then(|series| series.limit(&mut of));
        limit.map_or_else(|| Known::About(of(self)), Known::Exactly)
    }
}
