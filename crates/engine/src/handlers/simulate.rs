//! Simulate: fast dice, a policy for every side, and nobody who listens.

use crate::{Audience, Face, Flow, Handler, Oracle, Question, Rolled, System, Throw, Who, fight::broken_play};
use referee_dice::{Dice, FastDice, FastRng, Roll};

/// The handler for millions of fights: a check is one draw from its exact distribution, a policy answers at once, and
/// no event is ever built.
pub struct Simulate<'a, S: System> {
    book: &'a S,
    dice: FastDice,
    /// Separate from the dice, so that a policy that draws more often changes no die.
    choices: FastRng,
    policies: &'a [S::Policy],
}

impl<'a, S: System> Simulate<'a, S> {
    /// One policy for each side, by side number; the last one serves all further sides and the game master.
    pub fn new(book: &'a S, policies: &'a [S::Policy], seed: u64) -> Self {
        assert!(!policies.is_empty(), "a simulation needs at least one policy");
        // Where all sides play alike nobody has to ask whose policy it is.
        let are_alike = policies.windows(2).all(|two| two[0] == two[1]);
        let policies = if are_alike { &policies[..1] } else { policies };
        Simulate { book, dice: FastDice::new(seed), choices: FastRng::seed_from_u64(!seed), policies }
    }

    /// Begins the dice anew, keeping what was prepared for them.
    pub fn reseed(&mut self, seed: u64) {
        self.dice.reseed(seed);
        self.choices = FastRng::seed_from_u64(!seed);
    }

    /// The dice.
    #[inline]
    pub(crate) fn dice(&mut self) -> &mut FastDice {
        &mut self.dice
    }

    /// What the policies draw from.
    pub(crate) fn choices(&self) -> &FastRng {
        &self.choices
    }

    /// The policy of whoever decides.
    #[inline]
    pub fn policy(&self, table: &S::Table, who: Who) -> S::Policy {
        if let [only] = self.policies {
            return *only;
        }
        let last = self.policies.len() - 1;
        self.policies[self.book.side_of(table, who).map_or(last, |side| usize::from(side.0).min(last))]
    }

    /// What the policy of `who` does next.
    pub fn choose(&mut self, table: &S::Table, who: Who) -> S::Intent {
        let policy = self.policy(table, who);
        self.book.choose(table, policy, &mut self.choices)
    }

    /// Does what the policy of `who` chooses. An error is a mistake of ours.
    pub(crate) fn act(&mut self, table: &mut S::Table, who: Who) -> Result<(), String> {
        let (book, policy) = (self.book, self.policy(table, who));
        book.play(table, policy, self).map_err(broken_play)
    }
}

/// The generator of the policies' choices.
impl<S: System> AsMut<FastRng> for Simulate<'_, S> {
    fn as_mut(&mut self) -> &mut FastRng {
        &mut self.choices
    }
}

impl<S: System> Oracle<S> for Simulate<'_, S> {
    const CHECKS: bool = cfg!(debug_assertions);

    #[inline(always)]
    fn roll<T: Copy + Ord>(&mut self, _throw: Throw, dice: impl Dice, read: impl Fn(i32) -> T) -> Flow<Rolled<T>> {
        let total = dice.draw(&mut self.dice);
        Ok(Rolled { value: read(total), face: Face(total) })
    }

    #[inline(always)]
    fn ask(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let policy = self.policy(table, who);
        let answer = self.book.answer(table, policy, who, question, &mut self.choices);
        debug_assert!(answer < question.options(), "a policy answers with one of the options");
        Ok(answer)
    }

    #[inline]
    fn tell(&mut self, _to: Audience, _event: impl FnOnce() -> S::Event) {}
}

/// A simulation in which every intent is checked: for what nobody chose just now.
impl<S: System> Handler<S> for Simulate<'_, S> {
    fn total(&mut self, _throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        Ok(self.dice.roll(&dice))
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        self.ask(table, who, question)
    }

    fn hear(&mut self, _to: Audience, _event: &mut dyn FnMut() -> S::Event) {}
}
