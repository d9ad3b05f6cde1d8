//! The odds of several deeds in a row.

use super::{
    Odds, OddsError,
    closed::{Detail, Worked, in_closed_form},
    lines::{Line, Lines},
    name_of, of_choices, within_choices,
};
use crate::{
    Chosen, Deciding, Effort, ExploreError, Explored, Exploring, Filled, Marks, Seat, System, explore_from,
    handlers::{Chains, Cut, Rounds, Series},
};
use referee_dice::Chance;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

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
pub fn ends_of<'e, S: System>(
    book: &S,
    table: &S::Table,
    deeds: &[Deed],
    effort: impl Into<Effort<'e>>,
) -> Result<Ends<S>, OddsError> {
    ends_from(book, Ends::at(table), deeds, effort)
}

/// The same from several tables, such as those of [`next_turn_of`](super::next_turn_of).
pub fn ends_from<'e, S: System>(
    book: &S,
    from: Ends<S>,
    deeds: &[Deed],
    effort: impl Into<Effort<'e>>,
) -> Result<Ends<S>, OddsError> {
    let effort = effort.into();
    let (mut ends, asked) = ends_at(book, from.clone(), deeds, effort, None)?;
    all_asked(deeds, &asked)?;
    let mut found = ends.odds(book)?;
    for rounds in Rounds::ALL {
        if found.is_closed() || !effort.closed {
            break;
        }
        let at = |cut| ends_at(book, from.clone(), deeds, effort, Some(cut)).ok().map(|(ends, _)| ends);
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

/// The odds of what is counted in deeds one after the other: the same as those of [`ends_from`]. Where the tables at the end are
/// not wanted, they need not be told apart, and a deed that leads to a hundred thousand takes no memory for them.
pub fn odds_from<'e, S: System>(
    book: &S,
    from: Ends<S>,
    deeds: &[Deed],
    effort: impl Into<Effort<'e>>,
) -> Result<Odds, OddsError> {
    let effort = effort.into();
    let Some((last, before)) = deeds.split_last() else { return from.odds(book) };
    let mut lines = Lines::default();
    let name = |who| from.tables.first().map_or_else(String::new, |table| name_of(book, table, who));
    in_closed_form(effort.closed, |cut, detail| {
        let (now, mut asked) = ends_at(book, from.clone(), before, effort, cut)?;
        let worked = counted(book, &now, last, effort, cut, &mut asked, &mut lines)?;
        all_asked(deeds, &asked)?;
        let Worked { made: (ways, error), chains, followed } = worked;
        Ok(Worked { made: Odds::told(ways, &lines, error, detail, name)?, chains, followed })
    })
}

/// An error if a settled answer fits no question of any deed.
fn all_asked(deeds: &[Deed], asked: &BTreeSet<&str>) -> Result<(), OddsError> {
    match answers_of(deeds).find(|key| !asked.contains(key.as_str())) {
        Some(key) => Err(ExploreError::NeverAsked(key.clone()).into()),
        None => Ok(()),
    }
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
    effort: Effort<'_>,
    cut: Option<Cut>,
) -> Result<(Ends<S>, BTreeSet<&'d str>), OddsError> {
    let (mut now, mut asked) = (from, BTreeSet::new());
    for deed in deeds {
        now = follow(book, &now, deed, effort, cut, &mut asked)?;
    }
    Ok((now, asked))
}

/// Follows one deed from every table. The settled answers that some question has are added to `asked`.
fn follow<'d, S: System>(
    book: &S,
    before: &Ends<S>,
    deed: &'d Deed,
    effort: Effort<'_>,
    cut: Option<Cut>,
    asked: &mut BTreeSet<&'d str>,
) -> Result<Ends<S>, OddsError> {
    let tables = RefCell::new(Tables::<S>::default());
    let mut ways: BTreeMap<(Vec<Chosen>, Marks, usize), Chance> = BTreeMap::new();
    let end = |table: &S::Table, marks: &Marks| (marks.clone(), tables.borrow_mut().index_of(book, table));
    let Worked { made: error, chains, followed } =
        each_table(book, before, deed, effort, cut, asked, end, |index, explored| {
            let same = explored.is_none().then(|| tables.borrow_mut().index_of(book, &before.tables[index]));
            for (choices, marks, _, chance) in before.ways.iter().filter(|(_, _, at, _)| *at == index) {
                if let Some(same) = same {
                    *ways.entry((choices.clone(), marks.clone(), same)).or_default() += chance;
                }
                for (way, further) in explored.iter().flat_map(|explored| &explored.ways) {
                    let (marks, choices) = (together(marks, &way.end.0), chosen(choices, &way.choices));
                    *ways.entry((choices, marks, way.end.1)).or_default() += chance * further;
                }
            }
        })?;
    let ways = ways.into_iter().map(|((choices, marks, at), chance)| (choices, marks, at, chance.reduced())).collect();
    Ok(Ends { tables: tables.into_inner().all, ways, error, endless: Endless { chains, followed, series: None } })
}

/// The ways of the last deed, without their tables, and how far they can be off.
type Counted = (Vec<(Vec<Chosen>, Line, Chance)>, Chance);

/// The same for the last deed, where only what is counted is wanted.
fn counted<'d, S: System>(
    book: &S,
    before: &Ends<S>,
    deed: &'d Deed,
    effort: Effort<'_>,
    cut: Option<Cut>,
    asked: &mut BTreeSet<&'d str>,
    lines: &mut Lines,
) -> Result<Worked<Counted>, OddsError> {
    let lines = RefCell::new(lines);
    let mut ways: BTreeMap<(Vec<Chosen>, Line), Chance> = BTreeMap::new();
    let end = |_: &S::Table, marks: &Marks| lines.borrow_mut().line(marks);
    let Worked { made: error, chains, followed } =
        each_table(book, before, deed, effort, cut, asked, end, |index, explored| {
            let mut lines = lines.borrow_mut();
            for (choices, marks, _, chance) in before.ways.iter().filter(|(_, _, at, _)| *at == index) {
                if explored.is_none() {
                    *ways.entry((choices.clone(), lines.line(marks))).or_default() += chance;
                }
                for (way, further) in explored.iter().flat_map(|explored| &explored.ways) {
                    // The first deed comes after nothing that was counted.
                    let line = match marks.0.is_empty() {
                        true => way.end.clone(),
                        false => {
                            let further = lines.marks(&way.end);
                            lines.line(&together(marks, &further))
                        }
                    };
                    *ways.entry((chosen(choices, &way.choices), line)).or_default() += chance * further;
                }
            }
        })?;
    let ways = ways.into_iter().map(|((choices, line), chance)| (choices, line, chance)).collect();
    Ok(Worked { made: (ways, error), chains, followed })
}

/// What was counted before and in a further deed.
fn together(before: &Marks, further: &Marks) -> Marks {
    let mut marks = before.clone();
    further.0.iter().for_each(|mark| marks.add(*mark));
    marks
}

fn chosen(before: &[Chosen], further: &[Chosen]) -> Vec<Chosen> {
    before.iter().chain(further).cloned().collect()
}

/// Does a deed on every table and hands over what comes of each: nothing where it is refused, unless it is on all of them. Gives how
/// far the chances can be off.
#[allow(clippy::too_many_arguments, reason = "a deed, where it is done, and what becomes of it")]
fn each_table<'d, S: System, K: Ord>(
    book: &S,
    before: &Ends<S>,
    deed: &'d Deed,
    effort: Effort<'_>,
    cut: Option<Cut>,
    asked: &mut BTreeSet<&'d str>,
    mut end: impl FnMut(&S::Table, &Marks) -> K,
    mut each: impl FnMut(usize, Option<Explored<K>>),
) -> Result<Worked<Chance>, OddsError> {
    let mut error = before.error.clone();
    let mut chains = Chains::default();
    let mut followed = before.endless.followed;
    let mut refusals = Vec::new();
    for (index, table) in before.tables.iter().enumerate() {
        // Every way begins at this table, so what is meant by the deed is the same on all of them.
        let explored = book.intent(table, deed.by, &deed.filled).map_err(ExploreError::from).and_then(|intent| {
            let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| {
                book.resolve_with(table, deed.by, &intent, oracle)
            };
            let how = Exploring { cut, ..Exploring::by(deed.deciding.clone()) };
            explore_from(book, table, how, within_choices(&deed.deciding, effort), run, &mut end)
        });
        let explored = match explored {
            Err(ExploreError::Refused(refusal)) => {
                refusals.push(refusal);
                None
            }
            other => Some(other.map_err(|error| of_choices(&deed.deciding, error))?),
        };
        if let Some(explored) = &explored {
            chains = chains.or(&explored.chains);
            followed += explored.followed;
            let answers = deed.deciding.answers.iter().filter(|key| !explored.unasked.contains(key));
            asked.extend(answers.map(String::as_str));
            let here = before.ways.iter().filter(|(_, _, at, _)| *at == index);
            here.for_each(|(.., chance)| error += &explored.error * chance);
        }
        each(index, explored);
    }
    if refusals.len() == before.tables.len() {
        return Err(refusals.swap_remove(0).into());
    }
    Ok(Worked { made: error, chains: before.endless.chains.clone().and(&chains), followed })
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
    /// Only the first so many tables were meant.
    pub(crate) fn forget_after(&mut self, count: usize) {
        if self.all.len() > count {
            self.all.truncate(count);
            self.known.values_mut().for_each(|places| places.retain(|place| *place < count));
        }
    }

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
    /// A table at which nothing has been done yet.
    pub fn at(table: &S::Table) -> Ends<S> {
        Ends {
            tables: vec![table.clone()],
            ways: vec![(Vec::new(), Marks::default(), 0, Chance::ONE)],
            error: Chance::ZERO,
            endless: Endless::default(),
        }
    }

    /// The odds of what was counted.
    pub fn odds(&self, book: &S) -> Result<Odds, OddsError> {
        let ways = self.ways.iter().map(|(choices, marks, _, chance)| (choices.clone(), marks.clone(), chance.clone()));
        let name = |who| self.tables.first().map_or_else(String::new, |table| name_of(book, table, who));
        let mut odds = Odds::new(ways.collect(), self.error.clone(), name)?;
        if let Some(series) = &self.endless.series {
            let cuts = series.try_map(|cut| cut.odds(book))?;
            odds.close(&cuts, Detail::Ways);
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
