//! Fights from memory, once a run is long: the rules are asked only where a fight leaves known ground.

use super::{
    Ended, Fighter, Fought, MOST_ACTS,
    ahead::Ahead,
    fighter::next,
    learn::Step,
    memory::{Memory, Place, Walk, Walked},
    openings::Openings,
    print::print_of,
};
use crate::System;
use referee_dice::FastRng;

/// A run has to be so long, and so much longer if its fights lead through many tables: learning costs more than it saves
/// at first.
const LONG: u64 = 1 << 16;
const VERY_LONG: u64 = 1 << 21;
/// After so many fights it is clear how many tables they lead through, and mostly much earlier: each table that is kept takes as
/// long as several acts.
const TRIAL: u64 = 1 << 9;
const EARLY: u64 = 1 << 6;
/// In a run that is not very long, most of so many fights should be known from beginning to end.
const SOON: u64 = 1 << 12;
/// A memory that is full should know most of what comes up in so many fights: going astray costs more than the rules.
const TERM: u64 = 1 << 14;
/// From so many fights on, twice as many should leave clearly fewer that go astray: where a few ways are common and the others
/// have no end, they never become few.
const LATE: u64 = 1 << 16;

/// What is remembered, and how that goes.
pub(super) struct Recall {
    memory: Memory,
    /// Where every fight begins.
    root: Place,
    is_very_long: bool,
    fights: u64,
    /// Acts, and those that were new.
    acts: u64,
    new_acts: u64,
    /// Fights of this term that went astray, and of the last one after which there were twice as many fights as before.
    astray: u64,
    astray_before: u64,
    /// The fights that come next, the walk of each and how far it came.
    ahead: Ahead,
    walks: Vec<Walk>,
    walked: Vec<Walked>,
}

impl Recall {
    /// For a run of so many fights, if it is long enough.
    pub fn of(fights: u64) -> Option<Box<Recall>> {
        let recall = || Recall {
            memory: Memory::default(),
            root: Place::UNKNOWN,
            is_very_long: fights >= VERY_LONG,
            fights: 0,
            acts: 0,
            new_acts: 0,
            astray: 0,
            astray_before: 0,
            ahead: Ahead::default(),
            walks: Vec::new(),
            walked: Vec::new(),
        };
        (fights >= LONG).then(|| Box::new(recall()))
    }

    pub fn tables(&self) -> usize {
        self.memory.tables()
    }

    /// The end of this fight, if it was walked to ahead.
    fn ended_ahead(&mut self, seed: u64, fought: &mut Fought) -> bool {
        let Some(at) = self.ahead.take(seed) else { return false };
        match self.walked[at] {
            Walked::Ended(end) => self.memory.read_end(end, &self.walks[at], fought),
            Walked::Astray(_) => false, // what was unknown then may be known by now
        }
    }

    /// Another fight is over: does it pay to go on?
    fn pays(&mut self, fought: &Fought) -> bool {
        self.fights += 1;
        self.acts += u64::from(fought.acts);
        let most = if self.is_very_long { 3 * self.acts / 4 } else { 2 * self.acts / 5 };
        // Where nine acts of ten are new to so few fights, half of them still are after the trial.
        let is_early = self.fights == EARLY && !self.is_very_long && 10 * self.new_acts > 9 * self.acts;
        let is_vast = is_early || (self.fights == TRIAL && self.new_acts > most);
        let is_slow = self.fights == SOON && !self.is_very_long && 4 * self.astray > SOON;
        let is_due = self.fights.is_multiple_of(TERM);
        let is_lost = is_due && self.memory.is_full() && 5 * self.astray > 3 * TERM;
        let is_double = is_due && self.fights.is_power_of_two();
        let are_few = 8 * self.astray < TERM || 20 * self.astray < 17 * self.astray_before;
        let is_endless = is_double && self.fights >= LATE && !are_few;
        if is_double {
            self.astray_before = self.astray;
        }
        if is_due {
            self.astray = 0;
        }
        !is_vast && !is_slow && !is_lost && !is_endless
    }
}

/// Where learning led.
enum Learnt {
    /// To known ground.
    Known(Place),
    /// To the end of the fight.
    Ended,
    /// No farther: the rules have to finish the fight.
    Lost,
    /// Nowhere: such fights cannot be remembered.
    Never,
}

impl<S: System> Fighter<'_, S> {
    /// The fights of these seeds come next, in this order, and only their ends will be asked for: whoever remembers walks
    /// them side by side. It is no more than a hint.
    pub fn look_ahead(&mut self, seeds: &[u64]) {
        let start = Fought { rounds: self.book.round(&self.table), ..Fought::default() };
        if let Some(openings) = &mut self.openings {
            return openings.look_ahead(seeds, &start, self.simulate.dice());
        }
        let Some(recall) = self.recall.as_mut().filter(|recall| recall.root != Place::UNKNOWN) else { return };
        recall.ahead.set(seeds);
        recall.walks.clear();
        recall.walks.extend(seeds.iter().map(|&seed| Walk::new(FastRng::seed_from_u64(seed), recall.root, &start)));
        recall.memory.walk_together(&mut recall.walks, self.simulate.dice(), &mut recall.walked);
    }

    /// Plays the fight of this seed from memory, and by the rules where memory ends. Gives how it ended if what is left is
    /// still to be read off the table.
    pub(super) fn recalled(
        &mut self,
        mut recall: Box<Recall>,
        seed: u64,
        fought: &mut Fought,
    ) -> Result<Option<Ended>, String> {
        if recall.ended_ahead(seed, fought) {
            self.go_on(recall, true, fought);
            return Ok(None);
        }
        self.simulate.reseed(seed);
        let mut place = recall.root;
        let (ended, goes_on) = loop {
            let (dice, acts, first) = (self.simulate.dice().rng().clone(), fought.acts, fought.first);
            fought.rounds = self.book.round(if acts == 0 { &self.table } else { &self.copy });
            let mut walk = Walk::new(dice.clone(), place, fought);
            let to = match recall.memory.walk(&mut walk, self.simulate.dice()) {
                Walked::Ended(end) if recall.memory.read_end(end, &walk, fought) => break (None, true),
                Walked::Ended(_) => MOST_ACTS,
                Walked::Astray(to) => to,
            };
            // Once more by the rules, with the same dice, up to where it went astray.
            if acts == 0 {
                recall.astray += 1;
                self.copy.clone_from(&self.table);
            }
            *self.simulate.dice().rng() = dice;
            (fought.acts, fought.first) = (acts, first);
            while fought.acts < to {
                match next(self.book, &self.copy, fought) {
                    Ok(who) => self.act(who, fought)?,
                    Err(ended) => return Ok(Some(ended)),
                }
            }
            let learnt = if to < MOST_ACTS { self.learn(&mut recall, seed, fought)? } else { Learnt::Lost };
            match learnt {
                Learnt::Known(known) => place = known,
                Learnt::Ended => break (None, true),
                Learnt::Lost => break (Some(self.play_on(fought)?), true),
                Learnt::Never => break (Some(self.play_on(fought)?), false),
            }
        };
        self.go_on(recall, goes_on, fought);
        Ok(ended)
    }

    /// Another fight is over. Where it does not pay to remember everything, only the openings are.
    fn go_on(&mut self, mut recall: Box<Recall>, can_be: bool, fought: &Fought) {
        if can_be && recall.pays(fought) {
            self.recall = Some(recall);
        } else {
            self.openings = Openings::of(self.run, self.cards.len());
        }
    }

    /// Goes on by the rules and remembers the way, until it is known again.
    fn learn(&mut self, recall: &mut Recall, seed: u64, fought: &mut Fought) -> Result<Learnt, String> {
        let (mut open, mut rolls) = (None, Vec::new());
        let is_first = fought.acts == 0;
        loop {
            if recall.memory.is_full() || !self.is_as_ever() {
                return Ok(Learnt::Lost);
            }
            let table = print_of(&self.copy, self.has_setup);
            let place = recall.memory.place(table);
            if open.is_some() && place != Place::UNKNOWN {
                recall.memory.link(open, place);
                return Ok(Learnt::Known(place));
            }
            let acts = fought.acts;
            let step = self.until_dice_fall(seed, &mut recall.memory, &mut rolls, fought)?;
            recall.new_acts += u64::from(fought.acts - acts);
            open = match step {
                Step::Rolled(way) => recall.memory.act(table, open, way, &rolls),
                Step::Ended(way) => {
                    recall.memory.end(table, open, way, fought);
                    return Ok(Learnt::Ended);
                }
                Step::Undecided => return Ok(Learnt::Lost),
                Step::Never => return Ok(Learnt::Never),
            };
            if open.is_none() {
                return Ok(Learnt::Never);
            }
            if is_first && recall.root == Place::UNKNOWN {
                recall.root = recall.memory.place(table);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many fights of a run of that many, of which `astray` says whether they go astray; gives after how many it was given up.
    fn given_up(run: u64, astray: impl Fn(u64) -> bool) -> Option<u64> {
        let mut recall = Recall::of(run).expect("long enough");
        let fought = Fought { acts: 10, ..Fought::default() };
        (0..run).find(|&fight| {
            recall.astray += u64::from(astray(fight));
            !recall.pays(&fought)
        })
    }

    #[test]
    fn a_run_that_is_not_very_long_has_to_know_most_fights_soon() {
        assert_eq!(given_up(LONG, |fight| fight % 2 == 0), Some(SOON - 1));
        assert_eq!(given_up(LONG, |fight| fight % 9 == 0), None);
    }

    #[test]
    fn a_very_long_run_goes_on_as_long_as_fewer_go_astray() {
        // A third of them, again and again.
        assert_eq!(given_up(VERY_LONG, |fight| fight % 3 == 0), Some(LATE - 1));
        // All of them at first, and from then on by a quarter fewer with every doubling.
        let fewer =
            |fight: u64| fight % 4096 < (4096.0 * 0.75_f64.powf((fight.max(TERM) as f64 / TERM as f64).log2())) as u64;
        assert_eq!(given_up(VERY_LONG, fewer), None);
        // Few of them: what they cost is little.
        assert_eq!(given_up(VERY_LONG, |fight| fight % 9 == 0), None);
    }
}
