//! The fields of an act, as slots.

use super::{Book, Open, Seen, Shape, Value, Why};
use crate::{ActorId, CellChoice, Choice, Slot};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// The fields of an act; [`act!`](crate::act!) writes this.
pub trait Fields<S: Book>: Clone + Eq + Debug + Default + Serialize + DeserializeOwned + 'static {
    /// Its slots, in the order in which people see them.
    const SLOTS: &'static [&'static dyn Slots<S, Self>];
}

/// Name and words of a slot.
#[derive(Clone, Copy, Debug)]
pub struct SlotCard {
    /// The word that names it in a command.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// Does it take its usual value, the first legal one, when it is left out?
    pub is_usual: bool,
    /// The slot with the actor whose things it names.
    pub of: Option<&'static str>,
}

/// The name of a field as people write it, without `r#`.
pub const fn name_of(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}

/// A function that reads something off an act.
type Read<A, T> = fn(&A) -> T;
/// A function that lists the candidates for a slot of an act.
type Among<S, A, T> = fn(&A, &Seen<'_, S>, Option<ActorId>) -> Vec<T>;

/// Says of an act whether something is so.
pub type When<S, A> = for<'a, 't> fn(&'a A, &'a Seen<'t, S>, Option<ActorId>) -> bool;

/// A field of type `Open<T>` of an act `A`.
pub struct Field<S: Book, A, T> {
    /// Its words.
    pub card: SlotCard,
    /// The field.
    pub open: for<'a> fn(&'a A) -> &'a Open<T>,
    /// The field, to change it.
    pub open_mut: for<'a> fn(&'a mut A) -> &'a mut Open<T>,
    /// The actor in the slot that is named with `of`.
    pub owner: Option<Read<A, Option<ActorId>>>,
    /// The candidates, if they are not all values of the type.
    pub among: Option<Among<S, A, T>>,
    /// When the first legal value is the usual one, if it is not always.
    pub when: Option<When<S, A>>,
}

/// A value of some type, to be shown.
pub trait Shown<S: Book> {
    /// See [`Value::choice`].
    fn choice(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Choice;
    /// See [`Value::cell`].
    fn cell(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Option<CellChoice>;
    /// See [`Value::count`].
    fn count(&self) -> usize;
    /// See [`Value::shape`].
    fn shape(&self) -> Shape;
}

impl<S: Book, V: Value<S>> Shown<S> for V {
    fn choice(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Choice {
        Value::choice(self, see, whose)
    }

    fn cell(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Option<CellChoice> {
        Value::cell(self, see, whose)
    }

    fn count(&self) -> usize {
        Value::count(self)
    }

    fn shape(&self) -> Shape {
        Value::shape(self)
    }
}

/// Looks at the act with a candidate in a slot, at the candidate and at whose it is. Gives false when it has seen enough.
pub type Look<'l, S, A> = dyn FnMut(A, &dyn Shown<S>, Option<ActorId>) -> bool + 'l;

/// A field of an act, whatever it holds.
pub trait Slots<S: Book, A>: Sync {
    /// Its words.
    fn card(&self) -> &SlotCard;
    /// How a person is asked for it.
    fn shape(&self) -> Shape;
    /// Is it open?
    fn is_open(&self, act: &A) -> bool;
    /// Does it take a usual value in this act?
    fn may_be_usual(&self, _whole: &A, _see: &Seen<'_, S>, _by: Option<ActorId>) -> bool {
        self.card().is_usual
    }
    /// The word for the usual value, if it has one: what it holds in an act that is completed with the usual values. Nobody
    /// is named without being meant, so of several only the first candidate is usual.
    fn usual(&self, whole: &A, see: &Seen<'_, S>, by: Option<ActorId>) -> Option<String> {
        let is_usual = self.may_be_usual(whole, see, by);
        let word = self.word(whole, see, by).filter(|_| is_usual)?;
        if self.shape() != Shape::Several {
            return Some(word);
        }
        let mut first = None;
        self.each(whole, see, by, &mut |_, value, whose| {
            first = Some(value.choice(see, whose).key);
            false
        });
        first.filter(|first| *first == word)
    }
    /// Looks at every candidate, whatever the slot holds.
    fn each(&self, act: &A, see: &Seen<'_, S>, by: Option<ActorId>, look: &mut Look<'_, S, A>);
    /// Fills it with what a word means. False if it means nothing.
    fn fill(&self, act: &mut A, see: &Seen<'_, S>, by: Option<ActorId>, word: &str) -> bool;
    /// See [`Value::misread`].
    fn misread(&self, word: &str) -> Option<Why<'static>>;
    /// The slots of an [`Each`](super::Each).
    fn parts(&self, _act: &A, _see: &Seen<'_, S>) -> Vec<Slot> {
        Vec::new()
    }
    /// Fills one of them: `None` if it has no such part, `Some(false)` if the word means nothing there.
    fn fill_part(&self, _act: &mut A, _see: &Seen<'_, S>, _name: &str, _word: &str) -> Option<bool> {
        None
    }
    /// The word for what it holds.
    fn word(&self, act: &A, see: &Seen<'_, S>, by: Option<ActorId>) -> Option<String>;
    /// Opens it.
    fn clear(&self, act: &mut A);
    /// Makes it hold what that of another act holds.
    fn take(&self, act: &mut A, from: &A);
}

impl<S: Book, A: Clone, T: Value<S>> Field<S, A, T> {
    fn whose(&self, act: &A, by: Option<ActorId>) -> Option<ActorId> {
        match self.owner {
            Some(owner) => owner(act),
            None => by,
        }
    }
}

impl<S: Book, A: Clone, T: Value<S>> Slots<S, A> for Field<S, A, T> {
    fn card(&self) -> &SlotCard {
        &self.card
    }

    fn shape(&self) -> Shape {
        T::SHAPE
    }

    fn is_open(&self, act: &A) -> bool {
        (self.open)(act).is_open()
    }

    fn may_be_usual(&self, whole: &A, see: &Seen<'_, S>, by: Option<ActorId>) -> bool {
        let may_be_usual = (self.open)(whole).value().is_none_or(Value::may_be_usual);
        self.card.is_usual && may_be_usual && self.when.is_none_or(|when| when(whole, see, self.whose(whole, by)))
    }

    fn each(&self, act: &A, see: &Seen<'_, S>, by: Option<ActorId>, look: &mut Look<'_, S, A>) {
        let whose = self.whose(act, by);
        let all = match self.among {
            Some(among) => among(act, see, whose),
            None => T::all(see, whose),
        };
        for value in all {
            let mut next = act.clone();
            *(self.open_mut)(&mut next) = Open::with(value.clone());
            if !look(next, &value, whose) {
                return;
            }
        }
    }

    fn fill(&self, act: &mut A, see: &Seen<'_, S>, by: Option<ActorId>, word: &str) -> bool {
        let whose = self.whose(act, by);
        // A word may mean something else, depending on the slots before it.
        let listed = |value: &T| value.choice(see, whose).key == word;
        let among = self.among.and_then(|among| among(act, see, whose).into_iter().find(listed));
        let value = among.or_else(|| T::read(see, whose, word));
        let is_read = value.is_some();
        *(self.open_mut)(act) = value.map_or_else(Open::default, Open::with);
        is_read
    }

    fn misread(&self, word: &str) -> Option<Why<'static>> {
        T::misread(word)
    }

    fn parts(&self, act: &A, see: &Seen<'_, S>) -> Vec<Slot> {
        (self.open)(act).value().map_or_else(Vec::new, |value| value.parts(see))
    }

    fn fill_part(&self, act: &mut A, see: &Seen<'_, S>, name: &str, word: &str) -> Option<bool> {
        let filled = (self.open)(act).value()?.with_part(see, name, word)?;
        let is_read = filled.is_some();
        if let Some(value) = filled {
            *(self.open_mut)(act) = Open::with(value);
        }
        Some(is_read)
    }

    fn word(&self, act: &A, see: &Seen<'_, S>, by: Option<ActorId>) -> Option<String> {
        let value = (self.open)(act).value()?;
        Some(Value::choice(value, see, self.whose(act, by)).key)
    }

    fn clear(&self, act: &mut A) {
        *(self.open_mut)(act) = Open::default();
    }

    fn take(&self, act: &mut A, from: &A) {
        *(self.open_mut)(act) = (self.open)(from).value().cloned().map_or_else(Open::default, Open::with);
    }
}
