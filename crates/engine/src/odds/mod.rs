//! Odds: from every way things can go to something people can read.

mod closed;
mod ends;
mod lines;
mod provoked;
mod turn;
mod under_way;

pub use ends::{Deed, Ends, Known, ends_from, ends_of, odds_from};
pub use provoked::Provoked;
pub use turn::next_turn_of;
pub use under_way::{OptionOdds, odds_of_options};

pub(crate) use ends::Tables;

use crate::{
    ActorId, Chosen, Deciding, Effort, ExploreError, Explored, Exploring, Mark, Marks, Reactions, Refusal, Seat,
    System, Who, explore_from, known_table,
};
use closed::{Detail, Worked, in_closed_form};
use lines::{Line, Lines};
use referee_dice::{Chance, Mean};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::fmt;

/// The most combinations of choices that are listed under [`Reactions::All`].
pub const MAX_GROUPS: usize = 256;

/// The most ways that are followed under [`Reactions::All`]: each holds all its choices.
const MOST_CHOSEN: usize = 100_000;

/// The exact odds of doing something.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// One for each combination of choices; a single one unless every choice was followed ([`Reactions::All`]).
    pub groups: Vec<Group>,
    /// Where dice explode without end: how far, at most, the chances can be off in sum that are not exact. Zero otherwise.
    #[serde(serialize_with = "fraction")]
    pub error: Chance,
    /// The chance of the values that are not exact together, of the measure where it is highest.
    #[serde(serialize_with = "fraction")]
    pub doubtful: Chance,
    /// The reactions that it would offer to others, as far as whoever asks may know.
    pub provokes: Vec<Provoked>,
}

/// How things can go if these choices are made.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// The choices, in the order in which they come up.
    pub choices: Vec<Choosing>,
    /// The joint distribution: everything that was counted, and its chance.
    pub ways: Vec<Outcome>,
    /// The sum of the chances: one, unless an option of the choices is not there on every way.
    #[serde(serialize_with = "fraction")]
    pub whole: Chance,
    /// Each measure by itself.
    pub marginals: Vec<Marginal>,
}

/// A choice, with the name of whoever makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choosing {
    /// The option.
    #[serde(flatten)]
    pub chosen: Chosen,
    /// The name of whoever is asked.
    pub name: String,
}

/// One way things can go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// What was counted.
    pub marks: Marks,
    /// How likely it is.
    #[serde(serialize_with = "fraction")]
    pub chance: Chance,
    /// Is that exact? Where dice explode without end, the rarest of endlessly many ways are not.
    #[serde(rename = "exact")]
    pub is_exact: bool,
}

/// One measure of one actor.
#[derive(Clone, Debug, Serialize)]
pub struct Marginal {
    /// What is measured: `attack`.
    pub measure: &'static str,
    /// Whom it befalls.
    pub who: Option<ActorId>,
    /// Its name.
    pub name: Option<String>,
    /// The values in their order, each with its chance. If there are endlessly many, the last is "so many or more".
    pub values: Vec<Valued>,
    /// The expected value, if the values are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
}

/// An expected value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The number.
    pub mean: Mean,
    /// Is it exact? Otherwise dice explode without end, and the highest total that is listed stands for all beyond.
    pub is_exact: bool,
}

/// A value and its chance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Valued {
    /// The value; `None` if nothing was counted there.
    pub value: Option<i32>,
    /// In a word: `avoided`, `none`, `2`.
    pub word: String,
    /// How likely it is.
    #[serde(serialize_with = "fraction")]
    pub chance: Chance,
}

/// Why there are no odds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// Refused, too much work, or a mistake of ours.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// More choices than anybody could read.
    #[error(
        "there are more than {MAX_GROUPS} combinations of choices, or more than {MOST_CHOSEN} ways between them; \
         settle some of them beforehand"
    )]
    TooManyChoices,
}

/// Every combination of choices is more work than one of them, and nobody reads thousands.
pub(crate) fn within_choices<'e>(deciding: &Deciding, effort: Effort<'e>) -> Effort<'e> {
    match deciding.reactions {
        Reactions::All => Effort { ways: effort.ways.min(MOST_CHOSEN), ..effort },
        _ => effort,
    }
}

/// Too much work because of the choices, where it is.
pub(crate) fn of_choices(deciding: &Deciding, error: ExploreError) -> OddsError {
    match error {
        ExploreError::Exhausted(crate::Exhausted { limit })
            if deciding.reactions == Reactions::All && limit >= MOST_CHOSEN =>
        {
            OddsError::TooManyChoices
        }
        error => error.into(),
    }
}

impl From<Refusal> for OddsError {
    fn from(refusal: Refusal) -> OddsError {
        OddsError::Explore(refusal.into())
    }
}

/// The exact odds of `intent`, done by `seat` on `table`, as far as `seat` knows it. The table stays as it is.
///
/// `effort` bounds the number of ways that are followed.
pub fn odds_of<'e, S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    intent: &S::Intent,
    deciding: impl Into<Deciding>,
    effort: impl Into<Effort<'e>>,
) -> Result<Odds, OddsError> {
    let (deciding, effort) = (deciding.into(), effort.into());
    let table = &*known_table(book, table, seat);
    let (mut met, mut lines) = (Vec::new(), Lines::default());
    let odds = in_closed_form(effort.closed, |cut, detail| {
        let run =
            |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| book.resolve_with(table, seat, intent, oracle);
        // What comes up is noted once: with the dice cut it is the same again.
        let how = Exploring { cut, notes: cut.is_none(), ..Exploring::by(deciding.clone()) };
        let within = within_choices(&deciding, effort);
        let explored = explore_from(book, table, how, within, run, |_, marks| lines.line(marks));
        let mut explored = explored.map_err(|error| of_choices(&deciding, error))?.all_asked()?;
        met.append(&mut explored.met);
        Odds::of(explored, &lines, detail, |who| name_of(book, table, who))
    })?;
    Ok(Odds { provokes: provoked::provoked(book, table, seat, met), ..odds })
}

impl Odds {
    /// What was explored, and its endless dice.
    fn of(
        explored: Explored<Line>,
        lines: &Lines,
        detail: Detail,
        name: impl Fn(Who) -> String,
    ) -> Result<Worked<Odds>, OddsError> {
        let Explored { ways, error, chains, followed, .. } = explored;
        let ways = ways.into_iter().map(|(way, chance)| (way.choices, way.end, chance));
        let made = Odds::told(ways.collect(), lines, error, detail, name)?;
        Ok(Worked { made, chains, followed })
    }

    /// The odds of these ways: choices, marks and chance of each; and how far they can be off in sum.
    pub fn new(
        ways: Vec<(Vec<Chosen>, Marks, Chance)>,
        error: Chance,
        name: impl Fn(Who) -> String,
    ) -> Result<Odds, OddsError> {
        let mut lines = Lines::default();
        let ways = ways.into_iter().map(|(choices, marks, chance)| (choices, lines.line(&marks), chance)).collect();
        Odds::told(ways, &lines, error, Detail::Ways, name)
    }

    fn told(
        ways: Vec<(Vec<Chosen>, Line, Chance)>,
        lines: &Lines,
        error: Chance,
        detail: Detail,
        name: impl Fn(Who) -> String,
    ) -> Result<Odds, OddsError> {
        let ways: Vec<Told> =
            ways.into_iter().map(|(choices, line, chance)| (numbered(choices), line, chance)).collect();
        let mut groups = Vec::new();
        let making = Making { lines, detail, name: &name };
        combine(&ways.iter().collect::<Vec<_>>(), &mut Vec::new(), &making, &mut groups)?;
        let is_exact = error.is_zero();
        for group in &mut groups {
            group.ways.iter_mut().for_each(|way| way.is_exact = is_exact);
            let means = group.marginals.iter_mut().filter_map(|marginal| marginal.expected.as_mut());
            means.for_each(|mean| mean.is_exact = is_exact);
        }
        let doubtful = if is_exact { Chance::ZERO } else { Chance::ONE };
        Ok(Odds { groups, error, doubtful, provokes: Vec::new() })
    }

    /// How many ways are listed, in all groups together.
    fn listed(&self) -> usize {
        self.groups.iter().map(|group| group.ways.len()).sum()
    }

    /// How many values all measures have, in all groups together.
    fn values(&self) -> usize {
        let marginals = self.groups.iter().flat_map(|group| &group.marginals);
        marginals.map(|marginal| marginal.values.len()).sum()
    }

    /// The group, if there is only one.
    pub fn only(&self) -> Option<&Group> {
        match &self.groups[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// A choice that was made, with how often that kind of question had come up for that person before.
type Numbered = (Chosen, usize);
type Told = (Vec<Numbered>, Line, Chance);

/// What groups are made with.
struct Making<'m, N> {
    lines: &'m Lines,
    detail: Detail,
    name: &'m N,
}

fn numbered(choices: Vec<Chosen>) -> Vec<Numbered> {
    let mut numbered: Vec<Numbered> = Vec::with_capacity(choices.len());
    for choice in choices {
        let before = numbered.iter().filter(|(old, _)| old.who == choice.who && old.kind == choice.kind).count();
        numbered.push((choice, before));
    }
    numbered
}

fn is_same_question(a: &Numbered, b: &Numbered) -> bool {
    a.1 == b.1 && a.0.who == b.0.who && a.0.kind == b.0.kind
}

/// One group for each way of choosing. A question that comes up on some ways only divides those ways only; the others
/// belong to every answer to it.
fn combine<N: Fn(Who) -> String>(
    ways: &[&Told],
    chosen: &mut Vec<Numbered>,
    making: &Making<'_, N>,
    groups: &mut Vec<Group>,
) -> Result<(), OddsError> {
    let is_open = |choice: &&Numbered| !chosen.iter().any(|known| is_same_question(known, choice));
    let Some(open) = ways.iter().find_map(|way| way.0.iter().find(is_open)).cloned() else {
        if groups.len() == MAX_GROUPS {
            return Err(OddsError::TooManyChoices);
        }
        let choices =
            chosen.iter().map(|(chosen, _)| Choosing { chosen: chosen.clone(), name: (making.name)(chosen.who) });
        groups.push(Group::new(choices.collect(), ways, making));
        if groups.len() > 1 && groups.iter().map(|group| group.ways.len()).sum::<usize>() > MOST_CHOSEN {
            return Err(OddsError::TooManyChoices);
        }
        return Ok(());
    };
    let mut answers: Vec<Numbered> = Vec::new();
    for choice in ways.iter().flat_map(|way| way.0.iter().filter(|choice| is_same_question(choice, &open))) {
        if !answers.iter().any(|known| known.0.key == choice.0.key) {
            answers.push(choice.clone());
        }
    }
    for answer in answers {
        let agrees = |way: &&&Told| {
            way.0
                .iter()
                .find(|choice| is_same_question(choice, &answer))
                .is_none_or(|choice| choice.0.key == answer.0.key)
        };
        let agreeing: Vec<&Told> = ways.iter().filter(agrees).copied().collect();
        chosen.push(answer.clone());
        combine(&agreeing, chosen, making, groups)?;
        chosen.pop();
    }
    Ok(())
}

impl Group {
    fn new<N: Fn(Who) -> String>(choices: Vec<Choosing>, told: &[&Told], making: &Making<'_, N>) -> Group {
        let Making { lines, detail, name } = *making;
        let places = lines.places();
        let place = |line: &Line| -> Line { line.iter().map(|number| places[*number as usize]).collect() };
        let mut order: Vec<(Line, &Told)> = told.iter().map(|way| (place(&way.1), *way)).collect();
        order.sort_by(|one, other| one.0.cmp(&other.0));
        let mut joint: Vec<(&Line, Chance)> = Vec::new();
        for (_, (_, line, chance)) in order {
            match joint.last_mut().filter(|(known, _)| *known == line) {
                Some((_, sum)) => *sum += chance,
                None => joint.push((line, chance.clone())),
            }
        }
        let whole = joint.iter().map(|(_, chance)| chance.clone()).sum::<Chance>().reduced();
        let marginals = lines.marginals(joint.iter().map(|(line, chance)| (&***line, chance)), &whole, name);
        let outcome = |(line, chance): (&Line, Chance)| Outcome {
            marks: lines.marks(line),
            chance: chance.reduced(),
            is_exact: true,
        };
        let ways = match detail {
            Detail::Ways => joint.into_iter().map(outcome).collect(),
            Detail::Measures => Vec::new(),
        };
        Group { choices, ways, whole, marginals }
    }

    /// The chance of everything for which `holds` is true.
    pub fn chance_of(&self, holds: impl Fn(&Marks) -> bool) -> Chance {
        self.ways.iter().filter(|way| holds(&way.marks)).map(|way| way.chance.clone()).sum::<Chance>().reduced()
    }

    /// The chance that a measure has this word, or this number in digits.
    pub fn chance(&self, measure: &str, who: Option<ActorId>, word: &str) -> Chance {
        let marginal = self.marginals.iter().find(|marginal| marginal.measure == measure && marginal.who == who);
        let values = marginal.into_iter().flat_map(|marginal| &marginal.values);
        values.filter(|value| value.word == word).map(|value| value.chance.clone()).sum::<Chance>().reduced()
    }
}

/// The word for a measure of which nothing was counted.
pub const NOTHING: &str = "none";

/// A mark in a word: its own, or its number.
pub fn word_of(mark: &Mark) -> String {
    if mark.word.is_empty() { mark.value.to_string() } else { mark.word.to_owned() }
}

/// The values that are numbers.
fn numbers(values: &[Valued]) -> impl Iterator<Item = (i32, &Chance)> {
    values.iter().filter_map(|value| Some((value.value?, &value.chance)))
}

fn name_of<S: System>(book: &S, table: &S::Table, who: Who) -> String {
    match who {
        Who::Gm => "GM".to_owned(),
        Who::Side(side) => format!("side {}", side.0 + 1),
        Who::Actor(actor) => {
            let cards = book.actors(table);
            cards
                .into_iter()
                .find(|card| card.id == actor)
                .map_or_else(|| format!("actor {}", actor.0), |card| card.name)
        }
    }
}

fn fraction<Z: Serializer>(chance: &Chance, serializer: Z) -> Result<Z::Ok, Z::Error> {
    let mut both = serializer.serialize_struct("Chance", 2)?;
    both.serialize_field("exact", &chance.reduced().to_string())?;
    both.serialize_field("decimal", &chance.to_f64())?;
    both.end()
}

impl Serialize for Expected {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut both = serializer.serialize_struct("Expected", 2)?;
        match self.is_exact {
            true => both.serialize_field("exact", &self.mean.to_string())?,
            false => both.skip_field("exact")?,
        }
        both.serialize_field("decimal", &self.mean.to_f64())?;
        both.end()
    }
}

/// The fraction if it is exact, otherwise about how much it is.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact { self.mean.fmt(f) } else { write!(f, "about {:.9}", self.mean.to_f64()) }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.groups.iter().try_for_each(|group| group.fmt(f))?;
        self.doubt().map_or(Ok(()), |doubt| writeln!(f, "({doubt})"))
    }
}

impl Odds {
    /// In words, how far they can be off; `None` if they are exact.
    pub fn doubt(&self) -> Option<String> {
        let (error, doubtful) = (self.error.to_f64(), self.doubtful.to_f64());
        match self.open() {
            (doubt, 0) if doubt.is_zero() => None,
            (doubt, _) if doubt.is_zero() => Some("all chances are exact, not all expected values".to_owned()),
            (doubt, _) if doubt == Chance::ONE => Some(format!("off by at most {error:.1e} in sum")),
            _ => Some(format!(
                "exact but for the rarest ends, {doubtful:.1e} together, off by at most {error:.1e} in sum"
            )),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices: Vec<String> =
            self.choices.iter().map(|choice| format!("{}: {}", choice.name, choice.chosen.key)).collect();
        if !choices.is_empty() {
            writeln!(f, "if {}", choices.join(", "))?;
        }
        self.marginals.iter().try_for_each(|marginal| writeln!(f, "{marginal}"))
    }
}

impl fmt::Display for Marginal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.measure)?;
        if let Some(name) = &self.name {
            write!(f, ", {name}")?;
        }
        for (index, Valued { word, chance, .. }) in self.values.iter().enumerate() {
            write!(f, "{} {word} {chance} ({:.1} %)", if index == 0 { ":" } else { "," }, 100.0 * chance.to_f64())?;
        }
        self.expected.as_ref().map_or(Ok(()), |mean| write!(f, "; expected {mean}"))
    }
}

/// The word for a way of reacting in commands and files.
impl fmt::Display for Reactions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reactions::Best => "best",
            Reactions::Never => "never",
            Reactions::Always => "always",
            Reactions::All => "all",
        })
    }
}
