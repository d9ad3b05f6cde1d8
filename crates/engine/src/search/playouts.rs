//! Fights played on from one moment to their ends.

use super::tree::Tree;
use crate::{
    Flow, Next, Seat, Side, Simulate, System,
    fight::{Ended, MOST_ACTS},
};
use referee_dice::FastRng;

/// Plays on from one table, by policies and by what a tree knows: one for each thread.
pub struct Playouts<'a, S: System> {
    pub(super) book: &'a S,
    pub(super) simulate: Simulate<'a, S>,
    start: S::Table,
    copy: S::Table,
}

impl<'a, S: System> Playouts<'a, S> {
    /// From `table`. There is a policy for each side, as in [`Simulate::new`].
    pub fn new(book: &'a S, policies: &'a [S::Policy], table: &S::Table) -> Self {
        let start = book.apart(table);
        Playouts { book, simulate: Simulate::new(book, policies, 0), copy: start.clone(), start }
    }

    /// The playout with this seed and number: `begin` says how it begins, below that the tree grows.
    pub(super) fn play(
        &mut self,
        seed: u64,
        number: u64,
        begin: impl FnOnce(&mut S::Table, &mut Simulate<'a, S>) -> Flow<()>,
        tree: Option<&mut Tree<S>>,
    ) -> Flow<Ended> {
        let mut rng = FastRng::derived(seed, number);
        self.simulate.reseed(rng.next_u64());
        self.copy.clone_from(&self.start);
        begin(&mut self.copy, &mut self.simulate)?;
        let mut acts = 1;
        Ok(match tree {
            Some(tree) => self.climb(tree, &mut rng, &mut acts),
            None => self.play_out(&mut acts),
        })
    }

    /// Who is to act, or how it ended.
    pub(super) fn next(&self) -> Next {
        self.book.next(&self.copy)
    }

    /// How things stand.
    pub(super) fn table(&self) -> &S::Table {
        &self.copy
    }

    /// Does something that nobody chose just now. It may be refused: then nothing has happened.
    pub(super) fn attempt(&mut self, intent: &S::Intent) -> bool {
        let before = self.copy.clone();
        // A simulation skips checks, a handler makes them.
        let done = self.book.resolve_with(&mut self.copy, Seat::Gm, intent, &mut self.simulate);
        if done.is_err() {
            self.copy = before;
        }
        done.is_ok()
    }

    /// One act of whoever is to act, by policy. False if it cannot be done.
    pub(super) fn usual(&mut self, acts: &mut u32) -> bool {
        let Next::Acts(who) = self.next() else { return false };
        *acts += 1;
        self.simulate.act(&mut self.copy, who).is_ok()
    }

    /// By policies to the end.
    pub(super) fn play_out(&mut self, acts: &mut u32) -> Ended {
        loop {
            let who = match self.next() {
                Next::Over(winner) => return Ended::over(winner),
                Next::Acts(_) if *acts >= MOST_ACTS => return Ended::Undecided,
                Next::Acts(who) => who,
            };
            *acts += 1;
            if self.simulate.act(&mut self.copy, who).is_err() {
                debug_assert!(false, "a policy chose what is refused");
                return Ended::Undecided;
            }
        }
    }
}

/// The policies of all sides where one of them plays by `own` and everybody else by `others`.
pub fn lineup<S: System>(side: Side, own: S::Policy, others: S::Policy) -> Vec<S::Policy> {
    // The last one serves all further sides and the game master.
    let mut policies = vec![others; usize::from(side.0) + 2];
    policies[usize::from(side.0)] = own;
    policies
}
