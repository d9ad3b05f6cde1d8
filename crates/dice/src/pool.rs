//! Dice with everything that can be said of them.
//!
//! A [`Pool`] is what the notation reads, what is thrown and what exact odds are listed from; a [`Roll`] is the packed form
//! of most of them. Each modifier is one field here, with the question that it answers beside it.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::die::Die;
use crate::faces::FaceSet;
use crate::limits::{MAX_CHAIN, TooLarge};
use crate::roll::{ENDLESS, KEEP_LOWEST, MAX_GROUPS, NO_COUNT, Roll, TOP_FACE};

/// Dice, and what is done with them. The order in which it is done is that of [`Roll`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pool {
    pub sizes: SmallVec<[Size; 2]>,
    /// Thrown again, until another face falls.
    pub reroll: FaceSet,
    /// Thrown again, once.
    pub reroll_once: FaceSet,
    pub unique: Option<Unique>,
    pub explode: Option<Explode>,
    /// What a die is worth at least, and at most; where they contradict each other, at most wins.
    pub min: i32,
    pub max: i32,
    pub drop_highest: u16,
    pub drop_lowest: u16,
    /// How many are kept of those that were not dropped; `u16::MAX`: all.
    pub keep: u16,
    pub keeps_lowest: bool,
    pub score: Score,
}

/// Dice of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Size {
    pub count: u16,
    pub die: Die,
    /// What stands on its faces, ascending, if that is not what usually does.
    pub own: Option<Arc<[i16]>>,
}

/// Faces that may not fall twice: they are thrown again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unique {
    pub on: FaceSet,
    pub once: bool,
}

/// Dice that bring further dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Explode {
    /// `None`: on the highest face of each die.
    pub on: Option<FaceSet>,
    /// Further dice that one die may bring, [`ENDLESS`] for any number.
    pub most: u8,
    /// A die and the dice it brought count as one die.
    pub compounding: bool,
    /// A die that was brought is worth one less.
    pub penetrating: bool,
}

/// What the dice that stay come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Score {
    Sum,
    /// The dice whose worth is a hit, less those whose worth is a miss.
    Count {
        hits: FaceSet,
        misses: FaceSet,
    },
}

impl Score {
    /// What a die of this worth brings.
    #[inline]
    pub fn of(&self, worth: i32) -> i32 {
        match self {
            Score::Sum => worth,
            Score::Count { hits, misses } => i32::from(hits.holds(worth)) - i32::from(misses.holds(worth)),
        }
    }

    pub fn counts(&self) -> bool {
        matches!(self, Score::Count { .. })
    }
}

impl Size {
    pub fn new(count: u16, die: Die) -> Size {
        Size { count, die, own: None }
    }

    /// Dice with these faces.
    pub fn own(count: u16, mut faces: Vec<i16>) -> Size {
        faces.sort_unstable();
        Size { count, die: Die::new(faces.len() as u16), own: Some(faces.into()) }
    }

    /// What stands on a face.
    #[inline]
    pub fn value(&self, face: i32) -> i32 {
        match &self.own {
            None => face,
            Some(own) => i32::from(own[(face - 1) as usize]),
        }
    }

    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        (self.die.lowest()..=self.die.highest()).map(|face| self.value(face))
    }

    pub fn lowest(&self) -> i32 {
        self.value(self.die.lowest())
    }

    pub fn highest(&self) -> i32 {
        self.value(self.die.highest())
    }
}

impl Pool {
    pub fn of(sizes: SmallVec<[Size; 2]>) -> Pool {
        Pool {
            sizes,
            reroll: FaceSet::default(),
            reroll_once: FaceSet::default(),
            unique: None,
            explode: None,
            min: i32::MIN,
            max: i32::MAX,
            drop_highest: 0,
            drop_lowest: 0,
            keep: u16::MAX,
            keeps_lowest: false,
            score: Score::Sum,
        }
    }

    /// What a die is worth that shows this.
    #[inline]
    pub fn worth(&self, value: i32, brought: bool) -> i32 {
        value.max(self.min).min(self.max) + if brought { self.step() } else { 0 }
    }

    /// What a die is worth more for having been brought by another.
    pub fn step(&self) -> i32 {
        -i32::from(self.explode.as_ref().is_some_and(|explode| explode.penetrating))
    }

    #[inline]
    pub fn is_exploding(&self, size: &Size, value: i32) -> bool {
        match &self.explode {
            None => false,
            Some(Explode { on: None, .. }) => value == size.highest(),
            Some(Explode { on: Some(faces), .. }) => faces.holds(value),
        }
    }

    /// Further dice that one die may bring.
    pub fn explosions(&self) -> u8 {
        self.explode.as_ref().map_or(0, |explode| explode.most)
    }

    pub fn is_compounding(&self) -> bool {
        self.explode.as_ref().is_some_and(|explode| explode.compounding)
    }

    pub fn keeps_all(&self) -> bool {
        self.keep == u16::MAX && self.drop_highest == 0 && self.drop_lowest == 0
    }

    /// Of `n` dice sorted from the highest down, the first that stays and the first after it that does not:
    /// drops and keeps together always leave neighbours.
    pub fn kept_of(&self, n: usize) -> (usize, usize) {
        let from = usize::from(self.drop_highest).min(n);
        let to = n - usize::from(self.drop_lowest).min(n - from);
        let keep = usize::from(self.keep).min(to - from);
        if self.keeps_lowest { (to - keep, to) } else { (from, from + keep) }
    }

    /// Least and greatest total, explosions counted up to [`MAX_CHAIN`].
    pub fn bounds(&self) -> (i64, i64) {
        let (mut low, mut high) = (0i64, 0i64);
        for size in &self.sizes {
            let count = i64::from(size.count);
            let further = count
                * match self.explosions() {
                    ENDLESS => i64::from(MAX_CHAIN),
                    times => i64::from(times),
                };
            let (worst, best) = match &self.score {
                Score::Sum => (self.worth(size.lowest(), false), self.worth(size.highest(), false)),
                Score::Count { misses, .. } => (-i32::from(!misses.is_empty()), 1),
            };
            let step = if self.score.counts() { 0 } else { i64::from(self.step()) };
            low += count * i64::from(worst) + further * (i64::from(worst) + step).min(0);
            high += count * i64::from(best) + further * (i64::from(best) + step).max(0);
        }
        if !self.keeps_all() {
            low = low.min(0);
            high = high.max(0);
        }
        (low, high)
    }

    /// Refuses dice that are thrown again for ever, or nearly so.
    pub fn check(&self) -> Result<(), TooLarge> {
        if self.reroll.is_empty() && self.reroll_once.is_empty() && self.explosions() != ENDLESS {
            return Ok(());
        }
        for size in &self.sizes {
            let faces = crate::odds::Faces::of(self, size);
            if faces.whole == 0 {
                return Err(TooLarge::Endless);
            }
            let exploding: u64 = faces.faces.iter().filter(|face| face.explodes).map(|face| face.weight).sum();
            if self.explosions() == ENDLESS && exploding * 100 > faces.whole * 95 {
                return Err(TooLarge::Endless);
            }
        }
        Ok(())
    }

    /// The packed form, if there is one.
    pub fn as_roll(&self) -> Option<Roll> {
        /// A range with the ends of 16 bits.
        fn packed(faces: &FaceSet) -> Option<(i16, i16)> {
            let end = |end: i32| match end {
                i32::MIN => Some(i16::MIN),
                i32::MAX => Some(i16::MAX),
                end => i16::try_from(end).ok(),
            };
            match faces.ranges() {
                [(from, to)] => Some((end(*from)?, end(*to)?)),
                _ => None,
            }
        }
        let is_plain = self.sizes.len() <= MAX_GROUPS && self.sizes.iter().all(|size| size.own.is_none());
        if !is_plain || self.unique.is_some() {
            return None;
        }
        let mut groups: SmallVec<[(u16, u16); MAX_GROUPS]> = SmallVec::new();
        groups.extend(self.sizes.iter().map(|size| (size.count, size.die.code())));
        let mut roll = Roll::of_groups(&groups)?;
        roll = match (self.reroll.is_empty(), self.reroll_once.is_empty()) {
            (true, true) => roll,
            (false, true) => packed(&self.reroll).map(|(from, to)| roll.reroll(from, to))?,
            (true, false) => packed(&self.reroll_once).map(|(from, to)| roll.reroll_once(from, to))?,
            (false, false) => return None,
        };
        if let Some(explode) = &self.explode {
            if explode.penetrating {
                return None;
            }
            roll = match explode.on.as_ref().map(packed) {
                None => roll.explode(),
                Some(Some((from, i16::MAX))) => roll.explode_on(from),
                Some(_) => return None,
            };
            if explode.most != ENDLESS {
                roll = roll.explode_at_most(explode.most);
            }
            if explode.compounding {
                roll = roll.compounding();
            }
        }
        if let Score::Count { hits, misses } = &self.score {
            roll = match packed(hits) {
                Some((from, i16::MAX)) if misses.is_empty() => roll.count_at_least(from),
                _ => return None,
            };
        }
        if self.min != i32::MIN {
            roll = roll.min_face(i16::try_from(self.min).ok()?);
        }
        if self.max != i32::MAX {
            roll = roll.max_face(i16::try_from(self.max).ok()?);
        }
        roll = roll.drop_highest(self.drop_highest).drop_lowest(self.drop_lowest);
        Some(match (self.keep, self.keeps_lowest) {
            (u16::MAX, _) => roll,
            (keep, true) => roll.keep_lowest(keep),
            (keep, false) => roll.keep_highest(keep),
        })
    }
}

impl From<&Roll> for Pool {
    /// Without the number that is added.
    fn from(roll: &Roll) -> Pool {
        let open = |from: i16, to: i16| {
            let from = if from == i16::MIN { i32::MIN } else { i32::from(from) };
            FaceSet::range(from, if to == i16::MAX { i32::MAX } else { i32::from(to) })
        };
        let mut pool = Pool::of(SmallVec::new());
        pool.sizes.extend(roll.sizes().map(|(count, die)| Size::new(count, die)));
        if roll.reroll_from <= roll.reroll_to {
            let faces = open(roll.reroll_from, roll.reroll_to);
            *(if roll.rerolls_once() { &mut pool.reroll_once } else { &mut pool.reroll }) = faces;
        }
        if roll.explosions > 0 {
            pool.explode = Some(Explode {
                on: (roll.explode_on != TOP_FACE).then(|| open(roll.explode_on, i16::MAX)),
                most: roll.explosions,
                compounding: roll.is_compounding(),
                penetrating: false,
            });
        }
        if roll.min_face != i16::MIN {
            pool.min = i32::from(roll.min_face);
        }
        if roll.max_face != i16::MAX {
            pool.max = i32::from(roll.max_face);
        }
        (pool.drop_highest, pool.drop_lowest) = (roll.drop_highest, roll.drop_lowest);
        (pool.keep, pool.keeps_lowest) = (roll.keep, roll.flags & KEEP_LOWEST != 0);
        if roll.count != NO_COUNT {
            pool.score = Score::Count { hits: FaceSet::at_least(i32::from(roll.count)), misses: FaceSet::default() };
        }
        pool
    }
}
