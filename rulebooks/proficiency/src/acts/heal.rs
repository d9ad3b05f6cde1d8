//! Healing by skill (PR-138, PR-R73).

use super::{attack::within, challenge, hide, prelude::*};
use crate::{
    harm,
    house::HealingAmount,
    resource::{self, Left},
};

act! {
    /// PR-R73: a check against Challenging 10; hit points restored = PER, at least 1 on a success.
    pub struct Heal for Proficiency, by ActorId {
        target: ActorId = "Whom";
        device among kits: Option<DeviceAt> = "With", usual;
    }
}

/// Devices that are made for it.
fn kits(_: &Heal, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Option<DeviceAt>> {
    let healing = hide::skill(see, "healing");
    let is_made_for = |at: &DeviceAt| whose.is_some_and(|who| see.sheet(who).devices[at.at()].skill == healing);
    std::iter::once(None).chain(DeviceAt::all(see, whose).into_iter().filter(is_made_for).map(Some)).collect()
}

/// A wound that may be treated.
pub struct Treatment {
    who: ActorId,
    target: ActorId,
    device: Option<DeviceAt>,
    check: Check,
}

/// PR-R73: one treats somebody hurt within reach, oneself too.
pub fn wounded<'t>(book: &Proficiency, table: &'t Table, who: ActorId, target: ActorId) -> Result<(), Why<'t>> {
    if !table.has(target) {
        return Err(bar!(_, "unknown-character", "there is no such character").moot());
    }
    let (healer, hurt) = (table.actor(who), table.actor(target));
    if hurt.life > Life::Down || hurt.hidden_from.contains(who) {
        return Err(bar!("PR-R73", "no-wound", "{} cannot be treated here", table.name(target)).moot());
    }
    if hurt.hp >= table.sheet(target).hp_max {
        return Err(bar!("PR-R73", "not-hurt", "{} is not hurt", table.name(target)));
    }
    if !within(book, table, healer.place, hurt.place, 0, false) {
        return Err(bar!("PR-R73", "out-of-reach", "{} is out of reach", table.name(target)));
    }
    Ok(())
}

impl Act<Proficiency> for Heal {
    type By = ActorId;
    type Ready = Treatment;
    const CARD: Card = card!("heal", "Treat a wound", "Standard", "1 check", "PR-R73");
    const NOTHING: Why<'static> = bar!("PR-R73", "nothing-fits", "there is nobody hurt within reach");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Treatment, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let target = self.target()?;
        wounded(book, table, who, target)?;
        let (device, healing) = (self.device()?, hide::skill(table, "healing"));
        challenge::device_legal(table, who, device, healing)?;
        let using = healing.map_or(Using::ability(Ability::Wis), |skill| Using::skill(table, skill));
        let name = healing.map_or(Named::Ability, Named::Skill);
        let plus = challenge::device_bonus(table, who, device);
        let dc = Dc::difficulty(Level::Challenging.number());
        let check = check::prepare(book, table, who, name, using, plus).versus(dc);
        Ok(Treatment { who, target, device, check })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Treatment { who, target, device, mut check }: Treatment,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
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
        challenge::use_device(book, table, who, device, oracle)?;
        let upshot = Upshot { spent, verdict: settled.verdict, felled: false, joint: false };
        turn::momentum(book, table, who, upshot, oracle);
        Ok(())
    }
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
