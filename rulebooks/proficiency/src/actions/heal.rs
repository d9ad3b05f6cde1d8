//! Healing by skill (PR-138, PR-R73).

use super::{attack::within, hide};
use crate::{
    Proficiency,
    check::{self, Named, Terms, Using},
    dc::{Dc, Level},
    harm,
    house::HealingAmount,
    resource::{self, Left},
    sheet::Ability,
    table::{Life, Table},
    turn::{self, Upshot},
};
use referee_engine::{ActorId, Flow, Oracle, Refusal, rule};

/// Whom one can treat: somebody hurt, within reach, oneself too.
pub fn fits(book: &Proficiency, table: &Table, who: ActorId, target: ActorId) -> bool {
    table.has(target)
        && table.actor(target).life <= Life::Down
        && !table.actor(target).hidden_from.contains(who)
        && table.actor(target).hp < table.sheet(target).hp_max
        && within(book, table, table.actor(who).place, table.actor(target).place, 0, false)
}

/// What must hold.
pub fn legal(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    target: ActorId,
    device: Option<u8>,
) -> Result<(), Refusal> {
    table.may_act(who)?;
    turn::may_spend(book, table, who)?;
    if !fits(book, table, who, target) {
        return Err(Refusal::by(rule!("PR-R73"), "no-wound", "there is nobody hurt within reach to treat"));
    }
    super::task::device_legal(table, who, device, hide::skill(table, "healing"))
}

/// PR-R73: a check against Challenging 10; hit points restored = PER, at least 1 on a success.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    target: ActorId,
    device: Option<u8>,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, target, device)?;
    }
    turn::enter(table, who, oracle);
    let healing = hide::skill(table, "healing");
    let using = healing.map_or(Using::ability(Ability::Wis), |skill| Using::skill(table, skill));
    let name = healing.map_or(Named::Ability, Named::Skill);
    let plus = super::task::device_bonus(table, who, device);
    let dc = Dc::difficulty(Level::Challenging.number());
    let mut check = check::prepare(book, table, who, name, using, plus).versus(dc);
    check.ask_gm(table, oracle)?;
    let mut spent = turn::Spent::Nothing;
    let pay = |table: &mut Table| spent = turn::spend(book, table, who);
    let settled = check::attempt(book, table, &check, Terms::OWN, pay, oracle)?;
    if settled.is_withdrawn() {
        return Ok(());
    }
    if settled.is_success() {
        let amount = amount(book, table, who, settled.per, oracle)?;
        harm::heal(table, target, amount, oracle);
    }
    super::task::use_device(book, table, who, device, oracle)?;
    turn::momentum(book, table, who, Upshot { spent, verdict: settled.verdict, felled: false, joint: false }, oracle);
    Ok(())
}

/// PR-R73, switch `healing_amount`: PER, at least 1; or the number rolled on the healing die of whoever heals.
pub fn amount<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    per: i16,
    oracle: &mut O,
) -> Flow<i16> {
    if book.house.healing_amount == HealingAmount::HealingDie {
        let healing = table.actor(who).stocks.iter().find(|stock| table.resource(stock.kind).key == "healing");
        if let Some(Left::Die(die)) = healing.map(|stock| stock.left) {
            return Ok(resource::throw(Some(who), die, oracle, |face| face as i16)?.value);
        }
    }
    Ok(per.max(1))
}
