//! Defend (PR-046, PR-R77).

use crate::{
    Event, Proficiency,
    check::{self, Named, Terms, Using},
    conditions::ConditionEvent,
    dc::Dc,
    house::DefendEffect,
    sheet::{Ability, split},
    table::Table,
    turn::{self, Upshot},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal};

/// What must hold.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    turn::may_spend(book, table, who)
}

/// PR-R77: a check of d20 + Proficiency + DEX within the cap + armour + shield + natural armour against one's own
/// Defense. Success raises Defense by the PER until the start of the next turn; of two in a turn the higher stays.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who)?;
    }
    turn::enter(table, who, oracle);
    if book.house.defend_effect == DefendEffect::Disadvantage {
        turn::spend(book, table, who);
        table.actor_mut(who).warded = true;
        oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Warded(who)));
        return Ok(());
    }
    let sheet = table.sheet(who);
    let dc = Dc::defense(sheet.defense);
    // DEX counts within the cap of the armour, so its part of the bonus is worked out here.
    let plain = i16::from(split(&book.house, sheet.modifier(Ability::Dex)).0);
    let capped = i16::from(split(&book.house, sheet.capped_dex()).0);
    let plus = capped - plain + sheet.protection();
    let mut check = check::prepare(book, table, who, Named::Defend, Using::ability(Ability::Dex), plus).versus(dc);
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
    turn::momentum(book, table, who, Upshot { spent, verdict: settled.verdict, felled: false, joint: false }, oracle);
    Ok(())
}
