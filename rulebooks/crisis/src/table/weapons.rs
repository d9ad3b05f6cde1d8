//! The weapons that somebody carries.

use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// One weapon that somebody carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Carried {
    /// Its place in the list of weapons.
    pub weapon: u8,
    /// How many, for those that are gone after one use.
    pub count: u8,
    /// CR-R44: Attacks left before it must be reloaded.
    pub loaded: u8,
}

/// The weapons that somebody carries, which read like the list that they are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Carried>", into = "Vec<Carried>")]
pub struct Weapons(Kept);

/// A table is copied for every fight, and what is loaded changes with every shot: so the usual number lies in two words.
#[derive(Clone, Debug)]
enum Kept {
    Few(Count, [Carried; Count::MOST]),
    #[expect(clippy::box_collection, reason = "a list alone takes three words")]
    Many(Box<Vec<Carried>>),
}

/// How many are few. As a number of its own kind it leaves room to say that there are many, and is never more than it can be.
#[derive(Clone, Copy, Debug)]
enum Count {
    None,
    One,
    Two,
    Three,
    Four,
    Five,
}

impl Count {
    const MOST: usize = 5;
    const ALL: [Count; Count::MOST + 1] = [Count::None, Count::One, Count::Two, Count::Three, Count::Four, Count::Five];
}

impl From<Vec<Carried>> for Weapons {
    fn from(list: Vec<Carried>) -> Weapons {
        let Some(&count) = Count::ALL.get(list.len()) else { return Weapons(Kept::Many(Box::new(list))) };
        let mut all = [Carried::default(); Count::MOST];
        all[..list.len()].copy_from_slice(&list);
        Weapons(Kept::Few(count, all))
    }
}

impl From<Weapons> for Vec<Carried> {
    fn from(weapons: Weapons) -> Vec<Carried> {
        weapons.to_vec()
    }
}

impl Deref for Weapons {
    type Target = [Carried];

    #[inline]
    fn deref(&self) -> &[Carried] {
        match &self.0 {
            Kept::Few(count, all) => &all[..*count as usize],
            Kept::Many(all) => all,
        }
    }
}

impl DerefMut for Weapons {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Carried] {
        match &mut self.0 {
            Kept::Few(count, all) => &mut all[..*count as usize],
            Kept::Many(all) => all,
        }
    }
}

impl PartialEq for Weapons {
    fn eq(&self, other: &Weapons) -> bool {
        **self == **other
    }
}

impl Eq for Weapons {}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many there are, they are the list that they were made of, and are written as it.
    #[test]
    fn weapons_are_a_list() {
        assert_eq!(size_of::<Weapons>(), 2 * size_of::<u64>());
        for count in 0..=7 {
            let list: Vec<Carried> =
                (0..count).map(|weapon| Carried { weapon, count: 1, loaded: weapon + 2 }).collect();
            let mut weapons = Weapons::from(list.clone());
            assert_eq!((weapons[..].to_vec(), matches!(weapons.0, Kept::Few(..))), (list.clone(), count <= 5));
            let written = serde_json::to_string(&weapons).unwrap();
            assert_eq!(written, serde_json::to_string(&list).unwrap());
            assert_eq!(serde_json::from_str::<Weapons>(&written).unwrap(), weapons);
            if let Some(last) = weapons.last_mut() {
                last.loaded -= 1;
                assert_eq!((weapons.len(), weapons[list.len() - 1].loaded), (list.len(), count));
                assert_ne!(weapons, Weapons::from(list));
            }
        }
    }
}
