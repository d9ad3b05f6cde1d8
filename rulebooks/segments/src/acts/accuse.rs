//! An accusation (SE-032).

use super::prelude::*;
use crate::{
    opening::{self, Said},
    turn::Why as Reason,
};

act! {
    /// SE-032: an accusation; no violence is needed.
    pub struct Accuse for Segments, by ActorId {
        target: ActorId = "Whom";
    }
}

/// An accusation that may be made.
pub struct Accusation {
    who: ActorId,
}

impl Act<Segments> for Accuse {
    type By = ActorId;
    type Ready = Accusation;
    const CARD: Card = card!("accuse", "Accuse somebody", "Actions", "", "SE-032");
    const NOTHING: Why<'static> = bar!("SE-032", "no-target", "there is nobody to accuse");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Accusation, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        if !opening::clock_runs(table) {
            return Err(bar!("SE-032", "clock-stopped", "the clock is stopped already").into());
        }
        let target = self.target()?;
        let there = target != who && target.index() < table.actors.len() && table.is_here(target);
        if !there || table.actor(target).hidden {
            return Err(bar!(_, "no-target", "there is nobody like that to accuse").moot().into());
        }
        Ok(Accusation { who })
    }

    fn resolve<O: Oracle<Segments>>(ready: Accusation, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Accusation { who } = ready;
        match opening::ask(table, who, Reason::Accusation, false, oracle)? {
            Said::Stop => opening::stop(book, table, Reason::Accusation, who, Some(Intention::Standard), oracle),
            Said::NotNow | Said::Waive => {
                opening::not_now(who, oracle);
                Ok(())
            }
        }
    }
}
