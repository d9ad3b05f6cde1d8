//! What a sweep came to: a result that merges with other parts, and what it says.

use crate::{
    Interval, MergeError, Outcome, Report,
    plan::{FORMAT, Parts},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most spots of a grid: more are too many to look at.
pub(crate) const MOST_SPOTS: usize = 10_000;

/// What a sweep, or a part of one, came to. The spots are numbered from 0, the last path varying fastest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Swept {
    /// The version of the format.
    pub format: u32,
    /// What varies: path and values.
    pub varied: Vec<(String, Vec<String>)>,
    /// The sides.
    pub sides: Vec<String>,
    /// The seed, the same for every spot.
    pub seed: u64,
    /// Fights for each spot.
    pub runs: u64,
    /// Was it stopped early?
    pub is_partial: bool,
    /// What the spots came to of which there are fights in it.
    pub spots: BTreeMap<usize, Outcome>,
}

/// A grid of batches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grid {
    /// What varies: path and values.
    pub varied: Vec<(String, Vec<String>)>,
    /// The sides.
    pub sides: Vec<String>,
    /// Fights for each spot.
    pub runs: u64,
    /// The seed, the same for every spot.
    pub seed: u64,
    /// The spots that were fought, the last path varying fastest.
    pub spots: Vec<Spot>,
    /// Was it stopped early, or is it a part of a sweep?
    pub is_partial: bool,
}

/// One batch of the grid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    /// The values, in the order of the paths.
    pub values: Vec<String>,
    /// Fights fought.
    pub fights: u64,
    /// The win rate of each side.
    pub won: Vec<Interval>,
    /// Fights that nobody won.
    pub drawn: Interval,
    /// Rounds.
    pub rounds: Interval,
}

impl Swept {
    /// A sweep of which nothing has been fought.
    pub(crate) fn new(varied: Vec<(String, Vec<String>)>, sides: Vec<String>, seed: u64, runs: u64) -> Swept {
        Swept { format: FORMAT, varied, sides, seed, runs, is_partial: false, spots: BTreeMap::new() }
    }

    /// Is every fight of every spot in it?
    pub fn is_whole(&self) -> bool {
        !self.is_partial && self.spots.len() == spots_of(&self.varied) && self.spots.values().all(Outcome::is_whole)
    }
}

impl Parts for Swept {
    fn unsound(&self) -> Option<&'static str> {
        if self.sides.is_empty() || self.varied.is_empty() || !(1..=MOST_SPOTS).contains(&spots_of(&self.varied)) {
            return Some("an impossible grid");
        }
        if self.spots.keys().next_back().is_some_and(|&last| last >= spots_of(&self.varied)) {
            return Some("spots outside the grid");
        }
        let is_of_this = |outcome: &Outcome| {
            let plan = &outcome.plan;
            let sides = plan.lineup.sides.iter().map(|side| &side.name);
            (plan.seed, plan.runs) == (self.seed, self.runs) && sides.eq(&self.sides)
        };
        if !self.spots.values().all(is_of_this) {
            return Some("spots of another sweep");
        }
        self.spots.values().find_map(Outcome::unsound)
    }

    fn is_partial(&self) -> bool {
        self.is_partial
    }

    fn add(&mut self, number: usize, part: &Swept) -> Result<(), MergeError> {
        let facts = [
            (self.format == part.format, "the format"),
            (self.varied == part.varied, "what varies"),
            (self.sides == part.sides, "who plays"),
            (self.seed == part.seed, "the seed"),
            (self.runs == part.runs, "the number of fights"),
        ];
        if let Some((_, what)) = facts.into_iter().find(|(same, _)| !same) {
            return Err(MergeError::Different(number, what));
        }
        for (&at, outcome) in &part.spots {
            match self.spots.get_mut(&at) {
                Some(spot) => spot.add(number, outcome)?,
                None => drop(self.spots.insert(at, outcome.clone())),
            }
        }
        Ok(())
    }
}

/// Puts parts of one sweep together. All parts together are equal to the whole sweep, bit for bit.
pub fn merge_sweeps(parts: &[Swept]) -> Result<Swept, MergeError> {
    Swept::merged(parts)
}

impl Grid {
    /// What a sweep says.
    pub fn of(swept: &Swept) -> Grid {
        let spot = |(&at, outcome): (&usize, &Outcome)| {
            let report = Report::of(outcome);
            Spot {
                values: values_at(&swept.varied, at),
                fights: report.fights,
                won: report.sides.iter().map(|side| side.rate).collect(),
                drawn: report.drawn,
                rounds: report.rounds_mean,
            }
        };
        Grid {
            varied: swept.varied.clone(),
            sides: swept.sides.clone(),
            runs: swept.runs,
            seed: swept.seed,
            spots: swept.spots.iter().map(spot).collect(),
            is_partial: !swept.is_whole(),
        }
    }

    /// The values at every spot, and what was fought there.
    pub fn places(&self) -> impl Iterator<Item = (Vec<String>, Option<&Spot>)> {
        let mut fought = self.spots.iter().peekable();
        (0..spots_of(&self.varied)).map(move |at| {
            let values = values_at(&self.varied, at);
            let spot = fought.next_if(|spot| spot.values == values);
            (values, spot)
        })
    }
}

/// How many spots there are.
pub(crate) fn spots_of(varied: &[(String, Vec<String>)]) -> usize {
    varied.iter().fold(1, |spots: usize, (_, values)| spots.saturating_mul(values.len()))
}

/// The values at a spot; the last path varies fastest.
pub(crate) fn values_at(varied: &[(String, Vec<String>)], number: usize) -> Vec<String> {
    let mut left = number;
    let mut value = |(_, values): &(String, Vec<String>)| {
        let value = values[left % values.len()].clone();
        left /= values.len();
        value
    };
    let mut values: Vec<String> = varied.iter().rev().map(&mut value).collect();
    values.reverse();
    values
}
