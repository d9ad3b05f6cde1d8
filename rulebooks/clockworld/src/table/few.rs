//! A short list.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{
    fmt,
    ops::{Deref, DerefMut},
};

/// A list of mostly no more than `N`, which then lie in the table itself and are copied with it. A longer one is on the heap. It
/// reads, compares and is written as a list.
pub struct Few<T, const N: usize>(Kept<T, N>);

enum Kept<T, const N: usize> {
    Here {
        count: u8,
        all: [T; N],
    },
    #[expect(clippy::box_collection, reason = "one word: no more than the others need")]
    Away(Box<Vec<T>>),
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// One more.
    #[inline(always)]
    pub fn push(&mut self, one: T) {
        match &mut self.0 {
            Kept::Here { count, all } if usize::from(*count) < N => {
                all[usize::from(*count)] = one;
                *count += 1;
            }
            _ => self.push_away(one),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_away(&mut self, one: T) {
        match &mut self.0 {
            Kept::Here { .. } => self.0 = Kept::Away(Box::new(self.iter().copied().chain([one]).collect())),
            Kept::Away(all) => all.push(one),
        }
    }

    /// How many there are, and all places for them; what is in a free place is by default. `None` for a longer list.
    #[inline(always)]
    pub fn here(&self) -> Option<(usize, &[T; N])> {
        match &self.0 {
            Kept::Here { count, all } => Some((usize::from(*count), all)),
            Kept::Away(_) => None,
        }
    }

    /// Only those of which this is so.
    pub fn retain(&mut self, is: impl Fn(&T) -> bool) {
        *self = self.iter().copied().filter(is).collect();
    }

    /// No more than so many of them.
    pub fn truncate(&mut self, count: usize) {
        *self = self.iter().copied().take(count).collect();
    }

    /// Takes one of them out.
    pub fn remove(&mut self, at: usize) {
        *self = self.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| *one).collect();
    }

    /// None of them.
    pub fn clear(&mut self) {
        *self = Few::default();
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    #[inline]
    fn default() -> Few<T, N> {
        Few(Kept::Here { count: 0, all: [T::default(); N] })
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Kept::Here { count, all } => &all[..usize::from(*count)],
            Kept::Away(all) => all,
        }
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Kept::Here { count, all } => &mut all[..usize::from(*count)],
            Kept::Away(all) => all,
        }
    }
}

impl<T: Copy, const N: usize> Clone for Few<T, N> {
    fn clone(&self) -> Few<T, N> {
        Few(match &self.0 {
            Kept::Here { count, all } => Kept::Here { count: *count, all: *all },
            Kept::Away(all) => Kept::Away(all.clone()),
        })
    }

    /// Every fight of a run begins with such copies, and hardly ever is one of them long.
    #[inline]
    fn clone_from(&mut self, from: &Few<T, N>) {
        match (&mut self.0, &from.0) {
            (Kept::Here { count, all }, Kept::Here { count: many, all: these }) => (*count, *all) = (*many, *these),
            _ => self.0 = from.clone().0,
        }
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Few<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        for one in more {
            self.push(one);
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Few<T, N> {
        let mut few = Few::default();
        few.extend(all);
        few
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Few<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T, N>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Short = Few<u16, 3>;

    /// Whatever is done to it, and however long it gets, it is the list that a `Vec` would be.
    #[test]
    fn it_is_a_list_however_long() {
        let (mut few, mut list) = (Short::default(), Vec::new());
        for one in 0..8 {
            few.push(one);
            list.push(one);
            assert_eq!(few[..], list[..]);
            let written = serde_json::to_string(&few).unwrap();
            assert_eq!(written, serde_json::to_string(&list).unwrap());
            assert_eq!(serde_json::from_str::<Short>(&written).unwrap(), few);
            assert_eq!(format!("{few:?}"), format!("{list:?}"));
        }
        few[1] = 70;
        list[1] = 70;
        few.remove(0);
        list.remove(0);
        assert_eq!(few[..], list[..]);
        few.retain(|one| *one > 2);
        assert_eq!(few[..], [70, 3, 4, 5, 6, 7]);
        few.truncate(2);
        assert_eq!(few, Short::from_iter([70, 3]), "as if it had never been longer");
        assert_eq!(few.here(), Some((2, &[70, 3, 0])));
        few.extend([1, 2]);
        assert_eq!(few.iter().sum::<u16>(), 76);
        assert_eq!(few.here(), None);
        few.clear();
        assert_eq!(few, Short::default());
    }

    /// A copy is what it is a copy of, whatever it was before.
    #[test]
    fn a_copy_keeps_nothing_of_its_own() {
        let lists = [vec![], vec![1], vec![1, 2, 3], vec![4, 5, 6, 7], vec![8; 9]].map(Short::from_iter);
        for (one, other) in lists.iter().flat_map(|one| lists.iter().map(move |other| (one, other))) {
            let mut copy = one.clone();
            assert_eq!(copy, *one);
            copy.clone_from(other);
            assert_eq!(copy, *other);
        }
        assert_eq!(size_of::<Few<u16, 7>>(), 16);
    }
}
