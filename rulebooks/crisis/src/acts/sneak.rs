//! Sneaking (CR-167 to CR-170, CR-172, CR-R124, CR-R126).

use super::prelude::*;
use crate::{
    check::Named,
    cover,
    stealth::{self, StealthEvent},
};

act! {
    /// CR-167: moves unnoticed from here on.
    pub struct Sneak for Crisis, by ActorId {}
}

/// Somebody who may Sneak.
pub struct Sneaking {
    who: ActorId,
}

impl Act<Crisis> for Sneak {
    type By = ActorId;
    type Ready = Sneaking;
    const CARD: Card = card!("sneak", "Sneak", "Movement", "", "CR-167");

    /// CR-167 to CR-169.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Sneaking, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        let name = table.name(who);
        if !table.actor(who).hidden {
            return Err(bar!("CR-169", "not-hidden", "{} must Hide first", name).into());
        }
        if table.actor(who).sneak.is_some() {
            return Err(bar!("CR-R125", "sneaking", "{} is Sneaking already", name).into());
        }
        stealth::unseen(table, who)?;
        turn::afford(table, who, see.book.house.sneak_ap)?;
        Ok(Sneaking { who })
    }

    /// CR-167, CR-170, CR-172, CR-R124, CR-R126: with 4 or more others are unaware of it; a failure changes nothing.
    fn resolve<O: Oracle<Crisis>>(ready: Sneaking, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Sneaking { who } = ready;
        turn::spend(book, table, who, book.house.sneak_ap, false, oracle);
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        if cover::is_seen(table, who, oracle)? {
            stealth::seen(table, who, oracle);
            return overwatch::after(book, table, who, oracle);
        }
        let friends = table.friends_of(who);
        match stealth::stealth_check(book, table, who, Named::Sneak, oracle)? {
            Some(total) => {
                table.actor_mut(who).sneak = Some(total);
                for other in table.ids().filter(|&other| !friends.contains(other)) {
                    table.actor_mut(other).overlook(who);
                }
                let to = Audience::Actors(friends);
                oracle.tell(to, || Event::Stealth(StealthEvent::Sneaks { who, total }));
            }
            None => {
                let to = Audience::Actors(friends);
                oracle.tell(to, || Event::Stealth(StealthEvent::Fails { who }));
            }
        }
        overwatch::after(book, table, who, oracle)
    }

    /// CR-168: somebody unseen looks on: it is in plain sight.
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
        Sneak::resolve(Sneaking { who }, book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || Some(see.book.house.sneak_ap));
    }
}
