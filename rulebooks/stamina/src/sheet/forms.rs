//! What there is to find (ST-237 to ST-249), and the GM's own checks.

use super::{Attribute, Primary, Secondary};
use referee_engine::{door::fields, key_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fields! {
    /// A clue, or a thing to be found.
    #[derive(PartialEq, Eq)]
    pub struct ClueSheet {
        /// The word for it.
        key: String;
        /// What it is about.
        topic: String = "";
        /// ST-242.
        difficulty: u8, in 1..=60;
        /// ST-243: additional successes it costs when it is not the easiest.
        cost: u8 = 0, in ..=20;
        /// What it tells.
        information: String;
        /// A thing for a Search?
        item: bool = false;
    }
}

impl ClueSheet {
    /// Is it a clue, and about this topic?
    pub fn is_about(&self, topic: &str) -> bool {
        !self.item && key_of(&self.topic) == topic
    }

    /// ST-243: needs this clue a cost beside these others? All but the easiest of a topic do; of two that are as easy, one.
    pub fn needs_cost<'c>(&self, others: impl IntoIterator<Item = &'c ClueSheet>) -> bool {
        let topic = key_of(&self.topic);
        let is_easier = |other: &ClueSheet| {
            other.difficulty < self.difficulty || (other.difficulty == self.difficulty && other.cost == 0)
        };
        !self.item && others.into_iter().any(|other| other.is_about(&topic) && is_easier(other))
    }
}

/// ST-243: the first clue that needs a cost beside the others and has none, by its place among them.
pub fn clue_without_cost(clues: &[ClueSheet]) -> Option<usize> {
    let others = |at: usize| clues.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, other)| other);
    (0..clues.len()).rev().find(|&at| clues[at].cost == 0 && clues[at].needs_cost(others(at)))
}

/// ST-271: the GM's own check, as a form with the fields of every other entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    pub name: String,
    /// ST-004.
    pub attribute: Attribute,
    /// ST-005.
    #[serde(default)]
    pub skill: Option<Primary>,
    /// The secondary skill that helps; each rank is a bonus die.
    #[serde(default)]
    pub secondary: Option<Secondary>,
    /// What its ranks give, in words.
    #[serde(default)]
    pub secondary_effect: String,
    /// Does aid give one bonus die and one for each rank in the secondary skill?
    #[serde(default)]
    pub aid: bool,
    #[serde(default)]
    pub description: String,
    /// The difficulty; the GM is asked if it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 60))]
    pub difficulty: Option<u8>,
    /// What a critical failure brings.
    #[serde(default)]
    pub critical_failure: String,
    /// What a failure brings.
    #[serde(default)]
    pub failure: String,
    /// What a near failure brings; ST-R11 if it is left out.
    #[serde(default)]
    pub near_failure: String,
    /// What a success brings.
    #[serde(default)]
    pub success: String,
    /// What each additional success brings.
    #[serde(default)]
    pub additional: String,
    /// ST-236: only the GM may call for it.
    #[serde(default)]
    pub passive: bool,
    /// ST-018: does it use materials, which a critical failure uses up?
    #[serde(default)]
    pub materials: bool,
    /// ST-019: is it a movement, in which a critical failure means a fall?
    #[serde(default)]
    pub movement: bool,
}
