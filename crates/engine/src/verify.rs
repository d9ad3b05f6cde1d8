//! Three ways to the same chances: exact odds, plain enumeration, and counting.
//!
//! The exact handler reads dice before it branches, follows decisions and merges; the enumerator here does none of
//! that: it follows every total of every roll to its end. What both say must be equal, and what a simulation counts must
//! lie around it.

use crate::{Audience, Flow, Handler, Marks, Question, Reactions, Seat, Stop, System, Throw, Who, explore};
use referee_dice::{FastDice, Roll};
use std::collections::BTreeMap;

/// How far the three ways agree about one act in which nobody reacts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Agreement {
    /// Ways that the exact handler followed.
    pub ways: usize,
    /// Leaves that the enumeration followed.
    pub leaves: usize,
    /// Different things that could come of it.
    pub outcomes: usize,
    /// The largest difference between exact and enumerated chances.
    pub enumerated: f64,
    /// The largest difference between exact and counted, in standard deviations.
    pub deviations: f64,
    /// How often it was counted.
    pub samples: u32,
}

/// Compares the three ways. `None` if the act is too large to be enumerated, or refused.
pub fn agreement<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    intent: &S::Intent,
    limit: usize,
    samples: u32,
    dice: &mut FastDice,
) -> Option<Result<Agreement, String>> {
    let mut ways = 0;
    let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| book.resolve_with(table, seat, intent, oracle);
    let end = |_: &S::Table, marks: &Marks| {
        ways += 1;
        marks.clone()
    };
    let explored = explore(book, table, Reactions::Never, limit, run, end).ok()?;
    let exact: BTreeMap<Marks, f64> =
        explored.ways.into_iter().map(|(way, chance)| (way.end, chance.to_f64())).collect();
    let (enumerated, leaves) = enumerate(book, table, seat, intent, limit)?;
    let mut agreement = Agreement { ways, leaves, outcomes: exact.len(), samples, ..Agreement::default() };
    if let Some(marks) = enumerated.keys().find(|marks| !exact.contains_key(marks)) {
        return Some(Err(format!("{intent:?}: {marks:?} can come of it, but the exact odds do not list it")));
    }
    for (marks, chance) in &exact {
        let other = enumerated.get(marks).copied().unwrap_or(0.0);
        agreement.enumerated = agreement.enumerated.max((chance - other).abs());
    }
    let mut counts: BTreeMap<Marks, u32> = BTreeMap::new();
    let mut copy = table.clone();
    let mut counting = Plain { dice: Dice::Thrown(dice), scratch: Vec::new(), marks: Marks::default(), book };
    for _ in 0..samples {
        copy.clone_from(table);
        counting.marks.0.clear();
        if let Err(stop) = book.resolve_with(&mut copy, seat, intent, &mut counting) {
            return Some(Err(format!("simulating {intent:?} stopped: {stop:?}")));
        }
        *counts.entry(counting.marks.clone()).or_default() += 1;
    }
    for (marks, count) in &counts {
        let Some(chance) = exact.get(marks) else {
            return Some(Err(format!("{intent:?} came to {marks:?}, which the exact odds do not list")));
        };
        let expected = chance * f64::from(samples);
        // Rare things do not spread like a bell: they are compared where a handful of them is expected.
        if expected >= 5.0 {
            let deviation = (expected * (1.0 - chance)).sqrt().max(1e-9);
            let off = (f64::from(*count) - expected).abs() / deviation;
            agreement.deviations = agreement.deviations.max(if *chance > 1.0 - 1e-12 { 0.0 } else { off });
        }
    }
    Some(Ok(agreement))
}

/// Every total of every roll, followed to its end, in plain floating point.
fn enumerate<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    intent: &S::Intent,
    limit: usize,
) -> Option<(BTreeMap<Marks, f64>, usize)> {
    let mut found: BTreeMap<Marks, f64> = BTreeMap::new();
    let mut path: Vec<(Vec<(i32, f64)>, usize)> = Vec::new();
    for leaves in 1..=limit.saturating_mul(8) {
        let dice = Dice::Listed { path: &mut path, depth: 0 };
        let mut listed = Plain { dice, scratch: Vec::new(), marks: Marks::default(), book };
        book.resolve_with(&mut table.clone(), seat, intent, &mut listed).ok()?;
        let marks = listed.marks;
        let chance: f64 = path.iter().map(|(outcomes, at)| outcomes[*at].1).product();
        *found.entry(marks).or_default() += chance;
        loop {
            let Some((outcomes, at)) = path.last_mut() else { return Some((found, leaves)) };
            *at += 1;
            if *at < outcomes.len() {
                break;
            }
            path.pop();
        }
    }
    None
}

/// Where totals come from.
enum Dice<'a> {
    Thrown(&'a mut FastDice),
    Listed { path: &'a mut Vec<(Vec<(i32, f64)>, usize)>, depth: usize },
}

/// Nobody reacts, everything is counted.
struct Plain<'a, S: System> {
    dice: Dice<'a>,
    scratch: Vec<crate::Mark>,
    marks: Marks,
    book: &'a S,
}

impl<S: System> Handler<S> for Plain<'_, S> {
    fn total(&mut self, _throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let total = match &mut self.dice {
            Dice::Thrown(thrown) => thrown.roll(&dice),
            Dice::Listed { path, depth } => {
                if *depth == path.len() {
                    let distribution = dice.try_distribution().map_err(|error| Stop::broken(error.to_string()))?;
                    let outcomes = distribution.chances().map(|(total, chance)| (total, chance.to_f64())).collect();
                    path.push((outcomes, 0));
                }
                let (outcomes, at) = &path[*depth];
                *depth += 1;
                outcomes[*at].0
            }
        };
        Ok(total)
    }

    fn decide(&mut self, _: &S::Table, _: Who, question: &S::Question) -> Flow<usize> {
        Ok(if question.options() < 2 { 0 } else { question.decline().unwrap_or(question.usual()) })
    }

    fn hear(&mut self, _to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.book.marks(&event(), &mut self.scratch);
        for mark in self.scratch.drain(..) {
            self.marks.add(mark);
        }
    }
}
