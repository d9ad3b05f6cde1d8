//! The exact chances of everything that can come of an act.

use referee_dice::Chance;
use referee_engine::{
    ActorId, Filled, Marks, Reactions, Refusal, Seat, Session, SessionError, Stop, System, Way, Who, explore,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many ways are followed at most.
const MOST_WAYS: usize = 2_000_000;

/// The chances of everything that can come of an act.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// What is done, as a command.
    pub act: String,
    /// How those who are asked along the way decide: `best`, `never`, `always`, `all`.
    pub reactions: &'static str,
    /// One branch, or, where every option is followed, one for each combination of answers.
    pub branches: Vec<Branch>,
}

/// What can come of one combination of answers.
#[derive(Clone, Debug, Serialize)]
pub struct Branch {
    /// The answers, where every option is followed; empty otherwise.
    pub choices: Vec<Chosen>,
    /// The chance that all these questions come up and no further one does.
    pub chance: Chance,
    /// The same as a decimal.
    pub decimal: f64,
    /// What is measured, each with its outcomes. Their chances sum to that of the branch.
    pub measures: Vec<Measure>,
}

/// One answer on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Chosen {
    /// Who was asked.
    pub who: Who,
    /// The option's key.
    pub option: String,
}

/// One thing that is measured: `attack on the bandit`.
#[derive(Clone, Debug, Serialize)]
pub struct Measure {
    /// What: `attack`, `injury`.
    pub name: String,
    /// Whom it befell.
    pub who: Option<ActorId>,
    /// The outcomes, from the least up; one with `value` null means that it did not come to that.
    pub outcomes: Vec<Outcome>,
}

/// One outcome of a measure.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The value in its order; `None` if it was not measured at all.
    pub value: Option<i32>,
    /// The value in a word, if it has one.
    pub word: String,
    /// Its chance.
    pub chance: Chance,
    /// The same as a decimal.
    pub decimal: f64,
    /// The chance of this one or any greater.
    pub at_least: Chance,
}

/// Why there are no odds.
#[derive(Debug, thiserror::Error)]
pub enum OddsError {
    /// The act is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An action is under way; the odds are for acts that can begin now.
    #[error("an action is under way and waits for an answer; answer it or abandon it first")]
    Busy,
    /// There are too many ways.
    #[error("{0}")]
    TooLarge(String),
}

impl From<OddsError> for SessionError {
    fn from(error: OddsError) -> SessionError {
        match error {
            OddsError::Refused(refusal) => SessionError::Refused(refusal),
            OddsError::Busy => SessionError::Busy(Vec::new()),
            OddsError::TooLarge(why) => SessionError::Broken(why),
        }
    }
}

pub(crate) fn odds<S: System>(
    session: &Session<S>,
    seat: Seat,
    filled: &Filled,
    reactions: Reactions,
) -> Result<Odds, OddsError> {
    if !session.waiting().is_empty() {
        return Err(OddsError::Busy);
    }
    let (book, table) = (session.book(), session.table());
    let intent = book.intent(table, seat, filled)?;
    let ways = explore(
        book,
        table,
        reactions,
        MOST_WAYS,
        |table, oracle| book.resolve(table, seat, &intent, oracle),
        |_, marks| marks.clone(),
    );
    let ways = ways.map_err(|stop| match stop {
        Stop::Refused(refusal) => OddsError::Refused(*refusal),
        Stop::Broken(why) => OddsError::TooLarge(why.into()),
        Stop::Pause => OddsError::TooLarge("the rules paused while the odds were worked out".into()),
    })?;
    let mut branches: BTreeMap<Vec<Chosen>, Vec<(Marks, Chance)>> = BTreeMap::new();
    for (Way { choices, end }, chance) in ways {
        let choices = choices.into_iter().map(|(who, option)| Chosen { who, option }).collect();
        branches.entry(choices).or_default().push((end, chance));
    }
    let branches = branches.into_iter().map(|(choices, ends)| branch(choices, &ends)).collect();
    Ok(Odds { act: filled.to_string(), reactions: word_of(reactions), branches })
}

fn word_of(reactions: Reactions) -> &'static str {
    match reactions {
        Reactions::Best => "best",
        Reactions::Never => "never",
        Reactions::Always => "always",
        Reactions::All => "all",
    }
}

fn branch(choices: Vec<Chosen>, ends: &[(Marks, Chance)]) -> Branch {
    let chance: Chance = ends.iter().map(|(_, chance)| chance.clone()).sum();
    let mut kinds: Vec<(&'static str, Option<ActorId>)> = Vec::new();
    for mark in ends.iter().flat_map(|(marks, _)| &marks.0) {
        if !kinds.contains(&(mark.measure, mark.who)) {
            kinds.push((mark.measure, mark.who));
        }
    }
    kinds.sort_by_key(|&(name, who)| (who, name));
    let measures = kinds.into_iter().map(|(name, who)| measure(name, who, ends)).collect();
    Branch { choices, decimal: chance.to_f64(), chance, measures }
}

fn measure(name: &str, who: Option<ActorId>, ends: &[(Marks, Chance)]) -> Measure {
    let mut found: BTreeMap<(Option<i32>, &str), Chance> = BTreeMap::new();
    for (marks, chance) in ends {
        let key = marks.get(name, who).map_or((None, "—"), |mark| (Some(mark.value), mark.word));
        *found.entry(key).or_default() += chance;
    }
    let mut at_least = Chance::ZERO;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for ((value, word), chance) in found.into_iter().rev() {
        at_least += &chance;
        let (word, chance) = (word.to_owned(), chance.reduced());
        outcomes.push(Outcome { value, word, decimal: chance.to_f64(), chance, at_least: at_least.reduced() });
    }
    outcomes.reverse();
    Measure { name: name.to_owned(), who, outcomes }
}
