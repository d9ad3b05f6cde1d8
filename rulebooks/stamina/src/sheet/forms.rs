//! What there is to find (ST-237 to ST-249), and the GM's own checks.

use super::{Attribute, Primary, Secondary};
use referee_engine::{door::fields, key_of};

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

fields! {
    /// ST-271: the GM's own check, as a form with the fields of every other entry.
    #[derive(PartialEq, Eq)]
    pub struct Custom {
        name: String;
        /// ST-004.
        attribute: Attribute;
        /// ST-005.
        skill: Option<Primary> = None;
        /// The secondary skill that helps; each rank is a bonus die.
        secondary: Option<Secondary> = None;
        /// What its ranks give, in words.
        secondary_effect: String = "";
        /// Does aid give one bonus die and one for each rank in the secondary skill?
        aid: bool = false;
        description: String = "";
        /// The difficulty; the GM is asked if it is left out.
        difficulty: Option<u8> = None, in 1..=60;
        /// What a critical failure brings.
        critical_failure: String = "";
        /// What a failure brings.
        failure: String = "";
        /// What a near failure brings; ST-R11 if it is left out.
        near_failure: String = "";
        /// What a success brings.
        success: String = "";
        /// What each additional success brings.
        additional: String = "";
        /// ST-236: only the GM may call for it.
        passive: bool = false;
        /// ST-018: does it use materials, which a critical failure uses up?
        materials: bool = false;
        /// ST-019: is it a movement, in which a critical failure means a fall?
        movement: bool = false;
    }
}
