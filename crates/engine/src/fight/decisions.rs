//! What the policies of a run chose before: on the same grounds they choose the same.
//!
//! Fights on a map seldom lead through the same table twice, but their decisions have far fewer grounds: whoever stands
//! where, and what the one who acts has left. A book says what a choice follows from ([`System::grounds`]); where that is
//! known, nobody has to think.
//!
//! [`System::grounds`]: crate::System::grounds

use crate::{Grounds, fingerprint_of};
use serde::Serialize;
use std::{collections::BTreeMap, hint::select_unpredictable};

/// Shorter runs do not repeat themselves enough.
const LEAST: u64 = 1 << 8;
/// Pairs of places for decisions at first, and at most: from 64 KiB to 4 MiB, of which the usual ones stay near the processor.
const FEW: usize = 1 << 11;
const MANY: usize = 1 << 17;
/// Different ones at most.
const MOST_DECIDED: usize = 1 << 16;
/// How often the decisions are looked over, in questions, and after how many of those terms most should be known.
const TERM: u64 = 1 << 15;
const TERMS: u32 = 4;

/// The decisions of a run so far.
pub(super) struct Decisions<I, B> {
    /// By their grounds: the newest of two comes first.
    places: Vec<[Place; 2]>,
    taken: usize,
    decided: Vec<Decided<I, B>>,
    by_print: BTreeMap<u64, Vec<u32>>,
    /// Of this term.
    asked: u64,
    learnt: u64,
    terms: u32,
    is_in_vain: bool,
}

/// What was decided, and what it comes down to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decided<I, B> {
    pub intent: I,
    pub brief: B,
}

/// The grounds of a decision, in 96 bits, and which one it was; none where the place is empty.
#[derive(Clone, Copy)]
struct Place {
    low: u64,
    high: u32,
    decided: u32,
}

const EMPTY: Place = Place { low: 0, high: 0, decided: u32::MAX };

impl<I: Clone + Eq + Serialize, B: Clone + Eq> Decisions<I, B> {
    /// For a run of so many fights, if it is long enough.
    pub fn of(fights: u64) -> Option<Box<Decisions<I, B>>> {
        let decisions = || Decisions {
            places: vec![[EMPTY; 2]; FEW],
            taken: 0,
            decided: Vec::new(),
            by_print: BTreeMap::new(),
            asked: 0,
            learnt: 0,
            terms: 0,
            is_in_vain: false,
        };
        (fights >= LEAST).then(|| Box::new(decisions()))
    }

    /// Does hardly anything come up twice? Then it is not worth asking for grounds.
    pub fn is_in_vain(&self) -> bool {
        self.is_in_vain
    }

    /// What is chosen on these grounds: as before if they are known.
    #[inline]
    pub fn on(&mut self, grounds: Grounds, choose: impl FnOnce() -> Decided<I, B>) -> &Decided<I, B> {
        let (low, high) = (grounds.bits() as u64, (grounds.bits() >> 96) as u32);
        let at = self.at(high);
        self.asked += 1;
        let [newer, older] = &self.places[at];
        let is_here = |place: &Place| (place.low ^ low) | u64::from(place.high ^ high) == 0;
        // Which of the two it is cannot be foreseen.
        let known = select_unpredictable(is_here(older), older.decided, u32::MAX);
        let known = select_unpredictable(is_here(newer), newer.decided, known) as usize;
        // What is in no place, or in an empty one, is not among the decided.
        if known < self.decided.len() {
            let known = &self.decided[known];
            #[cfg(debug_assertions)]
            {
                let Decided { intent, brief } = choose();
                assert!(
                    known.intent == intent,
                    "the same grounds, another choice: a book forgot something in `grounds`"
                );
                assert!(known.brief == brief, "the same grounds, another brief: a book forgot something in `grounds`");
            }
            return known;
        }
        self.learn(low, high, choose())
    }

    #[inline]
    fn at(&self, high: u32) -> usize {
        (high as usize) & (self.places.len() - 1)
    }

    #[inline(never)]
    fn learn(&mut self, low: u64, high: u32, decided: Decided<I, B>) -> &Decided<I, B> {
        self.learnt += 1;
        if self.asked >= TERM {
            self.look_over();
        }
        if self.decided.len() == MOST_DECIDED {
            self.places.fill([EMPTY; 2]);
            self.decided.clear();
            self.by_print.clear();
            self.taken = 0;
        }
        // Thinking again is dearer than room: with one place of eight taken hardly three grounds fall together.
        if 4 * self.taken > self.places.len() && self.places.len() < MANY {
            let larger = vec![[EMPTY; 2]; 4 * self.places.len()];
            let known = std::mem::replace(&mut self.places, larger);
            self.taken = 0;
            for place in
                known.into_iter().flat_map(|[newer, older]| [older, newer]).filter(|place| place.decided != u32::MAX)
            {
                self.put(place);
            }
        }
        let number = self.number(decided);
        self.put(Place { low, high, decided: number });
        &self.decided[number as usize]
    }

    /// The newest comes first; of two that are there already the older one goes.
    fn put(&mut self, place: Place) {
        let at = self.at(place.high);
        let [newer, older] = self.places[at];
        self.places[at] = [place, newer];
        self.taken += usize::from(older.decided == u32::MAX);
    }

    /// The number of a decision, each kept once: there are few of them, and they stay near the processor.
    fn number(&mut self, decided: Decided<I, B>) -> u32 {
        let alike = self.by_print.entry(fingerprint_of(&decided.intent)).or_default();
        if let Some(&known) = alike.iter().find(|&&number| self.decided[number as usize] == decided) {
            return known;
        }
        let number = self.decided.len() as u32;
        alike.push(number);
        self.decided.push(decided);
        number
    }

    #[cold]
    fn look_over(&mut self) {
        self.terms += 1;
        self.is_in_vain = self.terms >= TERMS && 2 * self.learnt > self.asked;
        (self.asked, self.learnt) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grounds(number: u64) -> Grounds {
        Grounds::default().and(number)
    }

    fn plain(intent: u64) -> Decided<u64, ()> {
        Decided { intent, brief: () }
    }

    #[test]
    fn what_was_chosen_is_chosen_again_without_thinking() {
        let mut decisions = Decisions::of(LEAST).expect("long enough");
        let mut thoughts = 0;
        for round in 0..3 {
            for number in 0..5_000 {
                // Debug builds think again, to compare.
                let decided = decisions.on(grounds(number), || {
                    thoughts += 1;
                    plain(number % 7)
                });
                assert_eq!(decided.intent, number % 7, "round {round}");
            }
        }
        assert_eq!(decisions.decided.len(), 7, "each is kept once");
        assert!(decisions.places.len() > FEW, "it has grown");
        assert!(thoughts < 15_000 || cfg!(debug_assertions));
        assert!(decisions.learnt < 5_100, "{} of 15000 were not known", decisions.learnt);
    }

    #[test]
    fn it_is_in_vain_where_nothing_comes_twice() {
        let mut decisions = Decisions::of(LEAST).expect("long enough");
        for number in 0..TERM * u64::from(TERMS) {
            assert!(!decisions.is_in_vain());
            assert_eq!(decisions.on(grounds(number), || plain(number)).intent, number);
        }
        assert!(decisions.is_in_vain());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "another choice")]
    fn a_debug_build_finds_grounds_that_leave_something_out() {
        let mut decisions = Decisions::of(LEAST).expect("long enough");
        decisions.on(grounds(1), || plain(1));
        decisions.on(grounds(1), || plain(2));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "another brief")]
    fn a_debug_build_finds_grounds_that_leave_out_what_a_brief_is_made_of() {
        let mut decisions = Decisions::of(LEAST).expect("long enough");
        decisions.on(grounds(1), || Decided { intent: 1, brief: 1 });
        decisions.on(grounds(1), || Decided { intent: 1, brief: 2 });
    }

    #[test]
    fn one_intent_may_come_down_to_different_things() {
        let mut decisions = Decisions::of(LEAST).expect("long enough");
        for brief in [1, 2, 1] {
            assert_eq!(decisions.on(grounds(brief), || Decided { intent: 1, brief }).brief, brief);
        }
        assert_eq!(decisions.decided.len(), 2);
    }

    #[test]
    fn a_short_run_keeps_nothing() {
        assert!(Decisions::<u8, ()>::of(LEAST - 1).is_none());
    }
}
