//! What is run, which part of it, and what came of it: a result that merges with other parts.

use crate::{Counts, Tally};
use referee_shelf::{Fights, Lineup};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The version of the format of results.
pub(crate) const FORMAT: u32 = 1;

/// No number of a fight is farther from 0.
const FARTHEST: u64 = 1 << 40;

/// Everything that decides what a run comes to. Equal plans have equal results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the format.
    pub format: u32,
    /// Who fights, and by which rules.
    pub lineup: Lineup,
    /// A digest of the scene.
    pub scene: String,
    /// The seed.
    pub seed: u64,
    /// How many fights.
    pub runs: u64,
    /// Every so many fights one is watched act by act.
    pub watch_every: u64,
}

impl Plan {
    /// So many fights, all of them watched.
    pub fn new(fights: &dyn Fights, scene: &str, seed: u64, runs: u64) -> Plan {
        let digest = Sha256::digest(scene.as_bytes());
        let scene = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Plan { format: FORMAT, lineup: fights.lineup().clone(), scene, seed, runs, watch_every: 1 }
    }

    /// The fights of a part.
    pub fn range(&self, part: Part) -> Range<u64> {
        part.range(self.runs)
    }
}

/// One of several parts of a run or a sweep: `3/16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Part {
    /// All of it.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Which of so many are in it.
    pub fn range(self, all: u64) -> Range<u64> {
        let at = |number: u64| (u128::from(all) * u128::from(number) / u128::from(self.of)) as u64;
        at(self.number - 1)..at(self.number)
    }
}

impl std::str::FromStr for Part {
    type Err = String;
    fn from_str(text: &str) -> Result<Part, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if number >= 1 && number <= of => Ok(Part { number, of }),
            _ => Err(format!("{text:?} is not a part; the third of sixteen is written 3/16")),
        }
    }
}

/// What a run, or a part of one, came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// What was run.
    pub plan: Plan,
    /// The fights that are in it, by number: beginning and end of each stretch, in order.
    pub fought: Vec<(u64, u64)>,
    /// Was it stopped before all of those were done? Then which of them are counted is not known.
    pub is_partial: bool,
    /// What was counted.
    pub tally: Tally,
}

impl Outcome {
    /// Is every fight of the plan in it?
    pub fn is_whole(&self) -> bool {
        !self.is_partial && self.fought == [(0, self.plan.runs)]
    }
}

impl Parts for Outcome {
    fn unsound(&self) -> Option<&'static str> {
        let (Plan { lineup, runs, .. }, tally) = (&self.plan, &self.tally);
        let counts = |all: &[u64]| all.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        let fought =
            self.fought.iter().fold(0, |sum: u64, (start, end)| sum.saturating_add(end.saturating_sub(*start)));
        let ended = [counts(&tally.won), tally.drawn, tally.undecided];
        let numbers = [&tally.rounds, &tally.acts].into_iter().chain(&tally.gauges).chain(&tally.fell_in);
        let far = |counts: &Counts| {
            [counts.least(), counts.most()].iter().flatten().any(|number| number.unsigned_abs() > FARTHEST)
        };
        let [sides, actors] = [lineup.sides.len(), lineup.actors.len()];
        let facts = [
            (self.fought.iter().all(|(start, end)| start <= end && end <= runs), "fights that are not in the run"),
            (self.fought.is_sorted_by(|one, next| one.1 <= next.0), "fights that are in it twice"),
            (tally.fights == fought || (self.is_partial && tally.fights < fought), "another number of fights"),
            ([&tally.won, &tally.first, &tally.first_won].iter().all(|all| all.len() == sides), "other sides"),
            (tally.fallen.len() == actors && tally.fell_in.len() == actors, "other characters"),
            (tally.gauges.len() == lineup.gauges.len(), "other gauges"),
            (counts(&ended) <= tally.fights && counts(&tally.first) <= tally.fights, "more ends than fights"),
            (tally.watched <= tally.fights, "more fights watched than fought"),
            (tally.fallen.iter().all(|fallen| *fallen <= tally.fights), "more falls than fights"),
            (tally.first_won.iter().zip(&tally.first).all(|(won, first)| won <= first), "more won than begun"),
            (!numbers.chain(tally.given.values()).any(far), "an impossible number"),
        ];
        facts.into_iter().find(|(holds, _)| !holds).map(|(_, why)| why)
    }

    fn is_partial(&self) -> bool {
        self.is_partial
    }

    fn add(&mut self, number: usize, part: &Outcome) -> Result<(), MergeError> {
        if let Some(what) = differs(&self.plan, &part.plan) {
            return Err(MergeError::Different(number, what));
        }
        for &(start, end) in &part.fought {
            if let Some(&(other, until)) = self.fought.iter().find(|(other, until)| start < *until && *other < end) {
                return Err(MergeError::Overlap(number, start.max(other), end.min(until)));
            }
        }
        self.fought.extend(&part.fought);
        self.fought.sort_unstable();
        self.fought.dedup_by(|next, last| {
            let joins = last.1 == next.0;
            if joins {
                last.1 = next.1;
            }
            joins
        });
        self.tally.merge(&part.tally);
        Ok(())
    }
}

/// Why results do not merge.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there is nothing to merge")]
    Nothing,
    /// They are parts of different runs.
    #[error("result {0} is of another run: {1} differs")]
    Different(usize, &'static str),
    /// A part is there twice.
    #[error("result {0} repeats fights {1} to {2} of another result")]
    Overlap(usize, u64, u64),
    /// No fights come to that: a file that was changed or cut off.
    #[error("result {0} cannot be the result of fights: {1}")]
    Unsound(usize, &'static str),
    /// A run that was stopped cannot be told apart from the rest.
    #[error("result {0} was interrupted, so it is unknown which fights it contains; run it again")]
    Partial(usize),
}

impl MergeError {
    /// The number of the result that it is about, from 1.
    pub fn number(&self) -> Option<usize> {
        match self {
            MergeError::Nothing => None,
            MergeError::Different(number, _)
            | MergeError::Overlap(number, ..)
            | MergeError::Unsound(number, _)
            | MergeError::Partial(number) => Some(*number),
        }
    }
}

/// A result that may be a part of a larger one.
pub(crate) trait Parts: Clone {
    /// What is wrong with it, if it was handed in and no fights come to that.
    fn unsound(&self) -> Option<&'static str>;

    /// Was it stopped early?
    fn is_partial(&self) -> bool;

    /// Puts another part in, which is result `number` of those that are merged.
    fn add(&mut self, number: usize, part: &Self) -> Result<(), MergeError>;

    /// All of these in one.
    fn merged(parts: &[Self]) -> Result<Self, MergeError> {
        let mut all = parts.first().ok_or(MergeError::Nothing)?.clone();
        for (number, part) in (1..).zip(parts) {
            if let Some(why) = part.unsound() {
                return Err(MergeError::Unsound(number, why));
            }
            if part.is_partial() && parts.len() > 1 {
                return Err(MergeError::Partial(number));
            }
            if number > 1 {
                all.add(number, part)?;
            }
        }
        Ok(all)
    }
}

/// Puts parts of one run together. All parts together are equal to the whole run, bit for bit.
pub fn merge(parts: &[Outcome]) -> Result<Outcome, MergeError> {
    Outcome::merged(parts)
}

fn differs(one: &Plan, other: &Plan) -> Option<&'static str> {
    let facts = [
        (one.format == other.format, "the format"),
        (one.lineup.book == other.lineup.book && one.lineup.rules == other.lineup.rules, "the rulebook"),
        (one.scene == other.scene, "the scene"),
        (one.lineup == other.lineup, "who plays"),
        (one.seed == other.seed, "the seed"),
        (one.runs == other.runs, "the number of fights"),
        (one.watch_every == other.watch_every, "how many are watched"),
    ];
    facts.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
}
