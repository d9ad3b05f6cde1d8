//! Hiding (CR-165, CR-166, CR-168, CR-R122, CR-D27).

use super::prelude::*;
use crate::{
    check::Named,
    cover,
    stealth::{self, StealthEvent},
};

/// CR-166.
pub const HIDE_AP: u8 = 3;

act! {
    /// CR-165: gets out of sight.
    pub struct Hide for Crisis, by ActorId {}
}

impl Act<Crisis> for Hide {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("hide", "Hide", "Movement", "", "CR-165");

    /// CR-165, CR-168.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        if table.actor(who).hidden {
            return Err(bar!("CR-165", "hidden", "{} is Hidden already", table.name(who)).into());
        }
        stealth::unseen(table, who)?;
        turn::afford(table, who, HIDE_AP)?;
        Ok(who)
    }

    fn resolve<O: Oracle<Crisis>>(who: ActorId, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::spend(book, table, who, HIDE_AP, false, oracle);
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        let works = !cover::is_seen(table, who, oracle)?
            && (!book.house.hide_needs_roll
                || stealth::stealth_check(book, table, who, Named::Hide, oracle)?.is_some());
        if works {
            table.actor_mut(who).hidden = true;
        }
        oracle.tell(Audience::All, || {
            Event::Stealth(if works { StealthEvent::Hides { who } } else { StealthEvent::Fails { who } })
        });
        overwatch::after(book, table, who, oracle)
    }

    /// CR-168: somebody unseen looks on: it does not work.
    fn meet_the_unknown<O: Oracle<Crisis>>(
        &self,
        who: ActorId,
        why: Refusal,
        book: &Crisis,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if !stealth::is_seen_by_the_unknown(&why) {
            return Err(why.into());
        }
        Hide::resolve(who, book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || Some(HIDE_AP));
    }
}
