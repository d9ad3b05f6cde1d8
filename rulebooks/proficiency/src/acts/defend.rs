//! Defend (PR-046, PR-R77).

use super::prelude::*;
use crate::{conditions::ConditionEvent, house::DefendEffect, sheet::split};

act! {
    /// PR-R77: a check of d20 + Proficiency + DEX within the cap + armour + shield + natural armour against one's own
    /// Defense. Success raises Defense by the PER until the start of the next turn; of two in a turn the higher stays.
    pub struct Defend for Proficiency, by ActorId {}
}

/// A defence that may be taken up.
pub struct Guard {
    who: ActorId,
    check: Check,
}

impl Act<Proficiency> for Defend {
    type By = ActorId;
    type Ready = Guard;
    const CARD: Card = card!("defend", "Defend", "Standard", "1 check", "PR-046");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Guard, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let sheet = table.sheet(who);
        // DEX counts within the cap of the armour, so its part of the bonus is worked out here.
        let plain = i16::from(split(&book.house, sheet.modifier(Ability::Dex)).0);
        let capped = i16::from(split(&book.house, sheet.capped_dex()).0);
        let plus = capped - plain + sheet.protection();
        let check = check::prepare(book, table, who, Named::Defend, Using::ability(Ability::Dex), plus);
        Ok(Guard { who, check: check.versus(Dc::defense(sheet.defense)) })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Guard { who, mut check }: Guard,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        if book.house.defend_effect == DefendEffect::Disadvantage {
            turn::spend(book, table, who);
            table.actor_mut(who).warded = true;
            oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Warded(who)));
            return Ok(());
        }
        check.ask_gm(table, oracle)?;
        let mut spent = turn::Spent::Nothing;
        let pay = |table: &mut Table| spent = turn::spend(book, table, who);
        let settled = check::attempt(book, table, &check, Terms::OWN, pay, oracle)?;
        if settled.is_success() {
            let actor = table.actor_mut(who);
            actor.guarded = actor.guarded.max(settled.per.clamp(0, 200) as u8);
            let by = actor.guarded;
            oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Guarded { who, by }));
        }
        let upshot = Upshot { spent, verdict: settled.verdict, felled: false, joint: false };
        turn::momentum(book, table, who, upshot, oracle);
        Ok(())
    }
}
