//! Execute: double damage on somebody Helpless, and a roll for their life (CR-177 to CR-181).

use super::{
    attack::{self, Aim, AttackAction, AttackEvent, Strike},
    prelude::*,
};
use crate::{
    check::{self, Check, Named, Sum},
    harm::{self, Force, Landed},
    stealth,
};
use referee_engine::{Drawn, Who, act::Asks};

act! {
    /// CR-177, CR-178: one single Attack on somebody Helpless.
    pub struct Execute for Crisis, by ActorId {
        weapon: WeaponAt = "With", usual;
        target: ActorId = "Whom";
    }
}

/// An Execute that can be paid for.
pub struct Executing {
    who: ActorId,
    weapon: u8,
    target: ActorId,
    ap: u8,
}

impl Act<Crisis> for Execute {
    type By = ActorId;
    type Ready = Executing;
    const CARD: Card = card!("execute", "Execute", "Combat", "", "CR-177");
    const NOTHING: Why<'static> =
        bar!("CR-177", "nobody-helpless", "nobody Helpless can be reached, or AP are missing");

    /// CR-177, CR-199, CR-R137: only a Helpless target, only in the own turn, and only with a plain weapon.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Executing, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act_in_crisis(who)?;
        let anybody = see.actors().iter().any(|id| table.is_helpless(id) && table.actor(id).is_here());
        if !anybody {
            return Err(Self::NOTHING.into());
        }
        let WeaponAt(weapon) = self.weapon()?;
        let with = attack::may_use(table, who, weapon, 1)?;
        if with.radius.is_some() {
            return Err(bar!("CR-177", "area", "{} strikes an area", &with.name).into());
        }
        let ap = attack::cost(book, table, who, weapon, with, 1);
        turn::afford(table, who, ap)?;
        let target = self.target()?;
        table.known(target)?;
        if !table.is_helpless(target) {
            return Err(bar!("CR-177", "not-helpless", "{} is not Helpless", table.name(target)).moot().into());
        }
        attack::pick(book, table, who, with, target)?;
        Ok(Executing { who, weapon, target, ap })
    }

    fn resolve<O: Oracle<Crisis>>(executing: Executing, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        execute(executing, book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || {
            let weapons = WeaponAt::of(see, who);
            let strikes = |at: u8, target: ActorId| Execute { weapon: WeaponAt(at).into(), target: target.into() };
            let mut costs = weapons.filter_map(|at| {
                let mut all = see.actors().iter();
                all.find_map(|target| strikes(at, target).ready(see, who).ok()).map(|executing| executing.ap)
            });
            costs.next()
        });
    }

    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        attack::drawn(see, who, self.weapon.value(), self.target.value().copied(), None)
    }
}

/// CR-177, CR-178, CR-R43: one single Attack, at the price of an Attack with that weapon.
fn execute<O: Oracle<Crisis>>(
    Executing { who, weapon: at, target, ap }: Executing,
    book: &Crisis,
    table: &mut Table,
    oracle: &mut O,
) -> Flow<()> {
    let setup = table.setup.clone();
    let weapon = setup.weapon_of(table.actor(who), at);
    let attack = AttackAction { actor: who, weapon: at, ammo: None, aim: Aim::At(smallvec![target]) };
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
    if (Force { target: who, kills: true }).ask(Who::Actor(by), table, oracle)? {
        harm::die(table, who, oracle);
    } else {
        harm::spare(book, table, who, wounds, lethal, bled, oracle);
    }
    Ok(())
}
