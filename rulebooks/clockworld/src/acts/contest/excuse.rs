//! The GM lets somebody off who has been Persuaded (CW-R83).

use super::persuade::{DemandEvent, told};
use crate::acts::{GmFor, prelude::*};

act! {
    /// CW-R83: the GM finds that a demand no longer binds this Character.
    pub struct Excuse for Clockworld, by GmFor {}
}

impl Act<Clockworld> for Excuse {
    type By = GmFor;
    type Ready = ActorId;
    const CARD: Card = card!("excuse", "Excuse", "GM", "", "CW-R83");

    fn ready<'t>(&self, see: See<'_, 't>, GmFor(who): GmFor) -> Result<ActorId, Bar<'t>> {
        let bound = see.seat().is_gm() && see.exists(who) && see.actor(who).demand.is_some();
        if bound {
            return Ok(who);
        }
        Err(bar!("CW-129", "no-demand", "nothing is demanded of that Character").moot().into())
    }

    fn resolve<O: Oracle>(who: ActorId, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.actor_mut(who).demand = None;
        oracle.tell(Audience::All, || told(DemandEvent::Excused { who }));
        Ok(())
    }

    fn offered(see: See<'_, '_>, GmFor(who): GmFor, offer: &mut Offer) {
        offer.label = format!("{} need not comply", see.table.name(who));
    }
}
