//! How fights open, where there are too many to remember whole: they part ways roll by roll, but the first acts are the same
//! again and again. So the tables that fights come by first are kept, and a fight begins with a copy of the last of them
//! that its own dice lead to.

use super::{
    Ended, Fighter, Fought,
    ahead::{Ahead, side_by_side},
    learn::Step,
    memory::{Memory, Noted, Place, Walk, Walked},
    print::print_of,
};
use crate::System;
use referee_dice::{FastDice, FastRng};

/// A run has to be so long.
const LONG: u64 = 1 << 11;
/// Fights that are learnt from at most, one table each. Fights part so fast that ten times as many tables would take them
/// only two or three rolls farther.
const MOST_LESSONS: u64 = 1 << 12;
/// Characters of all tables that are kept, so that those of a large scene take no more memory: some 30 MiB at most.
const MOST_CHARACTERS: u64 = 1 << 16;
/// One fight of so many of a run is learnt from: that takes time too.
const FIGHTS_FOR_ONE: u64 = 16;
/// One act of so many has to come from memory, after so many lessons and at the end of them.
const ACTS_FOR_ONE: u64 = 50;
const TRIAL: u64 = 1 << 7;

/// The tables that the fights of a run open with.
pub(super) struct Openings<T> {
    memory: Memory,
    /// In the order of their places. The first is where every fight begins.
    tables: Vec<Known<T>>,
    /// Their places once more, close together: every fight looks one up.
    places: Vec<Place>,
    /// So many fights are learnt from, and so many were.
    lessons: u64,
    learnt: u64,
    /// Acts of the fights that were learnt from, and those of them that came from memory.
    acts: u64,
    remembered: u64,
    rolls: Vec<Noted>,
    /// The fights that come next, and how each opens.
    ahead: Ahead,
    opened: Vec<Opened>,
}

/// A fight on its way through what is known.
#[derive(Clone)]
struct Opened {
    walk: Walk,
    /// Where its last act began.
    last: Walk,
    /// How far it came.
    walked: Option<Walked>,
}

impl Opened {
    fn new(seed: u64, root: Place, start: &Fought) -> Opened {
        let walk = Walk::new(FastRng::seed_from_u64(seed), root, start);
        Opened { last: walk.clone(), walk, walked: None }
    }

    /// One roll.
    #[inline]
    fn step(&mut self, memory: &Memory, dice: &mut FastDice) {
        if memory.begins_act(self.walk.place) {
            self.last.clone_from(&self.walk);
        }
        self.walked = memory.step(&mut self.walk, dice);
    }
}

/// A table from which it is known which dice come next.
struct Known<T> {
    print: u128,
    table: T,
}

impl<T> Openings<T> {
    /// For a run of so many fights of so many characters, if it is long enough.
    pub fn of(fights: u64, characters: usize) -> Option<Box<Openings<T>>> {
        let most = MOST_LESSONS.min(MOST_CHARACTERS / characters.max(1) as u64);
        let openings = || Openings {
            memory: Memory::default(),
            tables: Vec::new(),
            places: Vec::new(),
            lessons: (fights / FIGHTS_FOR_ONE).min(most),
            learnt: 0,
            acts: 0,
            remembered: 0,
            rolls: Vec::new(),
            ahead: Ahead::default(),
            opened: Vec::new(),
        };
        (fights >= LONG).then(|| Box::new(openings()))
    }

    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    fn known(&self, place: Place) -> Option<&Known<T>> {
        let at = self.places.binary_search(&place).ok()?;
        Some(&self.tables[at])
    }

    fn root(&self) -> Place {
        self.places.first().copied().unwrap_or(Place::UNKNOWN)
    }

    /// How the fights of these seeds open, side by side. As long as there is more to learn the next fight may already know more.
    pub fn look_ahead(&mut self, seeds: &[u64], start: &Fought, dice: &mut FastDice) {
        let seeds = if self.learnt < self.lessons { &[] } else { seeds };
        let root = self.root();
        self.ahead.set(seeds);
        self.opened.clear();
        self.opened.extend(seeds.iter().map(|&seed| Opened::new(seed, root, start)));
        side_by_side(seeds.len(), |at| {
            self.opened[at].step(&self.memory, dice);
            self.opened[at].walked.is_none()
        });
    }

    /// How the fight of this seed opens: what was seen ahead, or by walking now.
    fn open(&mut self, seed: u64, start: &Fought, dice: &mut FastDice) -> Opened {
        if let Some(at) = self.ahead.take(seed) {
            return self.opened[at].clone();
        }
        let mut opened = Opened::new(seed, self.root(), start);
        while opened.walked.is_none() {
            opened.step(&self.memory, dice);
        }
        opened
    }
}

impl<S: System> Fighter<'_, S> {
    /// Plays the fight of this seed: its opening from memory, the rest by the rules. Gives how it ended if what is left is
    /// still to be read off the table.
    pub(super) fn opened(
        &mut self,
        mut openings: Box<Openings<S::Table>>,
        seed: u64,
        fought: &mut Fought,
    ) -> Result<Option<Ended>, String> {
        self.simulate.reseed(seed);
        fought.rounds = self.book.round(&self.table);
        let Opened { walk, last, walked } = openings.open(seed, fought, self.simulate.dice());
        if let Some(Walked::Ended(end)) = walked
            && openings.memory.read_end(end, &walk, fought)
        {
            self.openings = Some(openings);
            return Ok(None);
        }
        (fought.acts, fought.first) = last.acts();
        *self.simulate.dice().rng() = last.rng;
        let known = openings.known(last.place);
        self.copy.clone_from(known.map_or(&self.table, |known| &known.table));
        if openings.learnt == openings.lessons {
            self.openings = Some(openings);
            return self.play_on(fought).map(Some);
        }
        let (print, remembered) = (known.map(|known| known.print), fought.acts);
        let can_be = self.learn_opening(&mut openings, print, seed, fought)?;
        let ended = self.play_on(fought)?;
        openings.learnt += 1;
        openings.acts += u64::from(fought.acts);
        openings.remembered += u64::from(remembered);
        let is_due = openings.learnt == TRIAL || openings.learnt == openings.lessons;
        let pays = !is_due || openings.remembered * ACTS_FOR_ONE >= openings.acts;
        self.openings = (can_be && pays).then_some(openings);
        Ok(Some(ended))
    }

    /// Goes on by the rules, over the known table with this print and to the next one, and keeps that one. False if such
    /// fights cannot be remembered.
    fn learn_opening(
        &mut self,
        openings: &mut Openings<S::Table>,
        known: Option<u128>,
        seed: u64,
        fought: &mut Fought,
    ) -> Result<bool, String> {
        let Openings { memory, tables, places, rolls, .. } = openings;
        let mut open = None;
        if let Some(print) = known {
            open = match self.until_dice_fall(seed, memory, rolls, fought)? {
                Step::Rolled(way) => memory.act(print, None, way, rolls),
                Step::Ended(_) | Step::Undecided => return Ok(true),
                Step::Never => return Ok(false),
            };
            if open.is_none() {
                return Ok(false);
            }
        }
        if !self.is_as_ever() {
            return Ok(true);
        }
        // Nothing is left out here: the whole table goes on.
        let print = print_of(&self.copy, self.has_setup);
        let place = memory.place(print);
        if place != Place::UNKNOWN {
            memory.link(open, place);
            return Ok(true);
        }
        let table = self.copy.clone();
        match self.until_dice_fall(seed, memory, rolls, fought)? {
            Step::Rolled(way) => {
                let is_kept = memory.act(print, open, way, rolls).is_some();
                places.push(memory.place(print));
                tables.push(Known { print, table });
                Ok(is_kept)
            }
            Step::Ended(way) => {
                memory.end(print, open, way, fought);
                Ok(true)
            }
            Step::Undecided => Ok(true),
            Step::Never => Ok(false),
        }
    }
}
