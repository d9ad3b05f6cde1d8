//! Searching (CR-171, CR-R127, CR-D28).

use super::prelude::*;
use crate::{
    check::{self, Check, DIFFICULTY, GmMod, Named, Sum},
    sheet::Skill,
    stealth::{self, StealthEvent},
    task,
};
use referee_engine::{ActorSet, Throw, Who};

act! {
    /// CR-171: looks for those who hide.
    pub struct Search for Crisis, by ActorId {}
}

impl Act<Crisis> for Search {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("search", "Search", "Movement", "", "CR-171");

    /// CR-R127, CR-D28: it need not know whether there is anybody to find.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        see.table.may_act(who)?;
        turn::afford(see.table, who, see.book.house.search_ap)?;
        Ok(who)
    }

    /// CR-171, CR-R127: one Search / Track roll, compared with every opponent who sneaks; matching it is enough.
    ///
    /// Somebody Hidden who made no Sneak roll is found by any success: the ledger leaves that open.
    fn resolve<O: Oracle<Crisis>>(who: ActorId, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::spend(book, table, who, book.house.search_ap, false, oracle);
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        let mut check = Check::of_skill(table, who, Named::Search, Skill::SEARCH);
        check.parts.add(task::assets(table, who, Skill::SEARCH, None, None), check::Why::Asset);
        let (amount, why) = check::drunk(table, who, Some(Skill::SEARCH), oracle)?;
        check.parts.add(amount, why);
        check.parts.add(check::gm_modifier(table, who, GmMod::Roll, oracle)?, check::Why::Gm);
        let modifier = check.parts.total();
        let need = |other: ActorId| {
            let actor = table.actor(other);
            let need = actor.sneak.map_or(DIFFICULTY, i32::from);
            (table.hostile(who, other) && actor.is_here() && actor.is_out_of_sight()).then_some(need)
        };
        let found = |dice: i32| -> ActorSet {
            table.ids().filter(|&other| need(other).is_some_and(|need| dice + modifier >= need)).collect()
        };
        let throw = Throw::open(Who::Actor(who), Named::Search.word());
        let rolled = oracle.roll(throw, check.die.exploding(&book.house), found)?;
        let face = rolled.face;
        oracle.tell(Audience::All, || Event::Stealth(StealthEvent::Searches { who, face, modifier }));
        for other in rolled.value.iter() {
            stealth::come_out(table, other);
            oracle.tell(Audience::All, || Event::Stealth(StealthEvent::Revealed { who: other }));
        }
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || Some(see.book.house.search_ap));
    }
}
