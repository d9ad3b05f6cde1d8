//! What the policies of a run chose before: on the same grounds they choose the same.
//!
//! Fights on a map seldom lead through the same table twice, but their decisions have far fewer grounds: whoever stands
//! where, and what the one who acts has left. A book says what a choice follows from ([`System::grounds`]); where that is
//! known, nobody has to think.
//!
//! [`System::grounds`]: crate::System::grounds

use crate::{Grounds, fingerprint_of};
use serde::Serialize;
use std::collections::BTreeMap;

/// Shorter runs do not repeat themselves enough.
const LEAST: u64 = 1 << 8;
/// Rows of places for decisions at first, and at most: from 16 KiB to 1 MiB, of which the usual ones stay near the processor.
const FEW: usize = 1 << 9;
const MANY: usize = 1 << 15;
/// Different ones at most.
const MOST_DECIDED: usize = 0xffff;
/// How often the decisions are looked over, in questions, and after how many of those terms most should be known.
const TERM: u64 = 1 << 15;
const TERMS: u32 = 4;

/// The decisions of a run so far.
pub(super) struct Decisions<I, B> {
    /// By their grounds: of those in a row the newest comes first.
    rows: Vec<Row>,
    /// What led to each place, for when there are more rows.
    ways: Vec<[u32; 4]>,
    taken: usize,
    decided: Vec<Decided<I, B>>,
    by_print: BTreeMap<u64, Vec<u16>>,
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

/// Places for four decisions whose grounds lead here, in half a line of memory.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Row([Place; 4]);

/// 48 bits of the grounds of a decision, other ones than those that lead to the row, and below them its number. Of new grounds
/// one in 2⁴⁶ is taken for grounds that are known; long runs meet some thousands of them.
type Place = u64;

const NUMBER: u64 = 0xffff;
/// No decision has this number.
const EMPTY: Place = u64::MAX;

impl<I: Clone + Eq + Serialize, B: Clone + Eq> Decisions<I, B> {
    /// For a run of so many fights, if it is long enough.
    pub fn of(fights: u64) -> Option<Box<Decisions<I, B>>> {
        let decisions = || Decisions {
            rows: vec![Row([EMPTY; 4]); FEW],
            ways: vec![[0; 4]; FEW],
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
        let (tag, way) = (grounds.bits() as u64 & !NUMBER, (grounds.bits() >> 96) as u32);
        let Row([first, second, third, last]) = self.rows[self.at(way)];
        self.asked += 1;
        // A place with this tag leaves its number, and any other more than that. Which of them it is cannot be foreseen.
        let known = (first ^ tag).min(second ^ tag).min((third ^ tag).min(last ^ tag)) as usize;
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
        self.learn(tag, way, choose())
    }

    #[inline]
    fn at(&self, way: u32) -> usize {
        (way as usize) & (self.rows.len() - 1)
    }

    #[inline(never)]
    fn learn(&mut self, tag: u64, way: u32, decided: Decided<I, B>) -> &Decided<I, B> {
        self.learnt += 1;
        if self.asked >= TERM {
            self.look_over();
        }
        if self.decided.len() == MOST_DECIDED {
            self.rows.fill(Row([EMPTY; 4]));
            self.decided.clear();
            self.by_print.clear();
            self.taken = 0;
        }
        // Thinking again is dear, but so is room far from the processor: with half of the places taken few rows are too short.
        if self.taken > 2 * self.rows.len() && self.rows.len() < MANY {
            self.grow();
        }
        let number = self.number(decided);
        self.put(tag | u64::from(number), way);
        &self.decided[usize::from(number)]
    }

    fn grow(&mut self) {
        let more = 4 * self.rows.len();
        let rows = std::mem::replace(&mut self.rows, vec![Row([EMPTY; 4]); more]);
        let ways = std::mem::replace(&mut self.ways, vec![[0; 4]; more]);
        self.taken = 0;
        for (Row(places), ways) in rows.into_iter().zip(ways) {
            // The oldest first, so that they keep their order.
            for (place, way) in places.into_iter().zip(ways).rev().filter(|(place, _)| *place != EMPTY) {
                self.put(place, way);
            }
        }
    }

    /// The newest comes first; of those that are there already the oldest goes.
    fn put(&mut self, place: Place, way: u32) {
        let at = self.at(way);
        let Row([first, second, third, last]) = self.rows[at];
        self.rows[at] = Row([place, first, second, third]);
        let [newest, newer, older, _] = self.ways[at];
        self.ways[at] = [way, newest, newer, older];
        self.taken += usize::from(last == EMPTY);
    }

    /// The number of a decision, each kept once: there are few of them, and they stay near the processor.
    fn number(&mut self, decided: Decided<I, B>) -> u16 {
        let alike = self.by_print.entry(fingerprint_of(&decided.intent)).or_default();
        if let Some(&known) = alike.iter().find(|&&number| self.decided[usize::from(number)] == decided) {
            return known;
        }
        let number = self.decided.len() as u16;
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
        assert!(decisions.rows.len() > FEW, "it has grown");
        assert!(thoughts < 15_000 || cfg!(debug_assertions));
        // All of them once, and again what did not fit into its row.
        assert!(decisions.learnt < 5_250, "{} of 15000 were not known", decisions.learnt);
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
