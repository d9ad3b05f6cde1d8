//! Facts: what a book keeps of a character or a thing, each declared once.
//!
//! A book writes a list of [`Fact`]s for its characters, one line for each:
//!
//! ```ignore
//! pub const OF_CHARACTER: &[Fact<Proficiency, ActorId>] = &[
//!     Fact::new("stable", |t, who| t.actor(who).stable.into()),
//!     Fact::new("magic", |t, who| t.actor(who).magic.into())
//!         .rule(rule!("PR-R67"))
//!         .number(|_, _| 0..=3, |t, who, points| t.actor_mut(who).magic = points as u8),
//! ];
//! ```
//!
//! From the list follow the data for cases and tools ([`of`]), the gauges of simulated fights ([`by_facts!`](crate::by_facts!)),
//! and the corrections of the game master ([`Correct`]): the act with its slots, the legal values and the reasons of the others,
//! the event and its log line.

mod change;
mod correct;

pub use change::{Change, Given};
pub use correct::{Correct, Corrected, Correction, Corrects, FactKey, Subject, To};

use crate::{
    ActorId, Flow, Gauge, RuleId, Through,
    act::{Book, Seen, Why},
    space::Cell,
};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// Reads something of a character or a thing.
type Read<S, Of, T> = fn(&Seen<'_, S>, Of) -> T;
/// Sets something of a character or a thing.
type Set<S, Of, T> = fn(&mut <S as crate::System>::Table, Of, T);
/// What follows from a correction by the rules: the table before and after it.
type Then<S, Of> =
    fn(&S, &<S as crate::System>::Table, &mut <S as crate::System>::Table, Of, &mut Through<'_, S>) -> Flow<()>;
/// Why nobody may correct it now.
type Bars<S, Of> = for<'t> fn(&Seen<'t, S>, Of) -> Result<(), Why<'t>>;
/// Why it may not be set to this.
type Refuses<S, Of> = for<'t> fn(&Seen<'t, S>, Of, Given) -> Result<(), Why<'t>>;

/// One fact of a character or a thing: its name, its words, how it is read, and, where the game master may correct it, what
/// it can be, how it is set and what follows.
pub struct Fact<S: Book, Of> {
    /// The name in data and in commands.
    key: &'static str,
    /// Is it part of the data for cases and tools?
    is_data: bool,
    /// What people read.
    words: &'static str,
    rule: Option<RuleId>,
    read: Read<S, Of, Value>,
    most: Option<Read<S, Of, i32>>,
    change: Option<Change<S, Of>>,
    bars: Option<Bars<S, Of>>,
    refuses: Option<Refuses<S, Of>>,
    then: Option<Then<S, Of>>,
}

impl<S: Book, Of: Copy> Fact<S, Of> {
    /// A fact that can be read. People read its name.
    pub const fn new(key: &'static str, read: Read<S, Of, Value>) -> Self {
        Fact {
            key,
            is_data: true,
            words: key,
            rule: None,
            read,
            most: None,
            change: None,
            bars: None,
            refuses: None,
            then: None,
        }
    }

    /// The same, but no part of the data: other facts say it, or it is a gauge only.
    #[must_use]
    pub const fn no_data(self) -> Self {
        Fact { is_data: false, ..self }
    }

    /// The same, with other words for people than its name.
    #[must_use]
    pub const fn words(self, words: &'static str) -> Self {
        Fact { words, ..self }
    }

    /// The same, by this rule.
    #[must_use]
    pub const fn rule(self, rule: RuleId) -> Self {
        Fact { rule: Some(rule), ..self }
    }

    /// The same number as a gauge of simulated fights, with its maximum; 0 is for none.
    #[must_use]
    pub const fn gauge(self, most: Read<S, Of, i32>) -> Self {
        Fact { most: Some(most), ..self }
    }

    /// The game master may set it to a whole number of this range.
    #[must_use]
    pub const fn number(self, range: Read<S, Of, RangeInclusive<i32>>, set: Set<S, Of, i32>) -> Self {
        Fact { change: Some(Change::Number(range, set)), ..self }
    }

    /// The game master may set it to yes or no.
    #[must_use]
    pub const fn yes_or_no(self, set: Set<S, Of, bool>) -> Self {
        Fact { change: Some(Change::YesOrNo(set)), ..self }
    }

    /// The game master may set it to one of these words; `set` gets its index.
    #[must_use]
    pub const fn word(self, words: &'static [&'static str], set: Set<S, Of, usize>) -> Self {
        Fact { change: Some(Change::Word(words, set)), ..self }
    }

    /// The game master may set it to a cell of the map.
    #[must_use]
    pub const fn cell(self, set: Set<S, Of, Cell>) -> Self {
        Fact { change: Some(Change::Cell(set)), ..self }
    }

    /// The game master may set it to a character.
    #[must_use]
    pub const fn actor(self, set: Set<S, Of, ActorId>) -> Self {
        Fact { change: Some(Change::Actor(set)), ..self }
    }

    /// The game master may add one of a list or take it away. The list says by what name, and whether it is so now; `set` gets
    /// its index, and whether it is so from now on.
    #[must_use]
    pub const fn member(self, list: Read<S, Of, Vec<(String, bool)>>, set: Set<S, Of, (usize, bool)>) -> Self {
        Fact { change: Some(Change::Member(list, set)), ..self }
    }

    /// The same, but it may be corrected only where this bars nothing.
    #[must_use]
    pub const fn unless(self, bars: Bars<S, Of>) -> Self {
        Fact { bars: Some(bars), ..self }
    }

    /// The same, but a value may be set only where this refuses nothing.
    #[must_use]
    pub const fn refusing(self, refuses: Refuses<S, Of>) -> Self {
        Fact { refuses: Some(refuses), ..self }
    }

    /// The same, and after a correction this follows by the rules.
    #[must_use]
    pub const fn then(self, then: Then<S, Of>) -> Self {
        Fact { then: Some(then), ..self }
    }

    /// Its value in words.
    fn now(&self, see: &Seen<'_, S>, of: Of) -> String {
        in_words(&(self.read)(see, of))
    }
}

/// A piece of data in words.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(is) => if *is { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(all) if all.is_empty() => "none".to_owned(),
        Value::Array(all) => all.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// These facts of a character or a thing, as data for cases and tools.
pub fn of<S: Book, Of: Copy>(facts: &[Fact<S, Of>], see: &Seen<'_, S>, of: Of) -> Value {
    let data = facts.iter().filter(|fact| fact.is_data);
    Value::Object(data.map(|fact| (fact.key.to_owned(), (fact.read)(see, of))).collect::<Map<_, _>>())
}

/// The gauges of every character.
pub fn gauges<S: Corrects<ActorId>>(book: &S, table: &S::Table) -> Vec<Gauge> {
    let see = Seen::truth(book, table);
    let of = |actor| {
        let gauge =
            |fact: &Fact<S, ActorId>| Some(Gauge { actor, name: fact.words.into(), max: fact.most?(&see, actor) });
        S::FACTS.iter().filter_map(gauge).collect::<Vec<_>>()
    };
    (0..book.headcount(table)).map(ActorId::at).flat_map(of).collect()
}

/// What the gauges of every character show.
pub fn read_gauges<S: Corrects<ActorId>>(book: &S, table: &S::Table, values: &mut Vec<i32>) {
    let see = Seen::truth(book, table);
    values.clear();
    for actor in (0..book.headcount(table)).map(ActorId::at) {
        let counted = S::FACTS.iter().filter(|fact| fact.most.is_some());
        values.extend(counted.map(|fact| (fact.read)(&see, actor).as_i64().unwrap_or(0) as i32));
    }
}

/// The gauges of a book, in its `impl System`, as its facts declare them.
#[macro_export]
macro_rules! by_facts {
    () => {
        fn gauges(&self, table: &Self::Table) -> Vec<$crate::Gauge> {
            $crate::fact::gauges(self, table)
        }

        fn read_gauges(&self, table: &Self::Table, _: &[$crate::Gauge], values: &mut Vec<i32>) {
            $crate::fact::read_gauges(self, table, values)
        }
    };
}
