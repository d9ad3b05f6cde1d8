//! What a long run of fights remembers: where the dice have led before, they lead again.
//!
//! Between two rolls of a fight without chance in its policies everything follows from the table. So a table is kept as a
//! [`Spot`]: which dice come next, and for every reading of them the table after that act. A fight that stays on known
//! ground is a walk from roll to roll and takes no rule at all; it draws the same numbers as the rules would, so it is the
//! same fight. Tables themselves are not kept, only what they hash to.

use super::{Ended, Fought, MOST_ACTS, ahead::side_by_side};
use crate::Side;
use referee_dice::{FastDice, FastRng, Ready, Roll};
use std::{
    collections::BTreeMap,
    hash::{BuildHasherDefault, Hasher},
};

#[expect(clippy::disallowed_types, reason = "it is never walked through, only asked")]
type ByTable = std::collections::HashMap<u128, Place, BuildHasherDefault<HalfOfIt>>;

/// Words that are kept at most: 32 MiB.
const MOST_WORDS: usize = 1 << 23;
/// Dice with more totals than that are not remembered.
const MOST_TOTALS: i32 = 250;
/// A total is compared with so many readings of lower ones: where each is read for itself there are many.
const NEAR: usize = 8;

/// What is known of the fights from one table.
#[derive(Default)]
pub(super) struct Memory {
    /// The spots, one after the other: a table from which somebody rolls, sooner or later; or the next roll in the same act.
    /// A spot is the number of its reader, a [`Way`], and for each reading where it leads to. A walk waits for each spot to
    /// come from memory, so a spot is as small as can be and lies in one line of it if it fits.
    words: Vec<u32>,
    readers: Vec<Reader>,
    /// For each reader the number of the reading of each total, one reader after the other.
    readings: Vec<u8>,
    ends: Vec<End>,
    gauges: Vec<i32>,
    standing: Vec<bool>,
    by_table: ByTable,
    by_reading: BTreeMap<(Roll, Vec<u8>), u32>,
    ranges: BTreeMap<Roll, Option<(i32, i32)>>,
}

/// Words of a spot before its edges.
const HEAD: usize = 2;
/// Words of a line of memory.
const LINE: usize = 16;

/// Where a roll leads to, as one word: a spot by the place of its first word, or an end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(u32);

impl Place {
    /// Nobody has been there.
    pub const UNKNOWN: Place = Place(u32::MAX);
    /// An end; what is unknown has this bit too.
    const END: u32 = 1 << 31;

    fn end(self) -> Option<usize> {
        (self.0 & Self::END != 0).then_some((self.0 & !Self::END) as usize)
    }
}

/// What happens between a table and the next roll, and in the act of that roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Way {
    acts: u16,
    /// Rounds that pass, below 128.
    rounds: u8,
    /// The first side that acts.
    first: Option<Side>,
}

impl Way {
    /// An act of this side; `None` is the game master.
    pub fn act(&mut self, side: Option<Side>) {
        self.acts = self.acts.saturating_add(1);
        self.first = self.first.or(side);
    }

    /// The round was the one and is the other now. False if that cannot be remembered.
    pub fn pass(&mut self, before: u32, now: u32) -> bool {
        let passed =
            now.checked_sub(before).and_then(|passed| u8::try_from(passed).ok()).filter(|passed| *passed < 128);
        self.rounds = passed.unwrap_or(0);
        passed.is_some()
    }

    fn word(self) -> u32 {
        let first = self.first.map_or(0, |side| 1 << 16 | u32::from(side.0) << 24);
        u32::from(self.acts) | u32::from(self.rounds) << 17 | first
    }

    fn of(word: u32) -> Way {
        let first = (word & 1 << 16 != 0).then_some(Side((word >> 24) as u8));
        Way { acts: word as u16, rounds: (word >> 17) as u8 & 127, first }
    }
}

/// Dice, and how a rule reads them.
struct Reader {
    dice: Ready,
    lowest: i32,
    /// Where its readings begin.
    readings: u32,
    /// How many different ones there are.
    count: u8,
}

/// How a fight ends without another roll; what is left of everybody is kept in the order of the ends.
#[derive(Clone, Copy)]
struct End {
    ended: Ended,
    way: Way,
}

/// A roll that was noted in an act, and what came up.
#[derive(Clone, Copy)]
pub(super) struct Noted {
    reader: u32,
    reading: u8,
}

/// An edge that leads to a table where nobody has been yet: the place of its word.
#[derive(Clone, Copy)]
pub(super) struct Open(u32);

/// A fight on its way from roll to roll.
#[derive(Clone)]
pub(super) struct Walk {
    /// The numbers that its dice come from.
    pub rng: FastRng,
    pub place: Place,
    /// What the act that is under way adds once it is over.
    way: Way,
    acts: u32,
    rounds: u32,
    first: Option<Side>,
}

/// How far a walk has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walked {
    /// To this end of the fight.
    Ended(Place),
    /// To the table after so many acts, from which something new comes up.
    Astray(u32),
}

impl Walk {
    /// From a place that a fight has come to.
    pub fn new(rng: FastRng, place: Place, fought: &Fought) -> Walk {
        let Fought { acts, rounds, first, .. } = *fought;
        Walk { rng, place, way: Way::default(), acts, rounds, first }
    }

    /// How many acts there were, the last of them included, and the first side that acted.
    pub fn acts(&self) -> (u32, Option<Side>) {
        (self.acts + u32::from(self.way.acts), self.first.or(self.way.first))
    }

    /// The act that was under way is over, and the next has begun.
    #[inline]
    fn passes(&mut self, next: Way) {
        self.acts += u32::from(self.way.acts);
        self.rounds += u32::from(self.way.rounds);
        self.first = self.first.or(self.way.first);
        self.way = next;
    }
}

impl Memory {
    /// Walks on as far as it is known.
    pub fn walk(&self, walk: &mut Walk, dice: &mut FastDice) -> Walked {
        loop {
            if let Some(walked) = self.step(walk, dice) {
                return walked;
            }
        }
    }

    /// Many walks side by side.
    pub fn walk_together(&self, walks: &mut [Walk], dice: &mut FastDice, walked: &mut Vec<Walked>) {
        walked.clear();
        walked.resize(walks.len(), Walked::Astray(0));
        side_by_side(walks.len(), |at| match self.step(&mut walks[at], dice) {
            Some(how) => {
                walked[at] = how;
                false
            }
            None => true,
        });
    }

    /// Does an act begin at this place?
    #[inline]
    pub fn begins_act(&self, place: Place) -> bool {
        place.end().is_none() && self.words[place.0 as usize + 1] != 0
    }

    /// One roll. Everything about a place lies in one line of memory.
    #[inline]
    pub fn step(&self, walk: &mut Walk, dice: &mut FastDice) -> Option<Walked> {
        let place = walk.place;
        if place.end().is_some() {
            if place == Place::UNKNOWN {
                return Some(Walked::Astray(walk.acts));
            }
            walk.passes(Way::default()); // an end has a way of its own, which is read with it
            return Some(if walk.acts >= MOST_ACTS { Walked::Astray(walk.acts) } else { Walked::Ended(place) });
        }
        let spot = &self.words[place.0 as usize..];
        // In the middle of an act there is no way of its own.
        if spot[1] != 0 {
            walk.passes(Way::of(spot[1]));
            if walk.acts >= MOST_ACTS {
                return Some(Walked::Astray(walk.acts));
            }
        }
        let reader = &self.readers[spot[0] as usize];
        let total = dice.roll_from(&mut walk.rng, &reader.dice);
        let reading = self.readings[reader.readings as usize + (total - reader.lowest) as usize];
        walk.place = Place(spot[HEAD + usize::from(reading)]);
        // The act that leads to something unknown is not over: the rules go on from where it began.
        (walk.place == Place::UNKNOWN).then_some(Walked::Astray(walk.acts))
    }

    /// Reads what is left at this end of a walk. False if it took too many acts.
    pub fn read_end(&self, end: Place, walk: &Walk, fought: &mut Fought) -> bool {
        let at = end.end().unwrap_or_default();
        let End { ended, way } = self.ends[at];
        let acts = walk.acts + u32::from(way.acts);
        if acts > MOST_ACTS {
            return false;
        }
        fought.ended = ended;
        fought.acts = acts;
        fought.rounds = walk.rounds + u32::from(way.rounds);
        fought.first = walk.first.or(way.first);
        let part = |all: usize| at * (all / self.ends.len())..(at + 1) * (all / self.ends.len());
        fought.gauges.clear();
        fought.gauges.extend_from_slice(&self.gauges[part(self.gauges.len())]);
        fought.standing.clear();
        fought.standing.extend_from_slice(&self.standing[part(self.standing.len())]);
        true
    }

    pub fn tables(&self) -> usize {
        self.by_table.len()
    }

    /// Is there no room for more?
    pub fn is_full(&self) -> bool {
        self.words.len() >= MOST_WORDS
    }

    /// What is known of this table.
    pub fn place(&self, table: u128) -> Place {
        self.by_table.get(&table).copied().unwrap_or(Place::UNKNOWN)
    }

    /// The edge leads to this place.
    pub fn link(&mut self, open: Option<Open>, to: Place) {
        if let Some(Open(edge)) = open {
            self.words[edge as usize] = to.0;
        }
    }

    /// From this table a fight ended in this way without another roll.
    pub fn end(&mut self, table: u128, open: Option<Open>, way: Way, fought: &Fought) {
        let to = *self.by_table.entry(table).or_insert_with(|| {
            self.ends.push(End { ended: fought.ended, way });
            self.gauges.extend_from_slice(&fought.gauges);
            self.standing.extend_from_slice(&fought.standing);
            Place(Place::END | (self.ends.len() as u32 - 1))
        });
        self.link(open, to);
    }

    /// From this table an act with these rolls, one at least, was done in this way. Gives the edge that leads on; `None` if
    /// the way depends on what is rolled.
    pub fn act(&mut self, table: u128, open: Option<Open>, way: Way, rolls: &[Noted]) -> Option<Open> {
        let mut spot = self.place(table);
        if spot == Place::UNKNOWN {
            spot = self.add(&rolls[0], way);
            self.by_table.insert(table, spot);
        }
        if self.words[spot.0 as usize + 1] != way.word() {
            return None;
        }
        self.link(open, spot);
        let mut edge = self.edge(spot, &rolls[0]);
        for noted in &rolls[1..] {
            // In the middle of an act a spot is known by the way to it.
            spot = Place(self.words[edge.0 as usize]);
            if spot == Place::UNKNOWN {
                spot = self.add(noted, Way::default());
                self.link(Some(edge), spot);
            }
            edge = self.edge(spot, noted);
        }
        Some(edge)
    }

    fn edge(&self, spot: Place, noted: &Noted) -> Open {
        debug_assert_eq!(self.words[spot.0 as usize], noted.reader, "the same table, other dice");
        Open(spot.0 + HEAD as u32 + u32::from(noted.reading))
    }

    fn add(&mut self, noted: &Noted, way: Way) -> Place {
        let size = HEAD + usize::from(self.readers[noted.reader as usize].count);
        let start = self.words.len();
        let is_split = size <= LINE && start % LINE + size > LINE;
        let start = if is_split { start.next_multiple_of(LINE) } else { start };
        self.words.resize(start + size, Place::UNKNOWN.0);
        (self.words[start], self.words[start + 1]) = (noted.reader, way.word());
        Place(start as u32)
    }

    /// Notes a roll with what came up; `same` says whether two totals are read alike. `None`: too many totals.
    pub fn note(&mut self, roll: Roll, total: i32, same: &dyn Fn(i32, i32) -> bool) -> Option<Noted> {
        let range = *self.ranges.entry(roll).or_insert_with(|| {
            let odds = roll.try_distribution().ok()?;
            Some((odds.lowest(), odds.highest())).filter(|(lowest, highest)| highest - lowest < MOST_TOTALS)
        });
        let (lowest, highest) = range?;
        let mut firsts: Vec<i32> = Vec::new();
        let read = |total: i32| {
            // Neighbours are often read alike. What is read like something farther back may count as something else: it
            // leads to the same table, which is known by its hash.
            let near = firsts.len().saturating_sub(NEAR);
            let known = firsts[near..].iter().rposition(|&first| same(first, total));
            known.map_or_else(
                || {
                    firsts.push(total);
                    firsts.len() - 1
                },
                |known| near + known,
            ) as u8
        };
        let readings: Vec<u8> = (lowest..=highest).map(read).collect();
        let reading = *readings.get(usize::try_from(total - lowest).ok()?)?;
        let reader = *self.by_reading.entry((roll, readings)).or_insert_with_key(|(_, readings)| {
            let (at, count) = (self.readings.len() as u32, firsts.len() as u8);
            self.readings.extend_from_slice(readings);
            self.readers.push(Reader { dice: roll.into(), lowest, readings: at, count });
            self.readers.len() as u32 - 1
        });
        Some(Noted { reader, reading })
    }
}

/// Takes what is a hash already as it is.
#[derive(Default)]
struct HalfOfIt(u64);

impl Hasher for HalfOfIt {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, byte| sum.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = number as u64;
    }
}
