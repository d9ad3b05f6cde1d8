//! A result in words and intervals.

use crate::{Counts, Interval, Outcome, UseTally, tally::Words};
use referee_shelf::Lineup;
use serde::Serialize;
use std::collections::BTreeSet;

/// What a batch came to. Everything with an interval has it at 95%.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The rulebook.
    pub book: String,
    /// The seed.
    pub seed: u64,
    /// Fights asked for.
    pub runs: u64,
    /// Fights fought.
    pub fights: u64,
    /// Fights of which every act was watched.
    pub watched: u64,
    /// Was it stopped early, or is it a part of a run?
    pub is_partial: bool,
    /// The sides.
    pub sides: Vec<SideReport>,
    /// Fights that nobody won.
    pub drawn: Interval,
    /// Fights that did not end.
    pub undecided: Interval,
    /// How much more often a side wins that acts first.
    pub first: Option<FirstReport>,
    /// Rounds a fight.
    pub rounds: Counts,
    /// The mean of it.
    pub rounds_mean: Interval,
    /// Acts a fight, on average.
    pub acts_mean: Interval,
    /// The actors.
    pub actors: Vec<ActorReport>,
    /// What the sides did.
    pub deeds: Vec<DeedReport>,
    /// What they answered.
    pub answers: Vec<AnswerReport>,
    /// What they did to the others in a fight.
    pub given: Vec<MeasureReport>,
    /// What could have been done and never was: side and verb.
    pub never_used: Vec<(String, String)>,
}

/// How one side fared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideReport {
    /// Its name.
    pub name: String,
    /// Its policy.
    pub policy: String,
    /// Fights that it won.
    pub wins: u64,
    /// The part of all fights that it won.
    pub rate: Interval,
    /// The part in which it acted first.
    pub acted_first: Interval,
}

/// What acting first is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstReport {
    /// The part of the decided fights that the side won that acted first.
    pub rate: Interval,
    /// For each side that acted first sometimes and sometimes not: by how much its win rate is higher when it did.
    pub advantage: Vec<(String, Interval)>,
}

/// How one actor fared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ActorReport {
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// The part of the fights at whose end it no longer took part.
    pub fallen: Interval,
    /// The round in which it fell, where that was watched.
    pub fell_in: Counts,
    /// The mean of it.
    pub fell_in_mean: Option<Interval>,
    /// What it had left.
    pub left: Vec<GaugeReport>,
    /// What befell it in a fight.
    pub taken: Vec<MeasureReport>,
}

/// One number at the end of the fights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GaugeReport {
    /// What is counted.
    pub name: String,
    /// At most; 0 where nothing bounds it.
    pub max: i32,
    /// The mean.
    pub mean: Interval,
    /// How often each number.
    pub values: Counts,
}

impl GaugeReport {
    /// The most there can be, where there is such a number.
    pub fn most(&self) -> Option<i32> {
        (self.max > 0).then_some(self.max)
    }
}

/// What was counted in a fight.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeasureReport {
    /// Whose doing; empty where it befell somebody.
    pub side: String,
    /// What.
    pub measure: String,
    /// The mean, if it is a number.
    pub mean: Option<Interval>,
    /// Each value and the part of the fights in which it was the worst, or the sum.
    pub values: Vec<(String, Interval)>,
}

/// What a side did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeedReport {
    /// The side.
    pub side: String,
    /// The act.
    pub act: String,
    /// How often a fight.
    pub per_fight: f64,
    /// The part of the fights in which it was done.
    pub used: Interval,
    /// The part of those that the side won; the game master has none.
    pub won: Option<Interval>,
    /// What came of it.
    pub came: Vec<Came>,
}

/// What a side answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerReport {
    /// The side.
    pub side: String,
    /// The kind of question.
    pub question: String,
    /// The option.
    pub option: String,
    /// The part of the times it was asked that.
    pub chosen: Interval,
    /// The part of the fights with it that the side won; the game master has none.
    pub won: Option<Interval>,
    /// What came of the acts in which it was answered so.
    pub came: Vec<Came>,
}

/// One thing that came of an act.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Came {
    /// What was measured.
    pub measure: String,
    /// In a word, or a number.
    pub word: String,
    /// The part of the uses.
    pub part: Interval,
}

fn came(used: &UseTally) -> Vec<Came> {
    let mut all = Vec::new();
    for (measure, words) in &used.came {
        for ((value, word), count) in &words.0 {
            let word = worded(*value, word);
            all.push(Came { measure: measure.clone(), word, part: Interval::part((*count).min(used.uses), used.uses) });
        }
    }
    all
}

fn worded(value: i32, word: &str) -> String {
    if word.is_empty() { value.to_string() } else { word.to_owned() }
}

fn measured(side: String, measure: &str, words: &Words, of: u64) -> MeasureReport {
    let is_number = words.0.keys().all(|(_, word)| word.is_empty());
    let mut counts = Counts::default();
    let pairs: Vec<(i64, u64)> = words.0.iter().map(|((value, _), count)| (i64::from(*value), *count)).collect();
    if is_number {
        counts = Counts::from(pairs);
    }
    let values = words.0.iter().map(|((value, word), count)| (worded(*value, word), Interval::part(*count, of)));
    MeasureReport {
        side,
        measure: measure.to_owned(),
        mean: is_number.then(|| counts.mean_of(of)),
        values: values.collect(),
    }
}

/// The difference of two independent parts, by the intervals of both (Newcombe).
pub(crate) fn difference(one: Interval, other: Interval) -> Interval {
    let value = one.value - other.value;
    let low = value - ((one.value - one.low).powi(2) + (other.high - other.value).powi(2)).sqrt();
    let high = value + ((one.high - one.value).powi(2) + (other.value - other.low).powi(2)).sqrt();
    Interval { value, low, high }
}

impl Report {
    /// The report of a result.
    pub fn of(outcome: &Outcome) -> Report {
        let (plan, tally) = (&outcome.plan, &outcome.tally);
        let lineup = &plan.lineup;
        let side_name = |side: Option<u8>| side_name(lineup, side);
        let sides = lineup.sides.iter().enumerate().map(|(at, side)| SideReport {
            name: side.name.clone(),
            policy: side.policy.clone(),
            wins: tally.won[at],
            rate: Interval::part(tally.won[at], tally.fights),
            acted_first: Interval::part(tally.first[at], tally.fights),
        });
        let given = tally.given.iter().map(|((side, measure), counts)| MeasureReport {
            side: side_name(Some(*side)),
            measure: measure.clone(),
            mean: Some(counts.mean_of(tally.watched)),
            values: counts.iter().map(|(n, count)| (n.to_string(), Interval::part(count, tally.watched))).collect(),
        });
        let deeds = tally.deeds.iter().map(|((side, act), used)| DeedReport {
            side: side_name(*side),
            act: act.clone(),
            per_fight: used.uses as f64 / tally.watched.max(1) as f64,
            used: Interval::part(used.fights, tally.watched),
            won: side.map(|_| Interval::part(used.won, used.fights)),
            came: came(used),
        });
        Report {
            book: lineup.book.clone(),
            seed: plan.seed,
            runs: plan.runs,
            fights: tally.fights,
            watched: tally.watched,
            is_partial: !outcome.is_whole(),
            sides: sides.collect(),
            drawn: Interval::part(tally.drawn, tally.fights),
            undecided: Interval::part(tally.undecided, tally.fights),
            first: first(outcome),
            rounds: tally.rounds.clone(),
            rounds_mean: tally.rounds.mean(),
            acts_mean: tally.acts.mean(),
            actors: actors(outcome),
            deeds: deeds.collect(),
            answers: answers(outcome),
            given: given.collect(),
            never_used: never_used(outcome),
        }
    }
}

fn side_name(lineup: &Lineup, side: Option<u8>) -> String {
    let side = side.and_then(|side| lineup.sides.get(usize::from(side)));
    side.map_or_else(|| "game master".to_owned(), |side| side.name.clone())
}

fn first(outcome: &Outcome) -> Option<FirstReport> {
    let tally = &outcome.tally;
    let decided: u64 = tally.won.iter().sum();
    let known: u64 = tally.first.iter().sum();
    let won: u64 = tally.first_won.iter().sum();
    if known == 0 || decided == 0 {
        return None;
    }
    let sides = outcome.plan.lineup.sides.iter().enumerate();
    let advantage = sides.filter(|(at, _)| tally.first[*at] > 0 && tally.first[*at] < known).map(|(at, side)| {
        let mine = Interval::part(tally.first_won[at], tally.first[at]);
        let theirs = Interval::part(tally.won[at].saturating_sub(tally.first_won[at]), known - tally.first[at]);
        (side.name.clone(), difference(mine, theirs))
    });
    Some(FirstReport { rate: Interval::part(won.min(decided), decided), advantage: advantage.collect() })
}

fn actors(outcome: &Outcome) -> Vec<ActorReport> {
    let (lineup, tally) = (&outcome.plan.lineup, &outcome.tally);
    let actor = |(at, actor): (usize, &referee_shelf::LineupActor)| {
        let gauges = lineup.gauges.iter().zip(&tally.gauges).filter(|(gauge, _)| gauge.actor.index() == at);
        let left = gauges.map(|(gauge, values)| GaugeReport {
            name: gauge.name.clone(),
            max: gauge.max,
            mean: values.mean(),
            values: values.clone(),
        });
        let taken = tally.taken.iter().filter(|((who, _), _)| usize::from(*who) == at);
        let fell_in = tally.fell_in[at].clone();
        ActorReport {
            key: actor.key.clone(),
            name: actor.name.clone(),
            side: side_name(lineup, Some(actor.side)),
            fallen: Interval::part(tally.fallen[at], tally.fights),
            fell_in_mean: (!fell_in.is_empty()).then(|| fell_in.mean()),
            fell_in,
            left: left.collect(),
            taken: taken.map(|((_, measure), words)| measured(String::new(), measure, words, tally.watched)).collect(),
        }
    };
    lineup.actors.iter().enumerate().map(actor).collect()
}

fn answers(outcome: &Outcome) -> Vec<AnswerReport> {
    let (lineup, tally) = (&outcome.plan.lineup, &outcome.tally);
    let asked = |side: &Option<u8>, question: &String| -> u64 {
        let same = tally.answers.iter().filter(|((other, kind, _), _)| other == side && kind == question);
        same.fold(0, |all, (_, used)| all.saturating_add(used.uses))
    };
    let answer = |((side, question, option), used): (&(Option<u8>, String, String), &UseTally)| AnswerReport {
        side: side_name(lineup, *side),
        question: question.clone(),
        option: option.clone(),
        chosen: Interval::part(used.uses, asked(side, question)),
        won: side.map(|_| Interval::part(used.won, used.fights)),
        came: came(used),
    };
    tally.answers.iter().map(answer).collect()
}

/// What was offered in the fights that were looked at closely, and done in none that was watched.
fn never_used(outcome: &Outcome) -> Vec<(String, String)> {
    let tally = &outcome.tally;
    let unused = tally.offered.iter().filter(|(side, act, _)| !tally.deeds.contains_key(&(*side, act.clone())));
    let names: BTreeSet<(String, String)> =
        unused.map(|(side, _, verb)| (side_name(&outcome.plan.lineup, *side), verb.clone())).collect();
    names.into_iter().collect()
}
