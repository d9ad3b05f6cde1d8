//! The end of a side's Turn (CW-004, CW-D03, CW-R24).

use super::prelude::*;
use crate::acts::{contest::demand, movement};

act! {
    /// CW-D03, CW-R24: whoever says it is done with the Turn that runs, for everybody it plays. The Turn itself ends when
    /// nobody else of the side has anything left to do in it.
    pub struct EndTurn for Clockworld, by Anybody {}
}

/// Those who are done.
pub struct Ending {
    members: ActorSet,
    /// Does the Turn end with them?
    is_last: bool,
}

/// CW-R24: is everybody done whom this seat does not play, so that the Turn ends as soon as the seat is done?
fn is_last(see: See<'_, '_>) -> bool {
    see.acting().iter().all(|who| see.seat().plays(who) || turn::is_done_with_turn(see.book, see.table, who))
}

impl Act<Clockworld> for EndTurn {
    type By = Anybody;
    type Ready = Ending;
    const CARD: Card = card!("end-turn", "End your part of the Turn", "Turn", "", "CW-R24");

    fn ready<'t>(&self, see: See<'_, 't>, _: Anybody) -> Result<Ending, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.runs()?;
        let members: ActorSet = table.members(table.side).iter().filter(|&who| see.seat().plays(who)).collect();
        if table.clock.mode != Mode::Turns || members.is_empty() {
            return Err(bar!("CW-003", "not-your-turn", "it is not that side's Turn").moot().into());
        }
        members.iter().try_for_each(|who| demand::must_comply(book, table, who))?; // CW-R82
        let (is_last, is_open) = (is_last(see), |who| table.is_active(who) && !table.actor(who).turn.passed);
        if is_last || members.iter().any(is_open) {
            return Ok(Ending { members, is_last });
        }
        Err(bar!("CW-R24", "passed", "somebody else has still something to do this Turn").into())
    }

    fn resolve<O: Oracle>(
        Ending { members, is_last }: Ending,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        for who in members.iter() {
            if !is_last && table.is_active(who) && !table.actor(who).turn.passed {
                turn::pass(table, who, oracle);
            }
            movement::finish(book, table, who, oracle)?;
        }
        if is_last { turn::end(book, table, oracle) } else { Ok(()) }
    }

    /// CW-R24: nobody ends the Turn of others who still have Actions.
    fn offered(see: See<'_, '_>, _: Anybody, offer: &mut Offer) {
        if is_last(see) {
            (offer.label, offer.rule) = ("End the side's Turn".into(), rule!("CW-004"));
        }
    }
}
