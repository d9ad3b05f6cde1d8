//! One description of dice.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::die::{Die, FUDGE};
use crate::limits::{MAX_DICE, MAX_SIDES};
use crate::pool::Pool;

/// Different sizes of dice in one [`Roll`] at most.
pub const MAX_GROUPS: usize = 4;

/// One description of dice: what is thrown, what is thrown again, which dice stay, and what they add up to.
///
/// A roll reads in this order, however it was built:
///
/// 1. every die is thrown; faces of [`reroll`](Roll::reroll) are thrown again;
/// 2. a face of [`explode_on`](Roll::explode_on) brings a further die, which may explode in turn;
/// 3. [`min_face`](Roll::min_face) and [`max_face`](Roll::max_face) raise or lower what each die is worth
///    (steps 1 and 2 look at the face that fell);
/// 4. the dice are sorted by worth; first the drops, then the keep take their dice. An exploded die counts as a die of
///    its own, or, [`compounding`](Roll::compounding), as one die together with the die that brought it;
/// 5. the dice that stay are added, or, with [`count_at_least`](Roll::count_at_least), counted;
/// 6. the [`plus`](Roll::plus) is added.
///
/// ```
/// use referee_dice::Roll;
/// const ABILITY: Roll = Roll::dice(4, 6).drop_lowest(1);
/// assert_eq!(ABILITY.to_string(), "4d6dl1");
/// assert_eq!(ABILITY.distribution().chance_of(|total| total == 18).to_string(), "7/432"); // 21 of 1296
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(8))] // in this order, the five words of `words` are five plain loads
pub struct Roll {
    pub(crate) groups: [Group; MAX_GROUPS],
    pub(crate) drop_highest: u16,
    pub(crate) drop_lowest: u16,
    /// `u16::MAX`: all.
    pub(crate) keep: u16,
    /// Least face that explodes; [`TOP_FACE`]: the highest face of each die.
    pub(crate) explode_on: i16,
    pub(crate) reroll_from: i16,
    pub(crate) reroll_to: i16,
    pub(crate) min_face: i16,
    pub(crate) max_face: i16,
    /// Least worth that counts as a success; [`NO_COUNT`]: the dice are added.
    pub(crate) count: i16,
    /// Further dice that one die may bring, [`ENDLESS`] for any number; 0 if dice do not explode.
    pub(crate) explosions: u8,
    pub(crate) flags: u8,
    pub(crate) plus: i32,
}

/// Dice of one size; none if `count` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Group {
    pub count: u16,
    pub sides: u16,
}

pub(crate) const TOP_FACE: i16 = i16::MAX;
pub(crate) const NO_COUNT: i16 = i16::MIN;
pub(crate) const ENDLESS: u8 = u8::MAX;
pub(crate) const KEEP_LOWEST: u8 = 1;
const COMPOUNDING: u8 = 2;
const REROLL_ONCE: u8 = 4;

impl Roll {
    const NOTHING: Roll = Roll {
        groups: [Group { count: 0, sides: 0 }; MAX_GROUPS],
        drop_highest: 0,
        drop_lowest: 0,
        keep: u16::MAX,
        explode_on: TOP_FACE,
        reroll_from: 1,
        reroll_to: 0,
        min_face: i16::MIN,
        max_face: i16::MAX,
        count: NO_COUNT,
        explosions: 0,
        flags: 0,
        plus: 0,
    };

    /// One die with the faces 1 to `sides`.
    ///
    /// # Panics
    /// If `sides` is 0 or past [`MAX_SIDES`]; in a constant, when it is compiled. So do the other constructors.
    #[inline(always)]
    pub const fn die(sides: u16) -> Roll {
        Roll::dice(1, sides)
    }

    /// The sum of `count` dice. No dice are a legal roll: their sum is 0.
    ///
    /// # Panics
    /// If `count` is past [`MAX_DICE`] or `sides` is not 1 to [`MAX_SIDES`].
    #[inline(always)] // written in place, a roll of known dice is known when compiled
    pub const fn dice(count: u16, sides: u16) -> Roll {
        assert!(count as u32 <= MAX_DICE && sides > 0 && sides <= MAX_SIDES, "up to 1000 dice of 1 to 10000 sides");
        let mut roll = Roll::NOTHING;
        if count > 0 {
            roll.groups[0] = Group { count, sides };
        }
        roll
    }

    /// The highest of `count` dice.
    #[inline]
    pub const fn highest_of(count: u16, sides: u16) -> Roll {
        Roll::dice(count, sides).keep_highest(1)
    }

    /// The lowest of `count` dice.
    #[inline]
    pub const fn lowest_of(count: u16, sides: u16) -> Roll {
        Roll::dice(count, sides).keep_lowest(1)
    }

    /// Dice of up to [`MAX_GROUPS`] sizes, each as (count, sides), thrown in this order.
    ///
    /// # Panics
    /// If there are more sizes, more than [`MAX_DICE`] dice, or sides that are not 1 to [`MAX_SIDES`].
    pub const fn pool(groups: &[(u16, u16)]) -> Roll {
        match Roll::try_pool(groups) {
            Some(roll) => roll,
            None => panic!("a pool has up to 4 sizes of dice, up to 1000 dice, and dice of 1 to 10000 sides"),
        }
    }

    /// As [`pool`](Roll::pool), `None` where that panics: for numbers that come from outside.
    pub const fn try_pool(groups: &[(u16, u16)]) -> Option<Roll> {
        let mut index = 0;
        while index < groups.len() {
            if groups[index].1 > MAX_SIDES {
                return None;
            }
            index += 1;
        }
        Roll::of_groups(groups)
    }

    /// As [`try_pool`](Roll::try_pool), with fudge dice among the sizes.
    pub(crate) const fn of_groups(groups: &[(u16, u16)]) -> Option<Roll> {
        if groups.len() > MAX_GROUPS {
            return None;
        }
        let mut roll = Roll::NOTHING;
        let (mut from, mut to, mut dice) = (0, 0, 0u32);
        while from < groups.len() {
            let (count, sides) = groups[from];
            from += 1;
            dice += count as u32;
            if sides == 0 || (sides > MAX_SIDES && sides != FUDGE) || dice > MAX_DICE {
                return None;
            }
            if count > 0 {
                roll.groups[to] = Group { count, sides };
                to += 1;
            }
        }
        Some(roll)
    }

    /// The sum of `count` fudge dice, each with the faces -1, 0 and 1.
    ///
    /// # Panics
    /// If `count` is past [`MAX_DICE`].
    pub const fn fudge(count: u16) -> Roll {
        match Roll::of_groups(&[(count, FUDGE)]) {
            Some(roll) => roll,
            None => panic!("a roll has up to 1000 dice"),
        }
    }

    /// One die of a hundred.
    pub const fn percent() -> Roll {
        Roll::die(100)
    }

    /// One die that explodes on its highest face, without end.
    pub const fn exploding(sides: u16) -> Roll {
        Roll::die(sides).explode()
    }

    /// Takes away the `n` highest dice.
    #[inline]
    pub const fn drop_highest(mut self, n: u16) -> Roll {
        self.drop_highest = n;
        self
    }

    /// Takes away the `n` lowest dice.
    #[inline]
    pub const fn drop_lowest(mut self, n: u16) -> Roll {
        self.drop_lowest = n;
        self
    }

    /// Keeps the `n` highest of the dice that were not dropped.
    #[inline]
    pub const fn keep_highest(mut self, n: u16) -> Roll {
        self.keep = n;
        self.flags &= !KEEP_LOWEST;
        self
    }

    /// Keeps the `n` lowest of the dice that were not dropped.
    #[inline]
    pub const fn keep_lowest(mut self, n: u16) -> Roll {
        self.keep = n;
        self.flags |= KEEP_LOWEST;
        self
    }

    /// Every die explodes on its highest face, without end.
    pub const fn explode(mut self) -> Roll {
        self.explode_on = TOP_FACE;
        if self.explosions == 0 {
            self.explosions = ENDLESS;
        }
        self
    }

    /// Dice explode on this face and every higher one, without end.
    pub const fn explode_on(mut self, at_least: i16) -> Roll {
        self.explode_on = at_least;
        if self.explosions == 0 {
            self.explosions = ENDLESS;
        }
        self
    }

    /// One die brings at most this many further dice; 254 is the most that can be said, 0 makes dice ordinary again.
    /// Dice that did not explode before explode on their highest face.
    pub const fn explode_at_most(mut self, times: u8) -> Roll {
        self.explosions = if times == ENDLESS { ENDLESS - 1 } else { times };
        self
    }

    /// A die and the dice it brought count as one die.
    pub const fn compounding(mut self) -> Roll {
        self.flags |= COMPOUNDING;
        self
    }

    /// Faces from `lowest` to `highest` are thrown again, until another face falls.
    pub const fn reroll(mut self, lowest: i16, highest: i16) -> Roll {
        self.reroll_from = lowest;
        self.reroll_to = highest;
        self.flags &= !REROLL_ONCE;
        self
    }

    /// Faces from `lowest` to `highest` are thrown again once; the second face stays.
    pub const fn reroll_once(mut self, lowest: i16, highest: i16) -> Roll {
        self.reroll_from = lowest;
        self.reroll_to = highest;
        self.flags |= REROLL_ONCE;
        self
    }

    /// A die is worth at least `n`.
    pub const fn min_face(mut self, n: i16) -> Roll {
        self.min_face = n;
        self
    }

    /// A die is worth at most `n`; where it is below the [`min_face`](Roll::min_face), this one wins.
    pub const fn max_face(mut self, n: i16) -> Roll {
        self.max_face = n;
        self
    }

    /// The dice that stay are counted if they are worth at least `n`, instead of added.
    pub const fn count_at_least(mut self, n: i16) -> Roll {
        self.count = if n == NO_COUNT { NO_COUNT + 1 } else { n };
        self
    }

    /// Adds a number to the total, on top of what was added before.
    #[inline]
    pub const fn plus(mut self, n: i32) -> Roll {
        self.plus = self.plus.saturating_add(n);
        self
    }

    /// How many dice are thrown, before any explodes.
    pub const fn count(&self) -> u32 {
        let (mut index, mut count) = (0, 0);
        while index < MAX_GROUPS {
            count += self.groups[index].count as u32;
            index += 1;
        }
        count
    }

    /// The roll without the number added to it, and that number.
    pub const fn without_modifier(mut self) -> (Roll, i32) {
        let plus = self.plus;
        self.plus = 0;
        (self, plus)
    }

    /// The number added to the dice.
    pub const fn modifier(&self) -> i32 {
        self.plus
    }

    /// The dice thrown, one size after another, before any explodes.
    pub fn sizes(&self) -> impl Iterator<Item = (u16, Die)> + '_ {
        self.groups.iter().filter(|group| group.count > 0).map(|group| (group.count, Die::of(group.sides)))
    }

    /// Least and greatest total, explosions counted up to [`MAX_CHAIN`](crate::MAX_CHAIN).
    pub fn bounds(&self) -> (i64, i64) {
        let plain = self.explosions == 0 && self.count == NO_COUNT && self.groups[1].count == 0;
        let plus = i64::from(self.plus);
        if plain && self.min_face == i16::MIN && self.max_face == i16::MAX && self.groups[0].sides != FUDGE {
            let Group { count, sides } = self.groups[0];
            let low = if self.keeps_all() { i64::from(count) } else { 0 };
            return (low + plus, i64::from(count) * i64::from(sides) + plus);
        }
        let (low, high) = Pool::from(self).bounds();
        (low + plus, high + plus)
    }

    pub(crate) fn rerolls_once(&self) -> bool {
        self.flags & REROLL_ONCE != 0
    }

    pub(crate) fn rerolls(&self) -> bool {
        self.reroll_from <= self.reroll_to
    }

    pub(crate) fn is_compounding(&self) -> bool {
        self.flags & COMPOUNDING != 0 && self.explosions > 0
    }

    pub(crate) fn keeps_lowest(&self) -> bool {
        self.flags & KEEP_LOWEST != 0
    }

    pub(crate) fn keeps_all(&self) -> bool {
        self.keep == u16::MAX && self.drop_highest == 0 && self.drop_lowest == 0
    }

    /// The whole description in five words: what equality, order, hashing and the cache of simulations look at.
    #[inline(always)]
    pub(crate) const fn words(&self) -> [u64; 5] {
        const fn pair(a: Group, b: Group) -> u64 {
            a.count as u64 | (a.sides as u64) << 16 | (b.count as u64) << 32 | (b.sides as u64) << 48
        }
        const fn four(a: u16, b: u16, c: u16, d: u16) -> u64 {
            a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
        }
        [
            pair(self.groups[0], self.groups[1]),
            pair(self.groups[2], self.groups[3]),
            four(self.drop_highest, self.drop_lowest, self.keep, self.explode_on as u16),
            four(self.reroll_from as u16, self.reroll_to as u16, self.min_face as u16, self.max_face as u16),
            self.count as u16 as u64
                | (self.explosions as u64) << 16
                | (self.flags as u64) << 24
                | (self.plus as u32 as u64) << 32,
        ]
    }
}

const _: () = assert!(size_of::<Roll>() == 40, "no padding, so that the words are the whole roll");

impl PartialEq for Roll {
    #[inline]
    fn eq(&self, other: &Roll) -> bool {
        let (a, b) = (self.words(), other.words());
        (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]) | (a[4] ^ b[4]) == 0
    }
}

impl Eq for Roll {}

impl PartialOrd for Roll {
    fn partial_cmp(&self, other: &Roll) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Roll {
    /// An order for sorted collections; it says nothing about the totals.
    fn cmp(&self, other: &Roll) -> Ordering {
        self.words().cmp(&other.words())
    }
}

impl Hash for Roll {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}
