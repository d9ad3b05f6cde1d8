//! Going on with a long Action (CR-054, CR-055, CR-D11).

use super::{prelude::*, reload};
use crate::{
    table::{Long, LongAction},
    task,
    turn::long,
};

act! {
    /// CR-054, CR-055, CR-D11: goes on with a long Action.
    pub struct GoOn for Crisis, by ActorId {}
}

impl Act<Crisis> for GoOn {
    type By = ActorId;
    type Ready = (ActorId, Long);
    const CARD: Card = card!("continue", "Go on", "Combat", "", "CR-054");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let long = long::may_go_on(see.table, who)?;
        Ok((who, long))
    }

    fn resolve<O: Oracle<Crisis>>(ready: Self::Ready, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (who, long) = ready;
        let is_done = long::go_on(book, table, who, oracle)?;
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        if is_done {
            match long.what {
                LongAction::Reload(at) => reload::fill(table, who, at, oracle),
                LongAction::Task { skill, purpose } => task::after_long(book, table, who, skill, purpose, oracle)?,
            }
        }
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        let Some(long) = see.actor(who).long.filter(|_| offer.refused.is_none()) else { return };
        let most = see.actor(who).ap.min(long.cost - long.put);
        // CR-R32: from the most that anybody holds on, the switch is no limit.
        let cap = Some(see.book.house.long_action_later_cap).filter(|cap| *cap < turn::MOST_AP);
        offer.cost = ap(most.min(cap.unwrap_or(most)));
    }
}
