//! What slots hold.

use super::{Bar, Book, Seen, Why};
use crate::{ActorId, CellChoice, Choice, Domain, Slot};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use smallvec::SmallVec;
use std::fmt::Debug;

/// A slot of an act: filled, or still open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open<T>(Option<T>);

impl<T> Default for Open<T> {
    fn default() -> Self {
        Open(None)
    }
}

impl<T> From<T> for Open<T> {
    fn from(value: T) -> Self {
        Open(Some(value))
    }
}

impl<T> Open<T> {
    /// Filled.
    pub const fn with(value: T) -> Self {
        Open(Some(value))
    }

    /// Is nothing in it?
    pub const fn is_open(&self) -> bool {
        self.0.is_none()
    }

    /// What is in it, if anything.
    pub const fn value(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// What is in it. A rule that needs it stops here while it is open.
    #[inline]
    pub fn get(&self, slot: u8) -> Result<T, Bar<'static>>
    where
        T: Clone,
    {
        self.0.clone().ok_or(Bar::Open(slot))
    }
}

/// Written as what is in it; an open slot is left out.
impl<T: Serialize> Serialize for Open<T> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.0.serialize(serializer)
    }
}

/// Whatever is written fills it. By hand, because a derived `Open<Option<T>>` would read null as open.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Open<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Open::with)
    }
}

/// How a person is asked for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One of the candidates.
    One,
    /// Several of the candidates.
    Several,
    /// One value for each of several actors, in a slot for each: [`Each`].
    Each,
    /// A whole number between the least and the greatest candidate. The legal ones have no gaps.
    Number,
    /// A cell of the map.
    Cell,
    /// Free words, up to so many characters.
    Text(usize),
}

/// A type of value that a slot can hold. `whose` is the actor whose things it names: the one in the slot that the field
/// names with `of`, otherwise whoever does the act; `None` if that is the game master.
pub trait Value<S: Book>: Clone + Eq + Debug + Serialize + DeserializeOwned {
    /// How a person is asked for it.
    const SHAPE: Shape = Shape::One;

    /// The same for this value, where that hangs on what another slot holds. The legal values of a slot have one shape.
    fn shape(&self) -> Shape {
        Self::SHAPE
    }

    /// The candidates, the usual one first. Rules say which of them are legal.
    fn all(see: &Seen<'_, S>, whose: Option<ActorId>) -> Vec<Self>;

    /// The word for it and how it is shown. It is a candidate of this table.
    fn choice(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Choice;

    /// How a cell is shown on the map.
    fn cell(&self, _see: &Seen<'_, S>, _whose: Option<ActorId>) -> Option<CellChoice> {
        None
    }

    /// How many it names; another number than 1 only for several.
    fn count(&self) -> usize {
        1
    }

    /// The slots of an [`Each`].
    fn parts(&self, _see: &Seen<'_, S>) -> Vec<Slot> {
        Vec::new()
    }

    /// The same with another value in one of its [`parts`](Value::parts): `None` if it has no such part, `Some(None)` if the
    /// word means nothing there.
    fn with_part(&self, _see: &Seen<'_, S>, _name: &str, _word: &str) -> Option<Option<Self>> {
        None
    }

    /// The value that a word means, legal or not.
    fn read(see: &Seen<'_, S>, whose: Option<ActorId>, word: &str) -> Option<Self> {
        Self::all(see, whose).into_iter().find(|value| value.choice(see, whose).key == word)
    }

    /// May a slot that is left out take it as its usual value? What costs more than the other values has to be said.
    fn may_be_usual(&self) -> bool {
        true
    }

    /// What to say about a word that means nothing, where a rule has more to say than "not a legal value".
    fn misread(_word: &str) -> Option<Why<'static>> {
        None
    }
}

/// Everybody of whom the seat knows.
impl<S: Book> Value<S> for ActorId {
    fn all(see: &Seen<'_, S>, _whose: Option<ActorId>) -> Vec<ActorId> {
        see.actors().iter().collect()
    }

    fn choice(&self, see: &Seen<'_, S>, _whose: Option<ActorId>) -> Choice {
        let (key, name) = see.book.called(see.table, *self);
        Choice::new(key, name).of_actor(*self)
    }
}

/// None, or one of them.
impl<S: Book, V: Value<S>> Value<S> for Option<V> {
    const SHAPE: Shape = V::SHAPE;

    fn all(see: &Seen<'_, S>, whose: Option<ActorId>) -> Vec<Self> {
        std::iter::once(None).chain(V::all(see, whose).into_iter().map(Some)).collect()
    }

    fn choice(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Choice {
        self.as_ref().map_or_else(|| Choice::plain("none"), |value| value.choice(see, whose))
    }

    fn cell(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Option<CellChoice> {
        self.as_ref()?.cell(see, whose)
    }

    fn shape(&self) -> Shape {
        self.as_ref().map_or(V::SHAPE, Value::shape)
    }
}

/// Several values, in the order named. Each is a candidate by itself, so that each has its own reason if it is barred; how
/// many go together is found out by trying.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Several<T>(pub SmallVec<[T; 4]>);

impl<T> Several<T> {
    /// None of them.
    pub fn none() -> Self {
        Several(SmallVec::new())
    }
}

impl<T: PartialEq> Several<T> {
    /// Is none of them named twice?
    pub fn is_once(&self) -> bool {
        self.0.iter().enumerate().all(|(at, one)| !self.0[..at].contains(one))
    }
}

impl<T> FromIterator<T> for Several<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Several(all.into_iter().collect())
    }
}

impl<S: Book, V: Value<S>> Value<S> for Several<V> {
    const SHAPE: Shape = Shape::Several;

    /// None of them, then each.
    fn all(see: &Seen<'_, S>, whose: Option<ActorId>) -> Vec<Self> {
        let each = V::all(see, whose).into_iter().map(|one| Several::from_iter([one]));
        std::iter::once(Several::none()).chain(each).collect()
    }

    fn choice(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Choice {
        match &self.0[..] {
            [one] => one.choice(see, whose),
            many => {
                let keys: Vec<String> = many.iter().map(|one| one.choice(see, whose).key).collect();
                Choice::new(keys.join(","), "")
            }
        }
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn read(see: &Seen<'_, S>, whose: Option<ActorId>, word: &str) -> Option<Self> {
        let words = if word.is_empty() { Vec::new() } else { word.split(',').collect() };
        words.into_iter().map(|word| V::read(see, whose, word)).collect()
    }
}

/// A value for each of several actors, such as what everybody does on a journey. People see a slot for each actor, which is
/// named by the actor's word; one that is left out holds what the usual value has for that actor. Whatever one of them may
/// hold, all may.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Each<T>(pub SmallVec<[(ActorId, T); 4]>);

impl<T> FromIterator<(ActorId, T)> for Each<T> {
    fn from_iter<I: IntoIterator<Item = (ActorId, T)>>(all: I) -> Self {
        Each(all.into_iter().collect())
    }
}

impl<S: Book, V: Value<S>> Value<S> for Each<V> {
    const SHAPE: Shape = Shape::Each;

    /// The first value for everybody.
    fn all(see: &Seen<'_, S>, whose: Option<ActorId>) -> Vec<Self> {
        let first = V::all(see, whose).into_iter().next();
        first.map(|first| see.actors().iter().map(|actor| (actor, first.clone())).collect()).into_iter().collect()
    }

    fn choice(&self, _: &Seen<'_, S>, _: Option<ActorId>) -> Choice {
        Choice::plain("each")
    }

    fn parts(&self, see: &Seen<'_, S>) -> Vec<Slot> {
        let slot = |(actor, value): &(ActorId, V)| {
            let (key, name) = see.book.called(see.table, *actor);
            let of = V::all(see, Some(*actor)).iter().map(|value| value.choice(see, Some(*actor))).collect();
            Slot::one(&key, &name, of).or(value.choice(see, Some(*actor)).key)
        };
        self.0.iter().map(slot).collect()
    }

    fn with_part(&self, see: &Seen<'_, S>, name: &str, word: &str) -> Option<Option<Self>> {
        let at = self.0.iter().position(|(actor, _)| see.book.called(see.table, *actor).0 == name)?;
        let mut all = self.clone();
        let Some(value) = V::read(see, Some(all.0[at].0), word) else { return Some(None) };
        all.0[at].1 = value;
        Some(Some(all))
    }
}

/// Free words, up to so many characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text<const LONGEST: usize>(pub String);

impl<const LONGEST: usize> Text<LONGEST> {
    /// The words, if they are what such a slot takes.
    pub fn within(self) -> Result<String, Why<'static>> {
        if (Domain::Text { longest: LONGEST }).accepts(&self.0) {
            return Ok(self.0);
        }
        Err(crate::bar!(_, "too-long", "one line of up to {} characters", LONGEST as i32))
    }
}

impl<S: Book, const LONGEST: usize> Value<S> for Text<LONGEST> {
    const SHAPE: Shape = Shape::Text(LONGEST);

    /// Words that stand for any others.
    fn all(_: &Seen<'_, S>, _: Option<ActorId>) -> Vec<Self> {
        vec![Text("something".into())]
    }

    fn choice(&self, _: &Seen<'_, S>, _: Option<ActorId>) -> Choice {
        Choice::new(self.0.clone(), self.0.clone())
    }

    fn read(_: &Seen<'_, S>, _: Option<ActorId>, word: &str) -> Option<Self> {
        (Domain::Text { longest: LONGEST }).accepts(word).then(|| Text(word.to_owned()))
    }
}

/// A whole number from `MIN` to `MAX`; the one nearest to 0 is the usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Within<const MIN: i32, const MAX: i32>(pub i32);

impl<const MIN: i32, const MAX: i32> Within<MIN, MAX> {
    /// The number, if it is within its bounds.
    pub fn number(self) -> Result<i32, Why<'static>> {
        if (MIN..=MAX).contains(&self.0) {
            return Ok(self.0);
        }
        Err(crate::bar!(_, "out-of-bounds", "a number from {} to {}", MIN, MAX))
    }
}

impl<S: Book, const MIN: i32, const MAX: i32> Value<S> for Within<MIN, MAX> {
    const SHAPE: Shape = Shape::Number;

    fn all(_: &Seen<'_, S>, _: Option<ActorId>) -> Vec<Self> {
        let usual = if MIN > 0 { MIN } else { MAX.min(0) };
        let mut all = vec![usual];
        all.extend((MIN..=MAX).filter(|number| *number != usual));
        all.into_iter().map(Within).collect()
    }

    fn choice(&self, _: &Seen<'_, S>, _: Option<ActorId>) -> Choice {
        Choice::new(self.0.to_string(), self.0.to_string())
    }

    fn read(_: &Seen<'_, S>, _: Option<ActorId>, word: &str) -> Option<Self> {
        word.parse().ok().filter(|number| (MIN..=MAX).contains(number)).map(Within)
    }
}

/// Yes or no; usually no.
impl<S: Book> Value<S> for bool {
    fn all(_: &Seen<'_, S>, _: Option<ActorId>) -> Vec<Self> {
        vec![false, true]
    }

    fn choice(&self, _: &Seen<'_, S>, _: Option<ActorId>) -> Choice {
        Choice::plain(if *self { "yes" } else { "no" })
    }
}

/// The values of a plain enum that has `ALL`, `key()` and `word()`: `named_values!(Proficiency: Level, Mode);` An enum written
/// with [`named!`](crate::named!) needs it only if its words are not its own.
#[macro_export]
macro_rules! named_values {
    ($book:ty: $($of:ty),* $(,)?) => { $(
        impl $crate::act::Value<$book> for $of {
            fn all(_: &$crate::act::Seen<'_, $book>, _: Option<$crate::ActorId>) -> Vec<Self> {
                <$of>::ALL.to_vec()
            }

            fn choice(&self, _: &$crate::act::Seen<'_, $book>, _: Option<$crate::ActorId>) -> $crate::Choice {
                $crate::Choice::new(self.key(), self.word())
            }
        }
    )* };
}

/// The values of slots that are places in a list of the table, such as the skills of the setup:
///
/// ```ignore
/// indexed_values! { Proficiency:
///     ResourceId in |table| table.setup.resources, |it| Choice::new(&*it.key, &*it.name);
///     HazardAt in |table| table.setup.hazards, |it| Choice::new(&*it.key, &*it.name);
/// }
/// ```
///
/// Each is a tuple struct of one whole number, `HazardAt(u8)`.
#[macro_export]
macro_rules! indexed_values {
    ($book:ty: $($of:ident in |$table:ident| $list:expr, |$it:pat_param| $choice:expr;)+) => { $(
        impl $crate::act::Value<$book> for $of {
            fn all(see: &$crate::act::Seen<'_, $book>, _: Option<$crate::ActorId>) -> Vec<Self> {
                let $table = see.table;
                (0..$list.len()).map(|at| $of(at as _)).collect()
            }

            fn choice(&self, see: &$crate::act::Seen<'_, $book>, _: Option<$crate::ActorId>) -> $crate::Choice {
                let $table = see.table;
                $list.get(usize::from(self.0)).map_or_else($crate::Choice::default, |$it| $choice)
            }
        }
    )+ };
}

/// A plain enum whose values have words:
///
/// ```ignore
/// named! {
///     /// PR-D33: what the GM can make of somebody.
///     pub enum Becomes for Proficiency {
///         Able = "able",
///         /// PR-R106: and the effects on it end.
///         Dead = "dead",
///         Absent = "absent" as "not-here" / "not in the scene",
///     }
/// }
/// ```
///
/// The first word is how journals and scenes hold it. After `as` stands the word for commands, where it is another one; after
/// `/` what people read, where that is not the word for commands. It writes `ALL`, `key()`, `word()` and `Display`. With
/// `for` a book it is the [`Value`](crate::act::Value) of a slot too. Further derives are written above it:
/// `#[derive(PartialOrd, Ord, JsonSchema)]`.
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* $vis:vis enum $name:ident $(for $book:ty)? { $(
        $(#[$about:meta])* $variant:ident = $written:literal $(as $key:literal)? $(/ $word:literal)?
    ),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "a value is described where its word does not say it")]
        $vis enum $name { $($(#[$about])* #[serde(rename = $written)] $variant),+ }

        #[allow(dead_code, missing_docs, reason = "not everybody needs all of it; the words are those of the enum")]
        impl $name {
            pub const ALL: [$name; [$($name::$variant),+].len()] = [$($name::$variant),+];

            /// The word in commands.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $crate::named!(@last $written $($key)?)),+ }
            }

            /// What people read.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $crate::named!(@last $written $($key)? $($word)?)),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        $($crate::named_values!($book: $name);)?
    };
    (@last $word:literal) => { $word };
    (@last $before:literal $($word:literal)+) => { $crate::named!(@last $($word)+) };
}

#[cfg(test)]
mod tests {
    named! {
        /// Three words, of which the last two differ.
        #[derive(PartialOrd, Ord)]
        enum Fate {
            Able = "able",
            Down = "down" / "lies down",
            Absent = "absent" as "not-here" / "not in the scene",
        }
    }

    #[test]
    fn each_value_has_its_words() {
        let words = Fate::ALL.map(|fate| (serde_json::to_string(&fate).unwrap(), fate.key(), fate.to_string()));
        let expected = [("\"able\"", "able", "able"), ("\"down\"", "down", "lies down")];
        for (at, (written, key, word)) in expected.into_iter().enumerate() {
            assert_eq!(words[at], (written.to_owned(), key, word.to_owned()));
        }
        assert_eq!(words[2], ("\"absent\"".to_owned(), "not-here", "not in the scene".to_owned()));
        assert_eq!(serde_json::from_str::<Fate>("\"absent\"").unwrap(), Fate::Absent);
        assert!(serde_json::from_str::<Fate>("\"not-here\"").is_err() && Fate::Able < Fate::Absent);
    }
}
