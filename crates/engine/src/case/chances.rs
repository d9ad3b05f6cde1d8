//! The odds of a case, compared with exact fractions.

use super::{
    ChanceOf, Condition, DeedOf, Deeds, OddsOf, OneOrMore,
    command::command,
    matching,
    run::{At, Run},
};
use crate::{
    ActorId, Deciding, Marks, Reactions, System,
    odds::{Deed, Ends, Known, NOTHING, ends_of, word_of},
};
use referee_dice::Chance;
use serde_json::Value;

/// Maximum number of branches explored for the odds of a case, per action.
const LIMIT: usize = 1_000_000;

impl Run<'_> {
    pub(super) fn odds_of<S: System>(&mut self, at: &At<S>, odds: &OddsOf, path: &str, number: usize) {
        let own = odds.name.clone().unwrap_or_else(|| format!("odds {number}"));
        let place = if at.name.is_empty() { own } else { format!("{}, {own}", at.name) };
        let deeds = match self.deeds(at, odds) {
            Ok(deeds) => deeds,
            Err(refusal) => return self.fail(&format!("{path}.do"), &place, "do", "a command", refusal),
        };
        let ends = match ends_of(&at.book, &at.table, &deeds, LIMIT) {
            Ok(ends) => ends,
            Err(error) => return self.fail(&format!("{path}.do"), &place, "do", "exact odds", error),
        };
        let single = ChanceOf {
            measure: odds.measure.clone(),
            who: odds.who.clone(),
            is: odds.is.clone(),
            at_least: odds.at_least,
            state: odds.state.clone(),
            all: Vec::new(),
            any: Vec::new(),
            chance: odds.chance.clone(),
            within: odds.within.clone(),
            mean: None,
            rules: Vec::new(),
        };
        self.cite(&odds.rules, path, &place);
        self.refuse_idle(odds.idle(), path, &place);
        self.measures.extend(known_measures(&ends));
        if odds.chance.is_some() {
            self.chance(at, &ends, &single, path, &place);
        } else if odds.chances.is_empty() {
            self.fail(path, &place, "chance", "a chance, or chances", "none");
        }
        for (index, chance) in odds.chances.iter().enumerate() {
            self.chance(at, &ends, chance, &format!("{path}.chances[{index}]"), &place);
        }
    }

    fn deeds<S: System>(&self, at: &At<S>, odds: &OddsOf) -> Result<Vec<Deed>, crate::Refusal> {
        let deed = |by: Option<&String>, deed: &str, answers: Option<&Vec<String>>| {
            let by = by.or(odds.by.as_ref()).map(String::as_str);
            let (by, filled) = command(&at.book, &at.table, by, deed)?;
            let answers = answers.unwrap_or(&odds.answers).clone();
            Ok(Deed {
                by,
                filled,
                deciding: Deciding { reactions: odds.reactions.unwrap_or(Reactions::Never), answers },
            })
        };
        match &odds.deed {
            Deeds::One(text) => Ok(vec![deed(None, text, None)?]),
            Deeds::Row(row) => row
                .iter()
                .map(|each| match each {
                    DeedOf::Same(text) => deed(None, text, None),
                    DeedOf::Own { by, deed: text, answers } => deed(by.as_ref(), text, answers.as_ref()),
                })
                .collect(),
        }
    }

    fn chance<S: System>(&mut self, at: &At<S>, ends: &Ends<S>, expected: &ChanceOf, path: &str, place: &str) {
        self.report.chances += 1;
        self.cite(&expected.rules, path, place);
        self.refuse_idle(expected.idle(), path, place);
        let own = expected.own();
        let what = in_words(&own);
        let measures = known_measures(ends);
        for condition in [&own].into_iter().chain(&expected.all).chain(&expected.any) {
            if let Some(who) = condition.who.as_ref().filter(|who| actor_of(at, who).is_none()) {
                return self.fail(path, place, &what, "an actor's key", who);
            }
            let unknown = condition.measure.as_deref().filter(|measure| !measures.contains(measure));
            if let Some(measure) = unknown.filter(|_| condition.is.as_ref().is_some_and(is_nothing)) {
                // Nothing was counted here, so another step or odds must show that the measure exists.
                self.nowhere.push((format!("{path}.measure"), place.to_owned(), measure.to_owned()));
            } else if let Some(measure) = unknown {
                let known = if measures.is_empty() { "none at all".to_owned() } else { measures.join(", ") };
                return self.fail(path, place, &what, format!("the measure {measure:?}"), known);
            }
        }
        if let Some(mean) = &expected.mean {
            return self.mean(at, ends, expected, mean, path, place);
        }
        let Some(text) = &expected.chance else {
            return self.fail(path, place, &what, "a chance or a mean", "none");
        };
        let Ok(chance) = text.parse::<Chance>() else {
            return self.fail(&format!("{path}.chance"), place, &what, "a fraction such as \"7/10\"", text);
        };
        let holds = |marks: &Marks, table: &S::Table| {
            let each = |condition: &Condition| holds(at, condition, marks, table);
            each(&own) && expected.all.iter().all(each) && (expected.any.is_empty() || expected.any.iter().any(each))
        };
        if ends.ways.iter().any(|way| !way.0.is_empty()) {
            return self.in_every_group(at, ends, expected, &chance, holds, path, place);
        }
        let Some(within) = self.within(expected, path, place) else { return };
        match (ends.known_chance_of(holds), within) {
            (Known::Exactly(found), None) if found == chance => {}
            (Known::Exactly(found), None) => {
                self.fail(&format!("{path}.chance"), place, &what, chance.reduced(), found);
            }
            (Known::Exactly(found), Some(_)) => {
                let path = format!("{path}.within");
                self.fail(&path, place, &what, "no tolerance where the fraction is known", found);
            }
            (Known::About(found), Some(within)) if ends.error <= within && apart(&found, &chance) <= within => {}
            (Known::About(found), within) => {
                let (path, off) = (format!("{path}.chance"), ends.error.to_f64());
                let expected = match within {
                    Some(within) => format!("{} within {within}", chance.reduced()),
                    None => format!("{}, and `within` how far it may be off", chance.reduced()),
                };
                let found = format!("no closed form, about {} and off by {off:.1e} at most", found.to_f64());
                self.fail(&path, place, &what, expected, found);
            }
        }
    }

    /// The tolerance of a chance, if it has one. `None` if it cannot be parsed.
    fn within(&mut self, expected: &ChanceOf, path: &str, place: &str) -> Option<Option<Chance>> {
        let Some(text) = &expected.within else { return Some(None) };
        let read = text.parse::<Chance>().ok();
        if read.is_none() {
            self.fail(&format!("{path}.within"), place, "within", "a fraction such as \"1/1000000\"", text);
        }
        read.map(Some)
    }

    /// Under `all`, the chance must be the same for every combination of choices.
    #[allow(clippy::too_many_arguments, reason = "a case, its place, and what is expected there")]
    fn in_every_group<S: System>(
        &mut self,
        at: &At<S>,
        ends: &Ends<S>,
        expected: &ChanceOf,
        chance: &Chance,
        holds: impl Fn(&Marks, &S::Table) -> bool,
        path: &str,
        place: &str,
    ) {
        let what = expected.measure.as_deref().unwrap_or("chance");
        let looks_at_state = |condition: &Condition| !condition.state.is_empty();
        if !expected.state.is_empty() || expected.all.iter().chain(&expected.any).any(looks_at_state) {
            return self.fail(path, place, what, "no state under reactions = \"all\"", "state");
        }
        match ends.odds(&at.book) {
            Err(error) => self.fail(path, place, what, "exact odds", error),
            Ok(odds) => {
                for group in &odds.groups {
                    let found = group.chance_of(|marks| holds(marks, &at.table));
                    if found != *chance {
                        let keys: Vec<&str> = group.choices.iter().map(|choice| &*choice.chosen.key).collect();
                        let what = format!("{what} with {}", keys.join(", "));
                        self.fail(&format!("{path}.chance"), place, &what, chance.reduced(), found);
                    }
                }
            }
        }
    }

    fn mean<S: System>(
        &mut self,
        at: &At<S>,
        ends: &Ends<S>,
        expected: &ChanceOf,
        mean: &str,
        path: &str,
        place: &str,
    ) {
        let what = format!("mean of {}", expected.measure.as_deref().unwrap_or("nothing"));
        let who = expected.who.as_deref().and_then(|who| actor_of(at, who));
        let odds = match ends.odds(&at.book) {
            Ok(odds) => odds,
            Err(error) => return self.fail(path, place, &what, "exact odds", error),
        };
        for group in &odds.groups {
            let marginal = group
                .marginals
                .iter()
                .find(|marginal| Some(marginal.measure) == expected.measure.as_deref() && marginal.who == who);
            let found = marginal.and_then(|marginal| marginal.expected.as_ref());
            let is_exact = found.is_some_and(|found| found.is_exact);
            let found = found.map_or_else(|| "no number".to_owned(), ToString::to_string);
            if found != mean || !is_exact {
                self.fail(&format!("{path}.mean"), place, &what, mean, found);
            }
        }
    }
}

/// The absolute difference of two chances.
fn apart(one: &Chance, other: &Chance) -> Chance {
    one.checked_sub(other).or_else(|| other.checked_sub(one)).unwrap_or_default()
}

fn actor_of<S: System>(at: &At<S>, key: &str) -> Option<ActorId> {
    at.book.actors(&at.table).into_iter().find(|card| card.key == key).map(|card| card.id)
}

fn known_measures<S: System>(ends: &Ends<S>) -> Vec<&'static str> {
    let mut measures: Vec<&str> = ends.ways.iter().flat_map(|way| way.1.0.iter().map(|mark| mark.measure)).collect();
    measures.sort_unstable();
    measures.dedup();
    measures
}

fn is_nothing(is: &OneOrMore) -> bool {
    match is {
        OneOrMore::Word(word) => word == NOTHING,
        OneOrMore::Number(number) => *number == 0,
        OneOrMore::Words(words) => words.iter().any(|word| word == NOTHING),
        OneOrMore::Numbers(numbers) => numbers.contains(&0),
    }
}

fn in_words(condition: &Condition) -> String {
    let mut words: Vec<String> = [&condition.measure, &condition.who].into_iter().flatten().cloned().collect();
    match &condition.is {
        Some(OneOrMore::Word(word)) => words.push(word.clone()),
        Some(OneOrMore::Number(number)) => words.push(number.to_string()),
        Some(OneOrMore::Words(all)) => words.push(all.join(" or ")),
        Some(OneOrMore::Numbers(all)) => words.push(format!("{all:?}")),
        None => {}
    }
    words.extend(condition.at_least.map(|least| format!("at least {least}")));
    words.extend(condition.state.iter().map(|(path, value)| format!("{path} = {value}")));
    if words.is_empty() { "chance".to_owned() } else { words.join(" ") }
}

/// Whether the condition holds at the end of a branch.
fn holds<S: System>(at: &At<S>, condition: &Condition, marks: &Marks, table: &S::Table) -> bool {
    let state: &serde_json::Map<String, Value> = &condition.state;
    if !state.is_empty() && !matching::differences(state, &at.book.facts(table)).is_empty() {
        return false;
    }
    let Some(measure) = condition.measure.as_deref() else { return true };
    let who = condition.who.as_deref().map(|who| actor_of(at, who));
    let mut found =
        marks.0.iter().filter(|mark| mark.measure == measure && who.is_none_or(|who| mark.who == who)).peekable();
    if found.peek().is_none() {
        return condition.is.as_ref().is_some_and(is_nothing) || condition.at_least.is_some_and(|least| least <= 0);
    }
    found.any(|mark| {
        let word = word_of(mark);
        let is = match &condition.is {
            None => true,
            Some(OneOrMore::Word(one)) => word == *one,
            Some(OneOrMore::Number(number)) => mark.value == *number,
            Some(OneOrMore::Words(words)) => words.contains(&word),
            Some(OneOrMore::Numbers(numbers)) => numbers.contains(&mark.value),
        };
        is && condition.at_least.is_none_or(|least| mark.value >= least)
    })
}
