//! Marks: what the odds count. A book derives them from its events.

use crate::ActorId;
use serde::Serialize;
use smallvec::SmallVec;

/// A countable result of an event: `attack on the bandit: avoided`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Mark {
    /// What is measured: `attack`, `injury`, `shock failures`.
    pub measure: &'static str,
    /// The affected actor.
    pub who: Option<ActorId>,
    /// The value, in a meaningful order: worse or more is higher.
    pub value: i32,
    /// The value as a word, if it has one: `avoided`. Numbers have none.
    pub word: &'static str,
    /// How several marks of one measure and actor are combined.
    pub fold: Fold,
}

/// How several marks of the same measure are combined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// The highest counts: the worst injury.
    Highest,
    /// The last one counts: where it ended.
    Last,
    /// They are added up: the number of injuries.
    Sum,
}

impl Mark {
    /// A mark with a word; the highest counts.
    pub const fn word(measure: &'static str, who: Option<ActorId>, value: i32, word: &'static str) -> Mark {
        Mark { measure, who, value, word, fold: Fold::Highest }
    }

    /// A mark that counts occurrences; they are added up.
    pub const fn count(measure: &'static str, who: Option<ActorId>, value: i32) -> Mark {
        Mark { measure, who, value, word: "", fold: Fold::Sum }
    }
}

/// The marks of one outcome: one for each measure and actor, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Marks(pub SmallVec<[Mark; 6]>);

impl Marks {
    /// Adds a mark, combining it with an existing one.
    pub fn add(&mut self, mark: Mark) {
        match self.0.binary_search_by_key(&(mark.measure, mark.who), |old| (old.measure, old.who)) {
            Err(place) => self.0.insert(place, mark),
            Ok(place) => {
                let old = &mut self.0[place];
                match mark.fold {
                    Fold::Highest if mark.value > old.value => *old = mark,
                    Fold::Highest => {}
                    Fold::Last => *old = mark,
                    Fold::Sum => old.value = old.value.saturating_add(mark.value),
                }
            }
        }
    }

    /// The mark of a measure, if there is one.
    pub fn get(&self, measure: &str, who: Option<ActorId>) -> Option<&Mark> {
        self.0.iter().find(|mark| mark.measure == measure && mark.who == who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_one_measure_fold_together() {
        let mut marks = Marks::default();
        let bandit = Some(ActorId(1));
        marks.add(Mark::count("injuries", bandit, 1));
        marks.add(Mark::word("injury", bandit, 2, "serious"));
        marks.add(Mark::word("injury", bandit, 1, "mild"));
        marks.add(Mark::count("injuries", bandit, 1));
        marks.add(Mark::count("injuries", None, 1));
        assert_eq!(marks.get("injuries", bandit).unwrap().value, 2);
        assert_eq!(marks.get("injury", bandit).unwrap().word, "serious");
        assert_eq!(marks.0.len(), 3);
    }
}
