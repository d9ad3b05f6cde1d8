//! Policies at the table: for one act, or for everybody that nobody plays.

use super::Game;
use crate::{
    fault::Fault,
    screen::{DIM, GOOD, paint},
    telling::Teller,
};
use referee_engine::{ActorSet, Seat, Status, Waiting};
use referee_shelf::{Put, book};

/// Acts and answers in a row at most, before a person is asked again.
const MOST: usize = 2_000;

impl Game<'_> {
    /// `bot [POLICY]`: a policy acts for those who are to act, and answers what that asks.
    pub(super) fn bot(&mut self, policy: &str) -> Result<(), Fault> {
        if let Status::Over(_) = self.table.status() {
            return Err(Fault::Usage("the fight is over; `undo` goes back".into()));
        }
        let known = book(self.table.book())?.policies();
        let policy = if policy.is_empty() { known.first().copied().unwrap_or_default() } else { policy };
        let seed = self.table.line();
        let stepped = self.table.act_by_policy(policy, seed)?;
        self.tell(&stepped);
        while let Some(waiting) = self.table.waiting(self.seat).first().cloned() {
            if !self.answer_by(policy, &waiting)? {
                break;
            }
        }
        Ok(())
    }

    /// With `--bots`: plays on until this seat has to act or to answer. Where others of its side may act too, they have done
    /// so by then: ending the turn of the side takes nothing from them.
    pub(super) fn let_bots_play(&mut self) -> Result<(), Fault> {
        let Some(policy) = self.bots.clone() else { return Ok(()) };
        let cards = self.table.actors();
        let machines: ActorSet = cards.iter().map(|card| card.id).filter(|&id| !self.seat.plays(id)).collect();
        for _ in 0..MOST {
            if !self.table.waiting(self.seat).is_empty() {
                return Ok(());
            }
            if let Some(waiting) = self.table.waiting(Seat::Gm).first().cloned() {
                if !self.answer_by(&policy, &waiting)? {
                    return Ok(());
                }
                continue;
            }
            let seed = self.table.line();
            let Some(stepped) = self.table.act_for(machines, &policy, seed)? else { return Ok(()) };
            self.tell(&stepped);
        }
        Ok(())
    }

    /// Answers as a policy would; false if it is real dice that are waited for.
    fn answer_by(&mut self, policy: &str, waiting: &Waiting) -> Result<bool, Fault> {
        let Waiting::Answer { ask, who, prompt } = waiting else { return Ok(false) };
        let option = self.table.advise(*ask, policy, self.table.line())?;
        let Some(option) = option else { return Ok(false) };
        if self.seat.is_gm() {
            let name = Teller::of(&*self.table).who(*who).to_owned();
            let chosen = &prompt.options[option].label;
            let asked = paint(DIM, format!("{} →", prompt.text));
            self.page.line(format!("    {} {asked} {chosen}", paint(GOOD, name)));
        }
        let stepped = self.table.put(Seat::Gm, Put::Answer { ask: *ask, option })?;
        self.tell(&stepped);
        Ok(true)
    }
}
