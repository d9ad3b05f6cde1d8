//! What is in somebody's hands, in one word: a table is copied for every fight.

use super::{Grip, Held, ItemId};
use serde::{Deserialize, Serialize};

/// What is in somebody's hands, in the order in which it was taken up: four things at most, as nobody has more hands.
///
/// Sixteen bits each: the item, and the grip from 1 on, so that nothing is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Held>", into = "Vec<Held>")]
pub struct InHand(u64);

/// The most hands of anybody.
pub const MOST_HANDS: usize = 4;
/// The most items of a scene.
const MOST_ITEMS: u16 = 1 << 14;

impl InHand {
    /// All of it, the first first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Held> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = InHand(left).first();
            left >>= 16;
            first
        })
    }

    /// What was taken up first.
    #[inline]
    pub fn first(self) -> Option<Held> {
        let grip = match self.0 & 3 {
            0 => return None,
            1 => Grip::Main,
            2 => Grip::Off,
            _ => Grip::Both,
        };
        Some(Held { item: ItemId((self.0 as u16) >> 2), grip })
    }

    /// The thing at this place.
    #[inline]
    pub fn get(self, at: usize) -> Option<Held> {
        if at < MOST_HANDS { InHand(self.0 >> (16 * at)).first() } else { None }
    }

    /// How many things.
    #[inline]
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(16) as usize
    }

    /// Nothing?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is anything in the off hand?
    #[inline]
    pub const fn has_off(self) -> bool {
        const OFF: u64 = Grip::Off as u64 + 1; // of two bits the higher one alone
        const EACH: u64 = 0x0001_0001_0001_0001;
        self.0 & !(self.0 << 1) & (EACH * OFF) != 0
    }

    /// Takes something up. The door lets nobody have more than four hands, so that there is room for it.
    pub fn push(&mut self, held: Held) {
        debug_assert!(self.len() < MOST_HANDS && held.item.0 < MOST_ITEMS);
        if self.len() < MOST_HANDS {
            self.0 |= u64::from(held.item.0 << 2 | (held.grip as u16 + 1)) << (16 * self.len());
        }
    }

    /// Keeps what this says yes to.
    pub fn retain(&mut self, keeps: impl Fn(Held) -> bool) {
        *self = self.iter().filter(|&held| keeps(held)).collect();
    }

    /// The first two things as a number.
    #[inline]
    pub const fn print(self) -> u64 {
        self.0 & 0xffff_ffff
    }
}

impl FromIterator<Held> for InHand {
    fn from_iter<I: IntoIterator<Item = Held>>(all: I) -> InHand {
        let mut in_hand = InHand::default();
        all.into_iter().for_each(|held| in_hand.push(held));
        in_hand
    }
}

impl From<InHand> for Vec<Held> {
    fn from(in_hand: InHand) -> Vec<Held> {
        in_hand.iter().collect()
    }
}

impl TryFrom<Vec<Held>> for InHand {
    type Error = &'static str;

    fn try_from(all: Vec<Held>) -> Result<InHand, &'static str> {
        if all.len() > MOST_HANDS || all.iter().any(|held| held.item.0 >= MOST_ITEMS) {
            return Err("nobody holds more than four things, and there are 16,384 things at most");
        }
        Ok(all.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(item: u16, grip: Grip) -> Held {
        Held { item: ItemId(item), grip }
    }

    #[test]
    fn what_is_taken_up_is_there_in_its_order() {
        let all = [held(0, Grip::Main), held(MOST_ITEMS - 1, Grip::Off), held(7, Grip::Both), held(0, Grip::Off)];
        let mut in_hand = InHand::default();
        assert!(in_hand.is_empty() && in_hand.first().is_none());
        for (at, one) in all.into_iter().enumerate() {
            assert_eq!(in_hand.len(), at);
            in_hand.push(one);
            assert_eq!(in_hand.get(at), Some(one));
        }
        assert_eq!((in_hand.iter().collect::<Vec<_>>(), in_hand.get(4)), (all.to_vec(), None));
        in_hand.retain(|one| one.item != ItemId(MOST_ITEMS - 1));
        assert_eq!(in_hand.iter().collect::<Vec<_>>(), [all[0], all[2], all[3]]);
        assert_eq!(in_hand.first(), Some(all[0]));
        for grip in [Grip::Main, Grip::Off, Grip::Both] {
            for at in 0..MOST_HANDS {
                // An item of all bits beside one of none says nothing about a grip.
                let some =
                    (0..=at).map(|now| held([0, MOST_ITEMS - 1][now % 2], if now == at { grip } else { Grip::Both }));
                assert_eq!(some.collect::<InHand>().has_off(), grip == Grip::Off, "{grip:?} at {at}");
            }
        }
    }

    #[test]
    fn it_is_written_as_a_list_and_what_does_not_fit_is_refused() {
        let in_hand: InHand = [held(3, Grip::Main), held(5, Grip::Off)].into_iter().collect();
        let written = serde_json::to_string(&in_hand).unwrap();
        assert_eq!(written, r#"[{"item":3,"grip":"main"},{"item":5,"grip":"off"}]"#);
        assert_eq!(serde_json::from_str::<InHand>(&written).unwrap(), in_hand);
        for wrong in [vec![held(1, Grip::Main); 5], vec![held(MOST_ITEMS, Grip::Main)]] {
            assert!(InHand::try_from(wrong).is_err());
        }
    }
}
