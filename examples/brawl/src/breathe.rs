//! Catching one's breath.

use crate::{Brawl, Event, Table};
use referee_engine::act::prelude::*;

act! {
    /// BR-003: instead of a blow, two lost hit points come back.
    pub struct Breathe for Brawl, by ActorId {}
}

told! {
    /// Hit points that may come back, or did.
    pub struct Breath for Brawl { who: ActorId, hp: u8 }
    |table| "BR-003" by who => format!("{} catches breath: {hp} back", table.fighters[who].name);
}

impl Act<Brawl> for Breathe {
    type By = ActorId;
    type Ready = Breath;
    const CARD: Card = card!("breathe", "Catch your breath", "Acts", "the turn", "BR-003");

    fn ready<'t>(&self, see: &Seen<'t, Brawl>, who: ActorId) -> Result<Breath, Bar<'t>> {
        see.table.may_act(who)?;
        let hp = see.table.fighters[who].lost.min(2);
        if hp > 0 { Ok(Breath { who, hp }) } else { Err(bar!("BR-003", "unhurt", "you are not hurt").into()) }
    }

    fn resolve<O: Oracle<Brawl>>(breath: Breath, _: &Brawl, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.fighters[breath.who].lost -= breath.hp;
        oracle.tell(Audience::All, || Event::Breath(breath));
        Ok(())
    }
}
