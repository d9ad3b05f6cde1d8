//! A place for something that is mostly not there.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;

/// A value that is nearly always nothing (an empty list, an empty set), in one word: a table is copied for every simulated
/// fight, and what is seldom so should not make every copy larger. It reads, compares and is written as the value itself.
#[derive(Debug)]
pub struct Seldom<T>(Option<Box<T>>);

/// What has a nothing to stand for all that are empty.
pub trait Nothing: Eq + 'static {
    /// The nothing.
    const NOTHING: &'static Self;
}

impl Nothing for crate::ActorSet {
    const NOTHING: &'static Self = &crate::ActorSet::EMPTY;
}

impl Nothing for crate::space::Overrides {
    const NOTHING: &'static Self = &crate::space::Overrides::NONE;
}

impl<T: Eq + 'static> Nothing for Vec<T> {
    const NOTHING: &'static Self = &Vec::new();
}

impl<T: Nothing> Seldom<T> {
    /// Nothing.
    pub const NOTHING: Seldom<T> = Seldom(None);

    /// What is there, to take something away from it or to change it; `None` if there is nothing.
    #[inline]
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }

    /// Is there nothing at all? Where there was something, and is no more, this may say no.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        self.0.is_none()
    }

    /// Puts this there.
    #[inline]
    pub fn set(&mut self, value: T) {
        *self = value.into();
    }

    /// Takes away whatever is there.
    #[inline]
    pub fn reset(&mut self) {
        self.0 = None;
    }
}

impl<T: Nothing + Clone> Seldom<T> {
    /// A place to put something.
    #[cold]
    pub fn fill(&mut self) -> &mut T {
        self.0.get_or_insert_with(|| Box::new(T::NOTHING.clone()))
    }

    /// Changes what is there; if nothing is left of it then, it is nothing again.
    #[cold]
    pub fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        let changed = change(self.fill());
        if **self == *T::NOTHING {
            self.reset();
        }
        changed
    }
}

impl<T: Nothing> Deref for Seldom<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => T::NOTHING,
        }
    }
}

impl<T: Nothing> From<T> for Seldom<T> {
    #[inline]
    fn from(value: T) -> Seldom<T> {
        if value == *T::NOTHING { Seldom(None) } else { Seldom(Some(Box::new(value))) }
    }
}

impl<T> Default for Seldom<T> {
    fn default() -> Seldom<T> {
        Seldom(None)
    }
}

impl<T: Clone> Clone for Seldom<T> {
    #[inline]
    fn clone(&self) -> Seldom<T> {
        Seldom(self.0.clone())
    }

    /// Mostly there is nothing on either side, and nothing to be done.
    #[inline]
    fn clone_from(&mut self, from: &Seldom<T>) {
        if self.0.is_some() || from.0.is_some() {
            self.0.clone_from(&from.0);
        }
    }
}

impl<T: Nothing> PartialEq for Seldom<T> {
    fn eq(&self, other: &Seldom<T>) -> bool {
        **self == **other
    }
}

impl<T: Nothing> Eq for Seldom<T> {}

impl<T: Nothing + Serialize> Serialize for Seldom<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Nothing + Deserialize<'de>> Deserialize<'de> for Seldom<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seldom<T>, D::Error> {
        T::deserialize(deserializer).map(Seldom::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActorId, ActorSet};

    type List = Vec<u8>;

    #[test]
    fn it_is_a_word_and_reads_as_what_it_stands_for() {
        assert_eq!(size_of::<Seldom<List>>(), size_of::<usize>());
        let mut seldom = Seldom::<List>::default();
        assert!(seldom.is_nothing() && seldom.is_empty() && seldom.get_mut().is_none());
        seldom.fill().extend([3, 4]);
        assert_eq!(seldom[..], [3, 4]);
        assert_eq!(seldom.clone(), seldom);
        assert_ne!(seldom, Seldom::NOTHING);
        let mut copy = Seldom::<List>::NOTHING;
        for from in [&seldom, &Seldom::from(vec![9]), &Seldom::NOTHING] {
            copy.clone_from(from);
            assert_eq!((&copy, copy.is_nothing()), (from, from.is_nothing()));
        }
        assert_eq!(seldom.change(|list| list.pop()), Some(4));
        assert_eq!(seldom[..], [3]);
        seldom.change(Vec::clear);
        assert!(seldom.is_nothing(), "nothing is left");
        seldom.fill().push(1);
        seldom.reset();
        assert!(seldom.is_nothing());
        let mut set = Seldom::from(ActorSet::EMPTY);
        assert!(set.is_nothing() && set.is_empty(), "an empty set is nothing");
        set.set(ActorSet::EMPTY.with(ActorId(5)));
        assert!(set.contains(ActorId(5)) && !set.contains(ActorId(4)));
    }

    /// What was there and is gone leaves no trace, however it is kept.
    #[test]
    fn what_is_gone_is_as_if_it_had_never_been() {
        let mut seldom = Seldom::<List>::from(vec![7]);
        assert_eq!(serde_json::to_string(&seldom).unwrap(), "[7]");
        assert_eq!(serde_json::from_str::<Seldom<List>>("[7]").unwrap(), seldom);
        seldom.get_mut().unwrap().clear();
        assert!(!seldom.is_nothing());
        assert_eq!(seldom, Seldom::NOTHING);
        assert_eq!(serde_json::to_string(&seldom).unwrap(), "[]");
        assert!(serde_json::from_str::<Seldom<List>>("[]").unwrap().is_nothing());
    }
}
