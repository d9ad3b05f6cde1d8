//! Execute: double damage on somebody Helpless, and a roll for their life (CR-177 to CR-181).

use super::attack::{self, AttackEvent, Strike};
use crate::{
    Crisis, Event, Question,
    actions::{overwatch, stealth},
    check::{self, Check, Named, Sum},
    harm::{self, Landed},
    table::Table,
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};
use smallvec::smallvec;

/// CR-177, CR-178, CR-R43: one single Attack, at the price of an Attack with that weapon.
pub fn resolve<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    weapon: u8,
    target: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, weapon, target)?;
    }
    let setup = table.setup.clone();
    let (at, weapon) = (weapon, setup.weapon_of(table.actor(who), weapon));
    let attack = attack::Attack { actor: who, weapon: at, ammo: None, aim: attack::Aim::At(smallvec![target]) };
    let ap = attack::cost(book, table, who, at, weapon, 1);
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Declared { attack: attack.clone(), execute: true, watching: false })
    });
    turn::spend(book, table, who, ap, weapon.can_aim(), oracle);
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    let (pierce, bled) = (weapon.pierce, harm::Bleeding::of(table, target));
    let lethal_before = table.actor(target).lethal.count();
    let strike = Strike { attacker: who, weapon, target, nth: 0, pierce, execute: true };
    table.actor_mut(who).in_hand = at; // CR-R141
    attack::use_one(table, &attack, weapon);
    let done = attack::strike(book, table, &strike, oracle)?;
    if weapon.can_aim() {
        table.actor_mut(who).drop_aim();
    }
    // CR-R92: non-lethal wounds may have become lethal ones.
    let lethal = table.actor(target).lethal.count() > lethal_before;
    // CR-180, CR-R130, CR-R132: a roll only for wounds that got through, and for whoever is still alive.
    if let Some(left) = done.left
        && done.landed == Landed::Wounded
        && !left.minimum
        && (lethal || book.house.execute_nonlethal_kills)
    {
        survive(book, table, who, target, left.wounds, (lethal, bled), oracle)?;
    }
    stealth::reveal_attacker(table, who, oracle)?;
    overwatch::after(book, table, who, oracle)
}

/// CR-180, CR-181, CR-R131, CR-R157: the Action die against the number of wounds; below it the target dies.
fn survive<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    by: ActorId,
    who: ActorId,
    wounds: u8,
    (lethal, bled): (bool, harm::Bleeding),
    oracle: &mut O,
) -> Flow<()> {
    let mut check = Check::of_action(table, who, Named::Survival, wounds.into());
    let (amount, why) = check::drunk(table, who, None, oracle)?;
    check.parts.add(amount, why);
    if check.roll(book, rule!("CR-180"), Audience::All, oracle)? {
        return Ok(());
    }
    // CR-R86: the choice of non-lethal force comes at this moment too.
    if oracle.ask(table, Who::Actor(by), &Question::Force { target: who, kills: true })? == 1 {
        harm::spare(book, table, who, wounds, lethal, bled, oracle);
    } else {
        harm::die(table, who, oracle);
    }
    Ok(())
}

/// CR-177, CR-199, CR-R137: only a Helpless target, only in the own turn, and only with a plain weapon.
pub fn legal(book: &Crisis, table: &Table, who: ActorId, at: u8, target: ActorId) -> Result<(), Refusal> {
    table.may_act_in_crisis(who)?;
    let weapon = attack::may_use(table, who, at, 1)?;
    if weapon.radius.is_some() {
        return Err(Refusal::by(rule!("CR-177"), "area", format!("{} strikes an area", weapon.name)));
    }
    attack::can_strike(book, table, who, weapon, target)?;
    if !table.is_helpless(target) {
        let why = format!("{} is not Helpless", table.name(target));
        return Err(Refusal::by(rule!("CR-177"), "not-helpless", why));
    }
    turn::afford(table, who, attack::cost(book, table, who, at, weapon, 1))
}
