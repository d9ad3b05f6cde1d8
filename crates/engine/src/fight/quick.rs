//! The fast way through a fight: policies choose, the rules do it, and nothing is noted.

use super::{
    decisions::{Decided, Decisions},
    fighter::broken,
};
use crate::{MAX_ACTORS, Seat, Simulate, System, Who};

/// Acts by policies, and in a run remembers what they chose.
pub(crate) struct Quick<'a, S: System> {
    pub book: &'a S,
    pub simulate: Simulate<'a, S>,
    /// What was chosen before, in a run.
    decisions: Option<Box<Decisions<S::Intent, S::Brief>>>,
}

impl<'a, S: System> Quick<'a, S> {
    /// One policy for each side, as in [`Simulate::new`].
    pub fn new(book: &'a S, policies: &'a [S::Policy]) -> Self {
        Quick { book, simulate: Simulate::new(book, policies, 0), decisions: None }
    }

    /// There will be so many fights: what is chosen in them is remembered as far as that pays.
    pub fn expect(&mut self, fights: u64) {
        self.decisions = Decisions::of(fights);
    }

    /// A fight begins.
    #[inline]
    pub fn begin(&mut self) {
        self.decisions.take_if(|decisions| decisions.is_in_vain());
    }

    /// One act by the rules, and what is certain to follow it, up to so many acts of the fight; `acts` counts them. `start` is
    /// a table of the run: what is remembered holds where the setup is still that one.
    #[inline]
    pub fn act(
        &mut self,
        table: &mut S::Table,
        start: &S::Table,
        who: Who,
        most: u32,
        acts: &mut u32,
    ) -> Result<(), String> {
        let (book, simulate) = (self.book, &mut self.simulate);
        let grounds = match &self.decisions {
            Some(_) if book.share_setup(table, start) => simulate.grounds(table, who),
            _ => None,
        };
        let (Some(decisions), Some(grounds)) = (&mut self.decisions, grounds) else {
            *acts += 1;
            let intent = simulate.choose(table, who);
            return book.resolve(table, Seat::Gm, &intent, simulate).map_err(|stop| broken::<S>(&intent, stop));
        };
        let Decided { intent, brief } = decisions.on(grounds, || {
            let intent = simulate.choose(table, who);
            let brief = book.brief_by(table, simulate.policy(table, who), &intent);
            Decided { intent, brief }
        });
        // Towards where it is to stop it goes act by act.
        let done = if *acts + MAX_ACTORS as u32 <= most {
            let policy = simulate.policy(table, who);
            book.act_briefed(table, policy, intent, brief, simulate)
        } else {
            book.resolve_briefed(table, intent, brief, simulate).map(|()| 1)
        };
        *acts += done.map_err(|stop| broken::<S>(intent, stop))?;
        Ok(())
    }
}
