//! Learning where dice lead: by the rules from a table to the next roll, with a note of what is rolled and how it is read.

use super::{
    Ended, Fighter, Fought,
    fighter::{broken, next},
    memory::{Memory, Noted, Way},
};
use crate::{Audience, Flow, Handler, Oracle, Seat, Simulate, System, Throw, Who};
use referee_dice::{FastRng, Roll};

/// How the acts from a table to the next roll went, and the act of that roll.
pub(super) enum Step {
    /// Dice fell.
    Rolled(Way),
    /// The fight ended without another roll.
    Ended(Way),
    /// It went on too long.
    Undecided,
    /// Such fights cannot be remembered.
    Never,
}

impl<S: System> Fighter<'_, S> {
    /// Is the setup what it was at first? Whoever has come into the fight, or was taught something, is not part of what is
    /// compared.
    #[inline]
    pub(super) fn is_as_ever(&self) -> bool {
        self.book.share_setup(&self.copy, &self.table)
    }

    /// Goes on by the rules to the end of the act in which dice fall again, and notes them in `rolls`.
    pub(super) fn until_dice_fall(
        &mut self,
        seed: u64,
        memory: &mut Memory,
        rolls: &mut Vec<Noted>,
        fought: &mut Fought,
    ) -> Result<Step, String> {
        let choices = FastRng::seed_from_u64(!seed);
        let round = self.book.round(&self.copy);
        let mut way = Way::default();
        rolls.clear();
        while rolls.is_empty() {
            let who = match next(self.book, &self.copy, fought) {
                Err(Ended::Undecided) => return Ok(Step::Undecided),
                Err(ended) => {
                    fought.ended = ended;
                    self.read_end(fought);
                    return Ok(if way.pass(round, fought.rounds) { Step::Ended(way) } else { Step::Never });
                }
                Ok(who) => who,
            };
            way.act(self.book.side_of(&self.copy, who));
            let intent = self.simulate.choose(&self.copy, who);
            let mut taking = TakingNotes { simulate: &mut self.simulate, memory, rolls, is_lost: false };
            let done = self.book.resolve_with(&mut self.copy, Seat::Gm, &intent, &mut taking);
            let is_lost = taking.is_lost;
            done.map_err(|stop| broken::<S>(&intent, stop))?;
            fought.acts += 1;
            if is_lost || *self.simulate.choices() != choices {
                return Ok(Step::Never);
            }
        }
        Ok(if way.pass(round, self.book.round(&self.copy)) { Step::Rolled(way) } else { Step::Never })
    }
}

/// A simulation that notes what is rolled and how it is read.
struct TakingNotes<'n, 'a, S: System> {
    simulate: &'n mut Simulate<'a, S>,
    memory: &'n mut Memory,
    rolls: &'n mut Vec<Noted>,
    /// There were dice that cannot be remembered.
    is_lost: bool,
}

impl<S: System> Handler<S> for TakingNotes<'_, '_, S> {
    fn total(&mut self, _throw: Throw, dice: Roll, same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let total = self.simulate.dice().roll(&dice);
        match self.memory.note(dice, total, same) {
            Some(noted) => self.rolls.push(noted),
            None => self.is_lost = true,
        }
        Ok(total)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        self.simulate.ask(table, who, question)
    }

    fn hear(&mut self, _to: Audience, _event: &mut dyn FnMut() -> S::Event) {}
}
