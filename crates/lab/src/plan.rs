//! What is run, which part of it, and what came of it: a result that merges with other parts.

use crate::Tally;
use referee_shelf::{Fights, Lineup};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The version of the format of results.
const FORMAT: u32 = 1;

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
        let at = |number: u64| (u128::from(self.runs) * u128::from(number) / u128::from(part.of)) as u64;
        at(part.number - 1)..at(part.number)
    }
}

/// One of several parts of a run: `3/16`.
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
}

impl std::str::FromStr for Part {
    type Err = String;
    fn from_str(text: &str) -> Result<Part, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if number >= 1 && number <= of => Ok(Part { number, of }),
            _ => Err(format!("{text:?} is not a part; the third of sixteen is 3/16")),
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
    #[error("result {0} has fights that another has too: {1} to {2}")]
    Overlap(usize, u64, u64),
    /// A run that was stopped cannot be told apart from the rest.
    #[error("result {0} was stopped before its end, so nobody knows which fights are in it; run it again")]
    Partial(usize),
}

/// Puts parts of one run together. All parts together are equal to the whole run, bit for bit.
pub fn merge(parts: &[Outcome]) -> Result<Outcome, MergeError> {
    let (first, others) = parts.split_first().ok_or(MergeError::Nothing)?;
    let mut all = first.clone();
    if parts.len() > 1
        && let Some(at) = parts.iter().position(|part| part.is_partial)
    {
        return Err(MergeError::Partial(at + 1));
    }
    for (number, part) in (2..).zip(others) {
        if let Some(what) = differs(&all.plan, &part.plan) {
            return Err(MergeError::Different(number, what));
        }
        for &(start, end) in &part.fought {
            if let Some(&(other, until)) = all.fought.iter().find(|(other, until)| start < *until && *other < end) {
                return Err(MergeError::Overlap(number, start.max(other), end.min(until)));
            }
        }
        all.fought.extend(&part.fought);
        all.tally.merge(&part.tally);
    }
    all.fought.sort_unstable();
    all.fought.dedup_by(|next, last| {
        let joins = last.1 == next.0;
        if joins {
            last.1 = next.1;
        }
        joins
    });
    Ok(all)
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
